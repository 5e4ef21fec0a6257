package desk_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/loginattempt"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store"
)

func TestLogin(t *testing.T) {
	each(t, func(p *fixture) {
		who := p.account("Jörg@Example.com", domain.RoleUser)
		for _, spelling := range []string{"Jörg@Example.com", " JÖRG@example.COM ", "jo\u0308rg@example.com"} {
			p.run(spelling, func(p *fixture) {
				tokens, err := p.Login(p.at("192.0.2.1", ""), spelling, password, "cu\x00rl\n"+strings.Repeat("é", 300))
				p.ok(err)
				if tokens.Account.ID != who.ID || tokens.ExpiresIn != 15*time.Minute {
					p.t.Errorf("%q: %v for %v", spelling, tokens.Account.ID, tokens.ExpiresIn)
				}
				v, err := p.door.Authenticate(p.t.Context(), tokens.Access)
				p.ok(err)
				row := p.config.Client.Session.GetX(p.system(), v.SessionID)
				now := p.clock.Now().Truncate(time.Millisecond)
				if row.Address != "192.0.2.1" || !row.CreatedAt.Equal(now) || !row.ExpiresAt.Equal(now.Add(30*24*time.Hour)) {
					p.t.Errorf("the session says %v", row)
				}
				if !strings.HasPrefix(row.UserAgent, "cu rl é") || len(row.UserAgent) > 300 {
					p.t.Errorf("the session names %q", row.UserAgent)
				}
			})
		}
	})
}

// Work is what the memory of argon2 shows: one hash takes 16 MiB, and nothing else does.
func TestLoginRefusesAllAlike(t *testing.T) {
	const memory = 16 << 10
	for name := range wanted() {
		t.Run(name, func(t *testing.T) {
			p := open(t, databases[name](t), auth.Argon2{Memory: memory, Passes: 1, Lanes: 1})
			p.account("user@example.com", domain.RoleUser)
			gone := p.account("gone@example.com", domain.RoleUser)
			_, err := p.DisableAccount(p.system(), desk.Target{ID: gone.ID})
			p.ok(err)
			type answer struct {
				text       string
				statements int64
			}
			responses := make(map[answer][]string)
			p.login("user@example.com")
			for name, try := range map[string][2]string{
				"wrong password":          {"user@example.com", "something else entirely"},
				"no password":             {"user@example.com", ""},
				"impossible password":     {"user@example.com", strings.Repeat("x", 10_000)},
				"unknown address":         {"nobody@example.com", password},
				"no address":              {"x", password},
				"NUL in the address":      {"user\x00@example.com", password},
				"disabled account":        {"gone@example.com", password},
				"disabled, wrong as well": {"gone@example.com", "something else entirely"},
			} {
				p.run(name, func(p *fixture) {
					p.clock.Advance(time.Minute)
					ctx, count := store.CountStatements(p.at("192.0.2.1", ""))
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					_, err := p.Login(ctx, try[0], try[1], "")
					runtime.ReadMemStats(&after)
					if hashes := (after.TotalAlloc - before.TotalAlloc) >> 10 / memory; hashes != 1 {
						p.t.Errorf("%s: %d hashes", name, hashes)
					}
					p.refused(err, fault.AuthenticationRequired)
					a := answer{err.Error(), count.N()}
					responses[a] = append(responses[a], name)
				})
			}
			if len(responses) != 1 {
				t.Errorf("the responses can be told apart: %v", responses)
			}
		})
	}
}

func TestLoginIsLimited(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		second, err := desk.New(p.config) // another instance on the same database
		p.ok(err)
		desks := []*desk.Desk{p.Desk, second}
		attempts := func(n int, address, email func(i int) string) map[fault.Code]int {
			errs := parallel(n, func(i int) error {
				_, err := desks[i%2].Login(p.at(address(i), ""), email(i), "a wrong password", "")
				if f, ok := fault.As(err); ok && f.Code == fault.RateLimited && (f.RetryAfter <= 0 || f.RetryAfter > 50*time.Second) {
					return fmt.Errorf("try again after %v", f.RetryAfter) // the window began 10 s ago
				}
				return err
			})
			return countByCode(errs)
		}
		same := func(s string) func(int) string { return func(int) string { return s } }
		varied := func(format string) func(int) string { return func(i int) string { return fmt.Sprintf(format, i) } }

		for name, test := range map[string]struct {
			address, email func(int) string
			allowed        int
		}{
			"an account":            {same("192.0.2.1"), same("user@example.com"), 5},
			"one without account":   {same("192.0.2.2"), same("nobody@example.com"), 5},
			"what is no address":    {same("192.0.2.3"), same("nobody"), 5},
			"a network address":     {same("198.51.100.7"), varied("n%d@example.com"), 20},
			"a customer's network":  {varied("2001:db8::%x"), varied("n%d@example.com"), 20},
			"spellings of one name": {same("192.0.2.4"), func(i int) string { return []string{"User@example.com", "uSER@Example.com"}[i%2] }, 5},
		} {
			p.run(name, func(p *fixture) {
				got := attempts(30, test.address, test.email)
				if got[fault.AuthenticationRequired] != test.allowed || got[fault.RateLimited] != 30-test.allowed {
					p.t.Errorf("%s: %v, want %d to pass", name, got, test.allowed)
				}
				p.clock.Advance(time.Minute)
			})
		}
		rows := p.config.Client.LoginAttempt.Query().AllX(p.system())
		for _, row := range rows {
			if strings.Contains(row.Key, "example") || strings.Contains(row.Key, "192.0.2") {
				p.t.Errorf("a counter tells whose it is: %s", row.Key)
			}
		}
		p.login("user@example.com") // the limits have passed
		_, err = p.PurgeSignIns(p.t.Context())
		p.ok(err)
		if n := p.config.Client.LoginAttempt.Query().Where(loginattempt.ExpiresAtLT(p.clock.Now())).CountX(p.system()); n != 0 {
			p.t.Errorf("%d counters of the past stay, of %d", n, len(rows))
		}
	})
}

func TestSessionsOfAnAccountAreBounded(t *testing.T) {
	each(t, func(p *fixture) {
		who := p.account("user@example.com", domain.RoleUser)
		var tokens []string
		for range 53 {
			p.clock.Advance(time.Millisecond)
			token, err := p.CliToken(p.system(), "user@example.com", time.Hour)
			p.ok(err)
			tokens = append(tokens, token)
		}
		live := p.config.Client.Session.Query().Where(session.UserID(who.ID), session.RevokedAtIsNil()).CountX(p.system())
		if live != 50 {
			p.t.Errorf("%d sessions are live", live)
		}
		for i, token := range tokens {
			if _, err := p.door.Authenticate(p.t.Context(), token); (err == nil) != (i >= 3) {
				p.t.Errorf("session %d: %v", i, err)
			}
		}
	})
}

// Of too many sessions the one ends that was used least recently, not the one that was refreshed least recently.
func TestTheSessionUnusedLongestEnds(t *testing.T) {
	each(t, func(p *fixture) {
		who := p.account("user@example.com", domain.RoleUser)
		for range 50 {
			p.login("user@example.com") // a minute after the one before
		}
		all := p.config.Client.Session.Query().Where(session.UserID(who.ID)).Order(ent.Asc(session.FieldCreatedAt)).AllX(p.system())
		live := func(i int) bool {
			_, err := p.Viewer(p.t.Context(), who.ID, all[i].ID)
			return err == nil
		}
		p.clock.Advance(time.Minute)
		if !live(0) { // used last, and never refreshed
			p.t.Fatal("the session has ended")
		}
		for range 3 {
			p.login("user@example.com")
		}
		for i, want := range []bool{true, false, false, false, true} {
			if got := live(i); got != want {
				p.t.Errorf("session %d: %v", i, got)
			}
		}
	})
}

func TestViewerIsWhatTheDatabaseSays(t *testing.T) {
	each(t, func(p *fixture) {
		who := p.account("someone@example.com", domain.RoleSolver)
		other := p.account("other@example.com", domain.RoleUser)
		tokens := p.login("someone@example.com")
		was, err := p.door.Authenticate(p.t.Context(), tokens.Access)
		p.ok(err)
		if was.Role != domain.RoleSolver || was.ProviderID != uuid.Nil {
			p.t.Fatalf("the viewer is %+v", was)
		}
		ctx, count := store.CountStatements(p.t.Context())
		_, err = p.Viewer(ctx, who.ID, was.SessionID)
		p.ok(err)
		if count.N() != 1 {
			p.t.Errorf("a viewer costs %d statements", count.N())
		}
		for _, wrong := range [][2]uuid.UUID{
			{who.ID, domain.NewID(domain.KindSession)}, {other.ID, was.SessionID}, {uuid.Nil, uuid.Nil},
		} {
			_, err := p.Viewer(p.t.Context(), wrong[0], wrong[1])
			p.refused(err, fault.InvalidToken)
		}

		company := p.provider()
		_, err = p.ChangeRole(p.system(), desk.Target{ID: who.ID}, domain.RoleProvider, &company)
		p.ok(err)
		p.clock.Advance(999 * time.Millisecond)
		is, err := p.door.Authenticate(p.t.Context(), tokens.Access)
		p.ok(err)
		if is.Role != domain.RoleProvider || is.ProviderID != company {
			p.t.Errorf("a second later the viewer is %+v", is)
		}
		_, err = p.DisableAccount(p.system(), desk.Target{ID: who.ID})
		p.ok(err)
		p.clock.Advance(999 * time.Millisecond)
		_, err = p.door.Authenticate(p.t.Context(), tokens.Access)
		p.refused(err, fault.SessionRevoked)
	})
}

func TestCliToken(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		gone := p.account("gone@example.com", domain.RoleUser)
		_, err := p.DisableAccount(p.system(), desk.Target{ID: gone.ID})
		p.ok(err)
		for name, test := range map[string]struct {
			email string
			ttl   time.Duration
			want  fault.Code
		}{
			"OK":           {"USER@example.com", 0, ""},
			"OKLong":       {"user@example.com", 30 * 24 * time.Hour, ""},
			"ErrTooLong":   {"user@example.com", 31 * 24 * time.Hour, fault.Validation},
			"ErrNegative":  {"user@example.com", -time.Hour, fault.Validation},
			"ErrUnknown":   {"nobody@example.com", 0, fault.NotFound},
			"ErrDisabled":  {"gone@example.com", 0, fault.NotFound},
			"ErrNoAddress": {"nobody", 0, fault.Validation},
		} {
			p.run(name, func(p *fixture) {
				token, err := p.CliToken(p.system(), test.email, test.ttl)
				if test.want != "" {
					p.refused(err, test.want)
					return
				}
				if err != nil {
					p.t.Fatalf("%s: %v", name, err)
				}
				_, err = p.door.Authenticate(p.t.Context(), token)
				p.ok(err)
			})
		}
		access := p.login("user@example.com").Access
		for _, address := range []string{access, ""} {
			_, err := p.CliToken(p.at("192.0.2.1", address), "user@example.com", 0)
			p.refused(err, fault.PermissionDenied)
		}
	})
}
