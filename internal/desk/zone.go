package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

var zones = tree[*ent.Zone]{
	namedRows: namedRows[*ent.Zone]{
		action: "zone", subjectType: "Zone", noun: "zone", taken: amongSiblings,
		lock: func(ctx context.Context, tx *txn, id uuid.UUID) (*ent.Zone, error) {
			return tx.Zone.Query().Where(zone.ID(id), dbtx.ForUpdate).Only(ctx)
		},
		get: func(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.Zone, error) {
			return client.Zone.Get(ctx, id)
		},
		id:      func(z *ent.Zone) uuid.UUID { return z.ID },
		version: func(z *ent.Zone) int { return z.Version },
		values:  func(z *ent.Zone) values { return values{"name": z.Name} },
	},
	parent: func(z *ent.Zone) *uuid.UUID { return z.ParentID },
	path:   func(z *ent.Zone) string { return z.Path },
	lockOne: func(ctx context.Context, tx *txn, id uuid.UUID) (*ent.Zone, error) {
		return tx.Zone.Query().Where(zone.ID(id), dbtx.ForUpdate).Select(zone.FieldPath).Only(ctx)
	},
	lockAll: func(ctx context.Context, tx *txn) ([]*ent.Zone, error) {
		return tx.Zone.Query().Where(dbtx.ForUpdate).Order(ent.Asc(zone.FieldID)).
			Select(zone.FieldID, zone.FieldParentID, zone.FieldPath, zone.FieldVersion).All(ctx)
	},
	setParent: func(ctx context.Context, tx *txn, id uuid.UUID, parent *uuid.UUID) error {
		change := tx.Zone.UpdateOneID(id).AddVersion(1).SetNillableParentID(parent)
		if parent == nil {
			change.ClearParentID()
		}
		return change.Exec(ctx)
	},
	setPath: func(ctx context.Context, tx *txn, id uuid.UUID, path string) error {
		return tx.Zone.UpdateOneID(id).SetPath(path).Exec(ctx)
	},
}

// CreateZone creates an area below another one, or at the top. Administrators. A name that a
// sibling has is a conflict.
func (d *Desk) CreateZone(ctx context.Context, name string, parent *uuid.UUID) (*ent.Zone, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := normalizeName(&name); err != nil {
		return nil, err
	}
	return zones.createBelow(ctx, d, domain.KindZone, parent, func(tx *txn, id uuid.UUID, path string) (*ent.Zone, error) {
		return tx.Zone.Create().SetID(id).SetPath(path).SetName(name).SetNillableParentID(parent).SetCreatedAt(tx.now).Save(ctx)
	})
}

// UpdateZone gives a zone another name. Administrators.
func (d *Desk) UpdateZone(ctx context.Context, t Target, name string) (*ent.Zone, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := normalizeName(&name); err != nil {
		return nil, err
	}
	return zones.update(ctx, d, t, func(tx *txn, was *ent.Zone) (*ent.Zone, error) {
		return tx.Zone.UpdateOne(was).SetName(name).AddVersion(1).Save(ctx)
	})
}

// MoveZone puts a zone with all that lies in it below another one; nil is the top.
// Administrators. A zone can't lie in itself.
func (d *Desk) MoveZone(ctx context.Context, t Target, parent *uuid.UUID) (*ent.Zone, error) {
	return zones.move(ctx, d, t, parent)
}
