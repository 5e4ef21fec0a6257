package graph

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/stats"
)

// complaintBy returns the condition for the complaint of an id or of a reference, exactly one of which must be given.
func complaintBy(id *uuid.UUID, reference *string) (predicate.Complaint, error) {
	switch {
	case (id == nil) == (reference == nil):
		return nil, fault.Invalid(fault.Input("id", "invalid", "either id or reference must be given, not both"))
	case id != nil:
		return complaint.ID(*id), nil
	default:
		return complaint.Reference(*reference), nil
	}
}

// statusLog returns all status changes of a complaint. Submitting writes the first row, so a log
// without rows means that the viewer may not see the complaint.
//
// It looks among the viewer's own complaints first, because there nothing has to be hidden.
func (r *Resolver) statusLog(ctx context.Context, complaintID uuid.UUID) ([]*ent.StatusLog, error) {
	rows, err := r.statusLogRows(policy.OwnStatusLogs(ctx), complaintID)
	if err == nil && len(rows) == 0 && policy.FollowsMerges(auth.From(ctx)) && !model.OnlySubmittedByViewer(ctx) {
		rows, err = r.statusLogRows(ctx, complaintID)
	}
	if err == nil && len(rows) == 0 {
		return nil, fault.Missing("complaint")
	}
	return rows, err
}

func (r *Resolver) statusLogRows(ctx context.Context, complaintID uuid.UUID) ([]*ent.StatusLog, error) {
	q, err := r.client.StatusLog.Query().
		Where(statuslog.ComplaintID(complaintID)).
		Order(statuslog.BySeq()).
		CollectFields(ctx)
	if err != nil {
		return nil, err
	}
	if err := applySelection[ent.StatusLog](ctx, q, statusLogEdges); err != nil {
		return nil, err
	}
	return q.Shaped(shapeOf[ent.StatusLog](ctx, entread.New("status log", complaintID))).All(ctx)
}

// updateHistory returns all updates of a task, by the time when they happened.
func (r *Resolver) updateHistory(ctx context.Context, taskID uuid.UUID) ([]*ent.TaskUpdate, error) {
	q, err := r.client.TaskUpdate.Query().
		Where(taskupdate.TaskID(taskID)).
		Order(taskupdate.ByOccurredAt(), taskupdate.ByCreatedAt(), taskupdate.ByID()).
		CollectFields(ctx)
	if err != nil {
		return nil, err
	}
	if err := applySelection[ent.TaskUpdate](ctx, q, taskUpdateEdges); err != nil {
		return nil, err
	}
	rows, err := q.Shaped(shapeOf[ent.TaskUpdate](ctx, entread.New("update history", taskID))).All(ctx)
	if err != nil || len(rows) > 0 {
		return rows, err
	}
	switch found, err := r.client.WorkTask.Query().Where(worktask.ID(taskID)).Exist(ctx); {
	case err != nil:
		return nil, err
	case !found:
		return nil, fault.Missing("task")
	default:
		return rows, nil
	}
}

// complaintPage returns a numbered page of complaints, without an order the newest first.
func (r *Resolver) complaintPage(ctx context.Context, order []*ent.ComplaintOrder, where *ent.ComplaintWhereInput,
	page, limit *int,
) (*model.ComplaintPage, error) {
	p, err := pageOf(page, limit)
	if err != nil {
		return nil, err
	}
	q, err := where.Filter(r.client.Complaint.Query())
	if err != nil {
		return nil, err
	}
	total, err := r.countComplaints(ctx, where, q)
	if err != nil {
		return nil, err
	}
	order = orDefault(order, ent.ComplaintOrder{Direction: entgql.OrderDirectionDesc, Field: ent.ComplaintOrderFieldCreatedAt})
	rows, err := readPage(ctx, p, total, q, "Complaint", "complaints", order, ent.ComplaintTerms, complaint.IDIn, nil)
	return &model.ComplaintPage{Complaints: rows, Pagination: p}, err
}

// countComplaints counts the complaints that a filter selects. The number of all complaints comes
// from the rollups.
func (r *Resolver) countComplaints(ctx context.Context, where *ent.ComplaintWhereInput, q *ent.ComplaintQuery) (int, error) {
	all := where == nil
	if !all {
		_, err := where.P()
		all = errors.Is(err, entgql.ErrNoCondition)
	}
	if !all || !policy.SeesInternal(auth.From(ctx)) {
		return q.Clone().Count(ctx)
	}
	counts, err := stats.Counts(ctx, r.client)
	if err != nil {
		return 0, err
	}
	return counts.Total, nil
}

// inbox returns a query for the viewer's own notifications in the application.
func (r *Resolver) inbox(ctx context.Context) *ent.NotificationQuery {
	return r.client.Notification.Query().Where(
		notification.RecipientID(auth.From(ctx).ID), notification.ChannelEQ(domain.ChannelInApp), notification.StateEQ(domain.NotificationSent),
	)
}
