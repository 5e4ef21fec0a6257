package csvimport

import (
	"strings"
	"time"
)

// layouts are the layouts of times in files, the unambiguous ones first. A time without a zone is
// local. Fractions of a second are read with every layout.
var layouts = []string{
	time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05Z0700",
	"2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02",
	"2006/1/2 15:04:05", "2006/1/2 15:04", "2006/1/2",
	"2.1.2006 15:04:05", "2.1.2006 15:04", "2.1.2006",
}

// timesOfDay are the times of day after a date that is written with slashes.
var timesOfDay = []string{" 3:04:05 PM", " 3:04 PM", " 15:04:05", " 15:04", ""}

// parseTime parses a time. Local times that are ambiguous or don't exist because of a clock change
// are converted as RFC 5545 section 3.3.5 says, and reported: of a repeated hour the first is
// taken, a skipped time is read as if the clock had not been changed yet.
func (l *layout) parseTime(text string, local *time.Location) (t time.Time, changed clockChange, ok bool) {
	text = strings.ToUpper(text)
	for _, layout := range layouts {
		if t, err := time.ParseInLocation(layout, text, time.UTC); err == nil {
			if strings.Contains(layout, "Z07") {
				return t.UTC().Truncate(time.Microsecond), unchanged, true
			}
			t, changed = toInstant(t, local)
			return t, changed, true
		}
	}
	date := "1/2/2006"
	if l.DayFirst {
		date = "2/1/2006"
	}
	for _, clock := range timesOfDay {
		if t, err := time.ParseInLocation(date+clock, text, time.UTC); err == nil {
			t, changed = toInstant(t, local)
			return t, changed, true
		}
	}
	return time.Time{}, unchanged, false
}

type clockChange int

const (
	unchanged clockChange = iota
	repeated
	skipped
)

// toInstant converts a wall-clock time, given in UTC, to the instant in a location. time.Date does
// not specify the result when there are two instants or none.
func toInstant(wall time.Time, local *time.Location) (time.Time, clockChange) {
	wall = wall.Truncate(time.Microsecond) // what PostgreSQL keeps
	at := func(near time.Time) (time.Time, bool) {
		_, offset := near.In(local).Zone()
		t := wall.Add(-time.Duration(offset) * time.Second)
		_, there := t.In(local).Zone()
		return t, offset == there
	}
	before, first := at(wall.Add(-24 * time.Hour))
	after, second := at(wall.Add(24 * time.Hour))
	switch {
	case first && second && !before.Equal(after):
		return before, repeated
	case first:
		return before, unchanged
	case second:
		return after, unchanged
	default:
		return before, skipped
	}
}
