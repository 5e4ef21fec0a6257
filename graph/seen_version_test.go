package graph_test

import (
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

// TestSeenVersion: what only administrators may read neither raises the version that a complaint's reporter reads nor
// moves its time, and never stops the reporter's own change.
func TestSeenVersion(t *testing.T) {
	type in = map[string]any
	const row = `query($id: ID!) { complaint(id: $id) { version updatedAt } }`
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		category := createRow(t, s, "createCategory", "category", in{"name": "Lamps"})
		id := mustMutate(t, s, User, "submitComplaint", "complaint { id }", in{"title": "Lamp out", "categoryId": category}).At("submitComplaint", "complaint", "id")
		read := func(as string) (version float64, updated any) {
			t.Helper()
			a := s.MustExecute(t, as, row, in{"id": id})
			return a.At("complaint", "version").(float64), a.At("complaint", "updatedAt")
		}
		for i, step := range []struct {
			as, verb string
			input    in
			told     bool
		}{
			{Admin, "claimComplaint", nil, false},
			{Admin, "unclaimComplaint", nil, false},
			{Admin, "triageComplaint", in{"priority": "HIGH"}, true},
			{Admin, "triageComplaint", in{"priority": "HIGH"}, false},
			{User, "updateComplaint", in{"title": "All lamps are out"}, true},
			{Admin, "claimComplaint", nil, false},
			{Admin, "assignComplaint", in{"solverId": accountID(t, s, Solver)}, true},
			{SuperAdmin, "claimComplaint", in{"handlerId": accountID(t, s, SuperAdmin)}, false},
			{SuperAdmin, "unclaimComplaint", nil, false},
			{Admin, "updateComplaint", in{"title": "Lamps out"}, true},
		} {
			s.Clock.Advance(time.Second)
			version, updated := read(User)
			whole, _ := read(Admin)
			expected := whole
			if step.as == User {
				expected = version
				stale := mutate(t, s, User, step.verb, "complaint { id }", merge(in{"id": id, "expectedVersion": whole}, step.input))
				if stale.Code() != "CONFLICT" || invalidFields(stale) != "expectedVersion" {
					t.Errorf("step %d with the version of administrators: %s", i, stale.Raw)
				}
			}
			a := mustMutate(t, s, step.as, step.verb, "complaint { version }", merge(in{"id": id, "expectedVersion": expected}, step.input))
			if got := a.At(step.verb, "complaint", "version"); got != expected+1 && step.told {
				t.Errorf("step %d: %s, want the version %v", i, a.Raw, expected+1)
			}
			after, moved := read(User)
			if want := version + map[bool]float64{true: 1}[step.told]; after != want || (moved != updated) != step.told {
				t.Errorf("step %d, %s: the reporter reads the version %v of %v, want %v of %v", i, step.verb, after, moved, want, updated)
			}
			if solver := s.Execute(t, Solver, row, in{"id": id}); solver.Code() == "" && solver.At("complaint", "version") != after {
				t.Errorf("step %d: the solver reads another version: %s", i, solver.Raw)
			}
		}
		const revisions = `query($id: ID!) { complaint(id: $id) { version revisions(last: 1) { edges { node { complaintVersion } } } } }`
		for _, as := range []string{User, Admin} {
			a := s.MustExecute(t, as, revisions, in{"id": id})
			if got := a.At("complaint", "revisions", "edges", 0, "node", "complaintVersion"); got != a.At("complaint", "version") {
				t.Errorf("%s reads another version in the latest revision: %s", as, a.Raw)
			}
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
