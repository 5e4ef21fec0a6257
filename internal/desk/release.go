package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
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

var liveTask = worktask.StatusIn(live...)

// releaseTasks cancels the live tasks of a solver, whose account the transaction has locked, and
// sends their complaints back to where they were assigned from. It returns how many. Whoever
// gives out tasks must lock the solver's account too, or one could slip through.
func (tx *txn) releaseTasks(ctx context.Context, solver uuid.UUID, why endReason) (int, error) {
	sys := auth.System(ctx, "send a solver's tasks back to the queue")
	tasks, err := tx.WorkTask.Query().
		Where(worktask.SolverID(solver), liveTask).
		Order(ent.Asc(worktask.FieldComplaintID)). // no two wait for each other
		All(sys)
	if err != nil {
		return 0, err
	}
	released := 0
	for _, task := range tasks {
		c, err := tx.Complaint.Query().Where(complaint.ID(task.ComplaintID), dbtx.ForUpdate).Only(sys)
		if err != nil {
			return 0, err
		}
		tx.restamp(c.UpdatedAt)
		taken, err := tx.cancelTask(ctx, task, "task.release", why)
		if err != nil {
			return 0, err
		}
		if !taken {
			continue // it ended while we waited for its complaint
		}
		released++
		if err := tx.requeue(ctx, c, why); err != nil {
			return 0, err
		}
	}
	return released, nil
}

// cancelTask cancels a live task without asking the table of moves, because what it belongs to
// has ended or its solver is gone, and writes its audit entry. It returns false for a task that
// is not live any more.
func (tx *txn) cancelTask(ctx context.Context, task *ent.WorkTask, action string, why endReason) (bool, error) {
	n, err := tx.WorkTask.Update().Where(worktask.ID(task.ID), liveTask).
		SetStatus(domain.TaskCancelled).
		SetEndedAt(tx.now).SetEndReason(why.code).SetEndNote(tx.desk.said(why.note)).
		SetUpdatedAt(tx.now).AddVersion(1).
		Save(auth.System(ctx, "take a task away from its solver"))
	if err != nil || n == 0 {
		return false, err
	}
	tx.recordEvent(domain.EventTask, task.ID, task.ID)
	tx.changeTask(task, task.Version+1, domain.TaskStatusChanged)
	if err := tx.notifySolver(ctx, task, text.TaskTaken, why.note); err != nil {
		return false, err
	}
	return true, tx.audit(ctx, auditRecord{
		action: action, subjectType: "Task", subject: task.ID,
		before: values{"status": task.Status},
		after:  values{"status": domain.TaskCancelled, "end_reason": why.code},
	})
}

// requeue sends a complaint that has lost its task back to where it was assigned from. One
// on hold stays there, and comes back to the queue when it is resumed. The service moves
// it, so even a full log takes the row: the limit is for what people do.
func (tx *txn) requeue(ctx context.Context, c *ent.Complaint, why endReason) error {
	switch c.Status {
	case domain.ComplaintAssigned, domain.ComplaintInProgress, domain.ComplaintOnHold:
	default:
		return nil
	}
	sys := auth.System(ctx, "send a solver's tasks back to the queue")
	origin, err := tx.assignedFrom(sys, c.ID)
	if err != nil {
		return err
	}
	change := tx.Ahead.Complaint.UpdateOne(c).SetUpdatedAt(tx.now).AddVersion(1)
	before := values{"status": c.Status, "version": c.Version}
	after := values{"status": c.Status, "version": c.Version + 1, "reason_code": why.code}
	if c.Status == domain.ComplaintOnHold {
		before["held_from"], after["held_from"] = c.HeldFrom, origin
		change.SetHeldFrom(origin)
	} else {
		after["status"] = origin
		change.SetStatus(origin).SetMovedAt(tx.now).SetReasonCode(why.code).AddLogRows(1)
	}
	moved, err := change.Save(sys)
	if err != nil {
		return err
	}
	tx.trackComplaint(c, moved)
	if c.Status != domain.ComplaintOnHold {
		logged, err := tx.Later.StatusLog.Create().
			SetComplaintID(c.ID).SetSeq(c.LogRows + 1).SetStatus(origin).
			SetAgent(domain.AgentSystem).SetReasonCode(why.code).SetInternalNote(tx.desk.said(why.note)).
			SetCreatedAt(tx.now).
			Save(sys)
		if err != nil {
			return err
		}
		tx.recordEvent(domain.EventComplaintStatus, c.ID, logged.ID)
	}
	return tx.audit(ctx, auditRecord{
		action: "complaint.release", subjectType: "Complaint", subject: c.ID, before: before, after: after,
	})
}
