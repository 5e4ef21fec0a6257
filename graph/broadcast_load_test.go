package graph_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
	. "github.com/redress/redress/internal/testenv"
)

// awaitBroadcast returns a broadcast once it is as it is waited for; what says what has not happened within a minute.
func awaitBroadcast(t *testing.T, s *Server, id uuid.UUID, what string, done func(*ent.Broadcast) bool) *ent.Broadcast {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(2 * time.Millisecond) {
		if b := s.Store.Client().Broadcast.GetX(System(), id); done(b) {
			return b
		}
	}
	t.Fatal(what)
	return nil
}

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
		begin := s.Clock.Now().Add(3 * time.Second).UTC().Truncate(time.Millisecond) // all are scheduled by then
		at := func(after time.Duration, audience map[string]any) uuid.UUID {
			audience["scheduledAt"] = begin.Add(after).Format(time.RFC3339Nano)
			return uuid.MustParse(schedule(t, s, audience))
		}
		small := func(after time.Duration) uuid.UUID {
			return at(after, map[string]any{"targetType": "ROLE", "targetValue": "SOLVER"})
		}
		quiet := small(-time.Second)
		large := at(0, map[string]any{})
		var beside []uuid.UUID
		for after := 25 * time.Millisecond; after < 4*time.Second; after *= 2 {
			beside = append(beside, small(after))
		}
		out := func(id uuid.UUID) *ent.Broadcast {
			t.Helper()
			return awaitBroadcast(t, s, id, "it does not go out", func(b *ent.Broadcast) bool { return b.CompletedAt != nil })
		}
		lateness := func(b *ent.Broadcast) time.Duration { return b.SentAt.Sub(b.ScheduledAt) }
		if d := lateness(out(quiet)); d < 0 || d > late {
			t.Errorf("%v late when quiet", d)
		}
		whole := out(large)
		var worst time.Duration
		during := 0
		for _, id := range beside {
			b := out(id)
			if d := lateness(b); d < 0 || d > late {
				t.Errorf("%v late", d)
			}
			if b.SentAt.After(*whole.SentAt) && b.SentAt.Before(*whole.CompletedAt) {
				worst, during = max(worst, lateness(b)), during+1
			}
		}
		t.Logf("%v late at worst of %d while a large one went out, in %v", worst, during, whole.CompletedAt.Sub(*whole.SentAt))
		if during == 0 {
			t.Error("none went out beside the large one, nothing was tested")
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
		key := uuid.MustParse(id)
		awaitBroadcast(t, s, key, "it does not begin", func(b *ent.Broadcast) bool { return b.SentAt != nil })
		s.MustExecute(t, Admin, `mutation($id: ID!) { stopBroadcast(input: {id: $id, reason: "enough"}) { broadcast { id } } }`, map[string]any{"id": id})
		b := awaitBroadcast(t, s, key, "it does not end", func(b *ent.Broadcast) bool { return b.CompletedAt != nil })
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

// TestBroadcastByManySenders: senders record together what they have done, each message once and as what became of it, with fewer statements than one
// after the other.
func TestBroadcastByManySenders(t *testing.T) {
	const many, senders = 200, 16
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		var all []string
		for i := range many {
			all = append(all, fmt.Sprintf("reader%d@example.com", i))
		}
		AddUsers(t, s.Store, all...)
		address := map[uuid.UUID]string{}
		for _, u := range s.Store.Client().User.Query().WithContact().AllX(System()) {
			address[u.ID] = u.Edges.Contact.Email
		}
		m.InjectFault(all[3], MailFault{RcptCode: 550})
		for _, to := range []string{all[7], all[70]} {
			m.InjectFault(to, MailFault{RcptCode: 450})
		}
		send := func(senders int) (statements int64) {
			t.Helper()
			id := schedule(t, s, map[string]any{"channels": []string{"EMAIL", "IN_APP"}})
			tick(t, s)
			before := len(m.Mail(all[0]))
			ctx, n := store.CountStatements(t.Context())
			var done sync.WaitGroup
			for range senders {
				done.Go(func() {
					if err := s.Service.Dispatcher.SendDue(ctx); err != nil {
						t.Error(err)
					}
				})
			}
			done.Wait()
			if _, people := checkTotals(t, s, id); people["sent"] != people["recipients"] || people["sent"] < many {
				t.Errorf("%v", people)
			}
			rows := map[string]string{}
			for _, row := range s.Store.Client().Notification.Query().
				Where(notification.BroadcastID(uuid.MustParse(id)), notification.ChannelEQ(domain.ChannelEmail)).AllX(System()) {
				rows[address[*row.RecipientID]] = fmt.Sprint(row.State, " ", row.Attempts)
			}
			for i, to := range all {
				want := "SENT 1"
				switch i {
				case 3:
					want = "FAILED 1"
					if before > 0 {
						want = "SKIPPED 0"
					}
				case 7, 70:
					want = "PENDING 1"
				}
				if rows[to] != want {
					t.Errorf("%s: %q, not %q", to, rows[to], want)
				}
			}
			if got := len(m.Mail(all[0])) - before; got != 1 {
				t.Errorf("%d messages", got)
			}
			return n.N()
		}
		alone := send(1)
		if together := send(senders); together >= alone {
			t.Errorf("%d statements of %d senders, %d of one", together, senders, alone)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
