// Package dbtest gives tests databases of each kind: empty, or migrated with a ledger and a
// media store. Package testenv adds the demo and the whole service.
package dbtest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// Names returns the names of the databases to test on: REDRESS_TEST_DATABASES, by default
// "sqlite,postgres".
func Names() []string {
	chosen := os.Getenv("REDRESS_TEST_DATABASES")
	if chosen == "" {
		chosen = "sqlite,postgres"
	}
	return strings.Split(chosen, ",")
}

// ForEach runs a test once for each database, as a parallel subtest.
func ForEach(t *testing.T, test func(t *testing.T, name string)) {
	t.Helper()
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name)
		})
	}
}

// ForEachInTurn runs a test once for each database, one after the other: for tests of what a process
// has one of, such as its log.
func ForEachInTurn(t *testing.T, test func(t *testing.T, name string)) {
	t.Helper()
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

// URL returns the URL of a new empty database, "sqlite" or "postgres".
func URL(t *testing.T, name string) string {
	t.Helper()
	switch name {
	case "sqlite":
		return "sqlite://" + filepath.Join(t.TempDir(), "redress.db")
	case "postgres":
		return pgtest.Database(t, "")
	default:
		t.Fatalf("REDRESS_TEST_DATABASES: there is no database %q", name)
		return ""
	}
}

// Main runs the tests of a package and exits. Call it in TestMain, so that what templates left on a server is dropped.
func Main(m *testing.M) { os.Exit(Run(m)) }

// Run is Main for packages whose TestMain does more: it returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	pgtest.DropLasting()
	return code
}

// Template is a database that tests copy. It is built once, for the first of them.
type Template struct {
	Name string                               // "sqlite" or "postgres"
	Fill func(t testing.TB, url string) error // fills an empty database, and closes it

	once     sync.Once
	err      error
	database string // on PostgreSQL
	file     []byte // of SQLite
}

// Copy returns the URL of a new copy.
func (m *Template) Copy(t *testing.T) (url string) {
	t.Helper()
	if m.Name == "postgres" {
		pgtest.URL(t) // skips, or fails under CI, where there is none
	}
	m.once.Do(func() { m.err = m.build(t) })
	if m.err != nil {
		t.Fatal(m.err)
	}
	if m.Name == "postgres" {
		return pgtest.Database(t, m.database)
	}
	url = URL(t, m.Name)
	if err := os.WriteFile(strings.TrimPrefix(url, "sqlite://"), m.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return url
}

func (m *Template) build(t testing.TB) (err error) {
	if m.Name == "postgres" {
		var url string
		if m.database, url, err = pgtest.Lasting(); err != nil {
			return err
		}
		return m.Fill(t, url)
	}
	file := filepath.Join(t.TempDir(), "redress.db")
	if err = m.Fill(t, "sqlite://"+file); err == nil {
		m.file, err = os.ReadFile(file) // closed, it is all in one file
	}
	return err
}

// migrated are databases without rows: migrating each of theirs took most of the time of tests.
var migrated = map[string]*Template{"sqlite": {Name: "sqlite", Fill: migrate}, "postgres": {Name: "postgres", Fill: migrate}}

func migrate(_ testing.TB, url string) error {
	ctx := context.Background() // outlives the test that is the first
	db, err := store.Open(ctx, store.Config{URL: url})
	if err != nil {
		return err
	}
	_, err = db.Migrate(ctx)
	return errors.Join(err, db.Close())
}

// MigratedURL returns the URL of a new migrated database without rows, "sqlite" or "postgres".
func MigratedURL(t *testing.T, name string) string {
	t.Helper()
	if migrated[name] == nil {
		return URL(t, name) // which says that there is none
	}
	return migrated[name].Copy(t)
}

// Env is a migrated database without rows, with its ledger and an empty folder of media.
type Env struct {
	*store.Store

	Ledger        *ledger.Book
	LedgerKeyFile string
	Media         blob.Store
	MediaDir      string
	Passwords     *auth.Passwords
}

// New returns an environment on a new database, until the test ends. The ledger's key is
// always the same, so that hashes can be compared.
func New(t *testing.T, name string) *Env {
	t.Helper()
	url, dir := MigratedURL(t, name), t.TempDir()
	db, err := store.Open(t.Context(), store.Config{URL: url, Statements: entread.Verify})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	e := &Env{Store: db, LedgerKeyFile: filepath.Join(dir, "ledger.key"), MediaDir: filepath.Join(dir, "media")}
	if err := auth.CreateKeyFile(e.LedgerKeyFile, ledger.KeyType, []byte("K4z!m0Qw8rT-xY2uV6nB1cD9eF3gH5jL")); err != nil {
		t.Fatal(err)
	}
	if e.Ledger, err = ledger.Open(t.Context(), db.Client(), e.LedgerKeyFile); err != nil {
		t.Fatal(err)
	}
	if e.Media, err = blob.OpenFolder(e.MediaDir); err != nil {
		t.Fatal(err)
	}
	if e.Passwords, err = auth.NewPasswords(auth.CheapArgon2(), 1); err != nil {
		t.Fatal(err)
	}
	return e
}

// Target returns where bulk writes rows.
func (e *Env) Target() bulk.Target {
	return bulk.Target{DB: e.DB(), Dialect: e.Dialect(), Ledger: e.Ledger, Media: e.Media}
}
