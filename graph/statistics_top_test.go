package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// TestComplaintBacklog compares the number of open complaints at the end of each bucket, and what began
// and ended in it, with what Go makes of all rows; its filter finds those that were open.
func TestComplaintBacklog(t *testing.T) {
	seed := rand.Uint64()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		t.Logf("seed %d", seed)
		createRandomComplaints(t, s, rand.New(rand.NewPCG(seed, 5)), 200)
		w := newVisibilityModel(t, s)
		for _, as := range []string{User, Solver, Admin} {
			for _, q := range []map[string]any{
				{"bucket": "MONTH", "timezone": "Europe/Lisbon", "from": "2025-03-01T00:00:00Z"},
				{"bucket": "WEEK", "timezone": "America/New_York", "from": "2025-09-20T00:00:00Z", "to": "2025-12-08T10:00:00Z"},
				{"bucket": "DAY"},
				{"bucket": "MONTH", "from": "2025-06-01T00:00:00Z", "to": "2026-03-01T00:00:00Z", "where": map[string]any{"priorityIn": []string{"LOW", "HIGH"}, "or": []any{map[string]any{"title": "Drawn 1"}, map[string]any{"title": "Drawn 2"}}}},
			} {
				checkBacklog(t, s, w, as, q)
			}
		}
	})
}

func checkBacklog(t *testing.T, s *Server, w *visibilityModel, as string, q map[string]any) {
	t.Helper()
	say := fmt.Sprintf("%s asks %v", name(as), q)
	n, a := leastStatements(t, s, 1, as, `query($where: ComplaintWhereInput, $bucket: TimeBucket!, $timezone: String! = "UTC", $from: Time, $to: Time) {
		complaintBacklog(where: $where, bucket: $bucket, timezone: $timezone, from: $from, to: $to) { from to open submitted ended filter selection { `+selectionFields+` } } }`, q)
	if n > 1 {
		t.Errorf("%s takes %d statements", say, n)
	}
	points := a.At("complaintBacklog").([]any)
	if len(points) < 3 {
		t.Errorf("%s: %d points", say, len(points))
	}
	var rows []*ent.Complaint
	for _, c := range w.complaints {
		if w.seesComplaint(w.accounts[as], c) && (q["where"] == nil || slices.Contains([]string{"Drawn 1", "Drawn 2"}, c.Title) && (c.Priority == "LOW" || c.Priority == "HIGH")) {
			rows = append(rows, c)
		}
	}
	endOf := func(c *ent.Complaint) time.Time {
		switch {
		case slices.Contains(domain.OpenComplaintStatuses, c.Status):
			return domain.NoDeadline
		case c.ResolvedAt != nil:
			return *c.ResolvedAt
		case c.MovedAt != nil:
			return *c.MovedAt
		default:
			return c.UpdatedAt
		}
	}
	for i, p := range points {
		p := p.(map[string]any)
		from, to := parseTime(t, p["from"]), parseTime(t, p["to"])
		var submitted, ended float64
		open := map[uuid.UUID]bool{}
		for _, c := range rows {
			within := func(at time.Time) bool { return !at.Before(from) && at.Before(to) }
			if within(c.CreatedAt) {
				submitted++
			}
			if within(endOf(c)) {
				ended++
			}
			if c.CreatedAt.Before(to) && !endOf(c).Before(to) {
				open[c.ID] = true
			}
		}
		if p["open"] != float64(len(open)) || p["submitted"] != submitted || p["ended"] != ended {
			t.Errorf("%s: %v, want %d open, %v submitted, %v ended", say, p, len(open), submitted, ended)
		}
		if i > 0 && points[i-1].(map[string]any)["open"].(float64)+submitted-ended != p["open"] {
			t.Errorf("%s: %v does not follow %v", say, p, points[i-1])
		}
		if i%5 > 0 && i < len(points)-1 {
			continue // one in five and the last one
		}
		p["count"] = p["open"]
		checkSelection(t, s, as, p, q["where"])
		found := selectRows(t, s, w, as, p["filter"])
		if len(found) != len(open) || slices.ContainsFunc(found, func(c *ent.Complaint) bool { return !open[c.ID] }) {
			t.Errorf("%s: the filter %v finds %d of %d", say, p["filter"], len(found), len(open))
		}
	}
}

func parseTime(t *testing.T, v any) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, fmt.Sprint(v))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestTopBuckets: the first groups of each order are those that Go finds among all groups, and the rest has
// all other complaints, by its numbers and by its filter, also those without a value.
func TestTopBuckets(t *testing.T) {
	seed := rand.Uint64()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		t.Logf("seed %d", seed)
		createRandomComplaints(t, s, rand.New(rand.NewPCG(seed, 6)), 200)
		w := newVisibilityModel(t, s)
		for _, row := range []struct {
			as, arguments, groupBy string
			top                    int
		}{
			{Admin, ``, "ZONE, CATEGORY", 7},
			{Admin, ``, "ZONE, CATEGORY", 50},
			{Admin, `, sortBy: SHARE_OVERDUE`, "ZONE, CATEGORY", 6},
			{Admin, `, sortBy: MEDIAN_TIME, where: {not: {status: MERGED}}`, "SOLVER, CATEGORY", 5},
			{Admin, `, sortBy: COUNT`, "ZONE", 2},
			{Admin, `, sortBy: MEDIAN_TIME`, "PROVIDER", 2},
			{Admin, `, sortBy: COUNT`, "REASON_CODE", 2},
			{Admin, ``, "REASON_CODE, ZONE", 4},
			{Admin, ``, "ADDRESS", 2},
			{Admin, `, sortBy: COUNT`, "HANDLER, ADDRESS", 5},
			{Admin, `, sortBy: MEDIAN_TIME`, "ADDRESS, STATUS", 7},
			{Admin, `, sortBy: COUNT, bucket: MONTH, on: RESOLVED, from: "2025-09-01T00:00:00Z", to: "2026-02-01T00:00:00Z"`, "PRIORITY, ZONE", 3},
			{Admin, `, sortBy: SHARE_OVERDUE, timezone: "Europe/Lisbon"`, "RATING, HOUR_OF_DAY", 9},
			{Admin, `, level: 1`, "ZONE, STATUS", 3},
			{User, `, sortBy: COUNT`, "ZONE, STATUS", 2},
			{Solver, `, sortBy: MEDIAN_TIME`, "CATEGORY", 1},
		} {
			t.Run(row.groupBy+row.arguments+" as "+row.as, func(t *testing.T) { checkTop(t, s, w, row.as, row.arguments, row.groupBy, row.top) })
		}
	})
}

func checkTop(t *testing.T, s *Server, w *visibilityModel, as, arguments, groupBy string, top int) {
	t.Helper()
	ask := func(more string) (total float64, buckets []map[string]any) {
		a := s.MustExecute(t, as, fmt.Sprintf(`{ complaintStats(groupBy: [%s]%s%s) { total { count } buckets { %s } } }`, groupBy, more, arguments, bucketFields), nil)
		for _, b := range a.At("complaintStats", "buckets").([]any) {
			buckets = append(buckets, b.(map[string]any))
		}
		return a.At("complaintStats", "total", "count").(float64), buckets
	}
	key := func(b map[string]any) string {
		if b["rest"] == true {
			return "rest"
		}
		var all []string
		for by := range strings.SplitSeq(groupBy, ", ") {
			all = append(all, valueText(b[bucketField[by]]))
		}
		return strings.Join(all, "|")
	}
	total, all := ask("")
	_, some := ask(fmt.Sprintf(", top: %d", top))
	var fields []string
	for by := range strings.SplitSeq(groupBy, ", ") {
		fields = append(fields, bucketField[by])
	}
	// Counts and shares alone are counted in another way.
	few := s.MustExecute(t, as, fmt.Sprintf(`{ complaintStats(groupBy: [%s], top: %d%s) { buckets { rest count overdueShare %s } } }`, groupBy, top, arguments, strings.Join(fields, " ")), nil)
	for i, b := range few.At("complaintStats", "buckets").([]any) {
		b := b.(map[string]any)
		if key(b) != key(some[i]) || b["count"] != some[i]["count"] || b["overdueShare"] != some[i]["overdueShare"] {
			t.Errorf("place %d has %v without the other numbers, and %v with them", i, b, some[i])
		}
	}
	sorted := strings.Contains(arguments, "sortBy")
	counts, keys := map[string]float64{}, []string{}
	for _, b := range all {
		if counts[key(b)] == 0 {
			keys = append(keys, key(b))
		}
		counts[key(b)] += b["count"].(float64)
	}
	first := map[string]bool{}
	sum, rests, seen := 0.0, 0, map[uuid.UUID]bool{}
	for _, b := range some {
		sum += b["count"].(float64)
		if b["rest"] == true {
			rests++
		} else {
			first[key(b)] = true
		}
		rows := selectRows(t, s, w, as, b["filter"])
		checkNumbers(t, key(b), b, rows)
		var where any
		if strings.Contains(arguments, "MERGED") {
			where = map[string]any{"not": map[string]any{"status": "MERGED"}}
		}
		checkSelection(t, s, as, b, where)
		for _, c := range rows {
			if seen[c.ID] {
				t.Errorf("%s stands in two buckets", c.ID)
			}
			seen[c.ID] = true
		}
	}
	if sum != total || len(seen) != int(total) {
		t.Errorf("%v in buckets, %d by their filters, %v in all", sum, len(seen), total)
	}
	if len(first) != min(top, len(keys)) || (rests > 0) != (len(keys) > top) {
		t.Errorf("%d groups and %d rests of %d", len(first), rests, len(keys))
	}
	least := total
	for k := range first {
		least = min(least, counts[k])
	}
	switch {
	case sorted && !strings.Contains(arguments, "COUNT"):
		for i, k := range keys[:min(top, len(keys))] {
			if !strings.Contains(arguments, "bucket") && key(some[i]) != k {
				t.Errorf("place %d has %s, want %s", i, key(some[i]), k)
			}
		}
		score := func(b map[string]any) float64 {
			if strings.Contains(arguments, "SHARE_OVERDUE") {
				return b["overdueShare"].(float64)
			}
			if median, ok := b["timeToResolution"].(map[string]any)["median"].(float64); ok {
				return median
			}
			return -1
		}
		if !slices.IsSortedFunc(all, func(a, b map[string]any) int { return int(1000 * (score(b) - score(a))) }) {
			t.Errorf("all are not sorted by %s", arguments)
		}
	default:
		for _, k := range keys {
			if !first[k] && counts[k] > least {
				t.Errorf("%s has %v and is among the rest; one of the first has %v", k, counts[k], least)
			}
		}
	}
}

// TestStatsOfGroups: a complaint counts in each group of its solver, and once in the total.
func TestStatsOfGroups(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		createRandomComplaints(t, s, rand.New(rand.NewPCG(1, 7)), 100)
		ctx, c := System(), s.Store.Client()
		w := newVisibilityModel(t, s)
		var solvers []*ent.User
		for _, u := range w.users {
			if u.Role == domain.RoleSolver {
				solvers = append(solvers, u)
			}
		}
		both := c.Group.Create().SetName("Both").SetCreatedAt(s.Clock.Now()).AddMembers(solvers...).SaveX(ctx)
		one := c.Group.Create().SetName("One").SetCreatedAt(s.Clock.Now()).AddMembers(w.accounts[Solver]).SaveX(ctx)
		groups := map[string][]uuid.UUID{}
		for _, m := range c.Group.Query().WithMembers().AllX(ctx) {
			for _, u := range m.Edges.Members {
				groups[u.ID.String()] = append(groups[u.ID.String()], m.ID)
			}
		}
		want := map[string]int{}
		for _, row := range w.complaints {
			mine := groups[idText(row.SolverID)]
			if len(mine) == 0 {
				want[""]++
			}
			for _, id := range mine {
				want[id.String()]++
			}
		}
		a := s.MustExecute(t, Admin, `{ complaintStats(groupBy: [GROUP]) { total { count } buckets { groupId groupName count sla { met } filter selection { groupId none } } } }`, nil)
		if got := a.At("complaintStats", "total", "count"); got != float64(len(w.complaints)) {
			t.Errorf("%v in all, want %d", got, len(w.complaints))
		}
		got, called := map[string]int{}, map[string]any{}
		for _, b := range a.At("complaintStats", "buckets").([]any) {
			b := b.(map[string]any)
			id := valueText(b["groupId"])
			checkSelection(t, s, Admin, b, nil)
			got[id], called[id] = int(b["count"].(float64)), b["groupName"]
			if found := len(selectRows(t, s, w, Admin, b["filter"])); found != got[id] {
				t.Errorf("%v finds %d of %d", b["filter"], found, got[id])
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || got[one.ID.String()] == 0 || called[both.ID.String()] != "Both" {
			t.Errorf("%v %v, want %v", got, called, want)
		}
	})
}
