package csvimport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

// How a file's times are read is decided from whole columns, before the first row is stored. A cell alone says too little
// (03/04/2015), and cells that are read each in its own way put complaints on wrong days without a word.

// timeFields are the fields that times fill.
var timeFields = []Field{OpenedAt, DueAt, ClosedAt, AssignedAt, ResolvedAt, MovedAt}

// ways says how the cells of a column can be read: the order of its dates, or what its numbers count.
type ways struct {
	all      reading // those that fit every cell so far
	examples map[reading]example
	odd      example // the cell with which nothing fitted any more
}

// example is a cell, and how it can be read.
type example struct {
	line int
	text string
	as   reading
}

// add takes the readings of one more cell.
func (w *ways) add(e example) {
	if w.examples == nil {
		w.examples, w.all = map[reading]example{}, e.as
	}
	if _, known := w.examples[e.as]; !known {
		w.examples[e.as] = e
	}
	if w.all != 0 && w.all&e.as == 0 {
		w.odd = e
	}
	w.all &= e.as
}

// fit returns the readings that fit every cell. Twelve digits that are dates from the first row to the last are
// not the milliseconds of a few weeks of 1976.
func (w *ways) fit() reading {
	if w.all&calendar != 0 {
		return calendar
	}
	return w.all
}

// telling returns the first of the cells that have the fewest readings.
func (w *ways) telling() example {
	return slices.MinFunc(slices.Collect(maps.Values(w.examples)), func(a, b example) int {
		return cmp.Or(cmp.Compare(a.as.count(), b.as.count()), cmp.Compare(a.line, b.line))
	})
}

// against returns the first cell that can't be read as the odd one; where each shares a reading with it, the first of
// another kind.
func (w *ways) against() example {
	return slices.MinFunc(slices.Collect(maps.Values(w.examples)), func(a, b example) int {
		shares := func(e example) int { return (e.as & w.odd.as).count() }
		return cmp.Or(cmp.Compare(shares(a), shares(b)), cmp.Compare(a.line, b.line))
	})
}

// count returns how many readings a set has.
func (r reading) count() int { return bits.OnesCount8(uint8(r)) }

// decideTimes reads the file once and decides how its times are read. Where the file does not say it, the error is the
// question to the operator. What ends the reading too early ends that of the rows as well, which says so.
func (r *run) decideTimes(ctx context.Context, src source, header []string) error {
	clock := r.reader.clock
	dates, counts := map[int]*ways{}, map[int]*ways{}
	for _, f := range timeFields {
		for _, at := range r.reader.at[f] {
			dates[at], counts[at] = &ways{}, &ways{}
		}
	}
	zoneless := 0 // the first row with a time that names no zone
	for n := 0; ; n++ {
		rec, err := src.next()
		if err != nil {
			break
		}
		if n%batchRows == 0 {
			if ctx.Err() != nil {
				return fmt.Errorf("stopped: %w", ctx.Err())
			}
			if r.Progress != nil {
				r.Progress(r.sum)
			}
		}
		if rec.reason != "" || r.reader.checkCells(rec.cells) != nil {
			continue
		}
		for at := range dates {
			text := r.reader.text(rec.cells[at], tidy)
			if text == "" {
				continue
			}
			clock.zoneless = false
			one := example{rec.line, text, clock.readings(at, text)}
			switch {
			case one.as&orders != 0:
				dates[at].add(one)
			case one.as != 0:
				counts[at].add(one)
				continue // whether that takes a zone is decided with what they count
			default:
				_, _, _ = clock.parse(at, text)
			}
			if zoneless == 0 && clock.zoneless {
				zoneless = rec.line
			}
		}
	}
	question := errors.Join(r.decide(src, header, dates, orders), r.decide(src, header, counts, numbers))
	for at, w := range counts {
		if clock.local == nil && clock.columns[at]&(calendar|shortYear|sheetDays) != 0 {
			zoneless = cmp.Or(zoneless, w.telling().line)
		}
	}
	if zoneless > 0 {
		question = errors.Join(question, whichZone(src.place(zoneless)))
	}
	return question
}

// decide decides how the dates, or the numbers, of columns are read. A column that leaves it open is read as the others of
// the file are.
func (r *run) decide(src source, header []string, columns map[int]*ways, group reading) error {
	clock := r.reader.clock
	var decided reading // of any column
	var open []int
	var questions []error
	take := func(at int, as reading, why string) {
		clock.columns[at] |= as
		r.sum.Times = append(r.sum.Times, fmt.Sprintf("%s: %s%s", list(header[at:at+1]), as, why))
	}
	for _, at := range slices.Sorted(maps.Keys(columns)) {
		w := columns[at]
		if group == orders && clock.chosen != 0 {
			clock.columns[at] |= clock.chosen
			continue
		}
		switch fit := w.fit(); {
		case w.examples == nil:
		case fit == 0:
			questions = append(questions, contradiction(src, header[at], w))
		case fit.count() == 1:
			decided |= fit
			one := w.telling()
			take(at, fit, fmt.Sprintf(" (%s: %s)", src.place(one.line), one.text))
		default:
			open = append(open, at)
		}
	}
	for _, at := range open {
		w := columns[at]
		if as := w.fit() & decided; as.count() == 1 {
			take(at, as, ", as the others of the file")
		} else {
			questions = append(questions, question(src, header[at], w))
		}
	}
	return errors.Join(questions...)
}

// question asks how a column is read that can be read in several ways.
func question(src source, column string, w *ways) error {
	one := w.telling()
	return fmt.Errorf("nothing in the file says how the column %q is read: %s (%s: %s). Say it with %s",
		column, either(w.fit(), reading.String), src.place(one.line), one.text, w.fit().options(one))
}

// contradiction says why no reading fits a column.
func contradiction(src source, column string, w *ways) error {
	one, other := w.against(), w.odd
	return fmt.Errorf("the column %q can't be read in one way: %s has %s (%s), %s has %s (%s). Correct it, or say with %s how it is "+
		"read: rows that don't fit are rejected then, and listed",
		column, src.place(one.line), one.text, either(one.as, reading.String),
		src.place(other.line), other.text, either(other.as, reading.String), (one.as|other.as).options(one, other))
}

// options joins the options that ask for the readings of a set, each as it is for the cell that has it.
func (r reading) options(cells ...example) string {
	return either(r, func(way reading) string {
		at := slices.IndexFunc(cells, func(e example) bool { return e.as&way != 0 })
		return way.option(cells[at].text)
	})
}

// either joins what is said of the readings of a set.
func either(set reading, say func(reading) string) string {
	var all []string
	for one := dayFirst; one <= sheetDays; one <<= 1 {
		if set&one != 0 {
			all = append(all, say(one))
		}
	}
	return strings.Join(all, " or ")
}
