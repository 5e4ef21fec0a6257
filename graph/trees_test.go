package graph_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/reconcile"
	. "github.com/redress/redress/internal/testenv"
)

// TestTrees: a zone and a category are found with everything below them, in lists, tasks, accounts and
// statistics, which add up at every level; moves take what lies below along, and verify-counts finds and
// corrects what does not fit.
func TestTrees(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		create := func(kind, name string, parent any) string {
			field := map[string]string{"Zone": "zone", "Category": "category"}[kind]
			return s.MustExecute(t, Admin, fmt.Sprintf(`mutation($in: Create%sInput!) { x: create%[1]s(input: $in) { %s { id } } }`, kind, field),
				map[string]any{"in": map[string]any{"name": name, "parentId": parent}}).At("x", field, "id").(string)
		}
		north, south := create("Zone", "Tree north", nil), create("Zone", "Tree south", nil)
		mill := create("Zone", "Mill", north)
		lane := create("Zone", "Mill Lane", mill)
		roads := create("Category", "Tree roads", nil)
		holes := create("Category", "Holes", roads)
		submit := func(zone, kind string) {
			s.MustExecute(t, Admin, `mutation($in: SubmitComplaintInput!) { submitComplaint(input: $in) { complaint { id } } }`,
				map[string]any{"in": map[string]any{"title": "Tree " + zone, "zoneId": zone, "categoryId": kind}})
		}
		submit(north, roads)
		submit(mill, holes)
		submit(lane, holes)
		submit(lane, roads)
		submit(south, roads)
		count := func(list string, where any) int {
			kind := map[string]string{"complaints": "Complaint", "tasks": "Task", "users": "User", "zones": "Zone", "categories": "Category"}[list]
			a := s.MustExecute(t, Admin, fmt.Sprintf(`query($w: %sWhereInput) { %s(where: $w) { totalCount } }`, kind, list), map[string]any{"w": where})
			return int(a.At(list, "totalCount").(float64))
		}
		within := func(id string) map[string]any { return map[string]any{"within": id} }
		check := func(what string, got, want int) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %d, want %d", what, got, want)
			}
		}
		check("north", count("complaints", map[string]any{"zone": within(north)}), 4)
		check("mill", count("complaints", map[string]any{"zone": within(mill)}), 3)
		check("lane", count("complaints", map[string]any{"zone": within(lane)}), 2)
		check("roads", count("complaints", map[string]any{"category": within(roads)}), 5)
		check("holes in the north", count("complaints", map[string]any{"category": within(holes), "zone": within(north)}), 2)
		check("holes outside of mill", count("complaints", map[string]any{"category": within(holes), "not": map[string]any{"zone": within(mill)}}), 0)
		check("a zone that does not exist", count("complaints", map[string]any{"zone": within(uuid.NewString())}), 0)
		check("zones of the north", count("zones", within(north)), 3)
		check("zones of the lane", count("zones", within(lane)), 1)
		check("categories of roads", count("categories", within(roads)), 2)
		check("tasks", count("tasks", map[string]any{"zone": within(north)}), 0)
		check("accounts", count("users", map[string]any{"zone": within(north)}), 0)

		statistics := func(where map[string]any, dimensions string, level int) map[string]int {
			a := s.MustExecute(t, Admin, fmt.Sprintf(`query($w: ComplaintWhereInput) { complaintStats(where: $w, groupBy: %s, level: %d) {
				total { count } buckets { zoneId zoneName categoryName count sla { met } timeToResolution { count } filter } } }`, dimensions, level), map[string]any{"w": where})
			out, sum := map[string]int{}, 0
			for i := range a.At("complaintStats", "buckets").([]any) {
				b := a.At("complaintStats", "buckets", i).(map[string]any)
				n := int(b["count"].(float64))
				name := fmt.Sprint(b["zoneName"])
				if b["categoryName"] != nil {
					name += " " + fmt.Sprint(b["categoryName"])
				}
				out[name] = n
				sum += n
				if found := count("complaints", b["filter"]); found != n {
					raw, _ := json.Marshal(b["filter"])
					t.Errorf("%s has %d complaints, and its filter %s finds %d", name, n, raw, found)
				}
			}
			if total := int(a.At("complaintStats", "total", "count").(float64)); total != sum {
				t.Errorf("%s at level %d: %d in all, %d in buckets", dimensions, level, total, sum)
			}
			return out
		}
		ours := map[string]any{"titleHasPrefix": "Tree "}
		for _, row := range []struct {
			where      map[string]any
			dimensions string
			level      int
			want       map[string]int
		}{
			{ours, "[ZONE]", 1, map[string]int{"Tree north": 4, "Tree south": 1}},
			{ours, "[ZONE]", 2, map[string]int{"Tree north": 1, "Mill": 3, "Tree south": 1}},
			{ours, "[ZONE]", 3, map[string]int{"Tree north": 1, "Mill": 1, "Mill Lane": 2, "Tree south": 1}},
			{ours, "[ZONE, CATEGORY]", 1, map[string]int{"Tree north Tree roads": 4, "Tree south Tree roads": 1}},
		} {
			if got := statistics(row.where, row.dimensions, row.level); fmt.Sprint(got) != fmt.Sprint(row.want) {
				t.Errorf("%s at level %d: %v, want %v", row.dimensions, row.level, got, row.want)
			}
		}
		if all := statistics(nil, "[ZONE]", 1); all["Tree north"] != 4 { // from the rollups
			t.Errorf("all by top zones: %v", all)
		}
		for _, bad := range []string{"level: 1", "groupBy: [STATUS], level: 1", "groupBy: [ZONE], level: 0"} {
			if a := s.Execute(t, Admin, `{ complaintStats(`+bad+`) { total { count } } }`, nil); a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%s: %.300s", bad, a.Raw)
			}
		}

		s.MustExecute(t, Admin, `mutation($in: MoveZoneInput!) { moveZone(input: $in) { zone { id } } }`, map[string]any{"in": map[string]any{"id": mill, "parentId": south}})
		check("north after the move", count("complaints", map[string]any{"zone": within(north)}), 1)
		check("south after the move", count("complaints", map[string]any{"zone": within(south)}), 4)
		check("lane after the move", count("complaints", map[string]any{"zone": within(lane)}), 2)
		s.MustExecute(t, Admin, `mutation($in: MoveZoneInput!) { moveZone(input: $in) { zone { id } } }`, map[string]any{"in": map[string]any{"id": lane, "parentId": nil}})
		check("south without the lane", count("complaints", map[string]any{"zone": within(south)}), 2)
		check("zones of the lane, at the top", count("zones", within(lane)), 1)

		wrong := func(fix bool) map[string]int {
			found, err := reconcile.Reconciliation{Client: c, DB: s.Store.DB(), Dialect: s.Dialect, Fix: fix}.Run(ctx)
			if err != nil {
				t.Fatal(err)
			}
			out := map[string]int{}
			for _, f := range found {
				if f.Wrong > 0 {
					out[f.What] = f.Wrong
				}
			}
			return out
		}
		if w := wrong(false); len(w) > 0 {
			t.Errorf("wrong after moves: %v", w)
		}
		c.Zone.UpdateOneID(uuid.MustParse(mill)).SetPath("elsewhere/").ExecX(ctx)
		c.Category.UpdateOneID(uuid.MustParse(holes)).SetPath("").ExecX(ctx)
		c.Complaint.Update().Where(complaint.PriorityEQ(domain.PriorityNormal), complaint.TitleHasPrefix("Tree ")).SetPriorityOrder(1).ExecX(ctx)
		files := c.Media.Query().Where(media.UpdateIDNotNil(), media.ShownOnIDNotNil()).AllX(ctx)
		c.Media.Update().Where(media.UpdateIDNotNil()).ClearShownOnID().ExecX(ctx)
		want := map[string]int{"lists of media": len(files), "paths of zones": 1, "paths of categories": 1, "sort keys of priorities": 5}
		if w := wrong(true); fmt.Sprint(w) != fmt.Sprint(want) {
			t.Errorf("found %v, want %v", w, want)
		}
		if w := wrong(false); len(w) > 0 || len(files) == 0 {
			t.Errorf("wrong after they were fixed: %v", w)
		}
	})
}

// TestNewFilters compares filters with the rows that they stand for.
func TestNewFilters(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		complaints := c.Complaint.Query().WithContact().WithTasks().WithMedia().AllX(ctx)
		rows := func(list, kind string, where any) (found []string) {
			var after any
			for {
				a := s.MustExecute(t, Admin, fmt.Sprintf(`query($w: %sWhereInput, $c: Cursor) { l: %s(first: 100, after: $c, where: $w) { pageInfo { hasNextPage endCursor } edges { node { id } } } }`, kind, list), map[string]any{"w": where, "c": after})
				found = append(found, ids(t, a.At("l"))...)
				if a.At("l", "pageInfo", "hasNextPage") != true {
					return found
				}
				after = a.At("l", "pageInfo", "endCursor")
			}
		}
		compare := func(list, kind string, where map[string]any, all int, is func(id string) bool, want int) {
			t.Helper()
			found := rows(list, kind, where)
			for _, id := range found {
				if !is(id) {
					t.Errorf("%s %v finds %s", list, where, id)
				}
			}
			if len(found) != want {
				t.Errorf("%s %v finds %d of %d, want %d", list, where, len(found), all, want)
			}
		}
		byID := map[string]*ent.Complaint{}
		for _, one := range complaints {
			byID[one.ID.String()] = one
		}
		live := func(one *ent.Complaint) *ent.WorkTask {
			for _, task := range one.Edges.Tasks {
				if task.Status.Live() {
					return task
				}
			}
			return nil
		}
		var solver, provider uuid.UUID
		for _, one := range complaints {
			if task := live(one); task != nil && task.ProviderID != nil {
				solver, provider = task.SolverID, *task.ProviderID
			}
		}
		some := 0
		for _, row := range []struct {
			where map[string]any
			is    func(*ent.Complaint) bool
		}{
			{map[string]any{"flagged": true}, func(c *ent.Complaint) bool { return c.Flagged }},
			{map[string]any{"flagged": false}, func(c *ent.Complaint) bool { return !c.Flagged }},
			{map[string]any{"hasTask": true}, func(c *ent.Complaint) bool { return len(c.Edges.Tasks) > 0 }},
			{map[string]any{"hasTask": false}, func(c *ent.Complaint) bool { return len(c.Edges.Tasks) == 0 }},
			{map[string]any{"toReview": true}, func(c *ent.Complaint) bool {
				task := live(c)
				return task != nil && task.Status == domain.TaskCompletionSubmitted
			}},
			{map[string]any{"toReview": false}, func(c *ent.Complaint) bool {
				task := live(c)
				return task == nil || task.Status != domain.TaskCompletionSubmitted
			}},
			{map[string]any{"hasMedia": true}, func(c *ent.Complaint) bool { return len(c.Edges.Media) > 0 }},
			{map[string]any{"hasMedia": false}, func(c *ent.Complaint) bool { return len(c.Edges.Media) == 0 }},
			{map[string]any{"reopened": true}, func(c *ent.Complaint) bool { return c.ReopenedCount > 0 }},
			{map[string]any{"reopened": false}, func(c *ent.Complaint) bool { return c.ReopenedCount == 0 }},
			{map[string]any{"unrated": true}, func(c *ent.Complaint) bool {
				return c.Rating == nil && (c.Status == domain.ComplaintResolved || c.Status == domain.ComplaintClosed)
			}},
			{map[string]any{"workingSolverId": solver.String()}, func(c *ent.Complaint) bool { task := live(c); return task != nil && task.SolverID == solver }},
			{map[string]any{"workingProviderId": provider.String()}, func(c *ent.Complaint) bool {
				task := live(c)
				return task != nil && task.ProviderID != nil && *task.ProviderID == provider
			}},
			{map[string]any{"contactName": ""}, func(c *ent.Complaint) bool { return c.Edges.Contact != nil }},
		} {
			want := 0
			for _, one := range complaints {
				if row.is(one) {
					want++
				}
			}
			if want > 0 && want < len(complaints) {
				some++
			}
			compare("complaints", "Complaint", row.where, len(complaints), func(id string) bool { return row.is(byID[id]) }, want)
			if a := s.MustExecute(t, Admin, `query($w: ComplaintWhereInput) { complaintStats(where: $w) { total { count } } }`, map[string]any{"w": row.where}); a.At("complaintStats", "total", "count") != float64(want) {
				t.Errorf("the statistics of %v: %s, want %d", row.where, a.Raw, want)
			}
		}
		if some < 6 {
			t.Errorf("only %d conditions tell complaints apart", some)
		}

		tasks := c.WorkTask.Query().AllX(ctx)
		taskByID := map[string]*ent.WorkTask{}
		unpaid, overdue := 0, 0
		claimed := map[string]bool{}
		for _, claim := range c.PaymentClaim.Query().AllX(ctx) {
			claimed[claim.Key] = true
		}
		isUnpaid := func(task *ent.WorkTask) bool {
			return task.Status == domain.TaskCompleted && !claimed[domain.TaskClaim(task.ID)]
		}
		now := s.Clock.Now()
		isOverdue := func(task *ent.WorkTask) bool {
			return task.Status.Live() && task.DueAt != nil && task.DueAt.Before(now)
		}
		for _, task := range tasks {
			taskByID[task.ID.String()] = task
			if isUnpaid(task) {
				unpaid++
			}
			if isOverdue(task) {
				overdue++
			}
		}
		if unpaid == 0 || unpaid == len(tasks) {
			t.Errorf("%d of %d tasks are unpaid", unpaid, len(tasks))
		}
		compare("tasks", "Task", map[string]any{"unpaid": true}, len(tasks), func(id string) bool { return isUnpaid(taskByID[id]) }, unpaid)
		compare("tasks", "Task", map[string]any{"unpaid": false}, len(tasks), func(id string) bool { return !isUnpaid(taskByID[id]) }, len(tasks)-unpaid)
		compare("tasks", "Task", map[string]any{"overdue": true}, len(tasks), func(id string) bool { return isOverdue(taskByID[id]) }, overdue)
		compare("tasks", "Task", map[string]any{"overdue": false}, len(tasks), func(id string) bool { return !isOverdue(taskByID[id]) }, len(tasks)-overdue)
		one := tasks[0]
		its := c.Complaint.GetX(ctx, one.ComplaintID)
		compare("tasks", "Task", map[string]any{"search": its.Reference}, len(tasks), func(id string) bool { return taskByID[id].ComplaintID == its.ID },
			c.Complaint.QueryTasks(its).CountX(ctx))

		for _, p := range c.Payment.Query().WithReversedBy().WithTasks().AllX(ctx) {
			status := "PAID"
			if p.Edges.ReversedBy != nil {
				status = "REVERSED"
			}
			where := map[string]any{"status": status, "search": p.PaymentReference}
			if n := len(p.Edges.Tasks); n > 0 {
				where["taskId"] = p.Edges.Tasks[n-1].ID.String()
				a := s.MustExecute(t, Admin, `query($id: ID!) { task(id: $id) { payments(first: 100) { edges { node { id } } } } }`, map[string]any{"id": where["taskId"]})
				if found := ids(t, a.At("task", "payments")); len(found) == 0 {
					t.Errorf("task %v has no payments", where["taskId"])
				}
			}
			found := false
			for _, id := range rows("payments", "Payment", where) {
				found = found || id == p.ID.String()
			}
			if !found {
				t.Errorf("%v does not find payment %s", where, p.ID)
			}
		}
		for _, n := range c.Notification.Query().Limit(5).AllX(ctx) {
			if n.ComplaintID != nil {
				rows("notifications", "Notification", map[string]any{"kind": "COMPLAINT", "subjectId": n.ComplaintID.String()})
			}
		}
		if found := rows("users", "User", map[string]any{"lastSignInAtNotNil": true}); len(found) > 0 {
			t.Errorf("%d accounts have signed in before anybody did", len(found))
		}
		s.MustExecute(t, Anonymous, `mutation { login(input: {email: "admin@example.com", password: "redress-demo"}) { refreshToken } }`, nil)
		signedIn := rows("users", "User", map[string]any{"lastSignInAtNotNil": true, "search": "ADMIN@EXAMPLE.COM"})
		if len(signedIn) != 1 {
			t.Errorf("%d administrators of that address signed in", len(signedIn))
		}
	})
}
