package demo

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

func (v *view) ledgersAddUp(t *testing.T) {
	byID, undone := map[uuid.UUID]*ent.Payment{}, map[uuid.UUID]bool{}
	perProvider := map[uuid.UUID]int{}
	for _, p := range v.Payments {
		byID[p.ID] = p
		perProvider[p.ProviderID]++
	}
	for _, p := range v.Payments {
		if (p.Type == domain.PaymentReversal) != (p.ReversesID != nil) || (p.Type == domain.PaymentReversal) != (p.AmountMinor < 0) {
			t.Errorf("%s %s of %d", p.PaymentReference, p.Type, p.AmountMinor)
		}
		if p.PaymentDate != p.CreatedAt.UTC().Format(time.DateOnly) || !v.users[*p.RecordedByID].Role.Admin() {
			t.Errorf("%s of %s recorded %v", p.PaymentReference, p.PaymentDate, p.CreatedAt)
		}
		if p.ReversesID == nil {
			continue
		}
		s := byID[*p.ReversesID]
		if s.Type != domain.PaymentSettlement || undone[s.ID] || s.AmountMinor != -p.AmountMinor || s.Currency != p.Currency ||
			s.PaymentReference != p.PaymentReference || s.ProviderID != p.ProviderID || s.PaymentDate > p.PaymentDate {
			t.Errorf("%s is reversed by %d %s", s.PaymentReference, p.AmountMinor, p.Currency)
		}
		undone[s.ID] = true
	}
	// Exactly the settlements that stand claim their reference and their tasks.
	want, covered, freed := map[string]uuid.UUID{}, 0, 0
	for _, p := range v.Payments {
		if p.Type == domain.PaymentSettlement && !undone[p.ID] {
			want[fmt.Sprintf("reference:%s:%s", p.ProviderID, p.PaymentReference)] = p.ID
		}
	}
	for _, pt := range v.PaidTasks {
		p, k := byID[pt.PaymentID], v.byTask[pt.TaskID]
		if p.Type != domain.PaymentSettlement || k.Status != domain.TaskCompleted || *k.ProviderID != p.ProviderID || k.EndedAt.After(p.CreatedAt) {
			t.Errorf("%s pays for a task that is %s", p.PaymentReference, k.Status)
		}
		if undone[p.ID] {
			freed++
			continue
		}
		covered++
		key := "task:" + k.ID.String()
		if _, twice := want[key]; twice {
			t.Errorf("%s is paid twice", key)
		}
		want[key] = p.ID
	}
	if len(v.Claims) != len(want) {
		t.Errorf("%d claims, want %d", len(v.Claims), len(want))
	}
	for _, c := range v.Claims {
		if want[c.Key] != c.PaymentID {
			t.Errorf("%s is claimed by another payment", c.Key)
		}
	}
	if len(undone) == 0 || covered < 8 || freed == 0 {
		t.Errorf("%d reversed, %d tasks covered, %d freed", len(undone), covered, freed)
	}
	for _, p := range v.Providers {
		if n := perProvider[p.ID]; p.Name == brightwater && n < 25 || n < 3 {
			t.Errorf("%s has %d payments", p.Name, n)
		}
	}
}

// counters counts as the counters do.
type counters struct{ recipients, pending, sent, delivered, read, failed, skipped, cancelled int }

func (v *view) broadcastsAddUp(t *testing.T) {
	rowsOf := map[uuid.UUID][]*ent.Notification{}
	for _, n := range v.Notifications {
		if n.BroadcastID != nil {
			rowsOf[*n.BroadcastID] = append(rowsOf[*n.BroadcastID], n)
		}
	}
	for _, b := range v.Broadcasts {
		people := map[uuid.UUID][]*ent.Notification{}
		channels := map[domain.Channel]*counters{}
		for _, over := range b.Channels {
			channels[over] = &counters{}
		}
		for _, n := range rowsOf[b.ID] {
			people[*n.RecipientID] = append(people[*n.RecipientID], n)
			channels[n.Channel].add(n)
		}
		var sum counters
		waiting := false
		for id, theirs := range people {
			best := theirs[0]
			rank := map[domain.NotificationState]int{
				domain.NotificationSent: 5, domain.NotificationPending: 4, domain.NotificationFailed: 3, domain.NotificationCancelled: 2,
			}
			merged := *best
			for _, n := range theirs {
				pending := n.State == domain.NotificationPending
				waiting = waiting || pending
				if pending != (n.NextTryAt != nil) || pending && n.Channel == domain.ChannelInApp {
					t.Errorf("%s: what %s gets over %s is %s and tried next at %v", b.Title, v.users[id].Name, n.Channel, n.State, n.NextTryAt)
				}
				if rank[n.State] > rank[merged.State] {
					merged.State = n.State
				}
				if n.DeliveredAt != nil {
					merged.DeliveredAt = n.DeliveredAt
				}
				if n.ReadAt != nil {
					merged.ReadAt = n.ReadAt
				}
			}
			sum.add(&merged)
			if len(theirs) != len(b.Channels) {
				t.Errorf("%s: %s has %d rows", b.Title, v.users[id].Name, len(theirs))
			}
		}
		got := counters{b.Recipients, b.Pending, b.Sent, b.Delivered, b.Read, b.Failed, b.Skipped, b.Cancelled}
		if got != sum || !got.addsUp() {
			t.Errorf("%s counts %+v, its people are %+v", b.Title, got, sum)
		}
		v.checkState(t, b, got, waiting)
		for _, c := range v.Channels {
			if c.BroadcastID != b.ID {
				continue
			}
			got := counters{c.Recipients, c.Pending, c.Sent, c.Delivered, c.Read, c.Failed, c.Skipped, c.Cancelled}
			if want := channels[c.Channel]; want == nil || got != *want || !got.addsUp() {
				t.Errorf("%s over %s counts %+v, its rows are %+v", b.Title, c.Channel, got, want)
			}
			delete(channels, c.Channel)
		}
		if len(channels) > 0 {
			t.Errorf("%s counts nothing over %v", b.Title, channels)
		}
	}
}

func (c *counters) add(n *ent.Notification) {
	c.recipients++
	switch n.State {
	case domain.NotificationPending:
		c.pending++
	case domain.NotificationSent:
		c.sent++
	case domain.NotificationFailed:
		c.failed++
	case domain.NotificationSkipped:
		c.skipped++
	case domain.NotificationCancelled:
		c.cancelled++
	}
	if n.DeliveredAt != nil {
		c.delivered++
	}
	if n.ReadAt != nil {
		c.read++
	}
}

func (c *counters) addsUp() bool {
	return c.recipients == c.pending+c.sent+c.failed+c.skipped+c.cancelled && c.delivered <= c.sent && c.read <= c.delivered
}

// checkState checks that how far it has gone is what its counters say, and whether something waits
// to be sent.
func (v *view) checkState(t *testing.T, b *ent.Broadcast, c counters, waiting bool) {
	t.Helper()
	ok := false
	switch b.DeliveryState {
	case domain.DeliveryPending, domain.DeliveryHeld:
		ok = b.Status == domain.BroadcastScheduled && b.ScheduledAt.After(v.now) && c.recipients == 0
	case domain.DeliveryInProgress:
		ok = waiting && c.sent > 0 && b.CompletedAt == nil
	case domain.DeliveryCompleted:
		ok = c.pending+c.failed+c.cancelled == 0 && b.CompletedAt != nil
	case domain.DeliveryPartial:
		ok = c.pending == 0 && c.failed > 0 && c.sent > 0 && b.CompletedAt != nil
	case domain.DeliveryFailed:
		ok = c.pending+c.sent == 0 && c.failed > 0 && b.CompletedAt != nil
	case domain.DeliveryCancelled:
		ok = c.pending == 0 && b.CancelledAt != nil && b.CancelReason != "" && (b.Status == domain.BroadcastSent) == (c.cancelled > 0)
	}
	sent := b.Status == domain.BroadcastSent
	if !ok || waiting != (b.DeliveryState == domain.DeliveryInProgress) || sent != (b.SentAt != nil) || sent != (b.StartedAt != nil) || sent && b.ScheduledAt.After(v.now) {
		t.Errorf("%s is %s and %s with %+v", b.Title, b.Status, b.DeliveryState, c)
	}
	steps := 0
	for _, e := range v.BroadcastEvents {
		if e.BroadcastID == b.ID {
			steps++
		}
	}
	if steps != b.Version || b.Title == "" {
		t.Errorf("%s has %d steps and the version %d", b.Title, steps, b.Version)
	}
}
