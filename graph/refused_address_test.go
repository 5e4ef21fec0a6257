package graph_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	. "github.com/redress/redress/internal/testenv"
)

// refusedAt returns when a mail server refused the address of a complaint's reporter, as an administrator reads it; nil for never.
func refusedAt(t *testing.T, s *Server, complaint string) any {
	t.Helper()
	a := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { contact { refusedAt } submittedBy { contact { refusedAt } } } }`, map[string]any{"id": complaint})
	if a.At("complaint", "contact") != nil {
		return a.At("complaint", "contact", "refusedAt")
	}
	return a.At("complaint", "submittedBy", "contact", "refusedAt")
}

// What a mail server says of a recipient: that there is no such address, and what says nothing of it.
var (
	noSuchUser    = MailFault{RcptCode: 550, Message: "no such user"}
	mailboxClosed = MailFault{RcptCode: 550, Status: smtp.EnhancedCode{5, 2, 1}, Message: "the mailbox is closed"}
)

// TestRefusedCaller: of an address that the mail server says does not exist whoever looks after the complaint is told, and nothing more goes there,
// whichever complaint names it, until an administrator lets it be tried again.
func TestRefusedCaller(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		const carla = "carla@example.org"
		c := callers{s, m}
		told := newChooser(t, s, m, Admin)
		id, reference := c.calls(t, carla)
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": id})
		m.InjectFault(carla, noSuchUser)
		sendTogether(t, s)
		title := []string{reference + ": the e-mail address is refused"}
		told.expect(t, "refused", Admin, title, title)
		if refusedAt(t, s, id) == nil {
			t.Error("the complaint does not say so")
		}
		if a := s.MustExecute(t, Admin, `{ notifications(first: 1) { edges { node { message } } } }`, nil); !strings.Contains(a.Raw, "no such user") || strings.Contains(a.Raw, carla) {
			t.Errorf("what the server said: %s", a.Raw)
		}
		again, _ := c.calls(t, "CARLA@example.org")
		c.resolve(t, again)
		told.expect(t, "another complaint of the same address", Admin, nil, nil)
		if n := m.Attempts(carla); n != 1 || refusedAt(t, s, again) == nil {
			t.Errorf("%d attempts, refused at %v", n, refusedAt(t, s, again))
		}

		m.InjectFault(carla, MailFault{})
		contact := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { contact { id } } }`, map[string]any{"id": id}).At("complaint", "contact", "id")
		for _, as := range []string{User, Solver, Provider} {
			if a := mutate(t, s, as, "retryEmailAddress", "contact { id }", map[string]any{"contactId": contact}); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", as, a.Raw)
			}
		}
		for range 2 {
			a := mustMutate(t, s, Admin, "retryEmailAddress", "contact { refusedAt }", map[string]any{"contactId": contact})
			if a.At("retryEmailAddress", "contact", "refusedAt") != nil || refusedAt(t, s, again) != nil {
				t.Errorf("after another try: %s", a.Raw)
			}
		}
		all := c.expect(t, "asked at last", carla, reference+": is this your e-mail address?")
		third, _ := c.calls(t, carla)
		sendTogether(t, s)
		if status, page := c.answer(t, all[0], "confirm"); status != 200 {
			t.Fatalf("confirm: %d %s", status, page)
		}
		sendTogether(t, s)

		// It is refused when it is confirmed already, and its owner presses the button once more.
		m.InjectFault(carla, noSuchUser)
		c.resolve(t, third)
		sendTogether(t, s)
		if refusedAt(t, s, third) == nil || refusedAt(t, s, id) == nil {
			t.Error("a confirmed address is not refused")
		}
		if status, page := c.answer(t, all[0], "confirm"); status != 200 || refusedAt(t, s, third) != nil || refusedAt(t, s, id) != nil {
			t.Errorf("confirmed again: %d %s", status, page)
		}
	})
}

// TestRefusedAccount: the address of an account that is refused gets nothing more, broadcasts neither, until it is another one. Only of what a reporter
// was to hear whoever looks after the complaint is told.
func TestRefusedAccount(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		told := newChooser(t, s, m, Admin)
		lamp := report(t, s, User, "A lamp is out")
		sendTogether(t, s)
		mustMutate(t, s, Admin, "claimComplaint", "complaint { id }", map[string]any{"id": lamp.id})
		m.InjectFault(User, noSuchUser)
		lamp.move(t, s, "holdComplaint", "")
		sendTogether(t, s)
		title := []string{lamp.reference + ": the e-mail address is refused"}
		told.expect(t, "refused", Admin, title, title)
		if refusedAt(t, s, lamp.id) == nil {
			t.Error("the complaint does not say so")
		}
		if a := s.MustExecute(t, User, `{ viewer { contact { refusedAt } } }`, nil); a.At("viewer", "contact", "refusedAt") == nil {
			t.Error("whose address it is does not read it")
		}
		before := m.Attempts(User)
		lamp.move(t, s, "resumeComplaint", "")
		lamp.move(t, s, "resolveComplaint", "It burns.")
		id := schedule(t, s, map[string]any{
			"title": "Water is off", "message": "Until noon.", "channels": []string{"EMAIL"}, "targetType": "ROLE", "targetValue": "USER", "urgent": true,
		})
		tick(t, s)
		sendTogether(t, s)
		if n := m.Attempts(User); n != before {
			t.Errorf("%d more attempts", n-before)
		}
		if got := mailRows(t, s, id)[User]; !strings.Contains(got, text.Refused) {
			t.Errorf("the broadcast: %s", got)
		}

		// What failed of a broadcast is tried again as its author asks for.
		m.InjectFault(User, MailFault{})
		mustMutate(t, s, SuperAdmin, "updateUser", "user { id }", map[string]any{"id": accountID(t, s, User2), "email": "second@example.org"})
		m.InjectFault("second@example.org", noSuchUser)
		id = schedule(t, s, map[string]any{"channels": []string{"EMAIL"}, "targetType": "ROLE", "targetValue": "USER", "urgent": true})
		tick(t, s)
		sendTogether(t, s)
		second := func() any {
			return s.MustExecute(t, User2, `{ viewer { contact { refusedAt } } }`, nil).At("viewer", "contact", "refusedAt")
		}
		if second() == nil {
			t.Fatal("not refused")
		}
		m.InjectFault("second@example.org", MailFault{})
		mustMutate(t, s, Admin, "retryFailed", "broadcast { id }", map[string]any{"id": id})
		tick(t, s)
		sendTogether(t, s)
		if second() != nil || len(m.Mail("second@example.org")) != 1 {
			t.Errorf("tried again: refused at %v, has got %d", second(), len(m.Mail("second@example.org")))
		}

		mustMutate(t, s, Admin, "updateUser", "user { id }", map[string]any{"id": accountID(t, s, User), "email": "new@example.org"})
		if refusedAt(t, s, lamp.id) != nil {
			t.Error("another address is refused, too")
		}
		lamp.move(t, s, "reopenComplaint", "")
		sendTogether(t, s)
		if len(m.Mail("new@example.org")) == 0 {
			t.Error("nothing goes to the other address")
		}

		// A solver's is known to whoever looks at their account.
		e := newTaskFixture(t, s)
		m.InjectFault(Solver, noSuchUser)
		e.mustDo(t, Admin, "cancelTask", map[string]any{"reasonCode": "other"})
		told.expect(t, "a solver's address", Admin, nil, nil)
		if a := s.MustExecute(t, Solver, `{ viewer { contact { refusedAt } } }`, nil); a.At("viewer", "contact", "refusedAt") == nil {
			t.Errorf("the solver's address: %s", a.Raw)
		}
	})
}

// TestRefusedByADirectoryThatIsOut: a mail server that says of all addresses that they do not exist says nothing of one of them, and super administrators
// are told.
func TestRefusedByADirectoryThatIsOut(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := callers{s, m}
		w := &watchers{Server: s, mail: m, mails: map[string]int{}}
		for _, as := range []string{User2, Solver, Solver2, Provider, Admin, SuperAdmin} { // whom the server would take
			s.MustExecute(t, as, `mutation { setNotificationPreferences(input: {emailOwn: false}) { preferences { emailOwn } } }`, nil)
		}
		noteMail := func() {
			t.Helper()
			if _, err := s.Service.Dispatcher.NoteMail(System()); err != nil {
				t.Fatal(err)
			}
		}
		sendTogether(t, s) // what waits from before
		noteMail()
		for range 2 {
			var ids, addresses []string
			for i := range 64 {
				address := fmt.Sprintf("%d.%d@example.org", len(m.Mail(User)), i)
				m.InjectFault(address, noSuchUser)
				id, _ := c.calls(t, address)
				ids, addresses = append(ids, id), append(addresses, address)
			}
			sendTogether(t, s)
			n := 0
			for _, id := range ids {
				if refusedAt(t, s, id) != nil {
					n++
				}
			}
			if n != 3 {
				t.Errorf("%d are refused", n)
			}
			noteMail()
			s.Clock.Advance(notifications.MailRefusedFor)
			last := fmt.Sprintf("%d.last@example.org", len(m.Mail(User)))
			m.InjectFault(last, noSuchUser)
			id, _ := c.calls(t, last)
			ids, addresses = append(ids, id), append(addresses, last)
			sendTogether(t, s)
			noteMail()
			w.expect(t, "of all", false, word{"E-mail does not go out", "the mail server " + m.Addr + " refused the recipient: 550 5.1.1 no such user"})
			report(t, s, User, "A lamp is out") // and one is taken
			sendTogether(t, s)
			noteMail()
			w.expect(t, "and takes one", false, word{"E-mail goes out again", ""})
			for _, address := range addresses { // its directory is back, and what it was not believed has waited
				m.InjectFault(address, MailFault{})
			}
			s.Clock.Advance(time.Hour)
			sendDue(t, s)
			noteMail()
			taken := 0
			for i, address := range addresses {
				got := len(m.Mail(address))
				if refused := refusedAt(t, s, ids[i]) != nil; refused == (got == 1) {
					t.Errorf("%s is refused: %v, and has got %d messages", address, refused, got)
				}
				taken += got
			}
			if taken < 59 { // three were believed, and three more after the one that was taken
				t.Errorf("%d messages have come", taken)
			}
		}
	})
}

// TestRefusedOtherwise: a mail server may refuse a recipient for many reasons that say nothing of the address.
func TestRefusedOtherwise(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		for name, fault := range map[string]MailFault{
			"the sender does not exist": {RcptCode: 550, Status: smtp.EnhancedCode{5, 1, 8}},
			"the mailbox is closed":     mailboxClosed,
			"nobody may send there":     {RcptCode: 550, Status: smtp.EnhancedCode{5, 7, 1}},
			"without a code":            {RcptCode: 550, Status: smtp.NoEnhancedCode},
			"for now":                   {RcptCode: 450, Status: smtp.EnhancedCode{4, 1, 1}},
			"the message":               {DataCode: 554, Status: smtp.EnhancedCode{5, 1, 1}},
		} {
			m.InjectFault(User, fault)
			c := report(t, s, User, "A lamp is out")
			before := m.Attempts(User)
			sendTogether(t, s)
			if m.Attempts(User) == before || refusedAt(t, s, c.id) != nil {
				t.Errorf("%s: %d attempts, refused at %v", name, m.Attempts(User)-before, refusedAt(t, s, c.id))
			}
		}
	})
}
