package desk

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/lateevidence"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// maxLateReports bounds the late evidence about a task (docs/product.md, Limits).
const maxLateReports = 50

// lostAt returns when its solver lost a task: when it ended, or when its complaint was put on hold; nil if
// they have it.
func lostAt(t *ent.WorkTask, c *ent.Complaint) *time.Time {
	if !t.Status.Live() {
		return t.EndedAt
	}
	return c.HeldAt
}

// checkLate returns nil when late evidence about a task is taken.
func checkLate(t *ent.WorkTask, c *ent.Complaint, now time.Time) *fault.Error {
	lost := lostAt(t, c)
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
func (d *Desk) SubmitLateEvidence(ctx context.Context, t Target, in Report) (*ent.LateEvidence, error) {
	m := taskMoveOf(domain.ActionSubmitLateEvidence)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	var made uuid.UUID
	err := d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		w, err := tx.lockTask(ctx, t.ID)
		if err != nil {
			return err
		}
		before, err := tx.LateEvidence.Query().
			Where(lateevidence.AuthorID(auth.From(ctx).ID), lateevidence.ClientID(*in.ClientID)).Only(ctx)
		switch {
		case err == nil && (before.TaskID != t.ID || !in.matchesLate(before)):
			return lateMismatch()
		case err == nil:
			made = before.ID
			return nil
		case !ent.IsNotFound(err):
			return err
		}
		if err := m.check(ctx, w, t, tx.now); err != nil {
			return err
		}
		made, err = tx.keepLateEvidence(ctx, w, in)
		return err
	})
	if ent.IsConstraintError(err) { // on another task, at the same moment
		return nil, lateMismatch()
	}
	if err != nil {
		return nil, err
	}
	row, err := d.client.LateEvidence.Get(ctx, made)
	return row, missing(err, "late evidence")
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
	return in.Type == row.Type && same(in.Percentage, row.PercentageCompleted) &&
		in.OccurredAt.UTC().Truncate(time.Millisecond).Equal(row.OccurredAt) && (in.Remarks == row.Remarks || row.RedactedAt != nil)
}

// keepLateEvidence writes late evidence about a task that the transaction has locked.
func (tx *txn) keepLateEvidence(ctx context.Context, w lockedTask, in Report) (uuid.UUID, error) {
	if err := in.check(tx.now); err != nil {
		return uuid.Nil, err
	}
	lost, happened := lostAt(w.task, w.complaint), in.OccurredAt.UTC().Truncate(time.Millisecond)
	switch {
	case happened.After(lost.Add(maxAhead)):
		return uuid.Nil, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must be before the task was lost"))
	case happened.Before(w.task.CreatedAt.Add(-maxAhead)):
		return uuid.Nil, fault.Invalid(fault.Input("occurredAt", "out_of_range", "must not be before the task was assigned"))
	case in.Remarks != "" && strings.TrimSpace(in.Remarks) == "": // none at all where the files say it all
		return uuid.Nil, fault.Invalid(fault.Input("remarks", "invalid", "must not be blank: leave them out, or say what was done"))
	}
	kept, err := tx.LateEvidence.Query().Where(lateevidence.TaskID(w.task.ID)).Count(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	if kept >= maxLateReports {
		return uuid.Nil, fault.New(fault.Conflict, "There are %d reports of late evidence about the task, and no more fit.", maxLateReports)
	}
	row, err := tx.LateEvidence.Create().
		SetComplaintID(w.complaint.ID).SetTaskID(w.task.ID).SetAuthorID(auth.From(ctx).ID).SetClientID(*in.ClientID).
		SetType(in.Type).SetRemarks(in.Remarks).SetNillablePercentageCompleted(in.Percentage).
		SetOccurredAt(happened).SetLostAt(*lost).SetTaskStatus(w.task.Status).SetCreatedAt(tx.now).Save(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	tx.changeComplaint(w.complaint.ID, 0, domain.ComplaintLateEvidenceChanged)
	err = tx.notify(ctx, outgoing{
		to: admins, title: text.LateEvidence(w.complaint.Reference), message: i18n.Verbatim(in.Remarks), complaint: &w.complaint.ID, task: &w.task.ID,
	})
	if err != nil {
		return uuid.Nil, err
	}
	return row.ID, tx.audit(ctx, auditRecord{
		action: "late_evidence.submit", subjectType: "LateEvidence", subject: row.ID,
		after: values{
			"complaint_id": w.complaint.ID, "task_id": w.task.ID, "type": row.Type, "percentage_completed": row.PercentageCompleted,
			"occurred_at": happened, "lost_at": lost,
		},
	})
}

// RedactLateEvidence removes the text of late evidence, also from the notifications that repeat it.
// Administrators, with a reason for the audit. What was redacted before stays as it is.
func (d *Desk) RedactLateEvidence(ctx context.Context, id uuid.UUID, reason string) (*ent.LateEvidence, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := checkReason(reason); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		if _, err := tx.Complaint.Query().Where(complaint.HasLateEvidenceWith(lateevidence.ID(id)), dbtx.ForUpdate).OnlyID(ctx); err != nil {
			return missing(err, "late evidence")
		}
		row, err := tx.LateEvidence.Get(ctx, id)
		if err != nil {
			return missing(err, "late evidence")
		}
		if row.RedactedAt != nil {
			return nil
		}
		if err := tx.LateEvidence.UpdateOne(row).SetRemarks("").SetRedactedAt(tx.now).Exec(ctx); err != nil {
			return missing(err, "late evidence")
		}
		if row.Remarks != "" { // notifications of it were written in its transaction
			err := tx.Notification.Update().
				Where(notification.ComplaintID(row.ComplaintID), notification.CreatedAt(row.CreatedAt), notification.Message(row.Remarks)).
				SetMessage("").Exec(auth.System(ctx, "redact what repeats late evidence"))
			if err != nil {
				return err
			}
		}
		tx.changeComplaint(row.ComplaintID, 0, domain.ComplaintLateEvidenceChanged)
		return tx.audit(ctx, auditRecord{
			action: "late_evidence.redact", subjectType: "LateEvidence", subject: id,
			before: values{"complaint_id": row.ComplaintID, "author_id": row.AuthorID},
			after:  values{"reason": strings.TrimSpace(reason)},
		})
	})
	if err != nil {
		return nil, err
	}
	row, err := d.client.LateEvidence.Get(ctx, id)
	return row, missing(err, "late evidence")
}
