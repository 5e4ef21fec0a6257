package stats

import (
	"fmt"
	"sort"
	"time"
	_ "time/tzdata" // time zones must not depend on the machine

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// MaxBuckets is how many buckets a statistic may have.
const MaxBuckets = 1_000

// defaultSpans are how many spans there are when no beginning is given.
var defaultSpans = map[domain.TimeBucket]int{
	domain.BucketHour: 48, domain.BucketDay: 31, domain.BucketWeek: 26, domain.BucketMonth: 12, domain.BucketQuarter: 8, domain.BucketYear: 5,
}

// TimeRange is a period of time, from one instant until before another one, divided into spans of
// local time if a bucket is given.
type TimeRange struct {
	From, To *time.Time
	Bucket   *domain.TimeBucket
	Timezone string
}

// spans are the ends of a period, nil where it is open, and the instants at which its spans
// begin, the last one being the end of the last span.
type spans struct {
	from, to *time.Time
	edges    []time.Time
	zone     *time.Location
	days     bool // whether the column holds days rather than instants
}

// day is the format of days in columns.
const day = "2006-01-02"

func (s spans) argument(t time.Time) any {
	if s.days {
		return t.Format(day)
	}
	return t
}

// spans returns the spans of the period, of which there are at most MaxBuckets.
func (p TimeRange) spans(now time.Time) (spans, error) {
	zone, err := location("timezone", p.Timezone)
	if err != nil {
		return spans{}, err
	}
	s := spans{from: toMilliseconds(p.From), to: toMilliseconds(p.To), zone: zone}
	if s.from != nil && s.to != nil && !s.from.Before(*s.to) {
		return spans{}, invalid("from", "out_of_range", "must be before to")
	}
	if p.Bucket == nil {
		return s, nil
	}
	if s.to == nil {
		end := toMilliseconds(&now).Add(time.Millisecond) // the present instant is part of it
		if s.from != nil && !s.from.Before(end) {
			return spans{}, invalid("from", "out_of_range", "must be in the past, or to must be given")
		}
		s.to = &end
	}
	c := calendar{zone, *p.Bucket}
	if *p.Bucket == domain.BucketHour {
		return s.hours()
	}
	if s.from == nil {
		first := c.day(*s.to)
		for range defaultSpans[*p.Bucket] - 1 {
			first = c.step(first, -1)
		}
		from := c.start(first)
		s.from = &from
	}
	if years := s.to.Sub(*s.from).Hours() / 24 / 365; years > MaxBuckets { // before they are counted one by one
		return spans{}, tooMany("bucket")
	}
	s.edges = []time.Time{*s.from}
	for next := c.step(c.day(*s.from), 1); ; next = c.step(next, 1) {
		at := c.start(next)
		if !at.Before(*s.to) {
			break
		}
		if !at.After(s.edges[len(s.edges)-1]) { // a day that a zone left out
			continue
		}
		if s.edges = append(s.edges, at); len(s.edges) > MaxBuckets {
			return spans{}, tooMany("bucket")
		}
	}
	s.edges = append(s.edges, *s.to)
	return s, nil
}

// hours divides the period into the hours of local clocks, one after the other: where the clocks are set back, an
// hour comes twice.
func (s spans) hours() (spans, error) {
	if s.from == nil {
		from := s.to.Add(-time.Duration(defaultSpans[domain.BucketHour]-1) * time.Hour)
		from = from.Add(-s.pastHour(from))
		s.from = &from
	}
	s.edges = []time.Time{*s.from}
	for at := *s.from; ; {
		if at = s.nextHour(at); !at.Before(*s.to) {
			break
		}
		if s.edges = append(s.edges, at); len(s.edges) > MaxBuckets {
			return spans{}, tooMany("bucket")
		}
	}
	s.edges = append(s.edges, *s.to)
	return s, nil
}

// nextHour returns when the next local hour begins. Where clocks are set back by half an hour, one is longer.
func (s spans) nextHour(at time.Time) time.Time {
	next := at.Add(time.Hour - s.pastHour(at))
	if past := s.pastHour(next); past > 0 && next.In(s.zone).Hour() == at.In(s.zone).Hour() {
		next = next.Add(time.Hour - past)
	}
	return next
}

// pastHour returns how long ago the local hour of an instant began on clocks.
func (s spans) pastHour(at time.Time) time.Duration {
	local := at.In(s.zone)
	return time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
}

// location returns a time zone by its name.
func location(field, name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" || name == "" {
		return nil, invalid(field, "invalid", "must be the name of a time zone, such as Europe/Lisbon")
	}
	return zone, nil
}

func invalid(field, code, format string, args ...any) error {
	return fault.Invalid(fault.Input(field, code, format, args...))
}

func tooMany(field string) error {
	return invalid(field, "too_many", "gives more than %d buckets", MaxBuckets)
}

func tooManyGroups() error {
	return invalid("groupBy", "too_many",
		"gives more than %d groups to be sorted or summed up; top with no other numbers than count and overdueShare may be of any number",
		MaxGroups)
}

// toMilliseconds returns a time in the precision in which all are stored.
func toMilliseconds(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC().Truncate(time.Millisecond)
	return &at
}

// calendar computes the days on which spans begin. A day is represented by its midnight in UTC.
type calendar struct {
	zone *time.Location
	by   domain.TimeBucket
}

// day returns the first day of the span in which an instant lies.
func (c calendar) day(t time.Time) time.Time {
	y, m, d := t.In(c.zone).Date()
	at := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	switch c.by {
	case domain.BucketWeek:
		return at.AddDate(0, 0, -(int(at.Weekday())+6)%7)
	case domain.BucketMonth:
		return at.AddDate(0, 0, 1-d)
	case domain.BucketQuarter:
		return time.Date(y, m-(m-1)%monthsPerQuarter, 1, 0, 0, 0, 0, time.UTC)
	case domain.BucketYear:
		return time.Date(y, time.January, 1, 0, 0, 0, 0, time.UTC)
	default:
		return at
	}
}

const monthsPerQuarter = 3

func (c calendar) step(from time.Time, n int) time.Time {
	switch c.by {
	case domain.BucketWeek:
		return from.AddDate(0, 0, 7*n)
	case domain.BucketMonth:
		return from.AddDate(0, n, 0)
	case domain.BucketQuarter:
		return from.AddDate(0, monthsPerQuarter*n, 0)
	case domain.BucketYear:
		return from.AddDate(n, 0, 0)
	default:
		return from.AddDate(0, 0, n)
	}
}

// start returns the first instant of a local day, which is not always midnight: a change of the
// clocks may skip that, or the whole day.
func (c calendar) start(on time.Time) time.Time {
	var found []time.Time
	for _, near := range []time.Time{on.Add(-36 * time.Hour), on.Add(36 * time.Hour)} {
		_, offset := near.In(c.zone).Zone()
		at := on.Add(-time.Duration(offset) * time.Second)
		y, m, d := at.In(c.zone).Date()
		if !time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Before(on) {
			found = append(found, at)
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Before(found[j]) })
	return found[0]
}

// spanNumber returns an expression for the index of the span in which a column's instant lies: a
// tree of comparisons, since the databases' functions for days and time zones differ.
func (s spans) spanNumber(column string) sql.Querier {
	return sql.ExprFunc(func(b *sql.Builder) { s.branch(b, compared(column, b.Dialect()), 0, len(s.edges)-1) })
}

// compared returns a column of times as it is compared without an index. SQLite would try each time to read the other side as a
// number, because that is what it takes a column of this type to be.
func compared(column, of string) string {
	if of == dialect.SQLite {
		return "+" + column
	}
	return column
}

func (s spans) branch(b *sql.Builder, column string, low, high int) {
	if high-low <= 1 {
		b.WriteString(fmt.Sprint(low))
		return
	}
	middle := (low + high) / 2
	b.WriteString("CASE WHEN ").WriteString(column).WriteString(" < ").Arg(s.argument(s.edges[middle])).WriteString(" THEN ")
	s.branch(b, column, low, middle)
	b.WriteString(" ELSE ")
	s.branch(b, column, middle, high)
	b.WriteString(" END")
}

// present reports whether whatever lies in the period has a time: it has an end.
func (s spans) present() bool { return s.from != nil || s.to != nil }

// inPeriod returns a predicate that narrows a query to the period, by a column.
func (s spans) inPeriod(column string) func(*sql.Selector) {
	return func(q *sql.Selector) {
		if s.from != nil {
			q.Where(sql.GTE(column, s.argument(*s.from)))
		}
		if s.to != nil {
			q.Where(sql.LT(column, s.argument(*s.to)))
		}
	}
}
