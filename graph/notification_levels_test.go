package graph_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// setLevel sets how much somebody is told of a complaint.
func setLevel(t *testing.T, s *Server, as, complaint, level string) {
	t.Helper()
	a := mustMutate(t, s, as, "setNotificationLevel", "complaint { notificationLevel }", map[string]any{"complaintId": complaint, "level": level})
	if got := a.At("setNotificationLevel", "complaint", "notificationLevel"); got != level {
		t.Errorf("%s has set %s: %v", as, level, got)
	}
}

// TestWatching: who watches is told what reporters are, as long as they watch and may read it.
func TestWatching(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := newChooser(t, s, m, User, User2, Solver, SuperAdmin)
		lamp, twin := report(t, s, User, "A lamp is out"), report(t, s, User2, "The same lamp is out")
		c.expect(t, "the receipt", User, nil, []string{"We have received " + lamp.reference})
		c.expect(t, "the receipt", User2, nil, []string{"We have received " + twin.reference})
		comment := func() {
			t.Helper()
			mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": lamp.id, "text": "We look"})
		}
		news, held, resumed := []string{"A new comment on " + lamp.reference}, []string{lamp.reference + " is now on hold"}, []string{lamp.reference + " is now submitted"}

		comment()
		c.expect(t, "nobody watches", SuperAdmin, nil, nil)
		c.expect(t, "the reporter", User, news, news)
		setLevel(t, s, SuperAdmin, lamp.id, "WATCHING")
		comment()
		c.expect(t, "somebody watches", SuperAdmin, news, news)
		lamp.move(t, s, "holdComplaint", "")
		c.expect(t, "a hold", SuperAdmin, held, held)
		lamp.move(t, s, "resumeComplaint", "")
		c.expect(t, "what is told in the application alone", SuperAdmin, resumed, nil)
		mustMutate(t, s, SuperAdmin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": lamp.id, "text": "Mine"})
		c.expect(t, "their own act", SuperAdmin, nil, nil)
		mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": lamp.id, "text": "Between us", "visibility": "INTERNAL"})
		c.expect(t, "what reporters are not told", SuperAdmin, nil, nil)
		c.choose(t, SuperAdmin, choice("NEW_COMMENT", "EMAIL", "off"))
		comment()
		c.expect(t, "switched off", SuperAdmin, news, nil)
		c.choose(t, SuperAdmin, choice("NEW_COMMENT", "EMAIL", ""))

		comment()
		setLevel(t, s, SuperAdmin, lamp.id, "NORMAL")
		c.expect(t, "not watched any more when the e-mail goes out", SuperAdmin, news, nil)
		if got := whyNot(t, s, SuperAdmin, "NEW_COMMENT"); got != text.NotWatched {
			t.Errorf("why no e-mail went out: %q", got)
		}
		comment()
		c.expect(t, "not watched any more", SuperAdmin, nil, nil)

		// Of what is merged, as its reporters.
		setLevel(t, s, SuperAdmin, twin.id, "WATCHING")
		mustMutate(t, s, Admin, "mergeComplaint", "complaint { id }", map[string]any{"id": twin.id, "intoId": lamp.id, "reasonCode": "duplicate"})
		merged := []string{twin.reference + " is now merged"}
		c.expect(t, "merged", User2, merged, merged)
		c.expect(t, "merged", SuperAdmin, merged, merged)
		lamp.move(t, s, "holdComplaint", "")
		c.expect(t, "what a merged one became", SuperAdmin, held, held)
		c.expect(t, "what a merged one became", User2, held, []string{twin.reference + " is now on hold"})
		comment()
		c.expect(t, "a comment on what it was merged into", SuperAdmin, nil, nil)
		setLevel(t, s, User2, twin.id, "MUTED")
		setLevel(t, s, SuperAdmin, lamp.id, "MUTED")
		lamp.move(t, s, "resumeComplaint", "")
		c.expect(t, "the merged one is muted", User2, nil, nil)
		c.expect(t, "what it was merged into is muted", SuperAdmin, nil, nil)
		s.MustExecute(t, User, `mutation { markAllNotificationsRead { marked } }`, nil)
		c.mails[User] = len(m.Mail(User))

		// A watch ends with the right.
		role := func(role string) {
			t.Helper()
			mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", map[string]any{"id": accountID(t, s, User2), "role": role})
			sendTogether(t, s)
			s.MustExecute(t, User2, `mutation { markAllNotificationsRead { marked } }`, nil)
			c.mails[User2] = len(m.Mail(User2))
		}
		role("ADMIN")
		setLevel(t, s, User2, lamp.id, "WATCHING")
		setLevel(t, s, User2, twin.id, "NORMAL")
		comment()
		c.expect(t, "an administrator", User2, news, news)
		comment()
		role("USER")
		comment()
		c.expect(t, "no administrator any more", User2, nil, nil)
		for _, mail := range m.Mail(User2)[c.mails[User2]-1:] {
			if titles := strings.Join(toldIn(t, mail), " "); strings.Contains(titles, lamp.reference) {
				t.Errorf("an e-mail that waited when the right ended: %s", titles)
			}
		}
	})
}

// whyNot returns why the latest e-mail that tells somebody of an event was not sent.
func whyNot(t *testing.T, s *Server, to, event string) string {
	t.Helper()
	n, err := s.Store.Client().Notification.Query().
		Where(notification.RecipientID(accountUUID(t, s, to)), notification.ChannelEQ(domain.ChannelEmail), notification.Kind(event)).
		Order(ent.Desc(notification.FieldID)).First(System())
	if err != nil {
		t.Fatal(err)
	}
	return n.LastError
}

// TestMuting: who has muted a complaint is told what they have to do, and nothing else.
func TestMuting(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := newChooser(t, s, m, User, Solver, Admin, SuperAdmin)
		lamp, other := report(t, s, User, "A lamp is out"), report(t, s, User, "Another lamp is out")
		comment := func(as string, of reported) {
			t.Helper()
			mustMutate(t, s, as, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": of.id, "text": "Look"})
		}
		news := []string{"A new comment on " + lamp.reference}
		receipts := []string{"We have received " + lamp.reference, "We have received " + other.reference}
		c.expect(t, "the receipts", User, nil, receipts)
		comment(Admin, lamp)
		comment(Admin, other)
		setLevel(t, s, User, lamp.id, "MUTED")
		both := []string{"A new comment on " + lamp.reference, "A new comment on " + other.reference}
		c.expect(t, "what waited is left out", User, both, both[1:])
		comment(Admin, lamp)
		c.expect(t, "muted", User, nil, nil)
		setLevel(t, s, User, lamp.id, "NORMAL")
		comment(Admin, lamp)
		c.expect(t, "not muted any more", User, news, news)

		// Who looks after it is told when they are to.
		setLevel(t, s, SuperAdmin, lamp.id, "MUTED")
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": lamp.id, "handlerId": accountID(t, s, SuperAdmin)})
		handed := []string{"You look after " + lamp.reference}
		c.expect(t, "handed over", SuperAdmin, handed, handed)
		comment(User, lamp)
		c.expect(t, "the reporter replies", SuperAdmin, nil, nil)
		c.expect(t, "nobody else is told instead", Admin, nil, nil)

		// A solver is told of tasks.
		e := &taskFixture{Server: s, complaint: lamp.id}
		setLevelOf := func(level string) { t.Helper(); setLevel(t, s, Solver, lamp.id, level) }
		e.assign(t)
		given := []string{"You have a new task: " + lamp.reference}
		c.expect(t, "a task", Solver, given, given)
		setLevelOf("MUTED")
		lamp.move(t, s, "holdComplaint", "")
		c.expect(t, "its complaint is put on hold", Solver, nil, nil)
		lamp.move(t, s, "resumeComplaint", "")
		e.mustDo(t, Admin, "cancelTask", nil)
		e.assign(t)
		sendTogether(t, s)
		if got := wordsIn(s.MustExecute(t, Solver, unread, nil)); len(got) != 2 {
			t.Errorf("a solver who has muted it is told %v", got)
		}
	})
}

// TestLevelsOfOthers: who may set a level, whose it is, and what lists select by it.
func TestLevelsOfOthers(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		lamp, task := report(t, s, User, "A lamp is out"), newTaskFixture(t, s)
		for _, tt := range []struct {
			as, complaint, code string
		}{
			{User, lamp.id, ""},
			{Admin, lamp.id, ""},
			{SuperAdmin, lamp.id, ""},
			{User2, lamp.id, "NOT_FOUND"},
			{Solver, lamp.id, "NOT_FOUND"},
			{Provider, lamp.id, "NOT_FOUND"},
			{"", lamp.id, "AUTHENTICATION_REQUIRED"},
			{Solver, task.complaint, ""},
			{Solver2, task.complaint, "NOT_FOUND"},
			{Provider, task.complaint, "PERMISSION_DENIED"},
		} {
			a := mutate(t, s, tt.as, "setNotificationLevel", "complaint { notificationLevel }", map[string]any{"complaintId": tt.complaint, "level": "WATCHING"})
			if a.Code() != tt.code {
				t.Errorf("%q watches %s: %s", tt.as, tt.complaint, a.Raw)
			}
		}
		setLevel(t, s, SuperAdmin, lamp.id, "MUTED")
		list := func(as, level string) (got []string) {
			t.Helper()
			a := s.MustExecute(t, as, `query($level: NotificationLevel!) { complaints(first: 50, where: {notificationLevel: $level}) { edges { node { id notificationLevel } } } }`,
				map[string]any{"level": level})
			for _, e := range a.At("complaints", "edges").([]any) {
				node := e.(map[string]any)["node"].(map[string]any)
				if node["notificationLevel"] != level {
					t.Errorf("%s finds %v as %s", as, node, level)
				}
				got = append(got, node["id"].(string))
			}
			return got
		}
		for _, tt := range []struct {
			as, level string
			want      []string
		}{
			{Admin, "WATCHING", []string{lamp.id}},
			{Admin, "MUTED", nil},
			{SuperAdmin, "WATCHING", nil},
			{SuperAdmin, "MUTED", []string{lamp.id}},
			{User, "WATCHING", []string{lamp.id}},
			{User2, "WATCHING", nil},
			{Solver, "WATCHING", []string{task.complaint}},
		} {
			if got := list(tt.as, tt.level); !sameAnyOrder(got, tt.want) {
				t.Errorf("%s finds %v as %s, not %v", tt.as, got, tt.level, tt.want)
			}
		}
		all := s.MustExecute(t, Admin, `{ complaintPage(where: {notificationLevel: NORMAL}) { pagination { total } } everything: complaintPage { pagination { total } } }`, nil)
		if got, want := all.At("complaintPage", "pagination", "total").(float64), all.At("everything", "pagination", "total").(float64)-1; got != want {
			t.Errorf("%v complaints are neither watched nor muted, not %v", got, want)
		}

		var together sync.WaitGroup
		for range 8 {
			together.Go(func() { setLevel(t, s, User2, report(t, s, User2, "Another one").id, "MUTED") })
			together.Go(func() {
				if a := mutate(t, s, Admin, "setNotificationLevel", "complaint { id }", map[string]any{"complaintId": task.complaint, "level": "WATCHING"}); len(a.Errors) > 0 {
					t.Errorf("at the same moment: %s", a.Raw)
				}
			})
		}
		together.Wait()
		if got := list(Admin, "WATCHING"); len(got) != 2 {
			t.Errorf("an administrator watches %v", got)
		}
	})
}
