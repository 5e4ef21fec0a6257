package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/sqltool"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// What the schema says is what the migrations make. It fails when `make generate` was
// forgotten, and for what a database repeats in other words than the schema's, which would
// be written into every migration to come: an index WHERE with IN, for one.
func TestASecondRunWritesNothing(t *testing.T) {
	pgtest.URL(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../store/migrations")); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), "../../../ent/schema", dir, "drift"); err != nil {
		t.Error(err)
	}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		now, err := os.ReadFile(dir + "/" + path)
		if err != nil {
			return err
		}
		before, err := os.ReadFile("../../store/migrations/" + path)
		if err != nil || !bytes.Equal(before, now) {
			t.Errorf("%s was written: %.600s", path, now)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAlignWritesTheMissingMigration: a migration that one database does not need exists there
// too, without statements, and its folder's checksums are right.
func TestAlignWritesTheMissingMigration(t *testing.T) {
	for database, other := range map[string]string{"sqlite": "postgres", "postgres": "sqlite"} {
		t.Run(database, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../../store/migrations")); err != nil {
				t.Fatal(err)
			}
			const name = "0900_wide.sql"
			if err := os.WriteFile(filepath.Join(dir, other, name), []byte("-- +goose Up\nSELECT 1;\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := align(dir); err != nil {
				t.Fatal(err)
			}
			content, err := os.ReadFile(filepath.Join(dir, database, name))
			if err != nil || !strings.HasPrefix(string(content), "-- +goose Up\n-- Nothing to do") {
				t.Errorf("it holds %q, %v", content, err)
			}
			folder, err := sqltool.NewGooseDir(filepath.Join(dir, database))
			if err != nil {
				t.Fatal(err)
			}
			if err := migrate.Validate(folder); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("two are missing", func(t *testing.T) {
		dir := t.TempDir()
		for _, name := range []string{"sqlite/0001_init.sql", "postgres/0001_init.sql", "postgres/0002_one.sql", "postgres/0003_two.sql"} {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("-- +goose Up\nSELECT 1;\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := align(dir); err == nil || !strings.Contains(err.Error(), "0002_one.sql") {
			t.Errorf("got %v, want what the folders hold", err)
		}
	})
}
