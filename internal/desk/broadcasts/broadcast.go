// Package broadcasts is where administrators write to many: what a broadcast says, to whom and when, until it goes out.
package broadcasts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/search"
)

const (
	// MaxMessage is the longest message in bytes, as the column holds.
	MaxMessage = 10_000

	// MaxAhead is how far ahead a broadcast may be scheduled: a later date is a mistake.
	MaxAhead = 2 * 366 * 24 * time.Hour

	maxHistoryNote = 500
)

// Room schedules broadcasts.
type Room struct {
	*tx.Runner
	mail          bool // whether notifications can go out by e-mail
	notifications *notifications.Room
}

// New returns the room of broadcasts.
func New(r *tx.Runner, mail bool, n *notifications.Room) *Room {
	return &Room{Runner: r, mail: mail, notifications: n}
}

// Input is what a broadcast says, to whom and over what.
type Input struct {
	Title    string
	Message  string
	Channels []domain.Channel // in-app is added where it is missing
	Urgent   bool             // whether it reaches those who want no broadcasts by e-mail
	Target   domain.TargetType
	Value    string // role, zone id or group id; empty for all
}

// Schedule is when a broadcast goes out.
type Schedule struct {
	At       *time.Time // nil: now
	Timezone string     // IANA name in which it is shown; "" is UTC
}

// ScheduleBroadcast takes in a broadcast that goes out at its time. Administrators. Whom it
// reaches is fixed when it begins to go out.
func (r *Room) ScheduleBroadcast(ctx context.Context, in Input, when Schedule) (*ent.Broadcast, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	errs := in.normalize(r.mail, Input{})
	errs = append(errs, when.normalize(r.Now())...)
	if err := errs.Fault(); err != nil {
		return nil, err
	}
	made, err := r.Make(ctx, func(t *tx.Tx) (uuid.UUID, error) {
		label, err := targetLabel(ctx, t, in)
		if err != nil {
			return uuid.Nil, err
		}
		b, err := t.Broadcast.Create().
			SetTitle(in.Title).SetMessage(in.Message).SetChannels(in.Channels).SetUrgent(in.Urgent).
			SetTargetType(in.Target).SetTargetValue(in.Value).SetTargetLabel(label).
			SetStatus(domain.BroadcastScheduled).SetDeliveryState(domain.DeliveryPending).SetAuthorTold(domain.AuthorToldNothing).
			SetScheduledAt(when.at(t.Now)).SetTimezone(when.Timezone).
			SetNillableCreatedByID(tx.AccountOf(ctx)).SetCreatedAt(t.Now).SetUpdatedAt(t.Now).
			Save(ctx)
		if err != nil {
			return uuid.Nil, err
		}
		if err := search.AddBroadcasts(ctx, t.Client, b); err != nil {
			return uuid.Nil, err
		}
		if err := createChannelCounters(ctx, t, b.ID, in.Channels); err != nil {
			return uuid.Nil, err
		}
		if err := recordHistory(ctx, t, b, "created", ""); err != nil {
			return uuid.Nil, err
		}
		return b.ID, t.Audit(ctx, tx.Record{
			Action: "broadcast.schedule", SubjectType: "Broadcast", Subject: b.ID, After: valuesOf(in, b.ScheduledAt),
		})
	})
	if err != nil {
		return nil, err
	}
	return r.Client.Broadcast.Get(ctx, made)
}

func valuesOf(in Input, at time.Time) tx.Values {
	return tx.Values{
		"title": in.Title, "message": in.Message, "channels": in.Channels, "urgent": in.Urgent,
		"target_type": in.Target, "target_value": in.Value, "scheduled_at": at,
	}
}

// EditBroadcast changes what a broadcast says and to whom, all of it, before it begins to go
// out. Administrators.
func (r *Room) EditBroadcast(ctx context.Context, target tx.Target, in Input) (*ent.Broadcast, error) {
	return r.apply(ctx, domain.ActionEdit, target, new(string), func(t *tx.Tx, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (tx.Values, tx.Values, error) {
		was := Input{b.Title, b.Message, b.Channels, b.Urgent, b.TargetType, b.TargetValue}
		in := in // the check tidies it
		if err := in.normalize(r.mail, was).Fault(); err != nil {
			return nil, nil, err
		}
		label, err := targetLabel(ctx, t, in)
		if err != nil {
			return nil, nil, err
		}
		change.SetTitle(in.Title).SetMessage(in.Message).SetChannels(in.Channels).SetUrgent(in.Urgent).
			SetTargetType(in.Target).SetTargetValue(in.Value).SetTargetLabel(label)
		if err := search.RenameBroadcast(ctx, t.Client, b, in.Title); err != nil {
			return nil, nil, err
		}
		if slices.Equal(b.Channels, in.Channels) {
			return valuesOf(was, b.ScheduledAt), valuesOf(in, b.ScheduledAt), nil
		}
		sys := auth.System(ctx, "a broadcast counts over its channels")
		for _, c := range b.Edges.ChannelCounters {
			if err := t.BroadcastChannel.DeleteOne(c).Exec(sys); err != nil {
				return nil, nil, err
			}
		}
		return valuesOf(was, b.ScheduledAt), valuesOf(in, b.ScheduledAt), createChannelCounters(ctx, t, b.ID, in.Channels)
	})
}

// RescheduleBroadcast gives a broadcast another time, before it begins to go out. Administrators.
// One that is held back goes out at the new time.
func (r *Room) RescheduleBroadcast(ctx context.Context, target tx.Target, when Schedule, note string) (*ent.Broadcast, error) {
	errs := when.normalize(r.Now())
	return r.apply(ctx, domain.ActionReschedule, target, &note, func(t *tx.Tx, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (tx.Values, tx.Values, error) {
		at := when.at(t.Now)
		change.SetScheduledAt(at).SetTimezone(when.Timezone).SetDeliveryState(domain.DeliveryPending).SetAuthorTold(domain.AuthorToldNothing)
		return tx.Values{"scheduled_at": b.ScheduledAt}, tx.Values{"scheduled_at": at}, errs.Fault()
	})
}

// ReleaseBroadcast lets a broadcast go out now that was held back because its time had passed
// while the service was down. Administrators.
func (r *Room) ReleaseBroadcast(ctx context.Context, target tx.Target) (*ent.Broadcast, error) {
	return r.apply(ctx, domain.ActionRelease, target, new(string), func(t *tx.Tx, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (tx.Values, tx.Values, error) {
		change.SetScheduledAt(t.Now).SetDeliveryState(domain.DeliveryPending).SetAuthorTold(domain.AuthorToldNothing)
		return tx.Values{"scheduled_at": b.ScheduledAt}, tx.Values{"scheduled_at": t.Now}, nil
	})
}

// CancelBroadcast cancels a broadcast of which nothing has been delivered. Administrators.
func (r *Room) CancelBroadcast(ctx context.Context, target tx.Target, reason string) (*ent.Broadcast, error) {
	return r.stopDelivery(ctx, domain.ActionCancel, target, reason, func(change *ent.BroadcastUpdateOne) {
		change.SetStatus(domain.BroadcastCancelled).SetDeliveryState(domain.DeliveryCancelled)
	})
}

// StopBroadcast keeps what is left of a broadcast from going out; what was delivered stays
// delivered. Administrators, while it goes out.
func (r *Room) StopBroadcast(ctx context.Context, target tx.Target, reason string) (*ent.Broadcast, error) {
	return r.stopDelivery(ctx, domain.ActionStop, target, reason, func(change *ent.BroadcastUpdateOne) {
		change.SetDeliveryState(domain.DeliveryPartial)
	})
}

// stopDelivery keeps the rest of a broadcast from going out. The rows that wait are cancelled, and
// counted, by the delivery right afterwards: there may be millions.
func (r *Room) stopDelivery(ctx context.Context, action domain.Action, target tx.Target, reason string,
	as func(*ent.BroadcastUpdateOne),
) (*ent.Broadcast, error) {
	reason = strings.TrimSpace(reason)
	return r.apply(ctx, action, target, &reason, func(t *tx.Tx, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (tx.Values, tx.Values, error) {
		as(change)
		change.SetCancelledAt(t.Now).SetNillableCancelledByID(tx.AccountOf(ctx)).SetCancelReason(reason)
		return tx.Values{"status": b.Status}, tx.Values{"reason": reason}, nil
	})
}

// RetryFailed lets the recipients that could not be reached be tried again. Administrators,
// once a broadcast has ended with some. The delivery takes them up.
func (r *Room) RetryFailed(ctx context.Context, target tx.Target) (*ent.Broadcast, error) {
	return r.apply(ctx, domain.ActionRetryFailed, target, new(string),
		func(_ *tx.Tx, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (tx.Values, tx.Values, error) {
			change.SetDeliveryState(domain.DeliveryInProgress).ClearCompletedAt().SetRetrying(true).ClearReached().
				SetAuthorTold(domain.AuthorToldNothing)
			return tx.Values{"delivery_state": b.DeliveryState}, tx.Values{"failed": failedRows(b.Edges.ChannelCounters)}, nil
		})
}

// normalize tidies the notification and returns all that is wrong with it, as far as no row is
// needed. What it says already is fine.
func (in *Input) normalize(mail bool, was Input) tx.FieldErrors {
	var errs tx.FieldErrors
	errs.Merge(tx.CheckLine("title", &in.Title, 1, domain.MaxTitle, was.Title))
	errs.RequiredText("message", &in.Message, MaxMessage, was.Message)
	channels := []domain.Channel{domain.ChannelInApp}
	for i, c := range in.Channels {
		if c == domain.ChannelEmail && !mail {
			errs.Add(fmt.Sprintf("channels.%d", i), "invalid", "is not set up here")
		}
		if !slices.Contains(channels, c) {
			channels = append(channels, c)
		}
	}
	in.Channels = channels
	errs.Merge(CheckTarget(in.Target, in.Value))
	return errs
}

// CheckTarget returns what is wrong with the way an audience is chosen, as far as no row is
// needed.
func CheckTarget(target domain.TargetType, value string) error {
	var errs tx.FieldErrors
	switch {
	case target == domain.TargetAll && value != "":
		errs.Add("targetValue", "invalid", "must be empty for all")
	case target == domain.TargetRole && !slices.Contains(domain.Roles, domain.Role(value)):
		errs.Add("targetValue", "invalid", "must be a role such as SOLVER")
	case target == domain.TargetZone || target == domain.TargetGroup:
		if _, err := domain.ParseID(value); err != nil {
			errs.Add("targetValue", "invalid", "must be the id of a %s", tx.StatusText(target))
		}
	}
	return errs.Fault()
}

// targetLabel names the target for people, and so asks whether it exists.
func targetLabel(ctx context.Context, t *tx.Tx, in Input) (string, error) {
	switch in.Target {
	case domain.TargetRole:
		return "Every " + tx.StatusText(in.Value).String(), nil
	case domain.TargetZone:
		z, err := t.Zone.Query().Where(zone.ID(uuid.MustParse(in.Value))).Only(ctx)
		if ent.IsNotFound(err) {
			return "", noTarget(in)
		}
		if err != nil {
			return "", err
		}
		return z.Name, nil
	case domain.TargetGroup:
		g, err := t.Group.Query().Where(group.ID(uuid.MustParse(in.Value))).Only(ctx)
		if ent.IsNotFound(err) {
			return "", noTarget(in)
		}
		if err != nil {
			return "", err
		}
		return g.Name, nil
	}
	return "Everybody", nil
}

func noTarget(in Input) error {
	return fault.Invalid(fault.Input("targetValue", "not_found", "there is no such %s", tx.StatusText(in.Target)))
}

// createChannelCounters creates the counters of a broadcast's channels.
func createChannelCounters(ctx context.Context, t *tx.Tx, id uuid.UUID, channels []domain.Channel) error {
	return t.BroadcastChannel.MapCreateBulk(channels, func(c *ent.BroadcastChannelCreate, i int) {
		c.SetBroadcastID(id).SetChannel(channels[i])
	}).Exec(auth.System(ctx, "a broadcast counts over its channels"))
}

func (s *Schedule) normalize(now time.Time) tx.FieldErrors {
	var errs tx.FieldErrors
	if s.Timezone == "" {
		s.Timezone = "UTC"
	}
	if _, err := time.LoadLocation(s.Timezone); err != nil || s.Timezone == "Local" {
		errs.Add("timezone", "invalid", "must be the IANA name of a time zone, such as Europe/Rome")
	}
	if s.At != nil && s.At.Before(now.Add(-time.Minute)) {
		errs.Add("scheduledAt", "out_of_range", "must not have passed")
	}
	if s.At != nil && s.At.After(now.Add(MaxAhead)) {
		errs.Add("scheduledAt", "out_of_range", "must be within two years")
	}
	return errs
}

func (s Schedule) at(now time.Time) time.Time {
	if s.At == nil {
		return now
	}
	return s.At.UTC().Truncate(time.Millisecond)
}

// ScheduledBy returns the broadcasts that an account wrote and that have yet to go out, the next
// one first: whoever disables it should look at them. Administrators.
func (r *Room) ScheduledBy(ctx context.Context, id uuid.UUID) ([]*ent.Broadcast, error) {
	return r.Client.Broadcast.Query().
		Where(broadcast.CreatedByID(id), broadcast.StatusEQ(domain.BroadcastScheduled)).
		Order(ent.Asc(broadcast.FieldScheduledAt, broadcast.FieldID)).All(ctx)
}

// SendTest sends a notification to the viewer, an administrator, over the channels it would go
// out by.
func (r *Room) SendTest(ctx context.Context, in Input) (*ent.Notification, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	in.Target = domain.TargetAll
	if err := in.normalize(r.mail, Input{}).Fault(); err != nil {
		return nil, err
	}
	v := auth.From(ctx)
	made, err := r.Make(ctx, func(t *tx.Tx) (uuid.UUID, error) {
		me, err := t.User.Query().Where(user.ID(v.ID)).Select(user.FieldName).Only(ctx)
		if err != nil {
			return uuid.Nil, err
		}
		err = r.notifications.NotifyTest(ctx, t, notifications.Test{
			Sender: me.Name, Title: in.Title, Message: in.Message, Channels: in.Channels, Urgent: in.Urgent,
		})
		if err != nil {
			return uuid.Nil, err
		}
		return t.Notification.Query().
			Where(notification.RecipientID(v.ID), notification.ChannelEQ(domain.ChannelInApp), notification.CreatedAt(t.Now)).
			Order(ent.Desc(notification.FieldID)).FirstID(ctx)
	})
	if err != nil {
		return nil, err
	}
	return r.Client.Notification.Get(ctx, made)
}
