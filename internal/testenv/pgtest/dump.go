package pgtest

import (
	"compress/gzip"
	"database/sql"
	"io"
	"os"
	"strings"
	"testing"
)

// Restore fills the empty database of a URL from a dump: the whole file of a SQLite database, or the
// statements that pg_dump wrote.
func Restore(t testing.TB, dump, url string) {
	t.Helper()
	packed, err := os.Open(dump)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = packed.Close() }()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if file, ok := strings.CutPrefix(url, "sqlite://"); ok {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	db, err := sql.Open("postgres", url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), string(content)); err != nil {
		t.Fatal(err)
	}
}
