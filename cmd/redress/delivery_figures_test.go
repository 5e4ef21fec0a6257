package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/redress/redress/ent/user"

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

var receiptSubject = regexp.MustCompile(`^\[(CMP-\S+)\] We have`)

// TestReceiptFigures measures how long receipts take while a broadcast goes out by e-mail to REDRESS_SOAK_RECIPIENTS recipients at 500 a second,
// beside a fifth as many moves of complaints. Messages to one go before those to all, so 99 of 100 are there within a minute.
func TestReceiptFigures(t *testing.T) {
	many := soakCount("REDRESS_SOAK_RECIPIENTS", 0)
	if many == 0 {
		t.Skip("NOT MEASURED: how long receipts take beside a broadcast; REDRESS_SOAK_RECIPIENTS says how many recipients to measure with")
	}
	for _, database := range dbtest.Names() {
		t.Run(database, func(t *testing.T) {
			h, people := newInstallation(t), many
			if database == "postgres" {
				h.database = pgtest.Database(t, "")
			} else {
				people /= 10
			}
			o := newBroadcastRun(t, h, 1, people, "--mail-rate", "500", "--mail-connections", "16")
			id, begin := o.schedule(t, "EMAIL"), time.Now()
			submitted := o.moveComplaints(t, people/20)
			moved := time.Since(begin)
			eventually(t, 30*time.Minute, "the broadcast ends", func() bool { return o.ended(t, id) })
			b := o.db.Client().Broadcast.GetX(system(), id)
			testenv.CheckCounters(t, o.db, id)
			var took []time.Duration
			for _, m := range o.mail.Mail("") {
				if found := receiptSubject.FindStringSubmatch(m.Header.Get("Subject")); found != nil {
					if at, ok := submitted[found[1]]; ok {
						took = append(took, m.At.Sub(at))
					}
				}
			}
			if len(took) != len(submitted) {
				t.Fatalf("%d receipts of %d", len(took), len(submitted))
			}
			slices.Sort(took)
			p := func(n int) time.Duration { return took[(len(took)-1)*n/100].Round(time.Millisecond) }
			if p(99) > time.Minute {
				t.Error("too late")
			}
			t.Logf("%d recipients in %v, %.0f a second; %d moves in %v; receipts after p50 %v, p99 %v, the last %v",
				b.Sent, b.CompletedAt.Sub(*b.StartedAt), float64(b.Sent)/b.CompletedAt.Sub(*b.StartedAt).Seconds(), 4*len(submitted), moved, p(50), p(99), p(100))
		})
	}
}

// moveComplaints submits so many complaints, and comments on, holds and resumes each, a hundred of all that a second. It returns when the
// submissions were answered, by reference.
func (o *broadcastRun) moveComplaints(t *testing.T, many int) map[string]time.Time {
	t.Helper()
	const perSecond, atOnce = 100, 8
	reporters := o.db.Client().User.Query().Where(user.Name("One of many")).Limit(1_000).IDsX(system())
	pace := rate.NewLimiter(perSecond, 1)
	do := func(verb, selection string, input map[string]any) map[string]any {
		if err := pace.Wait(t.Context()); err != nil {
			t.Error(err)
		}
		body := o.execute(t, o.runs[0], `mutation($input: `+strings.ToUpper(verb[:1])+verb[1:]+`Input!) { `+verb+`(input: $input) { `+selection+` } }`,
			map[string]any{"input": input})
		var got struct {
			Data map[string]struct{ Complaint map[string]any }
		}
		if err := json.Unmarshal([]byte(body), &got); err != nil || strings.Contains(body, `"errors"`) {
			t.Errorf("%s: %v %s", verb, err, body)
		}
		return got.Data[verb].Complaint
	}
	var mu sync.Mutex
	submitted := map[string]time.Time{}
	var all sync.WaitGroup
	for worker := range atOnce {
		all.Go(func() {
			for i := worker; i < many && !t.Failed(); i += atOnce {
				c := do("submitComplaint", "complaint { id reference }", map[string]any{"title": "A lamp is out", "reporterId": reporters[i%len(reporters)]})
				mu.Lock()
				submitted[fmt.Sprint(c["reference"])] = time.Now()
				mu.Unlock()
				do("commentOnComplaint", "comment { id }", map[string]any{"complaintId": c["id"], "text": "Which one?", "visibility": "PUBLIC"})
				do("holdComplaint", "complaint { id }", map[string]any{"id": c["id"], "reasonCode": "waiting_for_parts"})
				do("resumeComplaint", "complaint { id }", map[string]any{"id": c["id"]})
			}
		})
	}
	all.Wait()
	return submitted
}
