package desk

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/event"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/events"
)

const (
	eventRetention = 7 * 24 * time.Hour // how long a stream can be resumed
	eventBatch     = 500                // that are published or purged at once

	// eventCounter is the counter of positions. Who publishes holds it until the commit, so
	// positions can be read in the order in which they were given.
	eventCounter = "events"
)

// pendingEvent is an event on its way into the log.
type pendingEvent struct {
	kind         domain.EventKind
	subject, row uuid.UUID
	changed      domain.Changes
	version      int
}

// recordEvent leaves an event, which is written with the rest of the transaction.
func (tx *txn) recordEvent(kind domain.EventKind, subject, row uuid.UUID) {
	tx.pendingEvents = append(tx.pendingEvents, pendingEvent{kind: kind, subject: subject, row: row})
}

// writeEvents is the last step before the commit. Changes are those of whoever asked for the transaction.
func (tx *txn) writeEvents(ctx context.Context) error {
	actor := accountOf(ctx)
	if len(tx.pendingEvents) == 0 {
		return nil
	}
	return tx.Later.Event.MapCreateBulk(tx.pendingEvents, func(c *ent.EventCreate, i int) {
		h := tx.pendingEvents[i]
		c.SetKind(h.kind).SetSubjectID(h.subject).SetRowID(h.row).SetCreatedAt(tx.now)
		if h.changed != 0 {
			c.SetChanged(int64(h.changed)).SetVersion(h.version).SetNillableActorID(actor)
		}
	}).Exec(auth.System(ctx, "leave events"))
}

// Outbox is the desk's log of events. It implements events.Log.
type Outbox struct{ desk *Desk }

// Outbox returns the log of what happens at this desk.
func (d *Desk) Outbox() Outbox { return Outbox{d} }

// Publish implements events.Log. Positions rise by as much as the ids do, so that one
// statement gives all of them.
func (o Outbox) Publish(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "publish events")
	pending, err := o.desk.client.Event.Query().Where(event.PositionIsNil()).Order(ent.Asc(event.FieldPosition)).Exist(sys)
	if err != nil || !pending {
		return 0, err
	}
	published := 0
	err = o.desk.tx(ctx, func(tx *txn) error {
		published = 0
		given, err := tx.lockCounter(sys, eventCounter)
		if err != nil {
			return err
		}
		// By position first, which none of them has: in the order of ids alone a database without
		// statistics scans all that was ever published.
		ids, err := tx.Event.Query().Where(event.PositionIsNil()).
			Order(ent.Asc(event.FieldPosition), ent.Asc(event.FieldID)).Limit(eventBatch).IDs(sys)
		if err != nil || len(ids) == 0 {
			return err
		}
		published = len(ids)
		ahead := given.Value + 1 - ids[0]
		err = tx.Event.Update().Where(event.IDIn(ids...)).
			Modify(func(u *sql.UpdateBuilder) {
				u.Set(event.FieldPosition, sql.ExprFunc(func(b *sql.Builder) { b.Ident(event.FieldID).WriteString(" + ").Arg(ahead) }))
			}).
			Exec(sys)
		if err != nil {
			return err
		}
		return tx.Counter.Update().Where(counter.ID(given.ID)).SetValue(ids[len(ids)-1] + ahead).Exec(sys)
	})
	return published, err
}

// After implements events.Log.
func (o Outbox) After(ctx context.Context, position int64, limit int) ([]events.Event, error) {
	rows, err := o.desk.client.Event.Query().Where(event.PositionGT(position)).
		Order(ent.Asc(event.FieldPosition)).Limit(limit).All(auth.System(ctx, "read events"))
	if err != nil {
		return nil, err
	}
	out := make([]events.Event, len(rows))
	for i, row := range rows {
		out[i] = events.Event{
			Position: *row.Position, Kind: string(row.Kind), Subject: row.SubjectID, Row: row.RowID, Changed: row.Changed, Version: row.Version,
		}
		if row.ActorID != nil {
			out[i].Actor = *row.ActorID
		}
	}
	return out, nil
}

// Retained implements events.Log.
func (o Outbox) Retained(ctx context.Context, position int64) (bool, error) {
	return o.desk.client.Event.Query().Where(event.Position(position)).Exist(auth.System(ctx, "read events"))
}

// Last implements events.Log.
func (o Outbox) Last(ctx context.Context) (int64, error) {
	row, err := o.desk.client.Event.Query().Where(event.PositionNotNil()).
		Order(ent.Desc(event.FieldPosition)).First(auth.System(ctx, "read events"))
	if ent.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return *row.Position, nil
}

// PurgeEvents forgets events of more than a week ago, the first ones first: as long as an event
// is kept, so are all after it. It returns how many.
func (d *Desk) PurgeEvents(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "forget old events")
	purged := 0
	for {
		rows, err := d.client.Event.Query().Where(event.PositionNotNil()).
			Order(ent.Asc(event.FieldPosition)).Limit(eventBatch).All(sys)
		if err != nil {
			return purged, err
		}
		var upTo int64
		for _, row := range rows {
			if !row.CreatedAt.Before(d.now().Add(-eventRetention)) {
				break
			}
			upTo = *row.Position
		}
		if upTo == 0 {
			return purged, nil
		}
		n, err := d.client.Event.Delete().Where(event.PositionLTE(upTo)).Exec(sys)
		purged += n
		if err != nil {
			return purged, err
		}
	}
}
