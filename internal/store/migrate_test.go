package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// with returns the program's migrations and more, for the database given.
func with(t *testing.T, s *Store, more map[string]string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(migrations, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := migrations.ReadFile(path)
		files[path] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range more {
		content = "-- +goose Up\n" + content
		if strings.Contains(content, "\n"+inBatches) || strings.Contains(content, " CONCURRENTLY ") {
			content = noTransaction + "\n" + content
		}
		files[s.folder()+"/"+name] = &fstest.MapFile{Data: []byte(content)}
	}
	return files
}

func TestMigrate(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := open(t, Config{URL: u})
		v, err := s.Version(t.Context())
		if err != nil || v.Database != 0 || v.Program < 1 || !v.Pending() {
			t.Fatalf("an empty database: %+v, %v", v, err)
		}
		m, err := s.Migrate(t.Context())
		if err != nil || m != (Migration{From: 0, To: v.Program}) {
			t.Fatalf("first: %+v, %v", m, err)
		}
		m, err = s.Migrate(t.Context())
		if err != nil || m != (Migration{From: v.Program, To: v.Program}) {
			t.Fatalf("again: %+v, %v", m, err)
		}
		v, err = s.Version(t.Context())
		if err != nil || v.Pending() {
			t.Fatalf("afterwards: %+v, %v", v, err)
		}
	})
}

func TestMigrateAtOnce(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		var (
			wg   sync.WaitGroup
			mu   sync.Mutex
			done int
		)
		for range 6 {
			wg.Go(func() {
				s, err := Open(t.Context(), Config{URL: u})
				if err != nil {
					t.Error(err)
					return
				}
				defer func() { _ = s.Close() }()
				// Applied twice, this one would count two.
				m, err := s.migrate(t.Context(), with(t, s, map[string]string{
					"0901_count.sql": "CREATE TABLE tally (n bigint);\n",
					"0902_count.sql": "INSERT INTO tally (n) VALUES (1);\n",
				}))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if m.From < m.To {
					done++
				}
			})
		}
		wg.Wait()
		if done != 1 {
			t.Errorf("%d instances migrated, want 1", done)
		}
		s := open(t, Config{URL: u})
		if n := scan[int](t, s.DB(), "SELECT count(*) FROM tally"); n != 1 {
			t.Errorf("a migration ran %d times", n)
		}
	})
}

func TestMigrateRefusesANewerDatabase(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := open(t, Config{URL: u})
		if _, err := s.migrate(t.Context(), with(t, s, map[string]string{"0900_later.sql": "CREATE TABLE later (n bigint);\n"})); err != nil {
			t.Fatal(err)
		}
		_, err := s.Migrate(t.Context())
		if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "version 900") {
			t.Errorf("got %v, want a refusal that names the version", err)
		}
	})
}

func TestMigrateFailsWhole(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		fill(t, s.DB())
		before := count(t, s.DB())
		_, err := s.migrate(t.Context(), with(t, s, map[string]string{
			"0900_broken.sql": "CREATE TABLE half (n bigint);\nDELETE FROM status_logs;\nINSERT INTO nowhere VALUES (1);\n",
		}))
		if err == nil || !strings.Contains(err.Error(), "nowhere") {
			t.Fatalf("got %v", err)
		}
		if after := count(t, s.DB()); after != before {
			t.Errorf("rows before and after: %v, %v", before, after)
		}
		if _, err := s.DB().Exec("SELECT n FROM half"); err == nil {
			t.Error("half of the migration stayed")
		}
		if v, err := s.Version(t.Context()); err != nil || v.Pending() || v.Database != v.Program {
			t.Errorf("version: %+v, %v", v, err)
		}
	})
}

// rebuildComplaints is how a column is changed on SQLite: the table is made anew. The
// complaints' own definition is taken, so that it does not go stale here.
func rebuildComplaints(t *testing.T, db *sql.DB, where string) string {
	t.Helper()
	made := scan[string](t, db, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'complaints'")
	anew := strings.Replace(made, "CREATE TABLE `complaints`", "CREATE TABLE `new_complaints`", 1)
	if anew == made {
		t.Fatalf("not as expected: %s", made)
	}
	return "PRAGMA foreign_keys = off;\n" + anew + ";\n" +
		"INSERT INTO `new_complaints` SELECT * FROM `complaints` WHERE " + where + ";\n" +
		"DROP TABLE `complaints`;\nALTER TABLE `new_complaints` RENAME TO `complaints`;\nPRAGMA foreign_keys = on;\n"
}

func TestMigrateKeepsEveryRowWhenATableIsMadeAnew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "redress.db")
	s := migrated(t, Config{URL: "sqlite://" + path})
	fill(t, s.DB())
	// Deletes by cascade are what made such a migration lose the rows that point here.
	exec(t, s.DB(), "CREATE TABLE notes (complaint_id uuid NOT NULL REFERENCES complaints (id) ON DELETE CASCADE)",
		"INSERT INTO notes SELECT id FROM complaints")
	before := count(t, s.DB())
	if before != (rows{2, 3, 2}) {
		t.Fatalf("filled with %v", before)
	}

	m, err := s.migrate(t.Context(), with(t, s, map[string]string{"0900_anew.sql": rebuildComplaints(t, s.DB(), "true")}))
	if err != nil {
		t.Fatal(err)
	}
	if after := count(t, s.DB()); after != before {
		t.Errorf("rows before and after: %v, %v", before, after)
	}
	if _, err := s.DB().Exec("INSERT INTO notes VALUES ('00000000-0000-7000-8000-000000000009')"); err == nil {
		t.Error("foreign keys are no longer enforced")
	}

	t.Run("the copy holds the version before", func(t *testing.T) {
		if m.Backup != fmt.Sprintf("%s.v%d.bak", path, m.From) {
			t.Fatalf("copied to %q", m.Backup)
		}
		info, err := os.Stat(m.Backup)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		old := open(t, Config{URL: "sqlite://" + m.Backup})
		if got := count(t, old.DB()); got != before {
			t.Errorf("it holds %v, want %v", got, before)
		}
		if v, err := old.Version(t.Context()); err != nil || v.Database != m.From {
			t.Errorf("its version is %+v, %v", v, err)
		}
	})
}

func TestMigrateRefusesToLeaveOrphans(t *testing.T) {
	t.Parallel()
	s := migrated(t, Config{URL: "sqlite://" + filepath.Join(t.TempDir(), "redress.db")})
	fill(t, s.DB())
	before := count(t, s.DB())
	_, err := s.migrate(t.Context(), with(t, s, map[string]string{
		"0900_anew.sql": rebuildComplaints(t, s.DB(), "reference <> 'CMP-1'"),
	}))
	if err == nil || !strings.Contains(err.Error(), "in status_logs") {
		t.Fatalf("got %v, want the table of the orphans", err)
	}
	if after := count(t, s.DB()); after != before {
		t.Errorf("rows before and after: %v, %v", before, after)
	}
}

func TestMigrateWaitsForItsTurn(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := open(t, Config{URL: u})
		db, err := s.backend.openForMigrations()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		unlock, err := s.backend.lock(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := s.Migrate(context.WithoutCancel(t.Context()))
			done <- err
		}()
		leaves, leave := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() {
			_, err := s.Migrate(leaves)
			left <- err
		}()
		time.AfterFunc(100*time.Millisecond, leave)
		select {
		case err := <-left:
			if !errors.Is(err, context.Canceled) && !strings.Contains(err.Error(), "cancel") {
				t.Errorf("one that is interrupted while it waits: %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Error("one that is interrupted goes on waiting")
		}
		select {
		case err := <-done:
			t.Fatalf("it did not wait: %v", err)
		case <-time.After(300 * time.Millisecond): // a migration takes 100 ms
		}
		if err := errors.Join(unlock(), db.Close()); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// rows counts what fill makes.
type rows struct{ complaints, logs, users int }

func fill(t *testing.T, db *sql.DB) {
	t.Helper()
	const id, now = "00000000-0000-7000-8000-00000000000", "2026-01-02 03:04:05.123456+00:00"
	user := "INSERT INTO users (id, name, role, created_at) VALUES ('" + id + "%d', 'Ana', 'USER', '" + now + "')"
	complaint := "INSERT INTO complaints (id, reference, title, description, address, rating_comment, status, source, due_order, created_at, updated_at, submitted_by_id)" +
		" VALUES ('" + id + "%[1]d', 'CMP-%[1]d', 'Lamp', '', '', '', 'SUBMITTED', 'WEB', '9999-12-31 00:00:00+00:00', '" + now + "', '" + now + "', '" + id + "%[1]d')"
	log := "INSERT INTO status_logs (id, seq, status, public_note, internal_note, created_at, complaint_id, actor_id)" +
		" VALUES ('" + id + "%[1]d', %[1]d, 'SUBMITTED', '', '', '" + now + "', '" + id + "%[2]d', '" + id + "1')"
	exec(t, db,
		fmt.Sprintf(user, 1), fmt.Sprintf(user, 2), fmt.Sprintf(complaint, 1), fmt.Sprintf(complaint, 2),
		fmt.Sprintf(log, 1, 1), fmt.Sprintf(log, 2, 1), fmt.Sprintf(log, 3, 2))
}

func count(t *testing.T, db *sql.DB) rows {
	t.Helper()
	return rows{
		complaints: scan[int](t, db, "SELECT count(*) FROM complaints"),
		logs:       scan[int](t, db, "SELECT count(*) FROM status_logs"),
		users:      scan[int](t, db, "SELECT count(*) FROM users"),
	}
}
