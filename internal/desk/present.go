package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/domain"
)

// Colleagues returns, of some accounts that have a complaint open which the viewer may see, the names of those
// that the viewer may know of: administrators of all, solvers of administrators, because who else sees
// the complaint has or had a task for it.
func (d *Desk) Colleagues(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	v, err := auth.Require(ctx)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	q := d.Client.User.Query().Where(user.IDIn(ids...), user.StateEQ(domain.AccountActive))
	if !v.Admin() {
		q.Where(notifications.Administrators)
	}
	rows, err := q.Select(user.FieldID, user.FieldName).All(auth.System(ctx, "name who has a complaint open"))
	if err != nil {
		return nil, err
	}
	names := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		names[row.ID] = row.Name
	}
	return names, nil
}
