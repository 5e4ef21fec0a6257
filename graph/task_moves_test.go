package graph_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/taskupdate"
	. "github.com/redress/redress/internal/testenv"
)

// TestTaskActions: for every role, state and verb, what availableActions says is what happens,
// and what is refused changes nothing.
func TestTaskActions(t *testing.T) {
	states := []string{
		"ASSIGNED", "ACCEPTED", "IN_PROGRESS", "COMPLETION_SUBMITTED", "COMPLETED", "DECLINED", "RETURNED", "CANCELLED",
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, state := range states {
			frozen := []bool{false}
			if slices.Contains(states[:4], state) {
				frozen = append(frozen, true)
			}
			for _, held := range frozen {
				stage := func() *taskFixture {
					e := newTaskFixture(t, s)
					e.advanceTo(t, state)
					if held {
						e.hold(t)
					}
					return e
				}
				e := stage()
				for _, as := range Everyone[1:] {
					enabled, told := e.availableActions(t, as)
					for _, v := range taskVerbs {
						own := v.solver && as == Solver || !v.solver && (as == Admin || as == SuperAdmin)
						want := own && !held && slices.Contains(v.from, state) || own && held && v.held
						if enabled[v.action] != want || own && told[v.action] == "" != want {
							t.Errorf("%s, held %v, as %s: %s is offered %v, %q", state, held, as, v.action, enabled[v.action], told[v.action])
						}
						if held && own && slices.Contains(v.from, state) && !strings.Contains(told[v.action], "on hold") {
							t.Errorf("%s of a frozen task: %q", v.action, told[v.action])
						}
						before := e.state(t)
						a := e.attempt(t, as, v.mutation, nil)
						if done := a.Code() == ""; done != want {
							t.Errorf("%s, held %v, as %s: %s returns %s", state, held, as, v.mutation, a.Raw)
						}
						if want {
							e = stage()
							continue
						}
						code := "PERMISSION_DENIED"
						switch {
						case own:
							code = "INVALID_TRANSITION"
						case v.solver && as == Solver2:
							code = "NOT_FOUND"
						}
						if a.Code() != code {
							t.Errorf("%s as %s: %s returns %s, want %s", state, as, v.mutation, a.Raw, code)
						}
						if after := e.state(t); after != before {
							t.Errorf("%s as %s: a refused %s changed\n%s to\n%s", state, as, v.mutation, before, after)
						}
					}
				}
			}
		}
	})
}

// availableActions reads a task's availableActions: what is enabled, and why not.
func (e *taskFixture) availableActions(t *testing.T, as string) (enabled map[string]bool, told map[string]string) {
	t.Helper()
	a := e.Execute(t, as, `query($id: ID!) { task(id: $id) { availableActions { action enabled disabledReason requiredInput } } }`,
		map[string]any{"id": e.task})
	enabled, told = map[string]bool{}, map[string]string{}
	list, _ := a.At("task", "availableActions").([]any)
	for _, item := range list {
		item := item.(map[string]any)
		enabled[item["action"].(string)] = item["enabled"].(bool)
		told[item["action"].(string)] = item["disabledReason"].(string)
	}
	return enabled, told
}

// TestTaskInput: wrong input names its field, and nothing changes.
func TestTaskInput(t *testing.T) {
	long := strings.Repeat("x", 5_001)
	cases := []struct {
		state, mutation string
		input           map[string]any
		code, field     string
	}{
		{"ASSIGNED", "acceptTask", map[string]any{"expectedVersion": 7}, "CONFLICT", "expectedVersion"},
		{"ASSIGNED", "acceptTask", map[string]any{"id": "x"}, "VALIDATION_ERROR", "id"},
		{"ASSIGNED", "acceptTask", map[string]any{"status": "ACCEPTED"}, "VALIDATION_ERROR", "status"},
		{"ASSIGNED", "declineTask", map[string]any{"reasonCode": " "}, "VALIDATION_ERROR", "reasonCode"},
		{"ASSIGNED", "declineTask", map[string]any{"reasonCode": long}, "VALIDATION_ERROR", "reasonCode"},
		{"ASSIGNED", "declineTask", map[string]any{"note": long}, "VALIDATION_ERROR", "note"},
		{"ACCEPTED", "startTask", map[string]any{"expectedVersion": 1}, "CONFLICT", "expectedVersion"},
		{"ACCEPTED", "returnTask", map[string]any{"reasonCode": "tired"}, "VALIDATION_ERROR", "reasonCode"},
		{"IN_PROGRESS", "postTaskUpdate", map[string]any{"percentageCompleted": 101}, "VALIDATION_ERROR", "percentageCompleted"},
		{"IN_PROGRESS", "postTaskUpdate", map[string]any{"percentageCompleted": -1}, "VALIDATION_ERROR", "percentageCompleted"},
		{"IN_PROGRESS", "postTaskUpdate", map[string]any{"remarks": long}, "VALIDATION_ERROR", "remarks"},
		{"IN_PROGRESS", "postTaskUpdate", map[string]any{"clientId": "1"}, "VALIDATION_ERROR", "clientId"},
		{"IN_PROGRESS", "postTaskUpdate", map[string]any{"occurredAt": time.Now().Add(6 * time.Minute)}, "VALIDATION_ERROR", "occurredAt"},
		{"IN_PROGRESS", "submitCompletion", map[string]any{"percentageCompleted": 101}, "VALIDATION_ERROR", "percentageCompleted"},
		{"IN_PROGRESS", "submitCompletion", map[string]any{"remarks": long}, "VALIDATION_ERROR", "remarks"},
		{"IN_PROGRESS", "submitCompletion", map[string]any{"expectedVersion": 1}, "CONFLICT", "expectedVersion"},
		{"CANCELLED", "submitLateEvidence", map[string]any{"id": "x"}, "VALIDATION_ERROR", "id"},
		{"CANCELLED", "submitLateEvidence", map[string]any{"remarks": long}, "VALIDATION_ERROR", "remarks"},
		{"CANCELLED", "submitLateEvidence", map[string]any{"percentageCompleted": 101}, "VALIDATION_ERROR", "percentageCompleted"},
		{"CANCELLED", "submitLateEvidence", map[string]any{"clientId": "1"}, "VALIDATION_ERROR", "clientId"},
		{"CANCELLED", "submitLateEvidence", map[string]any{"type": "PHOTO"}, "VALIDATION_ERROR", "type"},
		{"CANCELLED", "submitLateEvidence", map[string]any{"occurredAt": time.Now().Add(6 * time.Minute)}, "VALIDATION_ERROR", "occurredAt"},
		{"COMPLETION_SUBMITTED", "reviewCompletion", map[string]any{"note": " "}, "VALIDATION_ERROR", "note"},
		{"COMPLETION_SUBMITTED", "reviewCompletion", map[string]any{"note": long}, "VALIDATION_ERROR", "note"},
		{"COMPLETION_SUBMITTED", "reviewCompletion", map[string]any{"publicNote": "Sorry."}, "VALIDATION_ERROR", "publicNote"},
		{"ACCEPTED", "reassignTask", map[string]any{"solverId": uuid.NewString()}, "VALIDATION_ERROR", "solverId"},
		{"ACCEPTED", "reassignTask", map[string]any{"providerId": uuid.NewString()}, "VALIDATION_ERROR", "providerId"},
		{"ACCEPTED", "reassignTask", map[string]any{"instructions": long}, "VALIDATION_ERROR", "instructions"},
		{"ACCEPTED", "reassignTask", map[string]any{"internalNote": long}, "VALIDATION_ERROR", "internalNote"},
		{"ACCEPTED", "reassignTask", map[string]any{"publicNote": long}, "VALIDATION_ERROR", "publicNote"},
		{"ACCEPTED", "reassignTask", map[string]any{"reasonCode": long}, "VALIDATION_ERROR", "reasonCode"},
		{"ACCEPTED", "cancelTask", map[string]any{"reasonCode": ""}, "VALIDATION_ERROR", "reasonCode"},
		{"ACCEPTED", "cancelTask", map[string]any{"expectedVersion": 1}, "CONFLICT", "expectedVersion"},
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		at := map[string]*taskFixture{}
		for _, c := range cases {
			t.Run(fmt.Sprintf("%s %s", c.mutation, c.field), func(t *testing.T) {
				e := at[c.state]
				if e == nil {
					e = newTaskFixture(t, s)
					e.advanceTo(t, c.state)
					at[c.state] = e
				}
				as := Admin
				if slices.ContainsFunc(taskVerbs, func(v taskVerb) bool { return v.mutation == c.mutation && v.solver }) {
					as = Solver
				}
				before := e.state(t)
				a := e.attempt(t, as, c.mutation, c.input)
				if a.Code() != c.code || !strings.Contains(fmt.Sprint(a.Errors[0].Extensions["fields"]), "field:"+c.field+" ") {
					t.Errorf("%s %v: %s, want %s of %s", c.mutation, c.input, a.Raw, c.code, c.field)
				}
				if after := e.state(t); after != before {
					t.Errorf("%s %v changed\n%s to\n%s", c.mutation, c.input, before, after)
				}
			})
		}
	})
}

// TestTaskUpdateOnce: a report that comes again by its clientId is written once, whatever
// became of the task meanwhile; another report by that number is refused.
func TestTaskUpdateOnce(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		said := map[string]any{"remarks": "Half way", "percentageCompleted": 50, "clientId": uuid.NewString()}
		both := instances(t, s)
		codes, all := concurrently(100, func(i int) Result { return e.on(both[i%len(both)]).attempt(t, Solver, "postTaskUpdate", said) })
		for _, a := range all {
			if a.Raw != all[0].Raw || a.Code() != "" {
				t.Fatalf("%v: %s and %s", codes, all[0].Raw, a.Raw)
			}
		}
		count := func() int {
			return s.Store.Client().TaskUpdate.Query().Where(taskupdate.TaskID(uuid.MustParse(e.task))).CountX(System())
		}
		audits := s.Store.Client().AuditEntry.Query().Where(auditentry.Action("task.post_update"),
			auditentry.SubjectID(uuid.MustParse(e.task))).CountX(System())
		if count() != 1 || audits != 1 {
			t.Errorf("%d updates, %d audit entries", count(), audits)
		}
		other := newTaskFixture(t, s)
		other.advanceTo(t, "IN_PROGRESS")
		for name, c := range map[string]struct {
			task     *taskFixture
			mutation string
			input    map[string]any
		}{
			"other remarks":    {e, "postTaskUpdate", withField(said, "remarks", "Done")},
			"no percentage":    {e, "postTaskUpdate", withField(said, "percentageCompleted", nil)},
			"another time":     {e, "postTaskUpdate", withField(said, "occurredAt", "2026-01-01T00:00:00Z")},
			"another mutation": {e, "submitCompletion", said},
			"another task":     {other, "postTaskUpdate", said},
		} {
			t.Run(name, func(t *testing.T) {
				if a := c.task.attempt(t, Solver, c.mutation, c.input); a.Code() != "IDEMPOTENCY_MISMATCH" {
					t.Errorf("another report by the same number: %s", a.Raw)
				}
			})
		}
		done := map[string]any{"remarks": "Done", "clientId": uuid.NewString(), "expectedVersion": 4}
		first := e.mustDo(t, Solver, "submitCompletion", done)
		if again := e.mustDo(t, Solver, "submitCompletion", done); again.Raw != first.Raw {
			t.Errorf("%s, then %s", first.Raw, again.Raw)
		}
		e.mustDo(t, Admin, "cancelTask", nil)
		if again := e.mustDo(t, Solver, "postTaskUpdate", said); again.Raw != all[0].Raw {
			t.Errorf("%s, then %s", all[0].Raw, again.Raw)
		}
		if count() != 2 {
			t.Errorf("%d updates", count())
		}
	})
}

func withField(input map[string]any, name string, value any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, input)
	out[name] = value
	return out
}

// TestTaskUpdatesAreBounded: a task holds at most 1,000 updates.
func TestTaskUpdatesAreBounded(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		e.advanceTo(t, "IN_PROGRESS")
		s.Store.Client().WorkTask.UpdateOneID(uuid.MustParse(e.task)).SetUpdatesCount(999).ExecX(System())
		e.mustDo(t, Solver, "postTaskUpdate", nil)
		for _, mutation := range []string{"postTaskUpdate", "submitCompletion"} {
			if a := e.attempt(t, Solver, mutation, nil); a.Code() != "CONFLICT" {
				t.Errorf("%s: %s", mutation, a.Raw)
			}
		}
		if enabled, _ := e.availableActions(t, Solver); enabled["POST_UPDATE"] || enabled["SUBMIT_COMPLETION"] {
			t.Error("a full task offers reports")
		}
	})
}

// TestTaskActionsCostNothingMore: what tasks offer is told for a page of them in as many
// statements as for one.
func TestTaskActionsCostNothingMore(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		query := `query($n: Int!) { tasks(first: $n) { edges { node { id status complaint { id } availableActions { action enabled } updates { edges { node { uploadUrl } } } } } } }`
		one, _ := statements(t, s, Solver, query, map[string]any{"n": 1})
		many, a := statements(t, s, Solver, query, map[string]any{"n": 10})
		if rows := len(ids(t, a.At("tasks"))); rows < 5 || many != one {
			t.Errorf("%d statements for one task, %d for %d", one, many, rows)
		}
	})
}
