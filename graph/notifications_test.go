package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// TestBroadcastsAreRead: everybody finds in their notifications what was sent to everybody, whole, with its
// author and whether it is urgent; marks it as read and as unread again, and nobody else's. Its counters follow.
func TestBroadcastsAreRead(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		author := s.MustExecute(t, Admin, `{ viewer { name } }`, nil).At("viewer", "name")
		long := strings.Repeat("From six to nine. ", 100) + "End."
		id := schedule(t, s, map[string]any{"message": long, "urgent": true})
		tick(t, s)
		const list = `query($id: ID!) { notifications(where: {broadcastId: $id, urgent: true, readAtIsNil: true}) { totalCount edges { node { id title message sender urgent createdAt } } } unreadNotifications one: unreadNotifications(atMost: 1) }`
		other := ""
		for i, as := range Everyone[1:] {
			a := s.MustExecute(t, as, list, map[string]any{"id": id})
			n, _ := a.At("notifications", "edges", 0, "node").(map[string]any)
			if a.At("notifications", "totalCount") != 1.0 || n["title"] != "Water off" || n["message"] != long || n["sender"] != author || n["urgent"] != true || a.At("one") != 1.0 {
				t.Fatalf("%s: %.300s", as, a.Raw)
			}
			unread := a.At("unreadNotifications").(float64)
			mark := func(verb string) Result {
				return s.Execute(t, as, fmt.Sprintf(`mutation($id: ID!) { m: %s(input: {id: $id}) { notification { readAt } } }`, verb), map[string]any{"id": n["id"]})
			}
			for _, step := range []struct {
				verb           string
				unread, readBy float64
			}{
				{"markNotificationRead", unread - 1, float64(i + 1)},
				{"markNotificationRead", unread - 1, float64(i + 1)},
				{"markNotificationUnread", unread, float64(i)},
				{"markNotificationUnread", unread, float64(i)},
				{"markNotificationRead", unread - 1, float64(i + 1)},
			} {
				a := mark(step.verb)
				if (a.At("m", "notification", "readAt") == nil) != (step.unread == unread) {
					t.Errorf("%s %s: %s", as, step.verb, a.Raw)
				}
				if n := s.MustExecute(t, as, `{ unreadNotifications }`, nil).At("unreadNotifications"); n != step.unread {
					t.Errorf("%s after %s: %v unread, not %v", as, step.verb, n, step.unread)
				}
				if _, people := checkTotals(t, s, id); float64(people["read"]) != step.readBy {
					t.Errorf("%s after %s: read by %v, not %v", as, step.verb, people, step.readBy)
				}
			}
			for _, verb := range []string{"markNotificationRead", "markNotificationUnread"} {
				if other == "" {
					break
				}
				if a := s.Execute(t, as, fmt.Sprintf(`mutation($id: ID!) { %s(input: {id: $id}) { notification { id } } }`, verb), map[string]any{"id": other}); a.Code() != "NOT_FOUND" {
					t.Errorf("%s %s of somebody else's: %s", as, verb, a.Raw)
				}
			}
			other = n["id"].(string)
		}
		for _, most := range []int{0, 1001} {
			if a := s.Execute(t, User, `query($n: Int!) { unreadNotifications(atMost: $n) }`, map[string]any{"n": most}); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "atMost") {
				t.Errorf("%d: %s", most, a.Raw)
			}
		}
	})
}

// TestTestOfBroadcastIsRead: the test of a broadcast stands among its author's notifications as the broadcast
// will among everybody's.
func TestTestOfBroadcastIsRead(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		name := s.MustExecute(t, Admin, `{ viewer { name } }`, nil).At("viewer", "name")
		s.MustExecute(t, Admin, `mutation { sendTestBroadcast(input: {title: "A test", message: "To me.", urgent: true}) { notification { id } } }`, nil)
		const newest = `{ notifications(first: 1, where: {readAtIsNil: true}) { edges { node { title message sender urgent } } } }`
		a := s.MustExecute(t, Admin, newest, nil)
		n, _ := a.At("notifications", "edges", 0, "node").(map[string]any)
		if n["title"] != "A test" || n["message"] != "To me." || n["sender"] != name || n["urgent"] != true {
			t.Errorf("%s", a.Raw)
		}
		if a := s.MustExecute(t, SuperAdmin, newest, nil); strings.Contains(a.Raw, "A test") {
			t.Errorf("others are told of a test: %s", a.Raw)
		}
	})
}

// TestAllReadInSteps: marking all as read ends soon however many there are, and goes on with the time of its
// first call: what was received later stays unread.
func TestAllReadInSteps(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const most, more = 5_000, 300
		account := s.Store.Client().Contact.Query().Where(contact.Email(User)).QueryUser().OnlyIDX(System())
		add := func(n int) {
			rows := make([]int, n)
			for at := 0; at < n; at += 500 {
				if err := s.Store.Client().Notification.MapCreateBulk(rows[at:min(at+500, n)], func(c *ent.NotificationCreate, i int) {
					c.SetRecipientID(account).SetChannel(domain.ChannelInApp).SetTitle(fmt.Sprint("No. ", at+i)).SetState(domain.NotificationSent).SetAttempts(1).
						SetSentAt(s.Clock.Now()).SetDeliveredAt(s.Clock.Now()).SetCreatedAt(s.Clock.Now())
				}).Exec(System()); err != nil {
					t.Fatal(err)
				}
			}
		}
		all := func(input any) (marked float64, left bool, until any) {
			a := s.MustExecute(t, User, `mutation($input: MarkAllNotificationsReadInput) { markAllNotificationsRead(input: $input) { marked more until } }`, map[string]any{"input": input}).At("markAllNotificationsRead").(map[string]any)
			return a["marked"].(float64), a["more"].(bool), a["until"]
		}
		for left := true; left; {
			_, left, _ = all(nil)
		}
		add(most + more)
		if n := s.MustExecute(t, User, `{ unreadNotifications few: unreadNotifications(atMost: 100) }`, nil); n.At("unreadNotifications") != 1000.0 || n.At("few") != 100.0 {
			t.Errorf("%s", n.Raw)
		}
		s.Clock.Advance(time.Second)
		marked, left, until := all(nil)
		if marked != most || !left {
			t.Fatalf("the first call marked %v and said %t", marked, left)
		}
		s.Clock.Advance(time.Second)
		add(7) // meanwhile
		s.Clock.Advance(time.Second)
		marked, left, again := all(map[string]any{"until": until})
		if marked != more || left || again != until {
			t.Errorf("the second call marked %v, said %t and %v, not %v", marked, left, again, until)
		}
		if n := s.MustExecute(t, User, `{ unreadNotifications }`, nil).At("unreadNotifications"); n != 7.0 {
			t.Errorf("%v are unread, not the 7 that came meanwhile", n)
		}
		if marked, left, _ = all(map[string]any{"until": s.Clock.Now().Add(time.Hour).Format(time.RFC3339)}); marked != 7 || left {
			t.Errorf("up to a time to come: %v %t", marked, left)
		}
	})
}

// TestProviderReadsWhatItsTasksAreAbout: accounts of a service provider read the reference, the title and the
// place of the complaints of their tasks, find the tasks by these, and have them in the file; of the reporter and
// of what was written about it they read nothing, nor anything of complaints without a task of theirs.
func TestProviderReadsWhatItsTasksAreAbout(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const face = `id reference title address zone { id name } category { name } latitude`
		a := s.MustExecute(t, Provider, `{ tasks(first: 100) { totalCount edges { node { id complaint { `+face+` description submittedById submittedBy { id name } handler { id } contact { id } duplicateOfId externalRef rating ratingComment
			statusLog { totalCount } comments { totalCount } media { totalCount } revisions { totalCount } lateEvidence { totalCount } duplicates { totalCount } availableActions { action } } } } } }`, nil)
		rows, _ := a.At("tasks", "edges").([]any)
		if len(rows) == 0 {
			t.Fatal("the provider has no task: a test on it would show nothing")
		}
		for i := range rows {
			c, _ := a.At("tasks", "edges", i, "node", "complaint").(map[string]any)
			want := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { `+face+` } }`, map[string]any{"id": c["id"]}).At("complaint").(map[string]any)
			for field, value := range want {
				if fmt.Sprint(c[field]) != fmt.Sprint(value) {
					t.Errorf("%s is %v, not %v", field, c[field], value)
				}
			}
			for _, field := range []string{"submittedById", "submittedBy", "handler", "contact", "duplicateOfId", "externalRef", "rating"} {
				if c[field] != nil {
					t.Errorf("a provider reads %s: %v", field, c[field])
				}
			}
			for _, field := range []string{"statusLog", "comments", "media", "revisions", "lateEvidence", "duplicates"} {
				if n := c[field].(map[string]any)["totalCount"]; n != 0.0 {
					t.Errorf("a provider counts %v %s", n, field)
				}
			}
			if c["description"] != "" || c["ratingComment"] != "" {
				t.Errorf("a provider reads what the reporter wrote: %v", c)
			}
		}

		file := downloadCSV(t, s, Provider, "/export/tasks.csv")
		if len(file) != len(rows)+1 {
			t.Errorf("the file has %d rows, the list %d", len(file)-1, len(rows))
		}
		for _, column := range []string{"complaint_reference", "complaint_title", "complaint_address", "complaint_zone_name"} {
			at := slices.Index(file[0], column)
			if at < 0 {
				t.Fatalf("the file has no %s: %v", column, file[0])
			}
			if filled := slices.ContainsFunc(file[1:], func(row []string) bool { return row[at] != "" }); !filled {
				t.Errorf("%s is empty in all rows", column)
			}
			if empty := slices.ContainsFunc(file[1:], func(row []string) bool { return row[at] == "" }); empty && (column == "complaint_reference" || column == "complaint_title") {
				t.Errorf("%s is empty in some row", column)
			}
		}

		task := a.At("tasks", "edges", 0, "node").(map[string]any)
		c := task["complaint"].(map[string]any)
		const find = `query($text: String!) { find(text: $text, limit: 20) { complaints { id } tasks { id complaint { reference } } } }`
		found := s.MustExecute(t, Provider, find, map[string]any{"text": strings.ToLower(c["reference"].(string))})
		if !strings.Contains(found.Raw, task["id"].(string)) || len(found.At("find", "complaints").([]any)) != 0 {
			t.Errorf("by reference: %s", found.Raw)
		}
		if found := s.MustExecute(t, Provider, find, map[string]any{"text": c["title"]}); !strings.Contains(found.Raw, task["id"].(string)) {
			t.Errorf("by title: %s", found.Raw)
		}
		words := "a word that only the description holds"
		s.Store.Client().Complaint.UpdateOneID(uuid.MustParse(c["id"].(string))).SetDescription(words).ExecX(System())
		if found := s.MustExecute(t, Provider, find, map[string]any{"text": words}); len(found.At("find", "tasks").([]any)) != 0 {
			t.Errorf("by what it may not read: %s", found.Raw)
		}
		for _, as := range []string{User, Solver, Admin} {
			if found := s.MustExecute(t, as, find, map[string]any{"text": c["title"]}); len(found.At("find", "tasks").([]any)) != 0 {
				t.Errorf("%s finds tasks: %s", as, found.Raw)
			}
		}

		foreign := s.MustExecute(t, Admin, `{ complaints(where: {status: SUBMITTED, hasTask: false}, first: 1) { edges { node { id } } } }`, nil).At("complaints", "edges", 0, "node", "id")
		if a := s.MustExecute(t, Provider, `query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": foreign}); a.At("node") != nil {
			t.Errorf("a complaint without a task of theirs: %s", a.Raw)
		}
	})
}

// TestDemoBroadcastsEnd: the demo's broadcast that is going out when it begins ends by itself, without a mail
// server too.
func TestDemoBroadcastsEnd(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		row, err := s.Store.Client().Broadcast.Query().Where(broadcast.DeliveryStateEQ(domain.DeliveryInProgress)).Only(System())
		if err != nil {
			t.Fatal(err)
		}
		id := row.ID.String()
		s.Clock.Advance(10 * time.Minute)
		sendDue(t, s)
		tick(t, s)
		if state, people := checkTotals(t, s, id); state != "PARTIAL" && state != "COMPLETED" {
			t.Errorf("%s %v", state, people)
		}
	})
}
