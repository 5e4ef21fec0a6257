package csvimport_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv"
)

// oldTimes are instants as earlier versions wrote them: several in a millisecond, at its ends, and whole ones.
var oldTimes = []time.Duration{
	0, 1 * time.Microsecond, 999 * time.Microsecond, 1000 * time.Microsecond, 123_100 * time.Microsecond, 123_456 * time.Microsecond, 123_456 * time.Microsecond,
	123_999 * time.Microsecond, 124_000 * time.Microsecond, 120_000 * time.Microsecond, 120_001 * time.Microsecond, 999_999 * time.Microsecond, time.Second,
}

// age gives rows of a table the old times, in the order of their ids, and returns the ids by time.
func age(t *testing.T, s *testenv.Server, table string, ids []string) (ordered []string) {
	t.Helper()
	if len(ids) < len(oldTimes) {
		t.Fatalf("%s has %d rows", table, len(ids))
	}
	begin := time.Date(2025, 10, 21, 8, 30, 0, 0, time.UTC)
	at := map[string]time.Duration{}
	for i, id := range ids[:len(oldTimes)] {
		at[id] = oldTimes[i]
		if _, err := s.Store.DB().ExecContext(t.Context(), "UPDATE "+table+" SET created_at = $1 WHERE id = $2", begin.Add(oldTimes[i]), id); err != nil {
			t.Fatal(err)
		}
	}
	ordered = slices.Clone(ids[:len(oldTimes)])
	slices.SortFunc(ordered, func(a, b string) int {
		if at[a] != at[b] {
			return int(at[a] - at[b])
		}
		return strings.Compare(a, b)
	})
	return ordered
}

// idsOf returns the ids of a table in their order.
func idsOf(t *testing.T, s *testenv.Server, query string, args ...any) (ids []string) {
	t.Helper()
	rows, err := s.Store.DB().QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// TestOldTimesAreFoundByWhatIsShown: payments, audit entries and status logs of earlier versions have microseconds for ever.
// Filters find them by the milliseconds that are shown, pages have each of them once, and so do files.
func TestOldTimesAreFoundByWhatIsShown(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		client := s.Store.Client()
		c := client.Complaint.Query().FirstX(testenv.System())
		for seq := c.LogRows + 1; seq <= len(oldTimes); seq++ {
			client.StatusLog.Create().SetComplaintID(c.ID).SetSeq(seq).SetStatus(c.Status).SetCreatedAt(c.CreatedAt).ExecX(testenv.System())
		}
		day := map[string]any{"createdAtGTE": "2025-10-21T08:30:00Z", "createdAtLT": "2025-10-21T08:30:02Z"}
		for _, kind := range []struct {
			name, table, kind, list string
			ids                     []string
			file                    string
		}{
			{"payments", "payments", "Payment", "payments(%s)", idsOf(t, s, "SELECT CAST(id AS text) FROM payments ORDER BY id"), "payments"},
			{"audit", "audit_entries", "AuditEntry", "auditEntries(%s)", idsOf(t, s, "SELECT CAST(id AS text) FROM audit_entries ORDER BY id"), "audit-entries"},
			{"log", "status_logs", "StatusLog", "statusLog(%s)", idsOf(t, s, "SELECT CAST(id AS text) FROM status_logs WHERE complaint_id = $1 ORDER BY id", c.ID), ""},
		} {
			t.Run(kind.name, func(t *testing.T) {
				ordered := age(t, s, kind.table, kind.ids)
				ask := func(arguments, types string, variables map[string]any) (edges []any, info map[string]any) {
					t.Helper()
					list := "list: " + fmt.Sprintf(kind.list, arguments) + " { edges { node { id createdAt } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }"
					if kind.name == "log" {
						list = fmt.Sprintf(`complaint(id: %q) { %s }`, c.ID, list)
					}
					a := s.MustExecute(t, testenv.Admin, fmt.Sprintf("query($where: %sWhereInput%s) { %s }", kind.kind, types, list), variables)
					path := []any{"list"}
					if kind.name == "log" {
						path = []any{"complaint", "list"}
					}
					return a.At(append(path, "edges")...).([]any), a.At(append(path, "pageInfo")...).(map[string]any)
				}
				list := func(where map[string]any) map[string]string {
					shown := map[string]string{}
					edges, _ := ask("where: $where, first: 100", "", map[string]any{"where": map[string]any{"and": append([]any{day}, conditions(where)...)}})
					for _, e := range edges {
						node := e.(map[string]any)["node"].(map[string]any)
						shown[node["id"].(string)] = node["createdAt"].(string)
					}
					return shown
				}
				if n := len(list(nil)); n != len(oldTimes) {
					t.Fatalf("%d of %d rows", n, len(oldTimes))
				}
				compareAll(t, "createdAt", list)

				many := []string{"2025-10-21T08:30:00.123Z"}
				for i := range 499 {
					many = append(many, time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i)*time.Millisecond).Format(time.RFC3339Nano))
				}
				for condition, want := range map[string]struct {
					value any
					rows  int
				}{
					"createdAtIn": {many, 4}, "createdAtNotIn": {many, len(oldTimes) - 4},
					"createdAtGT": {"9999-12-31T23:59:59.999Z", 0}, "createdAtLTE": {"9999-12-31T23:59:59.999Z", len(oldTimes)}, "createdAtNEQ": {"9999-12-31T23:59:59.999Z", len(oldTimes)},
					"createdAt": {"2025-10-21T10:30:00.123999+02:00", 4}, "createdAtGTE": {"2025-10-21T08:30:00.124Z", 3},
				} {
					if got := list(map[string]any{condition: want.value}); len(got) != want.rows {
						t.Errorf("%s finds %d rows, want %d", condition, len(got), want.rows)
					}
				}

				checkPages(t, ordered, func(arguments string, from any) ([]any, map[string]any) {
					return ask("where: $where, "+arguments, ", $from: Cursor", map[string]any{"where": day, "from": from})
				})
				if kind.file == "" {
					return
				}
				where, _ := json.Marshal(map[string]any{"createdAt": "2025-10-21T08:30:00.123Z"})
				res := s.Do(t, testenv.Request{As: testenv.Admin, Path: "/export/" + kind.file + ".csv?where=" + url.QueryEscape(string(where))})
				rows, err := csv.NewReader(strings.NewReader(res.Body)).ReadAll()
				if res.Status != http.StatusOK || err != nil || len(rows) != 1+4 {
					t.Errorf("the file: %d %v %s", res.Status, err, res.Body)
				}
			})
		}
	})
}

// checkPages reads a list that is ordered by time in pages of every size, in both directions and from both ends, and holds that
// they have each row once, in order.
func checkPages(t *testing.T, ordered []string, ask func(arguments string, from any) (edges []any, info map[string]any)) {
	t.Helper()
	for i := range 2 * 2 * 5 {
		direction, backwards, size := []string{"ASC", "DESC"}[i%2], i/2%2 == 1, 1+i/4
		want := slices.Clone(ordered)
		if direction == "DESC" {
			slices.Reverse(want)
		}
		count, cursor, more, end := "first", "after", "hasNextPage", "endCursor"
		if backwards {
			count, cursor, more, end = "last", "before", "hasPreviousPage", "startCursor"
		}
		var got []string
		var from any
		for range ordered {
			edges, info := ask(fmt.Sprintf("orderBy: [{field: CREATED_AT, direction: %s}], %s: %d, %s: $from", direction, count, size, cursor), from)
			var page []string
			for _, e := range edges {
				page = append(page, e.(map[string]any)["node"].(map[string]any)["id"].(string))
			}
			if got = append(got, page...); backwards {
				got = append(page, got[:len(got)-len(page)]...)
			}
			if from = info[end]; info[more] != true {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, %s %d: pages have\n%v, want\n%v", direction, count, size, got, want)
		}
	}
}

// conditions returns a filter as the members of a list, none for one without a condition.
func conditions(where map[string]any) []any {
	if len(where) == 0 {
		return nil
	}
	return []any{where}
}
