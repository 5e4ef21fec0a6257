package graph_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// TestBroadcastInTime: what is scheduled for a second ahead goes out within two seconds of its
// time, also while a large one goes out.
func TestBroadcastInTime(t *testing.T) {
	const many, late = 20_000, 2 * time.Second
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		var all []string
		for i := range many {
			all = append(all, fmt.Sprintf("reader%d@example.com", i))
		}
		AddUsers(t, s.Store, all...)
		s.Serve(t)
		client := s.Store.Client()
		soon := func() time.Duration {
			at := s.Clock.Now().Add(time.Second).UTC().Truncate(time.Millisecond)
			id := uuid.MustParse(schedule(t, s, map[string]any{"targetType": "ROLE", "targetValue": "SOLVER", "scheduledAt": at.Format(time.RFC3339Nano)}))
			for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
				if b := client.Broadcast.GetX(System(), id); b.SentAt != nil {
					return b.SentAt.Sub(b.ScheduledAt)
				}
			}
			t.Fatal("it does not go out")
			return 0
		}
		quiet := soon()
		large := uuid.MustParse(schedule(t, s, nil))
		var worst time.Duration
		tried, served := 0, 0
		for {
			busy := soon()
			b := client.Broadcast.GetX(System(), large)
			if b.CompletedAt != nil {
				break
			}
			worst, tried, served = max(worst, busy), tried+1, b.Sent
			if busy < 0 {
				t.Errorf("%v early", -busy)
			}
		}
		t.Logf("%v late when quiet, %v at worst of %d while a large one went out (%d of %d served at the last)", quiet, worst, tried, served, many)
		if tried == 0 {
			t.Error("the large one was not going out, nothing was tested")
		}
		if quiet < 0 || quiet > late || worst > late {
			t.Errorf("%v late when quiet, %v under load", quiet, worst)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestStopCountsWhoGotNothing: a broadcast that is stopped while most of its audience has no row
// yet ends with a row for everybody, served or cancelled.
func TestStopCountsWhoGotNothing(t *testing.T) {
	const many = 4_000
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		var all []string
		for i := range many {
			all = append(all, fmt.Sprintf("reader%d@example.com", i))
		}
		AddUsers(t, s.Store, all...)
		s.Serve(t)
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL", "IN_APP"}})
		client, key := s.Store.Client(), uuid.MustParse(id)
		wait := func(what string, done func(*ent.Broadcast) bool) *ent.Broadcast {
			t.Helper()
			for begin := time.Now(); time.Since(begin) < 60*time.Second; time.Sleep(2 * time.Millisecond) {
				if b := client.Broadcast.GetX(System(), key); done(b) {
					return b
				}
			}
			t.Fatal(what)
			return nil
		}
		wait("it does not begin", func(b *ent.Broadcast) bool { return b.SentAt != nil })
		s.MustExecute(t, Admin, `mutation($id: ID!) { stopBroadcast(input: {id: $id, reason: "enough"}) { broadcast { id } } }`, map[string]any{"id": id})
		b := wait("it does not end", func(b *ent.Broadcast) bool { return b.CompletedAt != nil })
		t.Logf("%d of %d got it", b.Sent, b.Recipients)
		if b.Cancelled == 0 || b.Sent == 0 || b.Pending > 0 || b.Recipients != *b.Expected || b.Recipients < many ||
			b.Recipients != b.Sent+b.Cancelled || b.DeliveryState != domain.DeliveryPartial {
			t.Errorf("%v", b)
		}
		if n := len(m.Mail("")); n > b.Sent {
			t.Errorf("%d messages for %d people", n, b.Sent)
		}
		CheckCounters(t, s.Store, key)
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
