package catalog

import (
	"context"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// Choice is a row of a tree that somebody chooses who is not signed in.
type Choice struct {
	ID    uuid.UUID
	Name  string
	Depth int // how many rows there are above it
}

// Choices is what people choose among who report a complaint without an account.
type Choices struct {
	Categories, Zones []Choice // each below the row that it belongs to, siblings by their names
	Area              *Area    // nil if no zone has a boundary
}

// Area is the rectangle around the boundaries of all zones, in degrees.
type Area struct{ South, West, North, East float64 }

// GuestChoices returns what people choose among who report a complaint without an account, whose right that is for the caller to ask.
func (r *Room) GuestChoices(ctx context.Context) (*Choices, error) {
	sys := auth.System(ctx, "whoever reports without an account chooses among all")
	kinds, err := r.Client.Category.Query().
		Order(topFirst(category.FieldPath), category.ByName()).Limit(domain.MaxGuestChoices).
		Select(category.FieldID, category.FieldName, category.FieldPath).All(sys)
	if err != nil {
		return nil, err
	}
	districts, err := r.Client.Zone.Query().
		Order(topFirst(zone.FieldPath), zone.ByName()).Limit(domain.MaxGuestChoices).
		Select(zone.FieldID, zone.FieldName, zone.FieldPath).All(sys)
	if err != nil {
		return nil, err
	}
	area, err := r.area(sys)
	return &Choices{
		Categories: categories.choices(kinds, func(c *ent.Category) string { return c.Name }),
		Zones:      zones.choices(districts, func(z *ent.Zone) string { return z.Name }),
		Area:       area,
	}, err
}

// topFirst orders rows of a tree so that none comes before the one that it belongs to.
func topFirst(path string) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.OrderExpr(sql.ExprFunc(func(b *sql.Builder) { b.WriteString("LENGTH").Wrap(func(b *sql.Builder) { b.Ident(s.C(path)) }) }))
	}
}

// choices returns rows that come in the order of topFirst and their names, each below the one that it belongs to.
func (n tree[R]) choices(rows []R, name func(R) string) []Choice {
	rank := make(map[string]int, len(rows)) // by path
	for i, row := range rows {
		rank[n.path(row)] = i
	}
	// A row stands where the ranks of those above it lead, from the top on, and its own.
	places := make(map[uuid.UUID][]int, len(rows))
	all := make([]Choice, len(rows))
	for i, row := range rows {
		path := n.path(row)
		all[i] = Choice{n.id(row), name(row), strings.Count(path, "/") - 1}
		for at, sign := range path {
			if sign == '/' {
				places[all[i].ID] = append(places[all[i].ID], rank[path[:at+1]])
			}
		}
	}
	slices.SortFunc(all, func(a, b Choice) int { return slices.Compare(places[a.ID], places[b.ID]) })
	return all
}

// area returns the rectangle around all boundaries, nil if there is none. Those that lie across the antimeridian are two.
func (r *Room) area(ctx context.Context) (*Area, error) {
	var rows []struct {
		South *float64 `sql:"south"`
		West  *float64 `sql:"west"`
		North *float64 `sql:"north"`
		East  *float64 `sql:"east"`
	}
	err := r.Client.Zone.Query().Where(zone.SouthNotNil()).Modify(func(s *sql.Selector) {
		s.Select(
			sql.As(sql.Min(s.C(zone.FieldSouth)), "south"), sql.As(sql.Min(s.C(zone.FieldWest)), "west"),
			sql.As(sql.Max(s.C(zone.FieldNorth)), "north"), sql.As(sql.Max(s.C(zone.FieldEast)), "east"),
		)
	}).Scan(ctx, &rows)
	if err != nil || len(rows) == 0 || rows[0].South == nil {
		return nil, err
	}
	return &Area{*rows[0].South, *rows[0].West, *rows[0].North, *rows[0].East}, nil
}
