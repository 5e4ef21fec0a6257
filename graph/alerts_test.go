package graph_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/alert"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// watchers are those who hear of alerts, and those who don't.
type watchers struct {
	*Server
	mail  *MailServer
	mails map[string]int // read before
}

func ofAlert(title string) bool {
	return strings.Contains(title, "ackup") || strings.Contains(title, "ledger") || strings.Contains(title, "E-mail")
}

// expect runs the job on several instances and compares what super administrators have been told since the last step, in the application and
// by e-mail, with what they must have been: title and message. Nobody else is told.
func (w *watchers) expect(t *testing.T, step string, byMail bool, want ...word) {
	t.Helper()
	onFour(t, w.Service.Desk.TellAlerts)
	onFour(t, w.Service.Desk.TellAlerts)
	sendDue(t, w.Server)
	for _, as := range Everyone[1:] {
		var got []word
		for _, w := range wordsIn(w.MustExecute(t, as, unread, nil)) {
			if ofAlert(w.title) {
				got = append(got, w)
			}
		}
		mails := w.mail.Mail(as)
		var subjects []string
		for _, m := range mails[w.mails[as]:] {
			if subject := subjectOf(t, m); ofAlert(subject) {
				subjects = append(subjects, subject)
			}
		}
		w.mails[as] = len(mails)
		w.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
		expected, sent := want, []string(nil)
		if as != SuperAdmin {
			expected = nil
		}
		for _, e := range expected {
			if byMail {
				sent = append(sent, e.title)
			}
		}
		if !slices.Equal(got, expected) || !slices.Equal(subjects, sent) {
			t.Errorf("%s: %s is told %q and by e-mail %q, not %q and %q", step, as, got, subjects, expected, sent)
		}
	}
}

// TestSuperAdministratorsAreTold: of what fails in the service itself, once until it is over, and that it is.
func TestSuperAdministratorsAreTold(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		w := &watchers{Server: s, mail: m, mails: map[string]int{}}
		note := func(failure string) {
			t.Helper()
			var err error
			if failure == "" {
				err = alert.Good(t.Context(), s.Store.Client(), domain.AlertBackup, s.Clock.Now())
			} else {
				err = alert.Failed(t.Context(), s.Store.Client(), domain.AlertBackup, s.Clock.Now(), failure)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		w.expect(t, "a new installation", false)
		s.Clock.Advance(26 * time.Hour)
		w.expect(t, "no backup for 26 hours", false)
		s.Clock.Advance(time.Minute)
		w.expect(t, "no backup for longer", true, word{"Backups fail", "None has succeeded for 26 hours."})
		s.Clock.Advance(30 * time.Hour)
		w.expect(t, "it lasts", false)
		note("")
		w.expect(t, "a backup", true, word{"Backups succeed again", ""})
		note("the disk is full")
		w.expect(t, "one fails", true, word{"Backups fail", "the disk is full"})
		note("the disk is still full")
		w.expect(t, "and again", false)
		note("")
		w.expect(t, "one succeeds", true, word{"Backups succeed again", ""})
		note(strings.Repeat("ü<&>\n", 400))
		w.expect(t, "a long reason", true, word{"Backups fail", strings.Repeat("ü<&>\n", 83) + "ü"})
		note("")
		w.expect(t, "and none", true, word{"Backups succeed again", ""})

		check := func() {
			t.Helper()
			for range 3 { // each pass of so few rows is one part
				if err := s.Service.Payments.CheckLedgerPart(System()); err != nil {
					t.Fatal(err)
				}
			}
		}
		check()
		w.expect(t, "the ledger is checked", false)
		change := func(by string) {
			t.Helper()
			if _, err := s.Store.DB().ExecContext(t.Context(), "UPDATE payments SET amount_minor = amount_minor "+by); err != nil {
				t.Fatal(err)
			}
		}
		change("+ 1")
		check()
		faults := s.MustExecute(t, SuperAdmin, `{ ledgerCheck { fault { message } } }`, nil)
		w.expect(t, "somebody has changed it", true, word{"The ledger is not as it was written", faults.At("ledgerCheck", "fault", "message").(string)})
		check()
		w.expect(t, "it lasts", false)
		change("- 1")
		check()
		w.expect(t, "it is as it was", true, word{"The ledger is as it was written again", ""})

		submit := func() {
			t.Helper()
			mustMutate(t, s, User, "submitComplaint", "complaint { id }", map[string]any{"title": "A lamp is out"})
			sendDue(t, s)
			if _, err := s.Service.Dispatcher.NoteMail(System()); err != nil {
				t.Fatal(err)
			}
		}
		submit()
		m.InjectFault(User, mailboxClosed)
		submit()
		s.Clock.Advance(2 * time.Hour)
		submit()
		w.expect(t, "an address is refused", false)
		m.InjectFault(User, MailFault{DataCode: 554, Message: "this is spam"})
		submit()
		submit()
		s.Clock.Advance(2 * time.Hour)
		submit()
		w.expect(t, "messages are refused for good", false)
		s.Clock.Advance(2 * time.Hour)
		w.expect(t, "all messages are", false, word{"E-mail does not go out", "the mail server " + m.Addr + " refused the message: 554 5.1.1 this is spam"})
		m.InjectFault(User, MailFault{})
		submit()
		w.expect(t, "one is taken", false, word{"E-mail goes out again", ""})
		m.InjectFault(User, MailFault{DataCode: 451, Message: "the queue is full"})
		submit()
		s.Clock.Advance(59 * time.Minute)
		submit()
		w.expect(t, "nothing is taken for a while", false)
		s.Clock.Advance(time.Minute)
		w.expect(t, "nothing is taken for an hour", false,
			word{"E-mail does not go out", "the mail server " + m.Addr + " refused the message: 451 4.1.1 the queue is full"})
		submit()
		w.expect(t, "it lasts", false)
		m.InjectFault(User, MailFault{})
		submit()
		w.expect(t, "e-mail is taken", false, word{"E-mail goes out again", ""})
	})
}
