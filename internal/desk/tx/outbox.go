package tx

import (
	"context"
	"slices"
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
	// EventRetention is how long a stream can be resumed.
	EventRetention = 7 * 24 * time.Hour

	eventBatch = 500 // that are written, published or purged at once

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

// RecordEvent leaves an event, which is written with the rest of the transaction.
func (t *Tx) RecordEvent(kind domain.EventKind, subject, row uuid.UUID) {
	t.events = append(t.events, pendingEvent{kind: kind, subject: subject, row: row})
}

// writeEvents is the last step before the commit. Changes are those of whoever asked for the transaction.
func (t *Tx) writeEvents(ctx context.Context) error {
	actor := AccountOf(ctx)
	for part := range slices.Chunk(t.events, eventBatch) {
		err := t.Later.Event.MapCreateBulk(part, func(c *ent.EventCreate, i int) {
			h := part[i]
			c.SetKind(h.kind).SetSubjectID(h.subject).SetRowID(h.row).SetCreatedAt(t.Now)
			if h.changed != 0 {
				c.SetChanged(int64(h.changed)).SetVersion(h.version).SetNillableActorID(actor)
			}
		}).Exec(auth.System(ctx, "leave events"))
		if err != nil {
			return err
		}
	}
	return nil
}

// Outbox is the desk's log of events. It implements events.Log.
type Outbox struct{ runner *Runner }

// Outbox returns the log of what happens at this desk.
func (r *Runner) Outbox() Outbox { return Outbox{r} }

// Publish implements events.Log. Positions rise by as much as the ids do, so that one
// statement gives all of them.
func (o Outbox) Publish(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "publish events")
	pending, err := o.runner.Client.Event.Query().Where(event.PositionIsNil()).Order(ent.Asc(event.FieldPosition)).Exist(sys)
	if err != nil || !pending {
		return 0, err
	}
	return In(ctx, o.runner, func(t *Tx) (int, error) {
		given, err := t.LockCounter(sys, eventCounter)
		if err != nil {
			return 0, err
		}
		// By position first, which none of them has: in the order of ids alone a database without
		// statistics scans all that was ever published.
		ids, err := t.Event.Query().Where(event.PositionIsNil()).
			Order(ent.Asc(event.FieldPosition), ent.Asc(event.FieldID)).Limit(eventBatch).IDs(sys)
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		ahead := given.Value + 1 - ids[0]
		err = t.Event.Update().Where(event.IDIn(ids...)).
			Modify(func(u *sql.UpdateBuilder) {
				u.Set(event.FieldPosition, sql.ExprFunc(func(b *sql.Builder) { b.Ident(event.FieldID).WriteString(" + ").Arg(ahead) }))
			}).
			Exec(sys)
		if err != nil {
			return 0, err
		}
		return len(ids), t.Counter.Update().Where(counter.ID(given.ID)).SetValue(ids[len(ids)-1] + ahead).Exec(sys)
	})
}

// After implements events.Log.
func (o Outbox) After(ctx context.Context, position int64, limit int) ([]events.Event, error) {
	rows, err := o.runner.Client.Event.Query().Where(event.PositionGT(position)).
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
	return o.runner.Client.Event.Query().Where(event.Position(position)).Exist(auth.System(ctx, "read events"))
}

// Last implements events.Log.
func (o Outbox) Last(ctx context.Context) (int64, error) {
	row, err := o.runner.Client.Event.Query().Where(event.PositionNotNil()).
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
func (r *Runner) PurgeEvents(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "forget old events")
	purged := 0
	for {
		rows, err := r.Client.Event.Query().Where(event.PositionNotNil()).
			Order(ent.Asc(event.FieldPosition)).Limit(eventBatch).All(sys)
		if err != nil {
			return purged, err
		}
		var upTo int64
		for _, row := range rows {
			if !row.CreatedAt.Before(r.Now().Add(-EventRetention)) {
				break
			}
			upTo = *row.Position
		}
		if upTo == 0 {
			return purged, nil
		}
		n, err := r.Client.Event.Delete().Where(event.PositionLTE(upTo)).Exec(sys)
		purged += n
		if err != nil {
			return purged, err
		}
	}
}

// Change leaves one event for all that changes in a row; nothing for no changes. The version is that after the change,
// 0 if the row did not change.
func (t *Tx) Change(kind domain.EventKind, id uuid.UUID, version int, what domain.Changes) {
	if what == 0 {
		return
	}
	for i := range t.events {
		if e := &t.events[i]; e.kind == kind && e.subject == id {
			e.changed |= what
			e.version = max(e.version, version)
			return
		}
	}
	t.events = append(t.events, pendingEvent{kind: kind, subject: id, row: id, changed: what, version: version})
}
