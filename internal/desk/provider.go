package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/store/dbtx"
)

// CreateServiceProvider adds a company that is paid for its solvers' work. Administrators. A
// name that another one has is a conflict.
func (d *Desk) CreateServiceProvider(ctx context.Context, name string) (*ent.ServiceProvider, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	if err := tidyName(&name); err != nil {
		return nil, err
	}
	var id uuid.UUID
	err := d.once(ctx, &id, func(tx *txn) error {
		p, err := tx.ServiceProvider.Create().SetName(name).SetCreatedAt(tx.now).Save(ctx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, "by another service provider")
		}
		if err != nil {
			return err
		}
		id = p.ID
		return tx.audit(ctx, deed{
			action: "provider.create", subjectType: "ServiceProvider", subject: id, after: values{"name": name, "active": p.Active},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.ServiceProvider.Get(ctx, id)
}

// UpdateServiceProvider changes its name and whether new work may be given to it; nil stays.
// Administrators.
func (d *Desk) UpdateServiceProvider(ctx context.Context, t Target, name *string, active *bool) (*ent.ServiceProvider, error) {
	if err := administers(ctx); err != nil {
		return nil, err
	}
	if name == nil && active == nil {
		return nil, nothingGiven()
	}
	if name != nil {
		if err := tidyName(name); err != nil {
			return nil, err
		}
	}
	err := d.tx(ctx, func(tx *txn) error {
		was, err := tx.ServiceProvider.Query().Where(serviceprovider.ID(t.ID), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return missing(err, "service provider")
		}
		if err := t.seen(was.Version); err != nil {
			return err
		}
		p, err := tx.ServiceProvider.UpdateOne(was).AddVersion(1).SetNillableName(name).SetNillableActive(active).Save(ctx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, "by another service provider")
		}
		if err != nil {
			return err
		}
		return tx.audit(ctx, deed{
			action: "provider.update", subjectType: "ServiceProvider", subject: t.ID,
			before: values{"name": was.Name, "active": was.Active}, after: values{"name": p.Name, "active": p.Active},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.ServiceProvider.Get(ctx, t.ID)
}
