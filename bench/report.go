package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// table has a line for each cell and number of connections, and a column for each contender.
type table struct {
	to    io.Writer
	sides []side
}

// table prints a title and the head of a table of the contenders that take part.
func (b *bench) table(title string) table {
	t := table{to: os.Stdout}
	fmt.Fprintf(t.to, "\n%s:\n\n| %-30s |  c |", title, "cell")
	for s, p := range b.servers {
		if p != nil {
			t.sides = append(t.sides, side(s))
			fmt.Fprintf(t.to, " %17s |", side(s))
		}
	}
	fmt.Fprintf(t.to, "\n|%s|---:|%s\n", strings.Repeat("-", 32), strings.Repeat(strings.Repeat("-", 18)+":|", len(t.sides)))
	return t
}

func (t table) print(c comparison, value func(measured) string) {
	fmt.Fprintf(t.to, "| %-30s | %2d |", c.cell, c.connections)
	for _, s := range t.sides {
		text := "–"
		if c.sides[s].requests > 0 {
			text = value(c.sides[s])
		}
		fmt.Fprintf(t.to, " %17s |", text)
	}
	fmt.Fprintln(t.to)
}

func (t table) fail(cell string, connections int) {
	fmt.Fprintf(t.to, "| %-30s | %2d | failed\n", cell, connections)
}

// rates returns requests a second, and their ratios to those of the hand-written programs.
func (c comparison) rates(m measured) string {
	text := []string{fmt.Sprintf("%.0f", m.perSecond())}
	for _, s := range []side{plain, pgx} {
		if other := c.sides[s]; other.requests > 0 {
			text = append(text, fmt.Sprintf("%.2f", m.perSecond()/other.perSecond()))
		}
	}
	return strings.Join(text, " ")
}

// cpu returns the CPU time of a request in microseconds, in the server and in PostgreSQL.
func (c comparison) cpu(m measured) string {
	each := func(all time.Duration) int64 { return all.Microseconds() / int64(m.requests) }
	if m.database == 0 {
		return fmt.Sprint(each(m.server))
	}
	return fmt.Sprintf("%d + %d", each(m.server), each(m.database))
}

func (c comparison) times(m measured) string {
	return millis(m.quantile(0.5)) + "; " + millis(m.quantile(0.99))
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }

// growth prints how much longer a cell takes with the most complaints than with the fewest, at one
// connection.
func growth(w io.Writer, sizes []int, all map[int][]comparison) {
	few, many := slices.Min(sizes), slices.Max(sizes)
	if few == many {
		return
	}
	fmt.Fprintf(w, "\n| p50 at one connection, ms      | %8d | %8d | times |\n|--------------------------------|---------:|---------:|------:|\n", few, many)
	for _, a := range all[few] {
		i := slices.IndexFunc(all[many], func(c comparison) bool { return c.cell == a.cell && c.connections == a.connections })
		if a.connections != 1 || i < 0 {
			continue
		}
		before, after := a.sides[ours].quantile(0.5), all[many][i].sides[ours].quantile(0.5)
		if before == 0 { // Redress took no part
			continue
		}
		fmt.Fprintf(w, "| %-30s | %8s | %8s | %5.2f |\n", a.cell, millis(before), millis(after), float64(after)/float64(before))
	}
}
