package graph_test

import (
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// TestDeliveryFailures compares the errors of all broadcasts with the notifications that failed.
func TestDeliveryFailures(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		people := c.User.Query().Where(user.RoleEQ(domain.RoleUser)).IDsX(ctx)
		const errA, errB = "mailbox unavailable", "Änderung: no such host"
		created := []time.Time{time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), time.Date(2026, 2, 2, 3, 4, 5, 0, time.UTC)}
		for i, at := range created {
			b, err := c.Broadcast.Create().SetTitle("Fails").SetMessage("It fails.").SetChannels([]domain.Channel{domain.ChannelEmail}).
				SetTargetType(domain.TargetAll).SetStatus(domain.BroadcastSent).SetScheduledAt(at).SetTimezone("UTC").SetCreatedAt(at).SetUpdatedAt(at).Save(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.BroadcastChannel.MapCreateBulk([]domain.Channel{domain.ChannelEmail}, func(c *ent.BroadcastChannelCreate, _ int) {
				c.SetBroadcastID(b.ID).SetChannel(domain.ChannelEmail)
			}).Exec(ctx); err != nil {
				t.Fatal(err)
			}
			c.BroadcastChannel.Update().Where(broadcastchannel.BroadcastID(b.ID)).AddRecipients(2).AddFailed(2).ExecX(ctx)
			for n, why := range []string{errA, []string{errA, errB, errB}[i]} {
				c.Notification.Create().SetRecipientID(people[n]).SetChannel(domain.ChannelEmail).SetBroadcastID(b.ID).
					SetTitle("Fails").SetState(domain.NotificationFailed).SetLastError(why).SetCreatedAt(at).SaveX(ctx)
			}
		}
		type row struct {
			count, broadcasts float64
			latest            string
		}
		ask := func(args string) map[string]row {
			out, last := map[string]row{}, 0.0
			for i, r := range s.MustExecute(t, Admin, `{ deliveryFailures`+args+` { error channel count broadcasts latestAt } }`, nil).At("deliveryFailures").([]any) {
				r := r.(map[string]any)
				n := r["count"].(float64)
				if i > 0 && n > last {
					t.Errorf("%s: %v after %v", args, n, last)
				}
				last = n
				latest, _ := time.Parse(time.RFC3339, r["latestAt"].(string))
				out[r["channel"].(string)+" "+r["error"].(string)] = row{n, r["broadcasts"].(float64), latest.UTC().Format(time.RFC3339)}
			}
			return out
		}
		all := ask(`(top: 50)`)
		if got, want := all["EMAIL "+errA], (row{4, 3, "2026-02-02T03:04:05Z"}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got, want := all["EMAIL "+errB], (row{2, 2, "2026-02-02T03:04:05Z"}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		sum := 0.0
		for _, r := range all {
			sum += r.count
		}
		if failed := c.Notification.Query().Where(notification.StateEQ(domain.NotificationFailed), notification.BroadcastIDNotNil()).CountX(ctx); sum != float64(failed) {
			t.Errorf("%v are counted, %d failed", sum, failed)
		}
		if got, want := ask(`(from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", channel: EMAIL)`)["EMAIL "+errB], (row{1, 1, "2026-01-02T03:04:05Z"}); got != want {
			t.Errorf("in January %+v, want %+v", got, want)
		}
		if got := ask(`(channel: IN_APP)`)["EMAIL "+errA]; got.count != 0 {
			t.Errorf("of another channel: %+v", got)
		}
		if first := ask(`(top: 1)`); len(first) != 1 || first["EMAIL "+errA].count == 0 {
			t.Errorf("the first one is %v", first)
		}
	})
}

// TestDeliveryFailuresOfMail: what a mail server refused is counted although the same people have the broadcast in
// the application, until it is tried again and taken.
func TestDeliveryFailuresOfMail(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		m.InjectFault(User, MailFault{RcptCode: 550, Message: "this mailbox is closed"})
		m.InjectFault(User2, MailFault{RcptCode: 550, Message: "this mailbox is closed"})
		ask := func(args string) (count, broadcasts int) {
			for _, r := range s.MustExecute(t, Admin, `{ deliveryFailures`+args+` { error count broadcasts } }`, nil).At("deliveryFailures").([]any) {
				if r := r.(map[string]any); strings.Contains(r["error"].(string), "this mailbox is closed") {
					count, broadcasts = count+int(r["count"].(float64)), broadcasts+int(r["broadcasts"].(float64))
				}
			}
			return count, broadcasts
		}
		begin := s.Clock.Now()
		expect := func(args string, count, broadcasts int) {
			t.Helper()
			if n, of := ask(args); n != count || of != broadcasts {
				t.Errorf("%s: %d of %d broadcasts, want %d of %d", args, n, of, count, broadcasts)
			}
		}
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL", "IN_APP"}, "targetType": "ROLE", "targetValue": "USER"})
		tick(t, s)
		sendDue(t, s)
		if _, people := checkTotals(t, s, id); people["failed"] != 0 {
			t.Fatalf("people without it: %v", people)
		}
		since := begin.Add(-time.Minute).UTC().Format(time.RFC3339)
		expect(`(top: 50)`, 2, 1)
		expect(`(top: 50, channel: EMAIL, from: "`+since+`")`, 2, 1)
		expect(`(top: 50, channel: IN_APP)`, 0, 0)
		expect(`(top: 50, to: "`+since+`")`, 0, 0)
		m.InjectFault(User, MailFault{})
		s.MustExecute(t, Admin, `mutation($id: ID!) { retryFailed(input: {id: $id}) { broadcast { id } } }`, map[string]any{"id": id})
		tick(t, s)
		sendDue(t, s)
		expect(`(top: 50)`, 1, 1)
	})
}
