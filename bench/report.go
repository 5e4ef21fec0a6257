package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

const tableHead = `| cell                         |  c | ours/s | hand/s | ratio | µs ours | hand | db ours | hand | p50 ours |   hand | p99 ours |   hand |
|------------------------------|---:|-------:|-------:|------:|--------:|-----:|--------:|-----:|---------:|-------:|---------:|-------:|
`

func (c comparison) print(w io.Writer) {
	a, b := c.sides[ours], c.sides[plain]
	fmt.Fprintf(w, "| %-28s | %2d | %6s | %6s | %5s | %7s | %4s | %7s | %4s | %8s | %6s | %8s | %6s |\n",
		c.cell, c.connections, a.rate(), b.rate(), c.ratio(),
		each(a.server, a.requests), each(b.server, b.requests), each(a.database, a.requests), each(b.database, b.requests),
		a.millis(0.5), b.millis(0.5), a.millis(0.99), b.millis(0.99))
}

func (m measured) rate() string {
	if m.requests == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", m.perSecond())
}

func (m measured) millis(q float64) string {
	if m.requests == 0 {
		return "-"
	}
	return millis(m.quantile(q))
}

// each returns the CPU time of one request in microseconds.
func each(all time.Duration, requests int) string {
	if all <= 0 || requests == 0 {
		return "-"
	}
	return fmt.Sprintf("%d", all.Microseconds()/int64(requests))
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }

// growth prints how much longer a cell takes with the most complaints than with the fewest, at one
// connection.
func growth(w io.Writer, sizes []int, all map[int][]comparison) {
	few, many := slices.Min(sizes), slices.Max(sizes)
	if few == many {
		return
	}
	fmt.Fprintf(w, "\n| p50 at one connection, ms    | %8d | %8d | times |\n|------------------------------|---------:|---------:|------:|\n", few, many)
	for _, a := range all[few] {
		i := slices.IndexFunc(all[many], func(c comparison) bool { return c.cell == a.cell && c.connections == a.connections })
		if a.connections != 1 || i < 0 {
			continue
		}
		before, after := a.sides[ours].quantile(0.5), all[many][i].sides[ours].quantile(0.5)
		fmt.Fprintf(w, "| %-28s | %8s | %8s | %5.2f |\n", a.cell, millis(before), millis(after), float64(after)/float64(before))
	}
}
