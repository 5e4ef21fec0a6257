package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// maxUpdates bounds a task's history (docs/product.md, Limits).
const maxUpdates = 1_000

// taskMove is a row of the transition table of tasks: a verb, from where to where it takes a
// task, who may do it and which inputs it requires.
type taskMove struct {
	action  domain.Action
	from    []domain.TaskStatus
	to      domain.TaskStatus // "" where the task does not move, or it depends
	by      actor
	needs   []string // inputs that must not be empty
	logs    int      // rows for which its complaint's log must have room
	reports bool     // whether it adds an update
	late    bool     // whether it is for a task that its solver lost, also by a hold
}

// taskMoves is the only place where the moves of a task are defined (docs/product.md, Tasks). What
// takes the task away from its solver sends the complaint back to where it was assigned from.
var taskMoves = []taskMove{
	{action: domain.ActionAccept, from: given, to: domain.TaskAccepted, by: bySolver},
	{action: domain.ActionDecline, from: given, to: domain.TaskDeclined, by: bySolver, needs: []string{"reasonCode"}},
	{action: domain.ActionStart, from: taken, to: domain.TaskInProgress, by: bySolver, logs: 1},
	{action: domain.ActionReturn, from: returnable, to: domain.TaskReturned, by: bySolver, needs: []string{"reasonCode"}},
	{action: domain.ActionPostUpdate, from: begun, by: bySolver, reports: true},
	{action: domain.ActionSubmitCompletion, from: begun, to: domain.TaskCompletionSubmitted, by: bySolver, reports: true},
	{action: domain.ActionSubmitLateEvidence, from: over, by: bySolver, needs: []string{"occurredAt"}, late: true},
	{action: domain.ActionReviewCompletion, from: reviewable, by: byAdmin, needs: []string{"approved"}},
	{action: domain.ActionReassign, from: live, to: domain.TaskCancelled, by: byAdmin, needs: []string{"solverId"}, logs: 2},
	{action: domain.ActionCancel, from: live, to: domain.TaskCancelled, by: byAdmin, needs: []string{"reasonCode"}},
}

// The states from which the table moves.
var (
	given      = []domain.TaskStatus{domain.TaskAssigned}
	taken      = []domain.TaskStatus{domain.TaskAccepted}
	begun      = []domain.TaskStatus{domain.TaskInProgress}
	returnable = []domain.TaskStatus{domain.TaskAccepted, domain.TaskInProgress}
	reviewable = []domain.TaskStatus{domain.TaskCompletionSubmitted}
	live       = domain.LiveTaskStatuses
	over       = []domain.TaskStatus{domain.TaskCompleted, domain.TaskDeclined, domain.TaskReturned, domain.TaskCancelled}
)

func taskMoveOf(action domain.Action) taskMove {
	i := slices.IndexFunc(taskMoves, func(m taskMove) bool { return m.action == action })
	return taskMoves[i]
}

// allowed returns nil when the viewer may do it to the task of a complaint as both stand now. It
// is what availableActions returns, and what the verb itself asks once it locks the rows.
func (m taskMove) allowed(v *auth.Viewer, task *ent.WorkTask, c *ent.Complaint, now time.Time) *fault.Error {
	switch {
	case !m.by.includes(v), v.Role == domain.RoleSolver && task.SolverID != v.ID:
		return fault.Denied()
	case m.late:
		return checkLate(task, c, now)
	case !slices.Contains(m.from, task.Status):
		return fault.New(fault.InvalidTransition, "A task that is %s can't be changed so; it must be %s.",
			tx.StatusText(task.Status), tx.StatusList(m.from))
	case c.HeldAt != nil:
		return fault.New(fault.InvalidTransition, "The complaint is on hold, and its task is frozen until it is resumed.")
	case m.reports && task.UpdatesCount >= maxUpdates:
		return fault.New(fault.Conflict, "The task holds %d updates, and no more fit.", maxUpdates)
	}
	return checkLogRoom(c, m.logs)
}

// checkLogRoom returns a conflict when the rows, but for the service's own, don't fit.
func checkLogRoom(c *ent.Complaint, rows int) *fault.Error {
	if rows > 0 && c.LogRows+rows > maxLogRows-1 {
		return fault.New(fault.Conflict, "The complaint's log is full: %d moves.", maxLogRows)
	}
	return nil
}

// lockedTask is a task and its complaint, both locked by a transaction.
type lockedTask struct {
	task      *ent.WorkTask
	complaint *ent.Complaint
}

// lockTask reads a task as the viewer, and holds its complaint and then the task until the
// transaction ends.
func (t *txn) lockTask(ctx context.Context, id uuid.UUID) (lockedTask, error) {
	task, err := t.WorkTask.Query().Where(worktask.ID(id)).Only(ctx)
	if err != nil {
		return lockedTask{}, tx.Missing(err, "task")
	}
	c, err := t.Complaint.Query().Where(complaint.ID(task.ComplaintID), dbtx.ForUpdate).
		Only(auth.System(ctx, "a task's complaint moves with it"))
	if err != nil {
		return lockedTask{}, err
	}
	task, err = t.WorkTask.Query().Where(worktask.ID(id), dbtx.ForUpdate).Only(ctx)
	if err != nil {
		return lockedTask{}, tx.Missing(err, "task")
	}
	latest := c.UpdatedAt
	if task.UpdatedAt.After(latest) {
		latest = task.UpdatedAt
	}
	t.Restamp(latest)
	return lockedTask{task, c}, nil
}

// check returns nil when the viewer may do it to what the transaction has locked, and has seen it
// as it is.
func (m taskMove) check(ctx context.Context, w lockedTask, target tx.Target, now time.Time) error {
	if err := target.CheckVersion(w.task.Version); err != nil {
		return err
	}
	if refused := m.allowed(auth.From(ctx), w.task, w.complaint, now); refused != nil {
		return refused
	}
	return nil
}

// applyToTask does a verb to a task in one transaction, as applyTransition does to a complaint.
func (d *Desk) applyToTask(ctx context.Context, action domain.Action, target tx.Target,
	do func(t *txn, m taskMove, w lockedTask) error,
) (*ent.WorkTask, error) {
	if err := d.changeTask(ctx, action, target, do); err != nil {
		return nil, err
	}
	return d.task(ctx, target.ID)
}

// changeTask is the transaction of applyToTask.
func (d *Desk) changeTask(ctx context.Context, action domain.Action, target tx.Target, do func(t *txn, m taskMove, w lockedTask) error) error {
	m := taskMoveOf(action)
	if err := m.checkRole(ctx); err != nil {
		return err
	}
	return d.tx(ctx, func(t *txn) error {
		w, err := t.lockTask(ctx, target.ID)
		if err != nil {
			return err
		}
		if err := m.check(ctx, w, target, t.Now); err != nil {
			return err
		}
		return do(t, m, w)
	})
}

// checkRole refuses roles that never may, before any id is read.
func (m taskMove) checkRole(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err == nil && !m.by.includes(v) {
		err = fault.Denied()
	}
	return err
}

// advance moves a task, and writes its audit entry. Why is what it ends with, if it ends; happened is when it was
// accepted or started.
func (t *txn) advance(ctx context.Context, w lockedTask, m taskMove, to domain.TaskStatus, why endReason, happened time.Time) error {
	task := w.task
	change := t.Ahead.WorkTask.UpdateOne(task).Where(worktask.Version(task.Version)).
		SetStatus(to).SetUpdatedAt(t.Now).AddVersion(1)
	switch {
	case m.action == domain.ActionAccept:
		change.SetAcceptedAt(happened)
	case m.action == domain.ActionStart:
		change.SetStartedAt(happened)
	case !to.Live():
		change.SetEndedAt(t.Now).SetEndReason(why.code)
		if to != domain.TaskCancelled { // that note is for administrators, and stands in the complaint's log
			change.SetEndNote(t.desk.said(why.note))
		}
	}
	if m.reports {
		change.AddUpdatesCount(1)
	}
	moved, err := change.Save(ctx)
	if ent.IsNotFound(err) {
		return tx.VersionConflict(task.Version + 1)
	}
	if err != nil {
		return err
	}
	if moved.Status != task.Status {
		t.changeTask(moved, moved.Version, domain.TaskStatusChanged)
	}
	if !m.reports && m.action != domain.ActionReviewCompletion { // those are told with their update
		t.RecordEvent(domain.EventTask, task.ID, task.ID)
	}
	if to == domain.TaskCancelled {
		if err := t.notify(ctx, notifications.TaskTaken, notifications.About{Complaint: w.complaint, Task: task}); err != nil {
			return err
		}
	}
	after := tx.Values{"status": to, "version": moved.Version, "end_reason": why.code}
	if !happened.Equal(t.Now) {
		after["occurred_at"] = happened
	}
	return t.Audit(ctx, tx.Record{
		Action: "task." + strings.ToLower(string(m.action)), SubjectType: "Task", Subject: task.ID,
		Before: tx.Values{"status": task.Status, "version": task.Version}, After: after,
	})
}

// sendBack moves a complaint that the viewer's transition took the task from back to where it was
// assigned from.
func (t *txn) sendBack(ctx context.Context, c *ent.Complaint, action domain.Action, why endReason) error {
	origin, err := t.assignedFrom(auth.System(ctx, "find where a complaint was assigned from"), c.ID)
	if err != nil {
		return err
	}
	return t.move(ctx, c, statusChange{
		action: action, to: origin, bySystem: true,
		remark: Remark{ReasonCode: why.code, InternalNote: t.desk.said(why.note)},
	})
}

// task reads a task as it is now, for whoever has just changed it.
func (d *Desk) task(ctx context.Context, id uuid.UUID) (*ent.WorkTask, error) {
	task, err := d.Client.WorkTask.Get(ctx, id)
	return task, tx.Missing(err, "task")
}
