package csvimport

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ncruces/go-strftime"
)

// reading is one way to read a time that has more than one: the order of day and month, or what a number counts. As a set
// it has those ways in which a cell, or all cells of a column, can be read.
type reading uint8

const (
	dayFirst   reading = 1 << iota // 03/04/2015 is the 3rd of April
	monthFirst                     // 03/04/2015 is the 4th of March
	calendar                       // 20150304, 201503041530 or 20150304153000
	shortYear                      // 1503041530: without the century
	seconds                        // since 1970
	milliseconds
	sheetDays // since 1899-12-30, as spreadsheets count; the fraction is the time of day

	orders  = dayFirst | monthFirst
	numbers = calendar | shortYear | seconds | milliseconds | sheetDays
)

// readingTexts are what readings are called, and the options that ask for them.
var readingTexts = map[reading]struct{ name, option string }{
	dayFirst:     {"day first", "--day-first"},
	monthFirst:   {"month first", "--month-first"},
	calendar:     {"year, month and day as digits", "--date-format %Y%m%d"},
	shortYear:    {"year of two digits, month, day, hour and minute", "--date-format %y%m%d%H%M"},
	seconds:      {"seconds since 1970", "--date-format seconds"},
	milliseconds: {"milliseconds since 1970", "--date-format milliseconds"},
	sheetDays:    {"days as spreadsheets count them", "--date-format spreadsheet-days"},
}

// String returns what a reading is called.
func (r reading) String() string { return readingTexts[r].name }

// option returns the option with which a reading of a cell is asked for.
func (r reading) option(cell string) string {
	option := readingTexts[r].option
	if r == calendar {
		option += map[int]string{len("200601021504"): "%H%M", len("20060102150405"): "%H%M%S"}[len(cell)]
	}
	return option
}

// NumberFormats are the names that a date format may be, besides one of strftime: for numbers that no format of strftime
// describes, and %s, which is seconds.
var NumberFormats = []string{"seconds", "milliseconds", "spreadsheet-days"}

// numberFormats are the readings of these names.
var numberFormats = map[string]reading{
	NumberFormats[0]: seconds, "%s": seconds, NumberFormats[1]: milliseconds, NumberFormats[2]: sheetDays,
}

// dates are the layouts of dates in files of which no text fits two.
var dates = []string{
	"2006-1-2", "2006/1/2", "2006.1.2", "2.1.2006", "2.1.06", "2-Jan-2006", "2-Jan-06", "2 Jan 2006", "2 Jan 06", "Jan 2 2006",
}

// orderedDates are the layouts of dates that are written with the day or the month first.
var orderedDates = map[reading][]string{
	monthFirst: {"1/2/2006", "1/2/06", "1-2-2006"},
	dayFirst:   {"2/1/2006", "2/1/06", "2-1-2006"},
}

// timesOfDay are the layouts of what may follow a date. Fractions of a second are read with each.
var timesOfDay = []string{
	"", " 15:04:05", " 15:04", " 3:04:05 PM", " 3:04 PM", " 3:04:05PM", " 3:04PM", " 3 PM", "T15:04:05", "T15:04",
	"T15:04:05Z07:00", " 15:04:05Z07:00", "T15:04:05Z0700", " 15:04:05Z0700", "T15:04:05Z07", " 15:04:05Z07",
	" 15:04:05 Z07:00", " 15:04:05 Z0700", "T15:04Z07:00", " 15:04Z07:00", " 15:04 Z07:00", " 15:04 Z0700", " 15.04",
}

// withClocks returns the layouts of times with these dates, those of one date after another.
func withClocks(dates []string) (all []string) {
	for _, date := range dates {
		for _, clock := range timesOfDay {
			all = append(all, date+clock)
		}
	}
	return all
}

// layouts has the layouts of times by the order that they are for; 0 is for those that need none.
var layouts = map[reading][]string{
	0: withClocks(dates), dayFirst: withClocks(orderedDates[dayFirst]), monthFirst: withClocks(orderedDates[monthFirst]),
}

// layoutOf returns the layout of a format in the notation of strftime (POSIX), such as %d/%m/%Y %H:%M. Days,
// months and hours may have one digit or two.
func layoutOf(format string) (string, error) {
	text := strings.NewReplacer("%%", "%%", "%d", "%-d", "%e", "%-d", "%m", "%-m", "%I", "%-I", "%B", "%b", "%h", "%b", "%A", "%a").Replace(format)
	layout, err := strftime.Layout(text)
	if err == nil && !strings.Contains(layout, "2006") && !strings.Contains(layout, "06") {
		err = fmt.Errorf("it has no year")
	}
	if err != nil {
		return "", fmt.Errorf("date format %q: %w; write it such as %%d/%%m/%%Y %%H:%%M, or as one of %s", format, err, list(NumberFormats))
	}
	return layout, nil
}

// clock reads the times of a file.
type clock struct {
	local  *time.Location // nil where nothing names it
	layout string         // of all times; "" tries those that are known
	number reading        // what all times count; 0 tries the others
	chosen reading        // the order that was asked for
	// columns are the readings that were decided for columns, where they have cells that need one.
	columns map[int]reading
	last    map[columnReading]string // with which layout a column was read last
	// zoneless says that a time was read that names no zone, where nothing else does.
	zoneless bool
}

// columnReading is a column as it is read with an order.
type columnReading struct {
	column int
	order  reading
}

// newClock returns what reads the times of a file that a mapping describes.
func newClock(m Mapping) (*clock, error) {
	c := &clock{columns: map[int]reading{}, last: map[columnReading]string{}, number: numberFormats[m.DateFormat]}
	var err error
	if m.Timezone != "" {
		if c.local, err = time.LoadLocation(m.Timezone); err != nil {
			return nil, fmt.Errorf("time zone %q is not known: name one such as Europe/Rome", m.Timezone)
		}
	}
	if m.DateFormat != "" && c.number == 0 {
		if c.layout, err = layoutOf(m.DateFormat); err != nil {
			return nil, err
		}
	}
	if m.DayFirst != nil {
		c.chosen = monthFirst
		if *m.DayFirst {
			c.chosen = dayFirst
		}
	}
	return c, nil
}

// parse parses a time of a column as that was decided. Local times that are ambiguous or don't exist because of a clock
// change are converted as RFC 5545 section 3.3.5 says, and reported: of a repeated hour the first is
// taken, a skipped time is read as if the clock had not been changed yet.
func (c *clock) parse(column int, text string) (t time.Time, changed clockChange, ok bool) {
	switch cell := c.spell(text); {
	case c.layout != "":
		return c.parseLayout(c.layout, cell)
	case c.number != 0:
		return c.parseNumber(c.number, cell.text)
	case isNumber(cell.text):
		return c.parseNumber(c.columns[column]&numbers, cell.text)
	case isOrdered(cell.text):
		order := c.columns[column] & orders
		if order == 0 && c.readings(column, text) == 0 {
			order = dayFirst // 01/01/2015 is the same in any order
		}
		return c.tryLayouts(columnReading{column, order}, cell)
	default:
		return c.tryLayouts(columnReading{column: column}, cell)
	}
}

// readAs says how the times of a column are read, where that was asked for or decided.
func (c *clock) readAs(column int) string {
	switch as := c.columns[column]; {
	case c.layout != "" || c.number != 0:
		return " with the date format"
	case as != 0:
		return ": " + either(as, reading.String)
	default:
		return ""
	}
}

// spell writes the time of a cell as layouts have it.
func (c *clock) spell(cell string) spelled {
	if c.layout != "" {
		return spellFor(c.layout, cell)
	}
	return spell(cell)
}

// readings returns the ways in which a cell can be read that has several; none where all of them are the same time, or it
// is none.
func (c *clock) readings(column int, text string) (ways reading) {
	switch cell := c.spell(text); {
	case c.layout != "" || c.number != 0:
	case isNumber(cell.text):
		for way := calendar; way <= sheetDays; way <<= 1 {
			if _, _, ok := c.parseNumber(way, cell.text); ok {
				ways |= way
			}
		}
	case isOrdered(cell.text):
		day, _, fitsDay := c.tryLayouts(columnReading{column, dayFirst}, cell)
		month, _, fitsMonth := c.tryLayouts(columnReading{column, monthFirst}, cell)
		if fitsDay {
			ways |= dayFirst
		}
		if fitsMonth {
			ways |= monthFirst
		}
		if fitsDay && fitsMonth && day.Equal(month) { // 01/01/2015
			return 0
		}
	}
	return ways
}

func (c *clock) tryLayouts(as columnReading, cell spelled) (t time.Time, changed clockChange, ok bool) {
	// A column has one layout, as a rule.
	if last := c.last[as]; last != "" {
		if t, changed, ok = c.parseLayout(last, cell); ok {
			return t, changed, true
		}
	}
	for _, layout := range layouts[as.order] {
		if t, changed, ok = c.parseLayout(layout, cell); ok {
			c.last[as] = layout
			return t, changed, true
		}
	}
	return time.Time{}, unchanged, false
}

// parseLayout parses a time with a layout. One whose day of the week is another is none: something of it is wrong.
func (c *clock) parseLayout(layout string, cell spelled) (t time.Time, changed clockChange, ok bool) {
	t, err := time.ParseInLocation(layout, cell.text, time.UTC)
	if err != nil && layout == c.layout {
		t, err = time.ParseInLocation(layout, strings.ToUpper(cell.text), time.UTC)
	}
	if err != nil || !cell.fallsOn(t) {
		return time.Time{}, unchanged, false
	}
	if strings.Contains(layout, "Z07") || strings.Contains(layout, "-07") {
		return t.UTC().Truncate(time.Millisecond), unchanged, true
	}
	t, changed = c.instant(t)
	return t, changed, true
}

// instant converts a wall-clock time of the file, given in UTC, to the instant. Where nothing names the file's
// time zone, it remembers that one is needed.
func (c *clock) instant(wall time.Time) (time.Time, clockChange) {
	if c.local == nil {
		c.zoneless = true
		return wall, unchanged
	}
	return toInstant(wall, c.local)
}

// isNumber reports whether a text is a whole number or one with a decimal point.
func isNumber(text string) bool {
	whole, fraction, pointed := strings.Cut(text, ".")
	digits := func(s string) bool {
		return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	}
	return digits(whole) && (!pointed || digits(fraction))
}

// isOrdered reports whether a text begins as a date with the day or the month first: one or two digits, the same again,
// and a year, separated by slashes or, where the year has four digits, by hyphens.
func isOrdered(text string) bool {
	digits := func() (n int) {
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		text = text[n:]
		return n
	}
	first := digits()
	if first == 0 || first > 2 || text == "" || text[0] != '/' && text[0] != '-' {
		return false
	}
	separator := text[0]
	text = text[1:]
	second := digits()
	if second == 0 || second > 2 || text == "" || text[0] != separator {
		return false
	}
	text = text[1:]
	year := digits()
	return year == 4 || year == 2 && separator == '/'
}

// What numbers are times. Those that count from 1970 are of 1973 to 2103: a smaller one is a day or a date, and
// a larger one is nothing that anybody has recorded.
const (
	firstSerial, lastSerial = 20_000, 80_000 // 1954 to 2119
	leastEpoch, mostEpoch   = 100_000_000, 4_200_000_000
)

// parseNumber parses a number as a time.
func (c *clock) parseNumber(way reading, text string) (t time.Time, changed clockChange, ok bool) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || !isNumber(text) {
		return time.Time{}, unchanged, false
	}
	switch {
	case way == calendar && (len(text) == len("20060102") || len(text) == len("200601021504") || len(text) == len("20060102150405")):
		return c.parseLayout("20060102150405"[:len(text)], spelled{text: text})
	case way == shortYear && len(text) == len("0601021504"):
		return c.parseLayout("0601021504", spelled{text: text})
	case way == milliseconds && number >= leastEpoch*1_000 && number < mostEpoch*1_000:
		return time.UnixMilli(int64(number)).UTC(), unchanged, true
	case way == seconds && number >= leastEpoch && number < mostEpoch:
		return time.UnixMicro(int64(math.Round(number * 1e6))).UTC().Truncate(time.Millisecond), unchanged, true
	case way == sheetDays && number >= firstSerial && number < lastSerial:
		const secondsOfDay = 24 * 60 * 60
		days, part := math.Modf(number)
		wall := time.Date(1899, 12, 30+int(days), 0, 0, int(math.Round(part*secondsOfDay)), 0, time.UTC)
		t, changed = c.instant(wall)
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
	wall = wall.Truncate(time.Millisecond) // as all times are shown
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
