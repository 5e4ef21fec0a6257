package graph_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

// readREST reads a path of the facade; nil when it is refused.
func (e *taskFixture) readREST(t *testing.T, as, path string) map[string]any {
	t.Helper()
	res := e.Do(t, Request{Path: path, As: as})
	if res.Status != http.StatusOK {
		return nil
	}
	var body map[string]any
	if err := json.Unmarshal([]byte(res.Body), &body); err != nil {
		t.Fatal(err)
	}
	return body
}

// readLegacy is what REST paths 1 and 5 show: the log's statuses, the task's status, and the
// updates with their reviews and files.
func (e *taskFixture) readLegacy(t *testing.T) string {
	t.Helper()
	var log, updates []string
	for _, row := range e.readREST(t, User, "/api/complaints/"+e.complaint+"/status-log/")["logs"].([]any) {
		log = append(log, row.(map[string]any)["status"].(string))
	}
	body := e.readREST(t, Solver, "/api/solver/tasks/"+e.task+"/updates/")
	for _, row := range body["updates"].([]any) {
		u := row.(map[string]any)
		updates = append(updates, fmt.Sprintf("%v %v%% %v %d", u["update_type"], u["percentage_completed"], u["status"], len(u["media"].([]any))))
	}
	return fmt.Sprintf("%s | %v | %s", strings.Join(log, " "), body["task"].(map[string]any)["status"], strings.Join(updates, ", "))
}

// status is where the complaint stands.
func (e *taskFixture) status(t *testing.T) any {
	t.Helper()
	return e.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { status } }`, map[string]any{"id": e.complaint}).At("complaint", "status")
}

// TestTaskDay: a solver's day, and what the legacy clients read at each step.
func TestTaskDay(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		e := newTaskFixture(t, s)
		shows := func(want string) {
			t.Helper()
			if got := e.readLegacy(t); got != want {
				t.Errorf("legacy clients read\n%s, want\n%s", got, want)
			}
		}
		uploadTo := func(a Result, mutation string) string { return a.At(mutation, "update", "uploadUrl").(string) }

		shows("submitted assigned | assigned | ")
		e.mustDo(t, Solver, "acceptTask", map[string]any{"expectedVersion": 1})
		shows("submitted assigned | accepted | ")
		e.mustDo(t, Solver, "startTask", map[string]any{"expectedVersion": 2})
		shows("submitted assigned in_progress | in_progress | ")

		posted := e.mustDo(t, Solver, "postTaskUpdate", map[string]any{"remarks": "Dug up", "percentageCompleted": 40})
		e.attach(t, Solver, uploadTo(posted, "postTaskUpdate"), 1, http.StatusCreated)
		shows("submitted assigned in_progress | in_progress | progress 40% submitted 1")

		first := uploadTo(e.mustDo(t, Solver, "submitCompletion", nil), "submitCompletion")
		shows("submitted assigned in_progress | completion_submitted | progress 40% submitted 1, completion 100% submitted 0")
		if a := e.attempt(t, Admin, "reviewCompletion", map[string]any{"approved": true}); a.Code() != "INVALID_TRANSITION" || !strings.Contains(a.Raw, "photo") {
			t.Errorf("approval without a file: %s", a.Raw)
		}
		e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": false, "note": "No picture."})
		shows("submitted assigned in_progress | in_progress | progress 40% submitted 1, completion 100% rejected 0")
		e.attach(t, Solver, first, 2, http.StatusConflict) // reviewed: locked

		second := uploadTo(e.mustDo(t, Solver, "submitCompletion", nil), "submitCompletion")
		e.attach(t, Solver, second, 2, http.StatusCreated)
		e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": true, "note": "Well done", "publicNote": "The lamp shines."})
		shows("submitted assigned in_progress resolved | completed | " +
			"progress 40% submitted 1, completion 100% rejected 0, completion 100% approved 1")
		e.attach(t, Solver, second, 3, http.StatusConflict)
		e.attach(t, Solver, uploadTo(posted, "postTaskUpdate"), 3, http.StatusConflict)

		body := e.readREST(t, Solver, "/api/solver/tasks/"+e.task+"/updates/")["updates"].([]any)
		review := body[1].(map[string]any)["review"].(map[string]any)
		if review["note"] != "No picture." || review["reviewed_by"] == "" || review["reviewed_at"] == nil {
			t.Errorf("review: %v", review)
		}
		log := e.readREST(t, User, "/api/complaints/"+e.complaint+"/status-log/")["logs"].([]any)
		if last := log[len(log)-1].(map[string]any); last["note"] != "The lamp shines." || last["updated_by"] == "System" {
			t.Errorf("log: %v", last)
		}
		resolved := s.MustExecute(t, User, `query($id: ID!) { complaint(id: $id) { status resolvedAt } }`, map[string]any{"id": e.complaint})
		if resolved.At("complaint", "status") != "RESOLVED" || resolved.At("complaint", "resolvedAt") == nil {
			t.Errorf("complaint: %s", resolved.Raw)
		}
		if e.readREST(t, User2, "/api/complaints/"+e.complaint+"/status-log/") != nil || e.readREST(t, Solver2, "/api/solver/tasks/"+e.task+"/updates/") != nil {
			t.Error("strangers read it")
		}
	})
}

// TestTaskGoesBack: what takes a task away sends its complaint back to where it was assigned
// from, logged as whoever did it.
func TestTaskGoesBack(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		actor := func(e *taskFixture) (status, who, code string) {
			rows := s.MustExecute(t, Admin, `query($id: ID!) { complaintStatusLog(complaintId: $id) { status actor { id } reasonCode } }`,
				map[string]any{"id": e.complaint}).At("complaintStatusLog").([]any)
			last := rows[len(rows)-1].(map[string]any)
			return last["status"].(string), last["actor"].(map[string]any)["id"].(string), last["reasonCode"].(string)
		}
		for _, c := range []struct{ state, as, mutation, code string }{
			{"ASSIGNED", Solver, "declineTask", "too_far"},
			{"ACCEPTED", Solver, "returnTask", "no_access"},
			{"IN_PROGRESS", Solver, "returnTask", "no_access"},
			{"COMPLETION_SUBMITTED", Admin, "cancelTask", "not_needed"},
		} {
			t.Run(c.mutation, func(t *testing.T) {
				e := newTaskFixture(t, s)
				e.advanceTo(t, c.state)
				e.mustDo(t, c.as, c.mutation, nil)
				if status, who, code := actor(e); status != "SUBMITTED" || who != accountID(t, s, c.as) || code != c.code || e.status(t) != "SUBMITTED" {
					t.Errorf("%s: %s by %s, %s", c.mutation, status, who, code)
				}
			})
		}

		e := newTaskFixture(t, s) // from reopened
		e.advanceTo(t, "COMPLETED")
		s.MustExecute(t, User, `mutation($id: ID!) { reopenComplaint(input: {id: $id, reasonCode: "not_fixed"}) { complaint { id } } }`, map[string]any{"id": e.complaint})
		e.assign(t)
		e.mustDo(t, Solver, "declineTask", nil)
		if e.status(t) != "REOPENED" {
			t.Errorf("it is %v, not reopened", e.status(t))
		}
		e.assign(t)
		e.mustDo(t, Solver, "acceptTask", nil)
		e.mustDo(t, Solver, "startTask", nil)
		rows, old := e.countLogs(t), e.task
		if a := e.attempt(t, Admin, "reassignTask", map[string]any{"solverId": accountID(t, s, Solver)}); a.Code() != "VALIDATION_ERROR" {
			t.Errorf("reassigned to the same: %s", a.Raw)
		}
		a := e.mustDo(t, Admin, "reassignTask", map[string]any{"internalNote": "Ill"})
		e.task = a.At("reassignTask", "task", "id").(string)
		if a.At("reassignTask", "task", "previous", "id") != old || e.status(t) != "ASSIGNED" || e.countLogs(t) != rows+2 {
			t.Errorf("reassigned: %s, %v, %d rows", a.Raw, e.status(t), e.countLogs(t)-rows)
		}
		was := s.MustExecute(t, Solver, `query($id: ID!) { task(id: $id) { status endReason endNote endedAt } }`, map[string]any{"id": old})
		if was.At("task", "status") != "CANCELLED" || was.At("task", "endReason") != "reassigned" || was.At("task", "endedAt") == nil {
			t.Errorf("the old task: %s", was.Raw)
		}
		now := s.MustExecute(t, Solver2, `query($id: ID!) { task(id: $id) { status instructions } }`, map[string]any{"id": e.task})
		if now.At("task", "status") != "ASSIGNED" || now.At("task", "instructions") != "Bring a ladder." {
			t.Errorf("the new task: %s", now.Raw)
		}
		e.mustDo(t, Solver2, "declineTask", nil)
		if e.status(t) != "REOPENED" {
			t.Errorf("it is %v, not reopened", e.status(t))
		}
	})
}

// TestNotesForAdministrators: what an administrator notes for colleagues, when a task is
// cancelled or given to somebody else, is read neither by its solver nor by their provider.
func TestNotesForAdministrators(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for verb, input := range map[string]map[string]any{
			"cancelTask":   {"reasonCode": "solver_ill", "note": "Between us."},
			"reassignTask": {"internalNote": "Between us."},
		} {
			t.Run(verb, func(t *testing.T) {
				e := newTaskFixture(t, s)
				if verb == "reassignTask" {
					input["solverId"] = accountID(t, s, Solver2)
				}
				old := map[string]any{"id": e.task}
				e.mustDo(t, Admin, verb, input)
				for _, as := range []string{Solver, Admin} {
					a := s.MustExecute(t, as, `query($id: ID!) { task(id: $id) { status endNote complaint { statusLog(last: 3) { edges { node { internalNote } } } } } }`, old)
					if a.At("task", "status") != "CANCELLED" || strings.Contains(a.Raw, "Between us.") != (as == Admin) {
						t.Errorf("%s: %s reads %s", verb, as, a.Raw)
					}
				}
			})
		}
	})
}

// TestTaskOccurredAt: when a task was accepted and started is what the phone says that was offline, within
// bounds; how its clock differs by a few minutes is put right.
func TestTaskOccurredAt(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Clock.Stop()
		e := newTaskFixture(t, s)
		assigned := s.Clock.Now().UTC().Truncate(time.Millisecond)
		s.Clock.Advance(2 * time.Hour)
		at := func(d time.Duration) map[string]any {
			return map[string]any{"occurredAt": assigned.Add(d).Format(time.RFC3339Nano)}
		}
		refused := func(mutation, want string, d time.Duration) {
			t.Helper()
			a := e.attempt(t, Solver, mutation, at(d))
			if a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "occurredAt: "+want) {
				t.Errorf("%s %v after: %s", mutation, d, a.Raw)
			}
		}
		times := func() string {
			task := s.MustExecute(t, Admin, `query($id: ID!) { task(id: $id) { acceptedAt startedAt } }`, map[string]any{"id": e.task})
			out := ""
			for _, name := range []string{"acceptedAt", "startedAt"} {
				if text, ok := task.At("task", name).(string); ok {
					at, err := time.Parse(time.RFC3339, text)
					if err != nil {
						t.Fatal(err)
					}
					out += " " + at.Sub(assigned).Round(time.Second).String()
				}
			}
			return out
		}
		refused("acceptTask", "must be at most 5 minutes ahead", 2*time.Hour+6*time.Minute)
		refused("acceptTask", "must not be before the task was assigned", -6*time.Minute)
		refused("acceptTask", "must be at most 7 days ago", -8*24*time.Hour)
		e.mustDo(t, Solver, "acceptTask", at(10*time.Minute))
		if got := times(); got != " 10m0s" {
			t.Error(got)
		}
		refused("startTask", "must not be before the task was accepted", 4*time.Minute)
		e.mustDo(t, Solver, "startTask", at(7*time.Minute)) // by a clock that is three minutes behind
		if got := times(); got != " 10m0s 10m0s" {
			t.Error(got)
		}
		log := s.MustExecute(t, Admin, `query($id: ID!) { complaintStatusLog(complaintId: $id) { status createdAt } }`, map[string]any{"id": e.complaint})
		rows := log.At("complaintStatusLog").([]any)
		if got := rows[len(rows)-1].(map[string]any)["createdAt"]; got != assigned.Add(2*time.Hour).Format("2006-01-02T15:04:05.000Z") {
			t.Errorf("the log has %v", got)
		}
		entry := s.MustExecute(t, Admin, `query($id: ID!) { auditEntries(first: 1, where: {subjectId: $id, action: "task.start"}) { edges { node { after } } } }`, map[string]any{"id": e.task})
		if !strings.Contains(entry.Raw, "occurred_at") {
			t.Error(entry.Raw)
		}

		e = newTaskFixture(t, s)
		assigned = s.Clock.Now().UTC().Truncate(time.Millisecond)
		e.mustDo(t, Solver, "acceptTask", at(4*time.Minute)) // by a clock that is ahead
		s.Clock.Advance(time.Minute)
		e.mustDo(t, Solver, "startTask", nil)
		if got := times(); got != " 0s 1m0s" {
			t.Error(got)
		}
	})
}
