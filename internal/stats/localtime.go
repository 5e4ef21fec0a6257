package stats

import (
	"fmt"
	"strconv"
	"time"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	hoursOfDay     = 24
	secondsPerHour = 3_600
	secondsPerDay  = hoursOfDay * secondsPerHour
	// beforeEpoch is a number of whole weeks, in seconds: with it no time since the year 1600 is negative.
	beforeEpoch = 19_000 * 7 * secondsPerDay
	// epochWeekday is the weekday of the first day of 1970, a Thursday, counted from Monday.
	epochWeekday = 3
)

// LocalTimeInput is a condition on the local hour or weekday of a time of complaints.
type LocalTimeInput struct {
	Of        domain.ComplaintTime
	Timezone  string
	HourOfDay *int
	Weekday   *domain.Weekday
}

// Predicate returns the condition. The databases compute it for each row.
func (in LocalTimeInput) Predicate() (predicate.Complaint, error) {
	zone, err := location("localTime.timezone", in.Timezone)
	if err != nil {
		return nil, err
	}
	if in.HourOfDay != nil {
		if bad := fault.Between("localTime.hourOfDay", *in.HourOfDay, 0, hoursOfDay-1); bad != nil {
			return nil, fault.Invalid(bad...)
		}
	}
	return func(s *sql.Selector) {
		at := s.C(times[in.Of].column)
		s.Where(sql.NotNull(at))
		equals := func(of sql.Querier, value int) {
			s.Where(sql.P(func(b *sql.Builder) { b.Join(of).WriteString(" = ").WriteString(strconv.Itoa(value)) }))
		}
		if in.HourOfDay != nil {
			equals(hourOfDay(zone)(at, s.Dialect()), *in.HourOfDay)
		}
		for i, day := range domain.Weekdays {
			if in.Weekday != nil && *in.Weekday == day {
				equals(weekday(zone)(at, s.Dialect()), i)
			}
		}
	}, nil
}

// hourOfDay returns an expression for the local hour of a column's instant.
func hourOfDay(zone *time.Location) func(column, of string) sql.Querier {
	return func(column, of string) sql.Querier {
		return sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("(")
			localSeconds(b, zone, column, of)
			b.WriteString(fmt.Sprintf(" %% %d / %d)", secondsPerDay, secondsPerHour))
		})
	}
}

// weekday returns an expression for the local weekday of a column's instant, 0 for Monday.
func weekday(zone *time.Location) func(column, of string) sql.Querier {
	return func(column, of string) sql.Querier {
		return sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("((")
			localSeconds(b, zone, column, of)
			b.WriteString(fmt.Sprintf(" / %d + %d) %% 7)", secondsPerDay, epochWeekday))
		})
	}
}

// localSeconds writes the seconds of a column's instant on local clocks, since a Thursday long ago. The
// offsets of the time zone are compared in a tree, since the databases' functions for time zones differ.
func localSeconds(b *sql.Builder, zone *time.Location, column, of string) {
	b.WriteString(fmt.Sprintf("(%s + %d + ", epochSeconds(of, column), beforeEpoch))
	changes, offsets := clockChanges(zone)
	plain := compared(column, of)
	var branch func(low, high int)
	branch = func(low, high int) {
		if low == high {
			b.WriteString("(" + strconv.Itoa(offsets[low]) + ")")
			return
		}
		middle := (low + high) / 2
		b.WriteString("CASE WHEN " + plain + " < ").Arg(changes[middle]).WriteString(" THEN ")
		branch(low, middle)
		b.WriteString(" ELSE ")
		branch(middle+1, high)
		b.WriteString(" END")
	}
	branch(0, len(changes))
	b.WriteString(")")
}

// clockChanges returns the instants at which the clocks of a time zone change, and its offsets before the
// first and from each of them on, from 1970 until 2070.
func clockChanges(zone *time.Location) (changes []time.Time, offsets []int) {
	last := time.Date(2070, 1, 1, 0, 0, 0, 0, time.UTC)
	at := time.Unix(0, 0).In(zone)
	_, now := at.Zone()
	offsets = []int{now}
	for {
		_, end := at.ZoneBounds()
		switch {
		case end.IsZero() || end.After(last):
			return changes, offsets
		case !end.After(at): // the library returns the last day of a year itself
			at = at.Add(time.Hour)
		default:
			at = end.In(zone)
		}
		if _, is := at.Zone(); is != now {
			changes, offsets, now = append(changes, at.UTC()), append(offsets, is), is
		}
	}
}
