package main

import (
	"bytes"
	"io/fs"
	"os"
	"testing"

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
