package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// overdueBatch is how many complaints are looked up at once; each is marked on its own.
const overdueBatch = 200

// MarkOverdue marks the complaints whose deadline has passed and notifies of them, once for
// each deadline. On hold the clock is stopped. Imported ones are marked without a
// notification: their deadlines were another system's. It returns how many; any number of
// instances may run it.
func (d *Desk) MarkOverdue(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "look for deadlines that have passed")
	marked := 0
	for _, status := range active {
		n, err := d.markOverdueIn(sys, status)
		marked += n
		if err != nil {
			return marked, err
		}
	}
	return marked, nil
}

// markOverdueIn marks those of one status, because an index has status and deadline in this order.
func (d *Desk) markOverdueIn(ctx context.Context, status domain.ComplaintStatus) (int, error) {
	marked := 0
	for {
		ids, err := d.Client.Complaint.Query().
			Where(complaint.Overdue(false), complaint.StatusEQ(status), complaint.DueOrderLT(d.Now())).
			Order(ent.Asc(complaint.FieldDueOrder)).Limit(overdueBatch).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return marked, err
		}
		for _, id := range ids {
			if err := d.markOverdue(ctx, id); err != nil {
				return marked, err
			}
			marked++
		}
	}
}

// markOverdue marks a complaint unless somebody has been faster. The mark is no change that a
// stale screen would have to know of, so the version stays.
func (d *Desk) markOverdue(ctx context.Context, id uuid.UUID) error {
	return d.tx(ctx, func(t *txn) error {
		c, err := t.Complaint.Query().Where(
			complaint.ID(id), complaint.Overdue(false), complaint.StatusIn(active...), complaint.DueOrderLT(t.Now), dbtx.ForUpdate,
		).Only(ctx)
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		change := t.Complaint.UpdateOne(c).SetOverdue(true)
		if c.OverdueToldAt == nil {
			change.SetOverdueToldAt(t.Now)
			if err := t.notify(ctx, notifications.ComplaintOverdue, notifications.About{Complaint: c, Message: i18n.Verbatim(c.Title)}); err != nil {
				return err
			}
		}
		marked, err := change.Save(ctx)
		if err != nil {
			return err
		}
		t.trackComplaint(c, marked)
		return t.Audit(ctx, tx.Record{
			Action: "complaint.overdue", SubjectType: "Complaint", Subject: c.ID, After: tx.Values{"due_at": c.DueAt},
		})
	})
}
