package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/delivery/hold"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// restored is a service whose database has just been restored.
type restored struct {
	*Server
	mail  *MailServer
	since string
}

// noteRestore notes in the database that it was restored, as the media store does in the transaction in which its new epoch begins.
func noteRestore(t *testing.T, s *Server, m *MailServer) restored {
	t.Helper()
	now := s.Clock.Now().UTC().Truncate(time.Millisecond)
	if err := hold.Begin(t.Context(), s.Store.Client(), now); err != nil {
		t.Fatal(err)
	}
	return restored{s, m, now.Format(time.RFC3339Nano)}
}

// held returns how many e-mails are held, -1 while nothing is.
func (r restored) held(t *testing.T) int {
	t.Helper()
	a := r.MustExecute(t, Admin, `{ heldMail { since count decision } }`, nil)
	if a.At("heldMail") == nil {
		return -1
	}
	return int(a.At("heldMail", "count").(float64))
}

// decide lets an administrator decide.
func (r restored) decide(t *testing.T, verb string) Result {
	t.Helper()
	return mustMutate(t, r.Server, Admin, verb, "heldMail { since count decision }", map[string]any{"since": r.since})
}

// settle lets four instances carry the decision out.
func (r restored) settle(t *testing.T) {
	t.Helper()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := r.Service.Dispatcher.Tick(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	sendDue(t, r.Server)
	if n := r.held(t); n != -1 {
		t.Errorf("%d e-mails are still held", n)
	}
	CheckInvariants(t, r.Store, r.Service.Media)
}

// TestMailIsHeldAfterRestore: what waited at a restore goes out when an administrator releases it, or never; what people do afterwards is
// told as ever.
func TestMailIsHeldAfterRestore(t *testing.T) {
	for verb, decision := range map[string]string{"releaseHeldMail": "RELEASE", "dropHeldMail": "DROP"} {
		t.Run(verb, func(t *testing.T) {
			ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
				s.Clock.Stop()
				c, other := report(t, s, User, "A lamp is out"), report(t, s, User2, "A tap drips")
				sendDue(t, s)
				say := func(c reported, text string) {
					t.Helper()
					mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": c.id, "text": text})
				}
				say(c, "Before.")
				say(other, "Before.")
				r := noteRestore(t, s, m)
				if n := r.held(t); n != 2 {
					t.Fatalf("%d e-mails are held", n)
				}
				say(c, "After.")
				sendTogether(t, s)
				texts := func() (all []string) { // after the receipt
					for _, mail := range m.Mail(User)[1:] {
						all = append(all, mail.Body)
					}
					return all
				}
				if after := texts(); len(after) != 1 || !strings.Contains(after[0], "After.") || strings.Contains(after[0], "Before.") {
					t.Errorf("of what is told afterwards the reporter gets %q", after)
				}
				if n := len(m.Mail(User2)); n != 1 {
					t.Errorf("the other one has %d e-mails", n)
				}

				// Only administrators decide, about the restore that they have seen, and once.
				in := map[string]any{"since": r.since}
				for _, as := range []string{User, Solver, Provider} {
					if a := mutate(t, s, as, verb, "heldMail { count }", in); a.Code() != "PERMISSION_DENIED" {
						t.Errorf("as %s: %s", as, a.Raw)
					}
				}
				if a := mutate(t, s, Admin, verb, "heldMail { count }", map[string]any{"since": "2026-01-02T03:04:05Z"}); a.Code() != "NOT_FOUND" {
					t.Errorf("of another restore: %s", a.Raw)
				}
				for range 2 { // the same again changes nothing
					if a := r.decide(t, verb); a.At(verb, "heldMail", "decision") != decision || a.At(verb, "heldMail", "count") != 2.0 {
						t.Errorf("%s", a.Raw)
					}
				}
				r.settle(t)
				want := 1
				if decision == "RELEASE" {
					want = 2
				}
				if n := len(m.Mail(User2)); n != want {
					t.Errorf("%s: the other one has %d e-mails", verb, n)
				}
				before := slices.DeleteFunc(texts(), func(text string) bool { return !strings.Contains(text, "Before.") })
				if len(before) != want-1 {
					t.Errorf("%s: %q", verb, before)
				}
				a := s.MustExecute(t, Admin, `{ auditEntries(first: 10, where: {actionHasPrefix: "mail."}) { edges { node { action after } } } }`, nil)
				if len(a.At("auditEntries", "edges").([]any)) != 1 {
					t.Errorf("the audit log has %s", a.Raw)
				}
				if a := mutate(t, s, Admin, verb, "heldMail { count }", in); a.Code() != "NOT_FOUND" {
					t.Errorf("when it is over: %s", a.Raw)
				}
				say(other, "Later.")
				sendTogether(t, s)
				if n := len(m.Mail(User2)); n != want+1 {
					t.Errorf("afterwards the other one has %d e-mails", n)
				}
			})
		})
	}
}

// TestTwoDecideAboutHeldMail: of two administrators who decide differently at the same moment one does, and the other is told so.
func TestTwoDecideAboutHeldMail(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		r := noteRestore(t, s, m)
		var all sync.WaitGroup
		codes := make([]string, 8)
		for i := range codes {
			verb := []string{"releaseHeldMail", "dropHeldMail"}[i%2]
			all.Go(func() {
				codes[i] = mutate(t, s, Admin, verb, "heldMail { count }", map[string]any{"since": r.since}).Code()
			})
		}
		all.Wait()
		slices.Sort(codes)
		if half := len(codes) / 2; codes[half-1] != "" || codes[half] != "CONFLICT" || codes[len(codes)-1] != "CONFLICT" {
			t.Errorf("they are told %q", codes)
		}
		r.settle(t)
	})
}

// TestDigestIsHeldAfterRestore: what the service tells by itself it may have told before, so that it waits as well, in the application as
// ever; as soon as an administrator has decided it goes out again, the next day at the latest.
func TestDigestIsHeldAfterRestore(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := startOnMonday(t, name)
		report(t, m.Server, User, "A lamp is out")
		r := noteRestore(t, m.Server, m.mail)
		m.goTo(1, 8, 0)
		m.write(t)
		sendDue(t, m.Server)
		if n := r.held(t); n < 2 { // both administrators
			t.Errorf("%d e-mails are held", n)
		}
		before := len(m.mail.Mail(Admin))
		if got := arrived(t, m.mail, Admin, 0); len(got) != 0 {
			t.Errorf("an administrator got %q", got)
		}
		a := m.MustExecute(t, Admin, `{ notifications(first: 1, where: {titleHasPrefix: "Complaints: "}) { totalCount } }`, nil)
		if a.At("notifications", "totalCount") != 1.0 {
			t.Errorf("in the application: %s", a.Raw)
		}
		r.decide(t, "dropHeldMail")
		r.settle(t)
		if n := len(m.mail.Mail(Admin)); n != before {
			t.Errorf("dropped, and an administrator got %d", n)
		}
		m.goTo(2, 8, 0)
		m.write(t)
		sendDue(t, m.Server)
		if got := arrived(t, m.mail, Admin, before); len(got) != 1 {
			t.Errorf("the next day an administrator got %q", got)
		}
	})
}

// TestBroadcastIsHeldAfterRestore: of a broadcast that was going out the e-mail is held, for those too who are added to it afterwards; one
// that was due is held as a whole.
func TestBroadcastIsHeldAfterRestore(t *testing.T) {
	for verb, goesOut := range map[string]bool{"releaseHeldMail": true, "dropHeldMail": false} {
		t.Run(verb, func(t *testing.T) {
			ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
				s.Clock.Stop()
				const people = 1_100 // more than two parts of a transaction
				var names []string
				for i := range people {
					names = append(names, fmt.Sprintf("reader%d@example.com", i))
				}
				AddUsers(t, s.Store, names...)
				channels := []string{"EMAIL", "IN_APP"}
				later := schedule(t, s, map[string]any{"channels": channels, "scheduledAt": s.Clock.Now().UTC().Add(time.Minute).Format(time.RFC3339)})
				goingOut := schedule(t, s, map[string]any{"channels": channels})
				_ = s.Service.Dispatcher.Tick(killedAfter(t.Context(), s, "SELECT count(*) FROM notifications WHERE broadcast_id IS NOT NULL"))
				if s.Store.Client().Broadcast.GetX(System(), uuid.MustParse(goingOut)).AudienceFixed {
					t.Fatal("everybody has been added already")
				}
				s.Clock.Advance(2 * time.Minute)
				r := noteRestore(t, s, m)
				tick(t, s)
				sendDue(t, s)
				if n := len(m.Mail("")); n != 0 {
					t.Fatalf("%d e-mails went out", n)
				}
				state := func(id string) string {
					return fmt.Sprint(s.MustExecute(t, Admin, `query($id: ID!) { broadcast(id: $id) { delivery { state } } }`, map[string]any{"id": id}).At("broadcast", "delivery", "state"))
				}
				if is := state(later); is != "HELD" {
					t.Errorf("what was due is %s", is)
				}
				if is := state(goingOut); is != "IN_PROGRESS" {
					t.Errorf("what was going out is %s", is)
				}
				if n := r.held(t); n < people {
					t.Errorf("%d e-mails are held", n)
				}
				checkTotals(t, s, goingOut)
				r.decide(t, verb)
				r.settle(t)
				n := len(m.Mail(""))
				if goesOut != (n >= people) || !goesOut && n > 0 {
					t.Errorf("%d e-mails went out", n)
				}
				if is := state(goingOut); is != "COMPLETED" {
					t.Errorf("at the end it is %s", is)
				}
				_, counts := checkTotals(t, s, goingOut)
				if counts["sent"] != counts["recipients"] { // in the application
					t.Errorf("at the end: %v", counts)
				}
				mustMutate(t, s, Admin, "releaseBroadcast", "broadcast { id }", map[string]any{"id": later})
				tick(t, s)
				if is := state(later); is == "HELD" {
					t.Error("what an administrator releases is held again")
				}
			})
		})
	}
}
