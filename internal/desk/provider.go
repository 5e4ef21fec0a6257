package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/store/dbtx"
)

var providers = namedRows[*ent.ServiceProvider]{
	action: "provider", subjectType: "ServiceProvider", noun: "service provider", taken: "by another service provider",
	lock: func(ctx context.Context, tx *txn, id uuid.UUID) (*ent.ServiceProvider, error) {
		return tx.ServiceProvider.Query().Where(serviceprovider.ID(id), dbtx.ForUpdate).Only(ctx)
	},
	get: func(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.ServiceProvider, error) {
		return client.ServiceProvider.Get(ctx, id)
	},
	id:      func(p *ent.ServiceProvider) uuid.UUID { return p.ID },
	version: func(p *ent.ServiceProvider) int { return p.Version },
	values:  func(p *ent.ServiceProvider) values { return values{"name": p.Name, "active": p.Active} },
}

// CreateServiceProvider creates a company that is paid for its solvers' work. Administrators. A
// name that another one has is a conflict.
func (d *Desk) CreateServiceProvider(ctx context.Context, name string) (*ent.ServiceProvider, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := normalizeName(&name); err != nil {
		return nil, err
	}
	return providers.create(ctx, d, func(tx *txn) (*ent.ServiceProvider, error) {
		return tx.ServiceProvider.Create().SetName(name).SetCreatedAt(tx.now).Save(ctx)
	})
}

// UpdateServiceProvider changes its name and whether new work may be given to it; nil stays.
// Administrators.
func (d *Desk) UpdateServiceProvider(ctx context.Context, t Target, name *string, active *bool) (*ent.ServiceProvider, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if name == nil && active == nil {
		return nil, nothingToChange()
	}
	if name != nil {
		if err := normalizeName(name); err != nil {
			return nil, err
		}
	}
	return providers.update(ctx, d, t, func(tx *txn, was *ent.ServiceProvider) (*ent.ServiceProvider, error) {
		return tx.ServiceProvider.UpdateOne(was).AddVersion(1).SetNillableName(name).SetNillableActive(active).Save(ctx)
	})
}
