package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/ent/auditentry"
	. "github.com/redress/redress/internal/testenv"
)

// TestCallerLookup looks callers up by what they may say of themselves.
func TestCallerLookup(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		call := func(name, email, phone string) string {
			a := mustMutate(t, s, Admin, "submitComplaint", "complaint { id }", map[string]any{
				"title": "A lamp of " + name, "source": "PHONE", "contact": map[string]any{"name": name, "email": email, "phone": phone},
			})
			return a.At("submitComplaint", "complaint", "id").(string)
		}
		first, second := call("Özlem Öztürk", "oezlem@example.net", "+49 (89) 123-45.67"), call("O. Öztürk", "Oezlem@Example.NET", "")
		call("Bela Kiss", "", "0049 89 7654321")
		closed := call("Bela Kiss", "", "0049897654321")
		mustMutate(t, s, Admin, "rejectComplaint", "complaint { id }", map[string]any{"id": closed, "reasonCode": "not_ours", "publicNote": "No."})
		account := createRow(t, s, "createUser", "user", map[string]any{"name": "Ann 100%_McDonald", "email": "Ann.Mc@example.org", "phone": "+49 89 55 66 77"})
		own := mustMutate(t, s, Admin, "submitComplaint", "complaint { id }", map[string]any{"title": "Hers", "reporterId": account}).At("submitComplaint", "complaint", "id")
		const query = `query($text: String!, $limit: Int! = 10) { callerLookup(text: $text, limit: $limit) { name email phone user { id name } openCount openComplaints { id title status } } }`
		for _, row := range []struct {
			text string
			want []string // names
		}{
			{"özlem", []string{"Özlem Öztürk"}},
			{"ÖZTÜRK", []string{"O. Öztürk"}},
			{"öztürk", []string{"O. Öztürk"}},
			{"oezlem@EXAMPLE", []string{"O. Öztürk"}},
			{"089 123 45 67", []string{"Özlem Öztürk"}},
			{"89 1234567", []string{"Özlem Öztürk"}},
			{"+49/89/123", []string{"Özlem Öztürk"}},
			{"89 7654-321", []string{"Bela Kiss"}},
			{"kiss", []string{"Bela Kiss"}},
			{"mcdonald", []string{"Ann 100%_McDonald"}},
			{"0%_mc", []string{"Ann 100%_McDonald"}},
			{"ann_mc", nil},
			{"ANN.MC@", []string{"Ann 100%_McDonald"}},
			{"8955667", []string{"Ann 100%_McDonald"}},
			{"nobody at all", nil},
			{"'; drop --", nil},
		} {
			a := s.MustExecute(t, Admin, query, map[string]any{"text": row.text})
			var got []string
			for i := range a.At("callerLookup").([]any) {
				got = append(got, a.At("callerLookup", i, "name").(string))
			}
			if !slices.Equal(got, row.want) {
				t.Errorf("%q finds %q, want %q", row.text, got, row.want)
			}
		}
		a := s.MustExecute(t, Admin, query, map[string]any{"text": "oezlem@example.net"})
		if got := ids(t, a.At("callerLookup", 0, "openComplaints")); !slices.Equal(got, []string{second, first}) || a.At("callerLookup", 0, "openCount") != 2.0 || a.At("callerLookup", 0, "user") != nil {
			t.Errorf("two contacts of one person: %s", a.Raw)
		}
		if a := s.MustExecute(t, Admin, query, map[string]any{"text": "bela"}); a.At("callerLookup", 0, "openCount") != 1.0 || strings.Contains(a.Raw, closed) {
			t.Errorf("what is rejected is not open: %s", a.Raw)
		}
		// All complaints of a caller, those that ended too.
		const whole = `query($text: String!) { callerLookup(text: $text) { openCount complaintCount complaints { id } } }`
		if a := s.MustExecute(t, Admin, whole, map[string]any{"text": "bela"}); a.At("callerLookup", 0, "openCount") != 1.0 || a.At("callerLookup", 0, "complaintCount") != 2.0 || ids(t, a.At("callerLookup", 0, "complaints"))[0] != closed {
			t.Errorf("all complaints of a caller: %s", a.Raw)
		}
		// Who has no account is found as a caller by the general search, by name, e-mail address and telephone number.
		for text, want := range map[string]string{"öztürk": "O. Öztürk", "oezlem@example": "O. Öztürk", "089/7654 321": "Bela Kiss", "BELA": "Bela Kiss", "mcdonald": "", "ki": "", "12": ""} {
			a := s.MustExecute(t, Admin, `query($text: String!) { find(text: $text) { callers { name user { id } complaintCount complaints { id } } } }`, map[string]any{"text": text})
			if found := a.At("find", "callers").([]any); (want != "") != (len(found) == 1) || want != "" && (a.At("find", "callers", 0, "name") != want || a.At("find", "callers", 0, "complaintCount") != 2.0 || len(ids(t, a.At("find", "callers", 0, "complaints"))) != 2) {
				t.Errorf("%q finds %s, want %q", text, a.Raw, want)
			}
		}
		for _, as := range []string{User, Solver, Provider} {
			if a := s.MustExecute(t, as, `{ find(text: "kiss") { callers { name } } }`, nil); len(a.At("find", "callers").([]any)) > 0 {
				t.Errorf("%s finds callers: %s", as, a.Raw)
			}
		}
		// A list is narrowed to a telephone number, whatever stands between its digits.
		for phone, want := range map[string]float64{"089 76 54-321": 2, "+49(89)7654321": 2, "897654321": 2, "89 1234567": 1, "7654322": 0, "x": 0} {
			a := s.MustExecute(t, Admin, `query($phone: String!) { complaints(where: {contactPhone: $phone}) { totalCount } }`, map[string]any{"phone": phone})
			if a.At("complaints", "totalCount") != want {
				t.Errorf("the telephone number %q finds %s, want %v", phone, a.Raw, want)
			}
		}
		if a := s.MustExecute(t, Admin, query, map[string]any{"text": "mcdonald"}); a.At("callerLookup", 0, "user", "id") != account || a.At("callerLookup", 0, "openComplaints", 0, "id") != own ||
			a.At("callerLookup", 0, "email") != "Ann.Mc@example.org" || a.At("callerLookup", 0, "openCount") != 1.0 {
			t.Errorf("an account: %s", a.Raw)
		}
		if a := s.MustExecute(t, Admin, query, map[string]any{"text": "example", "limit": 2}); len(a.At("callerLookup").([]any)) != 2 {
			t.Errorf("a limit of 2: %s", a.Raw)
		}
		for _, bad := range []map[string]any{{"text": "ab"}, {"text": " ab "}, {"text": "00 49"}, {"text": "+()"}, {"text": "'; --"}, {"text": strings.Repeat("a", 201)}, {"text": "abc\x00"}, {"text": "abc", "limit": 0}, {"text": "abc", "limit": 21}} {
			if a := s.Execute(t, Admin, query, bad); a.Code() != "VALIDATION_ERROR" || invalidFields(a) != "text" && bad["limit"] == nil {
				t.Errorf("%v: %s", bad, a.Raw)
			}
		}
		before := countAuditEntries(t, s)
		for _, as := range []string{User, Solver, Provider} {
			if a := s.Execute(t, as, query, map[string]any{"text": "kiss"}); a.Code() != "PERMISSION_DENIED" {
				t.Errorf("%s: %s", as, a.Raw)
			}
		}
		if n := countAuditEntries(t, s); n != before {
			t.Errorf("%d refusals were audited", n-before)
		}
		s.MustExecute(t, SuperAdmin, query, map[string]any{"text": "kiss"})
		e := s.Store.Client().AuditEntry.Query().Where(auditentry.Action("contact.lookup")).Order(auditentry.ByCreatedAt(), auditentry.ByID()).AllX(System())
		last := e[len(e)-1]
		if last.ActorID == nil || last.ActorID.String() != accountID(t, s, SuperAdmin) || !strings.Contains(string(last.After), "contacts") || strings.Contains(strings.ToLower(string(last.After)), "kiss") {
			t.Errorf("the audit says %s of %v", last.After, last.ActorID)
		}
		few, _ := statements(t, s, Admin, query, map[string]any{"text": "kiss"})
		many, _ := statements(t, s, Admin, query, map[string]any{"text": "exam", "limit": 20})
		t.Logf("%d statements", many)
		if few > many+1 || many > few+1 || many > 20 { // of callers without an account none is read
			t.Errorf("%d statements for one caller, %d for several", few, many)
		}
	})
}

// TestFind: everybody finds what they may see, and administrators all kinds.
func TestFind(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		w := newVisibilityModel(t, s)
		found := map[string]bool{}
		for _, as := range Everyone[1:] {
			rows := w.rows(w.accounts[as])
			for _, text := range []string{"a", "e", "lamp", "CMP-2026", "water", "solver", "%", "zzzz no such"} {
				a := s.MustExecute(t, as, `query($t: String!) { find(text: $t, limit: 20) { complaints { id } users { id } serviceProviders { id } broadcasts { id } } }`, map[string]any{"t": text})
				for field, kind := range map[string]string{"complaints": "Complaint", "users": "User", "serviceProviders": "ServiceProvider", "broadcasts": "Broadcast"} {
					got := ids(t, a.At("find", field))
					for _, id := range got {
						if !rows[kind][id] {
							t.Errorf("%s finds %s %s", name(as), kind, id)
						}
						found[name(as)+" "+field] = true
					}
					if kind == "Complaint" && as != Provider { // the newest of what the list finds
						list := s.MustExecute(t, as, `query($t: String!) { complaints(first: 20, where: {search: $t}) { edges { node { id } } } }`, map[string]any{"t": text})
						want := ids(t, list.At("complaints"))
						slices.Sort(got)
						slices.Sort(want)
						if !slices.Equal(got, want) {
							t.Errorf("%s, %q: found %d complaints, the list has %d", name(as), text, len(got), len(want))
						}
					}
				}
			}
		}
		for _, want := range []string{"user complaints", "solver complaints", "admin complaints", "admin users", "admin serviceProviders", "admin broadcasts", "provider serviceProviders"} {
			if !found[want] {
				t.Errorf("%s: nothing was found", want)
			}
		}
		for what := range found {
			who, field, _ := strings.Cut(what, " ")
			if !strings.Contains(who, "admin") && (field == "users" || field == "broadcasts" || field == "serviceProviders" && who != "provider") {
				t.Errorf("%s were found by %s", field, who)
			}
		}
		for _, bad := range []string{`text: ""`, `text: "  "`, `text: "a\u0000"`, `text: "a", limit: 0`, `text: "a", limit: 21`, fmt.Sprintf(`text: "%s"`, strings.Repeat("a", 201))} {
			if a := s.Execute(t, Admin, `{ find(`+bad+`) { complaints { id } } }`, nil); a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%s: %s", bad, a.Raw)
			}
		}
	})
}

// TestComplaintCountsFor compares the numbers with the totals of the list, for each account.
func TestComplaintCountsFor(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		createRandomComplaints(t, s, rand.New(rand.NewPCG(3, 4)), 1_010)
		if err := s.Service.CountRows(t.Context()); err != nil {
			t.Fatal(err)
		}
		wheres := []map[string]any{
			nil,
			{},
			{"status": "SUBMITTED"},
			{"overdue": true},
			{"search": "drawn"},
			{"search": "lamp"},
			{"not": map[string]any{"priorityIn": []any{"HIGH", "LOW"}}},
			{"or": []any{map[string]any{"rating": 1}, map[string]any{"statusIn": []any{"MERGED", "CLOSED"}}}},
			{"ratingGTE": 3},
			{"hasCategoryWith": map[string]any{"nameContains": "a"}},
			{"titleContains": "Drawn 1"},
			{"hasZone": false},
			{"unrated": true},
			{"reopened": true},
			{"createdAtGTE": "2026-01-01T00:00:00Z"},
		}
		var views []map[string]any
		for i, where := range wheres {
			views = append(views, map[string]any{"key": fmt.Sprint("view ", i), "where": where})
		}
		const query = `query($v: [CountedViewInput!]!) { complaintCountsFor(views: $v) { key count more label } }`
		more := false
		for _, as := range []string{User, User2, Solver, Admin, SuperAdmin} {
			a := s.MustExecute(t, as, query, map[string]any{"v": views})
			for i, where := range wheres {
				total := s.MustExecute(t, as, `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, map[string]any{"w": where}).At("complaints", "totalCount").(float64)
				want := fmt.Sprint(map[string]any{"key": fmt.Sprint("view ", i), "count": total, "more": false, "label": fmt.Sprint(total)})
				if total > 1000 {
					more = true
					want = fmt.Sprint(map[string]any{"key": fmt.Sprint("view ", i), "count": total, "more": false, "label": fmt.Sprintf("1,%03.0f", total-1000)})
				}
				if got := fmt.Sprint(a.At("complaintCountsFor", i)); got != want {
					t.Errorf("%s, %v: %s, want %s", name(as), where, got, want)
				}
			}
		}
		a := s.MustExecute(t, Admin, `{ complaintCountsFor(views: [{where: {toReview: true}}]) { count } tasks(where: {status: COMPLETION_SUBMITTED}) { totalCount } }`, nil)
		if n := a.At("complaintCountsFor", 0, "count"); n != a.At("tasks", "totalCount") || n == 0.0 {
			t.Errorf("to review: %s", a.Raw)
		}
		if !more {
			t.Error("no filter finds more than 1,000")
		}
		if a := s.Execute(t, User, query, map[string]any{"v": []any{map[string]any{"where": map[string]any{"flagged": true}}}}); a.Code() != "PERMISSION_DENIED" {
			t.Errorf("a filter on what a reporter may not see: %s", a.Raw)
		}
		for _, bad := range [][]any{{}, slices.Repeat([]any{map[string]any{}}, 21), {map[string]any{"key": strings.Repeat("k", 201)}}} {
			if a := s.Execute(t, Admin, query, map[string]any{"v": bad}); a.Code() != "VALIDATION_ERROR" {
				t.Errorf("%d views: %s", len(bad), a.Raw)
			}
		}
	})
}
