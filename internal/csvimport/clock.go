package csvimport

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ncruces/go-strftime"
)

// dates are the layouts of dates in files. No text fits two of them, except those with slashes or
// hyphens, for which the file says whether days come first.
var (
	dates       = []string{"2006-1-2", "2006/1/2", "2.1.2006", "2.1.06", "2-Jan-2006", "2-Jan-06", "2 Jan 2006", "2 January 2006", "Jan 2 2006", "Jan 2, 2006", "January 2 2006", "January 2, 2006"}
	monthsFirst = []string{"1/2/2006", "1/2/06", "1-2-2006"}
	daysFirst   = []string{"2/1/2006", "2/1/06", "2-1-2006"}
)

// timesOfDay are the layouts of what may follow a date. Fractions of a second are read with each.
var timesOfDay = []string{
	"", " 15:04:05", " 15:04", " 3:04:05 PM", " 3:04 PM", " 3:04:05PM", " 3:04PM", " 3 PM", "T15:04:05", "T15:04",
	"T15:04:05Z07:00", " 15:04:05Z07:00", "T15:04:05Z0700", " 15:04:05Z0700", "T15:04:05Z07", " 15:04:05Z07",
	" 15:04:05 Z07:00", " 15:04:05 Z0700", "T15:04Z07:00", " 15:04Z07:00",
}

// layoutsOf returns the layouts of times in files, those of one date after another.
func layoutsOf(dayFirst bool) (all []string) {
	ambiguous := monthsFirst
	if dayFirst {
		ambiguous = daysFirst
	}
	for _, date := range append(ambiguous, dates...) {
		for _, clock := range timesOfDay {
			all = append(all, date+clock)
		}
	}
	return all
}

// layoutOf returns the layout of a format in the notation of strftime (POSIX), such as %d/%m/%Y %H:%M. Days,
// months and hours may have one digit or two.
func layoutOf(format string) (string, error) {
	text := strings.NewReplacer("%%", "%%", "%d", "%-d", "%e", "%-d", "%m", "%-m", "%I", "%-I").Replace(format)
	layout, err := strftime.Layout(text)
	if err == nil && !strings.Contains(layout, "2006") && !strings.Contains(layout, "06") {
		err = fmt.Errorf("it has no year")
	}
	if err != nil {
		return "", fmt.Errorf("date format %q: %w; write it such as %%d/%%m/%%Y %%H:%%M", format, err)
	}
	return layout, nil
}

// parseTime parses a time. Local times that are ambiguous or don't exist because of a clock change
// are converted as RFC 5545 section 3.3.5 says, and reported: of a repeated hour the first is
// taken, a skipped time is read as if the clock had not been changed yet.
func (rd *reader) parseTime(f Field, text string) (t time.Time, changed clockChange, ok bool) {
	if rd.dateLayout != "" {
		return rd.parseLayout(rd.dateLayout, text)
	}
	text = strings.ToUpper(text) // AM and PM are read in capitals only
	if t, changed, ok = rd.parseNumber(text); ok {
		return t, changed, true
	}
	text = strings.TrimSuffix(text, " UHR") // 23.04.2015 10:00 Uhr
	for _, utc := range []string{" UTC", " GMT", " Z"} {
		if cut, named := strings.CutSuffix(text, utc); named {
			text = cut + "Z"
		}
	}
	// A column has one layout, as a rule.
	if last := rd.lastLayout[f]; last != "" {
		if t, changed, ok = rd.parseLayout(last, text); ok {
			return t, changed, true
		}
	}
	for _, layout := range rd.layouts {
		if t, changed, ok = rd.parseLayout(layout, text); ok {
			rd.lastLayout[f] = layout
			return t, changed, true
		}
	}
	return time.Time{}, unchanged, false
}

func (rd *reader) parseLayout(layout, text string) (t time.Time, changed clockChange, ok bool) {
	t, err := time.ParseInLocation(layout, text, time.UTC)
	if err != nil && layout == rd.dateLayout {
		t, err = time.ParseInLocation(layout, strings.ToUpper(text), time.UTC)
	}
	if err != nil {
		return time.Time{}, unchanged, false
	}
	if strings.Contains(layout, "Z07") || strings.Contains(layout, "-07") {
		return t.UTC().Truncate(time.Microsecond), unchanged, true
	}
	t, changed = rd.instant(t)
	return t, changed, true
}

// instant converts a wall-clock time of the file, given in UTC, to the instant. Where nothing names the file's
// time zone, it remembers that one is needed.
func (rd *reader) instant(wall time.Time) (time.Time, clockChange) {
	if rd.local == nil {
		rd.zoneless = true
		return wall, unchanged
	}
	return toInstant(wall, rd.local)
}

// Numbers that stand for times.
const (
	firstSerial, lastSerial = 20_000, 80_000 // days since 1899-12-30, as spreadsheets count: 1954 to 2119
	leastEpoch, leastMillis = 100_000_000, 100_000_000_000
)

// parseNumber parses times that are numbers: a date without separators, seconds or milliseconds
// since 1970, and the days of spreadsheets, whose fraction is the local time of the day.
func (rd *reader) parseNumber(text string) (t time.Time, changed clockChange, ok bool) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || number < firstSerial || number >= 1e15 || strings.ContainsAny(text, "EXP_+") {
		return time.Time{}, unchanged, false
	}
	if len(text) == len("20060102") || len(text) == len("20060102150405") {
		if t, changed, ok = rd.parseLayout("20060102150405"[:len(text)], text); ok {
			return t, changed, true
		}
	}
	switch {
	case number >= leastMillis:
		return time.UnixMilli(int64(number)).UTC(), unchanged, true
	case number >= leastEpoch:
		return time.UnixMicro(int64(math.Round(number * 1e6))).UTC(), unchanged, true
	case number < lastSerial:
		const secondsOfDay = 24 * 60 * 60
		days, part := math.Modf(number)
		wall := time.Date(1899, 12, 30+int(days), 0, 0, int(math.Round(part*secondsOfDay)), 0, time.UTC)
		t, changed = rd.instant(wall)
		return t, changed, true
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
