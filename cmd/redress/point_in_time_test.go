package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestPointInTime is the drill of docs/backup.md: a base backup, an archive of WAL, uploads, then a
// mistake that changes every complaint and removes a photo, and the loss of the machine. The database is
// recovered to the moment before, with the photos of that moment and no others.
func TestPointInTime(t *testing.T) {
	t.Parallel()
	server, err := pgtest.Start(pgtest.Archiving...)
	if errors.Is(err, pgtest.ErrNoPostgres) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	h := newInstallation(t)
	h.database = server.URL
	p := h.startProcess(t)
	token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "solver@example.com"))
	admin := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "admin@example.com"))
	db, _ := h.open(t)
	updates := addUpdates(t, db, 3)
	h.mustRun(t, "", "verify-counts", "--fix") // they are added past the service
	send := func(i int) (id string, picture []byte) {
		t.Helper()
		picture = testenv.Picture(rand.Uint64())
		status, text, err := upload(t.Context(), http.DefaultClient, p.url, token, updates[i], "proof.png", bytes.NewReader(picture))
		var got struct{ Media storedUpload }
		if err != nil || status != http.StatusCreated || json.Unmarshal(text, &got) != nil {
			t.Fatalf("upload: %d %v %s", status, err, text)
		}
		return got.Media.ID.String(), picture
	}
	of := func(id string) string {
		t.Helper()
		res := p.request(t, admin, "GET", "/media/"+id, "")
		if res.status != http.StatusOK {
			return ""
		}
		return res.body
	}

	// Every week, every night, every minute.
	first, _ := send(0)
	if err := server.BaseBackup(); err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	h.mustDo(t, 0, "Backed up", "backup", to)
	second, _ := send(1)
	h.mustDo(t, 0, "Copied ", "backup", to, "--media-only")
	bytesOf := map[string]string{first: of(first), second: of(second)}

	var moment time.Time
	if err := db.DB().QueryRowContext(t.Context(), "SELECT clock_timestamp()").Scan(&moment); err != nil {
		t.Fatal(err)
	}
	if _, err := db.DB().ExecContext(t.Context(), "UPDATE complaints SET title = 'a mistake'"); err != nil {
		t.Fatal(err)
	}
	if res := p.request(t, admin, "POST", "/graphql", `{"query":"mutation { removeMedia(input: {id: \"`+second+`\", reason: \"a mistake\"}) { id } }"}`); !strings.Contains(res.body, `"data":{"removeMedia"`) {
		t.Fatal(res.body)
	}
	third, _ := send(2)
	h.mustDo(t, 0, "Copied ", "backup", to, "--media-only")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := server.ArchiveNow(ctx); err != nil {
		t.Fatal(err)
	}
	before := h.identity(t)
	p.kill()
	_ = db.Close()
	server.Crash(syscall.SIGKILL)

	recovered, err := server.Recover(moment)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = recovered.Stop() })
	fresh := installation{dir: h.dir, database: recovered.URL} // the keys are where they were
	if err := os.RemoveAll(h.mediaDir()); err != nil {
		t.Fatal(err)
	}
	fresh.mustDo(t, 0, "The restore is complete", "restore", to, "--media-only")
	if is := fresh.identity(t); is.ID != before.ID || is.Epoch != before.Epoch+1 {
		t.Errorf("%+v after %+v", is, before)
	}
	if !fresh.holdsMail(t) {
		t.Error("no e-mail is held")
	}
	for _, verify := range []string{"verify-ledger", "verify-counts", "verify-media"} {
		fresh.mustDo(t, 0, "", verify)
	}
	p = fresh.startProcess(t)
	for id, want := range bytesOf {
		if want == "" || of(id) != want {
			t.Errorf("the photo %s is not as it was", id)
		}
	}
	if of(third) != "" {
		t.Error("a photo of later is there")
	}
	if res := p.request(t, admin, "GET", "/graphql?query={complaints{edges{node{title}}}}", ""); res.status != http.StatusOK || strings.Contains(res.body, "a mistake") {
		t.Errorf("%d %s", res.status, res.body)
	}
	fresh.mustDo(t, 0, "Backed up", "backup", to)
	fresh.mustDo(t, 0, "as it was written", "backup", "verify", to)
}
