package catalog

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

var categories = tree[*ent.Category]{
	namedRows: namedRows[*ent.Category]{
		action: "category", subjectType: "Category", noun: "category", taken: amongSiblings,
		lock: func(ctx context.Context, t *tx.Tx, id uuid.UUID) (*ent.Category, error) {
			return t.Category.Query().Where(category.ID(id), dbtx.ForUpdate).Only(ctx)
		},
		get: func(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.Category, error) {
			return client.Category.Get(ctx, id)
		},
		id:      func(c *ent.Category) uuid.UUID { return c.ID },
		version: func(c *ent.Category) int { return c.Version },
		values: func(c *ent.Category) tx.Values {
			return tx.Values{"name": c.Name, "sla_hours": c.SLAHours, "default_priority": c.DefaultPriority, "shown_nearby": c.ShownNearby}
		},
	},
	parent: func(c *ent.Category) *uuid.UUID { return c.ParentID },
	path:   func(c *ent.Category) string { return c.Path },
	lockOne: func(ctx context.Context, t *tx.Tx, id uuid.UUID) (*ent.Category, error) {
		return t.Category.Query().Where(category.ID(id), dbtx.ForUpdate).Select(category.FieldPath).Only(ctx)
	},
	lockAll: func(ctx context.Context, t *tx.Tx) ([]*ent.Category, error) {
		return t.Category.Query().Where(dbtx.ForUpdate).Order(ent.Asc(category.FieldID)).
			Select(category.FieldID, category.FieldParentID, category.FieldPath, category.FieldVersion).All(ctx)
	},
	setParent: func(ctx context.Context, t *tx.Tx, id uuid.UUID, parent *uuid.UUID) error {
		change := t.Category.UpdateOneID(id).AddVersion(1).SetNillableParentID(parent)
		if parent == nil {
			change.ClearParentID()
		}
		return change.Exec(ctx)
	},
	setPath: func(ctx context.Context, t *tx.Tx, id uuid.UUID, path string) error {
		return t.Category.UpdateOneID(id).SetPath(path).Exec(ctx)
	},
}

// CategoryDefaults are what a category gives a complaint, and who may learn of it. What is nil stays as it is.
type CategoryDefaults struct {
	SLAHours   *int // more than 0
	NoSLAHours bool // takes the deadline away
	Priority   *domain.Priority
	Nearby     *bool // whether everybody may learn that there are complaints of it near a place
}

// Check returns what is wrong with the terms of a category, each input named.
func (t CategoryDefaults) Check() tx.FieldErrors {
	var errs tx.FieldErrors
	switch {
	case t.SLAHours == nil:
	case t.NoSLAHours:
		errs.Add("slaHours", "invalid", "can't be given and taken away")
	default:
		errs = fault.Between("slaHours", *t.SLAHours, 1, domain.MaxSLAHours)
	}
	return errs
}

// CreateCategory creates a kind of complaint below another one, or at the top. Administrators.
func (r *Room) CreateCategory(ctx context.Context, name string, parent *uuid.UUID, terms CategoryDefaults) (*ent.Category, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	return categories.create(ctx, r, func(t *tx.Tx) (*ent.Category, error) { return InsertCategory(ctx, t, Row{Name: name}, parent, terms) })
}

// InsertCategory writes a category below another one, or at the top, and audits it. Its name is tidied; one that a sibling
// has is a conflict. Who may is the caller's to ask.
func InsertCategory(ctx context.Context, t *tx.Tx, row Row, parent *uuid.UUID, terms CategoryDefaults) (*ent.Category, error) {
	errs := terms.Check()
	errs.Merge(tx.CheckName(&row.Name))
	if err := errs.Fault(); err != nil {
		return nil, err
	}
	return categories.insertBelow(ctx, t, domain.KindCategory, row, parent, func(row Row, path string) (*ent.Category, error) {
		return t.Category.Create().SetID(row.ID).SetPath(path).SetName(row.Name).SetNillableParentID(parent).
			SetNillableSLAHours(terms.SLAHours).SetNillableDefaultPriority(terms.Priority).SetNillableShownNearby(terms.Nearby).
			SetCreatedAt(row.CreatedAt).Save(ctx)
	})
}

// UpdateCategory changes a category; a nil name stays. Administrators. Complaints that have
// their deadline and priority keep them.
func (r *Room) UpdateCategory(ctx context.Context, target tx.Target, name *string, terms CategoryDefaults) (*ent.Category, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	if name == nil && terms == (CategoryDefaults{}) {
		return nil, tx.NothingToChange()
	}
	return categories.update(ctx, r, target, func(t *tx.Tx, was *ent.Category) (*ent.Category, error) {
		errs := terms.Check()
		if name != nil {
			errs.Merge(tx.CheckName(name, was.Name))
		}
		if err := errs.Fault(); err != nil {
			return nil, err
		}
		change := t.Category.UpdateOne(was).AddVersion(1).SetNillableName(name).
			SetNillableSLAHours(terms.SLAHours).SetNillableDefaultPriority(terms.Priority).SetNillableShownNearby(terms.Nearby)
		if terms.NoSLAHours {
			change.ClearSLAHours()
		}
		return change.Save(ctx)
	})
}

// MoveCategory puts a category with all that belongs to it below another one; nil is the
// top. Administrators.
func (r *Room) MoveCategory(ctx context.Context, target tx.Target, parent *uuid.UUID) (*ent.Category, error) {
	return categories.move(ctx, r, target, parent)
}
