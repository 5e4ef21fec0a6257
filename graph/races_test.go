package graph_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// instances are those that serve one database: two on PostgreSQL, one on SQLite.
func instances(t *testing.T, s *Server) []*Server {
	t.Helper()
	all := []*Server{s}
	if s.Dialect == "postgres" {
		all = append(all, s.NewInstance(t, s.DatabaseURL))
	}
	for _, s := range all {
		for _, as := range Everyone {
			s.Token(t, as) // not while they race
		}
	}
	return all
}

// on is the same fixture on another instance.
func (e *taskFixture) on(s *Server) *taskFixture {
	other := *e
	other.Server = s
	return &other
}

// concurrently sends n requests at the same time and counts the results by their error code.
func concurrently(n int, ask func(i int) Result) (codes map[string]int, all []Result) {
	all = make([]Result, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			all[i] = ask(i)
		})
	}
	close(start)
	wg.Wait()
	codes = map[string]int{}
	for _, a := range all {
		codes[a.Code()]++
	}
	return codes, all
}

const racers = 50

// Of fifty who make the same move of a complaint, half of them on another instance where
// there is one, one wins and the others are told that it has moved: one log row, one entry of
// the audit.
func TestComplaintRaces(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		both := instances(t, s)
		solver := accountID(t, s, Solver)
		submit := func() string {
			return s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "A lamp is out"}) { complaint { id } } }`, nil).
				At("submitComplaint", "complaint", "id").(string)
		}
		other := submit()
		for _, race := range []struct {
			before, action domain.Action
			as             string
		}{
			{"", domain.ActionAssign, Admin},
			{"", domain.ActionHold, Admin},
			{domain.ActionHold, domain.ActionResume, Admin},
			{"", domain.ActionResolve, Admin},
			{"", domain.ActionReject, Admin},
			{"", domain.ActionMerge, Admin},
			{"", domain.ActionWithdraw, User},
			{domain.ActionResolve, domain.ActionClose, Admin},
			{domain.ActionResolve, domain.ActionRate, User},
			{domain.ActionResolve, domain.ActionReopen, User},
		} {
			t.Run(string(race.action), func(t *testing.T) {
				e := &taskFixture{Server: s, complaint: submit()}
				ask := func(s *Server, as string, action domain.Action) Result {
					verb := verbs[action]
					return s.Execute(t, as, `mutation`+declareVariables(verb)+` { `+verb+` }`, usedVariables(map[string]any{"id": e.complaint, "solver": solver, "other": other}, verb))
				}
				if race.before != "" {
					if a := ask(s, Admin, race.before); len(a.Errors) > 0 {
						t.Fatal(a.Raw)
					}
				}
				rows := e.countLogs(t)
				codes, all := concurrently(racers, func(i int) Result { return ask(both[i%len(both)], race.as, race.action) })
				if codes[""] != 1 || codes["INVALID_TRANSITION"]+codes["CONFLICT"] != racers-1 {
					t.Errorf("%s: %v, such as %s", race.action, codes, all[0].Raw)
				}
				if n := e.countLogs(t) - rows; n != 1 {
					t.Errorf("%s: %d log rows", race.action, n)
				}
				if n := s.Store.Client().AuditEntry.Query().Where(auditentry.SubjectID(uuid.MustParse(e.complaint)),
					auditentry.Action("complaint."+strings.ToLower(string(race.action)))).CountX(System()); n != 1 {
					t.Errorf("%s: %d audit entries", race.action, n)
				}
			})
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// The same for the moves of a task.
func TestTaskRaces(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		both := instances(t, s)
		for _, race := range []struct {
			state, as, mutation string
			input               map[string]any
			rows                int // of the complaint's log
		}{
			{"ASSIGNED", Solver, "acceptTask", nil, 0},
			{"ASSIGNED", Solver, "declineTask", nil, 1},
			{"ACCEPTED", Solver, "startTask", nil, 1},
			{"IN_PROGRESS", Solver, "returnTask", nil, 1},
			{"IN_PROGRESS", Solver, "submitCompletion", nil, 0},
			{"COMPLETION_SUBMITTED", Admin, "reviewCompletion", map[string]any{"approved": true}, 1},
			{"COMPLETION_SUBMITTED", Admin, "reviewCompletion", nil, 0},
			{"IN_PROGRESS", Admin, "reassignTask", nil, 2},
			{"ACCEPTED", Admin, "cancelTask", nil, 1},
		} {
			t.Run(race.mutation, func(t *testing.T) {
				e := newTaskFixture(t, s)
				e.advanceTo(t, race.state)
				rows := e.countLogs(t)
				codes, all := concurrently(racers, func(i int) Result { return e.on(both[i%len(both)]).attempt(t, race.as, race.mutation, race.input) })
				if codes[""] != 1 || codes["CONFLICT"]+codes["INVALID_TRANSITION"] != racers-1 {
					t.Errorf("%s: %v, such as %s", race.mutation, codes, all[0].Raw)
				}
				if n := e.countLogs(t) - rows; n != race.rows {
					t.Errorf("%s: %d log rows", race.mutation, n)
				}
			})
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// Fifty who record or reverse the same: one wins, and one row, one entry, one claim are written.
func TestLedgerRaces(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		both := instances(t, s)
		e := newTaskFixture(t, s)
		e.advanceTo(t, "COMPLETED")
		task := uuid.MustParse(e.task)
		before := countAuditEntries(t, s)
		codes, _ := concurrently(racers, func(i int) Result {
			return mutate(t, both[i%len(both)], Admin, "recordPayment", settled, newSettlement(s, "RACE"))
		})
		if codes[""] != 1 || codes["DUPLICATE_REFERENCE"] != racers-1 {
			t.Errorf("one reference: %v", codes)
		}
		codes, _ = concurrently(racers, func(i int) Result {
			return mutate(t, both[i%len(both)], Admin, "recordPayment", settled, newSettlement(s, fmt.Sprint("TASK-", i), task))
		})
		if codes[""] != 1 || codes["CONFLICT"] != racers-1 {
			t.Errorf("one task: %v", codes)
		}
		row, err := s.Store.Client().Payment.Query().Where(payment.PaymentReference("RACE")).Only(System())
		if err != nil {
			t.Fatal(err)
		}
		codes, _ = concurrently(racers, func(i int) Result {
			return mutate(t, both[i%len(both)], Admin, "reversePayment", "reversal { id }", map[string]any{"id": row.ID, "reason": "Race."})
		})
		if codes[""] != 1 || codes["INVALID_TRANSITION"] != racers-1 {
			t.Errorf("one reversal: %v", codes)
		}
		if n := countAuditEntries(t, s) - before; n != 3 {
			t.Errorf("%d entries of the audit, want 3", n)
		}
		if rows := s.Store.Client().Payment.Query().Where(payment.PaymentReference("RACE")).CountX(System()); rows != 2 {
			t.Errorf("%d rows, want 2", rows)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// The same bytes from fifty phones are one file.
func TestUploadRaces(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		both := instances(t, s)
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		where := e.mustDo(t, Solver, "postTaskUpdate", nil).At("postTaskUpdate", "update", "uploadUrl").(string)
		statuses := make([]int, racers)
		var wg sync.WaitGroup
		for i := range racers {
			wg.Go(func() {
				body, kind := Form("same.png", bytes.NewReader(Picture(1)))
				statuses[i] = both[i%len(both)].Do(t, Request{Method: http.MethodPost, Path: where, As: Solver, Body: body, Header: http.Header{"Content-Type": {kind}}}).Status
			})
		}
		wg.Wait()
		count := map[int]int{}
		for _, status := range statuses {
			count[status]++
		}
		if count[http.StatusCreated] != 1 || count[http.StatusOK] != racers-1 {
			t.Errorf("responses: %v", count)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// Of two who merge complaints into each other one is too late: nothing is merged into what is
// itself merged.
func TestMergeRaces(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		both := instances(t, s)
		for range 5 {
			pair := [2]string{}
			for i := range pair {
				pair[i], _ = s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "A lamp is out"}) { complaint { id } } }`, nil).
					At("submitComplaint", "complaint", "id").(string)
			}
			release := lockComplaints(t, s, pair[:])
			var codes map[string]int
			var all []Result
			var merging sync.WaitGroup
			merging.Go(func() {
				codes, all = concurrently(2, func(i int) Result {
					return both[i%len(both)].Execute(t, Admin, `mutation($id: ID!, $other: ID!) { `+verbs[domain.ActionMerge]+` }`, map[string]any{"id": pair[i], "other": pair[1-i]})
				})
			})
			release(2)
			merging.Wait()
			if codes[""] != 1 || codes["VALIDATION_ERROR"] != 1 {
				t.Fatalf("%v: %s %s", codes, all[0].Raw, all[1].Raw)
			}
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// lockComplaints makes whoever needs some complaints wait, until so many do. SQLite lets nobody in at the
// same time as another, so there nothing is held.
func lockComplaints(t *testing.T, s *Server, complaints []string) (release func(waiting int)) {
	t.Helper()
	if s.Dialect != "postgres" {
		return func(int) {}
	}
	tx, err := s.Store.DB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.ExecContext(t.Context(), `SELECT id FROM complaints WHERE id::text = ANY (string_to_array($1, ',')) FOR UPDATE`, strings.Join(complaints, ",")); err != nil {
		t.Fatal(err)
	}
	return func(waiting int) {
		t.Helper()
		n := 0
		for begin := time.Now(); n < waiting && time.Since(begin) < 3*time.Second; time.Sleep(5 * time.Millisecond) {
			err := s.Store.DB().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Rollback(); err != nil || n < waiting {
			t.Errorf("%d wait: %v", n, err)
		}
	}
}

// Many who do different things to the same few complaints, while a solver is disabled and
// enabled: whatever comes of it, it holds together, and nobody is told of a fault of ours.
func TestStorm(t *testing.T) {
	const crowd, stepsEach = 16, 30
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		both := instances(t, s)
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		solver, solver2 := accountID(t, s, Solver), accountID(t, s, Solver2)
		var fixtures []*taskFixture
		for range 3 {
			fixtures = append(fixtures, newTaskFixture(t, s))
		}
		var mu sync.Mutex
		codes := map[string]int{}
		var wg sync.WaitGroup
		for n := range crowd {
			draw := rand.New(rand.NewPCG(seed, uint64(n)))
			wg.Go(func() {
				for range stepsEach {
					e := fixtures[draw.IntN(len(fixtures))].on(both[draw.IntN(len(both))])
					a := e.attemptRandom(t, draw, []string{solver, solver2})
					if code := a.Code(); code == "INTERNAL_ERROR" || code == "UNAVAILABLE" {
						t.Errorf("%d %s", a.Status, a.Raw)
					}
					mu.Lock()
					codes[a.Code()]++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		t.Logf("responses: %v", codes)
		if codes[""] < crowd {
			t.Error("hardly anything was done")
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// attemptRandom sends a random mutation on the fixture, or on the current task of its complaint.
func (e *taskFixture) attemptRandom(t *testing.T, draw *rand.Rand, solvers []string) Result {
	solver := solvers[draw.IntN(2)]
	switch n := draw.IntN(20); {
	case n == 0:
		return mutate(t, e.Server, Admin, []string{"disableUser", "enableUser"}[draw.IntN(2)], "user { id }", map[string]any{"id": solvers[1]})
	case n < 4:
		return mutate(t, e.Server, Admin, "assignComplaint", "complaint { id }", map[string]any{"id": e.complaint, "solverId": solver})
	case n < 9:
		verb := verbs[[]domain.Action{
			domain.ActionHold, domain.ActionResume, domain.ActionResolve, domain.ActionReject, domain.ActionReopen,
			domain.ActionReopen, domain.ActionResume, domain.ActionClose, domain.ActionTriage,
		}[draw.IntN(9)]]
		return e.Execute(t, Admin, `mutation($id: ID!) { `+verb+` }`, map[string]any{"id": e.complaint})
	case n < 11:
		verb := verbs[[]domain.Action{domain.ActionRate, domain.ActionReopen, domain.ActionComment}[draw.IntN(3)]]
		return e.Execute(t, User, `mutation($id: ID!) { `+verb+` }`, map[string]any{"id": e.complaint})
	}
	a := e.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { tasks(last: 1) { edges { node { id solver { id } } } } } }`, map[string]any{"id": e.complaint})
	task := e.on(e.Server)
	task.task, _ = a.At("complaint", "tasks", "edges", 0, "node", "id").(string)
	as := Solver
	if a.At("complaint", "tasks", "edges", 0, "node", "solver", "id") == solvers[1] {
		as = Solver2
	}
	v := taskVerbs[draw.IntN(len(taskVerbs))]
	switch {
	case v.mutation == "reassignTask":
		return mutate(t, e.Server, Admin, v.mutation, "task { id }", map[string]any{"id": task.task, "solverId": solver})
	case !v.solver:
		as = Admin
	}
	return task.attempt(t, as, v.mutation, nil)
}

// TestComplaintNumbers: complaints that are submitted at once, through any instance, have numbers of their own. An
// instance gives them in ascending order, and those that refused and repeated submissions did not use to the next ones.
func TestComplaintNumbers(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		all := instances(t, s)
		submit := func(s *Server, input map[string]any) Result {
			return s.Execute(t, User, `mutation($in: SubmitComplaintInput!) { submitComplaint(input: $in) { complaint { reference } } }`, map[string]any{"in": input})
		}
		number := func(a Result) (n int) {
			t.Helper()
			reference, _ := a.At("submitComplaint", "complaint", "reference").(string)
			if _, err := fmt.Sscanf(reference, fmt.Sprintf("CMP-%d-%%06d", s.Clock.Now().Year()), &n); err != nil {
				t.Fatalf("%s: %v", a.Raw, err)
			}
			return n
		}
		const submissions = 60
		codes, results := concurrently(submissions, func(i int) Result {
			return submit(all[i%len(all)], map[string]any{"title": fmt.Sprint("Lamp ", i)})
		})
		given := map[int]bool{}
		for _, a := range results {
			given[number(a)] = true
		}
		if len(given) != submissions {
			t.Errorf("%d numbers for %d submissions, %v", len(given), submissions, codes)
		}

		key := map[string]any{"title": "Once", "idempotencyKey": "number"}
		last := number(submit(s, key))
		for range 3 {
			if again := number(submit(s, key)); again != last {
				t.Errorf("a repetition has number %d, not %d", again, last)
			}
			if a := submit(s, map[string]any{"title": "Nowhere", "zoneId": domain.NewID(domain.KindZone)}); a.Code() != "VALIDATION_ERROR" {
				t.Error(a.Raw)
			}
			next := number(submit(s, map[string]any{"title": "Next"}))
			if next != last+1 && len(all) == 1 || next <= last {
				t.Errorf("number %d follows %d", next, last)
			}
			key["title"], key["idempotencyKey"] = "Once", fmt.Sprint("number-", next)
			last = number(submit(s, key))
		}
	})
}

// A move returns the complaint as it is stored, although it does not read it again.
func TestMovesReturnWhatIsStored(t *testing.T) {
	const all = `id reference title description status priority source categoryId zoneId submittedById duplicateOfId handlerId address latitude longitude
		externalRef dueAt overdue assignedAt resolvedAt closedAt movedAt heldAt rating ratingComment flagged reopenedCount version createdAt updatedAt`
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		category := s.MustExecute(t, User, `{ categories(first: 1) { edges { node { id } } } }`, nil).At("categories", "edges", 0, "node", "id")
		id := s.MustExecute(t, User, `mutation($c: ID!) { submitComplaint(input: {title: "A lamp is out", categoryId: $c}) { complaint { id } } }`, map[string]any{"c": category}).
			At("submitComplaint", "complaint", "id")
		for _, action := range []domain.Action{
			domain.ActionHold, domain.ActionResume, domain.ActionResolve, domain.ActionReopen, domain.ActionResolve, domain.ActionClose, domain.ActionReopen, domain.ActionHold,
		} {
			s.Clock.Advance(time.Minute)
			verb := strings.Replace(verbs[action], "{ complaint { status } }", "{ complaint { "+all+" } }", 1)
			root, _, _ := strings.Cut(verb, "(")
			got := s.MustExecute(t, Admin, `mutation`+declareVariables(verb)+` { `+verb+` }`, map[string]any{"id": id}).At(root, "complaint")
			stored := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { `+all+` } }`, map[string]any{"id": id}).At("complaint")
			if !reflect.DeepEqual(got, stored) {
				t.Errorf("%s returned\n%v\nbut there is\n%v", action, got, stored)
			}
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
