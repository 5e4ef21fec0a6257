package entread

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/sqlgraph"
)

// Shape is what decides the statement of a query, and the values that it has placeholders for. The
// statement of a query with a shape is written once and cached; that of one without is written each time.
//
// A caller gives a query its shape when nothing is added to the query any more. It names the call
// site, which decides the conditions and the order, and states every value that the conditions compare with. The
// rest is added on the way: what the policy decided, the columns, the size of the page. A query that was
// changed afterwards, or that compares with a value that nobody stated, is written each time.
type Shape struct {
	key    []byte
	values []any
	parts  Parts
	static bool // whether the call site decides also how edges are loaded
	err    error

	keyRoom   [320]byte
	valueRoom [8]any
}

// Parts are how many conditions, orders and modifiers a query has.
type Parts struct{ Conditions, Orders, Modifiers int }

// verifying is whether a database of this process verifies its statements. Then callers are where New was called, by
// the names of the call sites.
var (
	verifying atomic.Bool
	callers   sync.Map
)

// New returns the shape of a query that is made at a call site, which has this name alone. A value that is a
// pointer stands for a condition that is left out where it is nil.
func New(callSite string, values ...any) *Shape {
	s := &Shape{}
	s.key, s.values = s.keyRoom[:0], s.valueRoom[:0]
	s.add(callSite)
	s.State(values...)
	if verifying.Load() {
		_, file, line, _ := runtime.Caller(1)
		caller := file + ":" + strconv.Itoa(line)
		if other, known := callers.LoadOrStore(callSite, caller); known && other != caller {
			s.err = fmt.Errorf("entread: %s is the call site %q, and so is %s", caller, callSite, other)
		}
	}
	return s
}

// State adds values that the conditions compare with.
func (s *Shape) State(values ...any) {
	for _, value := range values {
		s.addValue(value)
	}
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

// Static says that edges are loaded as the call site and the columns say, too: without arguments
// of a caller.
func (s *Shape) Static() *Shape {
	s.static = true
	s.add("static")
	return s
}

// DecidesEdges reports whether the statement may depend on how edges are loaded: it is written each time, or the
// call site decides that too.
func (s *Shape) DecidesEdges() bool { return s == nil || s.static }

// Part adds what else decides the statement: a name, and one of two forms.
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

// transaction is the driver of one.
type transaction interface{ Database() dialect.Driver }

// InTransaction reports whether a driver is a transaction's.
func InTransaction(drv dialect.Driver) bool {
	_, ok := drv.(transaction)
	return ok
}

// statement returns the text and the arguments of a query: those that are cached, if there are any, what build writes otherwise.
func (s *Shape) statement(
	ctx context.Context, drv dialect.Driver, spec *sqlgraph.QuerySpec, now Parts, kind string, build func() (string, []any, error),
) (string, []any, error) {
	if s == nil {
		return build()
	}
	if s.err != nil {
		return "", nil, s.err
	}
	if tx, ok := drv.(transaction); ok {
		drv = tx.Database()
	}
	cache, ok := drv.(interface {
		Statements() *Cache
		CountCached(ctx context.Context)
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
	text, args, cached, err := cache.Statements().statement(ctx, s.key, s.values, build)
	s.key = s.key[:end]
	if cached {
		cache.CountCached(ctx)
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
