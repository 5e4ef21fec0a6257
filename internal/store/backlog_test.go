package store

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"
)

// TestBacklogIsIndexed holds that no statement of a backlog reads a table from end to end.
func TestBacklogIsIndexed(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		whole := regexp.MustCompile(`Seq Scan|SCAN (events|notifications|broadcasts|complaints)\b`)
		for _, q := range backlogQueries() {
			for line := range strings.Lines(backlogPlan(t, s, q)) {
				// An index that holds only what is asked for is read from end to end.
				if partial := strings.Contains(line, "broadcast_at_work") || strings.Contains(line, "notification_queue"); whole.MatchString(line) && !partial {
					t.Errorf("%s\n%s", q.text, line)
				}
			}
		}
		b, err := s.ReadBacklog(t.Context(), time.Now())
		if err != nil || b != (Backlog{}) {
			t.Errorf("nothing waits in an empty database: %+v, %v", b, err)
		}
	})
}

// backlogPlan returns the plan of a statement where reading a whole table is made as expensive as can be, because the
// test's tables are empty.
func backlogPlan(t *testing.T, s *Store, q backlogQuery) string {
	t.Helper()
	var args []any
	if q.now {
		args = append(args, time.Now().UTC())
	}
	conn, err := s.DB().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	explain := "EXPLAIN QUERY PLAN "
	if s.Dialect() == dialect.Postgres {
		explain = "EXPLAIN "
		if _, err := conn.ExecContext(t.Context(), "SET enable_seqscan = off"); err != nil {
			t.Fatal(err)
		}
		defer func() { _, _ = conn.ExecContext(context.Background(), "RESET enable_seqscan") }()
	}
	rows, err := conn.QueryContext(t.Context(), explain+s.placeholders(q.text), args...)
	if err != nil {
		t.Fatalf("%s: %v", q.text, err)
	}
	defer func() { _ = rows.Close() }()
	var plan strings.Builder
	for rows.Next() {
		var line string
		var ignored any
		into := []any{&line}
		if s.Dialect() != dialect.Postgres {
			into = []any{&ignored, &ignored, &ignored, &line}
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
