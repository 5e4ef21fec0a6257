package entgql

import (
	"time"

	"entgo.io/ent/dialect/sql"
)

// Conditions on a column that may hold microseconds, by the milliseconds that are shown of it. They compare the bare column,
// for which there is an index. A millisecond ends with its last microsecond: the next one may be in the year 10000, which
// SQLite would compare as a text.

const untilItsLast = time.Millisecond - time.Microsecond

func inMillisecond(column string, at time.Time) *sql.Predicate {
	return sql.And(sql.GTE(column, at), sql.LTE(column, at.Add(untilItsLast)))
}

// MillisecondEQ selects rows that show a time.
func MillisecondEQ(column string, at time.Time) func(*sql.Selector) {
	return func(s *sql.Selector) { s.Where(inMillisecond(s.C(column), at)) }
}

// MillisecondNEQ selects rows that show another time.
func MillisecondNEQ(column string, at time.Time) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.Where(sql.Or(sql.LT(s.C(column), at), sql.GT(s.C(column), at.Add(untilItsLast))))
	}
}

// MillisecondIn selects rows that show one of some times.
func MillisecondIn(column string, times ...time.Time) func(*sql.Selector) {
	return func(s *sql.Selector) {
		if len(times) == 0 {
			NoRow(s)
			return
		}
		s.Where(inMilliseconds(s.C(column), times))
	}
}

// MillisecondNotIn selects rows that show none of some times.
func MillisecondNotIn(column string, times ...time.Time) func(*sql.Selector) {
	return func(s *sql.Selector) {
		if len(times) == 0 {
			AnyRow(s)
			return
		}
		s.Where(sql.Not(inMilliseconds(s.C(column), times)))
	}
}

func inMilliseconds(column string, times []time.Time) *sql.Predicate {
	all := make([]*sql.Predicate, len(times))
	for i, at := range times {
		all[i] = inMillisecond(column, at)
	}
	return sql.Or(all...)
}

// MillisecondGT selects rows that show a later time.
func MillisecondGT(column string, at time.Time) func(*sql.Selector) {
	return func(s *sql.Selector) { s.Where(sql.GT(s.C(column), at.Add(untilItsLast))) }
}

// MillisecondLTE selects rows that show a time or an earlier one.
func MillisecondLTE(column string, at time.Time) func(*sql.Selector) {
	return func(s *sql.Selector) { s.Where(sql.LTE(s.C(column), at.Add(untilItsLast))) }
}
