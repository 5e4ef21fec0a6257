package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/store/dbtx"
)

// CreateZone adds an area below another one, or at the top. Administrators. A name that a
// sibling has is a conflict.
func (d *Desk) CreateZone(ctx context.Context, name string, parent *uuid.UUID) (*ent.Zone, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	if err := tidyName(&name); err != nil {
		return nil, err
	}
	var id uuid.UUID
	err := d.once(ctx, &id, func(tx *txn) error {
		if err := tx.checkZoneParent(ctx, parent); err != nil {
			return err
		}
		z, err := tx.Zone.Create().SetName(name).SetNillableParentID(parent).SetCreatedAt(tx.now).Save(ctx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, amongSiblings)
		}
		if err != nil {
			return err
		}
		id = z.ID
		return tx.audit(ctx, deed{
			action: "zone.create", subjectType: "Zone", subject: id, after: values{"name": name, "parent_id": parent},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Zone.Get(ctx, id)
}

// UpdateZone gives a zone another name. Administrators.
func (d *Desk) UpdateZone(ctx context.Context, t Target, name string) (*ent.Zone, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	if err := tidyName(&name); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		z, err := tx.Zone.Query().Where(zone.ID(t.ID), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return missing(err, "zone")
		}
		if err := t.seen(z.Version); err != nil {
			return err
		}
		err = tx.Zone.UpdateOne(z).SetName(name).AddVersion(1).Exec(ctx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, amongSiblings)
		}
		if err != nil {
			return err
		}
		return tx.audit(ctx, deed{
			action: "zone.update", subjectType: "Zone", subject: t.ID,
			before: values{"name": z.Name}, after: values{"name": name},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Zone.Get(ctx, t.ID)
}

// MoveZone puts a zone with all that lies in it below another one; nil is the top.
// Administrators. A zone can't lie in itself.
func (d *Desk) MoveZone(ctx context.Context, t Target, parent *uuid.UUID) (*ent.Zone, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		// The whole tree in order: two moves at once could close a circle that neither sees.
		all, err := tx.Zone.Query().Where(dbtx.ForUpdate).Order(ent.Asc(zone.FieldID)).
			Select(zone.FieldID, zone.FieldParentID, zone.FieldVersion).All(ctx)
		if err != nil {
			return err
		}
		var stale error
		up := make(map[uuid.UUID]*uuid.UUID, len(all))
		for _, z := range all {
			up[z.ID] = z.ParentID
			if z.ID == t.ID {
				stale = t.seen(z.Version)
			}
		}
		if stale != nil {
			return stale
		}
		if err := checkMove(up, t.ID, parent, "zone"); err != nil {
			return err
		}
		change := tx.Zone.UpdateOneID(t.ID).AddVersion(1).SetNillableParentID(parent)
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
			action: "zone.move", subjectType: "Zone", subject: t.ID,
			before: values{"parent_id": up[t.ID]}, after: values{"parent_id": parent},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Zone.Get(ctx, t.ID)
}

func (tx *txn) checkZoneParent(ctx context.Context, parent *uuid.UUID) error {
	if parent == nil {
		return nil
	}
	there, err := tx.Zone.Query().Where(zone.ID(*parent)).Exist(ctx)
	if err == nil && !there {
		err = noParent("zone")
	}
	return err
}
