package graph_test

import (
	"testing"
	"time"

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
			for n, why := range []string{errA, []string{errA, errB, errB}[i]} {
				c.Notification.Create().SetRecipientID(people[n]).SetChannel(domain.ChannelEmail).SetBroadcastID(b.ID).
					SetTitle("Fails").SetState(domain.NotificationFailed).SetLastError(why).SetCreatedAt(at).SaveX(ctx)
			}
		}
		if _, err := s.Store.DB().ExecContext(ctx, `UPDATE broadcasts SET recipients = 2, failed = 2 WHERE title = 'Fails'`); err != nil {
			t.Fatal(err)
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
