package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestUpgradeKilled migrates a dump of each schema that has ever landed, kills the migration at random
// moments, and migrates again: the catalog is complete, nothing is lost, and the database is served
// under writers, with a kill. It is a part of `make soak`.
func TestUpgradeKilled(t *testing.T) {
	kills := soakCount("REDRESS_SOAK_UPGRADES", 0)
	if kills == 0 {
		t.Skip("NOT TESTED without REDRESS_SOAK_UPGRADES: kills during migrations")
	}
	dbtest.ForEach(t, func(t *testing.T, name string) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		chance := rand.New(rand.NewPCG(seed, 1))
		for _, dump := range landedDumps(t, name) {
			t.Run(filepath.Base(dump), func(t *testing.T) {
				h := restored(t, name, dump)
				begin := time.Now()
				h.migrate(t, time.Minute)
				took := time.Since(begin)
				during := map[string]int{} // kills by what they left
				for range kills {
					h = restored(t, name, dump)
					for range 1 + chance.IntN(2) {
						h.migrate(t, time.Duration(chance.Int64N(int64(took))))
					}
					left, _, _ := strings.Cut(h.mustRun(t, "", "migrate", "--status"), ", ")
					during[left]++
					h.mustRun(t, "", "migrate")
					if said := h.mustRun(t, "", "migrate", "--check"); !strings.Contains(said, "up to date and complete") {
						t.Errorf("after a kill: %s", said)
					}
				}
				if err := os.MkdirAll(h.mediaDir(), 0o700); err != nil {
					t.Fatal(err)
				}
				h.mustRun(t, "", "media", "adopt", "--yes")
				c := newClients(t, h, seed)
				p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--uploads-per-hour", "1000000")
				c.work(t, p.url, time.Second, p.kill)
				c.waitForDatabase(t)
				for _, line := range p.loggedErrors() {
					t.Error(line)
				}
				c.checkWriters(t)
				h.mustRun(t, "", "verify-ledger")
				h.mustRun(t, "", "verify-counts")
				asked, _, _ := c.totals()
				t.Logf("a migration takes %v; after %d kills: %v; then %d operations acknowledged", took.Round(time.Millisecond), kills, during, asked)
			})
		}
	})
}

// migrate runs `redress migrate` in a process of its own and kills it when it takes longer.
func (h installation) migrate(t *testing.T, longest time.Duration) {
	t.Helper()
	cmd := h.command(t, "migrate")
	var said syncBuffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(longest, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	var ended *exec.ExitError
	if err := cmd.Wait(); err != nil && (!errors.As(err, &ended) || ended.ExitCode() >= 0) {
		t.Errorf("migrate: %v\n%s", err, &said)
	}
}
