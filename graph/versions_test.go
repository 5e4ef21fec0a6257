package graph_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/auditentry"
	. "github.com/redress/redress/internal/testenv"
)

// Places, groups and providers tell their version, grow it with every change and refuse a
// screen that has seen another one.
func TestVersionsOfWhatAdministratorsKeep(t *testing.T) {
	type in = map[string]any
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, c := range []struct {
			create, noun string
			changes      map[string]in
		}{
			{"createZone", "zone", map[string]in{"updateZone": {"name": "Later"}, "moveZone": {}}},
			{"createCategory", "category", map[string]in{"updateCategory": {"slaHours": 7}, "moveCategory": {}}},
			{"createGroup", "group", map[string]in{"updateGroup": {"description": "For later."}}},
			{"createServiceProvider", "serviceProvider", map[string]in{"updateServiceProvider": {"active": false}}},
		} {
			t.Run(c.noun, func(t *testing.T) {
				selection := c.noun + " { id version }"
				made := mustMutate(t, s, Admin, c.create, selection, in{"name": "Versioned"})
				id, version := made.At(c.create, c.noun, "id"), 1
				if got := made.At(c.create, c.noun, "version"); got != 1.0 {
					t.Errorf("a new %s has the version %v", c.noun, got)
				}
				for verb, change := range c.changes {
					with := func(expected any) in {
						out := in{"id": id, "expectedVersion": expected}
						maps.Copy(out, change)
						return out
					}
					before := tableContents(t, s)
					for _, stale := range []int{version - 1, version + 1} {
						if a := mutate(t, s, Admin, verb, selection, with(stale)); a.Code() != "CONFLICT" || invalidFields(a) != "expectedVersion" {
							t.Errorf("%s with the version %d: %s", verb, stale, a.Raw)
						}
					}
					if d := changedTables(before, tableContents(t, s)); d != nil {
						t.Errorf("%s: a stale screen changed %v", verb, d)
					}
					for _, seen := range []any{version, nil} {
						version++
						a := mustMutate(t, s, Admin, verb, selection, with(seen))
						if got := a.At(verb, c.noun, "version"); got != float64(version) {
							t.Errorf("%s: the version is %v, want %d", verb, got, version)
						}
					}
				}
			})
		}
	})
}

// Who belongs to what has a version like everything else: a group's grows with its members, an
// account's with its zone and its provider, and a screen that has seen another one is refused.
func TestVersionsOfMemberships(t *testing.T) {
	type in = map[string]any
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		zone := createRow(t, s, "createZone", "zone", in{"name": "Versioned"})
		company := createRow(t, s, "createServiceProvider", "serviceProvider", in{"name": "Versioned"})
		group := createRow(t, s, "createGroup", "group", in{"name": "Versioned"})
		two := []uuid.UUID{accountUUID(t, s, User), accountUUID(t, s, User2)}
		type change struct {
			mutation string
			input    in
			same     bool // repeated, it changes nothing
		}
		for _, c := range []struct {
			noun, as string
			now      string // the version at first
			changes  []change
		}{
			{"group", Admin, fmt.Sprintf(`{ of: node(id: %q) { ... on Group { version } } }`, group), []change{
				{"addGroupMembers", in{"id": group, "userIds": two}, true},
				{"removeGroupMembers", in{"id": group, "userIds": two[:1]}, true},
			}},
			{"user", Solver2, `{ of: viewer { version } }`, []change{
				{"updateOwnProfile", in{"zoneId": zone}, false},
				{"updateOwnProfile", in{"noZone": true}, false},
			}},
			{"user", Admin, fmt.Sprintf(`{ of: node(id: %q) { ... on User { version } } }`, accountID(t, s, Solver)), []change{
				{"updateUser", in{"id": accountID(t, s, Solver), "zoneId": zone, "providerId": company}, false},
				{"changeUserRole", in{"id": accountID(t, s, Solver), "role": "USER"}, false},
			}},
		} {
			version := s.MustExecute(t, c.as, c.now, nil).At("of", "version").(float64)
			for _, change := range c.changes {
				t.Run(change.mutation, func(t *testing.T) {
					try := func(expected any) Result {
						return mutate(t, s, c.as, change.mutation, c.noun+" { version }", merge(change.input, in{"expectedVersion": expected}))
					}
					refused := func(expected float64) {
						t.Helper()
						before := tableContents(t, s)
						if a := try(expected); a.Code() != "CONFLICT" || invalidFields(a) != "expectedVersion" {
							t.Errorf("with the version %v: %s", expected, a.Raw)
						}
						if d := changedTables(before, tableContents(t, s)); d != nil {
							t.Errorf("a stale screen changed %v", d)
						}
					}
					changed := func(expected any, want float64) {
						t.Helper()
						if a := try(expected); a.At(change.mutation, c.noun, "version") != want {
							t.Errorf("with the version %v: %s, want %v", expected, a.Raw, want)
						}
						version = want
					}
					refused(version - 1)
					refused(version + 1)
					changed(version, version+1)
					refused(version - 1)
					if change.same {
						changed(nil, version)
						changed(version, version)
					}
				})
			}
		}
	})
}

// Who belongs to a group is shown to administrators only, as the list of accounts is.
func TestGroupMembers(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		group := mustMutate(t, s, Admin, "createGroup", "group { id }", map[string]any{"name": "Watch"}).At("createGroup", "group", "id")
		members := []string{accountUUID(t, s, User).String(), accountUUID(t, s, Solver).String()}
		mustMutate(t, s, Admin, "addGroupMembers", "added", map[string]any{"id": group, "userIds": members})
		slices.Sort(members)
		const query = `query($id: ID!) { node(id: $id) { ... on Group { name members(first: 10) { totalCount edges { node { id name } } } } } }`
		for _, as := range []string{Admin, SuperAdmin} {
			a := s.MustExecute(t, as, query, map[string]any{"id": group})
			found := ids(t, a.At("node", "members"))
			slices.Sort(found)
			if !slices.Equal(found, members) || a.At("node", "members", "totalCount") != 2.0 {
				t.Errorf("as %s: %s", as, a.Raw)
			}
		}
		for _, as := range []string{User, Solver} { // who belong to it themselves
			a := s.MustExecute(t, as, query, map[string]any{"id": group})
			if a.At("node", "name") != "Watch" || len(ids(t, a.At("node", "members"))) != 0 || a.At("node", "members", "totalCount") != 0.0 {
				t.Errorf("as %s: %s", as, a.Raw)
			}
		}
		for _, as := range []string{User2, Provider} {
			if a := s.MustExecute(t, as, query, map[string]any{"id": group}); a.At("node") != nil {
				t.Errorf("as %s: %s", as, a.Raw)
			}
		}
		one := `{ groups(first: 1) { edges { node { members(first: 5) { totalCount edges { node { name } } } } } } }`
		few, _ := statements(t, s, Admin, one, nil)
		for i := range 5 {
			mustMutate(t, s, Admin, "createGroup", "group { id }", map[string]any{"name": fmt.Sprint("Shift ", i)})
		}
		many, _ := statements(t, s, Admin, `{ groups(first: 50) { edges { node { members(first: 5) { totalCount edges { node { name } } } } } } }`, nil)
		if many != few {
			t.Errorf("1 group costs %d statements, 50 cost %d", few, many)
		}
	})
}

// New work goes to active service providers only: a named one is refused, the solver's own
// is left out.
func TestInactiveProviderGetsNoTask(t *testing.T) {
	type in = map[string]any
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		company := mustMutate(t, s, Admin, "createServiceProvider", "serviceProvider { id }", in{"name": "Closed Ltd"}).At("createServiceProvider", "serviceProvider", "id")
		solver := accountID(t, s, Solver2)
		mustMutate(t, s, Admin, "updateUser", "user { id }", in{"id": solver, "providerId": company})
		task := func(input in) Result {
			input["id"], input["solverId"] = complaintWithStatus(t, s, "SUBMITTED"), solver
			return mutate(t, s, Admin, "assignComplaint", "complaint { tasks(last: 1) { edges { node { id provider { id } } } } }", input)
		}
		of := func(a Result) any {
			return a.At("assignComplaint", "complaint", "tasks", "edges", 0, "node", "provider", "id")
		}
		if a := task(in{}); of(a) != company {
			t.Errorf("the solver's own, active: %s", a.Raw)
		}
		mustMutate(t, s, Admin, "updateServiceProvider", "serviceProvider { id }", in{"id": company, "active": false})
		a := task(in{"providerId": company})
		if a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "providerId" || a.Errors[0].Extensions["fields"].([]any)[0].(map[string]any)["code"] != "inactive" {
			t.Errorf("a named one: %s", a.Raw)
		}
		if a := task(in{}); a.Code() != "" || of(a) != nil {
			t.Errorf("the solver's own: %s", a.Raw)
		}
		e := newTaskFixture(t, s)
		if a := e.attempt(t, Admin, "reassignTask", in{"providerId": company}); a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "providerId" {
			t.Errorf("by reassigning: %s", a.Raw)
		}
	})
}

// What a disabled solver leaves behind is audited: the task, and the complaint that goes back
// to the queue or stays on hold.
func TestReleaseIsAudited(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		waiting, frozen := newTaskFixture(t, s), newTaskFixture(t, s)
		frozen.hold(t)
		mustMutate(t, s, Admin, "disableUser", "user { id }", map[string]any{"id": accountID(t, s, Solver)})
		for want, e := range map[string]*taskFixture{"SUBMITTED": waiting, "ON_HOLD": frozen} {
			entry := s.Store.Client().AuditEntry.Query().
				Where(auditentry.SubjectID(uuid.MustParse(e.complaint)), auditentry.Action("complaint.release")).OnlyX(System())
			after, err := s.Store.Client().Complaint.Get(System(), uuid.MustParse(e.complaint))
			if err != nil {
				t.Fatal(err)
			}
			var told map[string]any
			if err := json.Unmarshal(entry.After, &told); err != nil {
				t.Fatal(err)
			}
			if string(after.Status) != want || told["status"] != want || told["version"] != float64(after.Version) || told["reason_code"] != "solver_disabled" {
				t.Errorf("%s: %s, %s", want, after.Status, entry.After)
			}
			if entry.ActorID == nil || *entry.ActorID != accountUUID(t, s, Admin) {
				t.Errorf("by %v", entry.ActorID)
			}
		}
	})
}
