package entgql

import (
	"errors"
	"fmt"

	"entgo.io/ent/dialect/sql"
)

// ErrNoCondition is returned for a filter without a condition.
var ErrNoCondition = errors.New("entgql: the filter has no condition")

// EmptyConditionError is returned for a filter in which a condition is empty. What it should select can't be told.
type EmptyConditionError struct {
	Path string // from the filter, such as or.1.not
}

// Error implements error.
func (e *EmptyConditionError) Error() string { return "entgql: the condition " + e.Path + " is empty" }

// Within returns the error of a filter that stands in another one: in a field, at an index of its list.
func Within(err error, field string, index ...int) error {
	path := field
	for _, i := range index {
		path = fmt.Sprintf("%s.%d", path, i)
	}
	var empty *EmptyConditionError
	switch {
	case errors.Is(err, ErrNoCondition):
		return &EmptyConditionError{path}
	case errors.As(err, &empty):
		return &EmptyConditionError{path + "." + empty.Path}
	default:
		return fmt.Errorf("%s: %w", path, err)
	}
}

// AnyRow is true for all rows, as all of no conditions are.
func AnyRow(s *sql.Selector) { s.Where(sql.ExprP("1 = 1")) }

// NoRow is true for no row, as one of no conditions is.
func NoRow(s *sql.Selector) { s.Where(sql.ExprP("1 = 0")) }

// NotTrue returns the condition that not all of some are true. What compares with an absent value is neither
// true nor false, and a plain NOT would leave such rows out.
func NotTrue[P ~func(*sql.Selector)](all ...P) P {
	return func(s *sql.Selector) {
		s.CollectPredicates()
		for _, is := range all {
			is(s)
		}
		collected := s.CollectedPredicates()
		s.UncollectedPredicates()
		if len(collected) == 0 { // which is true for all
			NoRow(s)
			return
		}
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("(").Join(sql.And(collected...)).WriteString(") IS NOT TRUE")
		}))
	}
}
