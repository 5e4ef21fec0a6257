package graph_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// work is what workload says of a solver.
type work struct {
	live, overdue, done int
	times               []time.Duration
}

// median returns the median of the times in seconds, or nil.
func (w *work) median() any {
	if len(w.times) == 0 {
		return nil
	}
	slices.Sort(w.times)
	return w.times[(len(w.times)+1)/2-1].Round(time.Second).Seconds()
}

// countWork counts the work of each solver from the rows of the tasks.
func countWork(s *Server, monday time.Time) map[string]*work {
	all := map[string]*work{}
	for _, u := range s.Store.Client().User.Query().Where(user.RoleEQ(domain.RoleSolver)).AllX(System()) {
		all[u.ID.String()] = &work{}
	}
	for _, task := range s.Store.Client().WorkTask.Query().AllX(System()) {
		w := all[task.SolverID.String()]
		switch {
		case w == nil:
		case task.Status.Live():
			w.live++
			if task.DueAt != nil && task.DueAt.Before(s.Clock.Now()) {
				w.overdue++
			}
		case task.Status == domain.TaskCompleted && !task.EndedAt.Before(s.Clock.Now().AddDate(0, 0, -30)):
			w.times = append(w.times, task.EndedAt.Sub(task.CreatedAt))
			if !task.EndedAt.Before(monday) {
				w.done++
			}
		}
	}
	return all
}

func mondayOf(t time.Time, place *time.Location) time.Time {
	y, m, d := t.In(place).Date()
	return time.Date(y, m, d-(int(t.In(place).Weekday())+6)%7, 0, 0, 0, 0, place)
}

// createSolver creates an account for a solver of a zone.
func createSolver(t *testing.T, s *Server, name string, zone any) string {
	t.Helper()
	return createRow(t, s, "createUser", "user", map[string]any{"name": name, "email": uuid.NewString() + "@example.com", "role": "SOLVER", "zoneId": zone}).(string)
}

// TestWorkload compares the work of solvers with their tasks, in every order and for some of them.
func TestWorkload(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		z := s.Store.Client().Zone.Query().Where(zone.ParentIDNotNil()).FirstX(System())
		idle := createSolver(t, s, "Idle Anand", z.ID)
		// Of tasks that were declined, returned or reassigned none is anybody's who had it.
		for _, steps := range [][]string{{"declineTask"}, {"acceptTask", "returnTask"}, {"reassignTask"}, {}} {
			e := newTaskFixture(t, s)
			for _, mutation := range steps {
				as := Solver
				if mutation == "reassignTask" {
					as = Admin
				}
				e.mustDo(t, as, mutation, nil)
			}
		}
		tokyo, err := time.LoadLocation("Asia/Tokyo")
		if err != nil {
			t.Fatal(err)
		}
		for _, completed := range []time.Duration{0, time.Hour, 8 * 24 * time.Hour, 29 * 24 * time.Hour, 31 * 24 * time.Hour} {
			e := newTaskFixture(t, s)
			ended := s.Clock.Now().Add(-completed).UTC().Truncate(time.Millisecond)
			s.Store.Client().WorkTask.UpdateOneID(uuid.MustParse(e.task)).SetStatus(domain.TaskCompleted).SetEndedAt(ended).SetUpdatedAt(ended).ExecX(System())
		}
		late := newTaskFixture(t, s)
		s.Store.Client().WorkTask.UpdateOneID(uuid.MustParse(late.task)).SetDueAt(s.Clock.Now().Add(-time.Hour)).ExecX(System())
		for _, place := range []*time.Location{time.UTC, tokyo} {
			want := countWork(s, mondayOf(s.Clock.Now(), place))
			for _, field := range []string{"NAME", "LIVE", "OVERDUE", "COMPLETED_THIS_WEEK", "MEDIAN_TIME"} {
				for _, direction := range []string{"ASC", "DESC"} {
					checkWorkload(t, s, want, place, field, direction)
				}
			}
		}
		one := func(where string) Result {
			return s.MustExecute(t, Admin, `{ workload(where: `+where+`) { pagination { total } solvers { live overdue completedThisWeek medianTime solver { id name } } } }`, nil)
		}
		if a := one(`{name: "Idle Anand"}`); a.At("workload", "solvers", 0, "solver", "id") != idle || a.At("workload", "solvers", 0, "live") != 0.0 || a.At("workload", "solvers", 0, "medianTime") != nil {
			t.Errorf("an idle solver: %s", a.Raw)
		}
		if a := one(fmt.Sprintf(`{zone: {within: %q}, nameHasPrefix: "Idle"}`, z.ParentID)); a.At("workload", "pagination", "total") != 1.0 {
			t.Errorf("of a district: %s", a.Raw)
		}
		if a := one(`{role: ADMIN}`); a.At("workload", "pagination", "total") != 0.0 {
			t.Errorf("administrators are no solvers: %s", a.Raw)
		}
		for _, bad := range []string{`timezone: "Mars"`, `page: 0`, `limit: 0`} {
			if a := s.Execute(t, Admin, `{ workload(`+bad+`) { pagination { total } } }`, nil); a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%s: %s", bad, a.Raw)
			}
		}
	})
}

// checkWorkload reads all pages in an order.
func checkWorkload(t *testing.T, s *Server, want map[string]*work, place *time.Location, field, direction string) {
	t.Helper()
	var before any
	seen := 0
	for page := 1; ; page++ {
		a := s.MustExecute(t, Admin, fmt.Sprintf(`{ workload(orderBy: {field: %s, direction: %s}, timezone: %q, page: %d, limit: 2) { pagination { total hasNext }
			solvers { solver { id name role } live overdue completedThisWeek medianTime } } }`, field, direction, place, page), nil)
		rows, _ := a.At("workload", "solvers").([]any)
		for _, row := range rows {
			row := row.(map[string]any)
			id := row["solver"].(map[string]any)["id"].(string)
			w := want[id]
			got := fmt.Sprint(row["live"], row["overdue"], row["completedThisWeek"], row["medianTime"])
			if is := fmt.Sprint(float64(w.live), float64(w.overdue), float64(w.done), w.median()); got != is {
				t.Errorf("%s has %s, is told %s", id, is, got)
			}
			key := map[string]any{"NAME": row["solver"].(map[string]any)["name"], "LIVE": row["live"], "OVERDUE": row["overdue"], "COMPLETED_THIS_WEEK": row["completedThisWeek"], "MEDIAN_TIME": row["medianTime"]}[field]
			if before, is := before.(float64); is && key != nil {
				if order := cmp.Compare(before, key.(float64)); order > 0 && direction == "ASC" || order < 0 && direction == "DESC" {
					t.Errorf("by %s %s: %v comes before %v", field, direction, before, key)
				}
			}
			before = key
			seen++
		}
		if a.At("workload", "pagination", "hasNext") != true {
			break
		}
	}
	if seen != len(want) {
		t.Errorf("by %s %s: %d of %d solvers", field, direction, seen, len(want))
	}
}

// TestAssignableSolvers: those of the complaint's zone come first, then who has not declined it before,
// then who has the least to do; nobody who could not be assigned.
func TestAssignableSolvers(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		z := s.Store.Client().Zone.Query().Where(zone.ParentIDNotNil()).FirstX(System())
		e := newTaskFixture(t, s)
		e.mustDo(t, Solver, "declineTask", nil)
		s.Store.Client().Complaint.UpdateOneID(uuid.MustParse(e.complaint)).SetZoneID(z.ID).ExecX(System())
		names := map[string]string{}
		for name, zone := range map[string]any{"Same Busy": z.ID, "Same Idle": z.ID, "Above": z.ParentID, "Elsewhere": nil, "Disabled": z.ID} {
			names[createSolver(t, s, "Chosen "+name, zone)] = name
		}
		for id, name := range names {
			switch name {
			case "Disabled":
				mustMutate(t, s, Admin, "disableUser", "user { id }", map[string]any{"id": id})
			case "Same Busy":
				other := newTaskFixture(t, s)
				s.Store.Client().WorkTask.UpdateOneID(uuid.MustParse(other.task)).SetDueAt(s.Clock.Now().Add(-time.Hour)).ExecX(System())
				changeSolver(t, s, other.task, id)
			}
		}
		query := `query($id: ID!, $text: String, $limit: Int! = 50) { assignableSolvers(complaintId: $id, search: $text, limit: $limit) { live overdue sameZone declined solver { id name } } }`
		a := s.MustExecute(t, Admin, query, map[string]any{"id": e.complaint, "text": "chosen"})
		var got []string
		for i := range a.At("assignableSolvers").([]any) {
			row := a.At("assignableSolvers", i).(map[string]any)
			got = append(got, fmt.Sprint(names[a.At("assignableSolvers", i, "solver", "id").(string)], " ", row["live"], " ", row["overdue"], " ", row["sameZone"]))
		}
		if want := []string{"Above 0 0 true", "Same Idle 0 0 true", "Same Busy 1 1 true", "Elsewhere 0 0 false"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		all := s.MustExecute(t, Admin, query, map[string]any{"id": e.complaint})
		rows := all.At("assignableSolvers").([]any)
		active := s.Store.Client().User.Query().Where(user.RoleEQ(domain.RoleSolver), user.StateEQ(domain.AccountActive)).CountX(System())
		if len(rows) != active {
			t.Errorf("%d of %d active solvers", len(rows), active)
		}
		before := ""
		for i, row := range rows {
			row := row.(map[string]any)
			if declined := row["solver"].(map[string]any)["id"] == accountID(t, s, Solver); row["declined"] != declined {
				t.Errorf("%d: %v has declined: %v", i, row, declined)
			}
			rank := fmt.Sprintf("%v %v %3v %3v", row["sameZone"] != true, row["declined"], row["live"], row["overdue"])
			if rank < before {
				t.Errorf("%d: %s comes after %s", i, rank, before)
			}
			before = rank
		}
		if a := s.MustExecute(t, Admin, query, map[string]any{"id": e.complaint, "limit": 1}); len(a.At("assignableSolvers").([]any)) != 1 {
			t.Errorf("a limit of 1: %s", a.Raw)
		}
		for _, bad := range []map[string]any{{"limit": 0}, {"limit": 51}, {"text": "a\x00"}} {
			maps.Copy(bad, map[string]any{"id": e.complaint})
			if a := s.Execute(t, Admin, query, bad); a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%v: %s", bad, a.Raw)
			}
		}
	})
}

// changeSolver replaces a task by one of another solver.
func changeSolver(t *testing.T, s *Server, task, solver string) {
	t.Helper()
	ctx, c := System(), s.Store.Client()
	old := c.WorkTask.GetX(ctx, uuid.MustParse(task))
	c.WorkTask.UpdateOne(old).SetStatus(domain.TaskCancelled).ExecX(ctx)
	c.WorkTask.Create().SetID(domain.NewID(domain.KindTask)).SetComplaintID(old.ComplaintID).SetSolverID(uuid.MustParse(solver)).SetStatus(old.Status).
		SetNillableDueAt(old.DueAt).SetCreatedAt(old.CreatedAt).SetUpdatedAt(old.UpdatedAt).ExecX(ctx)
}

// TestWorkloadIsPricedByTasks: what sums up the tasks of all solvers costs more where there are more.
func TestWorkloadIsPricedByTasks(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		queries := []string{`{ workload(limit: 1) { solvers { live } } }`, fmt.Sprintf(`{ assignableSolvers(complaintId: %q, limit: 1) { live } }`, s.Samples.Complaint)}
		estimates := func() (all []float64) {
			if err := s.Service.CountRows(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, query := range queries {
				all = append(all, s.MustExecute(t, Admin, query, nil).Extensions["cost"].(map[string]any)["estimated"].(float64))
			}
			return all
		}
		before := estimates()
		createRandomComplaints(t, s, rand.New(rand.NewPCG(5, 6)), 900)
		more := float64(s.Store.Client().WorkTask.Query().CountX(System())/100 - 2)
		for i, after := range estimates() {
			if more < 2 || after < before[i]+more {
				t.Errorf("%s: %v is estimated, %v with %v hundred tasks more", queries[i], before[i], after, more)
			}
		}
	})
}
