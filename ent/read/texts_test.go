package read

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/sqlgraph"
	"github.com/google/uuid"
)

// keeper is a driver that has texts, and nothing else.
type keeper struct {
	dialect.Driver

	texts *Texts
}

func (k keeper) Texts() *Texts { return k.texts }

func (k keeper) CountKept(context.Context) {}

// query asks for the statement of a shape that a policy narrowed, and reports whether it was written.
func (k keeper) query(t *testing.T, s *Shape, text string, args ...any) (written bool, err error) {
	t.Helper()
	spec := &sqlgraph.QuerySpec{Node: &sqlgraph.NodeSpec{Table: "rows", Columns: []string{"id"}}}
	got, with, err := s.statement(t.Context(), k, spec, s.parts, "", func() (string, []any, error) {
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

func TestTextIsKept(t *testing.T) {
	k := keeper{texts: NewTexts(Keep)}
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

func TestTextOfAnotherQueryIsNotKept(t *testing.T) {
	viewer, parent := uuid.New(), uuid.New()
	for name, c := range map[string]struct {
		mode    Mode
		refused bool
	}{"kept": {Keep, false}, "verified": {Verify, true}} {
		t.Run(name, func(t *testing.T) {
			k := keeper{texts: NewTexts(c.mode)}
			for i := range 3 { // a value that nobody stated
				written, err := k.query(t, shaped("unstated", viewer, parent), "SELECT $1", uuid.New())
				if !written || (err != nil) != (c.refused && i == 0) {
					t.Errorf("an unstated value: written %v, %v", written, err)
				}
			}
			for i := range 3 { // something beside the shape decides the text
				written, err := k.query(t, shaped("undecided", viewer, parent), "SELECT $1"+strings.Repeat(" ", i), parent)
				if err == nil && !written {
					t.Error("a text is kept that its shape does not decide")
				}
				if c.refused && i == 1 && err == nil {
					t.Error("verifying lets a text pass that its shape does not decide")
				}
			}
		})
	}
	k := keeper{texts: NewTexts(Keep)}
	for range 4 { // which of two equal values an argument is, nobody knows
		if written, err := k.query(t, shaped("equal", viewer, viewer), "SELECT $1", viewer); !written || err != nil {
			t.Errorf("equal values: written %v, %v", written, err)
		}
	}
	_, _ = k.query(t, shaped("equal", viewer, parent), "SELECT $1", parent)
	if written, _ := k.query(t, shaped("equal", viewer, viewer), "SELECT $1", viewer); written {
		t.Error("it is written again although it is known now which value the argument is")
	}
}

func TestWhatIsAddedAfterwardsIsWritten(t *testing.T) {
	k := keeper{texts: NewTexts(Keep)}
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

func TestTextsAreBounded(t *testing.T) {
	texts := NewTexts(Keep)
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			for i := range 2 * maxTexts {
				key := []byte{byte(i), byte(i >> 8)}
				_, _, _, err := texts.statement(context.Background(), key, nil, func() (string, []any, error) { return "SELECT 1", nil, nil })
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	if n := len(texts.kept); n > maxTexts {
		t.Errorf("%d texts are kept", n)
	}
}
