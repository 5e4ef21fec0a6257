package csvimport_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestHiddenLetters holds that letters which nobody sees, or which turn the direction of others, are taken off what a file says, and
// that each such cell is listed; what people write with stays.
func TestHiddenLetters(t *testing.T) {
	const persian, family = "می\u200cخواهم", "👨\u200d👩\u200d👧"
	file := "id,title,what,opened,category,zone,address\r\n" +
		"\u200b1,\u200bLamp\ufeff,\"Stra\u00adße\r\n\u202eneffo\u202c\",2026-11-20T08:30:00Z,Lights > \u200b > La\u00admp > \u200e,No\u200brth,\u200e12\u200f\r\n" +
		"2,\u200b \ufeff," + persian + " " + family + ",2026-11-20T08:30:00Z,,,\u00ad\r\n" +
		"3,\u202d\u202e,\u2800\u3164,2026-11-20T08:30:00Z,,,\r\n" +
		"4,Bin,,2026-11-20T08:30:00Z,,,\r\n"
	columns := map[string]string{
		"external_ref": "id", "title": "title", "description": "what", "opened_at": "opened", "category_path": "category", "zone1": "zone", "address": "address",
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, file, csvimport.Options{Prefix: "town", Columns: columns})
		if sum.Imported != 3 || sum.Rejected != 1 || sum.Warnings[csvimport.HiddenLetters] != 2 {
			t.Errorf("%+v", sum)
		}
		want := [][]string{
			{"2", "warning", "external_ref", `"\u200b1": U+200B taken off`, "town:1"},
			{"2", "warning", "title", `"\u200bLamp\ufeff": U+200B, U+FEFF taken off`, "town:1"},
			{"2", "warning", "description", `"Stra\u00adße\n\u202eneffo\u202c": U+00AD, U+202E taken off`, "town:1"},
			{"2", "warning", "category_path", `"Lights > \u200b > La\u00admp > \u200e": U+200B, U+00AD taken off`, "town:1"},
			{"2", "warning", "zone1", `"No\u200brth": U+200B taken off`, "town:1"},
			{"4", "warning", "title", `"\u200b \ufeff": U+200B, U+FEFF taken off`, "town:2"},
			{"4", "warning", "address", `"\u00ad": U+00AD taken off`, "town:2"},
			{"5", "rejected", "title", "neither title nor category nor description is given", "town:3"},
		}
		for _, line := range want {
			if !slices.ContainsFunc(report, func(got []string) bool { return slices.Equal(got, line) }) {
				t.Errorf("%q is not listed", line)
			}
		}
		if len(report) != len(want) {
			t.Errorf("%q", report)
		}
		one, two := d.complaint(t, "town:1"), d.complaint(t, "town:2")
		got := []string{one.Title, one.Description, one.Edges.Category.Name, one.Edges.Zone.Name, one.Address, two.Title, two.Description, two.Address}
		if want := []string{"Lamp", "Straße\nneffo\u202c", "Lamp", "North", "\u200e12\u200f", persian + " " + family, persian + " " + family, ""}; !slices.Equal(got, want) {
			t.Errorf("%+q\nwant %+q", got, want)
		}
		again, _ := d.importFile(t, file, csvimport.Options{Prefix: "town", Columns: columns})
		if again.AlreadyImported != 3 || d.Complaint.Query().CountX(d.ctx) != 3 || d.Category.Query().CountX(d.ctx) != 2 {
			t.Errorf("again: %+v", again)
		}

		// A file that begins with two marks, whose names of columns have some too; and JSON.
		marked := "\ufeff\ufeffid,Ti\u00adtle\u200b\n5,x\n"
		sum, _ = d.importFile(t, marked, csvimport.Options{Prefix: "town", Columns: map[string]string{"external_ref": "id", "title": "title"}})
		if sum.Imported != 1 || len(sum.Warnings) > 0 {
			t.Errorf("marks: %+v", sum)
		}
		records := `[{"id": "6", "title": "Bro\u202eken\u200b", "what": "x"}]`
		sum, report = d.importFile(t, records, csvimport.Options{Prefix: "town", Columns: map[string]string{"external_ref": "id", "title": "title", "description": "what"}})
		if sum.Imported != 1 || len(report) != 1 || d.complaint(t, "town:6").Title != "Broken" {
			t.Errorf("JSON: %+v %q", sum, report)
		}
	})
}

// TestHiddenLettersOfExports: what a former version stored comes out of one Redress as it was, and goes into another without the
// letters, each listed.
func TestHiddenLettersOfExports(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		file := fmt.Sprintf("id,reference,external_ref,title,description,submitted_by_id,reopened_count,duplicate_of_id,created_at\r\n"+
			"%s,R-1,town:1,\"gpj.\u202eoto\",\"a\u200b \r\n\tb\",,0,,2026-11-20T08:30:00.000Z\r\n", domain.NewID(domain.KindComplaint))
		sum, report := d.importFile(t, file, csvimport.Options{})
		if sum.Imported != 1 || len(report) != 2 {
			t.Errorf("%+v %q", sum, report)
		}
		if c := d.complaint(t, "town:1"); c.Title != "gpj.oto" || c.Description != "a \r\n\tb" {
			t.Errorf("%q, %q", c.Title, c.Description)
		}
	})
}

// TestHiddenLettersOfLists is TestHiddenLetters for lists.
func TestHiddenLettersOfLists(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		for list, tt := range map[csvimport.List]struct {
			file     string
			imported int
			report   []string // what is listed, in order
		}{
			csvimport.Zones:            {"name\nNo\u200brth\nNorth\n\u200b\n", 1, []string{"2 warning name U+200B", "4 warning name U+200B", "4 rejected name must not be empty"}},
			csvimport.Categories:       {"path\nRoads > Ho\u00adle > \u200e\n", 1, []string{"2 warning path U+00AD"}},
			csvimport.Groups:           {"name,description\nRo\u202eads,\ufeffAll\n", 1, []string{"2 warning description U+FEFF", "2 warning name U+202E"}},
			csvimport.ServiceProviders: {"name\n\u200e\nLamps Ltd\u200b\n", 1, []string{"2 rejected name must not be empty", "3 warning name U+200B"}},
			csvimport.Users:            {"email,name\n\ufeffan\u200bn@example.com,\u202ennA\nben@example.com,\u200b\n", 2, []string{"2 warning email U+FEFF, U+200B", "2 warning name U+202E", "3 warning name U+200B", " roles role 2 user"}},
		} {
			t.Run(string(list), func(t *testing.T) {
				e := dbtest.New(t, name)
				var report bytes.Buffer
				importer := csvimport.Importer{Client: e.Client(), Ledger: e.Ledger, Now: now.UTC}
				sum, err := importer.List(t.Context(), list, strings.NewReader(tt.file), &report, csvimport.Options{})
				if err != nil || sum.Imported != tt.imported {
					t.Errorf("%+v %v", sum, err)
				}
				lines, _ := csv.NewReader(&report).ReadAll()
				for i, line := range lines[1:] {
					if i >= len(tt.report) {
						t.Errorf("%q is listed", line)
						continue
					}
					want := strings.SplitN(tt.report[i], " ", 4)
					if !slices.Equal(line[:3], want[:3]) || !strings.Contains(line[3], want[3]) {
						t.Errorf("%q is listed, want %q", line, want)
					}
				}
				if len(lines)-1 < len(tt.report) {
					t.Errorf("%q", lines)
				}
			})
		}
	})
}
