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
	// serveBatch is how many recipients are served, or changed otherwise, in one transaction.
	serveBatch = 500
	// atOnce is how many broadcasts are looked at in one round.
	atOnce = 100
)

// beginDue begins the broadcasts whose time has come.
func (c *Courier) beginDue(ctx context.Context) error {
	ids, err := c.client.Broadcast.Query().Where(due(c.now())...).
		Order(ent.Asc(broadcast.FieldScheduledAt)).Limit(atOnce).IDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := c.begin(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// begin lets a broadcast go out whose time has come, or holds it when that is too long ago.
func (c *Courier) begin(ctx context.Context, id uuid.UUID) error {
	return c.tx(ctx, func(tx *ent.Client, now time.Time) error {
		b, err := tx.Broadcast.Query().Where(broadcast.ID(id), dbtx.SkipLocked).Where(due(now)...).Only(ctx)
		if ent.IsNotFound(err) {
			return nil // somebody else has it, or changed it
		}
		if err != nil {
			return err
		}
		if late := now.Sub(b.ScheduledAt); c.settings.Grace > 0 && late > c.settings.Grace {
			err := tx.Broadcast.UpdateOne(b).SetDeliveryState(domain.DeliveryHeld).SetUpdatedAt(now).AddVersion(1).Exec(ctx)
			if err != nil {
				return err
			}
			return step(ctx, tx, b, "held", text.HeldBack(late), now)
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
		return step(ctx, tx, b, "started", "", now)
	})
}

// step writes a row of a broadcast's history that the service itself took.
func step(ctx context.Context, tx *ent.Client, b *ent.Broadcast, action, note string, now time.Time) error {
	if err := moved(ctx, tx, b, b.ID, now); err != nil {
		return err
	}
	return tx.BroadcastEvent.Create().SetBroadcastID(b.ID).SetAction(action).SetNote(note).SetCreatedAt(now).Exec(ctx)
}

// round does one piece of work for each broadcast that has some, so that a large one does not
// hold back the others. It answers whether there was any.
func (c *Courier) round(ctx context.Context) (did bool, err error) {
	ids, err := c.client.Broadcast.Query().Where(waiting).
		Order(ent.Asc(broadcast.FieldScheduledAt)).Limit(atOnce).IDs(ctx)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		one, err := c.work(ctx, id, dbtx.SkipLocked)
		if err != nil {
			return did, err
		}
		did = did || one
	}
	if did || len(ids) == 0 {
		return did, nil
	}
	// Others hold all of them: another instance, or senders of e-mail one after the other. Only
	// who stands in line gets its turn.
	return c.work(ctx, ids[0], dbtx.ForUpdate)
}

// work does the next piece of work for a broadcast, once it is locked so: the next people of
// its audience, what is to be tried again, or what is left to be cancelled.
func (c *Courier) work(ctx context.Context, id uuid.UUID, lock predicate.Broadcast) (did bool, err error) {
	err = c.tx(ctx, func(tx *ent.Client, now time.Time) error {
		b, err := tx.Broadcast.Query().Where(broadcast.ID(id), atWork, lock).Only(ctx)
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		did = true
		switch {
		case b.CancelledAt != nil:
			did, err = c.cancelRest(ctx, tx, b, now)
			if err == nil && !did && unlisted(b) {
				did, err = true, c.serve(ctx, tx, b, now)
			}
		case unlisted(b):
			err = c.serve(ctx, tx, b, now)
		case b.Retrying:
			err = c.requeue(ctx, tx, b, now)
		default:
			did = false // e-mail goes its own way
		}
		if err != nil {
			return err
		}
		return c.finish(ctx, tx, b.ID, now)
	})
	return did, err
}

// unlisted tells whether people in the audience of a broadcast have no row yet. One that was
// cancelled before it went out has nobody to tell apart.
func unlisted(b *ent.Broadcast) bool {
	return !b.AudienceFixed && b.Status != domain.BroadcastCancelled
}

// cancelRest cancels the next rows that wait, of a broadcast that was cancelled or stopped. What
// is on its way is settled by whoever sends it.
func (c *Courier) cancelRest(ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time) (bool, error) {
	next, err := tx.Notification.Query().
		Where(notification.BroadcastID(b.ID), notification.StateEQ(domain.NotificationPending), notification.LeaseIsNil(), dbtx.ForUpdate).
		Order(ent.Asc(notification.FieldID)).Limit(serveBatch).Select(counted...).All(ctx)
	if err != nil || len(next) == 0 {
		return false, err
	}
	ids := make(map[uuid.UUID]bool, len(next))
	for _, row := range next {
		ids[row.ID] = true
	}
	return true, c.alter(ctx, tx, b, now, next,
		func(u *ent.NotificationUpdate) { u.SetState(domain.NotificationCancelled).ClearNextTryAt() },
		func(row *ent.Notification) {
			if ids[row.ID] {
				row.State = domain.NotificationCancelled
			}
		})
}

// requeue lets the next rows that failed be tried again; when none is left the retry has begun.
// They are none of the application, where nothing fails. It looks at each row once: one that has failed anew is not its own.
func (c *Courier) requeue(ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time) error {
	rows := tx.Notification.Query().Where(notification.BroadcastID(b.ID), notification.StateEQ(domain.NotificationFailed))
	if b.Reached != nil {
		rows.Where(notification.IDGT(*b.Reached))
	}
	next, err := rows.Order(ent.Asc(notification.FieldID)).Limit(serveBatch).Select(counted...).All(ctx)
	if err != nil {
		return err
	}
	if len(next) == 0 {
		return tx.Broadcast.UpdateOne(b).SetRetrying(false).Exec(ctx)
	}
	if err := tx.Broadcast.UpdateOne(b).SetReached(next[len(next)-1].ID).Exec(ctx); err != nil {
		return err
	}
	ids := make(map[uuid.UUID]bool, len(next))
	for _, row := range next {
		ids[row.ID] = true
	}
	return c.alter(ctx, tx, b, now, next,
		func(u *ent.NotificationUpdate) {
			u.SetState(domain.NotificationPending).SetAttempts(0).SetLastError("").SetNextTryAt(now)
		},
		func(row *ent.Notification) {
			if ids[row.ID] {
				row.State = domain.NotificationPending
			}
		})
}

// alter changes rows of a broadcast that the transaction holds, and its counters with them.
func (c *Courier) alter(
	ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time, rows []*ent.Notification,
	set func(*ent.NotificationUpdate), mirror func(*ent.Notification),
) error {
	before, err := theirs(ctx, tx, b, rows)
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	if err := moved(ctx, tx, b, b.ID, now); err != nil {
		return err
	}
	u := tx.Notification.Update().Where(notification.IDIn(ids...))
	set(u)
	if err := u.Exec(ctx); err != nil {
		return err
	}
	return change(before, altered(before, mirror)).write(ctx, tx, b, tx.Broadcast.UpdateOne(b))
}

// finish ends a broadcast that the transaction holds once nobody waits any more.
func (c *Courier) finish(ctx context.Context, tx *ent.Client, id uuid.UUID, now time.Time) error {
	b, err := tx.Broadcast.Get(ctx, id)
	if err != nil {
		return err
	}
	if b.CompletedAt != nil || b.StartedAt == nil || b.Retrying || unlisted(b) {
		return nil
	}
	channels, err := tx.BroadcastChannel.Query().Where(broadcastchannel.BroadcastID(id)).All(ctx)
	if err != nil {
		return err
	}
	var sum tally
	for _, ch := range channels {
		sum.pending += ch.Pending
		sum.sent += ch.Sent
		sum.failed += ch.Failed
	}
	if sum.pending > 0 {
		return nil
	}
	u := tx.Broadcast.UpdateOne(b).SetCompletedAt(now).SetUpdatedAt(now).AddVersion(1)
	if err := moved(ctx, tx, b, b.ID, now); err != nil {
		return err
	}
	if b.CancelledAt != nil { // its state was said when it was cancelled or stopped
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
	return step(ctx, tx, b, "completed", "", now)
}
