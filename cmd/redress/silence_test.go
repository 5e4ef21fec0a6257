package main

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"time"
)

// TestDatabaseStopped stops PostgreSQL where it is, under writers, for longer than any statement may
// take: the service says that it is unavailable, and when PostgreSQL goes on it works within five
// seconds, and nothing acknowledged is lost. It is a part of `make soak`.
func TestDatabaseStopped(t *testing.T) {
	silences := soakCount("REDRESS_SOAK_SILENCES", 0)
	if silences == 0 {
		t.Skip("NOT TESTED without REDRESS_SOAK_SILENCES: a database that says nothing for longer than a request lasts")
	}
	server := ownPostgres(t)
	h := newInstallation(t)
	h.database = server.URL
	c := newClients(t, h, rand.Uint64())
	for i := range silences {
		p := h.startProcess(t, "--trusted-proxies", "127.0.0.1")
		var slowest, ready, recovery time.Duration
		c.work(t, p.url, 200*time.Millisecond, func() {
			server.Suspend()
			end := time.Now().Add(20 * time.Second)
			for time.Now().Before(end) {
				begin := time.Now()
				if res := p.request(t, "", "GET", "/readyz", ""); res.status != http.StatusServiceUnavailable {
					t.Errorf("/readyz: %d", res.status)
				}
				ready = max(ready, time.Since(begin))
				begin = time.Now()
				if res := p.request(t, c.token, "POST", "/graphql", `{"query":"{viewer{id}}"}`); res.status < 500 && time.Since(begin) > time.Second {
					t.Errorf("the graph: %d", res.status)
				}
				slowest = max(slowest, time.Since(begin))
			}
			server.Resume()
			begin := time.Now()
			eventually(t, 5*time.Second, "the service goes on", func() bool {
				return p.request(t, "", "GET", "/readyz", "").status == http.StatusOK &&
					p.request(t, c.token, "GET", "/graphql?query={viewer{id}}", "").status == http.StatusOK
			})
			recovery = time.Since(begin)
			p.kill() // which is what ends those whose requests outlasted the silence
		})
		t.Logf("silence %d of %d: /readyz said so within %v, the graph within %v; after it %v", i+1, silences, ready, slowest, recovery)
		if ready > 2*time.Second || slowest > 15*time.Second+500*time.Millisecond {
			t.Errorf("too slow: /readyz %v, the graph %v", ready, slowest)
		}
	}
	c.waitForDatabase(t)
	c.check(t)
}
