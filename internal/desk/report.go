package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

const (
	// MaxRemarks are the longest remarks of an update.
	MaxRemarks = 5_000

	// How far a phone's clock may be ahead of ours (docs/product.md, Limits).
	maxAhead = 5 * time.Minute
	// maxLate is how late the accept or start of a task may arrive from a phone that was offline.
	maxLate = 7 * dayLength

	dayLength = 24 * time.Hour
)

// Report is what a solver says about a task.
type Report struct {
	Type       domain.UpdateType
	Remarks    string
	Percentage *int       // 0 to 100; nil: none
	ClientID   *uuid.UUID // by which the same report is recognized when it comes again
	OccurredAt *time.Time // nil: now
}

// Report adds an update to a task of the viewer, a solver; a completion also hands the task in
// for review. A report whose ClientID the solver has used before writes nothing: it returns the
// update of the first time, wherever the task stands now, or idempotency_mismatch when it says
// something else.
func (d *Desk) Report(ctx context.Context, target tx.Target, in Report) (*ent.TaskUpdate, error) {
	m := taskMoveOf(domain.ActionPostUpdate)
	if in.Type == domain.UpdateCompletion {
		m = taskMoveOf(domain.ActionSubmitCompletion)
	}
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	made, err := d.Make(ctx, joined(d, func(t *txn) (uuid.UUID, error) {
		w, err := t.lockTask(ctx, target.ID)
		if err != nil {
			return uuid.Nil, err
		}
		before, err := t.findRepeated(ctx, target.ID, in)
		if err != nil {
			return uuid.Nil, err
		}
		if before != nil {
			return before.ID, nil
		}
		if err := m.check(ctx, w, target, t.Now); err != nil {
			return uuid.Nil, err
		}
		in := in // the check tidies it
		if err := in.check(t.Now); err != nil {
			return uuid.Nil, err
		}
		return t.report(ctx, m, w, in)
	}))
	if ent.IsConstraintError(err) && in.ClientID != nil { // on another task, at the same moment
		return nil, updateMismatch()
	}
	if err != nil {
		return nil, err
	}
	row, err := d.Client.TaskUpdate.Get(ctx, made)
	return row, tx.Missing(err, "task update")
}

// findRepeated finds the update that the solver's ClientID stands for already; nil when none does.
func (t *txn) findRepeated(ctx context.Context, task uuid.UUID, in Report) (*ent.TaskUpdate, error) {
	if in.ClientID == nil {
		return nil, nil
	}
	row, err := t.TaskUpdate.Query().
		Where(taskupdate.AuthorID(auth.From(ctx).ID), taskupdate.ClientID(*in.ClientID)).Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, nil
	case err != nil:
		return nil, err
	case row.TaskID != task || !in.matches(row):
		return nil, updateMismatch()
	}
	return row, nil
}

// matches reports whether an update says what the report says.
func (in Report) matches(row *ent.TaskUpdate) bool {
	happened := row.CreatedAt // when nothing was said
	if in.OccurredAt != nil {
		happened = *in.OccurredAt
	}
	samePercentage := in.Percentage == nil && row.PercentageCompleted == nil ||
		in.Percentage != nil && row.PercentageCompleted != nil && *in.Percentage == *row.PercentageCompleted
	return in.Type == row.Type && sameText(in.Remarks, row.Remarks) && samePercentage && happened.Equal(row.OccurredAt)
}

// sameText reports whether a text that came again is the one that was stored, since which the rule for letters may have changed.
func sameText(again, stored string) bool { return again == stored || domain.Visible(again) == stored }

// updateMismatch returns the refusal of a clientId that stands for an update already.
func updateMismatch() error {
	f := fault.New(fault.IdempotencyMismatch, "This clientId was used for another update.")
	f.Fields = []fault.Field{fault.Input("clientId", "mismatch", "was used for another update")}
	return f
}

// check returns a validation fault that lists every invalid input.
func (in *Report) check(now time.Time) error {
	var errs []fault.Field
	if f := tx.CheckText("remarks", &in.Remarks, MaxRemarks); f != nil {
		errs = append(errs, *f)
	}
	if in.Percentage != nil {
		errs = append(errs, fault.Between("percentageCompleted", *in.Percentage, 0, 100)...)
	}
	if in.OccurredAt != nil && in.OccurredAt.After(now.Add(maxAhead)) {
		errs = append(errs, fault.Input("occurredAt", "out_of_range", "must be at most %d minutes ahead", int(maxAhead.Minutes())))
	}
	if len(errs) > 0 {
		return fault.Invalid(errs...)
	}
	return nil
}

// report writes an update and what it does to its task.
func (t *txn) report(ctx context.Context, m taskMove, w lockedTask, in Report) (uuid.UUID, error) {
	task, happened := w.task, t.Now
	if in.OccurredAt != nil {
		happened = in.OccurredAt.UTC().Truncate(time.Millisecond)
	}
	row, err := t.TaskUpdate.Create().
		SetTaskID(task.ID).SetAuthorID(auth.From(ctx).ID).SetNillableClientID(in.ClientID).
		SetType(in.Type).SetRemarks(in.Remarks).SetNillablePercentageCompleted(in.Percentage).
		SetOccurredAt(happened).SetCreatedAt(t.Now).Save(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	to := m.to
	if to == "" {
		to = task.Status
	}
	if err := t.advance(ctx, w, m, to, endReason{}, t.Now); err != nil {
		return uuid.Nil, err
	}
	t.RecordEvent(domain.EventTask, task.ID, row.ID)
	t.changeTask(task, task.Version+1, domain.TaskUpdatesChanged)
	if row.Type == domain.UpdateCompletion {
		about := notifications.About{Complaint: w.complaint, Task: task, Message: i18n.Verbatim(in.Remarks)}
		err := t.notify(ctx, notifications.CompletionSubmitted, about)
		if err != nil {
			return uuid.Nil, err
		}
	}
	return row.ID, t.Audit(ctx, tx.Record{
		Action: "task_update.post", SubjectType: "TaskUpdate", Subject: row.ID,
		After: tx.Values{"task_id": task.ID, "type": row.Type, "percentage_completed": row.PercentageCompleted},
	})
}
