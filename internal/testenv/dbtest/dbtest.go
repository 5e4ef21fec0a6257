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

// Main runs the tests of a package and exits. Call it in TestMain, so that what MigratedURL copies is dropped.
func Main(m *testing.M) {
	code := m.Run()
	pgtest.DropLasting()
	os.Exit(code)
}

// template is a migrated database without rows that tests copy: migrating each of theirs took most of the time.
type template struct {
	name string // of the PostgreSQL database
	file []byte // of SQLite
}

var templates = map[string]func() (template, error){
	"sqlite": sync.OnceValues(func() (t template, err error) {
		dir, err := os.MkdirTemp("", "redress-template-")
		if err != nil {
			return t, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		file := filepath.Join(dir, "redress.db")
		if err = migrate("sqlite://" + file); err == nil {
			t.file, err = os.ReadFile(file) // closed, it is all in one file
		}
		return t, err
	}),
	"postgres": sync.OnceValues(func() (t template, err error) {
		name, url, err := pgtest.Lasting()
		if err == nil {
			err = migrate(url)
		}
		return template{name: name}, err
	}),
}

func migrate(url string) error {
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
	if name == "postgres" {
		pgtest.URL(t) // skips where there is none
	}
	build := templates[name]
	if build == nil {
		return URL(t, name) // which says that there is none
	}
	of, err := build()
	if err != nil {
		t.Fatal(err)
	}
	if name == "postgres" {
		return pgtest.Database(t, of.name)
	}
	url := URL(t, name)
	if err := os.WriteFile(strings.TrimPrefix(url, "sqlite://"), of.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return url
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
