package identity_test

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
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/dbtest"
	"github.com/redress/redress/internal/testenv/roomtest"
)

func TestLogin(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who := p.AddAccount("Jörg@Example.com", domain.RoleUser)
		for _, spelling := range []string{"Jörg@Example.com", " JÖRG@example.COM ", "jo\u0308rg@example.com"} {
			p.Run(spelling, func(p *roomtest.Fixture) {
				tokens, err := p.Login(p.At("192.0.2.1", ""), spelling, roomtest.Password, "cu\x00rl\n"+strings.Repeat("é", 300))
				p.OK(err)
				if tokens.Account.ID != who.ID || tokens.ExpiresIn != 15*time.Minute {
					p.T.Errorf("%q: %v for %v", spelling, tokens.Account.ID, tokens.ExpiresIn)
				}
				v, err := p.Door.Authenticate(p.T.Context(), tokens.Access)
				p.OK(err)
				row := p.DB.Client().Session.GetX(p.System(), v.SessionID)
				now := p.Clock.Now().Truncate(time.Millisecond)
				if row.Address != "192.0.2.1" || !row.CreatedAt.Equal(now) || !row.ExpiresAt.Equal(now.Add(30*24*time.Hour)) {
					p.T.Errorf("the session says %v", row)
				}
				if !strings.HasPrefix(row.UserAgent, "cu rl é") || len(row.UserAgent) > 300 {
					p.T.Errorf("the session names %q", row.UserAgent)
				}
			})
		}
	})
}

// Work is what the memory of argon2 shows: one hash takes 16 MiB, and nothing else does.
func TestLoginRefusesAllAlike(t *testing.T) {
	const memory = 16 << 10
	dbtest.ForEachInTurn(t, func(t *testing.T, name string) {
		p := roomtest.Open(t, name, auth.Argon2{Memory: memory, Passes: 1, Lanes: 1})
		p.AddAccount("user@example.com", domain.RoleUser)
		gone := p.AddAccount("gone@example.com", domain.RoleUser)
		_, err := p.DisableAccount(p.System(), tx.Target{ID: gone.ID})
		p.OK(err)
		type answer struct {
			text       string
			statements int64
		}
		responses := make(map[answer][]string)
		p.SignIn("user@example.com")
		for name, try := range map[string][2]string{
			"wrong password":          {"user@example.com", "something else entirely"},
			"no password":             {"user@example.com", ""},
			"impossible password":     {"user@example.com", strings.Repeat("x", 10_000)},
			"unknown address":         {"nobody@example.com", roomtest.Password},
			"no address":              {"x", roomtest.Password},
			"NUL in the address":      {"user\x00@example.com", roomtest.Password},
			"disabled account":        {"gone@example.com", roomtest.Password},
			"disabled, wrong as well": {"gone@example.com", "something else entirely"},
		} {
			p.Run(name, func(p *roomtest.Fixture) {
				p.Clock.Advance(time.Minute)
				ctx, count := store.CountStatements(p.At("192.0.2.1", ""))
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, err := p.Login(ctx, try[0], try[1], "")
				runtime.ReadMemStats(&after)
				if hashes := (after.TotalAlloc - before.TotalAlloc) >> 10 / memory; hashes != 1 {
					p.T.Errorf("%s: %d hashes", name, hashes)
				}
				p.Refused(err, fault.AuthenticationRequired)
				a := answer{err.Error(), count.N()}
				responses[a] = append(responses[a], name)
			})
		}
		if len(responses) != 1 {
			t.Errorf("the responses can be told apart: %v", responses)
		}
	})
}

func TestLoginIsLimited(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		second, err := identity.New(p.IdentityConfig) // another instance on the same database
		p.OK(err)
		rooms := []*identity.Room{p.Room, second}
		attempts := func(n int, address, email func(i int) string) map[fault.Code]int {
			errs := roomtest.Parallel(n, func(i int) error {
				_, err := rooms[i%2].Login(p.At(address(i), ""), email(i), "a wrong password", "")
				if f, ok := fault.As(err); ok && f.Code == fault.RateLimited && (f.RetryAfter <= 0 || f.RetryAfter > 50*time.Second) {
					return fmt.Errorf("try again after %v", f.RetryAfter) // the window began 10 s ago
				}
				return err
			})
			return roomtest.CountByCode(errs)
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
			p.Run(name, func(p *roomtest.Fixture) {
				got := attempts(30, test.address, test.email)
				if got[fault.AuthenticationRequired] != test.allowed || got[fault.RateLimited] != 30-test.allowed {
					p.T.Errorf("%s: %v, want %d to pass", name, got, test.allowed)
				}
				p.Clock.Advance(time.Minute)
			})
		}
		rows := p.DB.Client().LoginAttempt.Query().AllX(p.System())
		for _, row := range rows {
			if strings.Contains(row.Key, "example") || strings.Contains(row.Key, "192.0.2") {
				p.T.Errorf("a counter tells whose it is: %s", row.Key)
			}
		}
		p.SignIn("user@example.com") // the limits have passed
		_, err = p.RunJobs("purge_login_attempts", "purge_sign_in_addresses")
		p.OK(err)
		if n := p.DB.Client().LoginAttempt.Query().Where(loginattempt.ExpiresAtLT(p.Clock.Now())).CountX(p.System()); n != 0 {
			p.T.Errorf("%d counters of the past stay, of %d", n, len(rows))
		}
	})
}

func TestSessionsOfAnAccountAreBounded(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who := p.AddAccount("user@example.com", domain.RoleUser)
		var tokens []string
		for range 53 {
			p.Clock.Advance(time.Millisecond)
			token, err := p.CliToken(p.System(), "user@example.com", time.Hour)
			p.OK(err)
			tokens = append(tokens, token)
		}
		live := p.DB.Client().Session.Query().Where(session.UserID(who.ID), session.RevokedAtIsNil()).CountX(p.System())
		if live != 50 {
			p.T.Errorf("%d sessions are live", live)
		}
		for i, token := range tokens {
			if _, err := p.Door.Authenticate(p.T.Context(), token); (err == nil) != (i >= 3) {
				p.T.Errorf("session %d: %v", i, err)
			}
		}
	})
}

// Of too many sessions the one ends that was used least recently, not the one that was refreshed least recently.
func TestTheSessionUnusedLongestEnds(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who := p.AddAccount("user@example.com", domain.RoleUser)
		for range 50 {
			p.SignIn("user@example.com") // a minute after the one before
		}
		all := p.DB.Client().Session.Query().Where(session.UserID(who.ID)).Order(ent.Asc(session.FieldCreatedAt)).AllX(p.System())
		live := func(i int) bool {
			_, err := p.Viewer(p.T.Context(), who.ID, all[i].ID)
			return err == nil
		}
		p.Clock.Advance(time.Minute)
		if !live(0) { // used last, and never refreshed
			p.T.Fatal("the session has ended")
		}
		for range 3 {
			p.SignIn("user@example.com")
		}
		for i, want := range []bool{true, false, false, false, true} {
			if got := live(i); got != want {
				p.T.Errorf("session %d: %v", i, got)
			}
		}
	})
}

func TestViewerIsWhatTheDatabaseSays(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who := p.AddAccount("someone@example.com", domain.RoleSolver)
		other := p.AddAccount("other@example.com", domain.RoleUser)
		tokens := p.SignIn("someone@example.com")
		was, err := p.Door.Authenticate(p.T.Context(), tokens.Access)
		p.OK(err)
		if was.Role != domain.RoleSolver || was.ProviderID != uuid.Nil {
			p.T.Fatalf("the viewer is %+v", was)
		}
		ctx, count := store.CountStatements(p.T.Context())
		_, err = p.Viewer(ctx, who.ID, was.SessionID)
		p.OK(err)
		if count.N() != 1 {
			p.T.Errorf("a viewer costs %d statements", count.N())
		}
		for _, wrong := range [][2]uuid.UUID{
			{who.ID, domain.NewID(domain.KindSession)}, {other.ID, was.SessionID}, {uuid.Nil, uuid.Nil},
		} {
			_, err := p.Viewer(p.T.Context(), wrong[0], wrong[1])
			p.Refused(err, fault.InvalidToken)
		}

		company := p.AddProvider()
		_, err = p.ChangeRole(p.System(), tx.Target{ID: who.ID}, domain.RoleProvider, &company)
		p.OK(err)
		p.Clock.Advance(999 * time.Millisecond)
		is, err := p.Door.Authenticate(p.T.Context(), tokens.Access)
		p.OK(err)
		if is.Role != domain.RoleProvider || is.ProviderID != company {
			p.T.Errorf("a second later the viewer is %+v", is)
		}
		_, err = p.DisableAccount(p.System(), tx.Target{ID: who.ID})
		p.OK(err)
		p.Clock.Advance(999 * time.Millisecond)
		_, err = p.Door.Authenticate(p.T.Context(), tokens.Access)
		p.Refused(err, fault.SessionRevoked)
	})
}

func TestCliToken(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		gone := p.AddAccount("gone@example.com", domain.RoleUser)
		_, err := p.DisableAccount(p.System(), tx.Target{ID: gone.ID})
		p.OK(err)
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
			p.Run(name, func(p *roomtest.Fixture) {
				token, err := p.CliToken(p.System(), test.email, test.ttl)
				if test.want != "" {
					p.Refused(err, test.want)
					return
				}
				if err != nil {
					p.T.Fatalf("%s: %v", name, err)
				}
				_, err = p.Door.Authenticate(p.T.Context(), token)
				p.OK(err)
			})
		}
		access := p.SignIn("user@example.com").Access
		for _, address := range []string{access, ""} {
			_, err := p.CliToken(p.At("192.0.2.1", address), "user@example.com", 0)
			p.Refused(err, fault.PermissionDenied)
		}
	})
}
