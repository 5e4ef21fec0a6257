package graph_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// tick runs one tick of the dispatcher for all that is due.
func tick(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Service.Dispatcher.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// schedule takes in a broadcast and returns its id.
func schedule(t *testing.T, s *Server, input map[string]any) string {
	t.Helper()
	in := map[string]any{"title": "Water off", "message": "From six to nine.", "targetType": "ALL"}
	maps.Copy(in, input)
	return s.MustExecute(t, Admin, `mutation($input: ScheduleBroadcastInput!) { scheduleBroadcast(input: $input) { broadcast { id } } }`,
		map[string]any{"input": in}).At("scheduleBroadcast", "broadcast", "id").(string)
}

const deliveryFields = `status delivery { state recipients pending sent delivered read failed skipped cancelled
	byChannel { channel recipients pending sent delivered read failed skipped cancelled } }`

// checkTotals checks that the counters of a broadcast agree with themselves and with its rows, and
// returns its state and the number of people in each state.
func checkTotals(t *testing.T, s *Server, id string) (state string, people map[string]int) {
	t.Helper()
	a := s.MustExecute(t, Admin, `query($id: ID!) { broadcast(id: $id) { `+deliveryFields+` } }`, map[string]any{"id": id})
	d := a.At("broadcast", "delivery").(map[string]any)
	count := func(v any) map[string]int {
		out := map[string]int{}
		for name, n := range v.(map[string]any) {
			if n, ok := n.(float64); ok {
				out[name] = int(n)
			}
		}
		if sum := out["pending"] + out["sent"] + out["failed"] + out["skipped"] + out["cancelled"]; sum != out["recipients"] {
			t.Errorf("counters don't add up: %v", v)
		}
		return out
	}
	people = count(d)
	rows := s.Store.Client().Notification.Query().Where(notification.BroadcastID(uuid.MustParse(id))).AllX(System())
	of := func(channel string, state domain.NotificationState) int {
		return len(slices.DeleteFunc(slices.Clone(rows), func(n *ent.Notification) bool {
			return string(n.Channel) != channel || n.State != state
		}))
	}
	for _, c := range d["byChannel"].([]any) {
		name, counted := c.(map[string]any)["channel"].(string), count(c)
		for key, state := range map[string]domain.NotificationState{
			"pending": domain.NotificationPending, "sent": domain.NotificationSent, "failed": domain.NotificationFailed,
			"skipped": domain.NotificationSkipped, "cancelled": domain.NotificationCancelled,
		} {
			if n := of(name, state); n != counted[key] {
				t.Errorf("%s: %d rows are %s, and %d are counted", name, n, key, counted[key])
			}
		}
	}
	seen := map[uuid.UUID]bool{}
	for _, n := range rows {
		seen[*n.RecipientID] = true
	}
	if len(seen) != people["recipients"] {
		t.Errorf("%d people have rows, %d are counted", len(seen), people["recipients"])
	}
	return d["state"].(string), people
}

// countNotifications returns how many notifications of a broadcast an account has in the application.
func countNotifications(t *testing.T, s *Server, as, id string) int {
	t.Helper()
	return int(s.MustExecute(t, as, `query($id: ID!) { notifications(where: {broadcastId: $id}) { totalCount } }`, map[string]any{"id": id}).
		At("notifications", "totalCount").(float64))
}

func TestBroadcastAudience(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		made := s.MustExecute(t, Admin, `mutation { createGroup(input: {name: "Lamp lighters"}) { group { id } } }`, nil)
		group := made.At("createGroup", "group", "id").(string)
		s.MustExecute(t, Admin, `mutation($id: ID!, $who: [ID!]!) { addGroupMembers(input: {id: $id, userIds: $who}) { added } }`,
			map[string]any{"id": group, "who": []string{accountID(t, s, User), accountID(t, s, Solver)}})
		empty := s.MustExecute(t, Admin, `mutation { createGroup(input: {name: "Nobody yet"}) { group { id } } }`, nil).At("createGroup", "group", "id").(string)
		zone := func(name string, parent any) string {
			return s.MustExecute(t, Admin, `mutation($name: String!, $parent: ID) { createZone(input: {name: $name, parentId: $parent}) { zone { id } } }`,
				map[string]any{"name": name, "parent": parent}).At("createZone", "zone", "id").(string)
		}
		top := zone("Island", nil)
		deep := zone("Quay", zone("Harbor of the island", top))
		s.MustExecute(t, User2, `mutation($zone: ID!) { updateOwnProfile(input: {zoneId: $zone}) { user { id } } }`, map[string]any{"zone": deep})

		for _, c := range []struct {
			target, value string
			to            []string
		}{
			{"ALL", "", Everyone[1:]},
			{"ROLE", "SOLVER", []string{Solver, Solver2}},
			{"ROLE", "PROVIDER", []string{Provider}},
			{"GROUP", group, []string{User, Solver}},
			{"GROUP", empty, nil},
			{"ZONE", top, []string{User2}},
			{"ZONE", deep, []string{User2}},
		} {
			t.Run(c.target+" "+c.value, func(t *testing.T) {
				ahead := s.MustExecute(t, Admin, `query($type: TargetType!, $value: String!) { broadcastAudience(targetType: $type, targetValue: $value) { recipients channels { channel recipients } } }`,
					map[string]any{"type": c.target, "value": c.value})
				id := schedule(t, s, map[string]any{"targetType": c.target, "targetValue": c.value})
				tick(t, s)
				state, people := checkTotals(t, s, id)
				if state != "COMPLETED" || float64(people["sent"]) != ahead.At("broadcastAudience", "recipients") || people["sent"] != people["recipients"] {
					t.Errorf("%s %s: %s %v, and %s was foretold", c.target, c.value, state, people, ahead.Raw)
				}
				for _, as := range Everyone[1:] {
					want := 0
					if slices.Contains(c.to, as) {
						want = 1
					}
					if n := countNotifications(t, s, as, id); n != want {
						t.Errorf("%s %s: %s was told %d times, not %d", c.target, c.value, as, n, want)
					}
				}
				after := s.MustExecute(t, Admin, `query($id: ID!) { broadcast(id: $id) { status sentAt recipientCount target { label } } }`, map[string]any{"id": id})
				if after.At("broadcast", "status") != "SENT" || after.At("broadcast", "sentAt") == nil || after.At("broadcast", "target", "label") == "" {
					t.Errorf("%s %s: %s", c.target, c.value, after.Raw)
				}
			})
		}
		for _, wrong := range []struct{ target, value string }{
			{"ZONE", uuid.NewString()},
			{"ZONE", "nonsense"},
			{"ZONE", "{" + top + "}"},
			{"GROUP", ""},
			{"ROLE", "NOBODY"},
			{"ALL", "SOLVER"},
		} {
			t.Run(wrong.target+" "+wrong.value, func(t *testing.T) {
				a := s.Execute(t, Admin, `query($type: TargetType!, $value: String!) { broadcastAudience(targetType: $type, targetValue: $value) { recipients } }`,
					map[string]any{"type": wrong.target, "value": wrong.value})
				if a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "targetValue") {
					t.Errorf("%v: %s", wrong, a.Raw)
				}
			})
		}
		for _, as := range []string{User, Solver, Provider} {
			if a := s.Execute(t, as, `{ broadcastAudience(targetType: ALL) { recipients } }`, nil); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", as, a.Raw)
			}
		}
	})
}

// TestBroadcastActions: a verb is offered exactly when it is accepted, for every role in every
// phase; and a refused one changes nothing.
func TestBroadcastActions(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		m.InjectFault(Solver2, mailboxClosed)
		later := func() map[string]any {
			return map[string]any{"scheduledAt": s.Clock.Now().Add(time.Hour).UTC().Format(time.RFC3339)}
		}
		nothing := func() map[string]any { return nil }
		given := func(in map[string]any) func() map[string]any {
			return func() map[string]any { return in }
		}
		phases := map[string]func() string{
			"scheduled": func() string { return schedule(t, s, later()) },
			"held": func() string {
				id := schedule(t, s, later())
				s.Clock.Advance(2 * time.Hour)
				tick(t, s)
				return id
			},
			"going out": func() string { return broadcastInProgress(t, s) },
			"sent": func() string {
				id := schedule(t, s, nil)
				tick(t, s)
				return id
			},
			"failed": func() string {
				id := broadcastInProgress(t, s)
				if err := s.Service.Dispatcher.SendDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				return id
			},
			"cancelled": func() string {
				id := schedule(t, s, later())
				s.MustExecute(t, Admin, `mutation($id: ID!) { cancelBroadcast(input: {id: $id}) { broadcast { id } } }`, map[string]any{"id": id})
				return id
			},
		}
		verbs := map[string]struct {
			mutation string
			input    func() map[string]any
			from     []string
		}{
			"EDIT":         {"editBroadcast", given(map[string]any{"title": "New", "message": "New.", "targetType": "ALL"}), []string{"scheduled", "held"}},
			"RESCHEDULE":   {"rescheduleBroadcast", later, []string{"scheduled", "held"}},
			"RELEASE":      {"releaseBroadcast", nothing, []string{"held"}},
			"CANCEL":       {"cancelBroadcast", given(map[string]any{"reason": "Not needed"}), []string{"scheduled", "held"}},
			"STOP":         {"stopBroadcast", given(map[string]any{"reason": "A mistake"}), []string{"going out"}},
			"RETRY_FAILED": {"retryFailed", nothing, []string{"failed"}},
		}
		for phase, reach := range phases {
			for action, verb := range verbs {
				id := ""
				for _, as := range []string{Anonymous, User, Solver, Provider, Admin, SuperAdmin} {
					// What the others are refused leaves it as it is for the next one.
					if id == "" || as == SuperAdmin {
						id = reach()
					}
					offered := false
					if as == Admin || as == SuperAdmin {
						for _, a := range s.MustExecute(t, as, `query($id: ID!) { broadcast(id: $id) { availableActions { action enabled disabledReason } } }`,
							map[string]any{"id": id}).At("broadcast", "availableActions").([]any) {
							if a := a.(map[string]any); a["action"] == action {
								offered = a["enabled"].(bool)
								if offered == (a["disabledReason"] != "") {
									t.Errorf("%s when %s: %v", action, phase, a)
								}
							}
						}
					}
					before := broadcastState(t, s, id)
					input := map[string]any{"id": id}
					maps.Copy(input, verb.input())
					kind := strings.ToUpper(verb.mutation[:1]) + verb.mutation[1:] + "Input!"
					a := s.Execute(t, as, fmt.Sprintf(`mutation($input: %s) { %s(input: $input) { broadcast { id status } } }`, kind, verb.mutation),
						map[string]any{"input": input})
					want := slices.Contains(verb.from, phase) && (as == Admin || as == SuperAdmin)
					if offered != want || (a.Code() == "") != want {
						t.Errorf("%s by %q when %s: offered %v, answered %s", action, as, phase, offered, a.Raw)
					}
					if !want && broadcastState(t, s, id) != before {
						t.Errorf("%s by %q when %s was refused and changed something", action, as, phase)
					}
				}
			}
		}
	})
}

// broadcastState returns everything about a broadcast that a refused mutation must not change.
func broadcastState(t *testing.T, s *Server, id string) string {
	t.Helper()
	b := s.Store.Client().Broadcast.GetX(System(), uuid.MustParse(id))
	return fmt.Sprint(b, b.QueryEvents().CountX(System()), b.QueryChannelCounters().AllX(System()))
}

// broadcastInProgress returns a broadcast whose e-mails are pending.
func broadcastInProgress(t *testing.T, s *Server) string {
	t.Helper()
	id := schedule(t, s, map[string]any{"channels": []string{"EMAIL"}, "targetType": "ROLE", "targetValue": "SOLVER"})
	tick(t, s)
	return id
}

// TestBroadcastLife: what happens to a broadcast whose time has passed, and what each step
// leaves in its history.
func TestBroadcastLife(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		at := s.Clock.Now().Add(time.Hour).UTC().Truncate(time.Second)
		id := schedule(t, s, map[string]any{"scheduledAt": at.Format(time.RFC3339), "timezone": "Europe/Rome"})
		tick(t, s)
		if n := countNotifications(t, s, User, id); n != 0 {
			t.Fatalf("told %d times before its time", n)
		}
		ask := func(mutation, input string) Result {
			return s.Execute(t, Admin, fmt.Sprintf(`mutation($id: ID!) { %s(input: {id: $id%s}) { broadcast { status version delivery { state } } } }`, mutation, input),
				map[string]any{"id": id})
		}
		must := func(mutation, input string) {
			t.Helper()
			if a := ask(mutation, input); a.Code() != "" {
				t.Fatalf("%s: %s", mutation, a.Raw)
			}
		}
		must("editBroadcast", `, title: "Water off on Friday", message: "All day.", targetType: ROLE, targetValue: "USER"`)
		if a := ask("cancelBroadcast", `, expectedVersion: 1`); a.Code() != "CONFLICT" {
			t.Errorf("a stale screen: %s", a.Raw)
		}
		must("rescheduleBroadcast", fmt.Sprintf(`, scheduledAt: %q, note: "Moved by an hour"`, at.Add(time.Hour).Format(time.RFC3339)))
		s.Clock.Advance(90 * time.Minute)
		tick(t, s)
		if n := countNotifications(t, s, User, id); n != 0 {
			t.Fatal("went out at its old time")
		}
		s.Clock.Advance(3 * time.Hour) // the service was down
		tick(t, s)
		if state, _ := checkTotals(t, s, id); state != "HELD" || countNotifications(t, s, User, id) != 0 {
			t.Fatalf("%s, and %d were told", state, countNotifications(t, s, User, id))
		}
		must("releaseBroadcast", "")
		tick(t, s)
		if state, people := checkTotals(t, s, id); state != "COMPLETED" || countNotifications(t, s, User, id) != 1 || countNotifications(t, s, Solver, id) != 0 {
			t.Errorf("%s %v", state, people)
		}
		got := s.MustExecute(t, User, `query($id: ID!) { notifications(where: {broadcastId: $id}) { edges { node { id title message readAt } } } unreadNotifications }`, map[string]any{"id": id})
		notice := got.At("notifications", "edges", 0, "node").(map[string]any)
		if notice["title"] != "Water off on Friday" || notice["message"] != "All day." {
			t.Errorf("notice: %v", notice)
		}
		var steps []string
		for _, h := range s.MustExecute(t, Admin, `query($id: ID!) { broadcast(id: $id) { history { action actorName } } }`, map[string]any{"id": id}).At("broadcast", "history").([]any) {
			h := h.(map[string]any)
			by := "admin"
			if h["actorName"] == "System" {
				by = "system"
			}
			steps = append(steps, h["action"].(string)+" by "+by)
		}
		if want := "created by admin, edited by admin, rescheduled by admin, held by system, released by admin, started by system, completed by system"; strings.Join(steps, ", ") != want {
			t.Errorf("history: %v", steps)
		}

		edited := s.MustExecute(t, Admin, `query($id: ID!) { auditEntries(where: {subjectId: $id, action: "broadcast.edit"}) { edges { node { before after } } } }`,
			map[string]any{"id": id}).At("auditEntries", "edges", 0, "node").(map[string]any)
		if !strings.Contains(fmt.Sprint(edited["before"]), "From six to nine.") || !strings.Contains(fmt.Sprint(edited["after"]), "All day.") {
			t.Errorf("the audit does not say what was said: %v", edited)
		}

		unread := got.At("unreadNotifications").(float64)
		for range 2 { // the second time nothing changes
			s.MustExecute(t, User, `mutation($id: ID!) { markNotificationRead(input: {id: $id}) { notification { readAt } } }`, map[string]any{"id": notice["id"]})
			if _, people := checkTotals(t, s, id); people["read"] != 1 {
				t.Errorf("read by %v", people)
			}
		}
		if a := s.Execute(t, User2, `mutation($id: ID!) { markNotificationRead(input: {id: $id}) { notification { id } } }`, map[string]any{"id": notice["id"]}); a.Code() != "NOT_FOUND" {
			t.Errorf("somebody else's: %s", a.Raw)
		}
		if n := s.MustExecute(t, User, `{ unreadNotifications }`, nil).At("unreadNotifications"); n != unread-1 {
			t.Errorf("%v are unread, not %v", n, unread-1)
		}
		if n := s.MustExecute(t, User, `mutation { markAllNotificationsRead { marked } }`, nil).At("markAllNotificationsRead", "marked"); n != unread-1 {
			t.Errorf("%v were marked, not %v", n, unread-1)
		}
		if n := s.MustExecute(t, User, `{ unreadNotifications }`, nil).At("unreadNotifications"); n != 0.0 {
			t.Errorf("%v are unread", n)
		}
		s.MustExecute(t, User2, `mutation { markAllNotificationsRead { marked } }`, nil)
		if _, people := checkTotals(t, s, id); people["read"] != 2 {
			t.Errorf("read by %v", people)
		}
	})
}

// TestCancelAgainstBegin: of a cancel and the beginning one wins, wholly.
func TestCancelAgainstBegin(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		races := 40
		if s.Dialect == "sqlite3" {
			races = 15
		}
		if n, err := strconv.Atoi(os.Getenv("REDRESS_SOAK_RACES")); err == nil { // `make soak`
			races = n
		}
		cancelled := 0
		for range races {
			id := schedule(t, s, map[string]any{"targetType": "ROLE", "targetValue": "SOLVER"})
			var all sync.WaitGroup
			for range 2 { // two instances
				all.Go(func() {
					if err := s.Service.Dispatcher.Tick(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			var answer Result
			all.Go(func() {
				answer = s.Execute(t, Admin, `mutation($id: ID!) { cancelBroadcast(input: {id: $id}) { broadcast { status } } }`, map[string]any{"id": id})
			})
			all.Wait()
			tick(t, s)
			state, people := checkTotals(t, s, id)
			n := countNotifications(t, s, Solver, id)
			switch {
			case answer.Code() == "" && n == 0 && state == "CANCELLED" && people["sent"] == 0 && people["pending"] == 0:
				cancelled++
			case answer.Code() == "INVALID_TRANSITION" && n == 1 && state == "COMPLETED" && people["sent"] == people["recipients"]:
			default:
				t.Fatalf("answered %s; %d told, %s %v", answer.Raw, n, state, people)
			}
		}
		t.Logf("%d of %d were cancelled", cancelled, races)
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}
