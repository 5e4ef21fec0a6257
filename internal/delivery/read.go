package delivery

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// readBatchSize is how many marks are set in one transaction.
const readBatchSize = 500

// MarkRead marks a notification of the viewer as read. One that was read stays so.
func (d *Dispatcher) MarkRead(ctx context.Context, id uuid.UUID) (*ent.Notification, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	mine := notification.And(notification.ID(id), notification.RecipientID(v.ID), notification.ChannelEQ(domain.ChannelInApp))
	if there, err := d.client.Notification.Query().Where(mine).Exist(ctx); err != nil || !there {
		return nil, orMissing(err)
	}
	if err := d.mark(ctx, []uuid.UUID{id}); err != nil {
		return nil, err
	}
	return d.client.Notification.Get(ctx, id)
}

func orMissing(err error) error {
	if err != nil {
		return err
	}
	return fault.Missing("notification")
}

// MarkAllRead marks all notifications of the viewer as read and returns how many were unread.
func (d *Dispatcher) MarkAllRead(ctx context.Context) (int, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return 0, err
	}
	read, until := 0, d.now()
	for {
		ids, err := d.client.Notification.Query().
			Where(Unread(v.ID), notification.CreatedAtLTE(until)).
			Limit(readBatchSize).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return read, err
		}
		if err := d.mark(ctx, ids); err != nil {
			return read, err
		}
		read += len(ids)
	}
}

// UnreadCount returns how many notifications the viewer has not read.
func (d *Dispatcher) UnreadCount(ctx context.Context) (int, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return 0, err
	}
	return d.client.Notification.Query().Where(Unread(v.ID)).Count(ctx)
}

// mark sets the read marks of notifications of one person, and counts them for their
// broadcasts.
func (d *Dispatcher) mark(ctx context.Context, ids []uuid.UUID) error {
	sys := auth.System(ctx, "mark notifications as read")
	return d.tx(sys, func(tx *ent.Client, now time.Time) error {
		var of []uuid.UUID
		err := tx.Notification.Query().
			Where(notification.IDIn(ids...), notification.BroadcastIDNotNil()).
			Unique(true).Select(notification.FieldBroadcastID).Scan(sys, &of)
		if err != nil {
			return err
		}
		broadcasts, err := tx.Broadcast.Query().Where(broadcast.IDIn(of...), dbtx.ForUpdate).Order(ent.Asc(broadcast.FieldID)).All(sys)
		if err != nil {
			return err
		}
		rows, err := tx.Notification.Query().Where(notification.IDIn(ids...), notification.ReadAtIsNil(), dbtx.ForUpdate).
			Order(ent.Asc(notification.FieldID)).All(sys)
		if err != nil || len(rows) == 0 {
			return err
		}
		fresh := make([]uuid.UUID, len(rows))
		for i, row := range rows {
			fresh[i] = row.ID
		}
		for _, b := range broadcasts {
			own := slices.DeleteFunc(slices.Clone(rows), func(row *ent.Notification) bool {
				return row.BroadcastID == nil || *row.BroadcastID != b.ID
			})
			before, err := allChannels(sys, tx, b, own)
			if err != nil {
				return err
			}
			after := copyAndChange(before, func(row *ent.Notification) {
				if slices.Contains(fresh, row.ID) {
					row.ReadAt = &now
				}
			})
			if err := diff(before, after).write(sys, tx, b, tx.Broadcast.UpdateOne(b)); err != nil {
				return err
			}
		}
		return tx.Notification.Update().Where(notification.IDIn(fresh...)).SetReadAt(now).Exec(sys)
	})
}
