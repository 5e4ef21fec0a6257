package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

// closeBatch is how many resolved complaints are looked at at once; each is closed on its own.
const closeBatch = 500

// CloseResolved closes complaints that were resolved long enough ago and that nobody is unhappy
// with: a rating of 1 or 2 leaves them to an administrator. Those that an import resolved keep the
// state their file gave them. It returns how many; any number of instances may run it.
func (d *Desk) CloseResolved(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "close what was resolved long ago")
	closed := 0
	var last uuid.UUID
	for {
		// The resolved ones are found by an index of status and id. Asked for with the other conditions at once, PostgreSQL
		// looked through all complaints that were ever resolved.
		resolved, err := d.Client.Complaint.Query().
			Where(complaint.StatusEQ(domain.ComplaintResolved), complaint.IDGT(last)).
			Order(ent.Asc(complaint.FieldID)).Limit(closeBatch).IDs(sys)
		if err != nil || len(resolved) == 0 {
			return closed, err
		}
		last = resolved[len(resolved)-1]
		ids, err := d.Client.Complaint.Query().
			Where(
				complaint.IDIn(resolved...),
				complaint.ResolvedAtLT(d.Now().Add(-d.chosen.Rules().CloseAfter)),
				complaint.Or(complaint.RatingIsNil(), complaint.RatingGTE(3)),
				complaint.Not(complaint.HasStatusLogWith(
					statuslog.StatusEQ(domain.ComplaintResolved), statuslog.AgentEQ(domain.AgentImport),
				)),
			).
			Order(ent.Asc(complaint.FieldID)).IDs(sys)
		if err != nil {
			return closed, err
		}
		for _, id := range ids {
			if err := d.closeOne(sys, id); err != nil {
				return closed, err
			}
			closed++
		}
	}
}

// closeOne closes a complaint unless somebody has been faster.
func (d *Desk) closeOne(ctx context.Context, id uuid.UUID) error {
	return d.tx(ctx, func(t *txn) error {
		c, err := t.lockComplaint(ctx, tx.Target{ID: id})
		if err != nil || c.Status != domain.ComplaintResolved {
			return err
		}
		return t.move(ctx, c, statusChange{
			action: domain.ActionClose, to: domain.ComplaintClosed, change: t.slaClock(domain.ActionClose, c),
		})
	})
}
