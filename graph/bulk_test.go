package graph_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

const bulk = `results { id complaint { id status version priority } error { code message fields { field code message } } }`

func item(id uuid.UUID) map[string]any { return map[string]any{"id": id} }

// bulks are the bulk verbs, what is said of all, and the verb of one row behind each.
func bulks(t *testing.T, s *Server) map[string]struct {
	common map[string]any
	single string
} {
	t.Helper()
	return map[string]struct {
		common map[string]any
		single string
	}{
		"holdComplaints":    {map[string]any{"reasonCode": "waiting_for_parts", "publicNote": "Parts are on their way."}, "holdComplaint"},
		"resumeComplaints":  {map[string]any{"internalNote": "Parts are here."}, "resumeComplaint"},
		"resolveComplaints": {map[string]any{"publicNote": "Done."}, "resolveComplaint"},
		"closeComplaints":   {map[string]any{"publicNote": "Closed."}, "closeComplaint"},
		"mergeComplaints":   {map[string]any{"intoId": s.Samples.Complaint, "reasonCode": "duplicate"}, "mergeComplaint"},
		"assignComplaints":  {map[string]any{"solverId": accountID(t, s, Solver), "instructions": "Go."}, "assignComplaint"},
		"rejectComplaints":  {map[string]any{"reasonCode": "not_ours", "publicNote": "Not ours."}, "rejectComplaint"},
		"triageComplaints":  {map[string]any{"priority": "HIGH"}, "triageComplaint"},
	}
}

// merge returns the common input with the items, or with one of them.
func merge(common map[string]any, rows map[string]any) map[string]any {
	out := map[string]any{}
	for _, m := range []map[string]any{common, rows} {
		maps.Copy(out, m)
	}
	return out
}

// Each row is done or refused as its own verb would, in the order given.
func TestBulkDoesEachRowOnItsOwn(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for verb, b := range bulks(t, s) {
			rows := func() []map[string]any {
				return []map[string]any{
					item(complaintWithStatus(t, s, domain.ComplaintSubmitted)),
					item(complaintWithStatus(t, s, domain.ComplaintClosed)),
					item(domain.NewID(domain.KindComplaint)),
					{"id": complaintWithStatus(t, s, domain.ComplaintSubmitted), "expectedVersion": 9},
					{"id": complaintWithStatus(t, s, domain.ComplaintReopened), "expectedVersion": 1},
					item(complaintWithStatus(t, s, domain.ComplaintOnHold)),
					item(complaintWithStatus(t, s, domain.ComplaintResolved)),
				}
			}
			items, alone := rows(), rows()
			a := mustMutate(t, s, Admin, verb, bulk, merge(b.common, map[string]any{"items": items}))
			for i := range items {
				at := func(path ...any) any { return a.At(append([]any{verb, "results", i}, path...)...) }
				if at("id") != items[i]["id"].(uuid.UUID).String() {
					t.Errorf("%s: result %d is of %v", verb, i, at("id"))
				}
				single := mutate(t, s, Admin, b.single, "complaint { status version }", merge(b.common, alone[i]))
				code, _ := at("error", "code").(string)
				if code != single.Code() {
					t.Errorf("%s: row %d says %q, alone %s", verb, i, code, single.Raw)
				}
				if code != "" {
					if at("complaint") != nil || at("error", "message") != single.Errors[0].Message {
						t.Errorf("%s: row %d: %s", verb, i, a.Raw)
					}
					if f := invalidFields(single); f != "" && at("error", "fields", 0, "field") != f {
						t.Errorf("%s: row %d names %v, alone %s", verb, i, at("error", "fields"), f)
					}
					continue
				}
				for _, field := range []string{"status", "version"} {
					if got, want := at("complaint", field), single.At(b.single, "complaint", field); got != want {
						t.Errorf("%s: %s of row %d is %v, alone %v", verb, field, i, got, want)
					}
				}
			}
		}
	})
}

// What is wrong with the list, or with who asks, is told ahead of everything.
func TestBulkRefusedAsAWhole(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		id := complaintWithStatus(t, s, domain.ComplaintSubmitted)
		many := make([]map[string]any, 101)
		for i := range many {
			many[i] = item(domain.NewID(domain.KindComplaint))
		}
		many[0] = item(id)
		for _, as := range Everyone {
			s.Token(t, as)
		}
		for verb, b := range bulks(t, s) {
			before := tableContents(t, s)
			for name, c := range map[string]struct {
				items  []map[string]any
				fields string
			}{
				"none": {[]map[string]any{}, "items"}, "too many": {many, "items"},
				"twice": {[]map[string]any{item(id), item(id)}, "items.1"},
			} {
				t.Run(name, func(t *testing.T) {
					a := mutate(t, s, Admin, verb, bulk, merge(b.common, map[string]any{"items": c.items}))
					if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != c.fields {
						t.Errorf("%s, %s: %s", verb, name, a.Raw)
					}
				})
			}
			for _, as := range []string{User, Solver, Provider} {
				if a := mutate(t, s, as, verb, bulk, merge(b.common, map[string]any{"items": []map[string]any{item(id)}})); a.Code() != "PERMISSION_DENIED" {
					t.Errorf("%s as %s: %s", verb, as, a.Raw)
				}
			}
			if d := changedTables(before, tableContents(t, s)); d != nil {
				t.Errorf("%s: what is refused changed %v", verb, d)
			}
			// Each row counts as often as it may answer.
			wide := `results { complaint { tasks(first: 100) { edges { node { updates(first: 20) { edges { node { id } } } } } } } }`
			if a := mutate(t, s, Admin, verb, wide, merge(b.common, map[string]any{"items": many[:100]})); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "could cost") {
				t.Errorf("%s: a wide answer: %s", verb, a.Raw)
			}
			if d := changedTables(before, tableContents(t, s)); d != nil {
				t.Errorf("%s: what costs too much changed %v", verb, d)
			}
		}
	})
}

// A hundred rows fit well into the time a request has.
func TestBulkOfAHundred(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		items := make([]map[string]any, 100)
		for i := range items {
			items[i] = item(complaintWithStatus(t, s, domain.ComplaintSubmitted))
		}
		for _, verb := range []string{"triageComplaints", "assignComplaints", "rejectComplaints"} {
			began := time.Now()
			a := mustMutate(t, s, Admin, verb, bulk, merge(bulks(t, s)[verb].common, map[string]any{"items": items}))
			took := time.Since(began)
			t.Logf("%s: 100 rows in %s", verb, took)
			if took > 8*time.Second {
				t.Errorf("%s takes %s", verb, took)
			}
			if n := strings.Count(a.Raw, `"error":null`); n != len(items) {
				t.Errorf("%s: %d of %d rows are done", verb, n, len(items))
			}
			if got, want := a.At(verb, "results", 99, "id"), fmt.Sprint(items[99]["id"]); got != want {
				t.Errorf("%s: the last one is %v, want %s", verb, got, want)
			}
		}
	})
}

// TestBulkStatements: what is asked of the rows that a bulk verb returns costs a fixed number of
// statements.
func TestBulkStatements(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		once := func(rows int, asked string) int {
			items := make([]map[string]any, rows)
			for i := range items {
				items[i] = item(complaintWithStatus(t, s, domain.ComplaintSubmitted))
			}
			n, _ := statements(t, s, Admin, `mutation($items: [ComplaintItem!]!) {
				triageComplaints(input: {items: $items, priority: HIGH}) { results { complaint { id `+asked+` } } } }`, map[string]any{"items": items})
			return n
		}
		// The session may have to be looked up again when the machine has much to do, so the smallest of three counts.
		cost := func(rows int, asked string) int {
			return min(once(rows, asked), once(rows, asked), once(rows, asked))
		}
		below := func(rows int) int {
			return cost(rows, `category { name } submittedBy { name } statusLog(last: 3) { edges { node { status actorName } } }
				tasks { edges { node { status } } } availableActions { action enabled }`) - cost(rows, "")
		}
		if few, many := below(2), below(12); few != many {
			t.Errorf("%d statements more for what is below 2 rows, %d for 12", few, many)
		}
	})
}

// TestReviewOfMany approves the completions of several tasks: each as reviewCompletion would.
func TestReviewOfMany(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		submitted := func(files int) string {
			e := newTaskFixture(t, s)
			e.advanceTo(t, "IN_PROGRESS")
			made := e.mustDo(t, Solver, "submitCompletion", nil)
			for i := range files {
				e.attach(t, Solver, made.At("submitCompletion", "update", "uploadUrl").(string), i+1, 201)
			}
			return e.task
		}
		fixture := newTaskFixture(t, s)
		items := []map[string]any{
			{"id": submitted(1)}, {"id": submitted(0)}, {"id": fixture.task}, {"id": domain.NewID(domain.KindTask)}, {"id": submitted(1), "expectedVersion": 77}, {"id": submitted(2)},
		}
		const selection = `results { id task { status complaint { status } } error { code fields { field } } }`
		input := map[string]any{"items": items, "approved": true, "publicNote": "All is well."}
		for _, as := range []string{User, Solver, Provider} {
			if a := mutate(t, s, as, "reviewCompletions", selection, input); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", as, a.Raw)
			}
		}
		a := mustMutate(t, s, Admin, "reviewCompletions", selection, input)
		for i, want := range []string{"", "VALIDATION_ERROR", "INVALID_TRANSITION", "NOT_FOUND", "CONFLICT", ""} {
			row, _ := a.At("reviewCompletions", "results", i).(map[string]any)
			if row["id"] != fmt.Sprint(items[i]["id"]) {
				t.Errorf("result %d is of %v", i, row["id"])
			}
			refused, _ := row["error"].(map[string]any)
			if code, _ := refused["code"].(string); code != want && (i != 1 || code == "") {
				t.Errorf("result %d: %v, want %q", i, row, want)
			}
			if want == "" && (a.At("reviewCompletions", "results", i, "task", "status") != "COMPLETED" || a.At("reviewCompletions", "results", i, "task", "complaint", "status") != "RESOLVED") {
				t.Errorf("result %d: %v", i, row)
			}
		}
		again := mustMutate(t, s, Admin, "reviewCompletions", selection, map[string]any{"items": items[1:2], "approved": false, "note": "A photo is missing."})
		if again.At("reviewCompletions", "results", 0, "task", "status") != "IN_PROGRESS" {
			t.Errorf("a rejection: %s", again.Raw)
		}
	})
}
