package graph_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

// TestAuthorsAreTold: whoever wrote a broadcast hears of what they do not see by themselves, once, and nobody else does.
func TestAuthorsAreTold(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		for _, as := range []string{Admin, SuperAdmin} {
			s.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
		}
		for language, code := range []string{"en", "de"} {
			mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{"languages": []string{code}})
			a := &author{Server: s, mail: m, code: code, mails: len(m.Mail(Admin)), others: len(m.Mail(SuperAdmin))}
			a.tellAll(t, language)
		}
	})
}

// author is an administrator who writes broadcasts.
type author struct {
	*Server
	mail          *MailServer
	code          string
	mails, others int // e-mails read before
}

// job runs the job on several instances at once.
func (a *author) job(t *testing.T) {
	t.Helper()
	onFour(t, a.Service.Broadcasts.TellAuthors)
}

// expect compares what the author has been told since the last step with what they must have been, as title and message.
func (a *author) expect(t *testing.T, step string, want ...word) {
	t.Helper()
	tick(t, a.Server)
	sendDue(t, a.Server)
	a.job(t)
	a.job(t)
	sendTogether(t, a.Server)
	got := wordsIn(askIn(t, a.Server, Admin, a.code, `{ notifications(first: 50, where: {readAtIsNil: true, broadcastIdIsNil: true}) { edges { node { title message } } } }`, nil))
	slices.Reverse(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: told %q, not %q", step, got, want)
	}
	all := a.mail.Mail(Admin)
	if all = all[a.mails:]; len(all) != min(len(want), 1) {
		t.Errorf("%s: %d e-mails", step, len(all))
	} else if len(want) == 1 && (subjectOf(t, all[0]) != want[0].title || !strings.Contains(lineOf(t, all[0]), want[0].message)) {
		t.Errorf("%s: the e-mail is %q: %s", step, subjectOf(t, all[0]), all[0].Body)
	}
	a.mails += len(all)
	a.MustExecute(t, Admin, `mutation { markAllNotificationsRead { marked } }`, nil)
	if n := len(a.mail.Mail(SuperAdmin)); n != a.others {
		t.Errorf("%s: %d e-mails to somebody else", step, n-a.others)
	}
	if told := a.MustExecute(t, SuperAdmin, `{ notifications(first: 1, where: {broadcastIdIsNil: true, readAtIsNil: true}) { totalCount } }`, nil).At("notifications", "totalCount"); told != 0.0 {
		t.Errorf("%s: somebody else is told", step)
	}
}

func (a *author) tellAll(t *testing.T, language int) {
	say := func(both ...word) word { return both[language] }
	toSolvers := func(after time.Duration, more map[string]any) string {
		in := map[string]any{"targetType": "ROLE", "targetValue": "SOLVER"}
		if after > 0 {
			in["scheduledAt"] = a.Clock.Now().Add(after).UTC().Format(time.RFC3339)
		}
		maps.Copy(in, more)
		return schedule(t, a.Server, in)
	}
	gone := say(word{"Gone out: Water off", "It has reached 4 of 4 people."}, word{"Verschickt: Water off", "Sie hat 4 von 4 Personen erreicht."})
	held := say(
		word{"Held back: Water off", "It was due while the service was down, or before a restore. It waits until an administrator releases it, gives it another time or cancels it."},
		word{"Zurückgehalten: Water off", "Sie war fällig, als der Dienst nicht lief, oder vor einer Wiederherstellung. Sie wartet, bis die Administration sie freigibt, ihr eine andere Zeit gibt oder sie abbricht."},
	)
	fails := say(
		word{"Many messages fail: Water off", "It has reached 4 of 4 people. Messages that failed: 1."},
		word{"Viele Nachrichten scheitern: Water off", "Sie hat 4 von 4 Personen erreicht. Gescheiterte Nachrichten: 1."},
	)
	later := func(d time.Duration) { a.Clock.Advance(d) }
	do := func(verb, id string, more map[string]any) {
		t.Helper()
		in := map[string]any{"id": id}
		maps.Copy(in, more)
		mustMutate(t, a.Server, Admin, verb, "broadcast { id }", in)
	}

	toSolvers(0, nil)
	a.expect(t, "gone out at once")
	later(time.Hour)
	a.expect(t, "an hour later")

	toSolvers(time.Hour, nil)
	a.expect(t, "scheduled")
	later(time.Hour)
	a.expect(t, "gone out at its time", gone)

	id := toSolvers(time.Hour, nil)
	later(2 * time.Hour)
	a.expect(t, "held back", held)
	do("rescheduleBroadcast", id, map[string]any{"scheduledAt": a.Clock.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
	a.expect(t, "another time")
	later(2 * time.Hour)
	a.expect(t, "held back again", held)
	do("releaseBroadcast", id, nil)
	a.expect(t, "released", gone)

	id = toSolvers(time.Hour, nil)
	later(2 * time.Hour)
	a.expect(t, "held back", held)
	do("cancelBroadcast", id, nil)
	a.expect(t, "cancelled")

	a.mail.InjectFault(Solver, MailFault{RcptCode: 550, Message: "no such mailbox"})
	id = toSolvers(0, map[string]any{"channels": []string{"EMAIL"}})
	a.expect(t, "one of four e-mails fails", fails)
	do("retryFailed", id, nil)
	a.expect(t, "and fails again", fails)
	a.mail.InjectFault(Solver, MailFault{})
	do("retryFailed", id, nil)
	a.expect(t, "and succeeds", gone)

	a.mail.InjectFault(Solver, MailFault{RcptCode: 450, Message: "come back later"})
	id = toSolvers(0, map[string]any{"channels": []string{"EMAIL"}})
	a.expect(t, "one of four e-mails waits")
	do("stopBroadcast", id, nil)
	a.expect(t, "stopped")
	a.mail.InjectFault(Solver, MailFault{})

	long := strings.TrimSpace(strings.Repeat("Wasser für alle — ", 9))
	toSolvers(time.Hour, map[string]any{"title": long})
	later(time.Hour)
	tick(t, a.Server)
	a.job(t)
	title := wordsIn(askIn(t, a.Server, Admin, a.code, `{ notifications(first: 1, where: {broadcastIdIsNil: true}) { edges { node { title message } } } }`, nil))[0].title
	if !strings.HasSuffix(title, "…") || len(title) > 200 || !strings.HasPrefix(title, strings.TrimSuffix(gone.title, "Water off")+"Wasser für alle — ") {
		t.Errorf("a long title becomes %q", title)
	}
	sendTogether(t, a.Server)
	a.mails = len(a.mail.Mail(Admin))
	a.MustExecute(t, Admin, `mutation { markAllNotificationsRead { marked } }`, nil)
}
