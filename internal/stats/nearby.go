package stats

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
)

const (
	// nearbyStep is what distances are rounded up to, in metres.
	nearbyStep = 50
	// nearbyGrid is what the places of complaints are rounded to for those who may not know them, in
	// millionths of a degree: whoever measures from several places finds that place, not the complaint's.
	nearbyGrid = 500
	// The most rows and metres for administrators and for everybody else.
	nearbyAdminRows, nearbyAdminMetres = 50, 1_000
	nearbyRows, nearbyMetres           = 5, 200
)

// Nearby is a request for the complaints that are nearest to a place.
type Nearby struct {
	Latitude, Longitude float64
	Metres              int
	Category            *uuid.UUID
}

// NearbyComplaint is what the viewer may learn of a complaint near a place.
type NearbyComplaint struct {
	CategoryID   *uuid.UUID
	CategoryName *string
	Status       domain.ComplaintStatus
	AgeInDays    int
	Distance     int
	Complaint    *ent.Complaint

	ID uuid.UUID // for administrators only
}

func (in Nearby) check(most int) error {
	bad := slices.Concat(
		fault.Between("latitude", in.Latitude, -90, 90), fault.Between("longitude", in.Longitude, -180, 180), fault.Between("metres", in.Metres, 1, most),
	)
	if len(bad) > 0 {
		return fault.Invalid(bad...)
	}
	return nil
}

// Check returns a validation fault that lists every invalid input.
func (in Nearby) Check(ctx context.Context) error {
	if auth.From(ctx).Admin() {
		return in.check(nearbyAdminMetres)
	}
	return in.check(nearbyMetres)
}

// Of returns the nearest complaints, by two statements. policy.NearbyFacts decides which there are;
// all but administrators get neither ids nor anything that is exact.
func (in Nearby) Of(ctx context.Context, client *ent.Client, now time.Time) ([]*NearbyComplaint, error) {
	if err := in.Check(ctx); err != nil {
		return nil, err
	}
	admin := auth.From(ctx).Admin()
	columns := []string{complaintfact.FieldCategoryID, complaintfact.FieldStatus, complaintfact.FieldCreatedAt, complaintfact.FieldNorth, complaintfact.FieldEast}
	most := nearbyRows
	if admin {
		columns, most = append(columns, complaintfact.FieldID), nearbyAdminRows
	}
	here := domain.PositionOf(in.Latitude, in.Longitude)
	q := client.ComplaintFact.Query().Where(around(here, float64(in.Metres)+nearbyStep)).
		Order(nearestTo(here, admin), ent.Desc(complaintfact.FieldCreatedAt)).Limit(most)
	if in.Category != nil {
		q.Where(complaintfact.CategoryID(*in.Category))
	}
	ctx = policy.NearbyFacts(ctx)
	facts, err := q.Select(columns...).All(ctx)
	if err != nil {
		return nil, err
	}
	metres := func(f *ent.ComplaintFact) float64 {
		if admin {
			return here.Metres(domain.Position{North: *f.North, East: *f.East})
		}
		return here.Metres(domain.Position{North: rounded(*f.North), East: rounded(*f.East)})
	}
	near := slices.DeleteFunc(facts, func(f *ent.ComplaintFact) bool { return metres(f) > float64(in.Metres) })
	ids := map[uuid.UUID]string{}
	for _, f := range near {
		if f.CategoryID != nil {
			ids[*f.CategoryID] = ""
		}
	}
	if err := categoryNames(ctx, client, ids); err != nil {
		return nil, err
	}
	out := make([]*NearbyComplaint, len(near))
	for i, f := range near {
		out[i] = &NearbyComplaint{
			CategoryID: f.CategoryID, Status: f.Status,
			AgeInDays: int(max(0, now.Sub(f.CreatedAt)) / (24 * time.Hour)),
			Distance:  max(1, int(math.Ceil(metres(f)/nearbyStep))) * nearbyStep,
		}
		if admin {
			out[i].ID = f.ID
		}
		if f.CategoryID != nil {
			name := ids[*f.CategoryID]
			out[i].CategoryName = &name
		}
	}
	return out, nil
}

// rounded returns the middle of the part of the grid that a coordinate lies in.
func rounded(v int) int { return v/nearbyGrid*nearbyGrid + nearbyGrid/2 }

// nearestTo orders facts by their distance, of the rounded positions unless those are exact. They are
// ordered by the database, since there may be many in a square.
func nearestTo(here domain.Position, exact bool) func(*sql.Selector) {
	return func(s *sql.Selector) {
		north, east := s.C(complaintfact.FieldNorth), s.C(complaintfact.FieldEast)
		if !exact {
			middle := fmt.Sprintf(" / %d * %d + %d", nearbyGrid, nearbyGrid, nearbyGrid/2)
			north, east = north+middle, east+middle
		}
		up, aside := fmt.Sprintf("CAST(%s - %d AS DOUBLE PRECISION)", north, here.North), fmt.Sprintf("CAST(ABS(%s - %d) AS DOUBLE PRECISION)", east, here.East)
		aside = fmt.Sprintf("(CASE WHEN %s > %d THEN %d - %s ELSE %s END)", aside, domain.FullCircle/2, domain.FullCircle, aside, aside)
		shrunk := math.Cos(here.Latitude() * math.Pi / 180)
		s.OrderExpr(sql.Raw(fmt.Sprintf("%s * %s + %s * %s * %g", up, up, aside, aside, shrunk*shrunk)))
	}
}

// around finds the facts in a square around a position.
func around(here domain.Position, metres float64) func(*sql.Selector) {
	north, east := here.Around(metres)
	b := MapBoundsInput{South: -90, West: -180, North: 90, East: 180}
	if south := (domain.Position{North: here.North - north}); south.North > 0 {
		b.South = south.Latitude()
	}
	if top := (domain.Position{North: here.North + north}); top.Latitude() < 90 { // degrees
		b.North = top.Latitude()
	}
	if 2*east < domain.FullCircle {
		b.West = domain.Position{East: (here.East - east + domain.FullCircle) % domain.FullCircle}.Longitude()
		b.East = domain.Position{East: (here.East + east) % domain.FullCircle}.Longitude()
	}
	return func(s *sql.Selector) { s.Where(b.condition(s)) }
}

// categoryNames fills in the names of categories, by one statement.
func categoryNames(ctx context.Context, client *ent.Client, names map[uuid.UUID]string) error {
	if len(names) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, 0, len(names))
	for id := range names {
		ids = append(ids, id)
	}
	rows, err := client.Category.Query().Where(category.IDIn(ids...)).Select(category.FieldID, category.FieldName).All(ctx)
	for _, row := range rows {
		names[row.ID] = row.Name
	}
	return err
}
