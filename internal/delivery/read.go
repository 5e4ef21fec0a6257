package delivery

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	// readBatchSize is how many marks are set in one transaction.
	readBatchSize = 500
	// readMost is how many marks are set in one call.
	readMost = 5_000
)

// MarkRead marks a notification of the viewer as read, or as unread again. One that is so already stays so.
func (d *Dispatcher) MarkRead(ctx context.Context, id uuid.UUID, read bool) (*ent.Notification, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	mine := notification.And(
		notification.ID(id), notification.RecipientID(v.ID), notification.ChannelEQ(domain.ChannelInApp), notification.StateEQ(domain.NotificationSent),
	)
	if there, err := d.client.Notification.Query().Where(mine).Exist(ctx); err != nil || !there {
		return nil, orMissing(err)
	}
	if _, err := d.mark(ctx, v.ID, []uuid.UUID{id}, read); err != nil {
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

// Marked is what a call of MarkAllRead has done.
type Marked struct {
	Count int
	More  bool      // whether some are left that were received until then
	Until time.Time // for the next call
}

// MarkAllRead marks notifications of the viewer that were received until a time, by default until now, as
// read: the oldest first, so many of them at most that the call ends soon.
func (d *Dispatcher) MarkAllRead(ctx context.Context, until *time.Time) (Marked, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return Marked{}, err
	}
	out := Marked{Until: d.now()}
	if until != nil && until.Before(out.Until) {
		out.Until = *until
	}
	for {
		ids, err := d.client.Notification.Query().
			Where(Unread(v.ID), notification.DeliveredAtLTE(out.Until)).
			Order(ent.Asc(notification.FieldID)).Limit(readBatchSize).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return out, err
		}
		if out.Count >= readMost {
			out.More = true
			return out, nil
		}
		n, err := d.mark(ctx, v.ID, ids, true)
		if err != nil {
			return out, err
		}
		out.Count += n
	}
}

// UnreadCount returns how many notifications the viewer has not read, up to a most.
func (d *Dispatcher) UnreadCount(ctx context.Context, most int) (int, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return 0, err
	}
	if bad := fault.Between("atMost", most, 1, domain.MaxUnread); bad != nil {
		return 0, fault.Invalid(bad...)
	}
	var n []int
	err = d.client.Notification.Query().Where(Unread(v.ID)).Aggregate(func(s *sql.Selector) string {
		copied := *s
		some := &copied
		some.Select(s.C(notification.FieldID)).Limit(most)
		*s = *sql.Dialect(s.Dialect()).Select().From(some.As("unread"))
		return "COUNT(*)"
	}).Scan(ctx, &n)
	if err != nil {
		return 0, err
	}
	return n[0], nil
}

// mark sets or clears the read marks of notifications of one person, counts them for their broadcasts, and
// tells the person's other screens. It returns how many have changed.
func (d *Dispatcher) mark(ctx context.Context, recipient uuid.UUID, ids []uuid.UUID, read bool) (changed int, err error) {
	sys := auth.System(ctx, "mark notifications as read")
	other := notification.ReadAtIsNil()
	if !read {
		other = notification.ReadAtNotNil()
	}
	err = d.tx(sys, func(tx *ent.Client, now time.Time) error {
		changed = 0
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
		rows, err := tx.Notification.Query().Where(notification.IDIn(ids...), other, dbtx.ForUpdate).
			Order(ent.Asc(notification.FieldID)).All(sys)
		if err != nil || len(rows) == 0 {
			return err
		}
		fresh := idsOf(rows)
		for _, b := range broadcasts {
			own := slices.DeleteFunc(slices.Clone(rows), func(row *ent.Notification) bool {
				return row.BroadcastID == nil || *row.BroadcastID != b.ID
			})
			err := countChange(sys, tx, b, own, func(row *ent.Notification) {
				if row.ReadAt = nil; read {
					row.ReadAt = &now
				}
			})
			if err != nil {
				return err
			}
		}
		update := tx.Notification.Update().Where(notification.IDIn(fresh...))
		if read {
			update.SetReadAt(now)
		} else {
			update.ClearReadAt()
		}
		if err := update.Exec(sys); err != nil {
			return err
		}
		changed = len(fresh)
		// The account in the place of a notification: marks of its have changed.
		return tx.Event.Create().SetKind(domain.EventNotification).SetSubjectID(recipient).SetRowID(recipient).SetCreatedAt(now).Exec(sys)
	})
	return changed, err
}
