package desk

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// notify notifies people of a kind.
func (t *txn) notify(ctx context.Context, kind notifications.Kind, a notifications.About) error {
	return t.desk.notifications.Notify(ctx, t.Tx, kind, a)
}

// notifySolver notifies the solver of a complaint's task of what is known but the task. Status is the complaint's, or that to which it returns
// from a hold: two have a task.
func (t *txn) notifySolver(ctx context.Context, kind notifications.Kind, status domain.ComplaintStatus, a notifications.About) error {
	if status != domain.ComplaintAssigned && status != domain.ComplaintInProgress {
		return nil
	}
	task, err := t.Ahead.WorkTask.Query().Where(worktask.ComplaintID(a.Complaint.ID), liveTask).Only(auth.System(ctx, "find whose task a complaint is"))
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	a.Task = task
	return t.notify(ctx, kind, a)
}

// notifyOfTriage notifies the solver of a complaint's task of another priority or deadline.
func (t *txn) notifyOfTriage(ctx context.Context, was, is *ent.Complaint) error {
	if is.Priority == was.Priority && is.DueOrder.Equal(was.DueOrder) {
		return nil
	}
	return t.notifyOfChange(ctx, is)
}

// notifyOfChange notifies the solver of a complaint's task, which says something else now.
func (t *txn) notifyOfChange(ctx context.Context, c *ent.Complaint) error {
	status := c.Status
	if c.HeldFrom != nil {
		status = *c.HeldFrom
	}
	return t.notifySolver(ctx, notifications.TaskChanged, status, notifications.About{Complaint: c, Message: i18n.Verbatim(c.Title)})
}

// said returns what the service itself says in a row that many read.
func (d *Desk) said(text i18n.Text) string { return text.In(d.chosen.Language()) }
