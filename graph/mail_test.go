package graph_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// sendDue lets the dispatcher send all mail that is due.
func sendDue(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Service.Dispatcher.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// sendTogether is sendDue when nothing more was told for a while.
func sendTogether(t *testing.T, s *Server) {
	t.Helper()
	s.Clock.Advance(domain.MailTogetherAfter)
	sendDue(t, s)
}

// rows are a broadcast's rows of a channel by recipient: state, tries and reason.
func mailRows(t *testing.T, s *Server, id string) map[string]string {
	t.Helper()
	out := map[string]string{}
	a := s.MustExecute(t, Admin, `query($id: ID!) { broadcast(id: $id) { notifications(first: 100, where: {channel: EMAIL}) {
		edges { node { recipient { contact { email } } state attempts lastError } } } } }`, map[string]any{"id": id})
	for _, e := range a.At("broadcast", "notifications", "edges").([]any) {
		n := e.(map[string]any)["node"].(map[string]any)
		email := n["recipient"].(map[string]any)["contact"].(map[string]any)["email"].(string)
		out[email] = fmt.Sprintf("%v %v %v", n["state"], n["attempts"], n["lastError"])
	}
	return out
}

// TestMailThatFails: what each recipient's row says when the mail server refuses for now or for
// good, breaks off, or takes it; and that failures can be tried again.
func TestMailThatFails(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		m.InjectFault(User, MailFault{RcptCode: 451, Message: "come back later"})
		m.InjectFault(User2, mailboxClosed)
		m.InjectFault(Solver, MailFault{DataCode: 421, Message: "closing"})
		m.InjectFault(Solver2, MailFault{HangUp: true})
		m.InjectFault(Provider, MailFault{DataCode: 554, Message: "looks like spam"})
		s.MustExecute(t, SuperAdmin, `mutation { setNotificationPreferences(input: {emailBroadcasts: false}) { preferences { emailBroadcasts emailOwn } } }`, nil)
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL", "IN_APP"}})
		tick(t, s)
		sendDue(t, s)
		expect := func(step string, want map[string]string) {
			t.Helper()
			rows := mailRows(t, s, id)
			for who, prefix := range want {
				if !strings.HasPrefix(rows[who], prefix) {
					t.Errorf("%s: %s: %q, not %q", step, who, rows[who], prefix)
				}
			}
			checkTotals(t, s, id)
		}
		expect("at first", map[string]string{
			User: "PENDING 1 ", User2: "FAILED 1 ", Solver: "PENDING 1 ", Solver2: "PENDING 1 ", Provider: "FAILED 1 ",
			Admin: "SENT 1 ", SuperAdmin: "SKIPPED 0 no e-mail notifications wanted",
		})
		for who, said := range map[string]string{User: "451", User2: "the mailbox is closed", Solver: "421", Provider: "554"} {
			if row := mailRows(t, s, id)[who]; !strings.Contains(row, said) {
				t.Errorf("%s: %q does not say %s", who, row, said)
			}
		}
		sendDue(t, s)
		expect("at once again", map[string]string{User: "PENDING 1 ", Solver2: "PENDING 1 "})
		m.InjectFault(Solver, MailFault{})
		m.InjectFault(Solver2, MailFault{})
		s.Clock.Advance(2 * time.Minute)
		sendDue(t, s)
		expect("two minutes later", map[string]string{User: "PENDING 2 ", Solver: "SENT 2 ", Solver2: "SENT 2 "})
		if twice := m.Mail(Solver2); len(twice) != 2 || twice[0].Header.Get("Message-Id") == "" || twice[0].Header.Get("Message-Id") != twice[1].Header.Get("Message-Id") {
			t.Errorf("a repetition looks like another message: %v", twice)
		}
		for range 10 {
			s.Clock.Advance(20 * time.Hour)
			sendDue(t, s)
		}
		expect("after some days", map[string]string{User: "FAILED 7 "})
		state, people := checkTotals(t, s, id)
		if state != "PARTIAL" || people["sent"] != people["recipients"] { // all have it in the application
			t.Errorf("it ended %s %v", state, people)
		}

		m.InjectFault(User, MailFault{})
		m.InjectFault(User2, MailFault{})
		s.MustExecute(t, Admin, `mutation($id: ID!) { retryFailed(input: {id: $id}) { broadcast { delivery { state } } } }`, map[string]any{"id": id})
		tick(t, s)
		if state, _ := checkTotals(t, s, id); state != "IN_PROGRESS" {
			t.Errorf("a retry is %s", state)
		}
		sendDue(t, s)
		expect("tried again", map[string]string{User: "SENT 1 ", User2: "SENT 1 ", Provider: "FAILED 1 ", Solver: "SENT 2 "})
		if state, _ := checkTotals(t, s, id); state != "PARTIAL" || len(m.Mail(User)) != 1 || len(m.Mail(SuperAdmin)) != 0 {
			t.Errorf("%s; %d for %s", state, len(m.Mail(User)), User)
		}
	})
}

// TestMailHangs: a message on which the server hangs waits for another try well within its
// claim, and holds back nobody else's.
func TestMailHangs(t *testing.T) {
	hangs := func(t *testing.T, name string) {
		t.Parallel()
		m := StartMail(t)
		m.Timeout = 10 * time.Second // on a busy machine the others take some
		s := StartWithOptions(t, name, m.Options(t))
		m.InjectFault(Solver, MailFault{Hang: true})
		s.Serve(t)
		begin := time.Now()
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL"}, "targetType": "ROLE", "targetValue": "SOLVER"})
		until := func(limit time.Duration, what string, right func(rows map[string]string) bool) {
			t.Helper()
			for rows := mailRows(t, s, id); !right(rows); rows = mailRows(t, s, id) {
				if time.Since(begin) > limit {
					t.Fatalf("not within %v %s: %v", limit, what, rows)
				}
				time.Sleep(50 * time.Millisecond)
			}
		}
		until(30*time.Second, "are the others served", func(rows map[string]string) bool {
			sent := 0
			for who, row := range rows {
				if who != Solver && strings.HasPrefix(row, "SENT 1 ") {
					sent++
				}
			}
			return sent > 0 && sent == len(rows)-1
		})
		if row := mailRows(t, s, id)[Solver]; row != "PENDING 1 " {
			t.Errorf("while the server hangs: %q", row)
		}
		until(time.Minute, "is the message given up", func(rows map[string]string) bool {
			return strings.HasPrefix(rows[Solver], "PENDING 1 ") && strings.Contains(rows[Solver], "did not respond in time")
		})
		t.Logf("given up after %v", time.Since(begin).Round(time.Millisecond))
		checkTotals(t, s, id)
		CheckInvariants(t, s.Store, s.Service.Media)
	}
	for _, name := range Databases() {
		t.Run(name, func(t *testing.T) { hangs(t, name) })
	}
}

// TestRetryOnce: whoever asks for those that failed again has each of them tried once, even
// while they go on failing.
func TestRetryOnce(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		const people = 600 // more than a batch holds
		var all []string
		for i := range people {
			all = append(all, fmt.Sprintf("nobody%d@example.com", i))
			m.InjectFault(all[i], mailboxClosed)
		}
		AddUsers(t, s.Store, all...)
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL"}, "targetType": "ROLE", "targetValue": "USER"})
		tick(t, s)
		sendAll := func(until func() bool) {
			var senders sync.WaitGroup
			for range 4 {
				senders.Go(func() {
					for again := true; again; {
						again = !until()
						if err := s.Service.Dispatcher.SendDue(t.Context()); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			senders.Wait()
		}
		sendAll(func() bool { return true })
		s.MustExecute(t, Admin, `mutation($id: ID!) { retryFailed(input: {id: $id}) { broadcast { id } } }`, map[string]any{"id": id})
		var queued atomic.Bool
		var turning sync.WaitGroup
		turning.Go(func() {
			defer queued.Store(true)
			if err := s.Service.Dispatcher.Tick(t.Context()); err != nil {
				t.Error(err)
			}
		})
		sendAll(queued.Load)
		turning.Wait()
		state, _ := checkTotals(t, s, id)
		most := 0
		for _, who := range all {
			most = max(most, m.Attempts(who))
		}
		if state != "PARTIAL" || most != 2 {
			t.Errorf("%s; somebody was tried %d times", state, most)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestStopped: what was on its way when its sender died, or would be sent before the rest is
// cancelled, is not sent once the broadcast was stopped.
func TestStopped(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL"}})
		tick(t, s)
		rows := s.Store.Client().Notification.Update().Where(notification.BroadcastID(uuid.MustParse(id)), notification.ChannelEQ(domain.ChannelEmail),
			notification.HasRecipientWith(user.RoleEQ(domain.RoleUser)))
		if n := rows.SetLease(uuid.New()).SetNextTryAt(s.Clock.Now().Add(time.Minute)).AddAttempts(1).SaveX(System()); n == 0 {
			t.Fatalf("%d on their way", n)
		}
		s.MustExecute(t, Admin, `mutation($id: ID!) { stopBroadcast(input: {id: $id}) { broadcast { id } } }`, map[string]any{"id": id})
		sendDue(t, s)
		tick(t, s)
		s.Clock.Advance(2 * time.Minute)
		sendDue(t, s)
		tick(t, s)
		for _, got := range m.Mail("") {
			if got.Header.Get("Subject") == "Water off" { // the demo has other mail waiting
				t.Errorf("%s got it after it was stopped", got.To)
			}
		}
		b := s.Store.Client().Broadcast.GetX(System(), uuid.MustParse(id))
		if b.CompletedAt == nil || b.DeliveryState != domain.DeliveryPartial {
			t.Errorf("it has not ended: %v", b)
		}
		checkTotals(t, s, id)
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestPendingInApp: the demo of before left notifications pending in the application without a time,
// which migration 0004 puts into the queue. They are delivered there, nobody gets an e-mail in
// their place, and their broadcast ends.
func TestPendingInApp(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL"}, "targetType": "ROLE", "targetValue": "USER"})
		tick(t, s)
		sys, db, of := System(), s.Store.Client(), uuid.MustParse(id)
		inApp := notification.And(notification.BroadcastID(of), notification.ChannelEQ(domain.ChannelInApp))
		n := db.Notification.Update().Where(inApp).SetState(domain.NotificationPending).SetAttempts(0).SetNextTryAt(s.Clock.Now()).
			ClearLease().ClearSentAt().ClearDeliveredAt().SaveX(sys)
		db.BroadcastChannel.Update().Where(broadcastchannel.BroadcastID(of), broadcastchannel.ChannelEQ(domain.ChannelInApp)).
			AddPending(n).AddSent(-n).AddDelivered(-n).ExecX(sys)
		db.Broadcast.UpdateOneID(of).AddPending(n).AddSent(-n).AddDelivered(-n).ExecX(sys)
		if _, people := checkTotals(t, s, id); n == 0 || people["pending"] != n {
			t.Fatalf("%d are pending: %v", n, people)
		}
		sendDue(t, s)
		tick(t, s)
		if state, people := checkTotals(t, s, id); state != "COMPLETED" || people["delivered"] != n {
			t.Errorf("%s with %v", state, people)
		}
		mails := 0
		for _, got := range m.Mail(User) {
			if got.Header.Get("Subject") == "Water off" {
				mails++
			}
		}
		if mails != 1 || countNotifications(t, s, User, id) != 1 {
			t.Errorf("%d e-mails and %d notifications", mails, countNotifications(t, s, User, id))
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestManyWaitForMail: broadcasts whose e-mail waits for its server hold back no new ones.
func TestManyWaitForMail(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, _ *MailServer) {
		for range 101 {
			schedule(t, s, map[string]any{"channels": []string{"EMAIL"}, "targetType": "ROLE", "targetValue": "SOLVER"})
		}
		tick(t, s)
		id := schedule(t, s, nil)
		tick(t, s)
		if n := countNotifications(t, s, User, id); n != 1 {
			t.Errorf("told %d times", n)
		}
	})
}

// TestMailLooks: what a reader's program needs to know, and that the way out works.
func TestMailLooks(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		say := func(urgent bool) {
			schedule(t, s, map[string]any{
				"channels": []string{"EMAIL"}, "urgent": urgent, "title": "Größe: 5 < 6\u2028Bcc: x@example.com",
				"message": "First line.\n<script>alert(1)</script>\n.\nLast line.", "targetType": "ROLE", "targetValue": "USER",
			})
			tick(t, s)
			sendDue(t, s)
		}
		say(false)
		got := m.Mail(User)
		if len(got) != 1 {
			t.Fatalf("%d messages", len(got))
		}
		mail := got[0]
		if strings.Count(mail.Raw, "<script>") != 1 /* in the plain text */ || !strings.Contains(mail.Raw, "&lt;script&gt;") || !strings.Contains(mail.Raw, "Last line.") {
			t.Errorf("text: %s", mail.Raw)
		}
		h := mail.Header
		if h.Get("From") == "" || !strings.Contains(h.Get("From"), "desk@redress.example") || h.Get("Bcc") != "" ||
			h.Get("Auto-Submitted") != "auto-generated" || !strings.HasPrefix(h.Get("Content-Type"), "multipart/alternative") ||
			h.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
			t.Errorf("header: %v", h)
		}
		link, err := url.Parse(strings.Trim(h.Get("List-Unsubscribe"), "<>"))
		if err != nil || link.Host != "redress.example" {
			t.Fatalf("%v %v", link, err)
		}
		if res := s.Do(t, Request{Path: link.Path}); res.Status != http.StatusOK || !strings.Contains(res.Body, "<form") {
			t.Errorf("asked: %d %s", res.Status, res.Body)
		}
		if len(m.Mail(User)) != 1 {
			t.Error("a link that was only followed opted out")
		}
		forged := link.Path[:len(link.Path)-1] + "_"
		for path, want := range map[string]int{forged: http.StatusNotFound, strings.Replace(link.Path, "broadcasts", "own", 1): http.StatusNotFound, link.Path: http.StatusOK} {
			res := s.Do(t, Request{
				Method: http.MethodPost, Path: path, Body: strings.NewReader("List-Unsubscribe=One-Click"),
				Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
			})
			if res.Status != want {
				t.Errorf("%s: %d %s", path, res.Status, res.Body)
			}
		}
		s.Do(t, Request{Method: http.MethodPost, Path: link.Path}) // once more
		a := s.MustExecute(t, Admin, `{ auditEntries(where: {action: "user.preferences"}) { totalCount } }`, nil)
		if n := a.At("auditEntries", "totalCount"); n != 1.0 {
			t.Errorf("%v entries in the audit for one change", n)
		}
		say(false)
		if n := len(m.Mail(User)); n != 1 || len(m.Mail(User2)) != 2 {
			t.Errorf("%d messages for who opted out", n)
		}
		say(true)
		urgent := m.Mail(User)
		if len(urgent) != 2 || urgent[1].Header.Get("List-Unsubscribe") != "" {
			t.Errorf("%d messages once it was urgent", len(urgent))
		}
	})
}

// TestOwnNotices: what happens to people's own things is told to them and to nobody else, in
// the application and by e-mail, and not to whoever did it.
func TestOwnNotices(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		for _, as := range Everyone[1:] {
			s.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
		}
		s.MustExecute(t, Solver, `mutation { setNotificationPreferences(input: {emailOwn: false}) { preferences { emailOwn } } }`, nil)
		e := newTaskFixture(t, s)
		expect := func(step string, want map[string]string) {
			t.Helper()
			sendTogether(t, s)
			for _, as := range Everyone[1:] {
				var titles []string
				a := s.MustExecute(t, as, `{ notifications(where: {readAtIsNil: true}, orderBy: {field: CREATED_AT, direction: ASC}) { edges { node { title complaint { id } } } } }`, nil)
				for _, n := range a.At("notifications", "edges").([]any) {
					titles = append(titles, n.(map[string]any)["node"].(map[string]any)["title"].(string))
				}
				s.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
				if got := strings.Join(titles, "; "); strings.ReplaceAll(got, e.reference(t), "REF") != want[as] {
					t.Errorf("%s: %s was told %q, not %q", step, as, got, want[as])
				}
			}
		}
		expect("assigned", map[string]string{User: "REF is now assigned", Solver: "You have a new task: REF"})
		e.mustDo(t, Solver, "acceptTask", nil)
		expect("accepted", nil)
		e.mustDo(t, Solver, "startTask", nil)
		expect("started", map[string]string{User: "REF is now in progress"})
		s.MustExecute(t, Admin, `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "Soon."}) { comment { id } } }`, map[string]any{"id": e.complaint})
		s.MustExecute(t, Admin, `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "Between us.", visibility: INTERNAL}) { comment { id } } }`, map[string]any{"id": e.complaint})
		expect("commented", map[string]string{User: "A new comment on REF"})
		made := e.mustDo(t, Solver, "submitCompletion", nil)
		expect("handed in", map[string]string{Admin: "A completion waits for review", SuperAdmin: "A completion waits for review"})
		e.attach(t, Solver, made.At("submitCompletion", "update", "uploadUrl").(string), 3, http.StatusCreated)
		e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": true, "note": ""})
		expect("approved", map[string]string{User: "REF is now resolved", Solver: "Your completion was approved"})

		if n := len(m.Mail(Solver)); n != 0 {
			t.Errorf("%d e-mails to who wants none", n)
		}
		if n := len(m.Mail(User)); n != 3 { // the receipt, and of the comment and its end; who works on it stands in the application
			t.Errorf("%d e-mails to the reporter", n)
		}
		if n := len(m.Mail(Admin)); n != 0 { // nobody looks after it, so that a digest says it
			t.Errorf("%d e-mails to the administrator", n)
		}

		// A complaint that is merged: its reporter hears of the other one from then on.
		other := s.MustExecute(t, User2, `mutation { submitComplaint(input: {title: "The lamp is out"}) { complaint { id } } }`, nil).At("submitComplaint", "complaint", "id")
		s.MustExecute(t, Admin, `mutation($id: ID!) { reopenComplaint(input: {id: $id, reasonCode: "not_fixed"}) { complaint { id } } }`, map[string]any{"id": e.complaint})
		s.MustExecute(t, Admin, `mutation($id: ID!, $into: ID!) { mergeComplaint(input: {id: $id, intoId: $into, reasonCode: "duplicate"}) { complaint { id } } }`,
			map[string]any{"id": other, "into": e.complaint})
		for _, as := range Everyone[1:] {
			s.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
		}
		s.MustExecute(t, Admin, `mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: "parts", publicNote: "Waiting for parts."}) { complaint { id } } }`, map[string]any{"id": e.complaint})
		expect("on hold", map[string]string{User: "REF is now on hold", User2: "REF is now on hold"})

		s.MustExecute(t, Admin, `mutation { sendTestBroadcast(input: {title: "A test", message: "To me.", channels: [EMAIL]}) { notification { title } } }`, nil)
		expect("a test", map[string]string{Admin: "A test"})
		if got := m.Mail(Admin); len(got) != 1 || !strings.Contains(got[0].Raw, "To me.") {
			t.Errorf("the test's e-mail: %v", got)
		}
	})
}

func (e *taskFixture) reference(t *testing.T) string {
	t.Helper()
	return e.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { reference } }`, map[string]any{"id": e.complaint}).At("complaint", "reference").(string)
}

// TestMailServerTakenAway: what waits for a mail server that is set up no more fails after a
// day, so that the broadcast ends, and can be retried once there is one again.
func TestMailServerTakenAway(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL", "IN_APP"}, "targetType": "ROLE", "targetValue": "USER"})
		tick(t, s)
		without := s.NewInstance(t, s.DatabaseURL)
		state := func() string {
			a := s.MustExecute(t, Admin, `query($id: ID!) { broadcast(id: $id) { delivery { state pending sent byChannel { channel pending failed sent } } } }`, map[string]any{"id": id})
			return fmt.Sprint(a.At("broadcast", "delivery"))
		}
		waiting := state()
		without.Clock.Advance(23 * time.Hour)
		sendDue(t, without)
		if now := state(); now != waiting || !strings.Contains(now, "IN_PROGRESS") {
			t.Errorf("given up too soon: %s, was %s", now, waiting)
		}
		without.Clock.Advance(2 * time.Hour)
		sendDue(t, without)
		if now := state(); !strings.Contains(now, "PARTIAL") {
			t.Errorf("still waiting: %s", now)
		}
		for who, row := range mailRows(t, s, id) {
			if !strings.HasPrefix(row, "FAILED 1 no mail server is set up") {
				t.Errorf("%s: %s", who, row)
			}
		}
		s.MustExecute(t, Admin, `mutation($id: ID!) { retryFailed(input: {id: $id}) { broadcast { id } } }`, map[string]any{"id": id})
		tick(t, s)
		sendDue(t, s)
		if now := state(); !strings.Contains(now, "COMPLETED") {
			t.Errorf("not retried: %s", now)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
