package graph_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/reconcile"
	"github.com/redress/redress/internal/stats"
	. "github.com/redress/redress/internal/testenv"
)

// placeComplaints gives all complaints a position, some near each other, and some near the antimeridian.
func placeComplaints(t *testing.T, s *Server, r *rand.Rand) {
	t.Helper()
	ctx, c := System(), s.Store.Client()
	var all []*ent.Complaint
	for i, row := range c.Complaint.Query().Order(complaint.ByID()).AllX(ctx) {
		lat, lon := -33.9+r.Float64()/5, 18.4+r.Float64()/5
		switch i % 10 {
		case 0:
			lat, lon = -16.8+r.Float64()/50, 179.99+r.Float64()/100
		case 1:
			lat, lon = -16.8+r.Float64()/50, -180+r.Float64()/100
		case 2: // one place
			lat, lon = -33.91, 18.42
		}
		change := c.Complaint.UpdateOne(row).SetLatitude(lat).SetLongitude(lon)
		if i%11 == 0 {
			change.ClearLatitude().ClearLongitude()
		}
		all = append(all, change.SaveX(ctx))
	}
	if err := stats.SaveFacts(ctx, c, all...); err != nil {
		t.Fatal(err)
	}
}

const mapQuery = `query($b: MapBoundsInput!, $z: Int!, $w: ComplaintWhereInput) { complaintMap(bounds: $b, zoom: $z, where: $w) {
	count zoom clusters { count bounds { south west north east } centre { latitude longitude } } complaints { id latitude longitude category { name } } } }`

func boundsInput(south, west, north, east float64) map[string]any {
	return map[string]any{"south": south, "west": west, "north": north, "east": east}
}

func number(t *testing.T, v any) float64 {
	t.Helper()
	n, ok := v.(float64)
	if !ok {
		t.Fatalf("%v is no number", v)
	}
	return n
}

// TestComplaintMap compares maps of each account with the complaints that it may see.
func TestComplaintMap(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		r := rand.New(rand.NewPCG(1, 2))
		createRandomComplaints(t, s, r, 400)
		placeComplaints(t, s, r)
		w := newVisibilityModel(t, s)
		parts := []map[string]any{
			boundsInput(-90, -180, 90, 180), boundsInput(-34, 18.3, -33.6, 18.7), boundsInput(-33.85, 18.45, -33.75, 18.55),
			boundsInput(-17, 179.9, -16, -179.9), boundsInput(-33.911, 18.419, -33.909, 18.421), boundsInput(10, 10, 11, 11),
		}
		for _, as := range Everyone[1:] {
			if !slices.Contains([]domain.Role{domain.RoleUser, domain.RoleSolver, domain.RoleAdmin}, w.accounts[as].Role) {
				continue
			}
			visible := w.rows(w.accounts[as])["Complaint"]
			for _, b := range parts {
				for zoom := 0; zoom <= stats.MaxZoom; zoom += 4 {
					for _, where := range []map[string]any{nil, {"status": "SUBMITTED"}, {"titleContains": "Drawn"}, {"hasCategoryWith": map[string]any{"nameContains": "a"}}} {
						checkMap(t, s, w, as, visible, b, zoom, where)
					}
				}
			}
		}
	})
}

func checkMap(t *testing.T, s *Server, w *visibilityModel, as string, visible map[string]bool, b map[string]any, zoom int, where map[string]any) {
	t.Helper()
	var want []string
	inside := func(c *ent.Complaint, b map[string]any) bool {
		if c.Latitude == nil || *c.Latitude < number(t, b["south"])-1e-9 || *c.Latitude > number(t, b["north"])+1e-9 {
			return false
		}
		west, east := *c.Longitude >= number(t, b["west"])-1e-9, *c.Longitude <= number(t, b["east"])+1e-9
		if number(t, b["east"]) < number(t, b["west"]) {
			return west || east
		}
		return west && east
	}
	matches := func(c *ent.Complaint) bool {
		switch {
		case where["status"] != nil:
			return c.Status == domain.ComplaintSubmitted
		case where["titleContains"] != nil:
			return strings.Contains(c.Title, "Drawn")
		case where["hasCategoryWith"] != nil:
			return c.CategoryID != nil && strings.Contains(w.categories[*c.CategoryID].Name, "a")
		}
		return true
	}
	for id, c := range w.complaints {
		if visible[id.String()] && inside(c, b) && matches(c) {
			want = append(want, id.String())
		}
	}
	a := s.MustExecute(t, as, mapQuery, map[string]any{"b": b, "z": zoom, "w": where})
	if got := number(t, a.At("complaintMap", "count")); int(got) != len(want) {
		t.Fatalf("%s at %d in %v where %v: %v complaints, want %d", name(as), zoom, b, where, got, len(want))
	}
	clusters, _ := a.At("complaintMap", "clusters").([]any)
	singles := ids(t, a.At("complaintMap", "complaints"))
	if len(want) <= stats.MaxSingle {
		slices.Sort(want)
		slices.Sort(singles)
		if len(clusters) > 0 || !slices.Equal(singles, want) {
			t.Errorf("%s at %d in %v where %v: %d clusters and %d of %d complaints", name(as), zoom, b, where, len(clusters), len(singles), len(want))
		}
		return
	}
	if len(singles) > 0 || len(clusters) > stats.MaxCells {
		t.Errorf("%d clusters, %d complaints", len(clusters), len(singles))
	}
	sum := 0
	for _, one := range clusters {
		one, _ := one.(map[string]any)
		bounds, _ := one["bounds"].(map[string]any)
		centre, _ := one["centre"].(map[string]any)
		n := 0
		var lat, lon float64
		for _, id := range want {
			if c := w.complaints[uuid.MustParse(id)]; inside(c, bounds) {
				n++
				lat += *c.Latitude
				lon += *c.Longitude
			}
		}
		if n != int(number(t, one["count"])) {
			t.Errorf("%v complaints in %v, want %d", one["count"], bounds, n)
			continue
		}
		if math.Abs(lat/float64(n)-number(t, centre["latitude"])) > 2e-6 || math.Abs(lon/float64(n)-number(t, centre["longitude"])) > 2e-6 {
			t.Errorf("the centre of %v is %v, want %v %v", bounds, centre, lat/float64(n), lon/float64(n))
		}
		sum += n
	}
	if sum != len(want) {
		t.Errorf("%d complaints in clusters, want %d", sum, len(want))
	}
}

// TestComplaintMapRefusals: bounds that are too large for the zoom get a coarser grid.
func TestComplaintMapRefusals(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		a := s.MustExecute(t, Admin, mapQuery, map[string]any{"b": boundsInput(-90, -180, 90, 180), "z": 22})
		if zoom := number(t, a.At("complaintMap", "zoom")); zoom > 3 {
			t.Errorf("zoom is %v", zoom)
		}
		for field, variables := range map[string]map[string]any{
			"zoom":         {"b": boundsInput(0, 0, 1, 1), "z": 23},
			"bounds.north": {"b": boundsInput(1, 0, 0, 1), "z": 3},
			"bounds.south": {"b": boundsInput(-91, 0, 0, 1), "z": 3},
			"bounds.east":  {"b": boundsInput(0, 0, 0, 181), "z": -1},
		} {
			if a := s.Execute(t, Admin, mapQuery, variables); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, field) {
				t.Errorf("%s: %s", field, a.Raw)
			}
		}
	})
}

const nearbyQuery = `query($lat: Float!, $lon: Float!, $m: Int!, $c: ID) { nearbyComplaints(latitude: $lat, longitude: $lon, metres: $m, categoryId: $c) {
	categoryId categoryName status ageInDays distance complaint { id reference title latitude } } }`

// TestNearbyComplaints: administrators get the complaints, everybody else what does not tell which they
// are, of categories that are open for it.
func TestNearbyComplaints(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		const lat, lon = -45.87123, 170.50456
		open, shut := c.Category.Query().Order(ent.Asc("id")).AllX(ctx)[0], c.Category.Query().Order(ent.Asc("id")).AllX(ctx)[1]
		now := s.Clock.Now()
		var all []*ent.Complaint
		add := func(title string, in *ent.Category, status domain.ComplaintStatus, north, east float64) {
			at := now.Add(-time.Duration(50+len(all)) * time.Hour).Truncate(time.Millisecond)
			all = append(all, c.Complaint.Create().SetReference("NEAR-"+title).SetTitle(title+" title").SetDescription(title+" text").
				SetStatus(status).SetPriority(domain.PriorityNormal).SetSource(domain.SourceStaff).SetCategory(in).
				SetLatitude(lat+north/111_195).SetLongitude(lon+east/111_195/math.Cos(lat*math.Pi/180)).
				SetCreatedAt(at).SetUpdatedAt(at).SaveX(ctx))
		}
		add("first", open, domain.ComplaintSubmitted, 10, 0)
		for i := range 6 {
			add(fmt.Sprint("other", i), open, domain.ComplaintInProgress, 90, float64(i))
		}
		add("closed", open, domain.ComplaintClosed, 0, 5)
		add("shut", shut, domain.ComplaintSubmitted, 5, 5)
		add("far", open, domain.ComplaintSubmitted, 0, 590)
		if err := stats.SaveFacts(ctx, c, all...); err != nil {
			t.Fatal(err)
		}
		here := map[string]any{"lat": lat, "lon": lon, "m": 200}

		if rows := s.MustExecute(t, User, nearbyQuery, here).At("nearbyComplaints").([]any); len(rows) > 0 {
			t.Errorf("a category that nobody opened shows %v", rows)
		}
		opened := s.MustExecute(t, Admin, `mutation($in: UpdateCategoryInput!) { updateCategory(input: $in) { category { shownNearby } } }`,
			map[string]any{"in": map[string]any{"id": open.ID.String(), "shownNearby": true}})
		if opened.At("updateCategory", "category", "shownNearby") != true {
			t.Error(opened.Raw)
		}
		for _, as := range []string{User, Solver, Provider} {
			a := s.MustExecute(t, as, nearbyQuery, here)
			rows := a.At("nearbyComplaints").([]any)
			if len(rows) != 5 {
				t.Fatalf("%s: %s", name(as), a.Raw)
			}
			for i, row := range rows {
				row := row.(map[string]any)
				if row["categoryName"] != open.Name || row["complaint"] != nil || int(number(t, row["distance"]))%50 != 0 || number(t, row["ageInDays"]) != 2 {
					t.Errorf("%s: %v", name(as), row)
				}
				if want := map[bool]string{true: "SUBMITTED", false: "IN_PROGRESS"}[i == 0]; row["status"] != want {
					t.Errorf("%s: %d is %v", name(as), i, row)
				}
			}
			for _, row := range all {
				for _, secret := range []string{row.ID.String(), row.Reference, row.Title, row.Description} {
					if strings.Contains(a.Raw, secret) {
						t.Errorf("%s reads %s", name(as), secret)
					}
				}
			}
			// From wherever somebody measures, two complaints in one square of the grid look alike.
			if a := s.Execute(t, as, nearbyQuery, map[string]any{"lat": lat, "lon": lon, "m": 201}); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "metres") {
				t.Error(a.Raw)
			}
		}
		a := s.MustExecute(t, Admin, nearbyQuery, map[string]any{"lat": lat, "lon": lon, "m": 1000})
		if rows := a.At("nearbyComplaints").([]any); len(rows) != len(all) || a.At("nearbyComplaints", 0, "complaint", "id") == nil || a.At("nearbyComplaints", len(all)-1, "distance") != float64(600) {
			t.Errorf("administrators get %s", a.Raw)
		}
		here["c"] = shut.ID.String()
		if rows := s.MustExecute(t, Admin, nearbyQuery, here).At("nearbyComplaints").([]any); len(rows) != 1 {
			t.Errorf("of one category: %v", rows)
		}
		if rows := s.MustExecute(t, User, nearbyQuery, here).At("nearbyComplaints").([]any); len(rows) != 0 {
			t.Errorf("of a category that is not open: %v", rows)
		}
		delete(here, "c")

		s.Clock.Stop()
		var last Result
		for range domain.NearbyPerHour {
			last = s.Execute(t, User, nearbyQuery, here)
		}
		if last.Code() != "RATE_LIMITED" {
			t.Errorf("there is no end: %s", last.Raw)
		}
		if a := s.Execute(t, Solver, nearbyQuery, here); a.Code() != "" {
			t.Errorf("others are limited too: %s", a.Raw)
		}
		s.Clock.Advance(71 * time.Minute)
		if a := s.Execute(t, User, nearbyQuery, here); a.Code() != "" {
			t.Errorf("after an hour: %s", a.Raw)
		}
	})
}

// TestPositionsOfFacts: what is derived from a position is checked and can be repaired.
func TestPositionsOfFacts(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		c.ComplaintFact.Update().ClearNorth().ClearEast().ClearBlock().ExecX(ctx)
		placed := c.Complaint.Query().Where(complaint.LatitudeNotNil()).CountX(ctx)
		count := func(fix bool) int {
			results, err := reconcile.Reconciliation{Client: c, DB: s.Store.DB(), Dialect: s.Store.Dialect(), Fix: fix}.Run(ctx)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, r := range results {
				n += r.Wrong
			}
			return n
		}
		if n := count(true); placed == 0 || n != placed {
			t.Errorf("%d are wrong, want %d", n, placed)
		}
		if n := count(false); n != 0 {
			t.Errorf("%d are wrong after the repair", n)
		}
	})
}
