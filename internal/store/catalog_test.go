package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pressly/goose/v3"
)

// upTo returns the program's migrations as they were when a version was the newest.
func upTo(t *testing.T, folder string, version int64) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(migrations, folder+"/0*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := migrations.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var n int64
		if _, err := fmt.Sscanf(path.Base(name), "%04d", &n); err != nil {
			t.Fatal(err)
		}
		if n <= version {
			files[name] = &fstest.MapFile{Data: content}
		}
	}
	return files
}

// TestMigrationsArePacked: the archive that the program embeds has what lies in the folders, and nothing else.
func TestMigrationsArePacked(t *testing.T) {
	if os.Getenv("REDRESS_UPDATE_CATALOGS") != "" {
		return // it is packed afterwards
	}
	n := 0
	for _, pattern := range []string{"migrations/*/*.sql", "migrations/*/*.catalog"} {
		names, err := fs.Glob(os.DirFS("."), pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			n++
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := migrations.ReadFile(name); err != nil || string(got) != string(want) {
				t.Errorf("%s is not in the archive as it is on disk (%v): run make generate", name, err)
			}
		}
	}
	if n == 0 || n != len(migrations.File) {
		t.Errorf("%d files, and %d in the archive: run make generate", n, len(migrations.File))
	}
}

// TestCatalogFiles holds the catalog beside each migration against a database that
// the migrations up to it have made. REDRESS_UPDATE_CATALOGS=1 writes the newest; those of
// migrations that have landed never change.
func TestCatalogFiles(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := open(t, Config{URL: u})
		names, err := fs.Glob(migrations, s.folder()+"/*.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			t.Run(path.Base(name), func(t *testing.T) {
				version, err := goose.NumericComponent(name)
				if err != nil {
					t.Fatal(err)
				}
				files := upTo(t, s.folder(), version)
				delete(files.(fstest.MapFS), catalogFile(s.folder(), version))
				s := open(t, Config{URL: emptyDatabase(t, path.Base(s.folder()))})
				if _, err := s.migrate(t.Context(), files); err != nil {
					t.Fatal(err)
				}
				made, err := s.readCatalog(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				file := catalogFile(s.folder(), version)
				if name == names[len(names)-1] && os.Getenv("REDRESS_UPDATE_CATALOGS") != "" {
					if err := os.WriteFile(file, []byte(made.String()), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				content, err := migrations.ReadFile(file)
				if err != nil {
					t.Fatalf("%v: run make generate", err)
				}
				want, err := parseCatalog(content)
				if err != nil {
					t.Fatal(err)
				}
				for _, difference := range differences(want, made) {
					t.Error(difference)
				}
				if string(content) != made.String() {
					t.Errorf("%s is not what migrations %d and before make", file, version)
				}
			})
		}
	})
}

// TestDrift changes a database by hand. What the program would stumble over stops it, with
// the name of what differs, and what it would not notice does not.
func TestDrift(t *testing.T) {
	for name, test := range map[string]struct {
		statements []string
		want       string // "" when the service starts
		only       string // the one kind of database that this is about
	}{
		"missing column":     {[]string{`ALTER TABLE media DROP COLUMN duration_ms`}, "column media.duration_ms is missing", ""},
		"missing table":      {[]string{`DROP TABLE login_attempts`}, "column login_attempts.count is missing", ""},
		"missing index":      {[]string{`DROP INDEX complaintfact_created_at`}, "index complaintfact_created_at is missing", ""},
		"lost uniqueness":    {[]string{`DROP INDEX login_attempts_key_key`, `CREATE INDEX login_attempts_key_key ON login_attempts (key)`}, `index login_attempts_key_key is "login_attempts (key)" and should be "login_attempts (key) unique"`, ""},
		"column to be given": {[]string{`ALTER TABLE tallies ADD COLUMN extra text NOT NULL DEFAULT ''`, `ALTER TABLE tallies ALTER COLUMN extra DROP DEFAULT`}, "column tallies.extra is not part of it", "postgres"},
		"unique index":       {[]string{`CREATE UNIQUE INDEX one_a_day ON complaints (created_at)`}, "index one_a_day is not part of it", ""},
		"other type":         {[]string{`ALTER TABLE media ALTER COLUMN sha256 TYPE text`}, `column media.sha256 is "text not null" and should be "character varying not null"`, "postgres"},
		"trigger":            {[]string{`CREATE TRIGGER watch AFTER INSERT ON complaints BEGIN SELECT 1; END`}, "trigger watch is not part of it", "sqlite"},
		"missing trigger":    {[]string{`DROP TRIGGER complaint_text_index_insert`}, "trigger complaint_text_index_insert is missing", "sqlite"},
		"unfinished index":   {[]string{`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'complaintfact_created_at'::regclass`}, "invalid", "postgres"},
		"missing constraint": {[]string{`ALTER TABLE sessions DROP CONSTRAINT sessions_users_user`}, "constraint sessions.sessions_users_user is missing", "postgres"},

		"own table":             {[]string{`CREATE TABLE our_report (day text NOT NULL UNIQUE)`}, "", ""},
		"own index":             {[]string{`CREATE INDEX our_index ON complaints (updated_at)`}, "", ""},
		"own column":            {[]string{`ALTER TABLE complaints ADD COLUMN our_note text`}, "", ""},
		"own column by default": {[]string{`ALTER TABLE complaints ADD COLUMN our_flag integer NOT NULL DEFAULT 0`}, "", ""},
		"own view":              {[]string{`CREATE VIEW our_view AS SELECT id FROM complaints`}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			databases(t, func(t *testing.T, u string) {
				if test.only != "" && !strings.HasPrefix(u, test.only) {
					return // the other kind has no such thing
				}
				s := migrated(t, Config{URL: u})
				exec(t, s.DB(), test.statements...)
				_, err := s.Migrate(t.Context())
				if check := s.Check(t.Context()); fmt.Sprint(check) != fmt.Sprint(err) {
					t.Errorf("Check returns %v, Migrate %v", check, err)
				}
				var drift *DriftError
				switch {
				case test.want == "" && err != nil:
					t.Error(err)
				case test.want != "" && !errors.As(err, &drift):
					t.Errorf("got %v, want a DriftError", err)
				case test.want != "" && !slices.ContainsFunc(drift.Differences, func(d string) bool { return strings.Contains(d, test.want) }):
					t.Errorf("got %q, want %q", drift.Differences, test.want)
				}
			})
		})
	}
}

// TestDriftStopsBeforeMigrating holds that a database which is not what its version consists of is
// not migrated any further.
func TestDriftStopsBeforeMigrating(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		exec(t, s.DB(), `DROP INDEX complaintfact_created_at`)
		_, err := s.migrate(t.Context(), with(t, s, map[string]string{"0900_more.sql": "CREATE TABLE more (n bigint);\n"}))
		if _, ok := errors.AsType[*DriftError](err); !ok {
			t.Fatalf("got %v, want a DriftError", err)
		}
		if v, err := s.Version(t.Context()); err != nil || v.Pending() {
			t.Errorf("afterwards: %+v, %v", v, err)
		}
	})
}
