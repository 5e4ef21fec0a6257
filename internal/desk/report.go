package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

const (
	maxRemarks = 5_000

	// How far a phone's clock may be ahead of ours (docs/product.md, Limits).
	maxAhead = 5 * time.Minute
	// maxLate is how late the accept or start of a task may arrive from a phone that was offline.
	maxLate = 7 * dayLength
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
func (d *Desk) Report(ctx context.Context, t Target, in Report) (*ent.TaskUpdate, error) {
	m := taskMoveOf(domain.ActionPostUpdate)
	if in.Type == domain.UpdateCompletion {
		m = taskMoveOf(domain.ActionSubmitCompletion)
	}
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	var made uuid.UUID
	err := d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		w, err := tx.lockTask(ctx, t.ID)
		if err != nil {
			return err
		}
		before, err := tx.findRepeated(ctx, t.ID, in)
		if err != nil {
			return err
		}
		if before != nil {
			made = before.ID
			return nil
		}
		if err := m.check(ctx, w, t, tx.now); err != nil {
			return err
		}
		if err := in.check(tx.now); err != nil {
			return err
		}
		made, err = tx.report(ctx, m, w.task, in)
		return err
	})
	if ent.IsConstraintError(err) && in.ClientID != nil { // on another task, at the same moment
		return nil, updateMismatch()
	}
	if err != nil {
		return nil, err
	}
	row, err := d.client.TaskUpdate.Get(ctx, made)
	return row, missing(err, "task update")
}

// findRepeated finds the update that the solver's ClientID stands for already; nil when none does.
func (tx *txn) findRepeated(ctx context.Context, task uuid.UUID, in Report) (*ent.TaskUpdate, error) {
	if in.ClientID == nil {
		return nil, nil
	}
	row, err := tx.TaskUpdate.Query().
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
	return in.Type == row.Type && in.Remarks == row.Remarks && samePercentage && happened.Equal(row.OccurredAt)
}

// updateMismatch returns the refusal of a clientId that stands for an update already.
func updateMismatch() error {
	f := fault.New(fault.IdempotencyMismatch, "This clientId was used for another update.")
	f.Fields = []fault.Field{fault.Input("clientId", "mismatch", "was used for another update")}
	return f
}

// check returns a validation fault that lists every invalid input.
func (in Report) check(now time.Time) error {
	var errs []fault.Field
	if f := checkText("remarks", in.Remarks, maxRemarks); f != nil {
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
func (tx *txn) report(ctx context.Context, m taskMove, t *ent.WorkTask, in Report) (uuid.UUID, error) {
	happened := tx.now
	if in.OccurredAt != nil {
		happened = in.OccurredAt.UTC().Truncate(time.Millisecond)
	}
	row, err := tx.TaskUpdate.Create().
		SetTaskID(t.ID).SetAuthorID(auth.From(ctx).ID).SetNillableClientID(in.ClientID).
		SetType(in.Type).SetRemarks(in.Remarks).SetNillablePercentageCompleted(in.Percentage).
		SetOccurredAt(happened).SetCreatedAt(tx.now).Save(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	to := m.to
	if to == "" {
		to = t.Status
	}
	if err := tx.advance(ctx, t, m, to, endReason{}, tx.now); err != nil {
		return uuid.Nil, err
	}
	tx.recordEvent(domain.EventTask, t.ID, row.ID)
	tx.changeTask(t, t.Version+1, domain.TaskUpdatesChanged)
	if row.Type == domain.UpdateCompletion {
		err := tx.notify(ctx, outgoing{
			to: admins, title: text.CompletionSubmitted, message: i18n.Verbatim(in.Remarks), complaint: &t.ComplaintID, task: &t.ID,
		})
		if err != nil {
			return uuid.Nil, err
		}
	}
	return row.ID, tx.audit(ctx, auditRecord{
		action: "task_update.post", subjectType: "TaskUpdate", subject: row.ID,
		after: values{"task_id": t.ID, "type": row.Type, "percentage_completed": row.PercentageCompleted},
	})
}
