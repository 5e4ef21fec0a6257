package tx

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// Refs are rows that an input points at; what is nil is not asked for.
type Refs struct{ Zone, Category, Provider *uuid.UUID }

// CheckRefs returns a validation fault that names each input whose row does not exist. Those that
// do stay until the transaction ends. It returns the category too, for its terms.
func (t *Tx) CheckRefs(ctx context.Context, in Refs) (*ent.Category, error) {
	var errs FieldErrors
	var of *ent.Category
	for _, point := range []struct {
		id          *uuid.UUID
		field, noun string
		exists      func(uuid.UUID) (bool, error)
	}{
		{id: in.Zone, field: "zoneId", noun: "zone", exists: func(id uuid.UUID) (bool, error) {
			return t.Zone.Query().Where(zone.ID(id), dbtx.ForKeyShare).Shaped(entread.New("zone to refer to", id)).Exist(ctx)
		}},
		{id: in.Category, field: "categoryId", noun: "category", exists: func(id uuid.UUID) (found bool, err error) {
			of, err = t.Category.Query().Where(category.ID(id), dbtx.ForKeyShare).Shaped(entread.New("category to refer to", id)).Only(ctx)
			if ent.IsNotFound(err) {
				return false, nil
			}
			return true, err
		}},
		{id: in.Provider, field: "providerId", noun: "service provider", exists: func(id uuid.UUID) (bool, error) {
			return t.ServiceProvider.Query().Where(serviceprovider.ID(id), dbtx.ForKeyShare).Exist(ctx)
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
			errs.Add(point.field, "not_found", "there is no such %s", i18n.T(point.noun))
		}
	}
	return of, errs.Fault()
}
