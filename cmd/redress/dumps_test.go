package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store"
)

// TestWriteDumps writes a dump of the newest schema with data for each database, which every later
// migration is tested with (TestMigratesWhatHasLanded in internal/store). `make dumps` runs it. The
// data are the demo's, and what a sign-in, a refused one and a submission leave.
func TestWriteDumps(t *testing.T) {
	if os.Getenv("REDRESS_WRITE_DUMPS") == "" {
		t.Skip("writes files: `make dumps` runs it, after a migration was added")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		key := sha256.Sum256([]byte("redress testdata, not a secret"))
		if err := auth.CreateKeyFile(filepath.Join(h.dir, "ledger.key"), ledger.KeyType, key[:]); err != nil {
			t.Fatal(err)
		}
		useDemo(t, h)

		db, err := store.Open(t.Context(), store.Config{URL: h.database})
		if err != nil {
			t.Fatal(err)
		}
		version, err := db.Version(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		name, dump := "sqlite", dumpSQLite
		if db.Dialect() == "postgres" {
			name, dump = "postgres.sql", dumpPostgres
		}
		content := dump(t, h, db)
		path := filepath.Join("..", "..", "internal", "store", "testdata", fmt.Sprintf("schema-%04d.%s.gz", version.Program, name))
		if _, err := os.Stat(path); err == nil {
			t.Fatalf("%s exists, and dumps that have landed stay as they are", path)
		}
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, packed.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	})
}

// useDemo serves the demo for a few requests.
func useDemo(t *testing.T, h installation) {
	t.Helper()
	v := h.serve(t, "--demo")
	for password, want := range map[string]int{"redress-demo": http.StatusOK, "wrong-password": http.StatusUnauthorized} {
		res := v.request(t, "", "POST", "/api/auth/login/", `{"email":"user@example.com","password":"`+password+`"}`)
		if res.status != want {
			t.Fatalf("sign-in: %d %s", res.status, res.body)
		}
	}
	token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "user@example.com"))
	const submission = `{"query":"mutation($i: SubmitComplaintInput!) { submitComplaint(input: $i) { complaint { id } } }",
		"variables":{"i":{"title":"Straßenlaterne flackert","description":"Seit Montag, jede Nacht","idempotencyKey":"a-key-0001"}}}`
	res := v.request(t, token, "POST", "/graphql", submission)
	if res.status != http.StatusOK || strings.Contains(res.body, `"errors"`) {
		t.Fatalf("submission: %d %s", res.status, res.body)
	}
	db, _ := h.open(t)
	eventually(t, time.Minute, "all events have positions", func() bool {
		var without int
		err := db.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM events WHERE position IS NULL").Scan(&without)
		return err == nil && without == 0
	})
	v.stop()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// dumpSQLite returns the file of the database, without unused pages.
func dumpSQLite(t *testing.T, h installation, db *store.Store) []byte {
	t.Helper()
	path := filepath.Join(h.dir, "dump.db")
	if _, err := db.DB().ExecContext(t.Context(), "VACUUM INTO ?", path); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// restrict matches the commands of psql that pg_dump writes around its statements.
var restrict = regexp.MustCompile(`(?m)^\\(un)?restrict .*\n`)

// dumpPostgres returns statements that fill an empty database.
func dumpPostgres(t *testing.T, h installation, db *store.Store) []byte {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(t.Context(),
		"pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=200", h.database)
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &problems)
	}
	return restrict.ReplaceAll(out.Bytes(), nil)
}
