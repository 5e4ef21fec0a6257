package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the names of time zones must not depend on the machine

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/search"
)

const (
	maxBroadcastMessage = 10_000 // bytes, as the column holds
	maxHistoryNote      = 500

	// How far ahead a broadcast may be scheduled: a later date is a mistake.
	maxSchedule = 2 * 366 * 24 * time.Hour
)

// BroadcastInput is what a broadcast says, to whom and over what.
type BroadcastInput struct {
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
func (d *Desk) ScheduleBroadcast(ctx context.Context, in BroadcastInput, when Schedule) (*ent.Broadcast, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	errs := in.normalize(d.settings.Mail)
	errs = append(errs, when.normalize(d.now())...)
	if err := errs.fault(); err != nil {
		return nil, err
	}
	var made uuid.UUID
	err := d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		label, err := tx.targetLabel(ctx, in)
		if err != nil {
			return err
		}
		b, err := tx.Broadcast.Create().
			SetTitle(in.Title).SetMessage(in.Message).SetChannels(in.Channels).SetUrgent(in.Urgent).
			SetTargetType(in.Target).SetTargetValue(in.Value).SetTargetLabel(label).
			SetStatus(domain.BroadcastScheduled).SetDeliveryState(domain.DeliveryPending).
			SetScheduledAt(when.at(tx.now)).SetTimezone(when.Timezone).
			SetNillableCreatedByID(accountOf(ctx)).SetCreatedAt(tx.now).SetUpdatedAt(tx.now).
			Save(ctx)
		if err != nil {
			return err
		}
		made = b.ID
		if err := search.AddBroadcasts(ctx, tx.Client, b); err != nil {
			return err
		}
		if err := tx.createChannelCounters(ctx, b.ID, in.Channels); err != nil {
			return err
		}
		if err := tx.recordHistory(ctx, b, "created", ""); err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: "broadcast.schedule", subjectType: "Broadcast", subject: b.ID, after: broadcastValues(in, b.ScheduledAt),
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Broadcast.Get(ctx, made)
}

func broadcastValues(in BroadcastInput, at time.Time) values {
	return values{
		"title": in.Title, "message": in.Message, "channels": in.Channels, "urgent": in.Urgent,
		"target_type": in.Target, "target_value": in.Value, "scheduled_at": at,
	}
}

// EditBroadcast changes what a broadcast says and to whom, all of it, before it begins to go
// out. Administrators.
func (d *Desk) EditBroadcast(ctx context.Context, t Target, in BroadcastInput) (*ent.Broadcast, error) {
	errs := in.normalize(d.settings.Mail)
	return d.applyToBroadcast(ctx, domain.ActionEdit, t, "", func(tx *txn, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (values, values, error) {
		if err := errs.fault(); err != nil {
			return nil, nil, err
		}
		label, err := tx.targetLabel(ctx, in)
		if err != nil {
			return nil, nil, err
		}
		change.SetTitle(in.Title).SetMessage(in.Message).SetChannels(in.Channels).SetUrgent(in.Urgent).
			SetTargetType(in.Target).SetTargetValue(in.Value).SetTargetLabel(label)
		if err := search.RenameBroadcast(ctx, tx.Client, b, in.Title); err != nil {
			return nil, nil, err
		}
		was := BroadcastInput{b.Title, b.Message, b.Channels, b.Urgent, b.TargetType, b.TargetValue}
		if slices.Equal(b.Channels, in.Channels) {
			return broadcastValues(was, b.ScheduledAt), broadcastValues(in, b.ScheduledAt), nil
		}
		sys := auth.System(ctx, "a broadcast counts over its channels")
		for _, c := range b.Edges.ChannelCounters {
			if err := tx.BroadcastChannel.DeleteOne(c).Exec(sys); err != nil {
				return nil, nil, err
			}
		}
		return broadcastValues(was, b.ScheduledAt), broadcastValues(in, b.ScheduledAt), tx.createChannelCounters(ctx, b.ID, in.Channels)
	})
}

// RescheduleBroadcast gives a broadcast another time, before it begins to go out. Administrators.
// One that is held back goes out at the new time.
func (d *Desk) RescheduleBroadcast(ctx context.Context, t Target, when Schedule, note string) (*ent.Broadcast, error) {
	errs := when.normalize(d.now())
	return d.applyToBroadcast(ctx, domain.ActionReschedule, t, note, func(tx *txn, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (values, values, error) {
		at := when.at(tx.now)
		change.SetScheduledAt(at).SetTimezone(when.Timezone).SetDeliveryState(domain.DeliveryPending)
		return values{"scheduled_at": b.ScheduledAt}, values{"scheduled_at": at}, errs.fault()
	})
}

// ReleaseBroadcast lets a broadcast go out now that was held back because its time had passed
// while the service was down. Administrators.
func (d *Desk) ReleaseBroadcast(ctx context.Context, t Target) (*ent.Broadcast, error) {
	return d.applyToBroadcast(ctx, domain.ActionRelease, t, "", func(tx *txn, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (values, values, error) {
		change.SetScheduledAt(tx.now).SetDeliveryState(domain.DeliveryPending)
		return values{"scheduled_at": b.ScheduledAt}, values{"scheduled_at": tx.now}, nil
	})
}

// CancelBroadcast cancels a broadcast of which nothing has been delivered. Administrators.
func (d *Desk) CancelBroadcast(ctx context.Context, t Target, reason string) (*ent.Broadcast, error) {
	return d.stopDelivery(ctx, domain.ActionCancel, t, reason, func(change *ent.BroadcastUpdateOne) {
		change.SetStatus(domain.BroadcastCancelled).SetDeliveryState(domain.DeliveryCancelled)
	})
}

// StopBroadcast keeps what is left of a broadcast from going out; what was delivered stays
// delivered. Administrators, while it goes out.
func (d *Desk) StopBroadcast(ctx context.Context, t Target, reason string) (*ent.Broadcast, error) {
	return d.stopDelivery(ctx, domain.ActionStop, t, reason, func(change *ent.BroadcastUpdateOne) {
		change.SetDeliveryState(domain.DeliveryPartial)
	})
}

// stopDelivery keeps the rest of a broadcast from going out. The rows that wait are cancelled, and
// counted, by the delivery right afterwards: there may be millions.
func (d *Desk) stopDelivery(ctx context.Context, action domain.Action, t Target, reason string, as func(*ent.BroadcastUpdateOne)) (*ent.Broadcast, error) {
	reason = strings.TrimSpace(reason)
	return d.applyToBroadcast(ctx, action, t, reason, func(tx *txn, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (values, values, error) {
		as(change)
		change.SetCancelledAt(tx.now).SetNillableCancelledByID(accountOf(ctx)).SetCancelReason(reason)
		return values{"status": b.Status}, values{"reason": reason}, nil
	})
}

// RetryFailed lets the recipients that could not be reached be tried again. Administrators,
// once a broadcast has ended with some. The delivery takes them up.
func (d *Desk) RetryFailed(ctx context.Context, t Target) (*ent.Broadcast, error) {
	return d.applyToBroadcast(ctx, domain.ActionRetryFailed, t, "", func(_ *txn, b *ent.Broadcast, change *ent.BroadcastUpdateOne) (values, values, error) {
		change.SetDeliveryState(domain.DeliveryInProgress).ClearCompletedAt().SetRetrying(true).ClearReached()
		return values{"delivery_state": b.DeliveryState}, values{"failed": failedRows(b.Edges.ChannelCounters)}, nil
	})
}

// normalize trims the notification and returns all that is wrong with it, as far as no row is
// needed.
func (in *BroadcastInput) normalize(mail bool) fieldErrors {
	in.Title, in.Message = strings.TrimSpace(in.Title), strings.TrimSpace(in.Message)
	var errs fieldErrors
	errs.merge(checkLine("title", in.Title, 1, domain.MaxTitle))
	if in.Message == "" {
		errs.add("message", "required", "must be given")
	}
	errs.text("message", in.Message, maxBroadcastMessage)
	channels := []domain.Channel{domain.ChannelInApp}
	for i, c := range in.Channels {
		if c == domain.ChannelEmail && !mail {
			errs.add(fmt.Sprintf("channels.%d", i), "invalid", "is not set up here")
		}
		if !slices.Contains(channels, c) {
			channels = append(channels, c)
		}
	}
	in.Channels = channels
	errs.merge(CheckTarget(in.Target, in.Value))
	return errs
}

// CheckTarget returns what is wrong with the way an audience is chosen, as far as no row is
// needed.
func CheckTarget(target domain.TargetType, value string) error {
	var errs fieldErrors
	switch {
	case target == domain.TargetAll && value != "":
		errs.add("targetValue", "invalid", "must be empty for all")
	case target == domain.TargetRole && !slices.Contains(domain.Roles, domain.Role(value)):
		errs.add("targetValue", "invalid", "must be a role such as SOLVER")
	case target == domain.TargetZone || target == domain.TargetGroup:
		if _, err := domain.ParseID(value); err != nil {
			errs.add("targetValue", "invalid", "must be the id of a %s", statusText(target))
		}
	}
	return errs.fault()
}

// targetLabel names the target for people, and so asks whether it exists.
func (tx *txn) targetLabel(ctx context.Context, in BroadcastInput) (string, error) {
	switch in.Target {
	case domain.TargetRole:
		return "Every " + statusText(in.Value).String(), nil
	case domain.TargetZone:
		z, err := tx.Zone.Query().Where(zone.ID(uuid.MustParse(in.Value))).Only(ctx)
		if ent.IsNotFound(err) {
			return "", noTarget(in)
		}
		if err != nil {
			return "", err
		}
		return z.Name, nil
	case domain.TargetGroup:
		g, err := tx.Group.Query().Where(group.ID(uuid.MustParse(in.Value))).Only(ctx)
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

func noTarget(in BroadcastInput) error {
	return fault.Invalid(fault.Input("targetValue", "not_found", "there is no such %s", statusText(in.Target)))
}

// createChannelCounters creates the counters of a broadcast's channels.
func (tx *txn) createChannelCounters(ctx context.Context, id uuid.UUID, channels []domain.Channel) error {
	return tx.BroadcastChannel.MapCreateBulk(channels, func(c *ent.BroadcastChannelCreate, i int) {
		c.SetBroadcastID(id).SetChannel(channels[i])
	}).Exec(auth.System(ctx, "a broadcast counts over its channels"))
}

func (s *Schedule) normalize(now time.Time) fieldErrors {
	var errs fieldErrors
	if s.Timezone == "" {
		s.Timezone = "UTC"
	}
	if _, err := time.LoadLocation(s.Timezone); err != nil || s.Timezone == "Local" {
		errs.add("timezone", "invalid", "must be the IANA name of a time zone, such as Europe/Rome")
	}
	if s.At != nil && s.At.Before(now.Add(-time.Minute)) {
		errs.add("scheduledAt", "out_of_range", "must not have passed")
	}
	if s.At != nil && s.At.After(now.Add(maxSchedule)) {
		errs.add("scheduledAt", "out_of_range", "must be within two years")
	}
	return errs
}

func (s Schedule) at(now time.Time) time.Time {
	if s.At == nil {
		return now
	}
	return s.At.UTC().Truncate(time.Millisecond)
}
