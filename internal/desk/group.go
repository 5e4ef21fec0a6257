package desk

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
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

const maxMembers = 100 // a call

var groups = namedRows[*ent.Group]{
	action: "group", subjectType: "Group", noun: "group", taken: "by another group",
	lock: func(ctx context.Context, tx *txn, id uuid.UUID) (*ent.Group, error) {
		return tx.Group.Query().Where(group.ID(id), dbtx.ForUpdate).Only(ctx)
	},
	get: func(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.Group, error) {
		return client.Group.Get(ctx, id)
	},
	id:      func(g *ent.Group) uuid.UUID { return g.ID },
	version: func(g *ent.Group) int { return g.Version },
	values:  func(g *ent.Group) values { return values{"name": g.Name, "description": g.Description} },
}

// CreateGroup creates a named set of accounts, empty at first. Administrators.
func (d *Desk) CreateGroup(ctx context.Context, name, description string) (*ent.Group, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := checkGroup(&name, &description); err != nil {
		return nil, err
	}
	return groups.create(ctx, d, func(tx *txn) (*ent.Group, error) {
		return tx.Group.Create().SetName(name).SetDescription(description).SetCreatedAt(tx.now).Save(ctx)
	})
}

// UpdateGroup changes what a group is called and is for; nil stays. Administrators.
func (d *Desk) UpdateGroup(ctx context.Context, t Target, name, description *string) (*ent.Group, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if name == nil && description == nil {
		return nil, nothingToChange()
	}
	if err := checkGroup(name, description); err != nil {
		return nil, err
	}
	return groups.update(ctx, d, t, func(tx *txn, was *ent.Group) (*ent.Group, error) {
		return tx.Group.UpdateOne(was).AddVersion(1).SetNillableName(name).SetNillableDescription(description).Save(ctx)
	})
}

func checkGroup(name, description *string) error {
	var errs fieldErrors
	if name != nil {
		errs.merge(normalizeName(name))
	}
	if description != nil {
		*description = strings.TrimSpace(*description)
		if f := checkText("description", *description, domain.MaxGroupText); f != nil {
			errs = append(errs, *f)
		}
	}
	return errs.fault()
}

// AddGroupMembers puts up to 100 accounts into a group and returns how many of them were not in
// it. Administrators.
func (d *Desk) AddGroupMembers(ctx context.Context, t Target, users []uuid.UUID) (*ent.Group, int, error) {
	return d.changeMembers(ctx, t, users, func(tx *txn, sys context.Context, members []uuid.UUID) ([]uuid.UUID, error) {
		known, err := tx.User.Query().Where(user.IDIn(users...)).IDs(ctx)
		if err != nil {
			return nil, err
		}
		var errs fieldErrors
		var fresh []uuid.UUID
		for i, id := range users {
			switch {
			case !slices.Contains(known, id):
				errs.add(fmt.Sprintf("userIds.%d", i), "not_found", "there is no such account")
			case !slices.Contains(members, id):
				fresh = append(fresh, id)
			}
		}
		if err := errs.fault(); err != nil || len(fresh) == 0 {
			return nil, err
		}
		return fresh, tx.Membership.MapCreateBulk(fresh, func(c *ent.MembershipCreate, i int) {
			c.SetGroupID(t.ID).SetUserID(fresh[i])
		}).Exec(sys)
	}, "group.add_members", "added")
}

// RemoveGroupMembers takes up to 100 accounts out of a group and returns how many of them were in
// it. Administrators.
func (d *Desk) RemoveGroupMembers(ctx context.Context, t Target, users []uuid.UUID) (*ent.Group, int, error) {
	return d.changeMembers(ctx, t, users, func(tx *txn, sys context.Context, members []uuid.UUID) ([]uuid.UUID, error) {
		if len(members) == 0 {
			return nil, nil
		}
		_, err := tx.Membership.Delete().Where(membership.GroupID(t.ID), membership.UserIDIn(members...)).Exec(sys)
		return members, err
	}, "group.remove_members", "removed")
}

// changeMembers holds a group and lets do change which of the accounts belong to it; do is told
// those that do, and returns those that it changed. Where there are such, the group has another version.
func (d *Desk) changeMembers(
	ctx context.Context, t Target, users []uuid.UUID,
	do func(tx *txn, sys context.Context, members []uuid.UUID) ([]uuid.UUID, error),
	action, what string,
) (*ent.Group, int, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, 0, err
	}
	errs := checkIDs("userIds", users, maxMembers)
	if len(users) == 0 {
		errs.add("userIds", "required", "must name an account")
	}
	if err := errs.fault(); err != nil {
		return nil, 0, err
	}
	sys := auth.System(ctx, "who belongs to a group")
	changed := 0
	err := d.tx(ctx, func(tx *txn) error {
		changed = 0
		g, err := groups.lock(ctx, tx, t.ID)
		if err != nil {
			return missing(err, groups.noun)
		}
		if err := t.checkVersion(g.Version); err != nil {
			return err
		}
		var members []uuid.UUID
		err = tx.Membership.Query().Where(membership.GroupID(t.ID), membership.UserIDIn(users...)).
			Select(membership.FieldUserID).Scan(sys, &members)
		if err != nil {
			return err
		}
		ids, err := do(tx, sys, members)
		if err != nil || len(ids) == 0 {
			return err
		}
		changed = len(ids)
		if err := tx.Group.UpdateOne(g).AddVersion(1).Exec(ctx); err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{action: action, subjectType: "Group", subject: t.ID, after: values{what: ids}})
	})
	if err != nil {
		return nil, 0, err
	}
	g, err := d.client.Group.Get(ctx, t.ID)
	return g, changed, err
}
