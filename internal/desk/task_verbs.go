package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// TaskStep is what a verb says that moves a task.
type TaskStep struct {
	Code, Note string     // why the task ends
	OccurredAt *time.Time // of accept and start; nil: now
}

// MoveTask does one of the verbs that need no more than a remark: accept, decline, start, return
// and cancel. Whose right each is, from where, and what it requires is in the table. Starting
// begins the complaint too; what takes the task away sends the complaint back to the queue.
func (d *Desk) MoveTask(ctx context.Context, action domain.Action, target tx.Target, in TaskStep) (*ent.WorkTask, error) {
	return d.applyToTask(ctx, action, target, func(t *txn, m taskMove, w lockedTask) error {
		why := endReason{strings.TrimSpace(in.Code), i18n.Verbatim(in.Note)}
		if err := why.check(m); err != nil {
			return err
		}
		if err := d.chosen.CheckReason(m.action, why.code); err != nil {
			return err
		}
		happened, err := in.happened(action, w.task, t.Now)
		if err != nil {
			return err
		}
		if err := t.advance(ctx, w, m, m.to, why, happened); err != nil {
			return err
		}
		switch {
		case action == domain.ActionStart:
			return t.move(ctx, w.complaint, statusChange{action: action, to: domain.ComplaintInProgress, bySystem: true})
		case !m.to.Live():
			return t.sendBack(ctx, w.complaint, action, why)
		}
		return nil
	})
}

// happened returns when an accept or a start happened, by the clock of the solver's phone, or a validation fault.
// What differs from ours by no more than such clocks do is moved between what came before and now.
func (in TaskStep) happened(action domain.Action, task *ent.WorkTask, now time.Time) (time.Time, error) {
	before := task.CreatedAt
	if action == domain.ActionStart && task.AcceptedAt != nil {
		before = *task.AcceptedAt
	}
	if in.OccurredAt == nil {
		return now, nil
	}
	at := in.OccurredAt.UTC().Truncate(time.Millisecond)
	switch {
	case at.After(now.Add(maxAhead)):
		return at, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must be at most %d minutes ahead", int(maxAhead.Minutes())))
	case at.Before(now.Add(-maxLate)):
		return at, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must be at most %d days ago", int(maxLate/dayLength)))
	case at.Before(before.Add(-maxAhead)) && action == domain.ActionStart:
		return at, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must not be before the task was accepted"))
	case at.Before(before.Add(-maxAhead)):
		return at, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must not be before the task was assigned"))
	case at.After(now):
		return now, nil
	case at.Before(before):
		return before, nil
	}
	return at, nil
}

// check returns a validation fault that lists every invalid input.
func (why *endReason) check(m taskMove) error {
	if err := tx.Required(m.needs, map[string]string{"reasonCode": why.code}); err != nil {
		return err
	}
	var errs []fault.Field
	if m.action == domain.ActionReturn && !slices.Contains(domain.ReturnReasons, why.code) {
		errs = append(errs, fault.Input("reasonCode", "invalid", "must be %s", tx.OrList(domain.ReturnReasons)))
	} else if f := tx.CheckText("reasonCode", &why.code, MaxReason); f != nil {
		errs = append(errs, *f)
	}
	note := why.note.String()
	if f := tx.CheckText("note", &note, domain.MaxNote); f != nil {
		errs = append(errs, *f)
	}
	why.note = i18n.Verbatim(note)
	if len(errs) > 0 {
		return fault.Invalid(errs...)
	}
	return nil
}

// Verdict is what an administrator makes of a completion.
type Verdict struct {
	Approved   bool
	Note       string // for the solver; a rejection needs one
	PublicNote string // for the reporter, with an approval
}

// Review approves a completion, which completes the task and resolves the complaint, or
// sends the task back to its solver. Administrators. An approval needs a photo or a video.
func (d *Desk) Review(ctx context.Context, target tx.Target, in Verdict) (*ent.WorkTask, error) {
	return d.applyToTask(ctx, domain.ActionReviewCompletion, target, in.review(ctx))
}

// review returns what Review does to a task that the transaction has locked.
func (in Verdict) review(ctx context.Context) func(*txn, taskMove, lockedTask) error {
	return func(t *txn, m taskMove, w lockedTask) error {
		in := in // the check tidies it
		if err := in.check(); err != nil {
			return err
		}
		update, err := t.TaskUpdate.Query().Where(
			taskupdate.TaskID(w.task.ID), taskupdate.TypeEQ(domain.UpdateCompletion),
			taskupdate.StatusEQ(domain.ReviewSubmitted), dbtx.ForUpdate,
		).Order(ent.Desc(taskupdate.FieldCreatedAt, taskupdate.FieldID)).First(ctx)
		if ent.IsNotFound(err) { // an import's history may lack it
			return fault.New(fault.InvalidTransition, "There is no completion to review.")
		}
		if err != nil {
			return err
		}
		status, to := domain.ReviewRejected, domain.TaskInProgress
		if in.Approved {
			status, to = domain.ReviewApproved, domain.TaskCompleted
			if err := t.checkProof(ctx, update.ID); err != nil {
				return err
			}
			if full := checkLogRoom(w.complaint, 1); full != nil {
				return full
			}
		}
		err = t.TaskUpdate.UpdateOne(update).SetStatus(status).SetReviewNote(in.Note).
			SetNillableReviewedByID(tx.AccountOf(ctx)).SetReviewedAt(t.Now).Exec(ctx)
		if err != nil {
			return err
		}
		t.RecordEvent(domain.EventTask, w.task.ID, update.ID)
		t.changeTask(w.task, w.task.Version+1, domain.TaskReviewsChanged)
		err = t.Audit(ctx, tx.Record{
			Action: "task_update.review", SubjectType: "TaskUpdate", Subject: update.ID,
			Before: tx.Values{"status": update.Status}, After: tx.Values{"status": status},
		})
		if err != nil {
			return err
		}
		verdict := notifications.CompletionReturned
		if in.Approved {
			verdict = notifications.CompletionApproved
		}
		if err := t.notify(ctx, verdict, notifications.About{Complaint: w.complaint, Task: w.task, Message: i18n.Verbatim(in.Note)}); err != nil {
			return err
		}
		if err := t.advance(ctx, w, m, to, endReason{}, t.Now); err != nil || !in.Approved {
			return err
		}
		return t.move(ctx, w.complaint, statusChange{
			action: domain.ActionResolve, to: domain.ComplaintResolved, bySystem: true,
			remark: Remark{PublicNote: in.PublicNote}, change: t.slaClock(domain.ActionResolve, w.complaint),
		})
	}
}

func (in *Verdict) check() error {
	var errs []fault.Field
	switch f := tx.CheckText("note", &in.Note, domain.MaxNote); {
	case !in.Approved && in.Note == "":
		errs = append(errs, fault.Input("note", "required", "must be given with a rejection"))
	case f != nil:
		errs = append(errs, *f)
	}
	switch f := tx.CheckText("publicNote", &in.PublicNote, domain.MaxNote); {
	case !in.Approved && in.PublicNote != "":
		errs = append(errs, fault.Input("publicNote", "invalid", "goes with an approval only"))
	case f != nil:
		errs = append(errs, *f)
	}
	if len(errs) > 0 {
		return fault.Invalid(errs...)
	}
	return nil
}

// checkProof returns why a completion can't be approved; nil when it has a file.
func (t *txn) checkProof(ctx context.Context, updateID uuid.UUID) error {
	proven, err := t.Media.Query().Where(media.UpdateID(updateID)).Exist(ctx)
	if err == nil && !proven {
		err = fault.New(fault.InvalidTransition, "A completion needs a photo or a video before it can be approved.")
	}
	return err
}

// Reassign takes a task from its solver and gives the complaint to another one, with a task that
// points back; it returns the new task. Administrators. Instructions stay as they were when none
// are given. The complaint goes back to where it was assigned from, and is assigned again.
func (d *Desk) Reassign(ctx context.Context, target tx.Target, in Assignment, code string, r Remark) (*ent.WorkTask, error) {
	m := taskMoveOf(domain.ActionReassign)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	made, err := d.Make(ctx, joined(d, func(t *txn) (uuid.UUID, error) {
		if err := t.LockAccounts(ctx, in.Solver); err != nil {
			return uuid.Nil, err
		}
		w, err := t.lockTask(ctx, target.ID)
		if err != nil {
			return uuid.Nil, err
		}
		if err := m.check(ctx, w, target, t.Now); err != nil {
			return uuid.Nil, err
		}
		if in.Solver == w.task.SolverID {
			return uuid.Nil, fault.Invalid(fault.Input("solverId", "invalid", "must be another solver"))
		}
		code, note, in := cmp.Or(code, "reassigned"), r.InternalNote, in
		in.Instructions = cmp.Or(in.Instructions, w.task.Instructions)
		if code != "reassigned" { // which it is when nobody gives one
			if err := d.chosen.CheckReason(m.action, code); err != nil {
				return uuid.Nil, err
			}
		}
		if f := tx.CheckText("internalNote", &note, domain.MaxNote); f != nil {
			return uuid.Nil, fault.Invalid(*f)
		}
		if f := tx.CheckText("reasonCode", &code, MaxReason); f != nil {
			return uuid.Nil, fault.Invalid(*f)
		}
		why := endReason{code, i18n.Verbatim(note)}
		if err := t.advance(ctx, w, m, m.to, why, t.Now); err != nil {
			return uuid.Nil, err
		}
		if err := t.sendBack(ctx, w.complaint, m.action, why); err != nil {
			return uuid.Nil, err
		}
		c, err := t.Complaint.Get(auth.System(ctx, "a task's complaint moves with it"), w.complaint.ID)
		if err != nil {
			return uuid.Nil, err
		}
		task, err := t.createTask(ctx, c, in, &w.task.ID)
		if err != nil {
			return uuid.Nil, err
		}
		return task.ID, t.move(ctx, c, statusChange{
			action: m.action, to: domain.ComplaintAssigned, bySystem: true, remark: Remark{PublicNote: r.PublicNote},
			change: t.setAssignee(c, task),
		})
	}))
	if err != nil {
		return nil, err
	}
	return d.task(ctx, made)
}
