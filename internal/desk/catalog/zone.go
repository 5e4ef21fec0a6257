package catalog

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

var zones = tree[*ent.Zone]{
	namedRows: namedRows[*ent.Zone]{
		action: "zone", subjectType: "Zone", noun: "zone", taken: amongSiblings,
		lock: func(ctx context.Context, t *tx.Tx, id uuid.UUID) (*ent.Zone, error) {
			return t.Zone.Query().Where(zone.ID(id), dbtx.ForUpdate).Only(ctx)
		},
		get: func(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.Zone, error) {
			return client.Zone.Get(ctx, id)
		},
		id:      func(z *ent.Zone) uuid.UUID { return z.ID },
		version: func(z *ent.Zone) int { return z.Version },
		values:  func(z *ent.Zone) tx.Values { return tx.Values{"name": z.Name} },
	},
	parent: func(z *ent.Zone) *uuid.UUID { return z.ParentID },
	path:   func(z *ent.Zone) string { return z.Path },
	lockOne: func(ctx context.Context, t *tx.Tx, id uuid.UUID) (*ent.Zone, error) {
		return t.Zone.Query().Where(zone.ID(id), dbtx.ForUpdate).Select(zone.FieldPath).Only(ctx)
	},
	lockAll: func(ctx context.Context, t *tx.Tx) ([]*ent.Zone, error) {
		return t.Zone.Query().Where(dbtx.ForUpdate).Order(ent.Asc(zone.FieldID)).
			Select(zone.FieldID, zone.FieldParentID, zone.FieldPath, zone.FieldVersion).All(ctx)
	},
	setParent: func(ctx context.Context, t *tx.Tx, id uuid.UUID, parent *uuid.UUID) error {
		change := t.Zone.UpdateOneID(id).AddVersion(1).SetNillableParentID(parent)
		if parent == nil {
			change.ClearParentID()
		}
		return change.Exec(ctx)
	},
	setPath: func(ctx context.Context, t *tx.Tx, id uuid.UUID, path string) error {
		return t.Zone.UpdateOneID(id).SetPath(path).Exec(ctx)
	},
}

// CreateZone creates an area below another one, or at the top. Administrators. A name that a
// sibling has is a conflict.
func (r *Room) CreateZone(ctx context.Context, name string, parent *uuid.UUID) (*ent.Zone, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	return zones.create(ctx, r, func(t *tx.Tx) (*ent.Zone, error) { return InsertZone(ctx, t, Row{Name: name}, parent) })
}

// InsertZone writes a zone below another one, or at the top, and audits it. Its name is tidied; one that a sibling has is a
// conflict. Who may is the caller's to ask.
func InsertZone(ctx context.Context, t *tx.Tx, row Row, parent *uuid.UUID) (*ent.Zone, error) {
	return zones.insertBelow(ctx, t, domain.KindZone, row, parent, func(row Row, path string) (*ent.Zone, error) {
		return t.Zone.Create().SetID(row.ID).SetPath(path).SetName(row.Name).SetNillableParentID(parent).SetCreatedAt(row.CreatedAt).Save(ctx)
	})
}

// UpdateZone gives a zone another name. Administrators.
func (r *Room) UpdateZone(ctx context.Context, target tx.Target, name string) (*ent.Zone, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	return zones.update(ctx, r, target, func(t *tx.Tx, was *ent.Zone) (*ent.Zone, error) {
		name := name
		if err := tx.CheckName(&name, was.Name); err != nil {
			return nil, err
		}
		return t.Zone.UpdateOne(was).SetName(name).AddVersion(1).Save(ctx)
	})
}

// MoveZone puts a zone with all that lies in it below another one; nil is the top.
// Administrators. A zone can't lie in itself.
func (r *Room) MoveZone(ctx context.Context, target tx.Target, parent *uuid.UUID) (*ent.Zone, error) {
	return zones.move(ctx, r, target, parent)
}
