package graph_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/redress/redress/internal/testenv"
)

// The browsers of somebody with an account.
const (
	firefox      = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
	laterFirefox = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0"
	safari       = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1"
	edge         = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"
)

// owner is somebody with an account of their own.
type owner struct {
	*Server
	mail      *MailServer
	id, email string
	mails     map[string]int // read before, by address
}

// as sends a document with a browser.
func (o *owner) as(t *testing.T, browser, token, document string, variables map[string]any) Result {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": document, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	res := o.Do(t, Request{
		Method: http.MethodPost, Path: "/graphql", Token: token, As: Anonymous, Body: bytes.NewReader(body),
		Header: http.Header{"Content-Type": {"application/json"}, "User-Agent": {browser}},
	})
	a := Result{Status: res.Status, Raw: res.Body}
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil || a.Code() != "" {
		t.Fatalf("%v: %s", err, res.Body)
	}
	return a
}

// signIn signs in with a browser and returns an access token.
func (o *owner) signIn(t *testing.T, browser, password string) string {
	t.Helper()
	return o.as(t, browser, "", `mutation($email: String!, $password: String!) { login(input: {email: $email, password: $password}) { accessToken } }`,
		map[string]any{"email": o.email, "password": password}).At("login", "accessToken").(string)
}

// expect compares what the owner has been told since the last step, in the application and at each of some addresses, with what they must
// have been: parts of title and text. Nobody else hears of it.
func (o *owner) expect(t *testing.T, step string, addresses []string, want ...string) {
	t.Helper()
	sendDue(t, o.Server)
	token, err := o.Service.Identity.CliToken(System(), o.email, time.Hour) // that of before may have ended
	if err != nil {
		t.Fatal(err)
	}
	var app []string
	for _, w := range wordsIn(o.as(t, firefox, token, unread, nil)) {
		app = append(app, w.title+" "+w.message)
	}
	if len(want) == 0 && len(app) > 0 || len(want) > 0 && (len(app) != 1 || !containsEach(app[0], want)) {
		t.Errorf("%s: in the application: %q, not %q", step, app, want)
	}
	for _, address := range []string{"mara@example.org", "mara@example.net"} {
		all := o.mail.Mail(address)
		fresh := all[o.mails[address]:]
		o.mails[address] = len(all)
		if !slices.Contains(addresses, address) {
			if len(fresh) > 0 {
				t.Errorf("%s: %d e-mails to %s", step, len(fresh), address)
			}
			continue
		}
		if len(fresh) != 1 || !containsEach(lineOf(t, fresh[0]), want) {
			t.Errorf("%s: to %s: %v", step, address, fresh)
		} else if fresh[0].Header.Get("List-Unsubscribe") != "" {
			t.Errorf("%s: an e-mail that nobody can switch off offers to", step)
		}
	}
	o.as(t, firefox, token, `mutation { markAllNotificationsRead { marked } }`, nil)
	for _, as := range Everyone[1:] {
		if n := len(o.mail.Mail(as)); n > 0 {
			t.Errorf("%s: %d e-mails to %s", step, n, as)
		}
	}
}

func containsEach(text string, parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
}

// TestOwnersAreTold: whoever has an account is told of what happens to it, also when they did it and whatever they have switched off.
func TestOwnersAreTold(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		s.Clock.Stop()
		const here, there = "mara@example.org", "mara@example.net"
		made := mustMutate(t, s, SuperAdmin, "createUser", "user { id } password", map[string]any{"name": "Mara", "email": here, "role": "SOLVER"})
		o := &owner{Server: s, mail: m, email: here, id: made.At("createUser", "user", "id").(string), mails: map[string]int{}}
		in := func(more ...any) map[string]any {
			all := map[string]any{"id": o.id}
			for i := 0; i < len(more); i += 2 {
				all[more[i].(string)] = more[i+1]
			}
			return all
		}
		o.expect(t, "made", nil)
		const change = `mutation($in: ChangePasswordInput!) { changePassword(input: $in) { tokens { accessToken } } }`
		o.as(t, firefox, "", change, map[string]any{"in": map[string]any{
			"email": here, "currentPassword": made.At("createUser", "password"), "newPassword": "seven lamps on Mill Lane",
		}})
		o.expect(t, "a password of her own", []string{here}, "Your password was changed", "If that was not you")

		o.signIn(t, firefox, "seven lamps on Mill Lane")
		o.signIn(t, laterFirefox, "seven lamps on Mill Lane")
		o.expect(t, "the same browser", nil)
		o.signIn(t, safari, "seven lamps on Mill Lane")
		o.expect(t, "another one", []string{here}, "A new sign-in to your account", "With Safari on iOS, from 127.0.0.1.", "change your password at once")
		o.signIn(t, safari, "seven lamps on Mill Lane")
		s.Clock.Advance(23 * time.Hour)
		o.signIn(t, edge, "seven lamps on Mill Lane")
		o.expect(t, "a third one on the same day", nil)
		s.Clock.Advance(2 * time.Hour)
		o.signIn(t, edge, "seven lamps on Mill Lane")
		o.expect(t, "the third one again", nil)
		o.signIn(t, "curl/8.17.0", "seven lamps on Mill Lane")
		o.expect(t, "what is no browser, in the night", []string{here}, "With an unknown program, from 127.0.0.1.")

		o.as(t, edge, o.signIn(t, edge, "seven lamps on Mill Lane"),
			`mutation { setNotificationPreferences(input: {emailOwn: false, emailBroadcasts: false}) { preferences { emailOwn } } }`, nil)
		mustMutate(t, s, Admin, "updateUser", "user { id }", in("name", "Mara II"))
		o.expect(t, "another name", nil)
		mustMutate(t, s, Admin, "updateUser", "user { id }", in("email", there))
		o.email = there
		o.expect(t, "another address", []string{here, there}, "The e-mail address of your account was changed", "An administrator has done it.")
		mustMutate(t, s, Admin, "updateUser", "user { id }", in("email", "mara@EXAMPLE.net"))
		o.expect(t, "the same address in other letters", nil)
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", in("role", "ADMIN"))
		o.expect(t, "another role", []string{there}, "Your rights were changed", "Your role is now admin.")
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", in("role", "ADMIN"))
		o.expect(t, "the same role", nil)
		provider := newProvider(t, s)
		o.as(t, edge, o.signIn(t, edge, "seven lamps on Mill Lane"), `mutation { updatePreferences(input: {language: "de"}) { preferences { language } } }`, nil)
		mustMutate(t, s, SuperAdmin, "changeUserRole", "user { id }", in("role", "SOLVER", "providerId", provider))
		o.expect(t, "a solver of a provider", []string{there}, "Ihre Rechte wurden geändert", "Ihre Rolle ist jetzt")
		mustMutate(t, s, SuperAdmin, "updateUser", "user { id }", in("noProvider", true))
		o.expect(t, "of none", []string{there}, "Ihre Rechte wurden geändert", "zu einem anderen Dienstleister oder zu keinem")
		mustMutate(t, s, SuperAdmin, "resetUserPassword", "password", in())
		o.expect(t, "a password of an administrator", []string{there}, "Ihr Passwort wurde geändert", "Das war die Administration.")
	})
}
