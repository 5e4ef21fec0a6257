package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Move does one of the verbs that need no more than a remark: hold, resume, resolve, reject,
// withdraw, close and reopen. Whose right each is, from where, and what it requires is in the
// table.
func (d *Desk) Move(ctx context.Context, action domain.Action, t Target, r Remark) (*ent.Complaint, error) {
	return d.applyTransition(ctx, action, t, moveTransition(ctx, r))
}

func moveTransition(ctx context.Context, r Remark) transition {
	return transition{optimistic: true, apply: func(tx *txn, m move, c *ent.Complaint) error {
		if err := m.required(map[string]string{"publicNote": r.PublicNote, "reasonCode": r.ReasonCode}); err != nil {
			return err
		}
		if err := tx.desk.checkReason(m.action, r.ReasonCode); err != nil {
			return err
		}
		s := statusChange{action: m.action, to: m.to, remark: r, change: tx.slaClock(m.action, c)}
		if m.action == domain.ActionResume {
			s.to = *c.HeldFrom
		}
		return tx.moveAndEnd(ctx, m, c, s)
	}}
}

// slaClock is what a verb does to the times of a complaint: the deadline is postponed while it is
// on hold and from its resolution to its reopening.
func (tx *txn) slaClock(action domain.Action, c *ent.Complaint) func(*ent.ComplaintUpdateOne) {
	return func(u *ent.ComplaintUpdateOne) {
		switch action {
		case domain.ActionHold:
			u.SetHeldAt(tx.now).SetHeldFrom(c.Status)
		case domain.ActionResume:
			u.ClearHeldAt().ClearHeldFrom()
			tx.postpone(u, c, c.HeldAt)
		case domain.ActionResolve:
			u.SetResolvedAt(tx.now).SetResolvedTook(domain.Quantize(c.CreatedAt, tx.now))
		case domain.ActionClose:
			u.SetClosedAt(tx.now).SetFlagged(false)
		case domain.ActionReopen:
			stopped := c.ResolvedAt
			if stopped == nil {
				stopped = c.MovedAt
			}
			u.AddReopenedCount(1).ClearResolvedTook()
			u.ClearResolvedAt().ClearClosedAt().ClearRating().SetRatingComment("").SetFlagged(false)
			tx.postpone(u, c, stopped)
		default:
			if c.HeldAt != nil { // rejected or merged while on hold
				u.ClearHeldAt().ClearHeldFrom()
				tx.postpone(u, c, c.HeldAt)
			}
		}
	}
}

// postpone moves the deadline by the time for which the clock was stopped.
func (tx *txn) postpone(u *ent.ComplaintUpdateOne, c *ent.Complaint, stopped *time.Time) {
	if c.DueAt != nil && stopped != nil {
		setDeadline(u.Mutation(), c.DueAt.Add(tx.now.Sub(*stopped)))
	}
}

// setDeadline keeps the deadline and the column it is sorted by together. Whether it has passed
// is MarkOverdue's to say.
func setDeadline(m *ent.ComplaintMutation, at time.Time) {
	m.SetDueAt(at)
	m.SetDueOrder(at)
	m.SetOverdue(false)
}

// clearDeadline takes the deadline away.
func clearDeadline(m *ent.ComplaintMutation) {
	m.ClearDueAt()
	m.SetDueOrder(domain.NoDeadline)
	m.SetOverdue(false)
}

// moveAndEnd moves a complaint and cancels its live task where the move ends it.
func (tx *txn) moveAndEnd(ctx context.Context, m move, c *ent.Complaint, s statusChange) error {
	if err := tx.move(ctx, c, s); err != nil {
		return err
	}
	if !m.ends {
		return nil
	}
	sys := auth.System(ctx, "what ends a complaint cancels its live task")
	task, err := tx.WorkTask.Query().Where(worktask.ComplaintID(c.ID), liveTask).Only(sys)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	why := endReason{"complaint_ended", text.ComplaintEnded(statusText(s.to))}
	_, err = tx.cancelTask(ctx, task, "task.cancel", why)
	return err
}

// Rate takes the reporter's rating of 1 to 5. From 3 on it closes a resolved complaint;
// below it stays resolved and asks for an administrator's attention.
func (d *Desk) Rate(ctx context.Context, t Target, rating int, remark string) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionRate, t, transition{apply: func(tx *txn, _ move, c *ent.Complaint) error {
		var errs fieldErrors = fault.Between("rating", rating, 1, 5)
		errs.text("comment", remark, domain.MaxNote)
		if err := errs.fault(); err != nil {
			return err
		}
		rated := func(u *ent.ComplaintUpdateOne) { u.SetRating(rating).SetRatingComment(remark) }
		if c.Status == domain.ComplaintResolved && rating >= 3 {
			return tx.move(ctx, c, statusChange{action: domain.ActionRate, to: domain.ComplaintClosed, change: func(u *ent.ComplaintUpdateOne) {
				rated(u)
				u.SetClosedAt(tx.now)
			}})
		}
		u := tx.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version)).SetUpdatedAt(tx.now).AddVersion(1).SetFlagged(rating < 3)
		rated(u)
		after, err := u.Save(ctx)
		if err != nil {
			return err
		}
		tx.trackComplaint(c, after)
		return tx.audit(ctx, auditRecord{
			action: "complaint.rate", subjectType: "Complaint", subject: c.ID, after: values{"rating": rating},
		})
	}})
}

// assignedFrom is where a complaint was assigned from: submitted or reopened.
func (tx *txn) assignedFrom(ctx context.Context, id uuid.UUID) (domain.ComplaintStatus, error) {
	last, err := tx.StatusLog.Query().
		Where(statuslog.ComplaintID(id), statuslog.StatusIn(waiting...)).
		Order(ent.Desc(statuslog.FieldSeq)).First(ctx)
	if ent.IsNotFound(err) { // an import's log may begin elsewhere
		return domain.ComplaintSubmitted, nil
	}
	if err != nil {
		return "", err
	}
	return last.Status, nil
}
