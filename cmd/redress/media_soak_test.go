package main

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/store"
)

// TestMediaKilled kills the service during uploads, again and again, and lets the job that looks for
// strays run as on the next day: what was acknowledged stays, what a crash left goes to the trash. Then
// it restores a backup of the same city, with newer files in the folder: none of them is a stray, not
// even without the folder's id, and when the newer database is found again all is whole. It is a part
// of `make soak`.
func TestMediaKilled(t *testing.T) {
	kills := soakCount("REDRESS_SOAK_MEDIA", 0)
	if kills == 0 {
		t.Skip("NOT TESTED without REDRESS_SOAK_MEDIA: kills during uploads, and a restored backup")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		c := newClients(t, h, seed)
		crash := func() {
			t.Helper()
			p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--uploads-per-hour", "1000000")
			c.work(t, p.url, time.Duration(chance.IntN(1_000_000))*time.Microsecond, p.kill)
			c.waitForDatabase(t)
			for _, line := range p.loggedErrors() {
				t.Error(line)
			}
		}
		trashed := 0
		for i := range kills {
			crash()
			before := h.countFiles(t, "trash")
			c.purge(t)
			trashed += h.countFiles(t, "trash") - before
			if code, said := h.verifyMedia(t); code != 0 {
				t.Errorf("kill %d: verify-media: %d %s", i+1, code, said)
			}
			if t.Failed() {
				t.FailNow()
			}
		}

		old := h
		if err := c.db.Close(); err != nil { // PostgreSQL copies a database that nobody uses
			t.Fatal(err)
		}
		old.database = copyDatabase(t, h)
		c.db, c.media = h.open(t)
		atBackup := h.countFiles(t, "objects")
		crash()
		newer := h.countFiles(t, "objects") - atBackup
		h.age(t, 2*time.Hour) // what is younger may be an upload that is not done yet
		for _, keepsID := range []bool{true, false} {
			if !keepsID {
				if err := os.Remove(filepath.Join(h.mediaDir(), "redress-store.json")); err != nil {
					t.Fatal(err)
				}
				old.mustRun(t, "", "media", "adopt", "--yes")
			}
			p := old.startProcess(t)
			if keepsID && !strings.Contains(p.log.String(), "restored from a backup") {
				t.Error("nothing says that the database was restored: ", p.log)
			}
			p.kill()
			db, _ := old.open(t)
			old.lookForStrays(t, db, c.media)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if n := h.countFiles(t, "objects"); n != atBackup+newer {
				t.Errorf("%d of %d files are left (with the folder's id: %v)", n, atBackup+newer, keepsID)
			}
			if code, said := old.verifyMedia(t); code != exitFault || !strings.Contains(said, "stray") || strings.Contains(said, "missing") {
				t.Errorf("verify-media of the restored database: %d %s", code, said)
			}
		}

		p := h.startProcess(t, "--trusted-proxies", "127.0.0.1")
		uploads, _ := c.checkPeople(t, p)
		p.kill()
		c.waitForDatabase(t)
		c.check(t)
		if code, said := h.verifyMedia(t); code == exitUsage || strings.Contains(said, "missing") || strings.Contains(said, "wrong s") {
			t.Errorf("verify-media of the newer database: %d %s", code, said)
		}
		t.Logf("%d kills: %d uploads are acknowledged and there, %d files that crashes left went to the trash; of %d files newer than the restored backup none did",
			kills+1, uploads, trashed, newer)
		if uploads == 0 || newer == 0 {
			t.Error("nothing was tested")
		}
	})
}

// age sets the times of all media files back, as copying may do.
func (h installation) age(t *testing.T, by time.Duration) {
	t.Helper()
	at := time.Now().Add(-by)
	err := filepath.WalkDir(filepath.Join(h.mediaDir(), "objects"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = os.Chtimes(path, at, at)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// lookForStrays does what the service does a day later, and moves what it would move by itself.
func (h installation) lookForStrays(t *testing.T, db *store.Store, media blob.Store) {
	t.Helper()
	book, err := ledger.Open(t.Context(), db.Client(), filepath.Join(h.dir, "ledger.key"))
	if err != nil {
		t.Fatal(err)
	}
	later := 25 * time.Hour
	tomorrow, err := server.New(server.Options{
		Store: db, Media: media, Key: h.key(t), Ledger: book, Passwords: passwords(t), Settings: domain.DefaultOperatorSettings(),
		Now: func() time.Time { return time.Now().Add(later) },
	})
	if err != nil {
		t.Fatal(err)
	}
	later += 2 * time.Hour // nothing is moved in the first hour
	if _, err := tomorrow.Desk.PurgeMedia(system()); err != nil {
		t.Fatal(err)
	}
}
