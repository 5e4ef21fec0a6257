// Package dbtest gives tests databases of each kind: empty, or migrated with a ledger and a
// media store. Package testenv adds the demo and the whole service.
package dbtest

import (
	"os"
	"path/filepath"
	"strings"
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
	url, dir := URL(t, name), t.TempDir()
	db, err := store.Open(t.Context(), store.Config{URL: url, Statements: entread.Verify})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
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
