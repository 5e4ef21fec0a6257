package seed

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// addBroadcasts adds the broadcasts, oldest first, each with a notification for every recipient
// and channel. One is sent to everybody; the last three are not sent yet.
func (g *generator) addBroadcasts(send func() bool) bool {
	n := g.size(12, 10_000)
	story := g.Until.Sub(g.from)
	for i := range n {
		at := g.from.Add(story / time.Duration(n+1) * time.Duration(i+1)).Truncate(time.Second)
		b := g.newBroadcast(i, at)
		people := g.chooseTarget(b, i, i == n/2)
		switch i {
		case n - 3:
			g.cancel(b)
		case n - 2, n - 1:
			b.ScheduledAt = g.Until.AddDate(0, 0, 30*(n-i))
			g.addChannels(b, nil)
		default:
			if !g.deliver(b, people, send) {
				return false
			}
		}
		g.batch.Broadcasts = append(g.batch.Broadcasts, b)
	}
	return true
}

func (g *generator) newBroadcast(i int, at time.Time) *ent.Broadcast {
	by := g.randomAdmin()
	b := &ent.Broadcast{
		ID: g.id(domain.KindBroadcast, at), Title: pick(g, broadcastTitles), Message: pick(g, details) + " " + pick(g, publicNotes),
		Channels: []domain.Channel{domain.ChannelInApp}, Urgent: g.oneIn(10), Status: domain.BroadcastScheduled,
		DeliveryState: domain.DeliveryPending, ScheduledAt: at.Add(time.Duration(g.IntN(48)) * time.Hour), Timezone: "UTC",
		CreatedByID: by, CreatedAt: at, UpdatedAt: at, Version: 1,
	}
	if i%4 == 0 {
		b.Channels = append(b.Channels, domain.ChannelEmail)
	}
	g.addEvent(b, "created", by, at)
	g.audit(by, "broadcast.schedule", "Broadcast", b.ID, at, "", fmt.Sprintf(`{"title":%q}`, b.Title))
	return b
}

// chooseTarget sets the target and returns its accounts.
func (g *generator) chooseTarget(b *ent.Broadcast, i int, everybody bool) []account {
	t := g.town
	living := func(in func(zone, int) bool) (found []account) {
		for _, all := range [][]account{t.reporters, t.solvers, t.offices, t.admins} {
			for _, a := range all {
				if !a.disabled && in(t.zones[a.zone], int(a.zone)) {
					found = append(found, a)
				}
			}
		}
		return found
	}
	if everybody {
		b.TargetType, b.TargetLabel = domain.TargetAll, "Everybody"
		b.Channels = b.Channels[:1]
		return living(func(zone, int) bool { return true })
	}
	switch i % 6 {
	case 0:
		b.TargetType, b.TargetValue, b.TargetLabel = domain.TargetRole, string(domain.RoleSolver), "Every solver"
		return t.solvers
	case 1:
		c := pick(g, t.groups)
		b.TargetType, b.TargetValue, b.TargetLabel = domain.TargetGroup, c.id.String(), c.name
		people := make([]account, len(c.members))
		for i, m := range c.members {
			people[i] = account{id: m, email: true}
		}
		return people
	case 2:
		q := g.IntN(len(t.quarters))
		b.TargetType, b.TargetValue, b.TargetLabel = domain.TargetZone, t.quarters[q].id.String(), t.quarters[q].name
		return living(func(z zone, _ int) bool { return z.quarter == q })
	case 3:
		b.TargetType, b.TargetValue, b.TargetLabel = domain.TargetRole, string(domain.RoleProvider), "Every provider"
		return t.offices
	default:
		home := g.IntN(len(t.zones))
		b.TargetType, b.TargetValue, b.TargetLabel = domain.TargetZone, t.zones[home].id.String(), t.zones[home].name
		return living(func(_ zone, zone int) bool { return zone == home })
	}
}

func (g *generator) cancel(b *ent.Broadcast) {
	at := b.CreatedAt.Add(20 * time.Minute)
	b.Status, b.DeliveryState = domain.BroadcastCancelled, domain.DeliveryCancelled
	b.CancelledAt, b.CancelledByID, b.CancelReason, b.UpdatedByID = &at, b.CreatedByID, "The date was wrong.", b.CreatedByID
	g.addEvent(b, "cancelled", b.CreatedByID, at)
	g.addChannels(b, nil)
}

func (g *generator) addEvent(b *ent.Broadcast, action string, by *uuid.UUID, at time.Time) {
	g.batch.BroadcastEvents = append(g.batch.BroadcastEvents, &ent.BroadcastEvent{
		ID: g.id(domain.KindBroadcastEvent, at), BroadcastID: b.ID, Action: action, ActorID: by, CreatedAt: at,
	})
	if action != "created" {
		b.Version++
	}
	b.UpdatedAt = at
}

// deliver adds the notifications of all recipients, in the application and by e-mail.
func (g *generator) deliver(b *ent.Broadcast, people []account, send func() bool) bool {
	began := b.ScheduledAt
	b.Status, b.DeliveryState, b.AudienceFixed = domain.BroadcastSent, domain.DeliveryCompleted, true
	b.SentAt, b.StartedAt = &began, &began
	g.addEvent(b, "started", nil, began)
	mail := &ent.BroadcastChannel{}
	at := began
	for _, who := range people {
		at = at.Add(2 * time.Millisecond)
		n := g.addNotification(b, who.id, domain.ChannelInApp, began)
		n.State, n.Attempts, n.SentAt, n.DeliveredAt = domain.NotificationSent, 1, new(at), new(at)
		if read := at.Add(time.Duration(1+g.IntN(200)) * time.Hour); read.Before(g.Until) && !g.oneIn(3) {
			n.ReadAt = &read
			b.Read++
		}
		if len(b.Channels) > 1 {
			g.addMail(b, who, began, at, mail)
		}
		if len(g.batch.Notifications) >= 4*batchSize && !send() {
			return false
		}
	}
	b.Recipients, b.Sent, b.Delivered = len(people), len(people), len(people)
	at = at.Add(time.Second)
	b.CompletedAt = &at
	g.addEvent(b, "completed", nil, at)
	g.addChannels(b, mail)
	return true
}

// addMail adds the notification of one recipient by e-mail.
func (g *generator) addMail(b *ent.Broadcast, who account, began, at time.Time, mail *ent.BroadcastChannel) {
	n := g.addNotification(b, who.id, domain.ChannelEmail, began)
	mail.Recipients++
	switch {
	case !who.email && !b.Urgent:
		n.State, n.LastError = domain.NotificationSkipped, "no e-mail notifications wanted"
		mail.Skipped++
	case g.oneIn(50):
		n.State, n.Attempts, n.LastError = domain.NotificationFailed, 1, "550 no such mailbox"
		mail.Failed++
	default:
		n.State, n.Attempts, n.SentAt = domain.NotificationSent, 1, new(at)
		mail.Sent++
	}
}

func (g *generator) addNotification(b *ent.Broadcast, to uuid.UUID, over domain.Channel, at time.Time) *ent.Notification {
	n := &ent.Notification{
		ID: g.id(domain.KindNotification, at), RecipientID: &to, Channel: over, BroadcastID: &b.ID,
		Title: b.Title, Message: b.Message, Timing: domain.MailLast, CreatedAt: at,
	}
	g.batch.Notifications = append(g.batch.Notifications, n)
	return n
}

// addChannels adds the counters of the channels. Those of the application equal the broadcast's.
func (g *generator) addChannels(b *ent.Broadcast, mail *ent.BroadcastChannel) {
	app := &ent.BroadcastChannel{
		Channel: domain.ChannelInApp, Recipients: b.Recipients, Sent: b.Sent, Delivered: b.Delivered, Read: b.Read,
	}
	rows := []*ent.BroadcastChannel{app}
	if len(b.Channels) > 1 {
		if mail == nil {
			mail = &ent.BroadcastChannel{}
		}
		mail.Channel = domain.ChannelEmail
		rows = append(rows, mail)
	}
	for _, c := range rows {
		c.ID, c.BroadcastID = g.id(domain.KindBroadcastChannel, b.CreatedAt), b.ID
		g.batch.Channels = append(g.batch.Channels, c)
	}
}
