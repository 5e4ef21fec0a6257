package desk

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

const maxSLAHours = 24 * 366 * 10 // ten years

// CategoryTerms are what a category gives a complaint. What is nil stays as it is.
type CategoryTerms struct {
	SLAHours   *int // more than 0
	NoSLAHours bool // takes the deadline away
	Priority   *domain.Priority
}

func (t CategoryTerms) check() wrongs {
	var wrong wrongs
	switch {
	case t.SLAHours == nil:
	case t.NoSLAHours:
		wrong.add("slaHours", "invalid", "can't be given and taken away")
	case *t.SLAHours < 1 || *t.SLAHours > maxSLAHours:
		wrong.add("slaHours", "out_of_range", fmt.Sprintf("must be 1 to %d", maxSLAHours))
	}
	return wrong
}

// CreateCategory adds a kind of complaint below another one, or at the top. Administrators.
func (d *Desk) CreateCategory(ctx context.Context, name string, parent *uuid.UUID, terms CategoryTerms) (*ent.Category, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	wrong := terms.check()
	wrong.note(tidyName(&name))
	if err := wrong.fault(); err != nil {
		return nil, err
	}
	var id uuid.UUID
	err := d.once(ctx, &id, func(tx *txn) error {
		if parent != nil {
			there, err := tx.Category.Query().Where(category.ID(*parent)).Exist(ctx)
			if err != nil {
				return err
			}
			if !there {
				return noParent("category")
			}
		}
		c, err := tx.Category.Create().SetName(name).SetNillableParentID(parent).
			SetNillableSLAHours(terms.SLAHours).SetNillableDefaultPriority(terms.Priority).
			SetCreatedAt(tx.now).Save(ctx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, amongSiblings)
		}
		if err != nil {
			return err
		}
		id = c.ID
		return tx.audit(ctx, deed{
			action: "category.create", subjectType: "Category", subject: id,
			after: values{"name": name, "parent_id": parent, "sla_hours": c.SLAHours, "default_priority": c.DefaultPriority},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Category.Get(ctx, id)
}

// UpdateCategory changes a category; a nil name stays. Administrators. Complaints that have
// their deadline and priority keep them.
func (d *Desk) UpdateCategory(ctx context.Context, t Target, name *string, terms CategoryTerms) (*ent.Category, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	if name == nil && terms == (CategoryTerms{}) {
		return nil, nothingGiven()
	}
	wrong := terms.check()
	if name != nil {
		wrong.note(tidyName(name))
	}
	if err := wrong.fault(); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		was, err := tx.Category.Query().Where(category.ID(t.ID), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return missing(err, "category")
		}
		if err := t.seen(was.Version); err != nil {
			return err
		}
		change := tx.Category.UpdateOne(was).AddVersion(1).SetNillableName(name).
			SetNillableSLAHours(terms.SLAHours).SetNillableDefaultPriority(terms.Priority)
		if terms.NoSLAHours {
			change.ClearSLAHours()
		}
		c, err := change.Save(ctx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, amongSiblings)
		}
		if err != nil {
			return err
		}
		return tx.audit(ctx, deed{
			action: "category.update", subjectType: "Category", subject: t.ID,
			before: values{"name": was.Name, "sla_hours": was.SLAHours, "default_priority": was.DefaultPriority},
			after:  values{"name": c.Name, "sla_hours": c.SLAHours, "default_priority": c.DefaultPriority},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Category.Get(ctx, t.ID)
}

// MoveCategory puts a category with all that belongs to it below another one; nil is the
// top. Administrators.
func (d *Desk) MoveCategory(ctx context.Context, t Target, parent *uuid.UUID) (*ent.Category, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		all, err := tx.Category.Query().Where(dbtx.ForUpdate).Order(ent.Asc(category.FieldID)). // as in MoveZone
													Select(category.FieldID, category.FieldParentID, category.FieldVersion).All(ctx)
		if err != nil {
			return err
		}
		var stale error
		up := make(map[uuid.UUID]*uuid.UUID, len(all))
		for _, c := range all {
			up[c.ID] = c.ParentID
			if c.ID == t.ID {
				stale = t.seen(c.Version)
			}
		}
		if stale != nil {
			return stale
		}
		if err := checkMove(up, t.ID, parent, "category"); err != nil {
			return err
		}
		change := tx.Category.UpdateOneID(t.ID).AddVersion(1).SetNillableParentID(parent)
		if parent == nil {
			change.ClearParentID()
		}
		err = change.Exec(ctx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, amongSiblings+" there")
		}
		if err != nil {
			return err
		}
		return tx.audit(ctx, deed{
			action: "category.move", subjectType: "Category", subject: t.ID,
			before: values{"parent_id": up[t.ID]}, after: values{"parent_id": parent},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Category.Get(ctx, t.ID)
}
