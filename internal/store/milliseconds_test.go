package store

import (
	"database/sql"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// importedTimes are the columns that imports of versions before 0019 wrote with microseconds.
var importedTimes = map[string][]string{
	"complaints":      {"due_at", "due_order", "created_at", "updated_at", "moved_at", "assigned_at", "first_response_at", "resolved_at", "closed_at", "held_at", "overdue_told_at"},
	"complaint_facts": {"created_at", "due_at", "resolved_at"},
	"zones":           {"created_at"}, "categories": {"created_at"}, "groups": {"created_at"}, "service_providers": {"created_at"},
	"users": {"created_at", "disabled_at"}, "contacts": {"created_at"},
}

// timesOf returns the times of a table's rows by their ids, and what else tells that a row was written.
func timesOf(t *testing.T, s *Store, table string, columns []string) (map[string][]sql.NullTime, map[string]string) {
	t.Helper()
	written := "''"
	if s.Dialect() == dialect.Postgres {
		written = "CAST(xmin AS text)"
	}
	rows, err := s.DB().QueryContext(t.Context(), fmt.Sprintf(`SELECT CAST(id AS text), %s, "%s" FROM "%s" ORDER BY id`, written, strings.Join(columns, `", "`), table))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	times, by := map[string][]sql.NullTime{}, map[string]string{}
	for rows.Next() {
		var id, how string
		of := make([]sql.NullTime, len(columns))
		into := []any{&id, &how}
		for i := range of {
			into = append(into, &of[i])
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		times[id], by[id] = of, how
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return times, by
}

// refine adds microseconds to the times of two of three rows, as imports wrote them, some of them without a rest in the last digits.
func refine(t *testing.T, s *Store, table string, columns []string) {
	t.Helper()
	times, _ := timesOf(t, s, table, columns)
	n := 0
	for id, of := range times {
		if n++; n%3 == 0 {
			continue
		}
		for i, column := range columns {
			if !of[i].Valid {
				continue
			}
			micros := time.Duration([]int{1_000, 100_000, 456_000, 500_000, 999_000}[(n+i)%5])
			at := of[i].Time.Truncate([]time.Duration{time.Second, 10 * time.Millisecond, time.Millisecond}[n%2+n%3%2]).Add(micros)
			if _, err := s.DB().ExecContext(t.Context(), fmt.Sprintf(`UPDATE "%s" SET "%s" = $1 WHERE id = $2`, table, column), at, id); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestMigrateCutsMicroseconds: what imports wrote with microseconds has milliseconds afterwards, and derived data agrees. Rows
// without microseconds are not written, and neither are those that never change.
func TestMigrateCutsMicroseconds(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		kind := "postgres"
		if strings.HasPrefix(u, "sqlite:") {
			kind = "sqlite"
		}
		pgtest.Restore(t, "testdata/schema-0018."+map[string]string{"sqlite": "sqlite.gz", "postgres": "postgres.sql.gz"}[kind], u)
		s := open(t, Config{URL: u})
		ever := []string{"created_at"}
		refine(t, s, "status_logs", ever)
		for table, columns := range importedTimes {
			if table != "complaints" && table != "complaint_facts" {
				refine(t, s, table, columns)
			}
		}
		refine(t, s, "complaints", []string{"created_at", "updated_at", "moved_at", "assigned_at", "closed_at", "held_at", "overdue_told_at"})
		late := missWithinMillisecond(t, s)
		exec(t, s.DB(), `UPDATE complaints SET first_response_at = (SELECT MIN(at) FROM (
			SELECT created_at AS at, author_id AS author FROM comments WHERE complaint_id = complaints.id AND visibility = 'PUBLIC'
			UNION ALL SELECT created_at, actor_id FROM status_logs WHERE complaint_id = complaints.id AND public_note <> '' AND agent <> 'SYSTEM'
			) words WHERE author IS NULL OR complaints.submitted_by_id IS NULL OR author <> complaints.submitted_by_id)`,
			`UPDATE complaint_facts SET (created_at, due_at, resolved_at) = (SELECT created_at, due_at, resolved_at FROM complaints WHERE complaints.id = complaint_facts.id)`)

		before := map[string]imported{}
		for table, columns := range importedTimes {
			times, by := timesOf(t, s, table, columns)
			before[table] = imported{times, by}
		}
		fixed := map[string]map[string]string{}
		for _, table := range []string{"status_logs", "audit_entries", "payments"} {
			_, fixed[table] = timesOf(t, s, table, ever)
		}
		if m, err := s.migrate(t.Context(), upTo(t, s.folder(), 19)); err != nil || m.From != 18 {
			t.Fatal(m, err)
		}
		for table, was := range before {
			checkCut(t, s, table, was, late)
		}
		for table, was := range fixed {
			if _, now := timesOf(t, s, table, ever); !maps.Equal(now, was) {
				t.Errorf("%s was written", table)
			}
		}
		if _, err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		verify(t, s, copied(t, "testdata/schema-0018."+kind+".checkpoint"))
	})
}

// imported are the times of a table's rows and what tells that they were written, by their ids.
type imported struct {
	times map[string][]sql.NullTime
	by    map[string]string
}

// checkCut checks the times of a table against what they were. The deadlines that were missed by less than a millisecond lie one before.
func checkCut(t *testing.T, s *Store, table string, was imported, late map[string]bool) {
	t.Helper()
	columns := importedTimes[table]
	times, by := timesOf(t, s, table, columns)
	cut := 0
	for id, old := range was.times {
		fine := false
		for i, column := range columns {
			want := old[i].Time.Truncate(time.Millisecond)
			if fine = fine || !want.Equal(old[i].Time); late[id] && strings.HasPrefix(column, "due_") {
				want = want.Add(-time.Millisecond)
			}
			if got := times[id][i]; got.Valid != old[i].Valid || !got.Time.Equal(want) {
				t.Errorf("%s.%s of %s was %v and is %v", table, column, id, old[i].Time, got.Time)
			}
		}
		if fine {
			cut++
		} else if by[id] != was.by[id] {
			t.Errorf("%s: %s was written, which has no microseconds", table, id)
		}
	}
	if cut == 0 || cut == len(times) && cut > 2 {
		t.Errorf("%s: %d of %d rows were cut", table, cut, len(times))
	}
	if s.Dialect() != dialect.SQLite {
		return
	}
	for _, name := range columns { // filters compare the text, so it must be what the driver writes
		odd := column(t, s.DB(), fmt.Sprintf(`SELECT '' || "%[1]s" FROM "%[2]s" WHERE "%[1]s" NOT LIKE '%%+00:00' OR "%[1]s" LIKE '%%.%%0+%%' OR "%[1]s" LIKE '%%.+%%' OR "%[1]s" GLOB '*.????*+*'`, name, table))
		if len(odd) > 0 {
			t.Errorf("%s.%s holds %q", table, name, odd)
		}
	}
}

// missWithinMillisecond makes complaints that missed their deadlines miss them by less than a millisecond: with both times
// between two milliseconds, or with a deadline on one. It returns their ids.
func missWithinMillisecond(t *testing.T, s *Store) map[string]bool {
	t.Helper()
	ids := column(t, s.DB(), `SELECT CAST(id AS text) FROM complaints WHERE resolved_at > due_at ORDER BY id`)
	if len(ids) < 2 {
		t.Fatalf("%d complaints were resolved too late", len(ids))
	}
	late := map[string]bool{}
	for i, id := range ids {
		late[id] = true
		at := time.Date(2026, 3, 1, 12, 0, i, 120_000_000*(i%3), time.UTC)
		due := at.Add(time.Duration(i%2) * 100 * time.Microsecond)
		if _, err := s.DB().ExecContext(t.Context(), `UPDATE complaints SET resolved_at = $1, due_at = $2, due_order = $2 WHERE id = $3`, at.Add(456*time.Microsecond), due, id); err != nil {
			t.Fatal(err)
		}
	}
	return late
}
