package csvimport_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/boundaryimport"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/testenv"
)

// fineClock returns a clock that shows microseconds, as machines do.
func fineClock(s *testenv.Server) func() time.Time {
	return func() time.Time { return s.Clock.Now().Truncate(time.Millisecond).Add(456_789 * time.Nanosecond) }
}

// comparisons are what filters do with a time, and what they must find: rows that show a time.
var comparisons = []struct {
	suffix string
	list   bool
	finds  func(shown, than string) bool
}{
	{"", false, func(shown, than string) bool { return shown == than }},
	{"NEQ", false, func(shown, than string) bool { return shown != than }},
	{"In", true, func(shown, than string) bool { return shown == than }},
	{"NotIn", true, func(shown, than string) bool { return shown != than }},
	{"GT", false, func(shown, than string) bool { return shown > than }},
	{"GTE", false, func(shown, than string) bool { return shown >= than }},
	{"LT", false, func(shown, than string) bool { return shown != "" && shown < than }},
	{"LTE", false, func(shown, than string) bool { return shown != "" && shown <= than }},
}

// compareAll filters a list by each time that it shows in a field, in each way, and holds that exactly those rows are found
// that show such a time. The list returns what it shows by ids, "" for none.
func compareAll(t *testing.T, field string, list func(where map[string]any) map[string]string) {
	t.Helper()
	all := list(map[string]any{})
	latest := ""
	for _, shown := range all {
		latest = max(latest, shown)
	}
	if latest == "" {
		t.Fatalf("%s: nothing is shown", field)
	}
	times := map[string]bool{}
	for _, than := range all {
		if than == "" || times[than] {
			continue
		}
		times[than] = true
		for _, c := range comparisons {
			var value any = than
			if c.list {
				value = []string{than}
			}
			var want []string
			for id, shown := range all {
				if c.finds(shown, than) {
					want = append(want, id)
				}
			}
			slices.Sort(want)
			is := map[string]any{field + c.suffix: value}
			if got := slices.Sorted(maps.Keys(list(maps.Clone(is)))); !slices.Equal(got, want) {
				t.Errorf("%s%s %s finds %d rows, want %d of %v", field, c.suffix, than, len(got), len(want), all)
			}
			if others := list(map[string]any{"not": is}); len(others) != len(all)-len(want) {
				t.Errorf("not %s%s %s finds %d rows, want %d of %v", field, c.suffix, than, len(others), len(all)-len(want), all)
			}
		}
	}
	if left := list(map[string]any{field + "GT": latest}); len(left) > 0 {
		t.Errorf("after the latest %s, which is %s, come %v", field, latest, left)
	}
}

// shownBy returns a list of the graph as compareAll reads it: the rows of a query with the variable where, by a field.
func shownBy(t *testing.T, s *testenv.Server, query, field string, always map[string]any) func(map[string]any) map[string]string {
	return func(where map[string]any) map[string]string {
		t.Helper()
		maps.Copy(where, always)
		a := s.MustExecute(t, testenv.Admin, query, map[string]any{"where": where})
		shown := map[string]string{}
		for _, e := range a.At("list", "edges").([]any) {
			node := e.(map[string]any)["node"].(map[string]any)
			at, _ := node[field].(string)
			shown[node["id"].(string)] = at
		}
		return shown
	}
}

// TestShownTimesFindTheirRows imports times that are finer than what is shown, in every way in which they can be written, and
// finds the complaints by each time that they show. Nothing comes after the latest one.
func TestShownTimesFindTheirRows(t *testing.T) {
	utc := func(o *csvimport.Options) { o.Timezone = "UTC" }
	cases := []struct {
		name, header string
		rows         []string
		change       func(*csvimport.Options)
	}{
		{
			"iso", "id,title,opened", []string{
				"a,x,2025-10-21T08:30:00.123100Z", "b,x,2025-10-21T08:30:00.123456Z", "c,x,2025-10-21T08:30:00.123999Z", "d,x,2025-10-21T08:30:00.124000Z",
				"e,x,2025-10-21T08:30:00.9999999Z", "f,x,2025-10-21T08:30:00.1234Z", "g,x,2025-10-21T08:30:00.12Z", "h,x,2025-10-21T08:30:00Z", "i,x,2025-10-21T08:30:00.120001+00:00",
				"j,x,2025-10-21T08:30:00.000001Z", "k,x,2025-10-21T10:30:00.123456789+02:00",
			}, nil,
		},
		{"local", "id,title,opened", []string{"a,x,2025-10-21 08:30:00.123456", "b,x,2025-10-21 08:30:00.123", "c,x,21.10.2025 08:30:00.123999", "d,x,1931-10-21 08:30:00.1239"}, utc},
		{"seconds", "id,title,opened", []string{"a,x,1761035400.1234", "b,x,1761035400.123", "c,x,1761035400.5", "d,x,1761035400"}, nil},
		{"milliseconds", "id,title,opened", []string{"a,x,1761035400123.9", "b,x,1761035400123", "c,x,1761035400124"}, nil},
		{"sheet", "id,title,opened", []string{"a,x,45000.354321987", "b,x,45000.5"}, utc},
		{"format", "id,title,opened", []string{"a,x,21/10/2025 08:30:00.123456", "b,x,21/10/2025 08:30:00.123999"}, func(o *csvimport.Options) { o.Timezone, o.DateFormat = "UTC", "%d/%m/%Y %H:%M:%S.%f" }},
		{
			"whole", "id,title,opened,due,assigned,resolved,moved,closed,status,mail", []string{
				"a,x,2025-10-21T08:30:00.123100Z,2025-10-22T08:30:00.123456Z,2025-10-21T08:31:00.7654321Z,2025-10-21T09:30:00.1231Z,,2025-10-21T09:30:00.1239Z,closed,ada@example.org",
				"b,x,2025-10-21T08:30:00.123200Z,2025-10-22T08:30:00.123999Z,,,2025-10-21T08:30:00.1239Z,,on hold,",
				"c,x,2025-10-21T08:30:00.1239Z,,,,,2025-10-21T08:30:00.1231Z,closed,", // closed within the millisecond, before it was opened
				"d,x,,,,,,,open,", // opened now
			}, nil,
		},
	}
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		importer := csvimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: fineClock(s)}
		columns := map[string]string{
			"id": "external_ref", "title": "title", "opened": "opened_at", "due": "due_at", "assigned": "assigned_at", "resolved": "resolved_at",
			"moved": "moved_at", "closed": "closed_at", "status": "status", "mail": "reporter",
		}
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				opts := csvimport.Options{Prefix: c.name, Columns: map[string]string{}}
				for name := range strings.SplitSeq(c.header, ",") {
					opts.Columns[columns[name]] = name
				}
				if c.change != nil {
					c.change(&opts)
				}
				file := c.header + "\n" + strings.Join(c.rows, "\n") + "\n"
				sum, err := importer.Complaints(t.Context(), strings.NewReader(file), new(bytes.Buffer), opts)
				if err != nil || sum.Imported == 0 {
					t.Fatalf("%+v %v", sum, err)
				}
				for _, field := range []string{"createdAt", "updatedAt", "movedAt", "dueAt", "assignedAt", "resolvedAt", "closedAt", "heldAt"} {
					query := fmt.Sprintf(`query($where: ComplaintWhereInput) { list: complaints(where: $where, first: 100) { edges { node { id %s } } } }`, field)
					list := shownBy(t, s, query, field, map[string]any{"externalRefHasPrefix": c.name + ":"})
					if c.name != "whole" && !slices.Contains([]string{"createdAt", "updatedAt", "movedAt"}, field) {
						continue
					}
					compareAll(t, field, list)
				}
				again, err := importer.Complaints(t.Context(), strings.NewReader(file), new(bytes.Buffer), opts)
				if err != nil || again.AlreadyImported+again.Rejected != again.Read || again.Rejected != sum.Rejected {
					t.Errorf("again: %+v %v, first %+v", again, err, sum)
				}
			})
		}
		testenv.CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestListsHaveMilliseconds holds that what imports of lists and boundaries write, and the audit of imports, are whole milliseconds.
func TestListsHaveMilliseconds(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		importer := csvimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: fineClock(s)}
		for list, file := range map[csvimport.List]string{
			csvimport.Zones:            "name,createdAt\nMillis North,2025-10-21T08:30:00.123456Z\nMillis South,\n",
			csvimport.Categories:       "name,createdAt\nMillis North,2025-10-21T08:30:00.123456Z\nMillis South,\n",
			csvimport.ServiceProviders: "name,createdAt\nMillis North,2025-10-21T08:30:00.123456Z\nMillis South,\n",
			csvimport.Groups:           "name,createdAt\nMillis North,2025-10-21T08:30:00.123456Z\nMillis South,\n",
			csvimport.Users:            "name,email,role,state,createdAt\nNorth,north@millis.example,USER,ACTIVE,2025-10-21T08:30:00.123456Z\nSouth,south@millis.example,USER,DISABLED,\n",
		} {
			var report bytes.Buffer
			if sum, err := importer.List(t.Context(), list, strings.NewReader(file), &report, csvimport.Options{}); err != nil || sum.Imported != 2 {
				t.Fatalf("%s: %+v %v %s", list, sum, err, report.String())
			}
		}
		zones := boundaryimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: fineClock(s)}
		ring := `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Millis East"},"geometry":{"type":"Polygon","coordinates":[[[1,1],[2,1],[2,2],[1,1]]]}}]}`
		if sum, err := zones.Zones(t.Context(), strings.NewReader(ring), boundaryimport.Options{}); err != nil || sum.Created != 1 {
			t.Fatalf("%+v %v", sum, err)
		}
		testenv.CheckInvariants(t, s.Store, s.Service.Media)
		list := shownBy(t, s, `query($where: AuditEntryWhereInput) { list: auditEntries(where: $where, first: 100) { edges { node { id createdAt } } } }`,
			"createdAt", map[string]any{"agent": "IMPORT"})
		compareAll(t, "createdAt", list)
	})
}
