package graph_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent/preference"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// mornings is a service whose days are gone through, from a Monday at six in the morning, UTC.
type mornings struct {
	*Server
	mail   *MailServer
	monday time.Time // midnight
	mails  map[string]int
}

func startOnMonday(t *testing.T, name string) *mornings {
	t.Helper()
	return startOnMondayOf(t, name, func(time.Time) bool { return true })
}

// startOnMondayOf is startOnMonday in the next week that is told apart by its midnight on Monday.
func startOnMondayOf(t *testing.T, name string, week func(monday time.Time) bool) *mornings {
	t.Helper()
	s, mail := startAt(t, name, 6)
	for now := s.Clock.Now().UTC(); now.Weekday() != time.Monday || !week(now.Truncate(24*time.Hour)); now = s.Clock.Now().UTC() {
		s.Clock.Advance(24 * time.Hour)
	}
	m := &mornings{s, mail, s.Clock.Now().UTC().Truncate(24 * time.Hour), map[string]int{}}
	m.write(t) // from now on each account has a day for its digest
	open := s.MustExecute(t, Admin, `{ complaints(first: 100, where: {statusIn: [SUBMITTED, ASSIGNED, IN_PROGRESS, ON_HOLD, REOPENED]}) { edges { node { id } } } }`, nil)
	for _, c := range open.At("complaints", "edges").([]any) {
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{
			"id": c.(map[string]any)["node"].(map[string]any)["id"], "reasonCode": "not_ours", "publicNote": "Not ours.",
		})
	}
	return m
}

// goTo lets it be a time of a day, counted from Monday, by the clocks of UTC.
func (m *mornings) goTo(day, hour, minute int) {
	m.Clock.Advance(m.monday.AddDate(0, 0, day).Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute).Sub(m.Clock.Now()))
}

// write lets four instances write the digests at once.
func (m *mornings) write(t *testing.T) {
	t.Helper()
	onFour(t, m.Service.Desk.WriteDailyDigests)
}

// expect compares the digests that have been written since the last step with what must have been, in the application and by e-mail:
// the title and the lines of each.
func (m *mornings) expect(t *testing.T, step string, want map[string][]string) {
	t.Helper()
	m.write(t)
	sendDue(t, m.Server)
	isDigest := func(title string) bool {
		return strings.HasPrefix(title, "Complaints: ") || strings.Contains(title, "ue today")
	}
	for _, as := range Everyone[1:] {
		var app, mails []string
		for _, w := range wordsIn(m.MustExecute(t, as, unread, nil)) {
			if isDigest(w.title) {
				app = append(app, w.title+"\n"+w.message)
			}
		}
		all := m.mail.Mail(as)
		for _, mail := range all[m.mails[as]:] {
			if isDigest(subjectOf(t, mail)) {
				mails = append(mails, subjectOf(t, mail)+"\n"+strings.ReplaceAll(mail.Body, "\r\n", "\n"))
			}
		}
		m.mails[as] = len(all)
		m.MustExecute(t, as, `mutation { markAllNotificationsRead { marked } }`, nil)
		var whole []string
		if lines := want[as]; lines != nil {
			whole = []string{strings.Join(lines, "\n")}
		}
		if !slices.Equal(app, whole) || len(mails) != len(whole) || len(mails) == 1 && !strings.HasPrefix(mails[0], whole[0]) {
			t.Errorf("%s: %s has %q in the application and %q by e-mail, not %q", step, as, app, mails, whole)
		}
	}
}

// TestDailyDigest: on working days at eight by their own clocks administrators are told once what waits for them and what happened to
// complaints that nobody looks after, unless there is nothing.
func TestDailyDigest(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := startOnMonday(t, name)
		s := m.Server
		do := func(as, verb, id string, more map[string]any) {
			t.Helper()
			input := map[string]any{"id": id}
			maps.Copy(input, more)
			mustMutate(t, s, as, verb, "complaint { id }", input)
		}
		due := func(id string, in time.Duration) {
			t.Helper()
			do(Admin, "triageComplaint", id, map[string]any{"dueAt": s.Clock.Now().Add(in).UTC().Format(time.RFC3339)})
		}
		comment := func(as, id, text string) {
			t.Helper()
			mustMutate(t, s, as, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": id, "text": text})
		}
		fresh, soon, late, mine, others := report(t, s, User, "New"), report(t, s, User, "Soon"), report(t, s, User, "Late"), report(t, s, User, "Mine"), report(t, s, User, "Others'")
		due(soon.id, 25*time.Hour)
		due(late.id, time.Hour)
		do(Admin, "claimComplaint", mine.id, nil)
		do(SuperAdmin, "claimComplaint", others.id, nil)
		tasks := map[string]*taskFixture{}
		for _, name := range []string{"declined", "returned", "cancelled", "in review"} {
			tasks[name] = newTaskFixture(t, s)
		}
		tasks["declined"].mustDo(t, Solver, "declineTask", nil)
		tasks["returned"].mustDo(t, Solver, "acceptTask", nil)
		tasks["returned"].mustDo(t, Solver, "returnTask", nil)
		tasks["cancelled"].mustDo(t, Admin, "cancelTask", nil)
		for _, verb := range []string{"acceptTask", "startTask", "submitCompletion"} {
			tasks["in review"].mustDo(t, Solver, verb, nil)
		}
		for _, e := range tasks {
			due(e.complaint, 1000*time.Hour)
		}
		withdrawn, reopened := report(t, s, User, "Withdrawn"), report(t, s, User2, "Reopened")
		do(User, "withdrawComplaint", withdrawn.id, nil)
		do(Admin, "resolveComplaint", reopened.id, map[string]any{"publicNote": "Done."})
		do(User2, "rateComplaint", reopened.id, map[string]any{"rating": 1, "comment": "It is not."})
		do(User2, "reopenComplaint", reopened.id, map[string]any{"reasonCode": "not_fixed"})
		sendTogether(t, s)
		sendTogether(t, s)
		for _, as := range []string{Admin, SuperAdmin} {
			for _, mail := range m.mail.Mail(as) {
				t.Errorf("%s has an e-mail before the digest: %s", as, subjectOf(t, mail))
			}
		}

		m.goTo(0, 7, 59)
		if _, err := s.Service.Desk.MarkOverdue(System()); err != nil {
			t.Fatal(err)
		}
		m.expect(t, "a minute before", nil)
		comment(User, others.id, "Hello?") // which Admin does not hear of
		comment(User, fresh.id, "It is dark.")
		comment(User, fresh.id, "Very dark.")
		comment(User, mine.id, "Hello?") // which the handler hears of at once
		sendTogether(t, s)
		ref := func(name string) string { return tasks[name].reference(t) }
		digest := func(own string, news ...string) []string {
			title := "Complaints: 4 new, 1 to review, 1 due within 24 hours, 1 overdue, 1 reopened, 1 declined, 2 returned"
			if len(news) > 0 {
				title += ", 1 with news"
			}
			return slices.Concat([]string{
				title, "4 new: " + strings.Join([]string{late.reference, soon.reference, fresh.reference, own}, ", "), "1 to review: " + ref("in review"), "1 due within 24 hours: " + soon.reference,
				"1 overdue: " + late.reference, "1 reopened: " + reopened.reference, "1 declined: " + ref("declined"),
				"2 returned: " + ref("returned") + ", " + ref("cancelled"),
			}, news)
		}
		s.MustExecute(t, SuperAdmin, `mutation { markAllNotificationsRead { marked } }`, nil)
		m.goTo(0, 8, 0)
		m.expect(t, "at eight", map[string][]string{
			Admin: digest(mine.reference, "Nobody looks after these:", "1 with a reply: "+fresh.reference), SuperAdmin: digest(others.reference),
		})
		m.goTo(0, 8, 1)
		m.expect(t, "a minute later", nil)

		// Nothing waits any more, but on Friday evening and on Saturday something happens.
		for _, id := range []string{fresh.id, soon.id, late.id, mine.id, others.id, reopened.id} {
			do(Admin, "rejectComplaint", id, map[string]any{"reasonCode": "not_ours", "publicNote": "Not ours."})
		}
		for _, e := range tasks {
			do(Admin, "resolveComplaint", e.complaint, map[string]any{"publicNote": "Done."})
		}
		m.goTo(1, 8, 0)
		m.expect(t, "there is nothing", nil)
		m.goTo(4, 8, 0)
		m.expect(t, "on Friday", nil)
		m.goTo(4, 20, 0)
		comment(User, late.id, "It is late.")
		m.goTo(5, 8, 0)
		m.expect(t, "on Saturday", nil)
		comment(User, soon.id, "And now?") // which they have not read, but what is above
		m.goTo(7, 8, 0)
		news := []string{"Complaints: 1 with news", "Nobody looks after these:", "1 with a reply: " + soon.reference}
		m.expect(t, "on Monday", map[string][]string{Admin: news, SuperAdmin: news})

		// What happens between eight and the moment at which the digest is written is the next one's.
		m.goTo(8, 8, 2)
		comment(User, late.id, "Too late.")
		s.MustExecute(t, SuperAdmin, `mutation { markAllNotificationsRead { marked } }`, nil)
		if m.write(t); s.MustExecute(t, Admin, `{ notifications(where: {title: "Complaints: 1 with news", readAtIsNil: true}) { totalCount } }`, nil).
			At("notifications", "totalCount") != 0.0 {
			t.Error("what came after eight is told twice")
		}
		m.goTo(9, 8, 0)
		news[2] = "1 with a reply: " + late.reference
		m.expect(t, "a day later", map[string][]string{Admin: news})

		// Other days, another zone, no e-mail, and a service that was down.
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { workingDays }", map[string]any{"workingDays": []string{"SUNDAY", "TUESDAY"}})
		mustMutate(t, s, SuperAdmin, "updatePreferences", "preferences { timeZone }", map[string]any{"timeZone": "America/Bogota"}) // five hours later
		again := report(t, s, User, "Again")
		news = []string{"Complaints: 1 new", "1 new: " + again.reference}
		m.goTo(15, 8, 0)
		m.expect(t, "on Tuesday", map[string][]string{Admin: news})
		m.goTo(15, 13, 0)
		m.expect(t, "in Bogota", map[string][]string{SuperAdmin: news})
		m.goTo(16, 13, 0)
		m.expect(t, "on Wednesday", nil)
		m.goTo(20, 11, 59)
		m.expect(t, "four hours late", map[string][]string{Admin: news})
		m.goTo(20, 17, 0)
		m.expect(t, "later", nil)
		m.goTo(22, 8, 0)
		s.MustExecute(t, Admin, `mutation { setNotificationPreferences(input: {emailOwn: false}) { preferences { emailOwn } } }`, nil)
		m.write(t)
		sendDue(t, s)
		told := s.MustExecute(t, Admin, `{ notifications(where: {readAtIsNil: true, title: "Complaints: 1 new"}) { totalCount } }`, nil)
		if n := len(m.mail.Mail(Admin)); told.At("notifications", "totalCount") != 1.0 || n != m.mails[Admin] {
			t.Errorf("without e-mail: %s, and %d messages, not %d", told.Raw, n, m.mails[Admin])
		}
	})
}

// TestDailyDigestWhenClocksChange: it comes at eight by the clocks, once, on the Sundays too on which these are put forward or back.
func TestDailyDigestWhenClocksChange(t *testing.T) {
	const sunday = 6
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	eight := func(monday time.Time, day int) time.Time {
		return time.Date(monday.Year(), monday.Month(), monday.Day()+day, 8, 0, 0, 0, berlin).UTC()
	}
	for change, between := range map[string]time.Duration{"forward": 23 * time.Hour, "back": 25 * time.Hour} {
		t.Run(change, func(t *testing.T) {
			dbtest.ForEach(t, func(t *testing.T, name string) {
				m := startOnMondayOf(t, name, func(monday time.Time) bool { return eight(monday, sunday).Sub(eight(monday, sunday-1)) == between })
				s := m.Server
				mustMutate(t, s, SuperAdmin, "updateSettings", "settings { timeZone }", map[string]any{
					"timeZone": "Europe/Berlin", "workingDays": []string{"SATURDAY", "SUNDAY", "MONDAY"},
				})
				c := report(t, s, User, "A lamp is out")
				mustMutate(t, s, Admin, "triageComplaint", "complaint { id }", map[string]any{"id": c.id, "dueAt": m.monday.AddDate(0, 1, 0).Format(time.RFC3339)})
				news := []string{"Complaints: 1 new", "1 new: " + c.reference}
				both := map[string][]string{Admin: news, SuperAdmin: news}
				for day := sunday - 1; day <= sunday+1; day++ {
					hour := eight(m.monday, day).Hour()
					step := m.monday.AddDate(0, 0, day).Weekday().String()
					m.goTo(day, hour-1, 59)
					m.expect(t, step+", a minute before", nil)
					m.goTo(day, hour, 0)
					m.expect(t, step+", at eight", both)
					m.goTo(day, hour+1, 0)
					m.expect(t, step+", an hour later", nil)
				}
			})
		})
	}
}

// TestDueToday: at seven by their own clocks solvers are told in one which tasks are due on their day.
func TestDueToday(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := startOnMonday(t, name)
		s := m.Server
		assign := func(solver string, due time.Duration) string { // from midnight, UTC
			t.Helper()
			c := report(t, s, User, "A lamp is out")
			mustMutate(t, s, Admin, "assignComplaint", "complaint { id }", map[string]any{
				"id": c.id, "solverId": accountID(t, s, solver), "dueAt": m.monday.AddDate(0, 0, 5).Add(due).Format(time.RFC3339),
			})
			return c.reference
		}
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { timeZone }", map[string]any{"timeZone": "Asia/Kolkata"}) // five hours and a half before
		mustMutate(t, s, Solver2, "updatePreferences", "preferences { timeZone }", map[string]any{"timeZone": "UTC"})
		first, last := assign(Solver, -5*time.Hour), assign(Solver, 18*time.Hour)
		assign(Solver, -6*time.Hour) // on the day before, in Kolkata
		assign(Solver, 19*time.Hour) // on the day after
		only := assign(Solver2, 23*time.Hour)
		assign(Solver2, 24*time.Hour)
		held := newTaskFixture(t, s)
		mustMutate(t, s, Admin, "holdComplaint", "complaint { id }", map[string]any{"id": held.complaint, "reasonCode": "parts"})
		sendTogether(t, s)
		m.goTo(4, 12, 0)
		m.write(t)
		m.expect(t, "before", nil)
		m.goTo(5, 1, 29)
		m.expect(t, "a minute before", nil)
		m.goTo(5, 1, 30)
		m.expect(t, "seven in Kolkata, on a Saturday", map[string][]string{Solver: {"2 tasks are due today", first + " by 00:30", last + " by 23:30"}})
		m.goTo(5, 7, 0)
		m.expect(t, "seven in Greenwich", map[string][]string{Solver2: {"Due today: " + only, only + " by 23:00"}})
		m.goTo(5, 9, 0)
		m.expect(t, "then", nil)
	})
}

// TestUrgentIsNoDigest: of an urgent complaint that nobody looks after all administrators are sent an e-mail at once.
func TestUrgentIsNoDigest(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		c := report(t, s, User, "The wire is down")
		comment := func() {
			t.Helper()
			mustMutate(t, s, User, "commentOnComplaint", "comment { id }", map[string]any{"complaintId": c.id, "text": "It sparks."})
			sendTogether(t, s)
		}
		expect := func(step string, want ...string) {
			t.Helper()
			for _, as := range []string{Admin, SuperAdmin} {
				if got := arrived(t, m, as, 0); !slices.Equal(got, want) {
					t.Errorf("%s: %s has %q, not %q", step, as, got, want)
				}
			}
		}
		comment()
		expect("as any other")
		mustMutate(t, s, Admin, "triageComplaint", "complaint { id }", map[string]any{"id": c.id, "priority": "URGENT"})
		comment()
		expect("urgent", "A reply on "+c.reference)
	})
}

// TestDigestsOfOthers: an account whose digest can't be written keeps nobody else from theirs.
func TestDigestsOfOthers(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		m := startOnMonday(t, name)
		again := report(t, m.Server, User, "Again")
		mustMutate(t, m.Server, Admin, "updatePreferences", "preferences { timeZone }", map[string]any{"timeZone": "UTC"})
		preferences := m.Store.Client().Preference
		row, err := preferences.Query().Where(preference.UserID(accountUUID(t, m.Server, Admin))).Only(System())
		if err != nil {
			t.Fatal(err)
		}
		if err := preferences.UpdateOne(row).SetChosen([]byte(`{"timeZone":5}`)).Exec(System()); err != nil {
			t.Fatal(err)
		}
		m.goTo(0, 8, 0)
		if n, err := m.Service.Desk.WriteDailyDigests(System()); n != 1 || err == nil {
			t.Errorf("%d written, %v", n, err)
		}
		told := m.MustExecute(t, SuperAdmin, `{ notifications(where: {title: "Complaints: 1 new"}) { edges { node { message } } } }`, nil)
		if !strings.Contains(told.Raw, again.reference) {
			t.Error(told.Raw)
		}
	})
}
