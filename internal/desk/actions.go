package desk

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
)

// ComplaintActions returns what the viewer may do with a complaint now, from the table that
// the verbs themselves ask. What the viewer's role never may is left out.
func (d *Desk) ComplaintActions(ctx context.Context, c *ent.Complaint) []tx.Available {
	v := auth.From(ctx)
	all := []tx.Available{}
	for _, m := range complaintMoves {
		if v != nil && m.by.includes(v) {
			all = append(all, tx.NewAvailable(m.action, m.needs, m.allowed(v, c, d.Now(), d.chosen.Rules())))
		}
	}
	return all
}

// TaskActions returns what the viewer may do with a task now, given its complaint: as
// ComplaintActions does.
func (d *Desk) TaskActions(ctx context.Context, task *ent.WorkTask, c *ent.Complaint) []tx.Available {
	v := auth.From(ctx)
	all := []tx.Available{}
	for _, m := range taskMoves {
		if v != nil && c != nil && m.by.includes(v) {
			all = append(all, tx.NewAvailable(m.action, m.needs, m.allowed(v, task, c, d.Now())))
		}
	}
	return all
}
