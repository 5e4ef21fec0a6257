package desk

import (
	"context"
	"slices"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Available reports whether a verb would be accepted now.
type Available struct {
	Action   domain.Action
	Refused  *fault.Error // why not; nil when it would be
	Required []string     // inputs that must not be empty
}

// available converts the result of a verb's check.
func available(action domain.Action, needs []string, refused *fault.Error) Available {
	return Available{Action: action, Refused: refused, Required: slices.Clone(needs)}
}

// ComplaintActions returns what the viewer may do with a complaint now, from the table that
// the verbs themselves ask. What the viewer's role never may is left out.
func (d *Desk) ComplaintActions(ctx context.Context, c *ent.Complaint) []Available {
	v := auth.From(ctx)
	all := []Available{}
	for _, m := range complaintMoves {
		if v != nil && m.by.includes(v) {
			all = append(all, available(m.action, m.needs, m.allowed(v, c, d.now(), d.rules())))
		}
	}
	return all
}

// TaskActions returns what the viewer may do with a task now, given its complaint: as
// ComplaintActions does.
func (d *Desk) TaskActions(ctx context.Context, t *ent.WorkTask, c *ent.Complaint) []Available {
	v := auth.From(ctx)
	all := []Available{}
	for _, m := range taskMoves {
		if v != nil && c != nil && m.by.includes(v) {
			all = append(all, available(m.action, m.needs, m.allowed(v, t, c, d.now())))
		}
	}
	return all
}
