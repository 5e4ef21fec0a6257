package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/lateevidence"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// maxLateReports bounds the late evidence about a task (docs/product.md, Limits).
const maxLateReports = 50

// lostAt returns when its solver lost a task: when it ended, or when its complaint was put on hold; nil if
// they have it.
func lostAt(task *ent.WorkTask, c *ent.Complaint) *time.Time {
	if !task.Status.Live() {
		return task.EndedAt
	}
	return c.HeldAt
}

// checkLate returns nil when late evidence about a task is taken.
func checkLate(task *ent.WorkTask, c *ent.Complaint, now time.Time) *fault.Error {
	lost := lostAt(task, c)
	switch {
	case lost == nil:
		return fault.New(fault.InvalidTransition, "The task is not lost: what was done is reported as an update.")
	case now.After(lost.Add(maxLate)):
		return fault.New(fault.InvalidTransition, "Late evidence is taken for %d days after the task was lost.", int(maxLate/dayLength))
	}
	return nil
}

// SubmitLateEvidence keeps a report of a solver about a task that they lost, on its complaint: what happened
// before the task ended or was frozen by a hold. It changes neither. A report whose ClientID was kept before writes
// nothing: it returns what is there, or idempotency_mismatch when it says something else. ClientID and OccurredAt
// must be given.
func (d *Desk) SubmitLateEvidence(ctx context.Context, target tx.Target, in Report) (*ent.LateEvidence, error) {
	m := taskMoveOf(domain.ActionSubmitLateEvidence)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	made, err := d.Make(ctx, joined(d, func(t *txn) (uuid.UUID, error) {
		w, err := t.lockTask(ctx, target.ID)
		if err != nil {
			return uuid.Nil, err
		}
		before, err := t.LateEvidence.Query().
			Where(lateevidence.AuthorID(auth.From(ctx).ID), lateevidence.ClientID(*in.ClientID)).Only(ctx)
		switch {
		case err == nil && (before.TaskID != target.ID || !in.matchesLate(before)):
			return uuid.Nil, lateMismatch()
		case err == nil:
			return before.ID, nil
		case !ent.IsNotFound(err):
			return uuid.Nil, err
		}
		if err := m.check(ctx, w, target, t.Now); err != nil {
			return uuid.Nil, err
		}
		return t.keepLateEvidence(ctx, w, in)
	}))
	if ent.IsConstraintError(err) { // on another task, at the same moment
		return nil, lateMismatch()
	}
	if err != nil {
		return nil, err
	}
	row, err := d.Client.LateEvidence.Get(ctx, made)
	return row, tx.Missing(err, "late evidence")
}

// lateMismatch returns the refusal of a clientId that stands for late evidence already.
func lateMismatch() error {
	f := fault.New(fault.IdempotencyMismatch, "This clientId was used for other late evidence.")
	f.Fields = []fault.Field{fault.Input("clientId", "mismatch", "was used for other late evidence")}
	return f
}

// matchesLate reports whether late evidence says what the report says. A text that was redacted is not
// compared.
func (in Report) matchesLate(row *ent.LateEvidence) bool {
	return in.Type == row.Type && domain.Same(in.Percentage, row.PercentageCompleted) &&
		in.OccurredAt.UTC().Truncate(time.Millisecond).Equal(row.OccurredAt) && (sameText(in.Remarks, row.Remarks) || row.RedactedAt != nil)
}

// keepLateEvidence writes late evidence about a task that the transaction has locked.
func (t *txn) keepLateEvidence(ctx context.Context, w lockedTask, in Report) (uuid.UUID, error) {
	given := in.Remarks
	if err := in.check(t.Now); err != nil {
		return uuid.Nil, err
	}
	lost, happened := lostAt(w.task, w.complaint), in.OccurredAt.UTC().Truncate(time.Millisecond)
	switch {
	case happened.After(lost.Add(maxAhead)):
		return uuid.Nil, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must be before the task was lost"))
	case happened.Before(w.task.CreatedAt.Add(-maxAhead)):
		return uuid.Nil, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must not be before the task was assigned"))
	case given != "" && in.Remarks == "": // none at all where the files say it all
		return uuid.Nil, fault.Invalid(fault.Input("remarks", "invalid", "must not be blank: leave them out, or say what was done"))
	}
	kept, err := t.LateEvidence.Query().Where(lateevidence.TaskID(w.task.ID)).Count(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	if kept >= maxLateReports {
		return uuid.Nil, fault.New(fault.Conflict, "There are %d reports of late evidence about the task, and no more fit.", maxLateReports)
	}
	row, err := t.LateEvidence.Create().
		SetComplaintID(w.complaint.ID).SetTaskID(w.task.ID).SetAuthorID(auth.From(ctx).ID).SetClientID(*in.ClientID).
		SetType(in.Type).SetRemarks(in.Remarks).SetNillablePercentageCompleted(in.Percentage).
		SetOccurredAt(happened).SetLostAt(*lost).SetTaskStatus(w.task.Status).SetCreatedAt(t.Now).Save(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	t.changeComplaint(w.complaint.ID, 0, domain.ComplaintLateEvidenceChanged)
	about := notifications.About{Complaint: w.complaint, Task: w.task, Message: i18n.Verbatim(in.Remarks)}
	err = t.notify(ctx, notifications.LateEvidence, about)
	if err != nil {
		return uuid.Nil, err
	}
	return row.ID, t.Audit(ctx, tx.Record{
		Action: "late_evidence.submit", SubjectType: "LateEvidence", Subject: row.ID,
		After: tx.Values{
			"complaint_id": w.complaint.ID, "task_id": w.task.ID, "type": row.Type, "percentage_completed": row.PercentageCompleted,
			"occurred_at": happened, "lost_at": lost,
		},
	})
}

// RedactLateEvidence removes the text of late evidence, also from the notifications that repeat it.
// Administrators, with a reason for the audit. What was redacted before stays as it is.
func (d *Desk) RedactLateEvidence(ctx context.Context, id uuid.UUID, reason string) (*ent.LateEvidence, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	var errs tx.FieldErrors
	if errs.RequiredText("reason", &reason, domain.MaxNote); len(errs) > 0 {
		return nil, errs.Fault()
	}
	err := d.tx(ctx, func(t *txn) error {
		if _, err := t.Complaint.Query().Where(complaint.HasLateEvidenceWith(lateevidence.ID(id)), dbtx.ForUpdate).OnlyID(ctx); err != nil {
			return tx.Missing(err, "late evidence")
		}
		row, err := t.LateEvidence.Get(ctx, id)
		if err != nil {
			return tx.Missing(err, "late evidence")
		}
		if row.RedactedAt != nil {
			return nil
		}
		if err := t.LateEvidence.UpdateOne(row).SetRemarks("").SetRedactedAt(t.Now).Exec(ctx); err != nil {
			return tx.Missing(err, "late evidence")
		}
		if row.Remarks != "" { // notifications of it were written in its transaction
			err := t.Notification.Update().
				Where(notification.ComplaintID(row.ComplaintID), notification.CreatedAt(row.CreatedAt), notification.Message(row.Remarks)).
				SetMessage("").Exec(auth.System(ctx, "redact what repeats late evidence"))
			if err != nil {
				return err
			}
		}
		t.changeComplaint(row.ComplaintID, 0, domain.ComplaintLateEvidenceChanged)
		return t.Audit(ctx, tx.Record{
			Action: "late_evidence.redact", SubjectType: "LateEvidence", Subject: id,
			Before: tx.Values{"complaint_id": row.ComplaintID, "author_id": row.AuthorID},
			After:  tx.Values{"reason": reason},
		})
	})
	if err != nil {
		return nil, err
	}
	row, err := d.Client.LateEvidence.Get(ctx, id)
	return row, tx.Missing(err, "late evidence")
}
