package graph

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/fault"
)

const (
	// toldAtOnce is how many events a stream reads the rows of together.
	toldAtOnce = 100
	// gather is how long a stream of everything waits between two reads, so that many events
	// cost it one.
	gather = 50 * time.Millisecond
)

// following is what a subscription wants.
type following struct {
	kind    domain.EventKind
	subject *uuid.UUID // nil: all that the viewer may see
	after   *int64     // nil: from now on

	// also is a second kind, whatever its subject: broadcasts become notices in lots, each of
	// which is one event for all its recipients.
	also domain.EventKind
}

// told is an event as the viewer may see it.
type told[T any] struct {
	position int64
	payload  T
}

// follow begins a stream. Load reads the rows of some events as the viewer, in their order;
// what the viewer may not see it leaves out.
func follow[T any](ctx context.Context, s *Streams, want following, load func(context.Context, []events.Event) ([]told[T], error)) (<-chan T, error) {
	d, ok := ctx.Value(handoverKey{}).(*handover)
	if !ok {
		return nil, errors.New("a subscription without a transport")
	}
	var after int64
	switch {
	case d.resume != "": // a client that lost its connection repeats its first request with this header
		var err error
		if after, err = model.ParseEventID(d.resume); err != nil {
			return nil, gone()
		}
	case want.after != nil:
		after = *want.after
	}
	within, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	position, err := s.hub.Follow(within, after)
	if errors.Is(err, events.ErrGone) {
		return nil, gone()
	}
	if err != nil {
		return nil, err
	}
	own := *graphql.GetFieldContext(ctx) // the library goes on writing into its own
	ctx = graphql.WithFieldContext(ctx, &own)
	out := make(chan T)
	s.running.Go(func() {
		defer close(out)
		defer s.hub.Leave()
		defer func() {
			if p := recover(); p != nil {
				d.err = recovered(ctx, p)
			}
		}()
		d.err = tell(ctx, s, d, want, position, load, out)
	})
	return out, nil
}

// gone answers who wants to go on behind an event that nobody remembers.
func gone() error {
	return fault.Invalid(fault.Field{
		Field: "after", Code: "gone",
		Message: "is no event that is still kept; subscribe without it, then read anew what you follow",
	})
}

func (f following) wants(e events.Event) bool {
	return e.Kind == string(f.kind) && (f.subject == nil || *f.subject == e.Subject) ||
		f.also != "" && e.Kind == string(f.also)
}

func tell[T any](ctx context.Context, s *Streams, d *handover, want following, position int64, load func(context.Context, []events.Event) ([]told[T], error), out chan<- T) error {
next:
	for {
		batch, upTo, err := s.hub.Next(ctx, position, toldAtOnce, want.wants)
		var rows []told[T]
		if err == nil {
			rows, err = loaded(ctx, s, batch, load)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, events.ErrGone):
			return gone()
		case unavailable(ctx, err):
			pause(ctx, streamRetry)
			continue
		case err != nil:
			return err
		}
		for _, row := range rows {
			if err := s.watch.Confirm(ctx); err != nil {
				return err
			}
			written, on := d.hand(ctx, row.position, func() {
				select {
				case out <- row.payload:
				case <-ctx.Done():
				}
			})
			if !on {
				return nil
			}
			if !written { // once more from here
				pause(ctx, streamRetry)
				continue next
			}
			position = row.position
		}
		position = upTo
		if want.subject == nil {
			pause(ctx, gather)
		}
	}
}

// loaded reads rows when it is this stream's turn.
func loaded[T any](ctx context.Context, s *Streams, batch []events.Event, load func(context.Context, []events.Event) ([]told[T], error)) ([]told[T], error) {
	select {
	case s.loads <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-s.loads }()
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	return load(ctx, batch)
}

// selected reports whether a payload's field is asked for.
func selected(ctx context.Context, name string) bool {
	fc := graphql.GetFieldContext(ctx)
	for _, f := range graphql.CollectFields(graphql.GetOperationContext(ctx), fc.Field.Selections, nil) {
		if f.Name == name {
			return true
		}
	}
	return false
}

// subjectsOf and rowsOf are the ids that a batch names, for one read.
func subjectsOf(batch []events.Event) []uuid.UUID {
	ids := make([]uuid.UUID, len(batch))
	for i, e := range batch {
		ids[i] = e.Subject
	}
	return ids
}

func rowsOf(batch []events.Event) []uuid.UUID {
	ids := make([]uuid.UUID, len(batch))
	for i, e := range batch {
		ids[i] = e.Row
	}
	return ids
}

func byID[T any](rows []T, id func(T) uuid.UUID) map[uuid.UUID]T {
	out := make(map[uuid.UUID]T, len(rows))
	for _, row := range rows {
		out[id(row)] = row
	}
	return out
}

// checkLog answers not_found to who may not see the log of a complaint.
func (r *Resolver) checkLog(ctx context.Context, complaintID *uuid.UUID) error {
	if complaintID == nil {
		return nil
	}
	seen, err := r.client.StatusLog.Query().Where(statuslog.ComplaintID(*complaintID)).Exist(ctx)
	if err == nil && !seen {
		err = fault.Missing("complaint")
	}
	return err
}

// checkTask answers not_found to who may not see a task.
func (r *Resolver) checkTask(ctx context.Context, taskID *uuid.UUID) error {
	if taskID == nil {
		return nil
	}
	seen, err := r.client.WorkTask.Query().Where(worktask.ID(*taskID)).Exist(ctx)
	if err == nil && !seen {
		err = fault.Missing("task")
	}
	return err
}

func (r *Resolver) complaintMoves(ctx context.Context, batch []events.Event) ([]told[*model.ComplaintStatusEvent], error) {
	q, err := r.client.StatusLog.Query().Where(statuslog.IDIn(rowsOf(batch)...)).CollectFields(pageField(ctx, "statusLog"))
	if err != nil {
		return nil, err
	}
	logs, err := q.All(ctx)
	if err != nil || len(logs) == 0 {
		return nil, err
	}
	var complaints []*ent.Complaint
	if selected(ctx, "complaint") {
		q, err := r.client.Complaint.Query().Where(complaint.IDIn(subjectsOf(batch)...)).CollectFields(pageField(ctx, "complaint"))
		if err != nil {
			return nil, err
		}
		if complaints, err = q.All(ctx); err != nil {
			return nil, err
		}
	}
	log := byID(logs, func(l *ent.StatusLog) uuid.UUID { return l.ID })
	seen := byID(complaints, func(c *ent.Complaint) uuid.UUID { return c.ID })
	var out []told[*model.ComplaintStatusEvent]
	for _, e := range batch {
		if row := log[e.Row]; row != nil {
			out = append(out, told[*model.ComplaintStatusEvent]{e.Position, &model.ComplaintStatusEvent{
				EventID: e.Position, StatusLog: row, Complaint: seen[e.Subject],
			}})
		}
	}
	return out, nil
}

func (r *Resolver) taskMoves(ctx context.Context, batch []events.Event) ([]told[*model.TaskEvent], error) {
	q, err := r.client.WorkTask.Query().Where(worktask.IDIn(subjectsOf(batch)...)).CollectFields(pageField(ctx, "task"))
	if err != nil {
		return nil, err
	}
	tasks, err := q.All(ctx)
	if err != nil || len(tasks) == 0 {
		return nil, err
	}
	var updates []*ent.TaskUpdate
	if selected(ctx, "update") {
		q, err := r.client.TaskUpdate.Query().Where(taskupdate.IDIn(rowsOf(batch)...)).CollectFields(pageField(ctx, "update"))
		if err != nil {
			return nil, err
		}
		if updates, err = q.All(ctx); err != nil {
			return nil, err
		}
	}
	task := byID(tasks, func(t *ent.WorkTask) uuid.UUID { return t.ID })
	update := byID(updates, func(u *ent.TaskUpdate) uuid.UUID { return u.ID })
	var out []told[*model.TaskEvent]
	for _, e := range batch {
		if row := task[e.Subject]; row != nil {
			out = append(out, told[*model.TaskEvent]{e.Position, &model.TaskEvent{
				EventID: e.Position, Task: row, Update: update[e.Row],
			}})
		}
	}
	return out, nil
}

func (r *Resolver) notices(ctx context.Context, batch []events.Event) ([]told[*model.NotificationEvent], error) {
	q, err := r.client.Notification.Query().
		Where(
			notification.RecipientID(auth.From(ctx).ID), notification.ChannelEQ(domain.ChannelInApp),
			notification.Or(notification.IDIn(rowsOf(batch)...), notification.LeaseIn(rowsOf(batch)...)),
		).
		CollectFields(pageField(ctx, "notification"))
	if err != nil {
		return nil, err
	}
	rows, err := q.All(ctx)
	if err != nil {
		return nil, err
	}
	notice := byID(rows, func(n *ent.Notification) uuid.UUID {
		if n.Lease != nil {
			return *n.Lease // the lot it was delivered with
		}
		return n.ID
	})
	var out []told[*model.NotificationEvent]
	for _, e := range batch {
		if row := notice[e.Row]; row != nil {
			out = append(out, told[*model.NotificationEvent]{e.Position, &model.NotificationEvent{
				EventID: e.Position, Notification: row,
			}})
		}
	}
	return out, nil
}

func (r *Resolver) deliveries(ctx context.Context, batch []events.Event) ([]told[*model.BroadcastDeliveryEvent], error) {
	q, err := r.client.Broadcast.Query().Where(broadcast.IDIn(subjectsOf(batch)...)).CollectFields(pageField(ctx, "broadcast"))
	if err != nil {
		return nil, err
	}
	rows, err := q.All(ctx)
	if err != nil {
		return nil, err
	}
	seen := byID(rows, func(b *ent.Broadcast) uuid.UUID { return b.ID })
	var out []told[*model.BroadcastDeliveryEvent]
	for i, e := range batch {
		// Of many steps that are read together the last one says it all.
		last := !slices.ContainsFunc(batch[i+1:], func(later events.Event) bool { return later.Subject == e.Subject })
		if row := seen[e.Subject]; row != nil && last {
			out = append(out, told[*model.BroadcastDeliveryEvent]{e.Position, &model.BroadcastDeliveryEvent{
				EventID: e.Position, Broadcast: row,
			}})
		}
	}
	return out, nil
}

// checkBroadcast answers not_found to who may not see a broadcast.
func (r *Resolver) checkBroadcast(ctx context.Context, id *uuid.UUID) error {
	if id == nil {
		return nil
	}
	seen, err := r.client.Broadcast.Query().Where(broadcast.ID(*id)).Exist(ctx)
	if err == nil && !seen {
		err = fault.Missing("broadcast")
	}
	return err
}
