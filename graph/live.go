package graph

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/fault"
)

// subjectsOf returns the ids of the subjects of a batch of events.
func subjectsOf(batch []events.Event) []uuid.UUID {
	ids := make([]uuid.UUID, len(batch))
	for i, e := range batch {
		ids[i] = e.Subject
	}
	return ids
}

// rowsOf returns the ids of the rows of a batch of events.
func rowsOf(batch []events.Event) []uuid.UUID {
	ids := make([]uuid.UUID, len(batch))
	for i, e := range batch {
		ids[i] = e.Row
	}
	return ids
}

// byID indexes rows by their ids.
func byID[T any](rows []T, id func(T) uuid.UUID) map[uuid.UUID]T {
	out := make(map[uuid.UUID]T, len(rows))
	for _, row := range rows {
		out[id(row)] = row
	}
	return out
}

// checkStatusLog returns NOT_FOUND if the viewer may not see the log of the complaint.
func (r *Resolver) checkStatusLog(ctx context.Context, complaintID *uuid.UUID) error {
	if complaintID == nil {
		return nil
	}
	seen, err := r.client.StatusLog.Query().Where(statuslog.ComplaintID(*complaintID)).Exist(ctx)
	if err == nil && !seen {
		err = fault.Missing("complaint")
	}
	return err
}

// checkTask returns NOT_FOUND if the viewer may not see the task.
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

func (r *Resolver) loadStatusEvents(ctx context.Context, batch []events.Event) ([]gqlhttp.Message[*model.ComplaintStatusEvent], error) {
	q, err := r.client.StatusLog.Query().Where(statuslog.IDIn(rowsOf(batch)...)).CollectFields(withChildField(ctx, "statusLog"))
	if err != nil {
		return nil, err
	}
	logs, err := q.All(ctx)
	if err != nil || len(logs) == 0 {
		return nil, err
	}
	var complaints []*ent.Complaint
	if selectsField(ctx, "complaint") {
		q, err := r.client.Complaint.Query().Where(complaint.IDIn(subjectsOf(batch)...)).CollectFields(withChildField(ctx, "complaint"))
		if err != nil {
			return nil, err
		}
		if complaints, err = q.All(ctx); err != nil {
			return nil, err
		}
	}
	log := byID(logs, func(l *ent.StatusLog) uuid.UUID { return l.ID })
	seen := byID(complaints, func(c *ent.Complaint) uuid.UUID { return c.ID })
	var out []gqlhttp.Message[*model.ComplaintStatusEvent]
	for _, e := range batch {
		if row := log[e.Row]; row != nil {
			out = append(out, gqlhttp.Message[*model.ComplaintStatusEvent]{Position: e.Position, Payload: &model.ComplaintStatusEvent{
				EventID: e.Position, StatusLog: row, Complaint: seen[e.Subject],
			}})
		}
	}
	return out, nil
}

func (r *Resolver) loadTaskEvents(ctx context.Context, batch []events.Event) ([]gqlhttp.Message[*model.TaskEvent], error) {
	q, err := r.client.WorkTask.Query().Where(worktask.IDIn(subjectsOf(batch)...)).CollectFields(withChildField(ctx, "task"))
	if err != nil {
		return nil, err
	}
	tasks, err := q.All(ctx)
	if err != nil || len(tasks) == 0 {
		return nil, err
	}
	var updates []*ent.TaskUpdate
	if selectsField(ctx, "update") {
		q, err := r.client.TaskUpdate.Query().Where(taskupdate.IDIn(rowsOf(batch)...)).CollectFields(withChildField(ctx, "update"))
		if err != nil {
			return nil, err
		}
		if updates, err = q.All(ctx); err != nil {
			return nil, err
		}
	}
	task := byID(tasks, func(t *ent.WorkTask) uuid.UUID { return t.ID })
	update := byID(updates, func(u *ent.TaskUpdate) uuid.UUID { return u.ID })
	var out []gqlhttp.Message[*model.TaskEvent]
	for _, e := range batch {
		if row := task[e.Subject]; row != nil {
			out = append(out, gqlhttp.Message[*model.TaskEvent]{Position: e.Position, Payload: &model.TaskEvent{
				EventID: e.Position, Task: row, Update: update[e.Row],
			}})
		}
	}
	return out, nil
}

// receivedIn returns the viewer's notifications that some events tell of, with what the current field
// selects of them, by the rows of these events.
func (r *Resolver) receivedIn(ctx context.Context, batch []events.Event) (map[uuid.UUID]*ent.Notification, error) {
	q, err := r.client.Notification.Query().
		Where(
			notification.RecipientID(auth.From(ctx).ID), notification.ChannelEQ(domain.ChannelInApp),
			notification.Or(notification.IDIn(rowsOf(batch)...), notification.LeaseIn(rowsOf(batch)...)),
		).
		CollectFields(withChildField(ctx, "notification"))
	if err != nil {
		return nil, err
	}
	q.Modify(func(s *sql.Selector) { s.AppendSelect(s.C(notification.FieldLease)) }) // which no field of the graph is made of
	rows, err := q.All(ctx)
	return byID(rows, func(n *ent.Notification) uuid.UUID {
		if n.Lease != nil {
			return *n.Lease // the batch that it was delivered with
		}
		return n.ID
	}), err
}

func (r *Resolver) loadNotificationEvents(ctx context.Context, batch []events.Event) ([]gqlhttp.Message[*model.NotificationEvent], error) {
	byRow, err := r.receivedIn(ctx, batch)
	if err != nil {
		return nil, err
	}
	var out []gqlhttp.Message[*model.NotificationEvent]
	for _, e := range batch {
		if row := byRow[e.Row]; row != nil {
			out = append(out, gqlhttp.Message[*model.NotificationEvent]{Position: e.Position, Payload: &model.NotificationEvent{
				EventID: e.Position, Notification: row,
			}})
		}
	}
	return out, nil
}

// loadNotificationChanges reads what loadNotificationEvents reads and, if there is anything to tell, counts
// once how much is unread. Of several events that marks have changed only the last one is delivered.
func (r *Resolver) loadNotificationChanges(ctx context.Context, batch []events.Event) ([]gqlhttp.Message[*model.NotificationsChange], error) {
	byRow, err := r.receivedIn(ctx, batch)
	if err != nil {
		return nil, err
	}
	marks := func(e events.Event) bool { return e.Row == auth.From(ctx).ID }
	var out []gqlhttp.Message[*model.NotificationsChange]
	for i, e := range batch {
		row := byRow[e.Row]
		if row != nil || marks(e) && !slices.ContainsFunc(batch[i+1:], marks) {
			out = append(out,
				gqlhttp.Message[*model.NotificationsChange]{Position: e.Position, Payload: &model.NotificationsChange{EventID: e.Position, Notification: row}})
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	unread, err := r.dispatcher.UnreadCount(ctx, domain.MaxUnread)
	for _, m := range out {
		m.Payload.Unread = unread
	}
	return out, err
}

func (r *Resolver) loadBroadcastEvents(ctx context.Context, batch []events.Event) ([]gqlhttp.Message[*model.BroadcastDeliveryEvent], error) {
	q, err := r.client.Broadcast.Query().Where(broadcast.IDIn(subjectsOf(batch)...)).CollectFields(withChildField(ctx, "broadcast"))
	if err != nil {
		return nil, err
	}
	rows, err := q.All(ctx)
	if err != nil {
		return nil, err
	}
	seen := byID(rows, func(b *ent.Broadcast) uuid.UUID { return b.ID })
	var out []gqlhttp.Message[*model.BroadcastDeliveryEvent]
	for i, e := range batch {
		// Of several events of a broadcast in one batch only the last one is delivered.
		last := !slices.ContainsFunc(batch[i+1:], func(later events.Event) bool { return later.Subject == e.Subject })
		if row := seen[e.Subject]; row != nil && last {
			out = append(out, gqlhttp.Message[*model.BroadcastDeliveryEvent]{Position: e.Position, Payload: &model.BroadcastDeliveryEvent{
				EventID: e.Position, Broadcast: row,
			}})
		}
	}
	return out, nil
}

// checkBroadcast returns NOT_FOUND if the viewer may not see the broadcast.
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
