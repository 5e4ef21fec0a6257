package delivery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	// batchSize is how many recipients are served, or changed otherwise, in one transaction.
	batchSize = 500
	// maxPerTick is how many broadcasts are looked at in one tick.
	maxPerTick = 100
)

// beginDue begins the broadcasts whose time has come.
func (d *Dispatcher) beginDue(ctx context.Context) error {
	ids, err := d.client.Broadcast.Query().Where(due(d.now())...).
		Order(ent.Asc(broadcast.FieldScheduledAt)).Limit(maxPerTick).IDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := d.begin(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// begin starts a broadcast whose time has come, or holds it back when that is too long ago.
func (d *Dispatcher) begin(ctx context.Context, id uuid.UUID) error {
	return d.tx(ctx, func(tx *ent.Client, now time.Time) error {
		b, err := tx.Broadcast.Query().Where(broadcast.ID(id), dbtx.SkipLocked).Where(due(now)...).Only(ctx)
		if ent.IsNotFound(err) {
			return nil // another instance has locked it, or somebody changed it
		}
		if err != nil {
			return err
		}
		why, err := d.whyHeld(ctx, tx, b, now)
		if err != nil {
			return err
		}
		if why != "" {
			err := tx.Broadcast.UpdateOne(b).SetDeliveryState(domain.DeliveryHeld).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
			if err != nil {
				return err
			}
			return recordHistory(ctx, tx, b, "held", why, now)
		}
		where, err := audienceOf(ctx, tx, b)
		if err != nil {
			return err
		}
		expected, err := tx.User.Query().Where(where...).Count(ctx)
		if err != nil {
			return err
		}
		err = tx.Broadcast.UpdateOne(b).SetDeliveryState(domain.DeliveryInProgress).SetStartedAt(now).SetExpected(expected).
			SetUpdatedAt(now).AddVersion(1).Exec(ctx)
		if err != nil {
			return err
		}
		return recordHistory(ctx, tx, b, "started", "", now)
	})
}

// whyHeld returns why a broadcast whose time has come is held back: that was too long ago, or before the database was restored, so that it
// may have gone out; "" when it is not.
func (d *Dispatcher) whyHeld(ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time) (string, error) {
	restored, err := ofBefore(ctx, tx, b.ScheduledAt)
	if err != nil {
		return "", err
	}
	if restored {
		return text.HeldAfterRestore.In(d.language()), nil
	}
	if late := now.Sub(b.ScheduledAt); d.settings.Grace > 0 && late > d.settings.Grace {
		return text.HeldBack(late).In(d.language()), nil
	}
	return "", nil
}

// recordHistory inserts a row of a broadcast's history for something that the service did
// itself.
func recordHistory(ctx context.Context, tx *ent.Client, b *ent.Broadcast, action, note string, now time.Time) error {
	if err := recordEvent(ctx, tx, b, b.ID, now); err != nil {
		return err
	}
	return tx.BroadcastEvent.Create().SetBroadcastID(b.ID).SetAction(action).SetNote(note).SetCreatedAt(now).Exec(ctx)
}

// advanceAll does one piece of work for each broadcast that has some, so that a large one does
// not hold up the others. It reports whether there was any.
func (d *Dispatcher) advanceAll(ctx context.Context) (did bool, err error) {
	ids, err := d.client.Broadcast.Query().Where(needsWork).
		Order(ent.Asc(broadcast.FieldScheduledAt)).Limit(maxPerTick).IDs(ctx)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		more, err := d.advance(ctx, id, dbtx.SkipLocked)
		if err != nil {
			return did, err
		}
		did = did || more
	}
	if did || len(ids) == 0 {
		return did, nil
	}
	// Others have locked all of them: another instance, or senders of e-mail one after the other.
	// Only waiting for the lock gets it.
	return d.advance(ctx, ids[0], dbtx.ForUpdate)
}

// advance does the next piece of work for a broadcast, locked by the given predicate: the next
// people of its audience, what is to be retried, or what is left to be cancelled.
func (d *Dispatcher) advance(ctx context.Context, id uuid.UUID, lock predicate.Broadcast) (did bool, err error) {
	err = d.tx(ctx, func(tx *ent.Client, now time.Time) error {
		did = false
		b, err := tx.Broadcast.Query().Where(broadcast.ID(id), inProgress, lock).Only(ctx)
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		did = true
		switch {
		case b.CancelledAt != nil:
			did, err = d.cancelRest(ctx, tx, b, now)
			if err == nil && !did && audienceIncomplete(b) {
				did, err = true, d.addRecipients(ctx, tx, b, now)
			}
		case audienceIncomplete(b):
			err = d.addRecipients(ctx, tx, b, now)
		case b.Retrying:
			err = d.requeue(ctx, tx, b, now)
		default:
			did = false // SendDue sends its e-mail
		}
		if err != nil {
			return err
		}
		return d.finish(ctx, tx, b.ID, now)
	})
	return did, err
}

// audienceIncomplete reports whether people in the audience of a broadcast have no row yet. One
// that was cancelled before it began has no rows to distinguish.
func audienceIncomplete(b *ent.Broadcast) bool {
	return !b.AudienceFixed && b.Status != domain.BroadcastCancelled
}

// cancelRest cancels the next pending rows of a broadcast that was cancelled or stopped. A
// message that is being sent is settled by its sender.
func (d *Dispatcher) cancelRest(ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time) (bool, error) {
	next, err := tx.Notification.Query().
		Where(notification.BroadcastID(b.ID), notification.StateEQ(domain.NotificationPending), notification.LeaseIsNil(), dbtx.ForUpdate).
		Order(ent.Asc(notification.FieldID)).Limit(batchSize).Select(counterColumns...).All(ctx)
	if err != nil || len(next) == 0 {
		return false, err
	}
	return true, d.updateRows(ctx, tx, b, now, next, domain.NotificationCancelled, func(u *ent.NotificationUpdate) { u.ClearNextTryAt() })
}

// requeue makes the next failed rows pending again; when none is left the retry has begun. None
// of them is of the application, where nothing fails. It looks at each row once: one that fails
// anew is not retried again.
func (d *Dispatcher) requeue(ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time) error {
	rows := tx.Notification.Query().Where(notification.BroadcastID(b.ID), notification.StateEQ(domain.NotificationFailed))
	if b.Reached != nil {
		rows.Where(notification.IDGT(*b.Reached))
	}
	next, err := rows.Order(ent.Asc(notification.FieldID)).Limit(batchSize).Select(counterColumns...).All(ctx)
	if err != nil {
		return err
	}
	if len(next) == 0 {
		return tx.Broadcast.UpdateOne(b).SetRetrying(false).Exec(ctx)
	}
	if err := tx.Broadcast.UpdateOne(b).SetReached(next[len(next)-1].ID).Exec(ctx); err != nil {
		return err
	}
	from, err := mailFrom(ctx, tx, b, now)
	if err != nil {
		return err
	}
	return d.updateRows(ctx, tx, b, now, next, domain.NotificationPending, func(u *ent.NotificationUpdate) {
		u.SetAttempts(0).SetLastError("").SetNextTryAt(from)
	})
}

// updateRows gives rows of a broadcast that the transaction has locked another state, and counts them so. set changes what is to be changed
// with it.
func (d *Dispatcher) updateRows(
	ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time, rows []*ent.Notification,
	state domain.NotificationState, set func(*ent.NotificationUpdate),
) error {
	if err := countChange(ctx, tx, b, rows, func(row *ent.Notification) { row.State = state }); err != nil {
		return err
	}
	if err := recordEvent(ctx, tx, b, b.ID, now); err != nil {
		return err
	}
	u := tx.Notification.Update().Where(notification.IDIn(idsOf(rows)...)).SetState(state)
	set(u)
	return u.Exec(ctx)
}

// finish completes a broadcast that the transaction has locked once no row is pending.
func (d *Dispatcher) finish(ctx context.Context, tx *ent.Client, id uuid.UUID, now time.Time) error {
	b, err := tx.Broadcast.Get(ctx, id)
	if err != nil {
		return err
	}
	if b.CompletedAt != nil || b.StartedAt == nil || b.Retrying || audienceIncomplete(b) {
		return nil
	}
	channels, err := tx.BroadcastChannel.Query().Where(broadcastchannel.BroadcastID(id)).All(ctx)
	if err != nil {
		return err
	}
	var sum counters
	for _, ch := range channels {
		sum.pending += ch.Pending
		sum.sent += ch.Sent
		sum.failed += ch.Failed
	}
	if sum.pending > 0 {
		return nil
	}
	u := tx.Broadcast.UpdateOne(b).SetCompletedAt(now).SetUpdatedAt(now).AddVersion(1)
	if err := recordEvent(ctx, tx, b, b.ID, now); err != nil {
		return err
	}
	if b.CancelledAt != nil { // its state was set when it was cancelled or stopped
		return u.Exec(ctx)
	}
	if b.Status == domain.BroadcastScheduled { // there was nobody to serve
		u.SetStatus(domain.BroadcastSent).SetSentAt(now)
	}
	switch {
	case sum.failed == 0:
		u.SetDeliveryState(domain.DeliveryCompleted)
	case sum.sent == 0:
		u.SetDeliveryState(domain.DeliveryFailed)
	default:
		u.SetDeliveryState(domain.DeliveryPartial)
	}
	if err := u.Exec(ctx); err != nil {
		return err
	}
	return recordHistory(ctx, tx, b, "completed", "", now)
}
