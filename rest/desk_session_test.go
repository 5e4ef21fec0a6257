package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/domain"
	service "github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

const deskSession = "/desk/session"

// A browser is what keeps a cookie and says where its requests come from.
type browser struct {
	server *testenv.Server
	cookie *http.Cookie
	site   string // Sec-Fetch-Site
}

// send sends a request as the desk does and keeps the cookie of the response.
func (b *browser) send(t *testing.T, method, path, token string, body map[string]string) testenv.Response {
	t.Helper()
	r := testenv.Request{Method: method, Path: path, Token: token, Header: http.Header{"Sec-Fetch-Site": {b.site}}}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = strings.NewReader(string(text))
		r.Header.Set("Content-Type", "application/json")
	}
	if b.cookie != nil {
		r.Header.Set("Cookie", b.cookie.Name+"="+b.cookie.Value)
	}
	res := b.server.Do(t, r)
	for _, line := range res.Header.Values("Set-Cookie") {
		c, err := http.ParseSetCookie(line)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(c.Name, "redress_device") {
			continue // TestDeviceMark
		}
		b.cookie = c
		if c.MaxAge < 0 {
			b.cookie = nil
		}
	}
	return res
}

// addAccount adds an account with the demo's password.
func addAccount(t *testing.T, s *testenv.Server, email string) {
	t.Helper()
	ctx, c := testenv.System(), s.Store.Client()
	known := c.Credential.Query().Where(credential.HasUserWith(user.HasContactWith(contact.Email(testenv.User2)))).OnlyX(ctx)
	account := c.User.Create().SetName(email).SetRole(domain.RoleUser).SetCreatedAt(s.Clock.Now()).SaveX(ctx)
	c.Contact.Create().SetUserID(account.ID).SetEmail(email).SetEmailKey(email).SetCreatedAt(s.Clock.Now()).SaveX(ctx)
	if err := c.Credential.Create().SetUserID(account.ID).SetPasswordHash(known.PasswordHash).SetChangedAt(known.ChangedAt).Exec(ctx); err != nil {
		t.Fatal(err)
	}
}

func signInBody(email, password string) map[string]string {
	return map[string]string{"email": email, "password": password}
}

func TestDeskSession(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		b := &browser{server: s, site: "same-origin"}
		wantError(t, b.send(t, "POST", deskSession+"/refresh", "", nil), 401, "authentication_required")
		wantError(t, b.send(t, "POST", deskSession, "", signInBody(testenv.User, "wrong")), 401, "authentication_required")
		wantError(t, b.send(t, "POST", deskSession, "", map[string]string{"email": testenv.User}), 400, "validation_error")
		if b.cookie != nil {
			t.Errorf("a refused sign-in leaves a cookie: %v", b.cookie)
		}

		res := b.send(t, "POST", deskSession, "", signInBody(testenv.User, demo.Password))
		pair := parseBody(t, res)
		if res.Status != 200 || res.Header.Get("Cache-Control") != "no-store" || pair["expires_in"].(float64) < 60 {
			t.Fatalf("%d %s", res.Status, res.Body)
		}
		c := b.cookie
		if c == nil || c.Name != "redress_refresh" || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != deskSession ||
			c.Secure || c.Domain != "" || c.MaxAge < 3600 {
			t.Errorf("cookie: %v", c)
		}
		if strings.Contains(res.Body, c.Value) || strings.Contains(res.Body, "refresh_token") {
			t.Errorf("the body has the refresh token: %s", res.Body)
		}
		path := "/api/complaints/" + s.Samples.Complaint.String() + "/status-log"
		read := func(token any) testenv.Response { return s.Do(t, testenv.Request{Path: path, Token: token.(string)}) }
		if res := read(pair["access_token"]); res.Status != 200 {
			t.Errorf("with the token: %d %s", res.Status, res.Body)
		}
		// The cookie signs nobody in anywhere else.
		wantError(t, s.Do(t, testenv.Request{Path: path, Header: http.Header{"Cookie": {c.Name + "=" + c.Value}}}), 401, "authentication_required")

		next := parseBody(t, b.send(t, "POST", deskSession+"/refresh", "", nil))
		if res := read(next["access_token"]); res.Status != 200 || b.cookie.Value == c.Value {
			t.Errorf("with the refreshed token: %d %s", res.Status, res.Body)
		}
		stale := *b.cookie
		if res := b.send(t, "DELETE", deskSession, next["access_token"].(string), nil); res.Status != 200 || b.cookie != nil {
			t.Errorf("sign-out: %d %s", res.Status, res.Body)
		}
		s.Clock.Advance(time.Second) // the viewer is cached for less
		wantError(t, read(next["access_token"]), 401, "session_revoked")
		b.cookie = &stale
		wantError(t, b.send(t, "POST", deskSession+"/refresh", "", nil), 401, "session_revoked")
		if b.cookie != nil {
			t.Error("the cookie of an ended session is kept")
		}
	})
}

func TestDeskSessionRefusesOtherSites(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		home := &browser{server: s, site: "same-origin"}
		home.send(t, "POST", deskSession, "", signInBody(testenv.User, demo.Password))
		for _, site := range []string{"cross-site", "same-site"} {
			b := &browser{server: s, site: site, cookie: home.cookie}
			wantError(t, b.send(t, "POST", deskSession, "", signInBody(testenv.User, demo.Password)), 403, "permission_denied")
			wantError(t, b.send(t, "POST", deskSession+"/refresh", "", nil), 403, "permission_denied")
			wantError(t, b.send(t, "DELETE", deskSession, "", nil), 403, "permission_denied")
		}
		if res := home.send(t, "POST", deskSession+"/refresh", "", nil); res.Status != 200 {
			t.Errorf("the session ended: %d %s", res.Status, res.Body)
		}
	})
}

func TestDeskSessionCookieBeyondLoopback(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.StartWithOptions(t, name, func(o *service.Options) { o.Secure, o.PublicURL = true, "https://redress.example.org/" })
		b := &browser{server: s, site: "same-origin"}
		if res := b.send(t, "POST", deskSession, "", signInBody(testenv.User, demo.Password)); res.Status != 200 {
			t.Fatalf("%d %s", res.Status, res.Body)
		}
		if c := b.cookie; c == nil || c.Name != "__Secure-redress_refresh" || !c.Secure {
			t.Errorf("cookie: %v", b.cookie)
		}
		if res := b.send(t, "POST", deskSession+"/refresh", "", nil); res.Status != 200 {
			t.Errorf("%d %s", res.Status, res.Body)
		}
		// A browser that sends no Sec-Fetch-Site, behind a proxy that changes Host.
		b.site = ""
		r := testenv.Request{Method: "POST", Path: deskSession + "/refresh", Header: http.Header{
			"Origin": {"https://redress.example.org"}, "Cookie": {b.cookie.Name + "=" + b.cookie.Value},
		}}
		if res := s.Do(t, r); res.Status != 200 {
			t.Errorf("the public origin: %d %s", res.Status, res.Body)
		}
		r.Header.Set("Origin", "https://other.example.org")
		wantError(t, s.Do(t, r), 403, "permission_denied")
	})
}

func TestDeskPasswordChange(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		who, err := s.Service.Identity.AccountByEmail(testenv.System(), testenv.User2)
		if err != nil {
			t.Fatal(err)
		}
		_, drawn, err := s.Service.Identity.ResetPassword(testenv.System(), who.ID)
		if err != nil {
			t.Fatal(err)
		}
		b := &browser{server: s, site: "same-origin"}
		wantError(t, b.send(t, "POST", deskSession, "", signInBody(testenv.User2, drawn)), 403, "password_change_required")
		change := map[string]string{"email": testenv.User2, "password": drawn, "new_password": "short"}
		res := b.send(t, "POST", deskSession+"/password", "", change)
		wantError(t, res, 400, "validation_error")
		if !strings.Contains(res.Body, `"new_password"`) {
			t.Errorf("the field is not named: %s", res.Body)
		}
		change["new_password"] = "seven lamps on Mill Lane"
		if res := b.send(t, "POST", deskSession+"/password", "", change); res.Status != 200 || b.cookie == nil {
			t.Errorf("%d %s", res.Status, res.Body)
		}
	})
}

// deviceBrowser is a browser that keeps every cookie.
type deviceBrowser struct {
	server  *testenv.Server
	cookies map[string]*http.Cookie
}

func (b *deviceBrowser) send(t *testing.T, method, path, address string, body map[string]string) testenv.Response {
	t.Helper()
	r := testenv.Request{Method: method, Path: path, Header: http.Header{"Sec-Fetch-Site": {"same-origin"}, "X-Forwarded-For": {address}}}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = strings.NewReader(string(text))
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range b.cookies {
		r.Header.Add("Cookie", c.Name+"="+c.Value)
	}
	if all := r.Header.Values("Cookie"); len(all) > 1 {
		r.Header.Set("Cookie", strings.Join(all, "; "))
	}
	res := b.server.Do(t, r)
	for _, line := range res.Header.Values("Set-Cookie") {
		c, err := http.ParseSetCookie(line)
		if err != nil {
			t.Fatal(err)
		}
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c
		}
	}
	return res
}

func (b *deviceBrowser) signIn(t *testing.T, address, email, password string) testenv.Response {
	t.Helper()
	return b.send(t, "POST", deskSession, address, signInBody(email, password))
}

// A device on which an account has signed in gets past the wrong attempts of others, wherever it is; for no other
// account, until the password is changed, and with a limit of its own.
func TestDeviceMark(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.StartWithOptions(t, name, testenv.BehindProxy)
		s.Clock.Stop()
		newBrowser := func() *deviceBrowser { return &deviceBrowser{server: s, cookies: map[string]*http.Cookie{}} }
		owner := newBrowser()
		if res := owner.signIn(t, "192.0.2.1", testenv.User, demo.Password); res.Status != 200 {
			t.Fatal(res.Body)
		}
		mark := owner.cookies["redress_device"]
		if mark == nil || !mark.HttpOnly || mark.SameSite != http.SameSiteStrictMode || mark.Path != deskSession || mark.Domain != "" || mark.MaxAge < 24*3600 {
			t.Fatalf("%v", mark)
		}
		if res := owner.send(t, "DELETE", deskSession, "192.0.2.1", nil); res.Status != 200 || owner.cookies["redress_device"] == nil || owner.cookies["redress_refresh"] != nil {
			t.Fatalf("signing out: %d %v", res.Status, owner.cookies)
		}
		// A second account on the same device.
		if res := owner.signIn(t, "192.0.2.1", testenv.Solver, demo.Password); res.Status != 200 {
			t.Fatal(res.Body)
		}

		stranger := newBrowser()
		network := 100
		lockOut := func(email string) {
			network++ // none from which somebody has signed in
			for i := range 20 {
				for range 5 {
					stranger.signIn(t, fmt.Sprintf("198.51.%d.%d", network, i+1), email, "a wrong password")
				}
			}
		}
		lockOut(testenv.User)
		lockOut(testenv.Admin)
		wantError(t, newBrowser().signIn(t, "203.0.113.1", testenv.User, demo.Password), 429, "rate_limited")
		// Also from an address that has used up its minute.
		for _, from := range []string{"203.0.113.1", "198.51.102.1"} {
			if res := owner.signIn(t, from, testenv.User, demo.Password); res.Status != 200 {
				t.Errorf("the owner from %s: %d %s", from, res.Status, res.Body)
			}
		}
		wantError(t, owner.signIn(t, "203.0.113.9", testenv.Admin, demo.Password), 429, "rate_limited")

		// A stolen cookie guesses no more than a known address does.
		thief := newBrowser()
		thief.cookies["redress_device"] = owner.cookies["redress_device"]
		guesses := 0
		for range 40 {
			for n := range 6 {
				if thief.signIn(t, fmt.Sprintf("203.0.113.%d", 10+n), testenv.User, "a wrong password").Status == 401 {
					guesses++
				}
			}
			s.Clock.Advance(time.Minute)
		}
		if guesses != 100 {
			t.Errorf("a stolen mark guessed %d times within an hour", guesses)
		}
		changed := *owner.cookies["redress_device"]
		changed.Value = strings.Replace(changed.Value, changed.Value[30:34], "AAAA", 1)
		forged := newBrowser()
		forged.cookies[changed.Name] = &changed
		lockOut(testenv.User)
		wantError(t, forged.signIn(t, "203.0.113.30", testenv.User, demo.Password), 429, "rate_limited")

		// A device is known for eight accounts: a ninth takes the place of the one that signed in least lately.
		s.Clock.Advance(2 * time.Hour)
		shared, accounts := newBrowser(), []string{testenv.User2}
		for i := range 8 {
			email := fmt.Sprintf("shared%d@example.com", i)
			accounts = append(accounts, email)
			addAccount(t, s, email)
		}
		for _, email := range accounts {
			if res := shared.signIn(t, "192.0.2.60", email, demo.Password); res.Status != 200 {
				t.Fatal(res.Body)
			}
		}
		lockOut(accounts[0])
		lockOut(accounts[1])
		wantError(t, shared.signIn(t, "203.0.113.61", accounts[0], demo.Password), 429, "rate_limited")
		if res := shared.signIn(t, "203.0.113.61", accounts[1], demo.Password); res.Status != 200 {
			t.Errorf("the second of nine: %d %s", res.Status, res.Body)
		}

		// A changed password ends the marks, but for that of the device on which it was changed.
		s.Clock.Advance(2 * time.Hour)
		other := newBrowser()
		if res := other.signIn(t, "192.0.2.7", testenv.User, demo.Password); res.Status != 200 {
			t.Fatal(res.Body)
		}
		const fresh = "seven lamps on Mill Lane"
		if res := owner.send(t, "POST", deskSession+"/password", "192.0.2.1", map[string]string{
			"email": testenv.User, "password": demo.Password, "new_password": fresh,
		}); res.Status != 200 {
			t.Fatal(res.Body)
		}
		lockOut(testenv.User)
		wantError(t, other.signIn(t, "203.0.113.50", testenv.User, fresh), 429, "rate_limited")
		if res := owner.signIn(t, "203.0.113.51", testenv.User, fresh); res.Status != 200 {
			t.Errorf("%d %s", res.Status, res.Body)
		}
	})
}

// Signing out needs the cookie alone, whatever became of the access token, and may be repeated.
func TestDeskSignOutByCookie(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		b := &browser{server: s, site: "same-origin"}
		pair := parseBody(t, b.send(t, "POST", deskSession, "", signInBody(testenv.User, demo.Password)))
		stolen := *b.cookie
		b.site = "cross-site"
		wantError(t, b.send(t, "DELETE", deskSession, "", nil), 403, "permission_denied")
		b.site = "same-origin"
		parseBody(t, b.send(t, "POST", deskSession+"/refresh", "", nil))
		latest := *b.cookie
		if res := b.send(t, "DELETE", deskSession, "", nil); res.Status != 200 || !strings.Contains(res.Body, "Signed out.") || b.cookie != nil {
			t.Fatalf("%d %s %v", res.Status, res.Body, b.cookie)
		}
		s.Clock.Advance(time.Second)
		wantError(t, s.Do(t, testenv.Request{Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log", Token: pair["access_token"].(string)}), 401, "session_revoked")
		for _, c := range []http.Cookie{stolen, latest} {
			b.cookie = &c
			if res := b.send(t, "DELETE", deskSession, "", nil); res.Status != 200 { // once more
				t.Errorf("%d %s", res.Status, res.Body)
			}
			b.cookie = &c
			wantError(t, b.send(t, "POST", deskSession+"/refresh", "", nil), 401, "session_revoked")
		}
		entries := s.Store.Client().AuditEntry.Query().Where(auditentry.Action("session.logout")).AllX(testenv.System())
		if len(entries) != 1 || entries[0].ActorID == nil {
			t.Errorf("%v", entries)
		}
		b.cookie = &http.Cookie{Name: "redress_refresh", Value: "nothing"}
		if res := b.send(t, "DELETE", deskSession, "", nil); res.Status != 200 || b.cookie != nil {
			t.Errorf("%d %s", res.Status, res.Body)
		}
		wantError(t, b.send(t, "DELETE", deskSession, "", nil), 401, "authentication_required")
	})
}
