package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
)

const (
	secret = "a long enough secret"

	// patience is a second, plus the time of the requests on a busy machine.
	patience = 2500 * time.Millisecond
)

func TestUserCreate(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		check := func(t *testing.T, input string, args []string, want string) {
			t.Helper()
			s := h.run(t, input, append([]string{"user", "create"}, args...)...)
			if (want == "") != (s.err == "") || !strings.Contains(s.err, want) {
				t.Errorf("%q, want %q", s.err, want)
			}
			if input != "" && strings.Contains(s.stdout+s.stderr+s.err, strings.TrimSpace(input)) && strings.TrimSpace(input) != "" {
				t.Errorf("it shows the password: %+v", s)
			}
			if (s.stdout == "") != (want != "") {
				t.Errorf("it prints %q", s.stdout)
			}
		}
		file := filepath.Join(h.dir, "password")
		if err := os.WriteFile(file, []byte(secret+"\r\nand more\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.mustRun(t, "", "migrate")
		check(t, secret+"\n", []string{"--email", "Zoë@example.org", "--role", "super_admin", "--password-file", "-"}, "")
		check(t, "", []string{"--email", "b@example.org", "--role", "user", "--password-file", file}, "")
		for _, c := range []struct {
			name, input string
			args        []string
			want        string
		}{
			{"NoTerminal", "", []string{"--email", "a@example.org", "--role", "admin"}, "no terminal to prompt for the password"},
			{"ShortPassword", "short", []string{"--email", "a@example.org", "--role", "admin", "--password-file", "-"}, "password: must be at least"},
			{"CommonPassword", "Password123", []string{"--email", "a@example.org", "--role", "admin", "--password-file", "-"}, "password: is one of the most common passwords"},
			{"NameAsPassword", "ada lovelace", []string{"--email", "a@example.org", "--name", "Ada Lovelace", "--role", "admin", "--password-file", "-"}, "password: must not be the name"},
			{"EmptyPassword", "\n", []string{"--email", "a@example.org", "--role", "admin", "--password-file", "-"}, "password: must be at least"},
			{"NoPassword", "", []string{"--email", "a@example.org", "--role", "admin", "--password-file", "-"}, "no password in the file"},
			{"NoPasswordFile", "", []string{"--email", "a@example.org", "--role", "admin", "--password-file", h.dir + "/none"}, "none: no such file"},
			{"NoAddress", secret, []string{"--email", "a", "--role", "admin", "--password-file", "-"}, "email: "},
			{"ManyFaults", "short", []string{"--email", "a", "--role", "provider", "--password-file", "-"}, "providerId: "},
			{"NoEmail", secret, []string{"--role", "admin", "--password-file", "-"}, "--email"},
			{"NoRole", secret, []string{"--email", "a@example.org", "--password-file", "-"}, "--role"},
			{"UnknownRole", secret, []string{"--email", "a@example.org", "--role", "king", "--password-file", "-"}, "--role: must be one of"},
			{"ProviderWithoutProvider", secret, []string{"--email", "a@example.org", "--role", "provider", "--password-file", "-"}, "providerId: "},
			{"AdminWithProvider", secret, []string{"--email", "a@example.org", "--role", "admin", "--provider", "01900000-0000-7000-8000-000000000000", "--password-file", "-"}, "providerId: "},
			{"MalformedProvider", secret, []string{"--email", "a@example.org", "--role", "provider", "--provider", "7", "--password-file", "-"}, "--provider"},
			{"UnknownZone", secret, []string{"--email", "a@example.org", "--role", "user", "--zone", "01900000-0000-7000-8000-000000000000", "--password-file", "-"}, "zoneId: "},
			{"SameAddress", secret, []string{"--email", "Zoë@example.org", "--role", "user", "--password-file", "-"}, "already an account"},
			{"HiddenLetters", secret, []string{"--email", "\ufeffZo\u00adë@example.org\u200b", "--role", "user", "--password-file", "-"}, "already an account"},
			{"NameWithoutLetters", secret, []string{"--email", "a@example.org", "--name", "\u200b\u200e", "--role", "user", "--password-file", "-"}, "name: must not be empty"},
			{"TurnedName", secret, []string{"--email", "a@example.org", "--name", "gpj.\u202eoto", "--role", "user", "--password-file", "-"}, "name: must not turn the direction"},
			{"OtherCase", secret, []string{"--email", "ZOË@Example.ORG", "--role", "user", "--password-file", "-"}, "already an account"},
			{"OtherUnicodeForm", secret, []string{"--email", "Zoe\u0308@example.org", "--role", "user", "--password-file", "-"}, "already an account"},
		} {
			t.Run(c.name, func(t *testing.T) { check(t, c.input, c.args, c.want) })
		}
		v := h.serve(t)
		for email, password := range map[string]string{"ZOË@example.org": secret, "b@example.org": secret} {
			if res := v.request(t, "", "POST", "/api/auth/login/", `{"email":"`+email+`","password":"`+password+`"}`); res.status != http.StatusOK {
				t.Errorf("%s: %d %s", email, res.status, res.body)
			}
		}
	})
}

// TestDemoSessions: a start of the demo adds at most one session to an account, however often its page is loaded.
func TestDemoSessions(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		for start := 1; start <= 3; start++ {
			v := h.serve(t, "--demo")
			for range 3 {
				if res := v.request(t, "", "GET", "/playground/config.json", ""); res.status != http.StatusOK {
					t.Fatal(res.body)
				}
			}
			v.stop()
			db, _ := h.open(t)
			sessions := map[uuid.UUID]int{}
			for _, s := range db.Client().Session.Query().AllX(auth.System(t.Context(), "count sessions")) {
				sessions[s.UserID]++
			}
			for account, n := range sessions {
				if n > start {
					t.Errorf("after %d starts %s has %d sessions", start, account, n)
				}
			}
			if len(sessions) == 0 {
				t.Error("nobody has a session")
			}
		}
	})
}

// TestPasswordDoors: through each door the organization's name and the demo's password are refused by a service that is no
// demo, with the field.
func TestPasswordDoors(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		h.mustRun(t, "", "migrate")
		h.mustRun(t, secret+"\n", "user", "create", "--email", "head@example.org", "--role", "super_admin", "--password-file", "-")
		v := h.serve(t, "--registration", "open")
		token := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "head@example.org"))
		graph := func(query string) string { return v.graph(t, token, query, nil).body }
		if said := graph(`mutation { updateSettings(input: {name: "City of Elmford"}) { settings { version } } }`); strings.Contains(said, "errors") {
			t.Fatal(said)
		}
		v.stop()
		v = h.serve(t, "--registration", "open")
		doors := map[string]func(password string) string{
			"user create": func(p string) string {
				return h.run(t, p+"\n", "user", "create", "--email", "a@example.org", "--role", "admin", "--password-file", "-").err
			},
			"user password": func(p string) string {
				return h.run(t, p+"\n", "user", "password", "head@example.org", "--password-file", "-").err
			},
			"changeOwnPassword": func(p string) string {
				return graph(fmt.Sprintf(`mutation { changeOwnPassword(input: {currentPassword: %q, newPassword: %q}) { __typename } }`, secret, p))
			},
			"changePassword": func(p string) string {
				return graph(fmt.Sprintf(`mutation { changePassword(input: {email: "head@example.org", currentPassword: %q, newPassword: %q}) { __typename } }`, secret, p))
			},
			"registerUser": func(p string) string {
				return graph(fmt.Sprintf(`mutation { registerUser(input: {name: "Ann", email: "ann@example.org", password: %q}) { accepted } }`, p))
			},
			"the desk": func(p string) string {
				body, _ := json.Marshal(map[string]string{"email": "head@example.org", "password": secret, "new_password": p})
				return v.request(t, "", "POST", "/desk/session/password", string(body)).body
			},
		}
		for name, try := range doors {
			for password, want := range map[string]string{"redress-demo": "password of the demo", "City of  ELMFORD 2026!": "must not be the organization's name"} {
				if said := try(password); !strings.Contains(said, want) || !strings.Contains(strings.ToLower(said), "password") {
					t.Errorf("%s takes %q: %s", name, password, said)
				}
			}
		}
	})
}

// TestUserChanges checks that a running service applies changes of the command line to open
// sessions within a second.
func TestUserChanges(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		v := h.serve(t, "--demo")
		token := func(email string) string {
			t.Helper()
			out := h.mustRun(t, "", "token", "--email", email)
			if !regexp.MustCompile(`^[\w-]+\.[\w-]+\.[\w-]+\n$`).MatchString(out) {
				t.Fatalf("not a token and nothing else: %q", out)
			}
			return strings.TrimSpace(out)
		}
		const broadcasts = "/api/admin/notifications/broadcasts/"
		admin, solver, user := token("admin@example.com"), token("solver2@example.com"), token("user2@example.com")
		login := v.request(t, "", "POST", "/api/auth/login/", `{"email":"user2@example.com","password":"redress-demo"}`)
		var pair struct {
			Access  string `json:"access_token"`
			Refresh string `json:"refresh_token"`
		}
		if err := json.Unmarshal([]byte(login.body), &pair); err != nil || pair.Refresh == "" {
			t.Fatal(login.body)
		}
		if res := v.request(t, admin, "GET", broadcasts, ""); res.status != http.StatusOK {
			t.Fatal(res.body)
		}
		ask := func(token, path string) func() int {
			return func() int { return v.request(t, token, "GET", path, "").status }
		}
		seen := func(what string, status func() int, want int) {
			t.Helper()
			eventually(t, patience, what, func() bool { return status() == want })
		}
		for _, open := range []string{solver, user, pair.Access} {
			if got := ask(open, "/graphql?query={viewer{id}}")(); got != http.StatusOK {
				t.Fatalf("an open session: %d", got)
			}
		}

		if out := h.mustRun(t, "", "user", "role", "admin@example.com", "user"); !strings.Contains(out, "is now user") {
			t.Errorf("says %q", out)
		}
		seen("a demotion", ask(admin, broadcasts), http.StatusForbidden)
		h.mustRun(t, "", "user", "role", "admin@example.com", "admin")
		seen("a promotion", ask(admin, broadcasts), http.StatusOK)

		h.mustRun(t, "", "user", "disable", "SOLVER2@example.com")
		seen("a disabled account", ask(solver, "/graphql?query={viewer{id}}"), http.StatusUnauthorized)
		if s := h.run(t, "", "token", "--email", "solver2@example.com"); s.err == "" || s.stdout != "" {
			t.Errorf("a token for a disabled account: %+v", s)
		}

		if out := h.mustRun(t, "", "user", "enable", "Solver2@example.com"); !strings.Contains(out, "Enabled") {
			t.Errorf("says %q", out)
		}
		if again := token("solver2@example.com"); ask(again, "/graphql?query={viewer{id}}")() != http.StatusOK {
			t.Error("an enabled account is refused")
		}
		seen("the old session of an enabled account", ask(solver, "/graphql?query={viewer{id}}"), http.StatusUnauthorized)

		h.mustRun(t, "another long secret", "user", "password", "user2@example.com", "--password-file", "-")
		seen("a changed password", ask(user, "/graphql?query={viewer{id}}"), http.StatusUnauthorized)
		seen("a changed password", ask(pair.Access, "/graphql?query={viewer{id}}"), http.StatusUnauthorized)
		if res := v.request(t, "", "POST", "/api/auth/refresh/", `{"refresh_token":"`+pair.Refresh+`"}`); res.status != http.StatusUnauthorized {
			t.Errorf("refresh: %d", res.status)
		}
		for password, want := range map[string]int{"redress-demo": http.StatusUnauthorized, "another long secret": http.StatusOK} {
			if res := v.request(t, "", "POST", "/api/auth/login/", `{"email":"user2@example.com","password":"`+password+`"}`); res.status != want {
				t.Errorf("login with %q: %d", password, res.status)
			}
		}

		for _, args := range [][]string{
			{"user", "role", "superadmin@example.com", "admin"}, {"user", "disable", "superadmin@example.com"},
		} {
			t.Run(args[1], func(t *testing.T) {
				if s := h.run(t, "", args...); !strings.Contains(s.err, "last active super_admin") {
					t.Errorf("%s: %+v", args, s)
				}
			})
		}
		h.mustRun(t, "", "user", "role", "admin@example.com", "super_admin")
		h.mustRun(t, "", "user", "disable", "superadmin@example.com")
		for _, args := range [][]string{
			{"user", "disable", "nobody@example.com"}, {"user", "enable", "nobody@example.com"}, {"user", "role", "nobody@example.com", "admin"}, {"token", "--email", "nobody@example.com"},
		} {
			t.Run(args[1], func(t *testing.T) {
				if s := h.run(t, "", args...); !strings.Contains(s.err, "There is no such account") || s.stdout != "" {
					t.Errorf("%s: %+v", args, s)
				}
			})
		}
	})
}

func TestTokenLifetime(t *testing.T) {
	t.Parallel()
	h := newInstallation(t)
	v := h.serve(t, "--demo")
	brief := strings.TrimSpace(h.mustRun(t, "", "token", "--email", "user@example.com", "--ttl", "2s"))
	if res := v.request(t, brief, "GET", "/graphql?query={viewer{id}}", ""); res.status != http.StatusOK {
		t.Errorf("at first: %d %s", res.status, res.body)
	}
	eventually(t, 10*time.Second, "its end", func() bool {
		res := v.request(t, brief, "GET", "/graphql?query={viewer{id}}", "")
		return res.status == http.StatusUnauthorized && strings.Contains(res.body, "TOKEN_EXPIRED")
	})
	for _, ttl := range []string{"0.5s", "-1h", "10000h", "soon"} {
		if s := h.run(t, "", "token", "--email", "user@example.com", "--ttl="+ttl); !strings.Contains(s.err, "ttl") || s.stdout != "" {
			t.Errorf("%s: %+v", ttl, s)
		}
	}
}

// TestTokensEndNoSessionInUse opens sixty sessions of somebody who is at work, one after the other.
func TestTokensEndNoSessionInUse(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		v := h.serve(t, "--demo")
		login := v.request(t, "", "POST", "/api/auth/login/", `{"email":"user@example.com","password":"redress-demo"}`)
		var person struct {
			Access string `json:"access_token"`
		}
		if err := json.Unmarshal([]byte(login.body), &person); err != nil || person.Access == "" {
			t.Fatal(login.body)
		}
		ctx, stop := context.WithCancel(t.Context())
		var work sync.WaitGroup
		work.Go(func() {
			for ctx.Err() == nil {
				if res := v.request(t, person.Access, "GET", "/graphql?query={viewer{id}}", ""); res.status != http.StatusOK {
					t.Errorf("who is at work: %d %s", res.status, res.body)
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
		})
		open := func(count int) {
			for range count {
				h.mustRun(t, "", "token", "--email", "user@example.com")
			}
		}
		open(20)
		// Commands learn of a use when the service has written it, which is within two seconds: as long as a fast machine
		// takes for all of them.
		db, _ := h.open(t)
		eventually(t, time.Minute, "a use of the session is written", func() (written bool) {
			err := db.DB().QueryRowContext(ctx, "SELECT MAX(CASE WHEN NOT by_command THEN last_used_at END) > MAX(created_at) FROM sessions").Scan(&written)
			if err != nil {
				t.Fatal(err)
			}
			return written
		})
		open(40)
		stop()
		work.Wait()
	})
}

// TestUserList holds that all accounts are listed, beyond a page of them and by role and state, as text and as JSON.
func TestUserList(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		h.mustRun(t, "", "migrate")
		if s := h.run(t, "", "user", "list"); s.err != "" || s.stdout != "" || !strings.Contains(s.stderr, "no such account") {
			t.Errorf("without an account: %+v", s)
		}
		h.mustRun(t, "", "seed", "--complaints", "2500") // 250 accounts and more
		h.mustRun(t, "", "user", "disable", "solver2@seed.example")
		h.mustRun(t, secret, "user", "create", "--email", "Zoë@example.org", "--name", "Zo\u202aë", "--role", "super_admin", "--password-file", "-")
		text := h.mustRun(t, "", "user", "list")
		var listed []string
		for line := range strings.Lines(h.mustRun(t, "", "user", "list", "--json")) {
			var row struct{ ID, Email, Name, Role, State string }
			if err := json.Unmarshal([]byte(line), &row); err != nil || row.ID == "" || row.Role == "" || row.State == "" {
				t.Fatalf("%v: %s", err, line)
			}
			if !strings.Contains(text, row.Email+" ") {
				t.Errorf("%s is not in the text", row.Email)
			}
			listed = append(listed, row.Email)
		}
		db, _ := h.open(t)
		var want int
		if err := db.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM users").Scan(&want); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(listed); len(listed) != want || want <= accountsPage || len(slices.Compact(listed)) != want {
			t.Errorf("%d accounts are listed, and there are %d", len(listed), want)
		}
		if strings.Count(text, "\n") != want+1 || strings.Contains(text, "\u202a") || !strings.Contains(text, "super_admin  active") {
			t.Errorf("the text has %d lines:\n%.500s", strings.Count(text, "\n"), text)
		}
		if out := h.mustRun(t, "", "user", "list", "--disabled", "--role", "solver"); !strings.Contains(out, "solver2@seed.example") || strings.Count(out, "\n") != 2 {
			t.Errorf("disabled solvers:\n%s", out)
		}
		if out := h.mustRun(t, "", "user", "list", "--role", "super_admin"); !strings.Contains(out, "Zoë@example.org") || strings.Contains(out, "solver") {
			t.Errorf("super administrators:\n%s", out)
		}
	})
}
