package csvimport_test

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/csvimport"
)

// timesFile returns a file with rows of a number, opening, due and closing times.
func timesFile(rows ...string) string {
	return "id,title,opened,due,closed\n" + strings.Join(rows, "\n") + "\n"
}

// timesOptions map the columns of timesFile.
func timesOptions() csvimport.Options {
	return csvimport.Options{Timezone: "UTC", Columns: map[string]string{
		"external_ref": "id", "title": "title", "opened_at": "opened", "due_at": "due", "closed_at": "closed",
	}}
}

// times returns when the complaints of a file were opened, are due and were closed, by their numbers.
func (d *env) times(prefix string) map[string]string {
	all := map[string]string{}
	format := func(at *time.Time) string {
		if at == nil {
			return ""
		}
		return " " + at.UTC().Format("2006-01-02T15:04:05")
	}
	for _, c := range d.Complaint.Query().Where(complaint.ExternalRefHasPrefix(prefix + ":")).AllX(d.ctx) {
		all[strings.TrimPrefix(*c.ExternalRef, prefix+":")] = strings.TrimSpace(format(&c.CreatedAt) + format(c.DueAt) + format(c.ClosedAt))
	}
	return all
}

// TestTimesAreReadByTheirColumns: whether the day or the month is first, and what numbers count, is decided by the whole
// column, or asked, and never by a cell alone.
func TestTimesAreReadByTheirColumns(t *testing.T) {
	const askDay, askMonth = "--day-first", "--month-first"
	cases := []struct {
		name  string
		rows  []string
		more  func(*csvimport.Options)
		want  map[string]string
		said  []string // how columns are read
		bad   []string // parts of the report's lines
		asked []string // parts of the question instead
	}{
		{
			name: "DayFirst", rows: []string{"a,x,03/04/2025 10:00,,", "b,x,15/04/2025 08:30,,"},
			want: map[string]string{"a": "2025-04-03T10:00:00", "b": "2025-04-15T08:30:00"},
			said: []string{"opened: day first (line 3: 15/04/2025 08:30)"},
		},
		{
			name: "MonthFirst", rows: []string{"a,x,04/03/2025,,", "b,x,04/15/2025,,"},
			want: map[string]string{"a": "2025-04-03T00:00:00", "b": "2025-04-15T00:00:00"},
			said: []string{"opened: month first (line 3: 04/15/2025)"},
		},
		{
			name: "Hyphens", rows: []string{"a,x,3-4-2025,,", "b,x,15-4-2025,,"},
			want: map[string]string{"a": "2025-04-03T00:00:00", "b": "2025-04-15T00:00:00"},
			said: []string{"opened: day first (line 3: 15-4-2025)"},
		},
		{
			name: "YearsOfTwoDigits", rows: []string{"a,x,3/4/25 9:05 pm,,", "b,x,12/31/24 9:05 pm,,"},
			want: map[string]string{"a": "2025-03-04T21:05:00", "b": "2024-12-31T21:05:00"},
			said: []string{"opened: month first (line 3: 12/31/24 9:05 pm)"},
		},
		{
			name: "DotsHaveTheDayFirst", rows: []string{"a,x,03.04.2025,,", "b,x,3.4.25 10:00 Uhr,,"},
			want: map[string]string{"a": "2025-04-03T00:00:00", "b": "2025-04-03T10:00:00"},
		},
		{
			name: "Undecided", rows: []string{"a,x,03/04/2025,,", "b,x,07/05/2025,,"},
			asked: []string{`"opened"`, "line 2: 03/04/2025", askDay, askMonth},
		},
		{
			name: "SameInAnyOrder", rows: []string{"a,x,01/01/2025,,", "b,x,05/05/2025 10:00,,"},
			want: map[string]string{"a": "2025-01-01T00:00:00", "b": "2025-05-05T10:00:00"},
		},
		{
			name: "FollowsTheOthers", rows: []string{"a,x,15/04/2025,04/05/2025,05/06/2025", "b,x,16/04/2025,05/05/2025,06/07/2025"},
			want: map[string]string{"a": "2025-04-15T00:00:00 2025-05-04T00:00:00 2025-06-05T00:00:00", "b": "2025-04-16T00:00:00 2025-05-05T00:00:00 2025-07-06T00:00:00"},
			said: []string{"opened: day first (line 2: 15/04/2025)", "due: day first, as the others of the file", "closed: day first, as the others of the file"},
		},
		{
			name: "EachColumnForItself", rows: []string{"a,x,15/04/2025,05/31/2025,", "b,x,03/04/2025,05/06/2025,"},
			want: map[string]string{"a": "2025-04-15T00:00:00 2025-05-31T00:00:00", "b": "2025-04-03T00:00:00 2025-05-06T00:00:00"},
			said: []string{"opened: day first (line 2: 15/04/2025)", "due: month first (line 2: 05/31/2025)"},
		},
		{
			name: "NoneToFollow", rows: []string{"a,x,15/04/2025,05/31/2025,04/05/2025"},
			asked: []string{`"closed"`, "line 2: 04/05/2025", askDay, askMonth},
		},
		{
			name: "Contradiction", rows: []string{"a,x,15/04/2025,,", "b,x,03/04/2025,,", "c,x,04/15/2025,,"},
			asked: []string{`"opened"`, "line 2 has 15/04/2025", "line 4 has 04/15/2025", askDay, askMonth},
		},
		{
			name: "NoDateDecidesNothing", rows: []string{"a,x,soon,,", "b,x,15/15/2025,,", "c,x,15/04/2025 at noon,,", "d,x,04/15/2025,,", "e,x,04/03/2025,,"},
			want: map[string]string{"d": "2025-04-15T00:00:00", "e": "2025-04-03T00:00:00"},
			said: []string{"opened: month first (line 5: 04/15/2025)"},
			bad:  []string{`"soon"`, `"15/15/2025" is not a time that can be read: month first`, `"15/04/2025 at noon"`},
		},
		{
			name: "NoTimeToDecide", rows: []string{"a,x,,,"}, bad: []string{"is empty"},
		},
		{
			name: "AskedForIsTaken", rows: []string{"a,x,03/04/2025,,", "b,x,04/15/2025,,"},
			more: func(o *csvimport.Options) { o.DayFirst = new(true) },
			want: map[string]string{"a": "2025-04-03T00:00:00"},
			bad:  []string{`"04/15/2025" is not a time that can be read: day first`},
		},
		{
			name: "DaysBesideDates", rows: []string{"a,x,45000,,", "b,x,03/14/2023,,", "c,x,45000.25,,"},
			want: map[string]string{"a": "2023-03-15T00:00:00", "b": "2023-03-14T00:00:00", "c": "2023-03-15T06:00:00"},
			said: []string{"opened: month first (line 3: 03/14/2023)", "opened: days as spreadsheets count them (line 2: 45000)"},
		},
		{
			name: "DigitsOfMinutes", rows: []string{"a,x,202510210830,,", "b,x,202510211200,,"},
			want: map[string]string{"a": "2025-10-21T08:30:00", "b": "2025-10-21T12:00:00"},
			said: []string{"opened: year, month and day as digits (line 2: 202510210830)"},
		},
		{
			name: "DigitsOfSecondsAndDays", rows: []string{"a,x,20251021083059,,", "b,x,20251022,,"},
			want: map[string]string{"a": "2025-10-21T08:30:59", "b": "2025-10-22T00:00:00"},
			said: []string{"opened: year, month and day as digits (line 2: 20251021083059)"},
		},
		{
			name: "Milliseconds", rows: []string{"a,x,202510210830,,", "b,x,999999999999,,", "c,x,1761035400000,,"},
			want: map[string]string{"a": "1976-06-01T20:50:10", "b": "2001-09-09T01:46:39", "c": "2025-10-21T08:30:00"},
			said: []string{"opened: milliseconds since 1970 (line 3: 999999999999)"},
		},
		{
			name: "Seconds", rows: []string{"a,x,1510210830,,", "b,x,1761035400,,", "c,x,1761035400.5,,"},
			want: map[string]string{"a": "2017-11-09T07:00:30", "b": "2025-10-21T08:30:00", "c": "2025-10-21T08:30:00"},
			said: []string{"opened: seconds since 1970 (line 3: 1761035400)"},
		},
		{
			name: "SecondsOrYears", rows: []string{"a,x,1510210830,,", "b,x,1510220830,,"},
			asked: []string{`"opened"`, "line 2: 1510210830", "--date-format seconds", "--date-format %y%m%d%H%M"},
		},
		{
			name: "SecondsAsTheOthers", rows: []string{"a,x,1510210830,1761035400,"},
			want: map[string]string{"a": "2017-11-09T07:00:30 2025-10-21T08:30:00"},
			said: []string{"due: seconds since 1970 (line 2: 1761035400)", "opened: seconds since 1970, as the others of the file"},
		},
		{
			name: "DaysAmongSeconds", rows: []string{"a,x,1761035400,,", "b,x,45000,,"},
			asked: []string{`"opened"`, "line 2 has 1761035400", "line 3 has 45000", "--date-format seconds", "--date-format spreadsheet-days"},
		},
		{
			name: "DigitsAmongSeconds", rows: []string{"a,x,1761035400,,", "b,x,20251021083000,,"},
			asked: []string{`"opened"`, "line 2 has 1761035400", "line 3 has 20251021083000", "--date-format seconds", "--date-format %Y%m%d%H%M%S"},
		},
		{
			name: "DaysOfDigitsAmongSeconds", rows: []string{"a,x,1761035400,,", "b,x,20251021,,"},
			asked: []string{"line 3 has 20251021", "with --date-format %Y%m%d or --date-format seconds how"},
		},
		{
			name: "NumbersThatAreNoTimes", rows: []string{"a,x,7,,", "b,x,99999999999999,,", "c,x,1761035400,,"},
			want: map[string]string{"c": "2025-10-21T08:30:00"},
			said: []string{"opened: seconds since 1970 (line 4: 1761035400)"}, bad: []string{`"7"`, `"99999999999999"`},
		},
		{
			name: "SecondsByName", rows: []string{"a,x,1510210830,,", "b,x,2025-01-01,,"},
			more: func(o *csvimport.Options) { o.DateFormat = "%s" },
			want: map[string]string{"a": "2017-11-09T07:00:30"}, bad: []string{`"2025-01-01" is not a time that can be read with the date format`},
		},
		{
			name: "MillisecondsByName", rows: []string{"a,x,202510210830,,"},
			more: func(o *csvimport.Options) { o.DateFormat = "milliseconds" },
			want: map[string]string{"a": "1976-06-01T20:50:10"},
		},
		{
			name: "DaysByName", rows: []string{"a,x,45000.5,,"},
			more: func(o *csvimport.Options) { o.DateFormat = "spreadsheet-days" },
			want: map[string]string{"a": "2023-03-15T12:00:00"},
		},
		{
			name: "YearsOfTwoDigitsByFormat", rows: []string{"a,x,1510210830,,"},
			more: func(o *csvimport.Options) { o.DateFormat = "%y%m%d%H%M" },
			want: map[string]string{"a": "2015-10-21T08:30:00"},
		},
		{
			name: "ZoneOfALateRow", rows: append(slices.Repeat([]string{"a,x,2025-01-01T10:00:00Z,,"}, 600), "b,x,2025-01-01 10:00,,"),
			more:  func(o *csvimport.Options) { o.Timezone = "" },
			asked: []string{"line 602 has a time without a time zone", "--timezone"},
		},
		{
			name: "SecondsNeedNoZone", rows: []string{"a,x,1761035400,,"},
			more: func(o *csvimport.Options) { o.Timezone = "" },
			want: map[string]string{"a": "2025-10-21T08:30:00"}, said: []string{"opened: seconds since 1970 (line 2: 1761035400)"},
		},
		{
			name: "BothQuestionsAtOnce", rows: []string{"a,x,03/04/2025,,"},
			more:  func(o *csvimport.Options) { o.Timezone = "" },
			asked: []string{askDay, askMonth, "--timezone"},
		},
		{
			name: "ZoneInTheTime", rows: []string{"a,x,15/04/2025 10:00:00 +02:00,,"},
			more: func(o *csvimport.Options) { o.Timezone = "" },
			want: map[string]string{"a": "2025-04-15T08:00:00"}, said: []string{"opened: day first (line 2: 15/04/2025 10:00:00 +02:00)"},
		},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				opts := timesOptions()
				opts.Prefix = c.name
				if c.more != nil {
					c.more(&opts)
				}
				if c.asked != nil {
					sum, err := d.importer().Complaints(t.Context(), strings.NewReader(timesFile(c.rows...)), io.Discard, opts)
					for _, part := range c.asked {
						if err == nil || !strings.Contains(err.Error(), part) {
							t.Errorf("asks %v, without %q", err, part)
						}
					}
					if got := d.times(c.name); len(got) > 0 || sum.Read > 0 {
						t.Errorf("%v before the question was answered: %+v", got, sum)
					}
					return
				}
				sum, report := d.importFile(t, timesFile(c.rows...), opts)
				if got := d.times(c.name); !maps.Equal(got, c.want) {
					t.Errorf("stored\n%v, want\n%v", got, c.want)
				}
				if !slices.Equal(sum.Times, c.said) {
					t.Errorf("said %q, want %q", sum.Times, c.said)
				}
				if len(report) != len(c.bad) {
					t.Fatalf("the report has %q", report)
				}
				for i, part := range c.bad {
					if !strings.Contains(report[i][3], part) {
						t.Errorf("the report has %q, not %q", report[i], part)
					}
				}
			})
		}
	})
}

// TestLostValuesAreNoNames: what a spreadsheet has rounded, had no room for or could not compute finds no row again and names
// nothing; numbers that look like it do.
func TestLostValuesAreNoNames(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		refs := []string{"2.0251E+14", "2,0251E+14", "1E+15", "########", "#VALUE!", "#NV", "12E4", "2E5", "007", "#12", "1.0"}
		file := "id;title;ward;kind\n"
		for _, ref := range refs {
			file += ref + ";x;;\n"
		}
		file += "w1;x;1.1E+07;#N/A\nw2;x;12.0;Lamps\n"
		sum, report := d.importFile(t, file, csvimport.Options{Columns: map[string]string{"external_ref": "id", "title": "title", "zone1": "ward", "category1": "kind"}})
		if sum.Rejected != 6 || sum.Imported != len(refs)-6+2 || sum.Zones != 1 || sum.Categories != 1 {
			t.Errorf("%+v", sum)
		}
		for i, ref := range refs[:6] {
			if r := report[i]; r[1] != "rejected" || r[2] != "external_ref" || !strings.Contains(r[3], `"`+ref+`"`) || !strings.Contains(r[3], "spreadsheet") {
				t.Errorf("%s: %q", ref, r)
			}
		}
		for i, field := range []string{"category1", "zone1"} {
			if r := report[6+i]; r[1] != "warning" || r[2] != field || !strings.Contains(r[3], "is left out") {
				t.Errorf("%s: %q", field, r)
			}
		}
		for _, ref := range []string{"12E4", "2E5", "007", "#12", "1"} {
			d.complaint(t, "csv:"+ref)
		}
	})
}

// TestMappingsKnowTheirOrder: no built-in mapping asks for the order of day and month, also of a single row.
func TestMappingsKnowTheirOrder(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, name := range csvimport.Ready() {
			t.Run(name, func(t *testing.T) {
				text, err := os.ReadFile("mappings/" + name + ".yaml")
				if err != nil {
					t.Fatal(err)
				}
				var mapping struct{ Columns map[string]any }
				if err := yaml.Unmarshal(text, &mapping); err != nil {
					t.Fatal(err)
				}
				column := func(field string) string {
					if several, ok := mapping.Columns[field].([]any); ok {
						return several[0].(string)
					}
					return mapping.Columns[field].(string)
				}
				file := column("title") + "," + column("opened_at") + "\nHole,03/04/2019 10:00:00 AM\n"
				sum, report := d.importFile(t, file, csvimport.Options{Mapping: name, Timezone: "UTC", Prefix: name})
				if sum.Imported != 1 || len(sum.Times) > 0 || len(report) > 0 {
					t.Fatalf("%+v %q", sum, report)
				}
				for _, when := range d.times(name) {
					if when != "2019-03-04T10:00:00" {
						t.Errorf("opened %s", when)
					}
				}
			})
		}
	})
}

// dateForms are ways to write a time, with how much of it they keep, by the order of day and month.
var dateForms = []struct {
	dayFirst, monthFirst string
	keeps                time.Duration
}{
	{"02/01/2006 15:04", "01/02/2006 15:04", time.Minute},
	{"2/1/2006 3:04 PM", "1/2/2006 3:04 PM", time.Minute},
	{"02/01/06 15:04:05", "01/02/06 15:04:05", time.Second},
	{"2-1-2006", "1-2-2006", 24 * time.Hour},
	{"02/01/2006", "01/02/2006", 24 * time.Hour},
}

// TestRandomDates writes tables whose columns have their times in one form and order each, and finds every time as it was
// meant, or the question: never another time. Where each column has a day that can't be a month, nothing is asked.
func TestRandomDates(t *testing.T) {
	const tables = 150
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	forEachDatabase(t, func(t *testing.T, d *env) {
		random := rand.New(rand.NewPCG(seed, 0))
		asked := 0
		for table := range tables {
			opts := timesOptions()
			opts.Prefix = fmt.Sprintf("t%d", table)
			form := dateForms[random.IntN(len(dateForms))]
			layouts, decided := [2]string{}, [2]bool{}
			for i := range layouts {
				if layouts[i] = form.dayFirst; random.IntN(2) == 0 {
					layouts[i] = form.monthFirst
				}
			}
			var rows []string
			want := map[string]string{}
			late := 1 + random.IntN(31) // the last day of the month that occurs
			for row := range 1 + random.IntN(6) {
				opened := time.Date(1990+random.IntN(30), time.Month(1+random.IntN(12)), 1+random.IntN(min(late, 28)), 0, 0, 0, 0, time.UTC).
					Add(time.Duration(random.IntN(24*3600)) * time.Second).Truncate(form.keeps)
				due := opened.AddDate(0, 0, random.IntN(3)).Truncate(form.keeps)
				rows = append(rows, fmt.Sprintf("%d,x,%s,%s,", row, opened.Format(layouts[0]), due.Format(layouts[1])))
				want[strconv.Itoa(row)] = opened.Format("2006-01-02T15:04:05") + " " + due.Format("2006-01-02T15:04:05")
				decided[0], decided[1] = decided[0] || opened.Day() > 12, decided[1] || due.Day() > 12
			}
			sum, err := d.importer().Complaints(t.Context(), strings.NewReader(timesFile(rows...)), io.Discard, opts)
			switch {
			case err != nil && (decided[0] && decided[1] || !strings.Contains(err.Error(), "--day-first or --month-first")):
				t.Errorf("seed %d, table %d: %v\n%s", seed, table, err, strings.Join(rows, "\n"))
			case err != nil:
				asked++
			case decided[0] != decided[1] && layouts[0] != layouts[1]: // one column was read as the other
			case !maps.Equal(d.times(opts.Prefix), want):
				t.Errorf("seed %d, table %d, %q: stored %v, want %v\n%s", seed, table, sum.Times, d.times(opts.Prefix), want, strings.Join(rows, "\n"))
			}
		}
		if asked == 0 || asked > tables*3/4 {
			t.Errorf("seed %d: %d of %d tables ask", seed, asked, tables)
		}
	})
}
