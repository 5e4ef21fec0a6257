package entread

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/sqlgraph"
	"github.com/google/uuid"
)

// caching is a driver that has cached statements, and nothing else.
type caching struct {
	dialect.Driver

	statements *Cache
}

func (c caching) Statements() *Cache { return c.statements }

func (c caching) CountCached(context.Context) {}

// query asks for the statement of a shape that a policy narrowed, and reports whether it was written.
func (c caching) query(t *testing.T, s *Shape, text string, args ...any) (written bool, err error) {
	t.Helper()
	spec := &sqlgraph.QuerySpec{Node: &sqlgraph.NodeSpec{Table: "rows", Columns: []string{"id"}}}
	got, with, err := s.statement(t.Context(), c, spec, s.parts, "", func() (string, []any, error) {
		written = true
		return text, args, nil
	})
	if err == nil && (got != text || !slices.Equal(with, args)) {
		t.Errorf("%s %v instead of %s %v", got, with, text, args)
	}
	return written, err
}

func shaped(place string, viewer uuid.UUID, values ...any) *Shape {
	s := New(place, values...).Seal(Parts{Conditions: len(values)})
	s.Narrow("USER", 1, viewer)
	return s
}

func TestStatementIsCached(t *testing.T) {
	k := caching{statements: NewCache(Reuse)}
	const text = "SELECT id FROM rows WHERE owner = $1 AND day = $2 AND parent = $3"
	for i := range 4 {
		viewer, parent, day := uuid.New(), uuid.New(), "2026-11-2"+string(rune('0'+i))
		written, err := k.query(t, shaped("list", viewer, &parent, &day), text, viewer, day, parent)
		if err != nil || written != (i < 2) {
			t.Errorf("the %d. time written %v, %v", i+1, written, err)
		}
	}
	// Whatever else decides the text makes another shape.
	viewer, parent := uuid.New(), uuid.New()
	var day *string
	if written, _ := k.query(t, shaped("list", viewer, &parent, day), "SELECT 2"); !written {
		t.Error("the text of a query with a date is sent for one without")
	}
	if written, _ := k.query(t, shaped("list", viewer, &parent, new(string)).Static(), "SELECT 3"); !written {
		t.Error("the text of a query whose edges callers decide is sent for one where they do not")
	}
}

func TestStatementOfAnotherQueryIsNotCached(t *testing.T) {
	viewer, parent := uuid.New(), uuid.New()
	for name, c := range map[string]struct {
		mode    Mode
		refused bool
	}{"cached": {Reuse, false}, "verified": {Verify, true}} {
		t.Run(name, func(t *testing.T) {
			k := caching{statements: NewCache(c.mode)}
			for i := range 3 { // a value that nobody stated
				written, err := k.query(t, shaped("unstated", viewer, parent), "SELECT $1", uuid.New())
				if !written || (err != nil) != (c.refused && i == 0) {
					t.Errorf("an unstated value: written %v, %v", written, err)
				}
			}
			for i := range 3 { // something beside the shape decides the text
				written, err := k.query(t, shaped("undecided", viewer, parent), "SELECT $1"+strings.Repeat(" ", i), parent)
				if err == nil && !written {
					t.Error("a statement is cached that its shape does not decide")
				}
				if c.refused && i == 1 && err == nil {
					t.Error("verifying lets a statement pass that its shape does not decide")
				}
			}
		})
	}
	k := caching{statements: NewCache(Reuse)}
	for i := range 4 { // which of two equal values an argument is does not matter while they are equal
		if written, err := k.query(t, shaped("equal", viewer, viewer), "SELECT $1", viewer); written != (i < 2) || err != nil {
			t.Errorf("equal values, the %d. time: written %v, %v", i+1, written, err)
		}
	}
	if written, _ := k.query(t, shaped("equal", viewer, parent), "SELECT $1", parent); !written {
		t.Error("an argument is taken for one of two values that were always equal")
	}
	if written, _ := k.query(t, shaped("equal", viewer, viewer), "SELECT $1", viewer); written {
		t.Error("it is written again although it is known now which value the argument is")
	}
}

// TestConstantsAreNotStatedValues: a constant that equals a stated value, however often, is still the constant when that
// is another one. The statements are those that ent writes, with each operator that it has.
func TestConstantsAreNotStatedValues(t *testing.T) {
	type operator func(column string, value any) *sql.Predicate
	one := func(of func(string, ...any) *sql.Predicate) operator {
		return func(column string, value any) *sql.Predicate { return of(column, value) }
	}
	operators := map[string]operator{
		"=": sql.EQ, "<>": sql.NEQ, "<": sql.LT, "<=": sql.LTE, ">": sql.GT, ">=": sql.GTE, "IN": one(sql.In), "NOT IN": one(sql.NotIn),
		"LIKE": func(column string, value any) *sql.Predicate { return sql.Like(column, value.(string)) },
	}
	const paid, reversed = "PAID", "REVERSED"
	for name, is := range operators {
		for order, conditions := range map[string]func(stated any) *sql.Predicate{
			"constant first":       func(stated any) *sql.Predicate { return sql.And(sql.EQ("status", paid), is("state", stated)) },
			"constant last":        func(stated any) *sql.Predicate { return sql.And(is("state", stated), sql.EQ("status", paid)) },
			"constant by the same": func(stated any) *sql.Predicate { return sql.And(is("state", stated), is("status", paid)) },
		} {
			for _, known := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s, %s, stated %v", name, order, known), func(t *testing.T) {
					cached := caching{statements: NewCache(Reuse)}
					for i, state := range []string{paid, paid, paid, reversed, paid, reversed, reversed, "DUE", paid, "DUE"} {
						want, with := sql.Dialect(dialect.Postgres).Select("id").From(sql.Table("payments")).Where(conditions(state)).Query()
						stated := []any{state}
						if known {
							stated = append(stated, paid)
						}
						s, written := shaped("payments", uuid.Nil, stated...), false
						text, args, err := s.statement(t.Context(), cached, plainSpec, s.parts, "", func() (string, []any, error) {
							written = true
							return want, with, nil
						})
						if err != nil || text != want || !slices.Equal(args, with) {
							t.Errorf("the %d. time, with %s: %s %v, want %v; %v", i+1, state, text, args, with, err)
						}
						if served := i == 2 || i > 3 && known; served == written {
							t.Errorf("the %d. time, with %s: written %v", i+1, state, written)
						}
					}
				})
			}
		}
	}
}

// plainSpec is a query without anything of its own.
var plainSpec = &sqlgraph.QuerySpec{Node: &sqlgraph.NodeSpec{Table: "rows", Columns: []string{"id"}}}

// TestCallSitesHaveOneName: while statements are verified, a second call site of the same name is an error, whatever it asks.
func TestCallSitesHaveOneName(t *testing.T) {
	k := caching{statements: NewCache(Verify)}
	for range 2 {
		if _, err := k.query(t, New("a list", "PAID"), "SELECT $1", "PAID"); err != nil {
			t.Error(err)
		}
	}
	if _, err := k.query(t, New("a list", "PAID"), "SELECT $1", "PAID"); err == nil || strings.Count(err.Error(), "statements_test.go:") != 2 {
		t.Errorf("the same name at two call sites: %v", err)
	}
}

func TestWhatIsAddedAfterwardsIsWritten(t *testing.T) {
	k := caching{statements: NewCache(Reuse)}
	viewer, parent := uuid.New(), uuid.New()
	for range 3 {
		_, _ = k.query(t, shaped("list", viewer, parent), "SELECT $1", parent)
	}
	s := shaped("list", viewer, parent)
	written := false
	spec := &sqlgraph.QuerySpec{Node: &sqlgraph.NodeSpec{Table: "rows", Columns: []string{"id"}}}
	more := Parts{Conditions: s.parts.Conditions + 1}
	_, _, err := s.statement(t.Context(), k, spec, more, "", func() (string, []any, error) {
		written = true
		return "SELECT 2", nil, nil
	})
	if !written || err != nil {
		t.Errorf("written %v, %v", written, err)
	}
	edge := From(nil, sqliteDriver{}, "rows.parts", "parent_id", []uuid.UUID{parent})
	if edge.Shape(nil, Parts{}) == nil {
		t.Error("an edge has no shape")
	}
	if edge.Shape(nil, Parts{Conditions: 1}) != nil {
		t.Error("an edge with a condition of its caller has a shape")
	}
	if edge.Shape(shaped("list", viewer, parent), Parts{Orders: 1}) != nil {
		t.Error("an edge in the order of its caller has a shape")
	}
	if edge.Shape(shaped("list", viewer, parent).Static(), Parts{Orders: 1}) == nil {
		t.Error("an edge in the order of the place has no shape")
	}
}

type sqliteDriver struct{ dialect.Driver }

func (sqliteDriver) Dialect() string { return dialect.SQLite }

func TestCacheIsBounded(t *testing.T) {
	cache := NewCache(Reuse)
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			for i := range 2 * maxCached {
				key := []byte{byte(i), byte(i >> 8)}
				_, _, _, err := cache.statement(context.Background(), key, nil, func() (string, []any, error) { return "SELECT 1", nil, nil })
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	if n := len(cache.statements); n > maxCached {
		t.Errorf("%d statements are cached", n)
	}
}
