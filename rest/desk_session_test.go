package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/demo"
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
		b.cookie = c
		if c.MaxAge < 0 {
			b.cookie = nil
		}
	}
	return res
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
		// Who signs out with an expired token refreshes first: until then the cookie stays.
		wantError(t, b.send(t, "DELETE", deskSession, "", nil), 401, "authentication_required")
		if b.cookie == nil {
			t.Fatal("a refused sign-out deletes the cookie")
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
		who, err := s.Service.Desk.AccountByEmail(testenv.System(), testenv.User2)
		if err != nil {
			t.Fatal(err)
		}
		_, drawn, err := s.Service.Desk.ResetPassword(testenv.System(), who.ID)
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
