package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/membership"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// MaxMembers is how many accounts a call may add to a group, or take out of it.
const MaxMembers = 100

var groups = namedRows[*ent.Group]{
	action: "group", subjectType: "Group", noun: "group", taken: "by another group",
	lock: func(ctx context.Context, t *tx.Tx, id uuid.UUID) (*ent.Group, error) {
		return t.Group.Query().Where(group.ID(id), dbtx.ForUpdate).Only(ctx)
	},
	get: func(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.Group, error) {
		return client.Group.Get(ctx, id)
	},
	id:      func(g *ent.Group) uuid.UUID { return g.ID },
	version: func(g *ent.Group) int { return g.Version },
	values:  func(g *ent.Group) tx.Values { return tx.Values{"name": g.Name, "description": g.Description} },
}

// CreateGroup creates a named set of accounts, empty at first. Administrators.
func (r *Room) CreateGroup(ctx context.Context, name, description string) (*ent.Group, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	return groups.create(ctx, r, func(t *tx.Tx) (*ent.Group, error) { return InsertGroup(ctx, t, Row{Name: name}, description) })
}

// InsertGroup writes a group without members, and audits it. Its texts are tidied; a name that another one has is a conflict.
// Who may is the caller's to ask.
func InsertGroup(ctx context.Context, t *tx.Tx, row Row, description string) (*ent.Group, error) {
	if err := checkGroup(&row.Name, &description, &ent.Group{}); err != nil {
		return nil, err
	}
	row, err := row.checked(t, domain.KindGroup)
	if err != nil {
		return nil, err
	}
	g, err := t.Group.Create().SetID(row.ID).SetName(row.Name).SetDescription(description).SetCreatedAt(row.CreatedAt).Save(ctx)
	return groups.inserted(ctx, t, g, err)
}

// UpdateGroup changes what a group is called and is for; nil stays. Administrators.
func (r *Room) UpdateGroup(ctx context.Context, target tx.Target, name, description *string) (*ent.Group, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	if name == nil && description == nil {
		return nil, tx.NothingToChange()
	}
	return groups.update(ctx, r, target, func(t *tx.Tx, was *ent.Group) (*ent.Group, error) {
		if err := checkGroup(name, description, was); err != nil {
			return nil, err
		}
		return t.Group.UpdateOne(was).AddVersion(1).SetNillableName(name).SetNillableDescription(description).Save(ctx)
	})
}

// checkGroup tidies the texts of a group, which has some already unless it is new, and returns all that is wrong with them.
func checkGroup(name, description *string, was *ent.Group) error {
	var errs tx.FieldErrors
	if name != nil {
		errs.Merge(tx.CheckName(name, was.Name))
	}
	if description != nil {
		errs.Text("description", description, domain.MaxGroupText, was.Description)
		*description = strings.TrimSpace(*description)
	}
	return errs.Fault()
}

// AddGroupMembers puts up to 100 accounts into a group and returns how many of them were not in
// it. Administrators.
func (r *Room) AddGroupMembers(ctx context.Context, target tx.Target, users []uuid.UUID) (*ent.Group, int, error) {
	return r.changeMembers(ctx, target, users, func(t *tx.Tx, sys context.Context, members []uuid.UUID) ([]uuid.UUID, error) {
		known, err := t.User.Query().Where(user.IDIn(users...)).IDs(ctx)
		if err != nil {
			return nil, err
		}
		var errs tx.FieldErrors
		var fresh []uuid.UUID
		for i, id := range users {
			switch {
			case !slices.Contains(known, id):
				errs.Add(fmt.Sprintf("userIds.%d", i), "not_found", "there is no such account")
			case !slices.Contains(members, id):
				fresh = append(fresh, id)
			}
		}
		if err := errs.Fault(); err != nil || len(fresh) == 0 {
			return nil, err
		}
		return fresh, t.Membership.MapCreateBulk(fresh, func(c *ent.MembershipCreate, i int) {
			c.SetGroupID(target.ID).SetUserID(fresh[i])
		}).Exec(sys)
	}, "group.add_members", "added")
}

// RemoveGroupMembers takes up to 100 accounts out of a group and returns how many of them were in
// it. Administrators.
func (r *Room) RemoveGroupMembers(ctx context.Context, target tx.Target, users []uuid.UUID) (*ent.Group, int, error) {
	return r.changeMembers(ctx, target, users, func(t *tx.Tx, sys context.Context, members []uuid.UUID) ([]uuid.UUID, error) {
		if len(members) == 0 {
			return nil, nil
		}
		_, err := t.Membership.Delete().Where(membership.GroupID(target.ID), membership.UserIDIn(members...)).Exec(sys)
		return members, err
	}, "group.remove_members", "removed")
}

// changeMembers holds a group and lets do change which of the accounts belong to it; do is told
// those that do, and returns those that it changed. Where there are such, the group has another version.
func (r *Room) changeMembers(
	ctx context.Context, target tx.Target, users []uuid.UUID,
	do func(t *tx.Tx, sys context.Context, members []uuid.UUID) ([]uuid.UUID, error),
	action, what string,
) (*ent.Group, int, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, 0, err
	}
	errs := tx.CheckIDs("userIds", users, MaxMembers)
	if len(users) == 0 {
		errs.Add("userIds", "required", "must name an account")
	}
	if err := errs.Fault(); err != nil {
		return nil, 0, err
	}
	sys := auth.System(ctx, "who belongs to a group")
	changed, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (int, error) {
		g, err := groups.lock(ctx, t, target.ID)
		if err != nil {
			return 0, tx.Missing(err, groups.noun)
		}
		if err := target.CheckVersion(g.Version); err != nil {
			return 0, err
		}
		var members []uuid.UUID
		err = t.Membership.Query().Where(membership.GroupID(target.ID), membership.UserIDIn(users...)).
			Select(membership.FieldUserID).Scan(sys, &members)
		if err != nil {
			return 0, err
		}
		ids, err := do(t, sys, members)
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		if err := t.Group.UpdateOne(g).AddVersion(1).Exec(ctx); err != nil {
			return 0, err
		}
		return len(ids), t.Audit(ctx, tx.Record{Action: action, SubjectType: "Group", Subject: target.ID, After: tx.Values{what: ids}})
	})
	if err != nil {
		return nil, 0, err
	}
	g, err := r.Client.Group.Get(ctx, target.ID)
	return g, changed, err
}
