package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestDatabaseKilled stops or kills PostgreSQL under writers: meanwhile the service reports that
// it is unavailable, afterwards it recovers by itself, and nothing acknowledged is lost.
func TestDatabaseKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT TESTED with -short: what a crash of the database leaves")
	}
	server := ownPostgres(t)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	seed, crashes := rand.Uint64(), soakCount("REDRESS_SOAK_OUTAGES", 2)
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	h := newInstallation(t)
	h.database = u.String()
	c := newClients(t, h, seed)
	p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--uploads-per-hour", "1000000")
	c.surviveOutages(t, p, crashes, chance, func(i int) fmt.Stringer {
		sig := []syscall.Signal{syscall.SIGQUIT, syscall.SIGKILL}[i%2]
		server.Crash(sig)
		checkOutage(t, p, c.token)
		if err := server.Restart(); err != nil {
			t.Error(err)
		}
		return sig
	})
}

// checkOutage sends requests to both APIs while the database is gone.
func checkOutage(t *testing.T, p *process, token string) {
	var asking sync.WaitGroup
	for path, body := range map[string]string{
		"/readyz":  "",
		"/graphql": `{"query":"{viewer{id}}"}`,
		"/api/solver/tasks/01900000-0000-7000-8000-000000000000/updates/": "",
	} {
		method := "GET"
		if body != "" {
			method = "POST"
		}
		asking.Go(func() {
			eventually(t, 5*time.Second, path+" says that it is unavailable", func() bool { // viewers are cached for half a second
				res := p.request(t, token, method, path, body)
				return res.status == http.StatusServiceUnavailable && res.header.Get("Retry-After") != ""
			})
		})
	}
	asking.Wait()
}

// ownPostgres starts a PostgreSQL that a test may kill, and skips where PostgreSQL is not tested.
func ownPostgres(t *testing.T) *pgtest.Server {
	t.Helper()
	pgtest.URL(t)                                        // skips
	server, err := pgtest.Start("synchronous_commit=on") // the machine does not crash, so nothing needs to reach the disk
	if errors.Is(err, pgtest.ErrNoPostgres) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Resume(); _ = server.Stop() })
	return server
}

// surviveOutages lets clients work while something that the service needs goes away and comes back, so
// often: the service goes on by itself, and nothing acknowledged is lost. outage returns how it went away.
func (c *clients) surviveOutages(t *testing.T, p *process, times int, chance *rand.Rand, outage func(i int) fmt.Stringer) {
	t.Helper()
	var slowest time.Duration
	for i := range times {
		var how fmt.Stringer
		c.work(t, p.url, time.Duration(chance.IntN(400_000))*time.Microsecond, func() { how = outage(i) })
		begin := time.Now()
		eventually(t, 10*time.Second, "the service goes on", func() bool {
			return p.request(t, "", "GET", "/readyz", "").status == http.StatusOK &&
				p.request(t, c.token, "GET", "/graphql?query={viewer{id}}", "").status == http.StatusOK
		})
		slowest = max(slowest, time.Since(begin))
		asked, done, lost := c.totals()
		t.Logf("outage %d of %d, by %v: so far %d operations acknowledged, %d without a response but done, %d not done", i+1, times, how, asked, done, lost)
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
	t.Logf("%d outages: %d operations acknowledged, %d were done without a response, %d were not; the slowest recovery took %v", times, asked, done, lost, slowest)
}
