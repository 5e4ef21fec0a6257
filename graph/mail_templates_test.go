package graph_test

import (
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// mailLike is what an e-mail must be like.
type mailLike struct {
	subject string
	has     []string
	not     []string
}

// nameOf returns what an account is called.
func nameOf(t *testing.T, s *Server, as string) string {
	t.Helper()
	return s.MustExecute(t, as, `{ viewer { name } }`, nil).At("viewer", "name").(string)
}

// expect compares the last e-mail to somebody.
func (want mailLike) expect(t *testing.T, step, to string, all []Mail) Mail {
	t.Helper()
	if len(all) == 0 {
		t.Fatalf("%s: no e-mail to %s", step, to)
	}
	m := all[len(all)-1]
	if got := subjectOf(t, m); got != want.subject {
		t.Errorf("%s: to %s the subject is %q, not %q", step, to, got, want.subject)
	}
	body := m.Body
	for _, text := range want.has {
		if strings.Count(body, text) < 2 { // as text and as a page
			t.Errorf("%s: the e-mail to %s lacks %q: %s", step, to, text, body)
		}
	}
	for _, text := range want.not {
		if strings.Contains(body, text) {
			t.Errorf("%s: the e-mail to %s has %q: %s", step, to, text, body)
		}
	}
	return m
}

// TestMailTemplatesOfAComplaint: what the e-mails about a complaint say to its reporters with an account and without one, to who watches it and to
// its solver, and that all of them are one thread.
func TestMailTemplatesOfAComplaint(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{
			"name": "Überall & Söhne", "color": "#ffcc00", "phone": "+49 30 1234", "email": "help@lamps.example", "replyTo": "desk@bücher.example",
		})
		const title = "A lamp is out — 7. Straße"
		lamp := report(t, s, User, title)
		sendTogether(t, s)
		page, own := "/desk/complaints/"+lamp.reference, "/track#rdl_"
		first := mailLike{
			subject: "[" + lamp.reference + "] We have received your report: " + title,
			has:     []string{"Überall &", "Telephone: +49 30 1234", "E-mail: help@lamps.example", lamp.reference + ": " + title, "We look at it", "photos and comments", "See your report", own},
			not:     []string{"reopen", page},
		}.expect(t, "the receipt", User, m.Mail(User))

		setLevel(t, s, SuperAdmin, lamp.id, "WATCHING")
		lamp.move(t, s, "resolveComplaint", "It burns again.")
		sendTogether(t, s)
		resolved := mailLike{
			subject: "[" + lamp.reference + "] Your report is resolved: " + title,
			has:     []string{"It burns again.", "Please rate the work.", "It can be reopened until 2", "See your report", own},
			not:     []string{nameOf(t, s, Admin), page},
		}.expect(t, "resolved", User, m.Mail(User))
		mailLike{
			subject: "[" + lamp.reference + "] The complaint is resolved: " + title,
			has:     []string{"It burns again.", "Open the complaint", page},
			not:     []string{"rate the work", "Your report"},
		}.expect(t, "resolved", SuperAdmin, m.Mail(SuperAdmin))
		thread := first.Header.Get("References")
		for _, mail := range append(m.Mail(User), m.Mail(SuperAdmin)...) {
			if strings.Contains(subjectOf(t, mail), lamp.reference) && (mail.Header.Get("References") != thread || mail.Header.Get("In-Reply-To") != thread || thread == "") {
				t.Errorf("%q is in the thread %q, not %q", subjectOf(t, mail), mail.Header.Get("References"), thread)
			}
		}
		if first.Header.Get("Message-Id") == resolved.Header.Get("Message-Id") || first.Header.Get("Auto-Submitted") != "auto-generated" ||
			first.Header.Get("Reply-To") != "<desk@xn--bcher-kva.example>" {
			t.Errorf("headers are %v and %v", first.Header, resolved.Header)
		}
		if body := resolved.Body; !strings.Contains(body, "solid #ffcc00") || !strings.Contains(body, "background: #ffcc00; color: #000") {
			t.Errorf("without the color of the organization: %s", body)
		}

		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { nameStaff }", map[string]any{"nameStaff": true})
		signed := report(t, s, User, "A door squeaks")
		sendTogether(t, s)
		mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": signed.id, "text": "Which one?"})
		signed.move(t, s, "resolveComplaint", "It is oiled.")
		sendTogether(t, s)
		by := "\n— " + nameOf(t, s, Admin)
		if body := m.Mail(User)[len(m.Mail(User))-1].Body; !strings.Contains(body, "Which one?"+by) || !strings.Contains(body, "It is oiled."+by) {
			t.Errorf("without the author: %s", body)
		}
		s.MustExecute(t, SuperAdmin, `mutation { updateSettings(input: {reopenWithinDays: 0}) { settings { version } } }`, nil)
		other := report(t, s, User, "A bench is broken")
		other.move(t, s, "rejectComplaint", "It is private.")
		sendTogether(t, s)
		mailLike{
			subject: "[" + other.reference + "] Your report was rejected: A bench is broken",
			has:     []string{"It is private."}, not: []string{"reopened until", "{"},
		}.expect(t, "nothing can be reopened", User, m.Mail(User))
	})
}

// TestMailTemplatesOfMergedComplaints: whoever reported what was merged into another complaint reads of their own one, and no title of somebody else's.
func TestMailTemplatesOfMergedComplaints(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		main, same := report(t, s, User, "Mrs. Miller's dog bites"), report(t, s, User2, "A dog in the park")
		mustMutate(t, s, Admin, "mergeComplaint", "complaint { id }", map[string]any{"id": same.id, "intoId": main.id, "reasonCode": "duplicate"})
		sendTogether(t, s)
		mailLike{
			subject: "[" + same.reference + "] Your report is part of another one now: A dog in the park",
			has:     []string{"Somebody else has reported the same.", "/track#rdl_"}, not: []string{"Miller"},
		}.expect(t, "merged", User2, m.Mail(User2))
		main.move(t, s, "resolveComplaint", "The dog is on a leash.")
		sendTogether(t, s)
		mailLike{
			subject: "[" + same.reference + "] Your report is resolved: A dog in the park", not: []string{"Miller", main.reference},
		}.expect(t, "the other one is resolved", User2, m.Mail(User2))
	})
}

// TestMailTemplatesOfCallers: whoever telephoned reads what they can do without an account, and follows it by a button once the address is confirmed.
func TestMailTemplatesOfCallers(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		const carla = "carla@example.org"
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{"name": "City of Lamps"})
		c := callers{s, m}
		_, reference := c.calls(t, carla)
		sendTogether(t, s)
		asked := mailLike{
			subject: "[" + reference + "] Is this your e-mail address?",
			has:     []string{"Somebody gave City of Lamps this address"}, not: []string{typed, "/desk/", "/track", "The lamp", "What you"},
		}.expect(t, "an address that nobody has confirmed", carla, m.Mail(carla))
		if asked.Header.Get("References") != "" {
			t.Error("what may go to a stranger is part of a thread")
		}
		if status, _ := c.answer(t, asked, "confirm"); status != 200 {
			t.Fatalf("confirm: %d", status)
		}
		id, reference := c.calls(t, carla)
		sendTogether(t, s)
		mailLike{
			subject: "[" + reference + "] We have received your report: " + typed,
			has:     []string{reference + ": " + typed, "We look at it", "You can add photos and messages", "No more such messages", "See your report", "/track#rdl_"}, not: []string{"/desk/"},
		}.expect(t, "a receipt", carla, m.Mail(carla))
		c.resolve(t, id)
		sendTogether(t, s)
		mailLike{
			subject: "[" + reference + "] Your report is resolved: " + typed,
			has:     []string{"It burns again.", "Please rate the work.", "It can be reopened until 2"}, not: []string{"/desk/", "{"},
		}.expect(t, "resolved", carla, m.Mail(carla))
	})
}
