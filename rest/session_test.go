package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/demo"
	"github.com/redress/redress/internal/testenv"
)

func (s server) post(t *testing.T, path string, body any) testenv.Response {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return s.do(t, testenv.Request{
		Method: "POST", Path: path, Body: strings.NewReader(string(text)), Header: http.Header{"Content-Type": {"application/json"}},
	})
}

func (s server) login(t *testing.T, email, password string) jsonObject {
	t.Helper()
	res := s.post(t, "/api/auth/login/", map[string]string{"email": email, "password": password})
	if res.Status != http.StatusOK {
		t.Fatalf("%d %s", res.Status, res.Body)
	}
	return parseBody(t, res)
}

func TestSession(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		pair := s.login(t, testenv.User, demo.Password)
		if pair["token_type"] != "Bearer" || pair["success"] != true || pair["expires_in"].(float64) < 60 {
			t.Errorf("got %v", pair)
		}
		path := "/api/complaints/" + s.Samples.Complaint.String() + "/status-log"
		read := func(token any) testenv.Response {
			return s.do(t, testenv.Request{Path: path, Token: token.(string)})
		}
		if res := read(pair["access_token"]); res.Status != 200 {
			t.Errorf("with the token: %d %s", res.Status, res.Body)
		}

		next := parseBody(t, s.post(t, "/api/auth/refresh", map[string]any{"refresh_token": pair["refresh_token"]}))
		if res := read(next["access_token"]); res.Status != 200 {
			t.Errorf("with the refreshed token: %d %s", res.Status, res.Body)
		}
		wantError(t, s.post(t, "/api/auth/refresh/", map[string]any{"refresh_token": "x"}), 401, "invalid_token")

		out := s.do(t, testenv.Request{Method: "POST", Path: "/api/auth/logout/", Token: next["access_token"].(string)})
		if out.Status != 200 || out.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("logout: %d %s", out.Status, out.Body)
		}
		s.Clock.Advance(time.Second) // the viewer is cached for less
		wantError(t, read(next["access_token"]), 401, "session_revoked")
		wantError(t, s.do(t, testenv.Request{Method: "POST", Path: "/api/auth/logout/"}), 401, "authentication_required")
	})
}

// A generated password signs in nowhere until it is changed, over REST as in the graph.
func TestPasswordChangeRequired(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		who, err := s.Service.Identity.AccountByEmail(testenv.System(), testenv.User2)
		if err != nil {
			t.Fatal(err)
		}
		_, drawn, err := s.Service.Identity.ResetPassword(testenv.System(), who.ID)
		if err != nil {
			t.Fatal(err)
		}
		login := map[string]string{"email": testenv.User2, "password": drawn}
		wantError(t, s.post(t, "/api/auth/login/", login), 403, "password_change_required")
		change := func(old, fresh string) testenv.Response {
			return s.post(t, "/api/auth/password/", map[string]string{"email": testenv.User2, "password": old, "new_password": fresh})
		}
		wantError(t, change("not the password", "quite another one"), 401, "authentication_required")
		for _, fresh := range []string{drawn, "short", "Password123", testenv.User2} {
			res := change(drawn, fresh)
			wantError(t, res, 400, "validation_error")
			if !strings.Contains(res.Body, `"field":"new_password"`) {
				t.Errorf("%s: %s", fresh, res.Body)
			}
		}
		wantError(t, s.post(t, "/api/auth/password", map[string]any{"email": testenv.User2}), 400, "validation_error")
		pair := parseBody(t, change(drawn, "quite another one"))
		if pair["success"] != true || pair["token_type"] != "Bearer" {
			t.Fatalf("got %v", pair)
		}
		s.login(t, testenv.User2, "quite another one")
		wantError(t, s.post(t, "/api/auth/login/", login), 401, "authentication_required")
	})
}

func TestLoginRefused(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, s server) {
		wrong := s.post(t, "/api/auth/login/", map[string]string{"email": testenv.User, "password": "wrong"})
		unknown := s.post(t, "/api/auth/login/", map[string]string{"email": "x@example.com", "password": "wrong"})
		wantError(t, wrong, 401, "authentication_required")
		if withoutRequestID(wrong.Body) != withoutRequestID(unknown.Body) {
			t.Errorf("an unknown address shows:\n%s\n%s", wrong.Body, unknown.Body)
		}
		wantError(t, s.post(t, "/api/auth/login/", map[string]any{"email": 1, "password": "x"}), 400, "validation_error")
		for range 4 {
			s.post(t, "/api/auth/login/", map[string]string{"email": testenv.User, "password": "wrong"})
		}
		limited := s.post(t, "/api/auth/login/", map[string]string{"email": testenv.User, "password": demo.Password})
		wantError(t, limited, 429, "rate_limited")
		if limited.Header.Get("Retry-After") == "" {
			t.Error("429 without Retry-After")
		}
	})
}
