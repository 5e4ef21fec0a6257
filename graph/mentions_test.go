package graph_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/internal/delivery/text"
	. "github.com/redress/redress/internal/testenv"
)

// mention writes an internal note as an administrator that mentions accounts.
func mention(t *testing.T, s *Server, as string, of reported, said string, who ...string) Result {
	t.Helper()
	ids := make([]string, len(who))
	for i, email := range who {
		ids[i] = accountID(t, s, email)
	}
	return mutate(t, s, as, "commentOnComplaint", "comment { id mentioned { id name } }",
		map[string]any{"complaintId": of.id, "text": said, "visibility": "INTERNAL", "mentions": ids})
}

// TestMentions: administrators whom an internal note mentions are told of it and watch its complaint from then on.
func TestMentions(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := newChooser(t, s, m, User, Solver, Admin, SuperAdmin)
		lamp := report(t, s, User, "A lamp is out")
		c.expect(t, "the receipt", User, nil, []string{"We have received " + lamp.reference})
		level := func(as string) any {
			t.Helper()
			return s.MustExecute(t, as, `query($id: ID!) { complaint(id: $id) { notificationLevel } }`, map[string]any{"id": lamp.id}).At("complaint", "notificationLevel")
		}
		mentions := []string{"You are mentioned on " + lamp.reference}

		setLevel(t, s, SuperAdmin, lamp.id, "MUTED")
		a := mention(t, s, Admin, lamp, "@Boss, is this ours?", SuperAdmin)
		if who := a.At("commentOnComplaint", "comment", "mentioned").([]any); len(who) != 1 || who[0].(map[string]any)["id"] != accountID(t, s, SuperAdmin) {
			t.Errorf("it mentions %v", who)
		}
		c.expect(t, "mentioned", SuperAdmin, mentions, mentions)
		if mail := m.Mail(SuperAdmin); !strings.Contains(mail[len(mail)-1].Body, "is this ours?") {
			t.Error("the e-mail does not say what was written")
		}
		c.expect(t, "whoever mentions", Admin, nil, nil)
		c.expect(t, "the reporter", User, nil, nil)
		if got := level(SuperAdmin); got != "WATCHING" {
			t.Errorf("whoever is mentioned has %v", got)
		}
		mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": lamp.id, "text": "We look"})
		news := []string{"A new comment on " + lamp.reference}
		c.expect(t, "they watch", SuperAdmin, news, news)

		c.choose(t, SuperAdmin, choice("MENTIONED", "EMAIL", "off"))
		mention(t, s, Admin, lamp, "Once more", SuperAdmin, Admin)
		c.expect(t, "without e-mail", SuperAdmin, mentions, nil)
		c.expect(t, "oneself", Admin, nil, nil)
		if got := level(Admin); got != "WATCHING" {
			t.Errorf("whoever mentions themselves has %v", got)
		}

		// The right may end while the e-mail waits: what is internal does not go out then.
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": accountID(t, s, User2), "role": "ADMIN"})
		sendTogether(t, s)
		c.mails[User2] = len(m.Mail(User2))
		mention(t, s, Admin, lamp, "A secret among us", User2)
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": accountID(t, s, User2), "role": "USER"})
		sendTogether(t, s)
		for _, mail := range m.Mail(User2)[c.mails[User2]:] {
			if strings.Contains(mail.Body, "A secret among us") {
				t.Error("an internal note has gone to somebody who is no administrator any more")
			}
		}
		if got := whyNot(t, s, User2, "MENTIONED"); got != text.OtherRole {
			t.Errorf("why no e-mail went out: %q", got)
		}
	})
}

// TestMentionedAtTheSameMoment: whoever stops being an administrator while a note mentions them is not told of it by e-mail, whichever is first.
func TestMentionedAtTheSameMoment(t *testing.T) {
	const rounds = 40
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		lamp, id := report(t, s, User, "A lamp is out"), accountID(t, s, User2)
		role := func(role string) Result {
			return mutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": id, "role": role})
		}
		taken := 0
		for range rounds {
			if a := role("ADMIN"); a.Code() != "" {
				t.Fatal(a.Raw)
			}
			var note, changed Result
			var both sync.WaitGroup
			both.Go(func() { note = mention(t, s, Admin, lamp, "A secret among us", User2) })
			both.Go(func() { changed = role("USER") })
			both.Wait()
			switch {
			case changed.Code() != "":
				t.Fatal(changed.Raw)
			case note.Code() == "":
				taken++
			case invalidFields(note) != "mentions.0":
				t.Fatal(note.Raw)
			}
		}
		sendTogether(t, s)
		t.Logf("%d of %d notes came before", taken, rounds)
		for _, mail := range m.Mail(User2) {
			if strings.Contains(mail.Body, "A secret among us") {
				t.Error("an internal note has gone to somebody who is no administrator any more")
			}
		}
	})
}

// TestWrongMentions: who can mention whom, and that nothing is left of a note whose mentions are wrong.
func TestWrongMentions(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		lamp := report(t, s, User, "A lamp is out")
		notes := func() int {
			t.Helper()
			a := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { comments(first: 100) { totalCount } } }`, map[string]any{"id": lamp.id})
			return int(a.At("complaint", "comments", "totalCount").(float64))
		}
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": accountID(t, s, User2), "role": "ADMIN"})
		mustMutate(t, s, SuperAdmin, "disableUser", "user { id }", map[string]any{"id": accountID(t, s, User2)})
		disabled := User2
		for _, tt := range []struct {
			what, as, visibility string
			who                  []string
			fields               string
		}{
			{"a user", Admin, "INTERNAL", []string{SuperAdmin, User}, "mentions.1"},
			{"a solver", Admin, "INTERNAL", []string{Solver}, "mentions.0"},
			{"a disabled administrator", Admin, "INTERNAL", []string{disabled}, "mentions.0"},
			{"twice", Admin, "INTERNAL", []string{SuperAdmin, SuperAdmin}, "mentions.1"},
			{"too many", Admin, "INTERNAL", slices.Repeat([]string{SuperAdmin}, 11), "mentions"},
			{"in public", Admin, "PUBLIC", []string{SuperAdmin}, "mentions"},
			{"by a reporter", User, "PUBLIC", []string{SuperAdmin}, "mentions"},
		} {
			ids := make([]string, len(tt.who))
			for i, email := range tt.who {
				ids[i] = accountID(t, s, email)
			}
			a := mutate(t, s, tt.as, "commentOnComplaint", "comment { id }",
				map[string]any{"complaintId": lamp.id, "text": "Look", "visibility": tt.visibility, "mentions": ids})
			if got := invalidFields(a); got != tt.fields {
				t.Errorf("%s: %s, not %s: %s", tt.what, got, tt.fields, a.Raw)
			}
		}
		if n := notes(); n != 0 {
			t.Errorf("%d notes were written", n)
		}
		mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": lamp.id, "text": "To nobody", "visibility": "INTERNAL", "mentions": []string{}})
		if got := s.MustExecute(t, User, `query($id: ID!) { complaint(id: $id) { comments(first: 5) { edges { node { mentioned { id } } } } } }`, map[string]any{"id": lamp.id}).Raw; strings.Contains(got, "mentioned") {
			t.Errorf("a reporter reads mentions: %s", got)
		}
	})
}
