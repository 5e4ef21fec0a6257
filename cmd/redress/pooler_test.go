package main

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestPoolerKilled kills the PgBouncer through which requests go, under writers: meanwhile the service
// says that it is unavailable, afterwards it goes on by itself, and nothing acknowledged is lost. It
// is a part of `make soak`.
func TestPoolerKilled(t *testing.T) {
	kills := soakCount("REDRESS_SOAK_POOLER", 0)
	if kills == 0 {
		t.Skip("NOT TESTED without REDRESS_SOAK_POOLER: kills of a pooler")
	}
	pgtest.URL(t) // skips where PostgreSQL is not tested
	server, err := pgtest.Start("synchronous_commit=on")
	if errors.Is(err, pgtest.ErrNoPostgres) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	h := newInstallation(t)
	h.database = server.URL
	pooler := pgtest.StartPgBouncer(t, server.URL, "transaction", 10)
	c := newClients(t, h, seed)
	p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--database-pooler-url", pooler.URL, "--uploads-per-hour", "1000000")
	var slowest time.Duration
	for i := range kills {
		sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[i%2]
		c.work(t, p.url, time.Duration(chance.IntN(400_000))*time.Microsecond, func() {
			pooler.Crash(sig)
			eventually(t, 5*time.Second, "the graph says that it is unavailable", func() bool { // viewers are cached for half a second
				res := p.request(t, c.token, "POST", "/graphql", `{"query":"{viewer{id}}"}`)
				return res.status == http.StatusServiceUnavailable && res.header.Get("Retry-After") != ""
			})
			if err := pooler.Start(); err != nil {
				t.Error(err)
			}
		})
		begin := time.Now()
		eventually(t, 10*time.Second, "the service goes on after the pooler", func() bool {
			return p.request(t, "", "GET", "/readyz", "").status == http.StatusOK &&
				p.request(t, c.token, "GET", "/graphql?query={viewer{id}}", "").status == http.StatusOK
		})
		slowest = max(slowest, time.Since(begin))
		asked, done, lost := c.totals()
		t.Logf("kill %d of %d, by %v: so far %d operations acknowledged, %d without a response but done, %d not done", i+1, kills, sig, asked, done, lost)
		if t.Failed() {
			t.FailNow()
		}
	}
	c.work(t, p.url, 0, p.kill)
	if strings.Contains(p.log.String(), `"msg":"panic"`) {
		t.Error("it panicked:\n" + p.log.String())
	}
	c.waitForDatabase(t)
	c.check(t)
	asked, done, lost := c.totals()
	t.Logf("%d kills: %d operations acknowledged, %d were done without a response, %d were not; the slowest recovery took %v", kills, asked, done, lost, slowest)
}
