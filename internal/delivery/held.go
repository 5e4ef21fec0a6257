package delivery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/delivery/hold"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// ofBefore reports whether a time is before a restore after which e-mail is held.
func ofBefore(ctx context.Context, tx *ent.Client, at time.Time) (bool, error) {
	held, err := hold.Read(ctx, tx)
	return held != nil && !at.After(held.Since), err
}

// mailFrom returns from when on new e-mail of a broadcast may go out: it is held if the broadcast began before a restore, after which
// e-mail is held.
func mailFrom(ctx context.Context, tx *ent.Client, b *ent.Broadcast, now time.Time) (time.Time, error) {
	held, err := ofBefore(ctx, tx, *b.StartedAt)
	if held {
		return domain.MailHeldUntil, err
	}
	return now, err
}

// settleHeld carries the next part out of what an administrator has decided about e-mail that is held, and ends the hold when nothing is
// left of it. It reports whether there was anything to do.
func (d *Dispatcher) settleHeld(ctx context.Context) (bool, error) {
	held, err := hold.Read(ctx, d.client)
	if err != nil || held == nil || held.Decision == "" {
		return false, err
	}
	// Asked before what is held, to which such a broadcast adds.
	adding, err := d.client.Broadcast.Query().Where(needsWork, broadcast.StartedAtLTE(held.Since)).Exist(ctx)
	if err != nil {
		return false, err
	}
	rows, err := d.client.Notification.Query().Where(hold.Mail()).Order(ent.Asc(notification.FieldID)).Limit(batchSize).
		Select(notification.FieldBroadcastID).All(ctx)
	if err != nil {
		return false, err
	}
	if len(rows) == 0 {
		if adding {
			return false, nil
		}
		return true, hold.End(ctx, d.client, held)
	}
	if held.Decision == domain.HeldMailRelease {
		return true, d.tx(ctx, func(tx *ent.Client, now time.Time) error {
			return tx.Notification.Update().Where(notification.IDIn(idsOf(rows)...), hold.Mail()).SetNextTryAt(now).Exec(ctx)
		})
	}
	return true, d.dropHeld(ctx, rows)
}

// dropHeld cancels e-mails that are held, and counts them in their broadcasts.
func (d *Dispatcher) dropHeld(ctx context.Context, rows []*ent.Notification) error {
	ids := map[uuid.UUID][]uuid.UUID{}
	for _, row := range rows {
		var of uuid.UUID
		if row.BroadcastID != nil {
			of = *row.BroadcastID
		}
		ids[of] = append(ids[of], row.ID)
	}
	drop := func(u *ent.NotificationUpdate) { u.SetLastError(text.Dropped).ClearNextTryAt() }
	for id, some := range ids {
		err := d.tx(ctx, func(tx *ent.Client, now time.Time) error {
			if id == uuid.Nil {
				u := tx.Notification.Update().Where(notification.IDIn(some...), hold.Mail())
				drop(u)
				return u.SetState(domain.NotificationCancelled).Exec(ctx)
			}
			b, err := tx.Broadcast.Query().Where(broadcast.ID(id), dbtx.ForUpdate).Only(ctx)
			if err != nil {
				return err
			}
			left, err := tx.Notification.Query().Where(notification.IDIn(some...), hold.Mail(), dbtx.ForUpdate).Select(counterColumns...).All(ctx)
			if err != nil || len(left) == 0 {
				return err
			}
			if err := d.updateRows(ctx, tx, b, now, left, domain.NotificationCancelled, drop); err != nil {
				return err
			}
			return d.finish(ctx, tx, id, now)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
