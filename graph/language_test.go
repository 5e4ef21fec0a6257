package graph_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	. "github.com/redress/redress/internal/testenv"
)

// askIn executes a document for a client that accepts languages.
func askIn(t *testing.T, s *Server, as, languages, query string, variables map[string]any) Result {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	res := s.Do(t, Request{
		Method: http.MethodPost, Path: "/graphql", As: as, Body: strings.NewReader(string(body)),
		Header: http.Header{"Content-Type": {"application/json"}, "Accept-Language": {languages}},
	})
	if !strings.Contains(strings.Join(res.Header.Values("Vary"), ", "), "Accept-Language") {
		t.Errorf("Vary: %v", res.Header.Values("Vary"))
	}
	a := Result{Status: res.Status, Raw: res.Body}
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestLanguages: what the service says is in the language that the account prefers, else in the one that
// the client accepts, else in English; codes and names of fields are the same in all.
func TestLanguages(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		prefer := func(as, language string) {
			t.Helper()
			s.MustExecute(t, as, `mutation($l: String!) { updatePreferences(input: {language: $l}) { preferences { language } } }`, map[string]any{"l": language})
			s.Clock.Advance(time.Second) // who a token belongs to is cached for less
		}
		const german, english = "Nicht gefunden: Beschwerde.", "There is no such complaint."
		missing := uuid.New().String()
		for _, tt := range []struct{ prefers, accepts, want string }{
			{"", "", english},
			{"", "de", german},
			{"", "de-AT,en;q=0.8", german},
			{"", "en,de;q=0.8", english},
			{"", "fr", english},
			{"", "fr,de;q=0.3", german},
			{"", "*", english},
			{"", ";;;", english},
			{"", strings.Repeat("de,", 200), english},
			{"de", "", german},
			{"de", "en", german},
			{"de-CH", "en", german},
			{"en", "de", english},
			{"fr", "de", german},
			{"fr", "", english},
		} {
			prefer(User, tt.prefers)
			where := fmt.Sprintf("prefers %q, accepts %.20q", tt.prefers, tt.accepts)
			a := askIn(t, s, User, tt.accepts, `query($id: ID!) { complaint(id: $id) { id } }`, map[string]any{"id": missing})
			if a.Code() != "NOT_FOUND" || a.Errors[0].Message != tt.want {
				t.Errorf("%s: %s", where, a.Raw)
			}
			rest := s.Do(t, Request{Path: "/api/complaints/" + missing + "/status-log/", As: User, Header: http.Header{"Accept-Language": {tt.accepts}}})
			if rest.Status != http.StatusNotFound || !strings.Contains(rest.Body, `"message":"`+tt.want+`","code":"not_found"`) {
				t.Errorf("%s: %s", where, rest.Body)
			}
		}
		prefer(User, "")

		// Inputs at fault, in mutations, in what a scalar refuses, in arguments, and in both.
		for query, want := range map[string]string{
			`mutation { submitComplaint(input: {title: ""}) { complaint { id } } }`: `"extensions":{"code":"VALIDATION_ERROR","fields":[{"field":"title","code":"required","message":"muss angegeben werden"}]}`,
			`{ complaint(id: "x") { id } }`:                                         `"fields":[{"field":"id","code":"invalid","message":"muss eine UUID in der Form mit 36 Zeichen sein, nicht \"x\""}]`,
			`{ complaints(first: 101) { totalCount } }`:                             `{"message":"first: muss zwischen 1 und 100 liegen"`,
			`{ users { totalCount } }`:                                              `{"message":"Ihre Rolle erlaubt das nicht."`,
			`{ complaints(first: 100) { edges { node { tasks(first: 100) { edges { node { updates(first: 100) { edges { node { id } } } } } } } } } }`: `könnte`,
		} {
			if a := askIn(t, s, User, "de", query, nil); !strings.Contains(a.Raw, want) {
				t.Errorf("%s: %s", query, a.Raw)
			}
		}
		if a := askIn(t, s, Anonymous, "de", `mutation { login(input: {email: "a@example.com", password: "wrong password"}) { accessToken } }`, nil); !strings.Contains(a.Raw, "Die E-Mail-Adresse oder das Passwort ist falsch.") {
			t.Error(a.Raw)
		}
		body := func(r Request) string {
			r.Header = http.Header{"Accept-Language": {"de"}, "Content-Type": {"application/json"}}
			return s.Do(t, r).Body
		}
		for want, r := range map[string]Request{
			`"message":"Unter diesem Pfad gibt es nichts."`:                                                                      {Path: "/api/nothing"},
			`{"field":"password","code":"required","message":"muss angegeben werden"}`:                                           {Method: http.MethodPost, Path: "/api/auth/login/", Body: strings.NewReader(`{"email":"a@example.com"}`)},
			`"message":"page: muss mindestens 1 sein"`:                                                                           {Path: "/api/admin/notifications/broadcasts/?page=0", As: Admin},
			`{"success":true,"message":"Rundnachrichten abgerufen."`:                                                             {Path: "/api/admin/notifications/broadcasts/", As: Admin},
			`"errors":[{"field":"id","code":"invalid","message":"muss eine UUID in der Form mit 36 Zeichen sein, nicht \"x\""}]`: {Path: "/api/complaints/x/status-log/", As: User},
		} {
			if got := body(r); !strings.Contains(got, want) {
				t.Errorf("%s: %s", r.Path, got)
			}
		}
		tag := func(languages string) string {
			return s.Do(t, Request{Path: "/api/admin/notifications/broadcasts/", As: Admin, Header: http.Header{"Accept-Language": {languages}}}).Header.Get("ETag")
		}
		if tag("de") == tag("en") || tag("en") != tag("") {
			t.Error("an ETag must be that of the language")
		}

		// Why an action is not possible, what a reason is called, and why one row of many was refused.
		e := newTaskFixture(t, s)
		a := askIn(t, s, Admin, "de", `query($id: ID!) { complaint(id: $id) { availableActions { action disabledReason disabledCode } }
			reasonCodes(action: RETURN) { code label english: label(language: "en") labels { language text } } }`, map[string]any{"id": e.complaint})
		for _, want := range []string{
			`"action":"RESUME","disabledReason":"Eine Beschwerde im Status „zugewiesen“ lässt sich so nicht ändern; nötig ist der Status zurückgestellt.","disabledCode":"INVALID_TRANSITION"`,
			`{"code":"no_access","label":"Kein Zugang","english":"No access","labels":[{"language":"en","text":"No access"},{"language":"de","text":"Kein Zugang"}]}`,
		} {
			if !strings.Contains(a.Raw, want) {
				t.Errorf("no %s in %s", want, a.Raw)
			}
		}
		a = askIn(t, s, Admin, "de", `mutation($id: ID!) { closeComplaints(input: {items: [{id: $id}]}) { results { error { code message } } } }`, map[string]any{"id": e.complaint})
		if want := `"error":{"code":"INVALID_TRANSITION","message":"Eine Beschwerde im Status „zugewiesen“ lässt sich so nicht ändern; nötig ist der Status erledigt."}`; !strings.Contains(a.Raw, want) {
			t.Error(a.Raw)
		}

		// Notifications and e-mails, each in the language of its recipient; who has none reads the organization's.
		prefer(User, "de")
		prefer(Solver, "en")
		mustMutate(t, s, SuperAdmin, "updateSettings", "settings { version }", map[string]any{"languages": []string{"fr", "de", "en"}})
		last := func(as string) string {
			return fmt.Sprint(s.MustExecute(t, as, `{ notifications(first: 1, orderBy: {field: CREATED_AT, direction: DESC}) { edges { node { title } } } }`, nil).
				At("notifications", "edges", 0, "node", "title"))
		}
		e.mustDo(t, Solver, "acceptTask", nil)
		e.mustDo(t, Solver, "startTask", nil)
		if got := last(User); got != e.reference(t)+": Der Status ist jetzt „in Bearbeitung“" {
			t.Error(got)
		}
		e.mustDo(t, Solver, "submitCompletion", nil)
		if got := last(Admin); got != "Eine Fertigmeldung wartet auf Prüfung" {
			t.Error(got)
		}
		e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": false, "note": "Noch einmal."})
		if got := last(Solver); got != "Your completion was sent back" {
			t.Error(got)
		}
		s.MustExecute(t, Admin, `mutation($id: ID!) { resolveComplaint(input: {id: $id, publicNote: "Gut."}) { complaint { id } } }`, map[string]any{"id": e.complaint})
		log := s.MustExecute(t, Admin, `query($id: ID!) { task(id: $id) { endNote } }`, map[string]any{"id": e.task})
		if got := log.At("task", "endNote"); got != "Die Beschwerde hat jetzt den Status „erledigt“." {
			t.Error(got)
		}

		// Whoever reads in another language afterwards, reads what the service says in that one; what people wrote stays.
		inbox := func(as, languages string) []string {
			a := askIn(t, s, as, languages, `{ notifications(first: 3, orderBy: {field: CREATED_AT, direction: DESC}) { edges { node { title message } } } }`, nil)
			var all []string
			for i := range 3 {
				if n, ok := a.At("notifications", "edges", i, "node").(map[string]any); ok {
					all = append(all, fmt.Sprint(n["title"], " | ", n["message"]))
				}
			}
			return all
		}
		for _, tt := range []struct{ as, prefers, accepts, want string }{
			{Solver, "en", "de", "A task was taken from you | The complaint was resolved."},
			{Solver, "de", "en", "Eine Aufgabe wurde Ihnen entzogen | Die Beschwerde hat jetzt den Status „erledigt“."},
			{Solver, "", "en", "Your completion was sent back | Noch einmal."},
			{User, "en", "", e.reference(t) + " is now resolved | Gut."},
			{User, "", "", e.reference(t) + ": Der Status ist jetzt „erledigt“ | Gut."},
			{Admin, "", "en", "A completion waits for review | "},
			{Admin, "", "fr", "Eine Fertigmeldung wartet auf Prüfung | "},
		} {
			prefer(tt.as, tt.prefers)
			if got := inbox(tt.as, tt.accepts); !slices.ContainsFunc(got, func(n string) bool { return strings.HasPrefix(n, tt.want) }) {
				t.Errorf("%s, who prefers %q and accepts %q, reads %q, not %q", tt.as, tt.prefers, tt.accepts, got, tt.want)
			}
		}
		prefer(User, "de")
		prefer(Solver, "en")
		sendTogether(t, s)
		if mails := m.Mail(User); len(mails) == 0 || !strings.Contains(mails[0].Raw, `<html lang=3D"de">`) {
			t.Errorf("%v", mails)
		}
		if mails := m.Mail(Solver); len(mails) == 0 || !strings.Contains(mails[0].Raw, `<html lang=3D"en">`) {
			t.Errorf("%v", mails)
		}
	})
}
