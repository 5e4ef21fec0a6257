package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
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
	server := ownPostgres(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	h := newInstallation(t)
	h.database = server.URL
	pooler := pgtest.StartPgBouncer(t, server.URL, "transaction", 10)
	c := newClients(t, h, seed)
	p := h.startProcess(t, "--trusted-proxies", "127.0.0.1", "--database-pooler-url", pooler.URL, "--uploads-per-hour", "1000000")
	c.surviveOutages(t, p, kills, chance, func(i int) fmt.Stringer {
		sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[i%2]
		pooler.Crash(sig)
		eventually(t, 5*time.Second, "the graph says that it is unavailable", func() bool { // viewers are cached for half a second
			res := p.request(t, c.token, "POST", "/graphql", `{"query":"{viewer{id}}"}`)
			return res.status == http.StatusServiceUnavailable && res.header.Get("Retry-After") != ""
		})
		if err := pooler.Start(); err != nil {
			t.Error(err)
		}
		return sig
	})
}
