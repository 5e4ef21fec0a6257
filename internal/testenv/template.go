package testenv

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// template is a database with the demo data, built once for each test binary and copied for
// each test.
type template struct {
	once  sync.Once
	err   error
	dir   string
	media string
	url   string
	name  string // of the PostgreSQL database
}

var templates = map[string]*template{"sqlite": {}, "postgres": {}}

// Main runs a package's tests and exits. Call it in TestMain. Of the log only errors are shown: one
// is a bug found, while a line for each request is noise.
func Main(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	os.Exit(Run(m))
}

// Run runs a package's tests and removes the templates afterwards. It is for packages whose
// TestMain does more than Main.
func Run(m *testing.M) int {
	code := m.Run()
	pgtest.DropLasting()
	for _, t := range templates {
		if t.dir != "" {
			_ = os.RemoveAll(t.dir)
		}
	}
	return code
}

// cloneTemplate returns the URL of a new database with the demo data, and the folder of its
// media.
func cloneTemplate(t *testing.T, name string) (databaseURL, media string) {
	t.Helper()
	if name == "postgres" {
		pgtest.URL(t) // skips, or fails under CI, when there is none
	}
	tmpl := templates[name]
	if tmpl == nil {
		t.Fatalf("REDRESS_TEST_DATABASES: there is no database %q", name)
	}
	tmpl.once.Do(func() { tmpl.err = tmpl.build(t, name) })
	if tmpl.err != nil {
		t.Fatal(tmpl.err)
	}
	dir := t.TempDir()
	media = filepath.Join(dir, "media")
	if err := os.CopyFS(media, os.DirFS(tmpl.media)); err != nil {
		t.Fatal(err)
	}
	if name == "postgres" {
		return pgtest.Database(t, tmpl.name), media
	}
	data, err := os.ReadFile(filepath.Join(tmpl.dir, "redress.db"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "redress.db")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite://" + file, media
}

func (m *template) build(t testing.TB, name string) error {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "redress-template-")
	if err != nil {
		return err
	}
	m.dir, m.media = dir, filepath.Join(dir, "media")
	m.url = "sqlite://" + filepath.Join(dir, "redress.db")
	if name == "postgres" {
		if m.name, m.url, err = pgtest.Lasting(); err != nil {
			return err
		}
	}
	db, err := store.Open(ctx, store.Config{URL: m.url})
	if err != nil {
		return err
	}
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	blobs, err := blob.Open("file://" + m.media)
	if err != nil {
		return err
	}
	book, err := ledger.Open(ctx, db.Client(), ledgerKey(t))
	if err != nil {
		return err
	}
	if _, err := demo.Load(ctx, bulk.Target{DB: db.DB(), Dialect: db.Dialect(), Ledger: book, Media: blobs}, passwords(t), time.Now()); err != nil {
		return err
	}
	if err := mediastore.New(mediastore.Config{Client: db.Client(), Files: blobs, Now: time.Now}).Bind(ctx); err != nil {
		return err
	}
	if name == "sqlite" { // so that the one file that is copied holds everything
		if _, err := db.DB().ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			return err
		}
	}
	return db.Close()
}
