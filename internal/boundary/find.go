package boundary

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/zone"
)

// candidates is how many boundaries are looked at for a position, the smallest first: those of a city
// lie beside and in each other, a handful of levels deep.
const candidates = 20

// Finder finds the zones that positions lie in. It keeps the boundaries that it has read, so it serves
// one transaction or one import, not a process.
type Finder struct {
	client *ent.Client
	read   map[uuid.UUID]*Boundary
}

// NewFinder returns a Finder that reads with the client. Every signed-in account may read zones.
func NewFinder(client *ent.Client) *Finder {
	return &Finder{client, map[uuid.UUID]*Boundary{}}
}

// Zone returns the zone that a position lies in, nil if it lies in none; of several, which lie in each
// other, the smallest. A position on a common boundary lies in the smaller one, or in the older one of
// two that are as large.
func (f *Finder) Zone(ctx context.Context, latitude, longitude float64) (*uuid.UUID, error) {
	around, err := f.client.Zone.Query().
		Where(zone.SouthLTE(latitude), zone.NorthGTE(latitude), zone.WestLTE(longitude), zone.EastGTE(longitude)).
		Order(zone.ByBoundaryArea(), zone.ByID()).Limit(candidates).IDs(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range around {
		b, err := f.boundary(ctx, id)
		if err != nil {
			return nil, err
		}
		if b.Contains(latitude, longitude) {
			return &id, nil
		}
	}
	return nil, nil
}

func (f *Finder) boundary(ctx context.Context, id uuid.UUID) (*Boundary, error) {
	if b, known := f.read[id]; known {
		return b, nil
	}
	z, err := f.client.Zone.Query().Where(zone.ID(id)).Select(zone.FieldBoundary).Only(ctx)
	if err != nil {
		return nil, err
	}
	b, err := stored(*z.Boundary)
	if err != nil {
		return nil, fmt.Errorf("zone %s: %w", id, err)
	}
	f.read[id] = b
	return b, nil
}
