package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/zone"
)

// there are rows that an input points at; what is nil is not asked for.
type there struct{ zone, category, provider *uuid.UUID }

// checkThere answers a validation fault that names each input whose row does not exist.
func (tx *txn) checkThere(ctx context.Context, in there) error {
	var wrong wrongs
	for _, point := range []struct {
		id          *uuid.UUID
		field, noun string
		exists      func(uuid.UUID) (bool, error)
	}{
		{in.zone, "zoneId", "zone", func(id uuid.UUID) (bool, error) {
			return tx.Zone.Query().Where(zone.ID(id)).Exist(ctx)
		}},
		{in.category, "categoryId", "category", func(id uuid.UUID) (bool, error) {
			return tx.Category.Query().Where(category.ID(id)).Exist(ctx)
		}},
		{in.provider, "providerId", "service provider", func(id uuid.UUID) (bool, error) {
			return tx.ServiceProvider.Query().Where(serviceprovider.ID(id)).Exist(ctx)
		}},
	} {
		if point.id == nil {
			continue
		}
		found, err := point.exists(*point.id)
		if err != nil {
			return err
		}
		if !found {
			wrong.add(point.field, "not_found", "there is no such "+point.noun)
		}
	}
	return wrong.fault()
}
