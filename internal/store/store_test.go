package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// databases runs a test on both, each on an empty database of its own.
func databases(t *testing.T, test func(t *testing.T, url string)) {
	wanted := strings.Split("sqlite,postgres", ",")
	if names, ok := os.LookupEnv("REDRESS_TEST_DATABASES"); ok {
		wanted = strings.Split(names, ",")
	}
	t.Run("SQLite", func(t *testing.T) {
		if !slices.Contains(wanted, "sqlite") {
			t.Skip("REDRESS_TEST_DATABASES leaves SQLite out")
		}
		t.Parallel()
		test(t, "sqlite://"+filepath.Join(t.TempDir(), "redress.db"))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		if !slices.Contains(wanted, "postgres") {
			t.Skip("REDRESS_TEST_DATABASES leaves PostgreSQL out")
		}
		t.Parallel()
		test(t, pgtest.Database(t, ""))
	})
}

func open(t *testing.T, cfg Config) *Store {
	t.Helper()
	s, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func migrated(t *testing.T, cfg Config) *Store {
	t.Helper()
	s := open(t, cfg)
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func scan[T any](t *testing.T, db *sql.DB, query string, args ...any) (v T) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

func exec(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	for name, u := range map[string]string{
		"nothing":                   "",
		"another database":          "mysql://root:secret@host/db",
		"a bare path":               "/var/secret.db",
		"no file":                   "sqlite://",
		"a folder":                  "sqlite://var/",
		"memory":                    "sqlite://:memory:",
		"parameters":                "sqlite://secret.db?_pragma=foreign_keys(0)",
		"a port that is no number":  "postgres://redress:secret@host:port/db",
		"a password with a percent": "postgres://redress:secret%zz@host/db",
		"an unknown sslmode":        "postgres://redress:secret@host/db?sslmode=maybe",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), Config{URL: u})
			if err == nil {
				t.Fatal("opened")
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error repeats the URL: %v", err)
			}
		})
	}
}

func TestOpenTakesASQLitePathAsItStands(t *testing.T) {
	t.Chdir(t.TempDir())
	absolute := filepath.Join(t.TempDir(), "a%20b#1", "redress.db")
	for u, file := range map[string]string{
		"sqlite://var/deep/redress.db": "var/deep/redress.db",
		"sqlite://plain.db":            "plain.db",
		"sqlite://" + absolute:         absolute,
	} {
		t.Run(u, func(t *testing.T) {
			migrated(t, Config{URL: u})
			if info, err := os.Stat(file); err != nil || info.Size() == 0 {
				t.Errorf("%s made no %s: %v", u, file, err)
			}
		})
	}
	info, err := os.Stat("var/deep")
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is open to others: %v, %v", info.Mode(), err)
	}
}

func TestSettingsHoldOnEveryConnection(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := open(t, Config{URL: u, MaxConns: 3})
		want := map[string]string{
			"PRAGMA journal_mode": "wal", "PRAGMA synchronous": "2", "PRAGMA foreign_keys": "1",
			"PRAGMA busy_timeout": "5000", "SELECT 'a' LIKE 'A'": "0", "SELECT lower('É')": "é",
		}
		if s.Dialect() == dialect.Postgres {
			want = map[string]string{
				"SHOW timezone": "UTC", "SHOW statement_timeout": "12s", "SHOW lock_timeout": "5s",
				"SHOW idle_in_transaction_session_timeout": "1min", "SHOW application_name": "redress",
			}
		}
		for range 3 { // held together, so they are three
			conn, err := s.DB().Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			for question, answer := range want {
				var got string
				if err := conn.QueryRowContext(t.Context(), question).Scan(&got); err != nil || got != answer {
					t.Errorf("%s is %q (%v), want %q", question, got, err, answer)
				}
			}
		}
	})
}

func TestThePostgresURLHasTheLastWord(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(pgtest.Database(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("statement_timeout", "3s")
	q.Set("application_name", "mine")
	u.RawQuery = q.Encode()
	s := open(t, Config{URL: u.String()})
	if got := scan[string](t, s.DB(), "SHOW statement_timeout"); got != "3s" {
		t.Errorf("statement_timeout is %s", got)
	}
	if got := scan[string](t, s.DB(), "SHOW application_name"); got != "mine" {
		t.Errorf("application_name is %s", got)
	}
}

func TestOpenLooksAtTheDatabase(t *testing.T) {
	t.Parallel()
	admin := open(t, Config{URL: pgtest.Database(t, "")})
	for _, test := range []struct {
		name, options string
		warnings      int
		refused       bool
	}{
		{"like SQLite", "LOCALE_PROVIDER libc LOCALE 'C.UTF-8' ENCODING 'UTF8'", 0, false},
		{"the order of a language", "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C' ENCODING 'UTF8'", 1, false},
		{"ASCII letters only", "LOCALE_PROVIDER libc LOCALE 'C' ENCODING 'UTF8'", 1, false},
		{"bytes of no encoding", "LOCALE_PROVIDER libc LOCALE 'C' ENCODING 'SQL_ASCII'", 0, true},
		{"Latin letters only", "LOCALE_PROVIDER libc LOCALE 'C' ENCODING 'LATIN1'", 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			u, err := url.Parse(pgtest.Database(t, ""))
			if err != nil {
				t.Fatal(err)
			}
			name := "other_" + strings.TrimPrefix(u.Path, "/")
			exec(t, admin.DB(), "CREATE DATABASE "+name+" TEMPLATE template0 "+test.options)
			t.Cleanup(func() {
				if _, err := admin.DB().Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
					t.Error(err)
				}
			})
			u.Path = "/" + name
			s, err := Open(t.Context(), Config{URL: u.String()})
			if test.refused {
				if err == nil || !strings.Contains(err.Error(), "ENCODING 'UTF8'") {
					t.Fatalf("the error does not say what to do: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			if len(s.Warnings()) != test.warnings {
				t.Errorf("warnings: %q, want %d", s.Warnings(), test.warnings)
			}
		})
	}
}

func TestOpenWithoutAServer(t *testing.T) {
	t.Parallel()
	for name, u := range map[string]string{
		"nobody listens":      "postgres://redress:secret@127.0.0.1:1/redress?sslmode=disable",
		"no socket":           "postgres:///redress?host=" + url.QueryEscape(t.TempDir()),
		"a folder for a file": "sqlite://" + t.TempDir(),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), Config{URL: u})
			if f, ok := fault.As(err); !ok || f.Code != fault.Unavailable || f.RetryAfter == 0 {
				t.Errorf("%s: %v, want unavailable with a time to try again", name, err)
			}
		})
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(cancelled, Config{URL: "sqlite://" + filepath.Join(t.TempDir(), "x.db")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOpenSaysWhatIsWrongWithTheURL(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/nowhere"
	_, err = Open(t.Context(), Config{URL: u.String()})
	if _, named := fault.As(err); named || err == nil || !strings.Contains(err.Error(), `"nowhere" does not exist`) {
		t.Errorf("got %v, want PostgreSQL's own sentence", err)
	}
}

// Whoever else is on the machine can't read the digests of passwords, even where the folder
// lets them in.
func TestSQLiteFileIsItsOwnersOnly(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "redress.db")
	s := open(t, Config{URL: "sqlite://" + path})
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %o", filepath.Base(name), info.Mode().Perm())
		}
	}
}

// A file that was removed goes on answering whoever has it open; nothing may be trusted to it.
func TestPingMissesARemovedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "redress.db")
	s := open(t, Config{URL: "sqlite://" + path})
	if err := s.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("answered %v", err)
	}
}
