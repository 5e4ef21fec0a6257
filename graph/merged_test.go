package graph_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/statuslog"
	. "github.com/redress/redress/internal/testenv"
)

// TestAnotherReporter: whoever reported a complaint that was merged into another one follows what
// happens to that one, without learning who reported it.
func TestAnotherReporter(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		type in = map[string]any
		submit := func(as string) string {
			return mustMutate(t, s, as, "submitComplaint", "complaint { id }", in{"title": "The fountain is dry"}).At("submitComplaint", "complaint", "id").(string)
		}
		do := func(as, verb string, input in) { mustMutate(t, s, as, verb, "complaint { id }", input) }
		first, second := submit(User), submit(User2)
		do(Admin, "mergeComplaint", in{"id": second, "intoId": first, "reasonCode": "duplicate"})
		do(Admin, "resolveComplaint", in{"id": first, "publicNote": "It runs again."})
		do(User, "reopenComplaint", in{"id": first, "reasonCode": "not_fixed", "publicNote": "It does not."})
		said := mustMutate(t, s, User, "commentOnComplaint", "comment { id }", in{"complaintId": first, "text": "Call me."}).At("commentOnComplaint", "comment", "id")
		mustMutate(t, s, Admin, "commentOnComplaint", "comment { id }", in{"complaintId": first, "text": "We did."})
		do(User, "withdrawComplaint", in{"id": first, "publicNote": "It runs now."})
		sendTogether(t, s)

		account := func(as string) *ent.User {
			return s.Store.Client().Contact.Query().Where(contact.Email(as)).QueryUser().WithContact().OnlyX(System())
		}
		reporter, admin := account(User), account(Admin)
		rows := s.Store.Client().StatusLog.Query().Where(statuslog.ComplaintID(uuid.MustParse(first))).Order(statuslog.BySeq()).IDsX(System())
		const person = `{ id name role contact { email phone } }`
		const row = `id status actorName actorId agent actor ` + person + ` publicNote complaint { id submittedBy ` + person + ` }`
		ask := func(as, query string) Result {
			t.Helper()
			return s.Execute(t, as, query, in{"id": first, "own": second, "rows": rows, "who": reporter.ID, "said": said})
		}
		names := func(list any) (out []string) {
			for _, one := range list.([]any) {
				one := one.(map[string]any)
				if node, ok := one["node"].(map[string]any); ok {
					one = node
				}
				var id any
				if actor, ok := one["actor"].(map[string]any); ok {
					id = actor["id"]
				}
				if fmt.Sprint(one["actorId"]) != fmt.Sprint(id) || one["agent"] != "ACCOUNT" {
					t.Errorf("actor, its id and agent disagree: %v", one)
				}
				out = append(out, fmt.Sprintf("%v %v %v", one["status"], one["actorName"], id))
			}
			return out
		}
		log := func(by string) []string {
			of := func(u *ent.User) string { return fmt.Sprintf("%s %s", u.Name, u.ID) }
			if by == "" {
				by = of(reporter)
			}
			return []string{"SUBMITTED " + by, "RESOLVED " + of(admin), "REOPENED " + by, "WITHDRAWN " + by}
		}
		hidden := log("Another reporter <nil>")
		for _, door := range []struct {
			name, query string
			at          []any
		}{
			{"the list", `query($id: ID!) { complaintStatusLog(complaintId: $id) { ` + row + ` } }`, []any{"complaintStatusLog"}},
			{"the list without the actor's columns", `query($id: ID!) { complaintStatusLog(complaintId: $id) { status actorName actorId agent actor { id } } }`, []any{"complaintStatusLog"}},
			{"nodes", `query($rows: [ID!]!) { nodes(ids: $rows) { ... on StatusLog { ` + row + ` } } }`, []any{"nodes"}},
		} {
			a := ask(User2, door.query)
			if got := names(a.At(door.at...)); !slices.Equal(got, hidden) {
				t.Errorf("%s: %v", door.name, got)
			}
			for _, as := range []string{User, Admin, SuperAdmin} {
				if got := names(ask(as, door.query).At(door.at...)); !slices.Equal(got, log("")) {
					t.Errorf("%s, as %s: %v", door.name, as, got)
				}
			}
		}
		if got := names(ask(User, `query($id: ID!) { complaint(id: $id) { statusLog { edges { node { `+row+` } } } } }`).At("complaint", "statusLog", "edges")); !slices.Equal(got, log("")) {
			t.Errorf("one's own log: %v", got)
		}
		only := ask(User2, `query($id: ID!) { complaintStatusLog(complaintId: $id) { actorName } }`)
		if got := fmt.Sprint(only.At("complaintStatusLog")); strings.Count(got, "Another reporter") != 3 || strings.Count(got, admin.Name) != 1 {
			t.Errorf("the names alone: %s", got)
		}

		// Everything else that might lead there.
		complaint := `{ id reference title submittedById submittedBy ` + person + ` statusLog { edges { node { ` + row + ` } } }
			comments { edges { node { text author ` + person + ` } } } media { edges { node { uploadedBy ` + person + ` } } } }`
		seen := map[string]string{
			"the complaint":  ask(User2, `query($id: ID!) { complaint(id: $id) `+complaint+` }`).Raw,
			"complaints":     ask(User2, `{ complaints { edges { node `+complaint+` } } }`).Raw,
			"what it is now": ask(User2, `query($own: ID!) { complaint(id: $own) { duplicateOf `+complaint+` duplicates { edges { node `+complaint+` } } } }`).Raw,
			"notifications":  ask(User2, `{ notifications(first: 100) { edges { node { title message complaint `+complaint+` recipient { id } } } } }`).Raw,
			"the account":    ask(User2, `query($who: ID!) { node(id: $who) { ... on User `+person+` } }`).Raw,
			"the comment":    ask(User2, `query($said: ID!) { node(id: $said) { ... on Comment { text author `+person+` } } }`).Raw,
			"path 1":         s.Do(t, Request{Path: "/api/complaints/" + first + "/status-log/", As: User2}).Body,
			"path 1, own":    s.Do(t, Request{Path: "/api/complaints/" + second + "/status-log/", As: User2}).Body,
		}
		for i, mail := range m.Mail(User2) {
			seen[fmt.Sprint("mail ", i)] = mail.Raw
		}
		if !strings.Contains(seen["mail 1"], "part of another one") || !strings.Contains(seen["path 1, own"], "merged") || !strings.Contains(seen["notifications"], "is now withdrawn") {
			t.Errorf("too little to say anything: %v", seen)
		}
		for where, text := range seen {
			for _, secret := range []string{reporter.Name, reporter.ID.String(), reporter.Edges.Contact.Email, "Call me.", "We did."} {
				if secret == reporter.ID.String() && where == "the account" {
					continue // the id that was asked for may be in the error
				}
				if strings.Contains(text, secret) {
					t.Errorf("%s tells %q: %s", where, secret, text)
				}
			}
		}
		if a := ask(User2, `query($who: ID!) { node(id: $who) { id } }`); a.At("node") != nil {
			t.Errorf("the account: %s", a.Raw)
		}
		if res := s.Do(t, Request{Path: "/api/complaints/" + first + "/status-log/", As: User}); res.Status != http.StatusOK || !strings.Contains(res.Body, reporter.Name) {
			t.Errorf("path 1 for the reporter: %d %s", res.Status, res.Body)
		}
		if told := s.MustExecute(t, User, `{ notifications(first: 100) { edges { node { message } } } }`, nil).Raw; !strings.Contains(told, "We did.") {
			t.Errorf("the reporter is not told of the comment: %s", told)
		}

		// They stay another reporter when they begin to work here.
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", in{"id": reporter.ID, "role": "SOLVER"})
		if got := names(ask(User2, `query($id: ID!) { complaintStatusLog(complaintId: $id) { `+row+` } }`).At("complaintStatusLog")); !slices.Equal(got, hidden) {
			t.Errorf("of another role: %v", got)
		}
	})
}
