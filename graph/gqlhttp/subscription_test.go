package gqlhttp_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

func asClose(err error, into *websocket.CloseError) bool { return errors.As(err, into) }

const (
	statusEvents = `subscription($id: ID, $after: EventID) { complaintStatusChanged(complaintId: $id, after: $after) {
		eventId statusLog { id complaintId status publicNote internalNote actorName } complaint { id reference status submittedBy { name } } } }`
	taskEvents = `subscription($id: ID, $after: EventID) { taskUpdated(taskId: $id, after: $after) {
		eventId task { id status solver { name } complaint { title } } update { id type status remarks author { name } } } }`
	noticeEvents = `subscription($after: EventID) { notificationReceived(after: $after) { eventId notification { id title } } }`
)

// submit makes a complaint and returns its id.
func submit(t testing.TB, s *Server, as, title string) string {
	t.Helper()
	a := s.MustExecute(t, as, `mutation($t: String!) { submitComplaint(input: {title: $t, description: "x"}) { complaint { id } } }`, map[string]any{"t": title})
	return a.At("submitComplaint", "complaint", "id").(string)
}

func idOf(t testing.TB, s *Server, email string) string {
	t.Helper()
	return s.MustExecute(t, email, `{ viewer { id } }`, nil).At("viewer", "id").(string)
}

// assign gives a complaint to a solver and returns the task.
func assign(t testing.TB, s *Server, complaint, solver string) string {
	t.Helper()
	a := s.MustExecute(t, Admin, `mutation($id: ID!, $s: ID!) { assignComplaint(input: {id: $id, solverId: $s}) { complaint { tasks(last: 1) { edges { node { id } } } } } }`,
		map[string]any{"id": complaint, "s": idOf(t, s, solver)})
	return a.At("assignComplaint", "complaint", "tasks", "edges", 0, "node", "id").(string)
}

// readUntil reads what a stream tells up to an event that all may see, by the marks that it finds.
func readUntil(t testing.TB, f *stream, mark func(message) string, until string) []string {
	t.Helper()
	var all []string
	for {
		m := mark(f.next())
		if m == until {
			return all
		}
		all = append(all, m)
	}
}

// TestStreamsHideOtherReporters: whoever follows the complaint that theirs was merged into is told
// of what its reporter does, without their name.
func TestStreamsHideOtherReporters(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		mine, theirs := submit(t, s, User, "mine"), submit(t, s, User2, "theirs")
		s.MustExecute(t, Admin, `mutation($id: ID!, $into: ID!) { mergeComplaint(input: {id: $id, intoId: $into, reasonCode: "same"}) { complaint { id } } }`, map[string]any{"id": theirs, "into": mine})
		s.MustExecute(t, Admin, `mutation($id: ID!) { resolveComplaint(input: {id: $id, publicNote: "Done."}) { complaint { id } } }`, map[string]any{"id": mine})
		const events = `subscription($id: ID) { complaintStatusChanged(complaintId: $id) { statusLog { actorName actorId actor { id name } } complaint { submittedBy { name } } } }`
		streams := map[string]*stream{}
		for _, who := range []string{User, User2, Admin} {
			streams[who] = openStream(t, s, s.Token(t, who), events, map[string]any{"id": mine})
		}
		s.MustExecute(t, User, `mutation($id: ID!) { reopenComplaint(input: {id: $id, reasonCode: "not_fixed", publicNote: "It is not."}) { complaint { id } } }`, map[string]any{"id": mine})
		viewer := s.MustExecute(t, User, `{ viewer { id name } }`, nil)
		id, name := viewer.At("viewer", "id").(string), viewer.At("viewer", "name").(string)
		for who, want := range map[string]string{User: name, User2: "Another reporter", Admin: name} {
			m := streams[who].next()
			if got := m.at("complaintStatusChanged", "statusLog", "actorName"); got != want {
				t.Errorf("%s is told %v", who, got)
			}
			if tells := strings.Contains(m.Raw, id) || strings.Contains(m.Raw, name); tells != (who != User2) {
				t.Errorf("%s: %s", who, m.Raw)
			}
		}
	})
}

// TestWhoIsTold: an event reaches exactly those who may read its rows, on both transports.
func TestWhoIsTold(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		streams := map[string]*stream{}
		tasks := map[string]*stream{}
		for _, who := range Everyone {
			token := s.Token(t, who)
			role := map[string]bool{User: true, User2: true, Solver: true, Solver2: true, Admin: true, SuperAdmin: true}
			f := openStream(t, s, token, statusEvents, nil)
			switch {
			case who == Anonymous:
				if f.status != 401 {
					t.Errorf("nobody: %d", f.status)
				}
			case !role[who]:
				if m := f.readWithin(20 * time.Second); m.code() != "PERMISSION_DENIED" {
					t.Errorf("%s: %+v", who, m)
				}
			default:
				streams[who] = f
			}
			f = openStream(t, s, token, taskEvents, nil)
			switch who {
			case Anonymous:
			case User, User2:
				if m := f.readWithin(20 * time.Second); m.code() != "PERMISSION_DENIED" {
					t.Errorf("%s: %+v", who, m)
				}
			default:
				tasks[who] = f
			}
		}
		mine := submit(t, s, User, "mine")
		theirs := submit(t, s, User2, "theirs")
		task := assign(t, s, mine, Solver)
		s.MustExecute(t, Solver, `mutation($id: ID!) { acceptTask(input: {id: $id}) { task { id } } }`, map[string]any{"id": task})
		s.MustExecute(t, Solver, `mutation($id: ID!) { startTask(input: {id: $id}) { task { id } } }`, map[string]any{"id": task})
		s.MustExecute(t, Solver, `mutation($id: ID!) { postTaskUpdate(input: {id: $id, remarks: "half"}) { update { id } } }`, map[string]any{"id": task})
		// User2 follows the complaint that theirs became part of.
		s.MustExecute(t, Admin, `mutation($id: ID!, $into: ID!) { mergeComplaint(input: {id: $id, intoId: $into, reasonCode: "same"}) { complaint { id } } }`, map[string]any{"id": theirs, "into": mine})
		s.MustExecute(t, Admin, `mutation($id: ID!) { holdComplaint(input: {id: $id, reasonCode: "wait", publicNote: "We wait.", internalNote: "secret"}) { complaint { id } } }`, map[string]any{"id": mine})
		s.MustExecute(t, Admin, `mutation($id: ID!) { resolveComplaint(input: {id: $id, publicNote: "n"}) { complaint { id } } }`, map[string]any{"id": submit(t, s, Admin, "nobody's")})
		// What ends each stream of the test: a thing that its viewer sees.
		last := map[string]string{}
		for _, who := range []string{User, User2} {
			last[who] = submit(t, s, who, "last")
		}
		for _, who := range []string{Solver, Solver2} {
			last[who] = submit(t, s, User, "last")
			assign(t, s, last[who], who)
		}
		last[Admin], last[SuperAdmin] = last[Solver2], last[Solver2]

		short := map[string]string{mine: "mine", theirs: "theirs"}
		mark := func(m message) string {
			id, _ := m.at("complaintStatusChanged", "statusLog", "complaintId").(string)
			status, _ := m.at("complaintStatusChanged", "statusLog", "status").(string)
			if note := m.at("complaintStatusChanged", "statusLog", "internalNote"); note == "secret" {
				status += " with its secret"
			}
			if m.at("complaintStatusChanged", "complaint") == nil {
				status += " alone"
			}
			if name := short[id]; name != "" {
				return name + " " + status
			}
			return id + " " + status
		}
		own := []string{"mine SUBMITTED", "mine ASSIGNED", "mine IN_PROGRESS", "mine ON_HOLD"}
		until := map[string]string{User: "SUBMITTED", User2: "SUBMITTED", Solver: "ASSIGNED", Solver2: "ASSIGNED", Admin: "ASSIGNED", SuperAdmin: "ASSIGNED"}
		must := map[string][]string{
			User: own,
			// The log of the complaint that theirs became part of is theirs to read from the merge
			// on; the complaint is not.
			User2:      {"theirs SUBMITTED", "theirs MERGED", "mine ON_HOLD alone"},
			Solver:     own[1:],
			Solver2:    nil,
			Admin:      {own[0], "theirs SUBMITTED", own[1], own[2], "theirs MERGED", "mine ON_HOLD with its secret"},
			SuperAdmin: {own[0], "theirs SUBMITTED", own[1], own[2], "theirs MERGED", "mine ON_HOLD with its secret"},
		}
		// Rights are asked when an event is told: what its viewer may read by then may come too.
		may := map[string][]string{
			User2:  {"mine SUBMITTED alone", "mine ASSIGNED alone", "mine IN_PROGRESS alone"},
			Solver: own[:1],
		}
		for who, f := range streams {
			got := readUntil(t, f, mark, last[who]+" "+until[who])
			got = slices.DeleteFunc(got, func(m string) bool {
				return slices.Contains(may[who], m) || m == last[who]+" SUBMITTED" || (who == Admin || who == SuperAdmin) && !slices.Contains(must[who], m)
			})
			if !slices.Equal(got, must[who]) {
				t.Errorf("%s heard %v, want %v", who, got, must[who])
			}
		}
		taskMark := func(m message) string {
			id, _ := m.at("taskUpdated", "task", "id").(string)
			what := "moved"
			if m.at("taskUpdated", "update") != nil {
				what = fmt.Sprint(m.at("taskUpdated", "update", "remarks"))
			}
			if id == task {
				return "task " + what
			}
			return "other " + what
		}
		wantTasks := map[string][]string{Solver: {"task moved", "task moved", "task moved", "task half"}, Solver2: nil}
		wantTasks[Admin], wantTasks[SuperAdmin] = wantTasks[Solver], wantTasks[Solver]
		for who, f := range tasks {
			if who == Provider {
				f.close()
				continue
			}
			if got := readUntil(t, f, taskMark, "other moved"); !slices.Equal(got, wantTasks[who]) {
				t.Errorf("%s heard of tasks %v, want %v", who, got, wantTasks[who])
			}
		}
	})
}

// TestOneThingOnly: a subscription to one complaint or task tells of no other; one that is
// somebody else's or does not exist is not found, as when it is read.
func TestOneThingOnly(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		mine, theirs := submit(t, s, User, "mine"), submit(t, s, User2, "theirs")
		task := assign(t, s, mine, Solver)
		for _, id := range []string{theirs, uuid.NewString()} {
			if m := openStream(t, s, s.Token(t, User), statusEvents, map[string]any{"id": id}).readWithin(20 * time.Second); m.code() != "NOT_FOUND" {
				t.Errorf("%+v", m)
			}
		}
		for _, id := range []string{task, uuid.NewString()} {
			if m := openStream(t, s, s.Token(t, Solver2), taskEvents, map[string]any{"id": id}).readWithin(20 * time.Second); m.code() != "NOT_FOUND" {
				t.Errorf("%+v", m)
			}
		}
		c := connect(t, s, s.Token(t, Admin))
		c.subscribe("1", statusEvents, map[string]any{"id": uuid.NewString()})
		if m := c.next(); m.Type != "error" || m.ID != "1" || m.code() != "NOT_FOUND" {
			t.Errorf("%+v", m)
		}
		one := openStream(t, s, s.Token(t, Admin), statusEvents, map[string]any{"id": theirs})
		ofTask := openStream(t, s, s.Token(t, Solver), taskEvents, map[string]any{"id": task})
		other := assign(t, s, submit(t, s, User, "another"), Solver)
		s.MustExecute(t, Solver, `mutation($id: ID!) { declineTask(input: {id: $id, reasonCode: "other"}) { task { id } } }`, map[string]any{"id": other})
		s.MustExecute(t, Solver, `mutation($id: ID!) { acceptTask(input: {id: $id}) { task { id } } }`, map[string]any{"id": task})
		s.MustExecute(t, User2, `mutation($id: ID!) { withdrawComplaint(input: {id: $id}) { complaint { id } } }`, map[string]any{"id": theirs})
		if m := one.next(); m.at("complaintStatusChanged", "statusLog", "status") != "WITHDRAWN" || m.at("complaintStatusChanged", "complaint", "submittedBy", "name") == nil {
			t.Errorf("%s", m.Raw)
		}
		if m := ofTask.next(); m.at("taskUpdated", "task", "id") != task || m.at("taskUpdated", "task", "status") != "ACCEPTED" {
			t.Errorf("%s", m.Raw)
		}
	})
}

// TestNotificationsAreTold: to their recipient and nobody else, administrators too; and what a
// crash left without a place is published by and by.
func TestNotificationsAreTold(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		ctx, client := System(), s.Store.Client()
		mine := openStream(t, s, s.Token(t, User), noticeEvents, nil)
		admins := openStream(t, s, s.Token(t, Admin), noticeEvents, nil)
		notify := func(email, title string) {
			account := uuid.MustParse(idOf(t, s, email))
			n := client.Notification.Create().SetRecipientID(account).SetChannel(domain.ChannelInApp).SetTitle(title).
				SetState(domain.NotificationSent).SetAttempts(1).SetSentAt(s.Clock.Now()).SetDeliveredAt(s.Clock.Now()).SetCreatedAt(s.Clock.Now()).SaveX(ctx)
			client.Event.Create().SetKind(domain.EventNotification).SetSubjectID(account).SetRowID(n.ID).SetCreatedAt(s.Clock.Now()).ExecX(ctx)
		}
		notify(User2, "theirs")
		notify(User, "mine")
		notify(Admin, "the office's")
		if m := mine.next(); m.at("notificationReceived", "notification", "title") != "mine" {
			t.Errorf("%s", m.Raw)
		}
		if m := admins.next(); m.at("notificationReceived", "notification", "title") != "the office's" {
			t.Errorf("%s", m.Raw)
		}
		late := uuid.MustParse(submit(t, s, User, "late"))
		past := s.Clock.Now().Add(-time.Hour)
		client.Complaint.UpdateOneID(late).SetDueAt(past).SetDueOrder(past).ExecX(ctx)
		if n, err := s.Service.Desk.MarkOverdue(ctx); err != nil || n != 1 {
			t.Fatal(n, err)
		}
		if m := admins.next(); !strings.HasSuffix(m.at("notificationReceived", "notification", "title").(string), " is overdue") {
			t.Errorf("%s", m.Raw)
		}
	})
}

// TestBellIsTold: a stream of each device hears of what came and of what was read on another, with how much
// is unread; it resumes after an event, and hears nothing of other people's.
func TestBellIsTold(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Serve(t)
		const changes = `subscription($after: EventID) { notificationsChanged(after: $after) { eventId unread notification { id title } } }`
		s.MustExecute(t, User, `mutation { markAllNotificationsRead { marked } }`, nil)
		phone, screen := openStream(t, s, s.Token(t, User), changes, nil), openStream(t, s, s.Token(t, User), changes, nil)
		others := openStream(t, s, s.Token(t, User2), changes, nil)
		id := submit(t, s, User, "mine")
		s.MustExecute(t, Admin, `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "Soon."}) { comment { id } } }`, map[string]any{"id": id})
		var notification, after any
		for _, f := range []*stream{phone, screen} {
			m := f.next()
			if title, _ := m.at("notificationsChanged", "notification", "title").(string); !strings.HasPrefix(title, "A new comment on") || m.at("notificationsChanged", "unread") != 1.0 {
				t.Fatalf("%s", m.Raw)
			}
			notification, after = m.at("notificationsChanged", "notification", "id"), m.at("notificationsChanged", "eventId")
		}
		for _, verb := range []string{"markNotificationRead", "markNotificationUnread", "markNotificationRead"} {
			s.MustExecute(t, User, fmt.Sprintf(`mutation($id: ID!) { %s(input: {id: $id}) { notification { id } } }`, verb), map[string]any{"id": notification})
			for _, f := range []*stream{phone, screen} {
				m := f.next()
				if want := map[bool]float64{true: 0, false: 1}[verb == "markNotificationRead"]; m.at("notificationsChanged", "unread") != want || m.at("notificationsChanged", "notification") != nil {
					t.Errorf("%s: %s", verb, m.Raw)
				}
			}
		}
		if m := openStream(t, s, s.Token(t, User), changes, map[string]any{"after": after}).next(); m.at("notificationsChanged", "notification") != nil {
			t.Errorf("resumed: %s", m.Raw)
		}
		s.MustExecute(t, Admin, `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "For them."}) { comment { id } } }`, map[string]any{"id": submit(t, s, User2, "theirs")})
		if m := others.next(); m.at("notificationsChanged", "notification") == nil {
			t.Errorf("somebody else was told first of what is not theirs: %s", m.Raw)
		}
		received := openStream(t, s, s.Token(t, User), noticeEvents, nil)
		s.MustExecute(t, Admin, `mutation { scheduleBroadcast(input: {title: "Water off", message: "From six.", targetType: ALL}) { broadcast { id } } }`, nil)
		for _, f := range []*stream{phone, screen, others} {
			if m := f.next(); m.at("notificationsChanged", "notification", "title") != "Water off" || m.at("notificationsChanged", "notification", "id") == nil {
				t.Errorf("a broadcast: %s", m.Raw)
			}
		}
		if m := received.next(); m.at("notificationReceived", "notification", "title") != "Water off" {
			t.Errorf("a broadcast: %s", m.Raw)
		}
	})
}
