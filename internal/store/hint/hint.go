// Package hint is what a caller may tell the store about a statement, beside its text. A hint never
// changes what a statement returns, only how the store sends it. Of is the one place that reads them.
package hint

import (
	"context"
	"sync/atomic"

	"entgo.io/ent/dialect/sql"
)

// Hints are those of one statement.
type Hints struct {
	// Reserved says to send it on one of the few connections that requests can't take.
	Reserved bool
	// Unprepared says to have it planned for its own arguments each time, rather than to keep it
	// prepared on the connection.
	Unprepared bool
}

type key struct{}

// hints are the value of a context. Those of one query, which Query begins, learn of its
// predicates while it is built.
type hints struct {
	Hints
	pattern bool // whether the query compares with a pattern
}

func of(ctx context.Context) hints {
	if h, ok := ctx.Value(key{}).(*hints); ok {
		return *h
	}
	return hints{}
}

// Of returns the hints of a statement that is sent under a context.
func Of(ctx context.Context) Hints {
	h := of(ctx)
	h.Unprepared = h.Unprepared || h.pattern
	return h.Hints
}

// Reserved returns a context under which statements go to the reserved pool: for work that must go
// on while requests hold all other connections. It is for the few goroutines that others wait
// for, not for work that grows with the load.
func Reserved(ctx context.Context) context.Context {
	h := of(ctx)
	h.Reserved = true
	return context.WithValue(ctx, key{}, &h)
}

// Unprepared returns a context under which statements are not kept prepared: for those that group
// most of a table, which a plan for any arguments takes to be few rows, and for those that look at a
// queue, which was empty when the plan was made and holds a hundred thousand a minute later.
func Unprepared(ctx context.Context) context.Context {
	h := of(ctx)
	h.Unprepared = true
	return context.WithValue(ctx, key{}, &h)
}

// Query returns a context for one query of ent's, of which Pattern can say more. The store asks
// for it with each query.
func Query(ctx context.Context) context.Context {
	h := of(ctx)
	h.pattern = false
	return context.WithValue(ctx, key{}, &h)
}

// Pattern returns a predicate that also leaves its query unprepared. How to look for a pattern
// depends on how rare it is: a plan for any pattern would read a whole list for one row. All
// predicates that ent generates for parts of texts are made by it.
func Pattern(p func(*sql.Selector)) func(*sql.Selector) {
	return func(s *sql.Selector) {
		if h, ok := s.Context().Value(key{}).(*hints); ok {
			h.pattern = true
		}
		p(s)
	}
}

// Rows is how many rows statements went through without returning them. Only their callers can read that from the few that
// they return, and say so.
type Rows struct {
	Counted    atomic.Int64 // by the totals of lists
	Aggregated atomic.Int64 // by statistics
}

type rowsKey struct{}

// MeasureRows returns a context under which Counted and Aggregated add to rows.
func MeasureRows(ctx context.Context, rows *Rows) context.Context {
	return context.WithValue(ctx, rowsKey{}, rows)
}

// Counted reports a total that a statement returned.
func Counted(ctx context.Context, total int) {
	if r, ok := ctx.Value(rowsKey{}).(*Rows); ok {
		r.Counted.Add(int64(total))
	}
}

// Aggregated reports how many rows a statement has summed up.
func Aggregated(ctx context.Context, rows int64) {
	if r, ok := ctx.Value(rowsKey{}).(*Rows); ok {
		r.Aggregated.Add(rows)
	}
}
