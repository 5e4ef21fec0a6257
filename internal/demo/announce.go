package demo

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// bulletin is a broadcast as the tables tell it.
type bulletin struct {
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
	slips          map[person]slip // who was not served as everybody else
	moved          bool            // rescheduled once
}

// slip is what became of one recipient's rows; "" is sent.
type slip struct {
	app, mail domain.NotificationState
	why       string
}

// announce writes the broadcasts with their ledgers of recipients, oldest first.
func (w *world) announce() {
	all := bulletins()
	slices.SortStableFunc(all, func(a, b bulletin) int { return w.before(a.written).Compare(w.before(b.written)) })
	for _, b := range all {
		w.publish(b)
	}
}

func (w *world) publish(b bulletin) {
	at, due := w.before(b.written), w.before(b.due)
	row := &ent.Broadcast{
		ID: domain.NewIDAt(domain.KindBroadcast, at), Title: b.title, Message: b.message,
		Channels: []domain.Channel{domain.ChannelInApp}, Urgent: b.urgent,
		TargetType: b.target, TargetValue: w.targetValue(b), TargetLabel: targetLabel(b), Status: b.status, DeliveryState: b.state,
		ScheduledAt: due, Timezone: b.timezone, CreatedByID: w.id(b.by), CreatedAt: at, UpdatedAt: at,
	}
	if b.email {
		row.Channels = append(row.Channels, domain.ChannelEmail)
	}
	if b.timezone == "" {
		row.Timezone = "UTC"
	}
	w.broadcasts = append(w.broadcasts, row)
	w.happen(row, "created", b.by, "", at)
	w.record(b.by, "broadcast.schedule", "Broadcast", row.ID, at, nil, map[string]any{"title": b.title})
	if b.moved {
		w.happen(row, "rescheduled", b.by, "Moved by a day.", at.Add(40*time.Minute))
		row.UpdatedByID = w.id(b.by)
	}
	if b.status == domain.BroadcastSent {
		w.deliver(row, b)
	} else {
		w.countChannels(row, nil)
	}
	w.stop(row, b)
}

// stop writes what an administrator, or the service, did to halt it.
func (w *world) stop(row *ent.Broadcast, b bulletin) {
	if b.stopped == 0 {
		return
	}
	at := w.before(b.stopped)
	if b.state == domain.DeliveryHeld {
		w.happen(row, "held", nobody, b.reason, at)
		return
	}
	action := "cancelled"
	if b.status == domain.BroadcastSent {
		action = "stopped"
		row.CompletedAt = &at
	}
	w.happen(row, action, kenji, b.reason, at)
	row.CancelledAt, row.CancelledByID, row.CancelReason, row.UpdatedByID = &at, w.id(kenji), b.reason, w.id(kenji)
	w.record(kenji, "broadcast.cancel", "Broadcast", row.ID, at, nil, map[string]any{"reason": b.reason})
}

// happen adds a step to a broadcast's history.
func (w *world) happen(row *ent.Broadcast, action string, by person, note string, at time.Time) {
	w.events = append(w.events, &ent.BroadcastEvent{
		ID: domain.NewIDAt(domain.KindBroadcastEvent, at), BroadcastID: row.ID,
		Action: action, ActorID: w.id(by), Note: note, CreatedAt: at,
	})
	row.Version++
	row.UpdatedAt = at
}

// deliver writes the rows of all recipients and counts them.
func (w *world) deliver(row *ent.Broadcast, b bulletin) {
	began := row.ScheduledAt
	row.SentAt, row.StartedAt = moment(began), moment(began)
	w.happen(row, "started", nobody, "", began)
	var mine []*ent.Notification
	clock := began
	for i, p := range w.audience(b) {
		for _, over := range row.Channels {
			clock = clock.Add(180 * time.Millisecond)
			n := w.notice(p, over, began)
			n.BroadcastID, n.Title, n.Message = &row.ID, row.Title, row.Message
			w.deliverOne(n, b.slips[p], clock)
			old := w.now.Sub(began) > 3*24*time.Hour
			if n.State == domain.NotificationSent && over == domain.ChannelInApp && old && i%3 != 2 {
				n.ReadAt = moment(clock.Add(time.Duration(7+i*13) * time.Minute))
			}
			mine = append(mine, n)
		}
	}
	w.notices = append(w.notices, mine...)
	w.countChannels(row, mine)
	w.countPeople(row, mine)
	if b.state == domain.DeliveryInProgress || b.state == domain.DeliveryCancelled {
		return
	}
	clock = clock.Add(time.Second)
	row.CompletedAt = moment(clock)
	w.happen(row, "completed", nobody, "", clock)
}

// maxTries is how often the delivery of a row was tried before it was given up.
const maxTries = 5

func (w *world) deliverOne(n *ent.Notification, s slip, at time.Time) {
	state := s.app
	if n.Channel == domain.ChannelEmail {
		state = s.mail
	}
	switch state {
	case "", domain.NotificationSent:
		serve(n, at)
		if n.Channel == domain.ChannelEmail {
			n.DeliveredAt = nil // handed to a mail server; nobody tells whether it arrived
		}
	case domain.NotificationFailed:
		n.State, n.Attempts, n.LastError = state, maxTries, s.why
	default:
		n.State = state
		if state == domain.NotificationSkipped {
			n.LastError = s.why
		}
	}
}

// audience lists the recipients: active accounts of the target when it went out, in the order
// of the cast.
func (w *world) audience(b bulletin) []person {
	var found []person
	at := w.before(b.due)
	for _, p := range cast() {
		u := w.people[p.key]
		if u.CreatedAt.Before(at) && (u.DisabledAt == nil || u.DisabledAt.After(at)) && w.addressed(b, p) {
			found = append(found, p.key)
		}
	}
	return found
}

func (w *world) addressed(b bulletin, p profile) bool {
	switch b.target {
	case domain.TargetRole:
		return string(p.role) == b.value
	case domain.TargetZone:
		home := w.zones[p.zone]
		target := w.zones[b.value].ID
		return home.ID == target || home.ParentID != nil && *home.ParentID == target
	case domain.TargetGroup:
		return slices.ContainsFunc(w.memberships, func(m *ent.Membership) bool {
			return m.GroupID == w.groups[b.value].ID && m.UserID == w.people[p.key].ID
		})
	default:
		return true
	}
}

func (w *world) targetValue(b bulletin) string {
	switch b.target {
	case domain.TargetZone:
		return w.zones[b.value].ID.String()
	case domain.TargetGroup:
		return w.groups[b.value].ID.String()
	default:
		return b.value
	}
}

// targetLabel says whom a broadcast is for as people would.
func targetLabel(b bulletin) string {
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

// countChannels counts rows for each channel.
func (w *world) countChannels(row *ent.Broadcast, rows []*ent.Notification) {
	for _, over := range row.Channels {
		c := &ent.BroadcastChannel{
			ID: domain.NewIDAt(domain.KindBroadcastChannel, row.CreatedAt), BroadcastID: row.ID, Channel: over,
		}
		w.channels = append(w.channels, c)
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

// countPeople counts each recipient once: sent if any channel succeeded, else by what is the
// most hopeful of the rest.
func (w *world) countPeople(row *ent.Broadcast, rows []*ent.Notification) {
	byPerson := map[uuid.UUID][]*ent.Notification{}
	for _, n := range rows {
		byPerson[n.RecipientID] = append(byPerson[n.RecipientID], n)
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
