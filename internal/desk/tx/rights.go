package tx

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// RequireAdmin returns permission_denied for everybody but administrators and the service, before
// any id is read.
func RequireAdmin(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err == nil && !v.System() && !v.Admin() {
		err = fault.Denied()
	}
	return err
}

// RequireSuperAdmin returns permission_denied for everybody but super administrators, before any id is read.
func RequireSuperAdmin(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err == nil && v.Role != domain.RoleSuperAdmin {
		err = fault.Denied()
	}
	return err
}

// RecheckRole asks the database whether the viewer has, at this moment, the role with which the
// request began: of two who demote each other the second must not succeed.
func (t *Tx) RecheckRole(ctx context.Context) error {
	v := auth.From(ctx)
	if v.System() {
		return nil
	}
	same, err := t.User.Query().
		Where(user.ID(v.ID), user.RoleEQ(v.Role), user.StateEQ(domain.AccountActive)).
		Exist(auth.System(ctx, "ask for the viewer's own role"))
	if err == nil && !same {
		err = fault.Denied()
	}
	return err
}

// Missing makes a row that was not found the fault of that name.
func Missing(err error, noun string) error {
	if ent.IsNotFound(err) {
		return fault.Missing(noun)
	}
	return err
}

// LockAccounts locks those of some accounts that there are, by their ids and before any complaint: whoever disables a
// solver locks them in this order.
func (t *Tx) LockAccounts(ctx context.Context, ids ...uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := t.User.Query().Where(user.IDIn(ids...), dbtx.ForUpdate).Order(ent.Asc(user.FieldID)).IDs(ctx)
	return err
}
