package catalog

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/dbtx"
)

var providers = namedRows[*ent.ServiceProvider]{
	action: "provider", subjectType: "ServiceProvider", noun: "service provider", taken: "by another service provider",
	lock: func(ctx context.Context, t *tx.Tx, id uuid.UUID) (*ent.ServiceProvider, error) {
		return t.ServiceProvider.Query().Where(serviceprovider.ID(id), dbtx.ForUpdate).Only(ctx)
	},
	get: func(ctx context.Context, client *ent.Client, id uuid.UUID) (*ent.ServiceProvider, error) {
		return client.ServiceProvider.Get(ctx, id)
	},
	id:      func(p *ent.ServiceProvider) uuid.UUID { return p.ID },
	version: func(p *ent.ServiceProvider) int { return p.Version },
	values:  func(p *ent.ServiceProvider) tx.Values { return tx.Values{"name": p.Name, "active": p.Active} },
}

// CreateServiceProvider creates a company that is paid for its solvers' work. Administrators. A
// name that another one has is a conflict.
func (r *Room) CreateServiceProvider(ctx context.Context, name string) (*ent.ServiceProvider, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	return providers.create(ctx, r, func(t *tx.Tx) (*ent.ServiceProvider, error) {
		return InsertServiceProvider(ctx, t, Row{Name: name}, true)
	})
}

// InsertServiceProvider writes a service provider, and audits it. Its name is tidied; one that another one has is a conflict.
// Who may is the caller's to ask.
func InsertServiceProvider(ctx context.Context, t *tx.Tx, row Row, active bool) (*ent.ServiceProvider, error) {
	row, err := row.checked(t, domain.KindServiceProvider)
	if err != nil {
		return nil, err
	}
	p, err := t.ServiceProvider.Create().SetID(row.ID).SetName(row.Name).SetActive(active).SetSearchText(search.Fold(row.Name)).
		SetCreatedAt(row.CreatedAt).Save(ctx)
	return providers.inserted(ctx, t, p, err)
}

// UpdateServiceProvider changes its name and whether new work may be given to it; nil stays.
// Administrators.
func (r *Room) UpdateServiceProvider(ctx context.Context, target tx.Target, name *string, active *bool) (*ent.ServiceProvider, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	if name == nil && active == nil {
		return nil, tx.NothingToChange()
	}
	return providers.update(ctx, r, target, func(t *tx.Tx, was *ent.ServiceProvider) (*ent.ServiceProvider, error) {
		if name != nil {
			if err := tx.CheckName(name, was.Name); err != nil {
				return nil, err
			}
		}
		change := t.ServiceProvider.UpdateOne(was).AddVersion(1).SetNillableName(name).SetNillableActive(active)
		if name != nil {
			change.SetSearchText(search.Fold(*name))
		}
		return change.Save(ctx)
	})
}
