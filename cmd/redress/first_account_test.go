package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFirstAccount holds what an unattended installation relies on: an account that the settings name exists once
// the service listens, no later start changes it or needs the file, and a bad one stops the start.
func TestFirstAccount(t *testing.T) {
	t.Parallel()
	forEachEmptyDatabase(t, func(t *testing.T, h installation) {
		file := filepath.Join(t.TempDir(), "password")
		write := func(password string) {
			t.Helper()
			if err := os.WriteFile(file, []byte(password+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args := []string{"--admin-email", "Ada@example.org", "--admin-password-file", file}
		refused := append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)
		if s := h.run(t, "", refused...); !strings.Contains(s.err, "REDRESS_ADMIN_PASSWORD_FILE") || strings.Contains(s.stdout, "listens") {
			t.Errorf("without the file: %+v", s)
		}
		write("short")
		if s := h.run(t, "", refused...); !strings.HasPrefix(s.err, "REDRESS_ADMIN_PASSWORD_FILE: ") || strings.Contains(s.err, "short\n") {
			t.Errorf("with a short password: %+v", s)
		}
		write("correct horse battery")
		if s := h.run(t, "", "serve", "--addr", "127.0.0.1:0", "--admin-email", "nobody", "--admin-password-file", file); !strings.HasPrefix(s.err, "REDRESS_ADMIN_EMAIL: ") {
			t.Errorf("with no address: %+v", s)
		}
		first := h.serve(t, args...)
		if out := first.out.String(); !strings.Contains(out, "Created the first account, Ada@example.org") || strings.Contains(out, "/desk/setup#") {
			t.Errorf("the first start printed %s", out)
		}
		signIn := func(v *testServer, password string) (status int, code string) {
			t.Helper()
			r := v.request(t, "", "POST", "/api/auth/login/", `{"email":"ada@example.org","password":"`+password+`"}`)
			var body struct{ Code string }
			_ = json.Unmarshal([]byte(r.body), &body)
			return r.status, body.Code
		}
		if status, code := signIn(first, "correct horse battery"); status != 403 {
			t.Errorf("it signs in with %d %s before it has changed its password", status, code)
		}
		for path, body := range map[string]string{
			"/api/auth/login/": `{"email":"ada@example.org","password":"correct horse battery"}`,
			"/graphql":         `{"query":"mutation { login(input: {email: \"ada@example.org\", password: \"correct horse battery\"}) { accessToken } }"}`,
		} {
			if r := first.request(t, "", "POST", path, body); !strings.Contains(r.body, "password must be changed first") || strings.Contains(r.body, "generated") {
				t.Errorf("%s calls the password of the file a generated one: %s", path, r.body)
			}
		}
		first.stop()
		write("another horse battery")
		second := h.serve(t, args...)
		if out := second.out.String(); strings.Contains(out, "Created") {
			t.Errorf("the second start printed %s", out)
		}
		if status, _ := signIn(second, "another horse battery"); status != 401 {
			t.Errorf("the second start changed the password: %d", status)
		}
		second.stop()
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		h.serve(t, args...)
		if out := h.mustRun(t, "", "token", "--email", "ada@example.org"); len(out) < 100 {
			t.Errorf("no token: %s", out)
		}
	})
}
