package csvimport_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/csvimport"
)

// TestTables: the header is found below what programs print above it, and lines and cells end as the file says.
func TestTables(t *testing.T) {
	columns := map[string]string{"external_ref": "Ref", "title": "What", "opened_at": "When"}
	long := strings.Repeat("x", 300)
	cases := []struct {
		name, file string
		line       int               // that is asked for
		columns    map[string]string // instead of those above
		header     int               // where it was found
		want       []string          // reference and title of each complaint
		bad        []string          // line and reason of rows that were rejected
		err        []string          // parts of it
	}{
		{name: "Plain", file: "Ref,What,When\n7,Noise,2025-01-02\n", header: 1, want: []string{"7 Noise"}},
		{name: "Separator", file: "sep=;\r\nRef;What;When\r\n7;\"a; b, c\";2025-01-02\r\n", header: 2, want: []string{"7 a; b, c"}},
		{name: "SeparatorOfAnotherKind", file: "\ufeff\"SEP=^\"\nRef^What, where^When\n7^Noise, a lot^2025-01-02\n", columns: map[string]string{"title": "What, where", "external_ref": "Ref", "opened_at": "When"}, header: 2, want: []string{"7 Noise, a lot"}},
		{name: "SeparatorThatIsTab", file: "sep=\t\nRef\tWhat\tWhen\n7\tNoise; more\t2025-01-02\n", header: 2, want: []string{"7 Noise; more"}},
		{name: "SeparatorAlone", file: "sep=;\n", err: []string{"the file is empty"}},
		{name: "SeparatorOfOtherLetters", file: "sep=§\nRef§What§When\n", err: []string{`line 1: the separator "§" is not read`}},
		{name: "ColumnCalledSep", file: "sep=x,Ref,What,When\n1,7,Noise,2025-01-02\n", header: 1, want: []string{"7 Noise"}},
		{name: "Returns", file: "Ref;What;When\r7;Noise;2025-01-02\r\r8;\"two\rlines\";2025-01-02\r9;x;soon", header: 1, want: []string{"7 Noise", "8 two lines"}, bad: []string{`6: "soon" is not a time that can be read`}},
		{name: "ReturnsAboveNewlinesInCells", file: "Ref,\"What\",When\r7,\"two\nlines\",2025-01-02\r8,Noise,2025-01-02\r", header: 1, want: []string{"7 two lines", "8 Noise"}},
		{name: "ReturnsInOtherLetters", file: "Ref;What;When\r7;L\xe4rm \xfcberall;2025-01-02\r", header: 1, want: []string{"7 Lärm überall"}},
		{name: "ReturnInACell", file: "Ref,What,When\n7,\"two\rlines\",2025-01-02\n", header: 1, want: []string{"7 two lines"}},
		{name: "TitleAbove", file: "City of Example - requests;;\r\nPrinted: 2025-11-21 07:00;;\r\n;;\r\n\r\nRef;What;When\r\n7;Noise;2025-01-02\r\nTotal;1;\r\n", header: 5, want: []string{"7 Noise"}, bad: []string{"7: is empty"}},
		{name: "TitleWithOtherSeparators", file: "Requests, complaints, and praise\nRef;What;When\n7;Noise;2025-01-02\n", header: 2, want: []string{"7 Noise"}},
		{name: "TitleWithAQuote", file: "Pipes of 12\" and more\nRef,What,When\n7,Noise,2025-01-02\n", header: 2, want: []string{"7 Noise"}},
		{name: "TitleInQuotesOfTwoLines", file: "\"Requests\nof 2025\",,\nRef,What,When\n7,Noise,2025-01-02\n", header: 3, want: []string{"7 Noise"}},
		{name: "HeaderOfTwoLines", file: "Report\nRef,\"What\n(short)\",When\n7,Noise,2025-01-02\n", columns: map[string]string{"title": "What (short)", "external_ref": "Ref", "opened_at": "When"}, header: 2, want: []string{"7 Noise"}},
		{name: "FarBelow", file: strings.Repeat("\n"+long, 48) + "\nRef,What,When\n7,Noise,2025-01-02\n", header: 50, want: []string{"7 Noise"}},
		{name: "TooFarBelow", file: strings.Repeat("\nx", 60) + "\nRef,What,When\n7,Noise,2025-01-02\n", err: []string{`the file has no column "Ref"`, "--header-line"}},
		{name: "AskedFor", file: strings.Repeat("\nx", 60) + "\nRef,What,When\n7,Noise,2025-01-02\n", line: 62, header: 62, want: []string{"7 Noise"}},
		{name: "AskedForBelowAnother", file: "Ref,What,When\n1,old,2025-01-01\nRef,What,When\n7,Noise,2025-01-02\n", line: 3, header: 3, want: []string{"7 Noise"}},
		{name: "AskedForBehindTheEnd", file: "Ref,What,When\n7,Noise,2025-01-02\n", line: 9, err: []string{"--header-line 9: the file has 2 lines"}},
		{name: "AskedForInJSON", file: `[{"Ref": 7, "What": "Noise", "When": "2025-01-02"}]`, line: 1, err: []string{"--header-line: the file is JSON"}},
		{name: "MissingColumn", file: "Report of 2025;;\nRef;What;Day\n7;Noise;2025-01-02\n", err: []string{`the file has no column "When"; it has Ref, What, Day`, "line 2: --header-line"}},
		{name: "ProposalsForTheHeader", file: "Report of 2025;;\nNumber;Subject;Received\n7;Noise;2025-01-02\n", columns: map[string]string{}, err: []string{"--map external_ref=Number --map title=Subject --map opened_at=Received", "line 2: --header-line"}},
		{name: "BuiltInBelowATitle", file: "Download\nservice_request_id,service_name,requested_datetime,status,service_code,description\n7,Noise,2025-01-02T00:00:00Z,open,1,x\n", columns: map[string]string{}, header: 2, want: []string{"7 Noise"}},
		{name: "SequenceOfJSON", file: "\x1e{\"Ref\": 7, \"What\": \"Noise\", \"When\": \"2025-01-02\"}\n\x1e{\"Ref\": 8, \"What\": \"More\", \"When\": \"2025-01-02\"}\n", want: []string{"7 Noise", "8 More"}},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				opts := csvimport.Options{Prefix: c.name, Columns: columns, HeaderLine: c.line, Timezone: "UTC"}
				if c.columns != nil {
					opts.Columns = c.columns
				}
				var report bytes.Buffer
				sum, err := d.importer().Complaints(t.Context(), strings.NewReader(c.file), &report, opts)
				if c.err != nil {
					for _, part := range c.err {
						if err == nil || !strings.Contains(err.Error(), part) {
							t.Errorf("got %v, want %q", err, part)
						}
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, one := range d.Complaint.Query().Where(complaint.ExternalRefHasPrefix(c.name + ":")).AllX(d.ctx) {
					got = append(got, strings.TrimPrefix(*one.ExternalRef, c.name+":")+" "+one.Title)
				}
				slices.Sort(got)
				if !slices.Equal(got, c.want) || sum.HeaderLine != c.header {
					t.Errorf("got %q below line %d, want %q below %d\n%s", got, sum.HeaderLine, c.want, c.header, &report)
				}
				if sum.Rejected != len(c.bad) {
					t.Errorf("%d rejected, want %q\n%s", sum.Rejected, c.bad, &report)
				}
				for _, bad := range c.bad {
					line, why, _ := strings.Cut(bad, ": ")
					if text := strings.ReplaceAll(report.String(), `""`, `"`); !strings.Contains(text, "\n"+line+",rejected,") || !strings.Contains(text, why) {
						t.Errorf("%q is not in\n%s", bad, &report)
					}
				}
			})
		}
	})
}

// TestTablesOfLists: the header of a list is found as that of complaints.
func TestTablesOfLists(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, c := range []struct {
			name, file string
			header     int
		}{
			{"Title", "Districts of Example;;\n\nName;Id\nNorth;\n", 3},
			{"Separator", "sep=|\nName|Note\nSouth, below the river|\n", 2},
			{"Returns", "Name;Id\rEast;\r", 1},
		} {
			var report bytes.Buffer
			sum, err := d.importer().List(t.Context(), csvimport.Zones, strings.NewReader(c.file), &report, csvimport.Options{})
			if err != nil || sum.Imported != 1 || sum.HeaderLine != c.header {
				t.Errorf("%s: %+v %v\n%s", c.name, sum, err, &report)
			}
		}
		_, err := d.importer().List(t.Context(), csvimport.Zones, strings.NewReader("a;b\n1;2\n"), &bytes.Buffer{}, csvimport.Options{})
		if err == nil || !strings.Contains(err.Error(), "line 1: --header-line") {
			t.Error(err)
		}
	})
}

// TestRejectedRowsAreNamed: the report has the reference of a row that was rejected, however it was.
func TestRejectedRowsAreNamed(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		_, report := d.importFile(t, "Ref,What,When\nA-1,Noise,soon\nA-2,Noise\nA-3,,2025-01-02\n,Noise,never\n2.5E+07,Noise,2025-01-02\nA-6,\"Noise,2025-01-02\n",
			csvimport.Options{Prefix: "p", Timezone: "UTC", Columns: map[string]string{"external_ref": "Ref", "title": "What", "opened_at": "When"}})
		var got []string
		for _, r := range report {
			got = append(got, r[0]+" "+r[4])
		}
		if len(got) != 6 || !strings.HasPrefix(got[3], "5 p:sha256-") {
			t.Fatalf("%q", report)
		}
		got[3] = "5"
		if want := []string{"2 p:A-1", "3 p:A-2", "4 p:A-3", "5", "6 ", "7 "}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestTheSameErrorEachTime: of several mistakes the same one is named in each run.
func TestTheSameErrorEachTime(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		columns := map[string]string{"title": "A", "description": "B", "opened_at": "C", "status": "D", "address": "E"}
		said, lists := map[string]bool{}, map[string]bool{}
		for range 30 {
			_, err := d.importer().Complaints(t.Context(), strings.NewReader("x,y\n1,2\n"), &bytes.Buffer{}, csvimport.Options{Columns: columns})
			said[fmt.Sprint(err)] = true
			_, err = d.importer().List(t.Context(), csvimport.Categories, strings.NewReader("x,y\n1,2\n"), &bytes.Buffer{},
				csvimport.Options{Columns: map[string]string{"name": "A", "path": "B", "sla_hours": "C", "parent": "D"}})
			lists[fmt.Sprint(err)] = true
		}
		if len(said) != 1 || len(lists) != 1 {
			t.Errorf("%v %v", said, lists)
		}
	})
}
