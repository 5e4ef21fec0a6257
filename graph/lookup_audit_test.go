package graph_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent/auditentry"
	. "github.com/redress/redress/internal/testenv"
)

// TestFoundContactsAreAudited: whoever finds people by their contacts leaves the entry that a lookup leaves, whichever way they look, once
// a minute for the people found.
func TestFoundContactsAreAudited(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Clock.Stop()
		report := func(name, email, phone string) {
			mustMutate(t, s, Admin, "submitComplaint", "complaint { id }", map[string]any{
				"title": "A lamp", "source": "PHONE", "contact": map[string]any{"name": name, "email": email, "phone": phone},
			})
		}
		report("Özlem Öztürk", "oezlem@example.net", "+49 89 1234567")
		report("Özlem Kaya", "kaya@example.net", "")
		lookups := func() (found []int) {
			for _, row := range s.Store.Client().AuditEntry.Query().Where(auditentry.Action("contact.lookup")).Order(auditentry.ByID()).AllX(System()) {
				var after struct {
					Text     string
					Contacts []string
				}
				if err := json.Unmarshal(row.After, &after); err != nil || !strings.HasPrefix(after.Text, "sha256:") || row.ActorID == nil {
					t.Errorf("an entry says %s, %v", row.After, err)
				}
				found = append(found, len(after.Contacts))
			}
			return found
		}
		find := func(text string) string { return fmt.Sprintf(`find(text: %q) { callers { name } }`, text) }
		filter := func(field, text string) string {
			return fmt.Sprintf(`complaints(where: {%s: %q}) { totalCount }`, field, text)
		}
		for i, step := range []struct {
			as, query string
			more      []int // contacts of each further entry
		}{
			{Admin, find("öztürk"), []int{1}},
			{Admin, find("öztür"), nil}, // the same person, with a letter less
			{Admin, filter("contactName", "öztürk"), nil},
			{Admin, filter("contactEmail", "oezlem@"), nil},
			{Admin, filter("contactPhone", "089 1234"), nil},
			{Admin, find("özlem"), []int{1}}, // of two one was found before
			{SuperAdmin, filter("contactPhone", "089 1234"), []int{1}},
			{SuperAdmin, filter("contactEmail", "@example.net"), []int{1}},
			{SuperAdmin, `complaints(where: {not: {or: [{contactName: "özlem"}]}}) { totalCount }`, nil},
			{Admin, find("nobody at all"), nil},
			{Admin, filter("contactName", "nobody at all"), nil},
			{Admin, `find(text: "öztürk") { complaints { id } }`, nil}, // no people
			{Admin, `complaints(where: {search: "lamp"}) { totalCount }`, nil},
			{User, find("öztürk"), nil},
			{Provider, find("öztürk"), nil},
			{"", "", nil}, // a minute later
			{Admin, find("özlem"), []int{2}},
			{SuperAdmin, filter("contactName", "özlem"), []int{2}},
		} {
			if step.as == "" {
				s.Clock.Advance(time.Minute)
				continue
			}
			before := lookups()
			s.MustExecute(t, step.as, "{ "+step.query+" }", nil)
			if more := lookups()[len(before):]; !slices.Equal(more, step.more) {
				t.Errorf("%d: %s, as %s, wrote entries of %v contacts, want %v", i, step.query, name(step.as), more, step.more)
			}
		}
		// However often at once, it is one entry.
		s.Clock.Advance(time.Minute)
		before := len(lookups())
		var all strings.Builder
		for i := range 8 {
			fmt.Fprintf(&all, " a%d: %s b%d: %s", i, find("kaya"), i, filter("contactName", "kaya"))
		}
		s.MustExecute(t, Admin, "{"+all.String()+" }", nil)
		if n := len(lookups()) - before; n != 1 {
			t.Errorf("16 searches at once wrote %d entries", n)
		}
		// What can't be compared is refused, and refusals leave no entry.
		before = len(lookups())
		for _, as := range []string{User, Solver, Provider} {
			if a := s.Execute(t, as, "{ "+filter("contactName", "kaya")+" }", nil); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s filters by contact: %s", as, a.Raw)
			}
		}
		for _, field := range []string{"contactName", "contactEmail", "contactPhone"} {
			for _, text := range []string{"a\u0000", strings.Repeat("a", 201)} {
				a := s.Execute(t, Admin, fmt.Sprintf(`query($text: String!) { complaints(where: {%s: $text}) { totalCount } }`, field), map[string]any{"text": text})
				if a.Code() != "VALIDATION_ERROR" {
					t.Errorf("%s %.10q: %s", field, text, a.Raw)
				}
			}
		}
		if n := len(lookups()) - before; n != 0 {
			t.Errorf("refusals wrote %d entries", n)
		}
	})
}
