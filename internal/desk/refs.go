package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/read"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// refs are rows that an input points at; what is nil is not asked for.
type refs struct{ zone, category, provider *uuid.UUID }

// checkRefs returns a validation fault that names each input whose row does not exist. Those that
// do stay until the transaction ends. It returns the category too, for its terms.
func (tx *txn) checkRefs(ctx context.Context, in refs) (*ent.Category, error) {
	var errs fieldErrors
	var of *ent.Category
	for _, point := range []struct {
		id          *uuid.UUID
		field, noun string
		exists      func(uuid.UUID) (bool, error)
	}{
		{id: in.zone, field: "zoneId", noun: "zone", exists: func(id uuid.UUID) (bool, error) {
			return tx.Zone.Query().Where(zone.ID(id), dbtx.ForKeyShare).Shaped(read.New("zone to refer to", id)).Exist(ctx)
		}},
		{id: in.category, field: "categoryId", noun: "category", exists: func(id uuid.UUID) (found bool, err error) {
			of, err = tx.Category.Query().Where(category.ID(id), dbtx.ForKeyShare).Shaped(read.New("category to refer to", id)).Only(ctx)
			if ent.IsNotFound(err) {
				return false, nil
			}
			return true, err
		}},
		{id: in.provider, field: "providerId", noun: "service provider", exists: func(id uuid.UUID) (bool, error) {
			return tx.ServiceProvider.Query().Where(serviceprovider.ID(id), dbtx.ForKeyShare).Exist(ctx)
		}},
	} {
		if point.id == nil {
			continue
		}
		found, err := point.exists(*point.id)
		if err != nil {
			return nil, err
		}
		if !found {
			errs.add(point.field, "not_found", "there is no such %s", i18n.T(point.noun))
		}
	}
	return of, errs.fault()
}
