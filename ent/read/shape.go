package read

import (
	"context"
	"reflect"
	"slices"
	"strconv"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/sqlgraph"
)

// Shape is what decides the text of a query, and the values that its text has placeholders for. The
// text of a query with a shape is written once and kept; that of one without is written each time.
//
// A caller gives a query its shape when nothing is added to the query any more. It names the place in
// the code, which decides the conditions and the order, and states every value that the conditions compare with. The
// rest is added on the way: what the policy decided, the columns, the size of the page. A query that was
// changed afterwards, or that compares with a value that nobody stated, is written each time.
type Shape struct {
	key    []byte
	values []any
	parts  Parts
	static bool // whether the place decides also how edges are loaded

	keyRoom   [320]byte
	valueRoom [8]any
}

// Parts are how many conditions, orders and modifiers a query has.
type Parts struct{ Conditions, Orders, Modifiers int }

// New returns the shape of a query that is made at a place in the code. A value that is a pointer stands
// for a condition that is left out where it is nil.
func New(place string, values ...any) *Shape {
	s := &Shape{}
	s.key, s.values = s.keyRoom[:0], s.valueRoom[:0]
	s.add(place)
	for _, value := range values {
		s.addValue(value)
	}
	return s
}

// addValue adds a value of any type, which may be a pointer.
func (s *Shape) addValue(value any) {
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() != reflect.Pointer:
		s.values = append(s.values, value)
	case v.IsNil():
		s.key = append(s.key, '-')
	default:
		s.key = append(s.key, '+')
		s.values = append(s.values, v.Elem().Interface())
	}
}

// Static says that edges are loaded as the place in the code and the columns say, too: without arguments
// of a caller.
func (s *Shape) Static() *Shape {
	s.static = true
	s.add("static")
	return s
}

// Part adds what else decides the text: a name, and one of two forms.
func (s *Shape) Part(name string, form bool) {
	s.add(name)
	s.key = strconv.AppendBool(s.key, form)
}

// add adds a name to the key.
func (s *Shape) add(name string) {
	s.key = append(append(s.key, name...), 0)
}

func (s *Shape) addNumber(n int) {
	s.key = append(strconv.AppendInt(s.key, int64(n), 10), 0)
}

// Seal notes what a query consists of when it gets the shape, and returns the shape.
func (s *Shape) Seal(now Parts) *Shape {
	if s != nil {
		s.parts = now
	}
	return s
}

// Narrow notes what a policy decided about the query: by which form of its conditions, how many it
// added, and the values that they may compare with.
func (s *Shape) Narrow(form string, added int, values ...any) {
	s.add(form)
	s.addNumber(added)
	s.parts.Conditions += added
	s.values = append(s.values, values...)
}

// Inline notes columns of an edge that the query reads too.
func (s *Shape) Inline(edge string, columns []string) {
	if s == nil {
		return
	}
	s.add(edge)
	for _, column := range columns {
		s.add(column)
	}
	s.key = append(s.key, 1)
}

// statement returns the text and the arguments of a query: the kept text where there is one, what build writes otherwise.
func (s *Shape) statement(
	ctx context.Context, drv dialect.Driver, spec *sqlgraph.QuerySpec, now Parts, kind string, build func() (string, []any, error),
) (string, []any, error) {
	if s == nil {
		return build()
	}
	if tx, ok := drv.(interface{ Database() dialect.Driver }); ok {
		drv = tx.Database()
	}
	keeper, ok := drv.(interface {
		Texts() *Texts
		CountKept(ctx context.Context)
	})
	if !ok || spec.From != nil || now != s.parts {
		return build()
	}
	end := len(s.key) // the edges begin there
	s.add(kind)
	s.add(spec.Node.Table)
	for _, column := range spec.Node.Columns {
		s.add(column)
	}
	s.key = append(s.key, 1)
	s.addNumber(spec.Limit)
	s.addNumber(spec.Offset)
	s.key = strconv.AppendBool(s.key, spec.Unique)
	s.addNumber(len(s.values))
	text, args, kept, err := keeper.Texts().statement(ctx, s.key, s.values, build)
	s.key = s.key[:end]
	if kept {
		keeper.CountKept(ctx)
	}
	return text, args, err
}

// sources returns which values an argument may be.
func sources(argument any, values []any) (of []int) {
	if argument == nil || !reflect.TypeOf(argument).Comparable() {
		return nil
	}
	for i, value := range values {
		if value == argument {
			of = append(of, i)
		}
	}
	return of
}

func common(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(i int) bool { return !slices.Contains(b, i) })
}
