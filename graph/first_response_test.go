package graph_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

// TestFirstResponse: the first response to a complaint is the first word that somebody of the organization writes for its
// reporter. What the reporter writes, what staff write for themselves, steps without words and what the service does by
// itself are none.
func TestFirstResponse(t *testing.T) {
	const (
		comment  = `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "A crew comes."}) { comment { id } } }`
		internal = `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "Again.", visibility: INTERNAL}) { comment { id } } }`
		complete = `mutation($task: ID!) { submitCompletion(input: {id: $task, remarks: "Done."}) { update { uploadUrl } } }`
		approve  = `mutation($task: ID!) { reviewCompletion(input: {id: $task, approved: true}) { task { id } } }`
		accept   = `mutation($task: ID!) { acceptTask(input: {id: $task}) { task { id } } }`
		start    = `mutation($task: ID!) { startTask(input: {id: $task}) { task { id } } }`
	)
	type step struct{ as, mutation string }
	silent := []step{ // before the task
		{User, comment},
		{Admin, internal},
		{Admin, `mutation($id: ID!) { triageComplaint(input: {id: $id, priority: HIGH}) { complaint { id } } }`},
		{Admin, `mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: "awaiting_parts", internalNote: "Not before May."}) { complaint { id } } }`},
		{Admin, `mutation($id: ID!) { resumeComplaint(input: {id: $id}) { complaint { id } } }`},
		{Admin, `mutation($id: ID!, $solver: ID!) { assignComplaint(input: {id: $id, solverId: $solver, instructions: "Bring a ladder."}) { complaint { id } } }`},
	}
	work := []step{{Solver, accept}, {Solver, start}, {Solver, `mutation($task: ID!) { postTaskUpdate(input: {id: $task, remarks: "Half of it."}) { update { uploadUrl } } }`}, {Solver, complete}}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for name, row := range map[string]struct {
			steps    []step
			response *step
		}{
			"a comment":                        {silent, &step{Admin, comment}},
			"a note with the assignment":       {silent[:5], &step{Admin, `mutation($id: ID!, $solver: ID!) { assignComplaint(input: {id: $id, solverId: $solver, publicNote: "A crew comes."}) { complaint { id } } }`}},
			"a note with a hold":               {silent, &step{Admin, `mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: "awaiting_parts", publicNote: "It takes until May."}) { complaint { id } } }`}},
			"a rejection":                      {silent[:5], &step{Admin, `mutation($id: ID!) { rejectComplaint(input: {id: $id, reasonCode: "not_ours", publicNote: "Not ours."}) { complaint { id } } }`}},
			"a note with a review":             {append(silent, work...), &step{Admin, `mutation($task: ID!) { reviewCompletion(input: {id: $task, approved: true, publicNote: "All done."}) { task { id } } }`}},
			"none, though it closes by itself": {append(append(silent, work...), step{Admin, approve}), nil},
		} {
			t.Run(name, func(t *testing.T) {
				vars := map[string]any{"solver": accountID(t, s, Solver), "task": ""}
				vars["id"], _ = submitted(t, s, User, map[string]any{"title": "A lamp is out"})
				do := func(one step) {
					t.Helper()
					s.Clock.Advance(time.Minute)
					a := s.MustExecute(t, one.as, one.mutation, declared(one.mutation, vars))
					if one.mutation == complete { // which a photo proves
						body, kind := photo(t, 3)
						path := a.At("submitCompletion", "update", "uploadUrl").(string)
						if res := s.Do(t, Request{Method: http.MethodPost, Path: path, As: Solver, Body: bytes.NewReader(body), Header: http.Header{"Content-Type": {kind}}}); res.Status != http.StatusCreated {
							t.Fatal(res.Body)
						}
					}
					tasks := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { tasks(last: 1) { edges { node { id } } } } }`, map[string]any{"id": vars["id"]}).At("complaint", "tasks", "edges").([]any)
					if len(tasks) > 0 {
						vars["task"] = tasks[0].(map[string]any)["node"].(map[string]any)["id"]
					}
				}
				check := func(after string, want any, count float64) {
					t.Helper()
					a := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { firstResponseAt } complaintStats(where: {id: $id}) { total { timeToFirstResponse { count } } } }`, map[string]any{"id": vars["id"]})
					if a.At("complaint", "firstResponseAt") != want || a.At("complaintStats", "total", "timeToFirstResponse", "count") != count {
						t.Errorf("after %s: %s, want %v", after, a.Raw, want)
					}
				}
				for _, one := range row.steps {
					do(one)
					check(one.mutation, nil, 0)
				}
				if row.response == nil {
					s.Clock.Advance(15 * 24 * time.Hour)
					if _, err := s.Service.Desk.CloseResolved(System()); err != nil {
						t.Fatal(err)
					}
					if status := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { status } }`, map[string]any{"id": vars["id"]}).At("complaint", "status"); status != "CLOSED" {
						t.Errorf("it is %v", status)
					}
					check("closing by itself", nil, 0)
					return
				}
				before := s.Clock.Now().Add(time.Minute)
				do(*row.response)
				at := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { firstResponseAt } }`, map[string]any{"id": vars["id"]}).At("complaint", "firstResponseAt")
				if then, err := time.Parse(time.RFC3339, fmt.Sprint(at)); err != nil || then.Before(before.Add(-time.Second)) || then.After(s.Clock.Now()) {
					t.Errorf("%s is a response of %v, want one between %v and %v", row.response.mutation, at, before, s.Clock.Now())
				}
				check(row.response.mutation, at, 1)
				do(step{Admin, comment})
				check("another comment", at, 1)
			})
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
