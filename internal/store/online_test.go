package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	osexec "os/exec"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// lamps are migrations that fill a table with 22,001 rows and then change each of them once, in
// batches, so that a batch that was applied twice shows.
func lamps(of string) map[string]string {
	concurrently := ""
	if of == dialect.Postgres {
		concurrently = "CONCURRENTLY "
	}
	return map[string]string{
		"0901_lamps.sql": "CREATE TABLE lamps (id bigint PRIMARY KEY, lit bigint NOT NULL);\n" +
			"INSERT INTO lamps (id, lit) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 22001) SELECT i, 0 FROM n;\n",
		"0902_light.sql": "-- remember who lit them\nALTER TABLE lamps ADD COLUMN lit_by text;\n" +
			"-- light all lamps\n-- in batches of lamps\nUPDATE lamps\n  SET lit = lit + 1, lit_by = 'Ana'\n  WHERE EXISTS (SELECT 1 FROM lamps AS l WHERE l.id = lamps.id) OR false;\n" +
			"-- index the lamps\nCREATE INDEX " + concurrently + `"lamps_lit" ON lamps (lit, id);` + "\n",
	}
}

// lit checks that each lamp was lit once, and that nothing is left of the migration's notes.
func lit(t *testing.T, s *Store) {
	t.Helper()
	if n := scan[int](t, s.DB(), "SELECT count(*) FROM lamps WHERE lit = 1 AND lit_by = 'Ana'"); n != 22_001 {
		t.Errorf("%d of 22,001 lamps were lit once", n)
	}
	if v, err := s.Version(t.Context()); err != nil || v.Database != 902 {
		t.Errorf("version: %+v, %v", v, err)
	}
	if left, err := s.backend.hasTable(t.Context(), s.DB(), progressTable); err != nil || left {
		t.Errorf("notes are left: %t, %v", left, err)
	}
}

// TestMigrateInBatches: others read and write between the batches.
func TestMigrateInBatches(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		other := migrated(t, Config{URL: u})
		var said []string
		s := open(t, Config{URL: u, Migrating: func(p Progress) {
			said = append(said, fmt.Sprintf("%d/%d %s %d of %d", p.Step, p.Steps, p.Title, p.Rows, p.Of))
			if p.Of > 0 {
				if n := scan[int](t, other.DB(), "SELECT count(*) FROM lamps WHERE lit = 1"); n != p.Rows {
					t.Errorf("%d are lit after %d", n, p.Rows)
				}
				exec(t, other.DB(), "UPDATE lamps SET lit_by = 'Ana' WHERE id = 22001")
			}
		}})
		if _, err := s.migrate(t.Context(), with(t, s, lamps(s.Dialect()))); err != nil {
			t.Fatal(err)
		}
		lit(t, s)
		want := []string{
			"1/3 remember who lit them 0 of 0", "2/3 light all lamps 0 of 22001", "2/3 light all lamps 5000 of 22001", "2/3 light all lamps 10000 of 22001",
			"2/3 light all lamps 15000 of 22001", "2/3 light all lamps 20000 of 22001", "2/3 light all lamps 22001 of 22001", "3/3 index the lamps 0 of 0",
		}
		if strings.Join(said, "\n") != strings.Join(want, "\n") {
			t.Errorf("progress:\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
		}
	})
}

// killedAt names the database that a process of the test's own program migrates until it is killed.
const killedAt = "REDRESS_TEST_MIGRATION_KILLED"

// TestMigrateAfterKill kills a process in the middle of a migration's batches. The next one goes
// on there.
func TestMigrateAfterKill(t *testing.T) {
	if u := os.Getenv(killedAt); u != "" {
		s := open(t, Config{URL: u, Migrating: func(p Progress) {
			if p.Rows == 10_000 {
				fmt.Println("10,000 are lit")
				time.Sleep(time.Hour)
			}
		}})
		_, err := s.migrate(context.Background(), with(t, s, lamps(s.Dialect())))
		t.Fatal("it was not killed: ", err)
	}
	databases(t, func(t *testing.T, u string) {
		migrated(t, Config{URL: u})
		child := osexec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMigrateAfterKill$")
		child.Env = append(os.Environ(), killedAt+"="+u)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "10,000 are lit" {
			t.Log(lines.Text())
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the process ended with %v", err)
		}

		var seen []int
		s := open(t, Config{URL: u, Migrating: func(p Progress) {
			if p.Of > 0 && p.Version == 902 {
				seen = append(seen, p.Rows)
			}
		}})
		if n := scan[int](t, s.DB(), "SELECT count(*) FROM lamps WHERE lit = 1"); n != 10_000 {
			t.Fatalf("%d were lit", n)
		}
		if v, err := s.Version(t.Context()); err != nil || v.Database != 901 {
			t.Errorf("version: %+v, %v", v, err)
		}
		if _, err := s.migrate(t.Context(), with(t, s, lamps(s.Dialect()))); err != nil {
			t.Fatal(err)
		}
		lit(t, s)
		if fmt.Sprint(seen) != "[10000 15000 20000 22001]" {
			t.Errorf("the second process saw %v", seen)
		}
	})
}

// TestMigrateLetsReadersPass: a step that waits for a lock gives up soon, so that readers behind
// it are not locked out by whoever holds what it needs.
func TestMigrateLetsReadersPass(t *testing.T) {
	t.Parallel()
	u := pgtest.Database(t, "")
	other := migrated(t, Config{URL: u})
	waited, read := 0, 0
	release := func() {}
	s := open(t, Config{URL: u, Migrating: func(p Progress) {
		if p.Version == 902 && p.Step == 1 && !p.Waiting {
			tx, err := other.DB().BeginTx(t.Context(), nil)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := tx.ExecContext(t.Context(), "SELECT FROM lamps LIMIT 1"); err != nil {
				t.Error(err)
			}
			release = func() { _ = tx.Rollback() }
		}
		if p.Waiting {
			waited++
			if scan[int](t, other.DB(), "SELECT count(*) FROM lamps") == 22_001 {
				read++
			}
			if waited == 2 {
				release()
			}
		}
	}})
	defer func() { release() }()
	if _, err := s.migrate(t.Context(), with(t, s, lamps(s.Dialect()))); err != nil {
		t.Fatal(err)
	}
	lit(t, s)
	if waited != 2 || read != 2 {
		t.Errorf("it waited %d times, and readers passed %d times; want 2 and 2", waited, read)
	}
}

// TestMigrateBuildsABrokenIndexAnew: what a concurrent build leaves that failed is invalid.
func TestMigrateBuildsABrokenIndexAnew(t *testing.T) {
	t.Parallel()
	u := pgtest.Database(t, "")
	s := open(t, Config{URL: u})
	files := with(t, s, map[string]string{
		"0901_lamps.sql": "CREATE TABLE lamps (id bigint PRIMARY KEY, pole text);\nINSERT INTO lamps VALUES (1, 'A'), (2, 'A');\n",
		"0902_poles.sql": "-- one lamp on each pole\nCREATE UNIQUE INDEX CONCURRENTLY \"lamps_pole\" ON lamps (pole);\n",
	})
	valid := "SELECT coalesce((SELECT indisvalid::text FROM pg_index WHERE indexrelid = to_regclass('lamps_pole')), 'none')"
	if _, err := s.migrate(t.Context(), files); err == nil || !strings.Contains(err.Error(), "one lamp on each pole") {
		t.Fatalf("got %v, want the step that failed", err)
	}
	if is := scan[string](t, s.DB(), valid); is != "false" {
		t.Fatalf("the index is valid: %s", is)
	}
	exec(t, s.DB(), "UPDATE lamps SET pole = 'B' WHERE id = 2")
	if _, err := s.migrate(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	if is := scan[string](t, s.DB(), valid); is != "true" {
		t.Errorf("the index is valid: %s", is)
	}
}

// TestMigratePending interrupts migration 0004. Whoever looks at the database meanwhile takes it
// for what it is, and the copy of an SQLite file stays the one of before.
func TestMigratePending(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := open(t, Config{URL: u})
		if _, err := s.migrate(t.Context(), upTo(t, s.folder(), 3)); err != nil {
			t.Fatal(err)
		}
		fill(t, s.DB())
		id := "('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid"
		if s.Dialect() == dialect.SQLite {
			id = "printf('00000000-0000-7000-8000-%012d', i)"
		}
		const lost = "SELECT count(*) FROM notifications WHERE state = 'PENDING' AND next_try_at IS NULL"
		exec(t, s.DB(), `INSERT INTO notifications (id, channel, title, message, state, attempts, last_error, recipient_id, created_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12001)
			SELECT `+id+`, 'EMAIL', 'Lamp', '', CASE WHEN i % 2 = 0 THEN 'PENDING' ELSE 'SKIPPED' END, 0, '',
				'00000000-0000-7000-8000-000000000001', '2026-01-02 03:04:05.123456+00:00' FROM n`)

		ctx, cancel := context.WithCancel(t.Context())
		interrupted := open(t, Config{URL: u, Migrating: func(p Progress) {
			if p.Rows > 0 {
				cancel()
			}
		}})
		m, err := interrupted.Migrate(ctx)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		if v, err := s.Version(t.Context()); err != nil || v.Database != 3 || !v.Pending() {
			t.Errorf("version: %+v, %v", v, err)
		}
		if n := scan[int](t, s.DB(), lost); n != 3_500 {
			t.Errorf("%d are left, want 3,500", n)
		}
		if err := s.Check(t.Context()); err != nil {
			t.Errorf("in the middle: %v", err)
		}
		exec(t, s.DB(), "DROP INDEX notification_complaint_id")
		var drift *DriftError
		if err := s.Check(t.Context()); !errors.As(err, &drift) || len(drift.Differences) != 1 {
			t.Errorf("in the middle, without an index: %v", err)
		}
		exec(t, s.DB(), "CREATE INDEX notification_complaint_id ON notifications (complaint_id) WHERE complaint_id IS NOT NULL")

		if _, err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := scan[int](t, s.DB(), lost); n != 0 {
			t.Errorf("%d are left", n)
		}
		if n := scan[int](t, s.DB(), "SELECT count(*) FROM notifications WHERE next_try_at = created_at"); n != 6_000 {
			t.Errorf("%d have a time, want 6,000", n)
		}
		if _, err := s.DB().Exec("UPDATE notifications SET next_try_at = NULL"); err == nil || !strings.Contains(err.Error(), "notifications_pending_is_due") {
			t.Errorf("pending without a time: %v", err)
		}
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
		if s.Dialect() == dialect.SQLite {
			copied := open(t, Config{URL: u + ".v3.bak"})
			if n := scan[int](t, copied.DB(), lost); n != 6_000 || m.Backup == "" {
				t.Errorf("%q holds %d, want the 6,000 of before", m.Backup, n)
			}
		}
	})
}

func TestStepsRefuses(t *testing.T) {
	for content, want := range map[string]string{
		"UPDATE a SET b = 1;\n":                                               "no comment above",
		"-- a\n-- in batches of a\nUPDATE a SET b = 1;\n":                     "must have a WHERE",
		"-- a\n-- in batches of a\nUPDATE a SET b = (SELECT 1 WHERE true);\n": "must have a WHERE",
		"-- a\nUPDATE a SET b = 1\n":                                          "does not end",
		"-- a\nUPDATE a SET b = 1;\nUPDATE a SET b = 2 WHERE true;":           "no comment above",
	} {
		if all, err := steps(content); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q", content, all, err, want)
		}
	}
	names, err := fs.Glob(migrations, "migrations/*/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range names {
		content, err := migrations.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), "NO TRANSACTION") || strings.Contains(string(content), inBatches) {
			if found++; !strings.HasPrefix(string(content), noTransaction+"\n") {
				t.Errorf("%s must begin with %q", name, noTransaction)
			}
		}
	}
	if found == 0 {
		t.Error("no migration is applied step by step")
	}
}
