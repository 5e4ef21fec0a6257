package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestDeliveryFigures measures how fast a broadcast is delivered in the application and what
// that costs, for REDRESS_SOAK_RECIPIENTS recipients: on PostgreSQL with one instance and with
// three, on SQLite with a tenth of the recipients; and the latency of a reader meanwhile.
func TestDeliveryFigures(t *testing.T) {
	many := soakCount("REDRESS_SOAK_RECIPIENTS", 0)
	if many == 0 {
		t.Skip("NOT MEASURED: how fast broadcasts go out; REDRESS_SOAK_RECIPIENTS says how many recipients to measure with")
	}
	for _, row := range []struct {
		database  string
		instances int
		people    int
	}{{"postgres", 1, many}, {"postgres", 3, many}, {"sqlite", 1, many / 10}} {
		if !slices.Contains(dbtest.Names(), row.database) {
			continue
		}
		t.Run(fmt.Sprintf("%s with %d", row.database, row.instances), func(t *testing.T) {
			h := newInstallation(t)
			if row.database == "postgres" {
				h.database = pgtest.Database(t, "")
			}
			o := newBroadcastRun(t, h, row.instances, row.people)
			measure(t, o, row.people)
		})
	}
}

func measure(t *testing.T, o *broadcastRun, people int) {
	t.Helper()
	token := strings.TrimSpace(o.installation.mustRun(t, "", "token", "--email", "user@example.com", "--ttl", "24h"))
	read := func() time.Duration {
		begin := time.Now()
		if res := o.runs[0].request(t, token, "GET", "/graphql?query={complaints(first:20){edges{node{id%20title%20status}}}}", ""); res.status != 200 {
			t.Errorf("%d %s", res.status, res.body)
		}
		return time.Since(begin)
	}
	reads := func(while func() bool) (took []time.Duration) {
		for while() {
			for range 10 {
				took = append(took, read())
				time.Sleep(5 * time.Millisecond)
			}
		}
		slices.Sort(took)
		return took
	}
	memory := func() (most float64) {
		for _, p := range o.runs {
			most = max(most, residentMB(t, p.cmd.Process.Pid))
		}
		return most
	}
	begin := time.Now()
	before := reads(func() bool { return time.Since(begin) < 2*time.Second })
	idle, peak := memory(), 0.0
	id := o.schedule(t, "IN_APP")
	during := reads(func() bool { peak = max(peak, memory()); return !o.ended(t, id) })
	b := o.db.Client().Broadcast.GetX(system(), id)
	took := b.CompletedAt.Sub(*b.StartedAt)
	if b.Sent < people || b.Sent != b.Recipients {
		t.Errorf("%d of %d", b.Sent, b.Recipients)
	}
	testenv.CheckCounters(t, o.db, id)
	p99 := func(all []time.Duration) time.Duration { return all[len(all)*99/100].Round(100 * time.Microsecond) }
	t.Logf("%d recipients in %v, %.0f a second, the first %v after its time; the largest instance has %.0f MB resident when idle, %.0f at most; p99 of reads %v before, %v meanwhile (%d reads)",
		b.Sent, took, float64(b.Sent)/took.Seconds(), b.SentAt.Sub(b.ScheduledAt), idle, peak, p99(before), p99(during), len(during))
}
