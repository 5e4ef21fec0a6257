package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/store"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// reported is a complaint of somebody's.
type reported struct{ id, reference string }

// report submits a complaint.
func report(t *testing.T, s *Server, as, title string) reported {
	t.Helper()
	id, reference := submitted(t, s, as, map[string]any{"title": title})
	return reported{id, reference}
}

// move changes the status of a complaint, as an administrator.
func (c reported) move(t *testing.T, s *Server, verb, note string) {
	t.Helper()
	in := map[string]any{"id": c.id, "publicNote": note}
	switch verb {
	case "holdComplaint":
		in["reasonCode"] = "parts"
	case "reopenComplaint":
		in["reasonCode"] = "not_fixed"
	case "rejectComplaint":
		in["reasonCode"] = "not_ours"
	}
	mustMutate(t, s, Admin, verb, "complaint { id }", in)
}

// arrived returns the titles in the messages to somebody, one text for each message, beginning with one of them.
func arrived(t *testing.T, m *MailServer, to string, from int) (all []string) {
	t.Helper()
	for _, mail := range m.Mail(to)[from:] {
		all = append(all, strings.Join(toldIn(t, mail), " + "))
	}
	return all
}

// TestMovesAreOneMessage: what a complaint goes through within some minutes is one message, at the latest a quarter of an hour after
// the first; a receipt goes at once, and so does what stands in the application.
func TestMovesAreOneMessage(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		expect := func(step string, want ...string) {
			t.Helper()
			sendDue(t, s)
			if got := arrived(t, m, User, 0); !slices.Equal(got, want) {
				t.Fatalf("%s: %q, not %q", step, got, want)
			}
		}
		c, other := report(t, s, User, "A lamp is out"), report(t, s, User, "A tap drips")
		got := []string{"We have received " + c.reference, "We have received " + other.reference}
		expect("submitted", got...)
		c.move(t, s, "resolveComplaint", "Parts are on their way.")
		other.move(t, s, "resolveComplaint", "It drips no more.")
		a := s.MustExecute(t, User, `query($ids: [ID!]!) { notifications(where: {complaintIdIn: $ids}) { totalCount } }`, map[string]any{"ids": []string{c.id, other.id}})
		if a.At("notifications", "totalCount") != 2.0 {
			t.Errorf("in the application: %s", a.Raw)
		}
		s.Clock.Advance(4 * time.Minute)
		expect("four minutes later", got...)
		c.move(t, s, "reopenComplaint", "")
		c.move(t, s, "resolveComplaint", "It burns.")
		s.Clock.Advance(time.Minute)
		got = append(got, other.reference+" is now resolved")
		expect("five minutes later", got...)
		s.Clock.Advance(4 * time.Minute)
		got = append(got, c.reference+" is now resolved + "+c.reference+" is now reopened + "+c.reference+" is now resolved")
		expect("five minutes after the last", got...)
		mail := m.Mail(User)[3]
		if body := mail.Body; subjectOf(t, mail) != "["+c.reference+"] Your report is resolved: A lamp is out" ||
			strings.Index(body, "Parts are on their way.") > strings.Index(body, "It burns.") || strings.Count(body, "It burns.") != 2 {
			t.Errorf("%q: %s", subjectOf(t, mail), body)
		}

		// It goes on and on.
		for i := range 8 {
			sendDue(t, s)
			mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": c.id, "text": fmt.Sprint("Word ", i)})
			if n := len(m.Mail(User)); (n > 4) != (i >= 4) {
				t.Errorf("after %d minutes: %d messages", 4*i, n)
			}
			s.Clock.Advance(4 * time.Minute)
		}
		s.Clock.Advance(time.Minute)
		sendDue(t, s)
		four := strings.Repeat("A new comment on "+c.reference+" + ", 3) + "A new comment on " + c.reference
		if got := arrived(t, m, User, 4); !slices.Equal(got, []string{four, four}) {
			t.Errorf("on and on: %q", got)
		}
	})
}

// TestTakenBack: of a hold that is over before anybody was sent an e-mail nobody gets one, but in the application it stands.
func TestTakenBack(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		e := newTaskFixture(t, s)
		c := reported{e.complaint, e.reference(t)}
		sendTogether(t, s)
		from := map[string]int{User: len(m.Mail(User)), Solver: len(m.Mail(Solver))}
		expect := func(step string, want map[string][]string) {
			t.Helper()
			sendTogether(t, s)
			for as := range from {
				if got := arrived(t, m, as, from[as]); !slices.Equal(got, want[as]) {
					t.Errorf("%s: %s has %q, not %q", step, as, got, want[as])
				}
				from[as] = len(m.Mail(as))
			}
		}
		c.move(t, s, "holdComplaint", "Parts are on their way.")
		c.move(t, s, "resumeComplaint", "")
		expect("at once", nil)
		for as, want := range map[string]float64{User: 3, Solver: 3} { // assigned first
			a := s.MustExecute(t, as, `query($id: ID!) { notifications(where: {complaintId: $id}) { totalCount } }`, map[string]any{"id": c.id})
			if a.At("notifications", "totalCount") != want {
				t.Errorf("%s: %s", as, a.Raw)
			}
		}
		c.move(t, s, "holdComplaint", "Parts are on their way.")
		expect("held", map[string][]string{User: {c.reference + " is now on hold"}, Solver: {c.reference + " is on hold, and your task with it"}})
		c.move(t, s, "resumeComplaint", "")
		expect("resumed", map[string][]string{Solver: {"Your task goes on: " + c.reference}})
		c.move(t, s, "holdComplaint", "Parts are on their way.")
		c.move(t, s, "resumeComplaint", "")
		c.move(t, s, "holdComplaint", "They are not.")
		expect("once more", map[string][]string{User: {c.reference + " is now on hold"}, Solver: {c.reference + " is on hold, and your task with it"}})
	})
}

// TestRedactedIsNotSent: what is redacted while it waits is not sent.
func TestRedactedIsNotSent(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		c := report(t, s, User, "A lamp is out")
		var comments []any
		for _, text := range []string{"Her number is 555 0100.", "We come tomorrow."} {
			comments = append(comments, mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": c.id, "text": text}).
				At("commentOnComplaint", "comment", "id"))
		}
		mustMutate(t, s, Admin, "redactComment", "comment { id }", map[string]any{"id": comments[0], "reason": "a telephone number"})
		sendTogether(t, s)
		mails := m.Mail(User)
		if body := mails[len(mails)-1].Body; strings.Contains(body, "555") || !strings.Contains(body, "We come tomorrow.") || len(mails) != 2 {
			t.Errorf("%d messages, the last: %s", len(mails), body)
		}
	})
}

// TestRepeatedMessage: what may have been sent when its sender died is sent again as it was, by the same name; what came meanwhile is
// another message.
func TestRepeatedMessage(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := report(t, s, User, "A lamp is out")
		sendDue(t, s)
		c.move(t, s, "holdComplaint", "Parts are on their way.")
		c.move(t, s, "rejectComplaint", "They do not come.")
		m.InjectFault(User, MailFault{HangUp: true}) // after it has taken the message
		sendTogether(t, s)
		c.move(t, s, "reopenComplaint", "Not yet.")
		m.InjectFault(User, MailFault{})
		for range 10 {
			sendTogether(t, s)
		}
		was := c.reference + " is now on hold + " + c.reference + " is now rejected"
		got := arrived(t, m, User, 1)
		mails := m.Mail(User)[1:]
		if !slices.Equal(got, []string{was, was, c.reference + " is now reopened"}) && !slices.Equal(got, []string{was, c.reference + " is now reopened", was}) {
			t.Fatalf("%q", got)
		}
		names := map[string]int{}
		for _, mail := range mails {
			names[mail.Header.Get("Message-Id")]++
		}
		if len(names) != 2 {
			t.Errorf("%v", names)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestManySenders: however many send at once, what belongs together goes out in one message, and to one address no more than may.
func TestManySenders(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		const complaints = delivery.MaxMails + 10
		people := []string{User, User2}
		var all []reported
		for i := range complaints {
			for _, as := range people {
				all = append(all, report(t, s, as, fmt.Sprint("Lamp ", i)))
			}
		}
		sendDue(t, s) // the receipts
		for _, c := range all {
			c.move(t, s, "holdComplaint", "Wait.")
			c.move(t, s, "rejectComplaint", "Not ours.")
			s.Clock.Advance(time.Second)
		}
		sendAll := func() {
			var senders sync.WaitGroup
			for range 8 {
				senders.Go(func() {
					if err := s.Service.Dispatcher.SendDue(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			senders.Wait()
		}
		s.Clock.Advance(domain.MailTogetherAfter)
		sendAll()
		for _, as := range people {
			got := arrived(t, m, as, complaints) // after the receipts
			if len(got) != delivery.MaxMails {
				t.Errorf("%s: %d messages within an hour", as, len(got))
			}
			for _, titles := range got {
				if strings.Count(titles, " is now on hold + ") != 1 || !strings.HasSuffix(titles, " is now rejected") {
					t.Errorf("%s: %q", as, titles)
				}
			}
		}
		s.Clock.Advance(time.Hour)
		sendAll()
		for _, as := range people {
			got := arrived(t, m, as, complaints+delivery.MaxMails)
			if len(got) != 1 || strings.Count(got[0], "rejected") != 10 || strings.Count(got[0], "on hold") != 10 {
				t.Errorf("%s: the digest is %q", as, got)
			}
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestMailStatements: a message costs the same however much it tells.
func TestMailStatements(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		send := func() int {
			t.Helper()
			ctx, n := store.CountStatements(t.Context())
			if err := s.Service.Dispatcher.SendDue(ctx); err != nil {
				t.Fatal(err)
			}
			return int(n.N())
		}
		c := report(t, s, User, "A lamp is out")
		s.Clock.Advance(domain.MailTogetherAtMost)
		send()
		comment := func(n int) {
			for i := range n {
				mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": c.id, "text": fmt.Sprint("Word ", i)})
			}
			s.Clock.Advance(domain.MailTogetherAfter)
		}
		before := len(m.Mail(User))
		nothing := send()
		comment(1)
		one := send() - nothing
		comment(20)
		many := send() - nothing
		if one != many || one > 16 || len(m.Mail(User)) != before+2 {
			t.Errorf("%d statements for nothing, %d for one and %d for many; %d messages", nothing, one, many, len(m.Mail(User))-before)
		}
	})
}

// startAt starts a service with quiet hours and a mail server, on the next day at an hour in UTC, at which its clock stops.
func startAt(t *testing.T, name string, hour int) (*Server, *MailServer) {
	t.Helper()
	m := StartMail(t)
	s := StartWithOptions(t, name, func(o *server.Options) {
		m.Options(t)(o)
		o.Delivery.Quiet = delivery.DefaultSettings().Quiet
	})
	s.Clock.Stop()
	now := s.Clock.Now().UTC()
	s.Clock.Advance(time.Date(now.Year(), now.Month(), now.Day()+1, hour, 0, 0, 0, time.UTC).Sub(now))
	return s, m
}

// TestQuietHours: by the clocks of each person, e-mails about their own things wait for the morning, but what is urgent, and receipts.
func TestQuietHours(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s, m := startAt(t, name, 18) // 23:30 in Kolkata and 13:00 in Bogota
		c := callers{s, m}
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { timeZone }", map[string]any{"timeZone": "Asia/Kolkata"})
		mustMutate(t, s, User, "updatePreferences", "preferences { timeZone }", map[string]any{"timeZone": "America/Bogota"})
		const caller = "night@example.org"
		first, _ := c.calls(t, caller)
		sendDue(t, s)
		c.answer(t, m.Mail(caller)[0], "confirm")
		sendDue(t, s)
		away, asleep := report(t, s, User, "A lamp is out"), report(t, s, User2, "A tap drips")
		sendDue(t, s)
		away.move(t, s, "resolveComplaint", "It burns.")
		asleep.move(t, s, "resolveComplaint", "It drips no more.")
		c.resolve(t, first)
		urgent := mustMutate(t, s, Admin, "createCategory", "category { id }", map[string]any{"name": "Danger", "defaultPriority": "URGENT"}).At("createCategory", "category", "id")
		danger := mustMutate(t, s, User2, "submitComplaint", "complaint { id }", map[string]any{"title": "Gas", "categoryId": urgent}).At("submitComplaint", "complaint", "id")
		for _, id := range []any{danger, report(t, s, User, "A door sticks").id} {
			mustMutate(t, s, Admin, "assignComplaint", "complaint { id }", map[string]any{"id": id, "solverId": accountID(t, s, Solver)})
		}
		expect := func(step string, want map[string]int) {
			t.Helper()
			sendTogether(t, s)
			for who, n := range want {
				if got := len(m.Mail(who)); got != n {
					t.Errorf("%s: %s has got %d messages, not %d: %q", step, who, got, n, arrived(t, m, who, 0))
				}
			}
		}
		night := map[string]int{User: 3, User2: 2, caller: 2, SuperAdmin: 1, Solver: 1} // the solver of what is urgent
		expect("at night", night)
		s.Clock.Advance(7 * time.Hour) // 06:40
		expect("early in the morning", night)
		s.Clock.Advance(20 * time.Minute)
		expect("in the morning", map[string]int{User: 3, User2: 3, caller: 3, SuperAdmin: 1, Solver: 2})

		// More than a message holds.
		s.Clock.Advance(18 * time.Hour)
		const told = 130
		for i := range told {
			mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": asleep.id, "text": fmt.Sprint("Word ", i)})
		}
		expect("the next night", map[string]int{User2: 3})
		s.Clock.Advance(8 * time.Hour)
		expect("the next morning", map[string]int{User2: 5})
		if got := arrived(t, m, User2, 3); strings.Count(strings.Join(got, ""), "A new comment on ") != told {
			t.Errorf("%q", got)
		}
	})
}

// TestUrgentAtNight: whatever the solver of an urgent complaint is told of their task comes at night, too.
func TestUrgentAtNight(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s, m := startAt(t, name, 22)
		for _, tt := range []struct {
			what string
			do   func(e *taskFixture)
		}{
			{"sent back", func(e *taskFixture) {
				e.advanceTo(t, "COMPLETION_SUBMITTED")
				e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": false, "note": "Not yet."})
			}},
			{"cancelled", func(e *taskFixture) { e.mustDo(t, Admin, "cancelTask", nil) }},
			{"ended with its complaint", func(e *taskFixture) {
				mustMutate(t, s, Admin, "resolveComplaint", "complaint { id }", map[string]any{"id": e.complaint, "publicNote": "Done."})
			}},
		} {
			for priority, want := range map[string]int{"NORMAL": 0, "URGENT": 1} {
				e := newTaskFixture(t, s)
				mustMutate(t, s, Admin, "triageComplaint", "complaint { id }", map[string]any{"id": e.complaint, "priority": priority})
				sendTogether(t, s)
				before := len(m.Mail(Solver))
				tt.do(e)
				sendDue(t, s)
				if n := len(m.Mail(Solver)) - before; n != want {
					t.Errorf("%s, %s: %d messages, not %d", tt.what, priority, n, want)
				}
			}
		}
	})
}
