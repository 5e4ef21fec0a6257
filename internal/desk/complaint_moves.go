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
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// Move does one of the verbs that need no more than a remark: hold, resume, resolve, reject,
// withdraw, close and reopen. Whose right each is, from where, and what it requires is in the
// table.
func (d *Desk) Move(ctx context.Context, action domain.Action, target tx.Target, r Remark) (*ent.Complaint, error) {
	return d.applyTransition(ctx, action, target, moveTransition(ctx, r))
}

func moveTransition(ctx context.Context, r Remark) transition {
	return transition{optimistic: true, apply: func(t *txn, m move, c *ent.Complaint) error {
		if err := m.required(map[string]string{"publicNote": r.PublicNote, "reasonCode": r.ReasonCode}); err != nil {
			return err
		}
		if err := t.desk.chosen.CheckReason(m.action, r.ReasonCode); err != nil {
			return err
		}
		s := statusChange{action: m.action, to: m.to, remark: r, change: t.slaClock(m.action, c)}
		takenBack := false
		if m.action == domain.ActionResume {
			s.to = *c.HeldFrom
			var err error
			if takenBack, err = t.desk.notifications.TakeBackHold(ctx, t.Tx, c.ID); err != nil {
				return err
			}
		}
		if err := t.moveAndEnd(ctx, m, c, s); err != nil {
			return err
		}
		switch m.action {
		case domain.ActionHold:
			return t.notifySolver(ctx, notifications.TaskHeld, c.Status, notifications.About{Complaint: c, Message: i18n.Verbatim(r.PublicNote)})
		case domain.ActionResume:
			about := notifications.About{Complaint: c, Message: i18n.Verbatim(r.PublicNote), TakesBack: takenBack}
			return t.notifySolver(ctx, notifications.TaskResumed, s.to, about)
		}
		return nil
	}}
}

// slaClock is what a verb does to the times of a complaint: the deadline is postponed while it is
// on hold and from its resolution to its reopening.
func (t *txn) slaClock(action domain.Action, c *ent.Complaint) func(*ent.ComplaintUpdateOne) {
	return func(u *ent.ComplaintUpdateOne) {
		switch action {
		case domain.ActionHold:
			u.SetHeldAt(t.Now).SetHeldFrom(c.Status)
		case domain.ActionResume:
			u.ClearHeldAt().ClearHeldFrom()
			t.postpone(u, c, c.HeldAt)
		case domain.ActionResolve:
			u.SetResolvedAt(t.Now).SetResolvedTook(domain.Quantize(c.CreatedAt, t.Now))
		case domain.ActionClose:
			u.SetClosedAt(t.Now).SetFlagged(false)
		case domain.ActionReopen:
			stopped := c.ResolvedAt
			if stopped == nil {
				stopped = c.MovedAt
			}
			u.AddReopenedCount(1).ClearResolvedTook()
			u.ClearResolvedAt().ClearClosedAt().ClearRating().SetRatingComment("").SetFlagged(false)
			t.postpone(u, c, stopped)
		default:
			if c.HeldAt != nil { // rejected or merged while on hold
				u.ClearHeldAt().ClearHeldFrom()
				t.postpone(u, c, c.HeldAt)
			}
		}
	}
}

// postpone moves the deadline by the time for which the clock was stopped.
func (t *txn) postpone(u *ent.ComplaintUpdateOne, c *ent.Complaint, stopped *time.Time) {
	if c.DueAt != nil && stopped != nil {
		setDeadline(u.Mutation(), c.DueAt.Add(t.Now.Sub(*stopped)))
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
func (t *txn) moveAndEnd(ctx context.Context, m move, c *ent.Complaint, s statusChange) error {
	if err := t.move(ctx, c, s); err != nil {
		return err
	}
	if !m.ends {
		return nil
	}
	sys := auth.System(ctx, "what ends a complaint cancels its live task")
	task, err := t.WorkTask.Query().Where(worktask.ComplaintID(c.ID), liveTask).Only(sys)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	why := endReason{"complaint_ended", text.ComplaintEnded(tx.StatusText(s.to))}
	_, err = t.cancelTask(ctx, lockedTask{task, c}, "task.cancel", why)
	return err
}

// Rate takes the reporter's rating of 1 to 5. From 3 on it closes a resolved complaint;
// below it stays resolved and asks for an administrator's attention.
func (d *Desk) Rate(ctx context.Context, target tx.Target, rating int, remark string) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionRate, target, transition{apply: func(t *txn, _ move, c *ent.Complaint) error {
		var errs tx.FieldErrors = fault.Between("rating", rating, 1, 5)
		remark := remark
		errs.Text("comment", &remark, domain.MaxNote)
		if err := errs.Fault(); err != nil {
			return err
		}
		rated := func(u *ent.ComplaintUpdateOne) { u.SetRating(rating).SetRatingComment(remark) }
		if c.Status == domain.ComplaintResolved && rating > domain.LowRating {
			return t.move(ctx, c, statusChange{action: domain.ActionRate, to: domain.ComplaintClosed, change: func(u *ent.ComplaintUpdateOne) {
				rated(u)
				u.SetClosedAt(t.Now)
			}})
		}
		u := t.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version)).SetFlagged(rating <= domain.LowRating)
		rated(u)
		if err := t.nextVersion(c, u); err != nil {
			return err
		}
		after, err := u.Save(ctx)
		if err != nil {
			return err
		}
		t.trackComplaint(c, after)
		if rating <= domain.LowRating {
			if err := t.notify(ctx, notifications.LowRating, notifications.About{Complaint: after, Message: i18n.Verbatim(remark)}); err != nil {
				return err
			}
		}
		return t.Audit(ctx, tx.Record{
			Action: "complaint.rate", SubjectType: "Complaint", Subject: c.ID, After: tx.Values{"rating": rating},
		})
	}})
}

// assignedFrom is where a complaint was assigned from: submitted or reopened.
func (t *txn) assignedFrom(ctx context.Context, id uuid.UUID) (domain.ComplaintStatus, error) {
	last, err := t.StatusLog.Query().
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
