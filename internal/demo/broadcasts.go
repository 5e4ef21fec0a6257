package demo

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// broadcastStory is a broadcast as the tables tell it.
type broadcastStory struct {
	title, message string
	email, urgent  bool
	target         domain.TargetType
	value          string // name of a role, zone or group
	by             person
	written        float64 // hours ago
	due            float64 // hours ago at which it was to go out; negative lies ahead
	timezone       string  // "" is UTC
	status         domain.BroadcastStatus
	state          domain.DeliveryState
	stopped        float64 // hours ago at which it was cancelled, stopped or held
	reason         string
	outcomes       map[person]outcome // of recipients whose delivery differs
	rescheduled    bool               // rescheduled once
}

// outcome is the state of one recipient's notifications; "" is sent.
type outcome struct {
	app, mail domain.NotificationState
	why       string
}

// addBroadcasts adds the broadcasts with their notifications, oldest first.
func (w *world) addBroadcasts() {
	all := broadcastStories()
	slices.SortStableFunc(all, func(a, b broadcastStory) int { return w.hoursAgo(a.written).Compare(w.hoursAgo(b.written)) })
	for _, b := range all {
		w.addBroadcast(b)
	}
}

func (w *world) addBroadcast(b broadcastStory) {
	at, due := w.hoursAgo(b.written), w.hoursAgo(b.due)
	row := &ent.Broadcast{
		ID: domain.NewIDAt(domain.KindBroadcast, at), Title: b.title, Message: b.message,
		Channels: []domain.Channel{domain.ChannelInApp}, Urgent: b.urgent,
		TargetType: b.target, TargetValue: w.targetValue(b), TargetLabel: targetLabel(b), Status: b.status, DeliveryState: b.state,
		ScheduledAt: due, Timezone: b.timezone, CreatedByID: w.userID(b.by), CreatedAt: at, UpdatedAt: at,
	}
	if b.email {
		row.Channels = append(row.Channels, domain.ChannelEmail)
	}
	if b.timezone == "" {
		row.Timezone = "UTC"
	}
	w.Broadcasts = append(w.Broadcasts, row)
	w.addEvent(row, "created", b.by, "", at)
	w.audit(b.by, "broadcast.schedule", "Broadcast", row.ID, at, nil, map[string]any{"title": b.title})
	if b.rescheduled {
		w.addEvent(row, "rescheduled", b.by, "Moved by a day.", at.Add(40*time.Minute))
		row.UpdatedByID = w.userID(b.by)
	}
	if b.status == domain.BroadcastSent {
		w.deliver(row, b)
	} else {
		w.countChannels(row, nil)
	}
	w.stopBroadcast(row, b)
}

// stopBroadcast adds what an administrator or the service did to stop it.
func (w *world) stopBroadcast(row *ent.Broadcast, b broadcastStory) {
	if b.stopped == 0 {
		return
	}
	at := w.hoursAgo(b.stopped)
	if b.state == domain.DeliveryHeld {
		w.addEvent(row, "held", nobody, b.reason, at)
		return
	}
	action := "cancelled"
	if b.status == domain.BroadcastSent {
		action = "stopped"
		row.CompletedAt = &at
	}
	w.addEvent(row, action, kenji, b.reason, at)
	row.CancelledAt, row.CancelledByID, row.CancelReason, row.UpdatedByID = &at, w.userID(kenji), b.reason, w.userID(kenji)
	w.audit(kenji, "broadcast.cancel", "Broadcast", row.ID, at, nil, map[string]any{"reason": b.reason})
}

// addEvent adds a step to a broadcast's history.
func (w *world) addEvent(row *ent.Broadcast, action string, by person, note string, at time.Time) {
	w.BroadcastEvents = append(w.BroadcastEvents, &ent.BroadcastEvent{
		ID: domain.NewIDAt(domain.KindBroadcastEvent, at), BroadcastID: row.ID,
		Action: action, ActorID: w.userID(by), Note: note, CreatedAt: at,
	})
	row.Version++
	row.UpdatedAt = at
}

// deliver adds the notifications of all recipients and counts them.
func (w *world) deliver(row *ent.Broadcast, b broadcastStory) {
	began := row.ScheduledAt
	row.SentAt, row.StartedAt, row.AudienceFixed = new(began), new(began), true
	w.addEvent(row, "started", nobody, "", began)
	var mine []*ent.Notification
	clock := began
	for i, p := range w.audience(b) {
		for _, over := range row.Channels {
			clock = clock.Add(180 * time.Millisecond)
			n := w.newNotification(p, over, began)
			n.BroadcastID, n.Title, n.Message = &row.ID, row.Title, row.Message
			n.Sender, n.Urgent = w.people[b.by].Name, row.Urgent
			w.deliverOne(n, b.outcomes[p], clock)
			old := w.now.Sub(began) > 3*24*time.Hour
			reads := row.Urgent || old && i%3 != 2 && !slices.Contains(leaveUnread, p)
			if n.State == domain.NotificationSent && over == domain.ChannelInApp && reads {
				n.ReadAt = new(clock.Add(time.Duration(7+i*13) * time.Minute))
			}
			mine = append(mine, n)
		}
	}
	w.Notifications = append(w.Notifications, mine...)
	w.countChannels(row, mine)
	w.countRecipients(row, mine)
	if b.state == domain.DeliveryInProgress || b.state == domain.DeliveryCancelled {
		return
	}
	clock = clock.Add(time.Second)
	row.CompletedAt = new(clock)
	w.addEvent(row, "completed", nobody, "", clock)
}

const (
	// maxAttempts is the number of delivery attempts of a failed notification.
	maxAttempts = 5
	// firstPause is how long a message waits for its second attempt.
	firstPause = time.Minute
)

func (w *world) deliverOne(n *ent.Notification, s outcome, at time.Time) {
	state := s.app
	if n.Channel == domain.ChannelEmail {
		state = s.mail
	}
	switch state {
	case "", domain.NotificationSent:
		markSent(n, at)
		if n.Channel == domain.ChannelEmail {
			n.DeliveredAt = nil // the mail server accepted it; whether it arrived is unknown
		}
	case domain.NotificationFailed:
		n.State, n.Attempts, n.LastError = state, maxAttempts, s.why
	case domain.NotificationPending: // refused for now
		n.State, n.Attempts, n.LastError, n.NextTryAt = state, 1, s.why, new(at.Add(firstPause))
	default:
		n.State = state
		if state == domain.NotificationSkipped {
			n.LastError = s.why
		}
	}
}

// audience lists the recipients: active accounts of the target when it went out, in the order
// of profiles.
func (w *world) audience(b broadcastStory) []person {
	var found []person
	at := w.hoursAgo(b.due)
	for _, p := range profiles() {
		u := w.people[p.key]
		if u.CreatedAt.Before(at) && (u.DisabledAt == nil || u.DisabledAt.After(at)) && w.isRecipient(b, p) {
			found = append(found, p.key)
		}
	}
	return found
}

func (w *world) isRecipient(b broadcastStory, p profile) bool {
	switch b.target {
	case domain.TargetRole:
		return string(p.role) == b.value
	case domain.TargetZone:
		home := w.zones[p.zone]
		target := w.zones[b.value].ID
		return home.ID == target || home.ParentID != nil && *home.ParentID == target
	case domain.TargetGroup:
		return slices.ContainsFunc(w.Memberships, func(m *ent.Membership) bool {
			return m.GroupID == w.groups[b.value].ID && m.UserID == w.people[p.key].ID
		})
	default:
		return true
	}
}

func (w *world) targetValue(b broadcastStory) string {
	switch b.target {
	case domain.TargetZone:
		return w.zones[b.value].ID.String()
	case domain.TargetGroup:
		return w.groups[b.value].ID.String()
	default:
		return b.value
	}
}

// targetLabel describes the target of a broadcast in words.
func targetLabel(b broadcastStory) string {
	switch b.target {
	case domain.TargetAll:
		return "Everybody"
	case domain.TargetRole:
		name := strings.ReplaceAll(strings.ToLower(b.value), "_", " ")
		return "Every " + name
	default:
		return b.value
	}
}

// countChannels adds the counters of each channel.
func (w *world) countChannels(row *ent.Broadcast, rows []*ent.Notification) {
	for _, over := range row.Channels {
		c := &ent.BroadcastChannel{
			ID: domain.NewIDAt(domain.KindBroadcastChannel, row.CreatedAt), BroadcastID: row.ID, Channel: over,
		}
		w.Channels = append(w.Channels, c)
		for _, n := range rows {
			if n.Channel != over {
				continue
			}
			c.Recipients++
			switch n.State {
			case domain.NotificationPending:
				c.Pending++
			case domain.NotificationSent:
				c.Sent++
			case domain.NotificationFailed:
				c.Failed++
			case domain.NotificationSkipped:
				c.Skipped++
			case domain.NotificationCancelled:
				c.Cancelled++
			}
			if n.DeliveredAt != nil {
				c.Delivered++
			}
			if n.ReadAt != nil {
				c.Read++
			}
		}
	}
}

// countRecipients counts each recipient once: sent if any channel succeeded, else by the best of
// the other states.
func (w *world) countRecipients(row *ent.Broadcast, rows []*ent.Notification) {
	byPerson := map[uuid.UUID][]*ent.Notification{}
	for _, n := range rows {
		byPerson[*n.RecipientID] = append(byPerson[*n.RecipientID], n)
	}
	for _, theirs := range byPerson {
		row.Recipients++
		has := func(s domain.NotificationState) bool {
			return slices.ContainsFunc(theirs, func(n *ent.Notification) bool { return n.State == s })
		}
		switch {
		case has(domain.NotificationSent):
			row.Sent++
		case has(domain.NotificationPending):
			row.Pending++
		case has(domain.NotificationFailed):
			row.Failed++
		case has(domain.NotificationCancelled):
			row.Cancelled++
		default:
			row.Skipped++
		}
		if slices.ContainsFunc(theirs, func(n *ent.Notification) bool { return n.DeliveredAt != nil }) {
			row.Delivered++
		}
		if slices.ContainsFunc(theirs, func(n *ent.Notification) bool { return n.ReadAt != nil }) {
			row.Read++
		}
	}
}
