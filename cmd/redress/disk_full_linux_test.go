package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/testenv"
)

// smallDisk mounts a file system of a few megabytes at a new folder until the test ends.
func smallDisk(t *testing.T, megabytes int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("redress-test", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0700", megabytes)); err != nil {
		t.Skip("NOT TESTED: a full disk, because this user may not mount a small one: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill writes to a disk until it is full, and returns a function that makes room again.
func fill(t *testing.T, dir string) (release func()) {
	t.Helper()
	name := filepath.Join(dir, "filler")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for size := 64 << 10; size > 0; { // to the last block
		if _, err := f.Write(make([]byte, size)); err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			size /= 2
		}
	}
	_ = f.Close()
	return func() {
		if err := os.Remove(name); err != nil {
			t.Error(err)
		}
	}
}

// TestDiskFull fills the disk of the media, or that of an SQLite database, under writers: meanwhile
// what needs room is refused with 503 and the rest works, nothing is half done, and the service goes on
// by itself when there is room again. It is a part of `make soak`.
func TestDiskFull(t *testing.T) {
	rounds := soakCount("REDRESS_SOAK_DISKS", 0)
	if rounds == 0 {
		t.Skip("NOT TESTED without REDRESS_SOAK_DISKS: full disks")
	}
	forEachDatabase(t, func(t *testing.T, h installation) {
		t.Run("media", func(t *testing.T) {
			h := h
			disk := smallDisk(t, 24)
			if err := os.Symlink(disk, h.mediaDir()); err != nil {
				t.Fatal(err)
			}
			h.fillAndGoOn(t, rounds, disk, func(c *clients, p *process, update uuid.UUID, full bool) {
				want := map[bool]int{false: http.StatusCreated, true: http.StatusServiceUnavailable}[full]
				eventually(t, 5*time.Second, fmt.Sprintf("uploads are answered %d", want), func() bool {
					status, text, err := upload(t.Context(), http.DefaultClient, p.url, c.token, update, "proof.png", bytes.NewReader(testenv.Picture(rand.Uint64())))
					return err == nil && status == want && (!full || strings.Contains(string(text), `"unavailable"`))
				})
				eventually(t, 5*time.Second, "submissions need no room beside the media", func() bool {
					return strings.Contains(submitted(t, p, c).body, `"reference"`)
				})
			})
		})
		if h.onSQLite() {
			t.Run("database", func(t *testing.T) {
				h := newInstallation(t)
				disk := smallDisk(t, 64)
				h.database = "sqlite://" + filepath.Join(disk, "redress.db")
				h.fillAndGoOn(t, rounds, disk, func(c *clients, p *process, _ uuid.UUID, full bool) {
					eventually(t, 10*time.Second, fmt.Sprintf("submissions are answered (full: %v)", full), func() bool {
						res := submitted(t, p, c)
						if full {
							return res.status == http.StatusServiceUnavailable && res.header.Get("Retry-After") != "" && strings.Contains(res.body, `"UNAVAILABLE"`)
						}
						return strings.Contains(res.body, `"reference"`)
					})
				})
			})
		}
	})
}

// submitted submits a complaint that no writer keeps.
func submitted(t *testing.T, p *process, c *clients) response {
	t.Helper()
	return p.request(t, c.writers[0].accounts.tokens["user"], "POST", "/graphql",
		`{"query":"mutation { submitComplaint(input: {title: \"Beside the soak\"}) { complaint { reference } } }"}`)
}

// fillAndGoOn fills a disk in each round, under writers. ask uses the service while it is full and after.
func (h installation) fillAndGoOn(t *testing.T, rounds int, disk string, ask func(c *clients, p *process, update uuid.UUID, full bool)) {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	c := newClients(t, h, seed)
	var slowest time.Duration
	for i := range rounds {
		p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--uploads-per-hour", "1000000")
		c.signIn(t)
		beside := &client{client: http.DefaultClient, task: c.people[0].task}
		if !beside.post(t, p.url, c.token) {
			t.Fatal(errors.Join(beside.wrong...))
		}
		c.work(t, p.url, time.Duration(chance.IntN(400_000))*time.Microsecond, func() {
			release := fill(t, disk)
			ask(c, p, beside.update, true)
			for _, path := range []string{"/healthz", "/readyz", "/graphql?query={viewer{id}}", "/graphql?query={complaints{edges{node{title}}}}"} {
				eventually(t, 10*time.Second, path+" works on a full disk", func() bool { // unless there are too many requests
					return p.request(t, c.token, "GET", path, "").status == http.StatusOK
				})
			}
			release()
			begin := time.Now()
			ask(c, p, beside.update, false)
			slowest = max(slowest, time.Since(begin))
			p.kill() // which ends those whom the full disk did not stop
		})
		c.waitForDatabase(t)
		for line := range strings.Lines(p.log.String()) {
			if strings.Contains(line, `"msg":"panic"`) || strings.Contains(line, `"status":500`) {
				t.Errorf("round %d: %s", i+1, line)
			}
		}
		c.check(t)
		if code, said := h.verifyMedia(t); code != 0 {
			t.Errorf("round %d: verify-media: %d %s", i+1, code, said)
		}
		h.mustRun(t, "", "verify-counts")
		asked, done, lost := c.totals()
		t.Logf("round %d of %d: so far %d operations acknowledged, %d without a response but done, %d not done", i+1, rounds, asked, done, lost)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("full %d times; the slowest recovery took %v", rounds, slowest)
}
