package gqlhttp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	. "github.com/redress/redress/internal/testenv"
)

const presence = `subscription($id: ID!) { presence(complaintId: $id) { complaintId people { accountId name since } } }`

// presentUntil reads who is present until it is who the test waits for, in any order: two may come within
// one millisecond.
func presentUntil(t testing.TB, f *stream, want ...string) {
	t.Helper()
	slices.Sort(want)
	for {
		m := f.next()
		people, _ := m.at("presence", "people").([]any)
		var names []string
		for _, p := range people {
			names = append(names, p.(map[string]any)["name"].(string))
		}
		if m.ID != "" {
			t.Errorf("a message of presence has the id %s", m.ID)
		}
		slices.Sort(names)
		if strings.Join(names, ", ") == strings.Join(want, ", ") {
			return
		}
	}
}

// TestPresence: who has a complaint open learns who else has, over both instances where there are two, and when
// they leave; solvers learn of administrators only, others nothing.
func TestPresence(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		other := s
		if s.Dialect == "postgres" {
			other = s.NewInstance(t, s.Store.URL())
			other.Serve(t)
		}
		names := map[string]string{}
		for _, who := range []string{Admin, SuperAdmin, Solver, Solver2} {
			names[who] = s.MustExecute(t, who, `{ viewer { name } }`, nil).At("viewer", "name").(string)
		}
		id := submit(t, s, User, "mine")
		foreign := submit(t, s, User2, "theirs")
		task := assign(t, s, id, Solver2) // who had it
		s.MustExecute(t, Admin, `mutation($id: ID!, $s: ID!) { reassignTask(input: {id: $id, solverId: $s, reasonCode: "nearer"}) { task { id } } }`, map[string]any{"id": task, "s": idOf(t, s, Solver)})
		of := func(id string) map[string]any { return map[string]any{"id": id} }
		for who, code := range map[string]string{User: "PERMISSION_DENIED", Provider: "PERMISSION_DENIED"} {
			if m := openStream(t, s, s.Token(t, who), presence, of(id)).readWithin(20 * time.Second); m.code() != code {
				t.Errorf("%s: %+v", who, m)
			}
		}
		for _, missing := range []string{foreign, uuid.NewString()} {
			if m := openStream(t, s, s.Token(t, Solver), presence, of(missing)).readWithin(20 * time.Second); m.code() != "NOT_FOUND" {
				t.Errorf("%+v", m)
			}
		}
		admin := openStream(t, s, s.Token(t, Admin), presence, of(id))
		presentUntil(t, admin)
		super := openStream(t, other, other.Token(t, SuperAdmin), presence, of(id), "Last-Event-ID", "e0")
		presentUntil(t, admin, names[SuperAdmin])
		presentUntil(t, super, names[Admin])
		again := openStream(t, s, s.Token(t, SuperAdmin), presence, of(id)) // twice is once
		presentUntil(t, again, names[Admin])
		one := openStream(t, other, other.Token(t, Solver), presence, of(id))
		presentUntil(t, one, names[Admin], names[SuperAdmin])
		presentUntil(t, admin, names[SuperAdmin], names[Solver])
		two := openStream(t, s, s.Token(t, Solver2), presence, of(id))
		presentUntil(t, two, names[Admin], names[SuperAdmin])
		presentUntil(t, admin, names[SuperAdmin], names[Solver], names[Solver2])
		admin.close()
		presentUntil(t, two, names[SuperAdmin]) // and never a solver
		// The first of them was not told that the second one came, not by a message without news either.
		if people := one.next().at("presence", "people").([]any); len(people) != 1 || people[0].(map[string]any)["name"] != names[SuperAdmin] {
			t.Errorf("%v", people)
		}
		elsewhere := openStream(t, s, s.Token(t, Admin), presence, of(foreign))
		presentUntil(t, elsewhere)
		c := connect(t, s, s.Token(t, Admin))
		c.subscribe("1", presence, of(id))
		if m := c.next(); m.Type != "next" || fmt.Sprint(m.at("presence", "complaintId")) != id || strings.Contains(m.Raw, names[Admin]) {
			t.Errorf("%+v", m)
		}
	})
}
