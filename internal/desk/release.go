package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// endReason is why a task goes back to the queue without anybody's decision about it: its
// reason code, and a sentence for administrators.
type endReason struct {
	code string
	note i18n.Text
}

var (
	solverDisabled = endReason{"solver_disabled", text.SolverDisabled}
	solverDemoted  = endReason{"solver_demoted", text.SolverDemoted}
)

// ReleaseDisabled sends the live tasks of a solver whose account is disabled back to the queue, and returns how many.
func (d *Desk) ReleaseDisabled(ctx context.Context, t *tx.Tx, solver uuid.UUID) (int, error) {
	return d.join(t).releaseTasks(ctx, solver, solverDisabled)
}

// ReleaseDemoted is ReleaseDisabled for somebody who is no solver any more.
func (d *Desk) ReleaseDemoted(ctx context.Context, t *tx.Tx, solver uuid.UUID) (int, error) {
	return d.join(t).releaseTasks(ctx, solver, solverDemoted)
}

var liveTask = worktask.StatusIn(live...)

// releaseTasks cancels the live tasks of a solver, whose account the transaction has locked, and
// sends their complaints back to where they were assigned from. It returns how many. Whoever
// gives out tasks must lock the solver's account too, or one could slip through.
func (t *txn) releaseTasks(ctx context.Context, solver uuid.UUID, why endReason) (int, error) {
	sys := auth.System(ctx, "send a solver's tasks back to the queue")
	tasks, err := t.WorkTask.Query().
		Where(worktask.SolverID(solver), liveTask).
		Order(ent.Asc(worktask.FieldComplaintID)). // no two wait for each other
		All(sys)
	if err != nil {
		return 0, err
	}
	released := 0
	for _, task := range tasks {
		c, err := t.Complaint.Query().Where(complaint.ID(task.ComplaintID), dbtx.ForUpdate).Only(sys)
		if err != nil {
			return 0, err
		}
		t.Restamp(c.UpdatedAt)
		taken, err := t.cancelTask(ctx, lockedTask{task, c}, "task.release", why)
		if err != nil {
			return 0, err
		}
		if !taken {
			continue // it ended while we waited for its complaint
		}
		released++
		if err := t.requeue(ctx, c, why); err != nil {
			return 0, err
		}
	}
	return released, nil
}

// cancelTask cancels a live task without asking the table of moves, because what it belongs to
// has ended or its solver is gone, and writes its audit entry. It returns false for a task that
// is not live any more.
func (t *txn) cancelTask(ctx context.Context, w lockedTask, action string, why endReason) (bool, error) {
	task := w.task
	n, err := t.WorkTask.Update().Where(worktask.ID(task.ID), liveTask).
		SetStatus(domain.TaskCancelled).
		SetEndedAt(t.Now).SetEndReason(why.code).SetEndNote(t.desk.said(why.note)).
		SetUpdatedAt(t.Now).AddVersion(1).
		Save(auth.System(ctx, "take a task away from its solver"))
	if err != nil || n == 0 {
		return false, err
	}
	t.RecordEvent(domain.EventTask, task.ID, task.ID)
	t.changeTask(task, task.Version+1, domain.TaskStatusChanged)
	if err := t.notify(ctx, notifications.TaskTaken, notifications.About{Complaint: w.complaint, Task: task, Message: why.note}); err != nil {
		return false, err
	}
	return true, t.Audit(ctx, tx.Record{
		Action: action, SubjectType: "Task", Subject: task.ID,
		Before: tx.Values{"status": task.Status},
		After:  tx.Values{"status": domain.TaskCancelled, "end_reason": why.code},
	})
}

// requeue sends a complaint that has lost its task back to where it was assigned from. One
// on hold stays there, and comes back to the queue when it is resumed. The service moves
// it, so even a full log takes the row: the limit is for what people do.
func (t *txn) requeue(ctx context.Context, c *ent.Complaint, why endReason) error {
	switch c.Status {
	case domain.ComplaintAssigned, domain.ComplaintInProgress, domain.ComplaintOnHold:
	default:
		return nil
	}
	sys := auth.System(ctx, "send a solver's tasks back to the queue")
	origin, err := t.assignedFrom(sys, c.ID)
	if err != nil {
		return err
	}
	change := t.Ahead.Complaint.UpdateOne(c)
	before := tx.Values{"status": c.Status, "version": c.Version}
	after := tx.Values{"status": c.Status, "version": c.Version + 1, "reason_code": why.code}
	if c.Status == domain.ComplaintOnHold {
		before["held_from"], after["held_from"] = c.HeldFrom, origin
		change.SetHeldFrom(origin)
	} else {
		after["status"] = origin
		change.SetStatus(origin).SetMovedAt(t.Now).SetReasonCode(why.code).AddLogRows(1)
	}
	if err := t.nextVersion(c, change); err != nil {
		return err
	}
	moved, err := change.Save(sys)
	if err != nil {
		return err
	}
	t.trackComplaint(c, moved)
	if c.Status != domain.ComplaintOnHold {
		logged, err := t.Later.StatusLog.Create().
			SetComplaintID(c.ID).SetSeq(c.LogRows + 1).SetStatus(origin).
			SetAgent(domain.AgentSystem).SetReasonCode(why.code).SetInternalNote(t.desk.said(why.note)).
			SetCreatedAt(t.Now).
			Save(sys)
		if err != nil {
			return err
		}
		t.RecordEvent(domain.EventComplaintStatus, c.ID, logged.ID)
	}
	return t.Audit(ctx, tx.Record{
		Action: "complaint.release", SubjectType: "Complaint", Subject: c.ID, Before: before, After: after,
	})
}
