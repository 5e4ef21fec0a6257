package testenv

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// template is a database with the demo data, and the folder of its media, built once for each test binary and copied for
// each test.
type template struct {
	dbtest.Template

	media string
}

var templates = map[string]*template{"sqlite": newTemplate("sqlite"), "postgres": newTemplate("postgres")}

func newTemplate(name string) *template {
	m := &template{}
	m.Name, m.Fill = name, m.loadDemo
	return m
}

// Main runs a package's tests and exits. Call it in TestMain. Of the log only errors are shown: one
// is a bug found, while a line for each request is noise.
func Main(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	os.Exit(Run(m))
}

// Run runs a package's tests and removes the templates afterwards. It is for packages whose
// TestMain does more than Main.
func Run(m *testing.M) int {
	code := dbtest.Run(m)
	for _, t := range templates {
		if t.media != "" {
			_ = os.RemoveAll(t.media)
		}
	}
	return code
}

// cloneTemplate returns the URL of a new database with the demo data, and the folder of its
// media.
func cloneTemplate(t *testing.T, name string) (databaseURL, media string) {
	t.Helper()
	tmpl := templates[name]
	if tmpl == nil {
		return dbtest.URL(t, name), "" // which says that there is none
	}
	databaseURL = tmpl.Copy(t)
	media = filepath.Join(t.TempDir(), "media")
	if err := os.CopyFS(media, os.DirFS(tmpl.media)); err != nil {
		t.Fatal(err)
	}
	return databaseURL, media
}

func (m *template) loadDemo(t testing.TB, url string) (err error) {
	ctx := context.Background()
	if m.media, err = os.MkdirTemp("", "redress-template-"); err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Config{URL: url})
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
	return db.Close()
}
