package identity

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/savedview"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// ViewInput is what changes in a saved view; nil stays. Whether the list takes the filter and the order
// is for the caller to check, who knows the list.
type ViewInput struct {
	Name     *string
	Filter   *string // as JSON
	SortKeys *string // as JSON
	Columns  []string
	Share    *domain.Role // shares it with a role, beside administrators
	Unshare  bool         // makes it its owner's alone
}

// CreateSavedView saves how the viewer wants to see a list. Everybody who is signed in; only administrators
// share.
func (r *Room) CreateSavedView(ctx context.Context, list domain.ViewList, in ViewInput) (*ent.SavedView, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	if in.Share != nil && !v.Admin() {
		return nil, fault.Denied()
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if in.Unshare {
		return nil, fault.Invalid(fault.Input("unshare", "invalid", "is for views that are shared"))
	}
	id, err := r.Make(ctx, func(t *tx.Tx) (uuid.UUID, error) {
		if err := checkViewRoom(ctx, t, v.ID, in.Share != nil); err != nil {
			return uuid.Nil, err
		}
		row, err := t.SavedView.Create().SetOwnerID(v.ID).SetList(list).SetName(*in.Name).
			SetFilter(*in.Filter).SetSortKeys(*in.SortKeys).SetColumns(in.Columns).SetNillableSharedWith(in.Share).
			SetCreatedAt(t.Now).SetUpdatedAt(t.Now).Save(ctx)
		if err != nil {
			return uuid.Nil, err
		}
		return row.ID, auditView(ctx, t, "saved_view.create", nil, row)
	})
	if err != nil {
		return nil, err
	}
	return r.SavedView(ctx, id)
}

// SavedView returns a saved view that the viewer may see, deleted or not.
func (r *Room) SavedView(ctx context.Context, id uuid.UUID) (*ent.SavedView, error) {
	if _, err := auth.Require(ctx); err != nil {
		return nil, err
	}
	row, err := r.Client.SavedView.Get(ctx, id)
	return row, tx.Missing(err, "saved view")
}

// UpdateSavedView changes a saved view: its owner, and administrators one that is shared.
func (r *Room) UpdateSavedView(ctx context.Context, target tx.Target, in ViewInput) (*ent.SavedView, error) {
	v, err := auth.Require(ctx)
	switch {
	case err != nil:
		return nil, err
	case (in.Share != nil || in.Unshare) && !v.Admin():
		return nil, fault.Denied()
	case in.Name == nil && in.Filter == nil && in.SortKeys == nil && in.Columns == nil && in.Share == nil && !in.Unshare:
		return nil, tx.NothingToChange()
	}
	return r.changeView(ctx, target, "saved_view.update", func(t *tx.Tx, was *ent.SavedView) (*ent.SavedViewUpdateOne, error) {
		in := in // the check tidies it
		if err := in.Check(was.Name); err != nil {
			return nil, err
		}
		if was.DeletedAt != nil {
			return nil, fault.New(fault.InvalidTransition, "The view was deleted. Restore it first.")
		}
		u := t.SavedView.UpdateOne(was).SetNillableName(in.Name).SetNillableFilter(in.Filter).SetNillableSortKeys(in.SortKeys)
		if in.Columns != nil {
			u.SetColumns(in.Columns)
		}
		switch {
		case in.Unshare:
			u.ClearSharedWith()
		case in.Share != nil:
			u.SetSharedWith(*in.Share)
			if was.SharedWith == nil {
				return u, checkSharedRoom(ctx, t)
			}
		}
		return u, nil
	})
}

// DeleteSavedView takes a saved view off the lists: its owner, and administrators one that is shared. The
// row stays and can be restored.
func (r *Room) DeleteSavedView(ctx context.Context, target tx.Target) (*ent.SavedView, error) {
	return r.changeView(ctx, target, "saved_view.delete", func(t *tx.Tx, was *ent.SavedView) (*ent.SavedViewUpdateOne, error) {
		if was.DeletedAt != nil {
			return nil, fault.New(fault.InvalidTransition, "The view was deleted before.")
		}
		return t.SavedView.UpdateOne(was).SetDeletedAt(t.Now), nil
	})
}

// RestoreSavedView puts a saved view that was deleted back on the lists: its owner, and administrators one
// that is shared.
func (r *Room) RestoreSavedView(ctx context.Context, target tx.Target) (*ent.SavedView, error) {
	return r.changeView(ctx, target, "saved_view.restore", func(t *tx.Tx, was *ent.SavedView) (*ent.SavedViewUpdateOne, error) {
		if was.DeletedAt == nil {
			return nil, fault.New(fault.InvalidTransition, "The view was not deleted.")
		}
		if err := checkViewRoom(ctx, t, was.OwnerID, was.SharedWith != nil); err != nil {
			return nil, err
		}
		return t.SavedView.UpdateOne(was).ClearDeletedAt(), nil
	})
}

// changeView locks a saved view, lets change say what changes in it, and audits that where it is shared
// before or afterwards.
func (r *Room) changeView(
	ctx context.Context, target tx.Target, action string, change func(t *tx.Tx, was *ent.SavedView) (*ent.SavedViewUpdateOne, error),
) (*ent.SavedView, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	left, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (*ent.SavedView, error) {
		was, err := t.SavedView.Query().Where(savedview.ID(target.ID), dbtx.ForUpdate).Only(ctx)
		switch {
		case err != nil:
			return nil, tx.Missing(err, "saved view")
		case !v.Admin() && (was.OwnerID != v.ID || was.SharedWith != nil):
			return nil, fault.Denied()
		}
		if err := target.CheckVersion(was.Version); err != nil {
			return nil, err
		}
		u, err := change(t, was)
		if err != nil {
			return nil, err
		}
		left, err := u.SetUpdatedAt(t.Now).AddVersion(1).Save(ctx)
		if err != nil {
			return nil, err
		}
		return left, auditView(ctx, t, action, was, left)
	})
	if err != nil {
		return nil, err
	}
	return left.Unwrap(), nil
}

// checkViewRoom returns a conflict when an account has as many views as fit. It locks the account, so that
// of two at once the second is counted with the first.
func checkViewRoom(ctx context.Context, t *tx.Tx, owner uuid.UUID, shared bool) error {
	if err := t.LockAccounts(auth.System(ctx, "count the views of an account"), owner); err != nil {
		return err
	}
	own := t.SavedView.Query().Where(savedview.OwnerID(owner))
	sys := auth.System(ctx, "count the views of an account")
	stored, err := own.Clone().Count(sys)
	if err != nil {
		return err
	}
	if stored >= domain.MaxStoredViews {
		return fault.New(fault.Conflict, "The account has saved %d views, those that it deleted included, and no more fit. Restore one and change it.", stored)
	}
	standing, err := own.Where(savedview.DeletedAtIsNil()).Count(sys)
	if err != nil {
		return err
	}
	if standing >= domain.MaxViews {
		return fault.New(fault.Conflict, "The account has %d saved views, and no more fit. Delete one first.", standing)
	}
	if shared {
		return checkSharedRoom(ctx, t)
	}
	return nil
}

// checkSharedRoom returns a conflict when as many views are shared as fit. Of two at once both may find
// room for one: the limit keeps lists short, and one more does no harm.
func checkSharedRoom(ctx context.Context, t *tx.Tx) error {
	n, err := t.SavedView.Query().Where(savedview.SharedWithNotNil(), savedview.DeletedAtIsNil()).
		Count(auth.System(ctx, "count the views that are shared"))
	if err == nil && n >= domain.MaxSharedViews {
		err = fault.New(fault.Conflict, "%d views are shared, and no more fit. Delete one first.", n)
	}
	return err
}

// auditView records what becomes of a view that is shared. What accounts save for themselves is no
// business of the audit.
func auditView(ctx context.Context, t *tx.Tx, action string, was, is *ent.SavedView) error {
	if is.SharedWith == nil && (was == nil || was.SharedWith == nil) {
		return nil
	}
	seen := func(v *ent.SavedView) tx.Values {
		if v == nil {
			return nil
		}
		// A filter may have a caller's name in it.
		return tx.Values{
			"list": v.List, "name": v.Name, "shared_with": v.SharedWith, "deleted": v.DeletedAt != nil,
			"filter": tx.Digest(v.ID, v.Filter), "order": v.SortKeys, "columns": v.Columns,
		}
	}
	return t.Audit(ctx, tx.Record{Action: action, SubjectType: "SavedView", Subject: is.ID, Before: seen(was), After: seen(is)})
}

// Check tidies the input, or returns all that is wrong with it. The name that a view has already is fine.
func (in *ViewInput) Check(standing ...string) error {
	var errs tx.FieldErrors
	if in.Name != nil {
		errs.Merge(tx.CheckLine("name", in.Name, 1, domain.MaxViewName, standing...))
	}
	for _, json := range []struct {
		field string
		text  *string
	}{{"filter", in.Filter}, {"orderBy", in.SortKeys}} {
		if json.text != nil && len(*json.text) > domain.MaxViewFilter {
			errs.Add(json.field, "too_long", "must be at most %d bytes", domain.MaxViewFilter)
		}
	}
	checkColumnNames(&errs, "", in.Columns)
	if in.Share != nil && (*in.Share == domain.RoleSuperAdmin || !slices.Contains(domain.Roles, *in.Share)) {
		errs.Add("sharedWith", "invalid", "must be USER, SOLVER, PROVIDER or ADMIN, who stands for all administrators")
	}
	if in.Share != nil && in.Unshare {
		errs.Add("unshare", "invalid", "can't be given together with sharedWith")
	}
	return errs.Fault()
}
