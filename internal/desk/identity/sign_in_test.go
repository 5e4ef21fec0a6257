package identity_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/roomtest"
)

// Right sign-ins do not count, one after the other or at once.
func TestRightSignInsAreNeverLimited(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		errs := roomtest.Parallel(30, func(int) error {
			_, err := p.Login(p.At("192.0.2.1", ""), "user@example.com", roomtest.Password, "")
			return err
		})
		if n := roomtest.CountByCode(errs); n[""] != len(errs) {
			p.T.Errorf("%v", n)
		}
		if n := p.DB.Client().LoginAttempt.Query().CountX(p.System()); n != 0 {
			p.T.Errorf("right sign-ins leave %d counters", n)
		}
	})
}

// Strangers have a hundred wrong guesses of a password an hour between them, whatever their
// addresses and whenever the hour begins. The owner is kept out nowhere for less, and never at an
// address from which the account signed in, on another instance as little as after a restart.
func TestNobodyLocksAnOwnerOut(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		home := "192.0.2.77"
		p.SignIn("user@example.com") // from there
		guess := func(r *identity.Room, i int) error {
			_, err := r.Login(p.At(fmt.Sprintf("198.51.100.%d", i%250), ""), "user@example.com", "a wrong password", "")
			return err
		}
		for i := range 5 {
			p.Refused(guess(p.Room, i), fault.AuthenticationRequired)
		}
		_, err := p.Login(p.At("203.0.113.9", ""), "user@example.com", roomtest.Password, "")
		p.OK(err) // five wrong guesses from elsewhere keep nobody out

		second, err := identity.New(p.IdentityConfig)
		p.OK(err)
		told := 5
		for span := range 14 { // more than an hour, in steps that straddle it
			errs := roomtest.Parallel(40, func(i int) error { return guess([]*identity.Room{p.Room, second}[i%2], 10+span*40+i) })
			n := roomtest.CountByCode(errs)
			if n[fault.AuthenticationRequired]+n[fault.RateLimited] != len(errs) {
				p.T.Fatalf("%v", n)
			}
			told += n[fault.AuthenticationRequired]
			if span < 5 && told > 100 {
				p.T.Fatalf("%d guesses were answered within an hour", told)
			}
			if span == 5 {
				if told != 100 {
					p.T.Errorf("%d guesses were answered", told)
				}
				for _, r := range []*identity.Room{p.Room, second} {
					_, err := r.Login(p.At(home, ""), "user@example.com", roomtest.Password, "")
					p.OK(err)
				}
				_, err = p.Login(p.At("198.51.100.251", ""), "user@example.com", roomtest.Password, "")
				f, _ := fault.As(err)
				p.Refused(err, fault.RateLimited)
				if f.RetryAfter < time.Minute || f.RetryAfter > time.Hour+10*time.Minute {
					p.T.Errorf("try again after %v", f.RetryAfter)
				}
			}
			p.Clock.Advance(7 * time.Minute)
		}
		if told > 200 {
			p.T.Errorf("%d guesses were answered in an hour and a half", told)
		}
	})
}

// The addresses that an account signed in from are few and have an end, as have the counters.
func TestWhatSignInsRememberIsBounded(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		for i := range 23 {
			_, err := p.Login(p.At(fmt.Sprintf("192.0.2.%d", i), ""), "user@example.com", roomtest.Password, "")
			p.OK(err)
			p.Clock.Advance(time.Second)
		}
		_, err := p.Login(p.At("192.0.2.1", ""), "user@example.com", "a wrong password", "")
		p.Refused(err, fault.AuthenticationRequired)
		rows := p.DB.Client().SignInAddress
		if n := rows.Query().CountX(p.System()); n != 20 {
			p.T.Errorf("%d addresses are remembered", n)
		}
		for _, row := range rows.Query().AllX(p.System()) {
			if strings.Contains(row.Digest, "192") && strings.Contains(row.Digest, ".") {
				p.T.Errorf("an address is told: %s", row.Digest)
			}
		}
		if n := p.DB.Client().LoginAttempt.Query().CountX(p.System()); n != 3 {
			p.T.Errorf("a wrong sign-in leaves %d counters", n)
		}
		p.Clock.Advance(181 * 24 * time.Hour)
		purged, err := p.RunJobs("purge_login_attempts", "purge_sign_in_addresses")
		p.OK(err)
		if n := rows.Query().CountX(p.System()); n != 0 || purged != 23 {
			p.T.Errorf("%d were purged and %d addresses stay", purged, n)
		}
	})
}

// Each answered guess is an entry of the audit, and each limit reached; the rest of a flood is
// none. What was typed is there as a digest only.
func TestRefusedSignInsAreAudited(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		var told []identity.Refusal
		config := p.IdentityConfig
		config.OnRefusal = func(r identity.Refusal) { told = append(told, r) }
		r, err := identity.New(config)
		p.OK(err)
		who := p.AddAccount("user@example.com", domain.RoleUser)
		for range 20 {
			_, err := r.Login(p.At("192.0.2.1", ""), "User@example.com", "a wrong password", "cu\nrl")
			if !fault.Is(err, fault.AuthenticationRequired) {
				p.Refused(err, fault.RateLimited)
			}
		}
		_, err = r.Login(p.At("192.0.2.1", ""), "nobody@example.com", "a wrong password", "")
		p.Refused(err, fault.AuthenticationRequired)
		unknown, _ := auth.NewRefreshToken()
		for range 10 {
			_, err = r.Refresh(p.At("192.0.2.1", ""), unknown)
			p.Refused(err, fault.InvalidToken)
		}
		tokens := p.SignIn("user@example.com")
		p.OK(r.Logout(p.At("192.0.2.1", tokens.Access)))
		for range 10 {
			_, err = r.Refresh(p.At("192.0.2.1", ""), tokens.Refresh)
			p.Refused(err, fault.SessionRevoked)
		}

		for action, want := range map[string]int{
			"session.login_failed": 6, "session.lockout": 1, "session.refresh_refused": 2,
		} {
			rows := p.DB.Client().AuditEntry.Query().Where(auditentry.Action(action)).Order(ent.Asc(auditentry.FieldID)).AllX(p.System())
			if len(rows) != want {
				p.T.Errorf("%d entries of %s, want %d", len(rows), action, want)
				continue
			}
			first := rows[0]
			var after map[string]any
			p.OK(json.Unmarshal(first.After, &after))
			if first.Address != "192.0.2.1" || first.ActorID != nil || strings.Contains(string(first.After), "example") {
				p.T.Errorf("%s: %+v", action, first)
			}
			if action == "session.refresh_refused" {
				continue
			}
			if first.SubjectID == nil || *first.SubjectID != who.ID || after["user_agent"] != "cu rl" || !strings.HasPrefix(fmt.Sprint(after["email"]), "sha256:") {
				p.T.Errorf("%s: %v %s", action, first.SubjectID, first.After)
			}
		}
		count := map[identity.Refusal]int{}
		for _, r := range told {
			count[r]++
		}
		for r, want := range map[identity.Refusal]int{
			{Operation: "login", Code: fault.AuthenticationRequired}:                  6,
			{Operation: "login", Code: fault.AuthenticationRequired, Lockout: "pair"}: 1,
			{Operation: "login", Code: fault.RateLimited}:                             15,
			{Operation: "refresh", Code: fault.InvalidToken}:                          10,
			{Operation: "refresh", Code: fault.SessionRevoked}:                        10,
		} {
			if count[r] != want {
				p.T.Errorf("%+v was reported %d times, want %d", r, count[r], want)
			}
		}
	})
}

// However many guess, the audit grows by a bounded number of entries.
func TestAFloodOfGuessesDoesNotFillTheAudit(t *testing.T) {
	if testing.Short() {
		t.Skip("twelve hundred sign-ins")
	}
	roomtest.Each(t, func(p *roomtest.Fixture) {
		for i := range 1200 {
			_, err := p.Login(p.At(fmt.Sprintf("10.0.%d.%d", i/200, i%200), ""), fmt.Sprintf("n%d@example.com", i), "a wrong password", "")
			p.Refused(err, fault.AuthenticationRequired)
		}
		if n := p.DB.Client().AuditEntry.Query().Where(auditentry.Action("session.login_failed")).CountX(p.System()); n != 1000 {
			p.T.Errorf("%d entries", n)
		}
	})
}

// A generated password opens no session until its owner has chosen another one.
func TestGeneratedPasswordsMustBeChanged(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("admin@example.com", domain.RoleAdmin)
		admin := p.At("192.0.2.5", p.SignIn("admin@example.com").Access)
		in := identity.AccountInput{Name: "Ada Lovelace", Email: "ada@example.com", Role: domain.RoleUser}
		who, drawn, err := p.Invite(admin, in)
		p.OK(err)
		login := func(password string) error {
			_, err := p.Login(p.At("192.0.2.1", ""), "ada@example.com", password, "")
			return err
		}
		replace := func(old, fresh string) (*identity.Tokens, error) {
			return p.ReplacePassword(p.At("192.0.2.1", ""), "ADA@example.com", old, fresh, "curl")
		}
		p.Refused(login(drawn), fault.PasswordChangeRequired)
		p.Refused(login("something else"), fault.AuthenticationRequired)
		if n := p.DB.Client().Session.Query().Where(session.UserID(who.ID)).CountX(p.System()); n != 0 {
			p.T.Errorf("%d sessions were opened", n)
		}
		token, err := p.CliToken(p.System(), "ada@example.com", 0) // the command is not affected
		p.OK(err)
		for fresh, code := range map[string]string{
			drawn: "unchanged", "short": "too_short", "Password123": "too_common", "ada@example.com": "same_as_email", "ada lovelace": "same_as_name",
		} {
			_, err := replace(drawn, fresh)
			if f, ok := fault.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Field != "newPassword" || f.Fields[0].Code != code {
				p.T.Errorf("%s: %v", code, err)
			}
		}
		_, err = replace("something else", "ada lovelace") // whose name is told to nobody else
		p.Refused(err, fault.AuthenticationRequired)
		tokens, err := replace(drawn, "quite another one")
		p.OK(err)
		v, err := p.Door.Authenticate(p.T.Context(), tokens.Access)
		p.OK(err)
		if v.ID != who.ID {
			p.T.Errorf("signed in as %v", v.ID)
		}
		_, err = p.Refresh(p.T.Context(), tokens.Refresh)
		p.OK(err)
		_, err = p.Door.Authenticate(p.T.Context(), token)
		p.Refused(err, fault.SessionRevoked)
		p.Refused(login(drawn), fault.AuthenticationRequired)
		p.OK(login("quite another one"))

		_, again, err := p.ResetPassword(admin, who.ID)
		p.OK(err)
		p.Refused(login("quite another one"), fault.AuthenticationRequired)
		p.Refused(login(again), fault.PasswordChangeRequired)
		_, err = p.ChangePassword(p.System(), who.ID, "the operator chose it")
		p.OK(err)
		p.OK(login("the operator chose it"))

		p.Clock.Advance(time.Minute)
		n := roomtest.CountByCode(roomtest.Parallel(20, func(i int) error {
			_, err := p.ReplacePassword(p.At("192.0.2.1", ""), "ada@example.com", fmt.Sprintf("a wrong one %d", i), "quite another one", "")
			return err
		}))
		if n[fault.AuthenticationRequired] != 5 || n[fault.RateLimited] != 15 {
			p.T.Errorf("guesses at the old password: %v", n)
		}
	})
}

// An invitation that is repeated under its key gives its password once more, and another one
// another; it is kept nowhere.
func TestInvitingAgainUnderAKey(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("admin@example.com", domain.RoleAdmin)
		admin := p.At("192.0.2.5", p.SignIn("admin@example.com").Access)
		invite := func(key, email string) (*ent.User, string) {
			in := identity.AccountInput{Name: "Ada", Email: email, Role: domain.RoleUser}
			ctx := tx.WithIdempotencyKey(admin, tx.IdempotentRequest{Key: key, Operation: "createUser", Input: in})
			u, drawn, err := p.Invite(ctx, in)
			p.OK(err)
			return u, drawn
		}
		who, drawn := invite("k", "ada@example.com")
		again, same := invite("k", "ada@example.com")
		if again.ID != who.ID || same != drawn || len(drawn) != 26 {
			p.T.Errorf("%s and %s, %q and %q", who.ID, again.ID, drawn, same)
		}
		_, err := p.Login(p.At("192.0.2.1", ""), "ada@example.com", same, "")
		p.Refused(err, fault.PasswordChangeRequired)
		if _, other := invite("l", "bea@example.com"); other == drawn || len(other) != 26 {
			p.T.Errorf("another invitation has the password %q", other)
		}
		_, err = p.ReplacePassword(p.At("192.0.2.1", ""), "ada@example.com", drawn, "quite another one", "")
		p.OK(err)
		if _, gone := invite("k", "ada@example.com"); gone != "" {
			p.T.Errorf("a password that was changed is told: %q", gone)
		}
	})
}

// Whatever its use, a session ends; that of an administrator sooner, and when it is idle.
func TestSessionsEnd(t *testing.T) {
	const day = 24 * time.Hour
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		p.AddAccount("admin@example.com", domain.RoleAdmin)
		for email, c := range map[string]struct {
			step time.Duration
			ends time.Duration
		}{"user@example.com": {29 * day, 90 * day}, "admin@example.com": {11 * time.Hour, 30 * day}} {
			tokens := p.SignIn(email)
			began := p.Clock.Now()
			for {
				p.Clock.Advance(c.step)
				next, err := p.Refresh(p.T.Context(), tokens.Refresh)
				if age := p.Clock.Now().Sub(began); age >= c.ends {
					if !fault.Is(err, fault.TokenExpired) {
						p.T.Errorf("%s after %v: %v", email, age, err)
					}
					_, err = p.Door.Authenticate(p.T.Context(), tokens.Access)
					if err == nil {
						p.T.Errorf("%s: an access token outlives its session", email)
					}
					break
				} else if err != nil {
					p.T.Fatalf("%s after %v: %v", email, age, err)
				}
				tokens = next
			}
		}

		idle, used := p.SignIn("admin@example.com"), p.SignIn("admin@example.com")
		cli, err := p.CliToken(p.System(), "admin@example.com", 20*day)
		p.OK(err)
		signed := used.Access
		for range 50 { // a quarter of an hour each, and most of twelve hours without a refresh
			p.Clock.Advance(14 * time.Minute)
			ctx := p.At("192.0.2.1", signed)
			if auth.From(ctx) == nil {
				p.T.Fatalf("after %v: %v", p.Clock.Now(), auth.Refusal(ctx))
			}
			used, err = p.Refresh(p.T.Context(), used.Refresh)
			p.OK(err)
			signed = used.Access
		}
		p.Clock.Advance(time.Hour)
		_, err = p.Refresh(p.T.Context(), idle.Refresh)
		p.Refused(err, fault.SessionRevoked)
		_, err = p.Refresh(p.T.Context(), used.Refresh)
		p.OK(err)
		p.Clock.Advance(13 * time.Hour)
		_, err = p.Door.Authenticate(p.T.Context(), cli)
		p.OK(err) // nobody sits before it
		n, err := p.RunJobs("end_idle_sessions")
		p.OK(err)
		if n != 2 {
			p.T.Errorf("%d idle sessions were ended", n)
		}

		// A user who becomes an administrator has the shorter session at once.
		tokens := p.SignIn("user@example.com")
		p.Clock.Advance(13 * time.Hour)
		tokens, err = p.Refresh(p.T.Context(), tokens.Refresh)
		p.OK(err)
		p.Clock.Advance(13 * time.Hour)
		_, err = p.ChangeRole(p.System(), tx.Target{ID: tokens.Account.ID}, domain.RoleAdmin, nil)
		p.OK(err)
		_, err = p.Refresh(p.T.Context(), tokens.Refresh)
		p.Refused(err, fault.SessionRevoked)
	})
}

// The session that makes room is the one that was idle longest, whenever it was refreshed or
// opened; one in use is never ended.
func TestSessionsInUseStay(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		open := func() (string, error) { return p.CliToken(p.System(), "user@example.com", 24*time.Hour) }
		alive := func(token string) bool {
			p.Clock.Advance(2 * time.Second)
			return auth.From(p.At("192.0.2.1", token)) != nil
		}
		var tokens []string
		for range 50 {
			p.Clock.Advance(time.Second)
			token, err := open()
			p.OK(err)
			tokens = append(tokens, token)
		}
		p.Clock.Advance(10 * time.Minute)
		if !alive(tokens[0]) {
			p.T.Fatal("the first one is over")
		}
		for range 60 { // a script that signs in for each of its requests
			token, err := open()
			p.OK(err)
			if !alive(token) {
				p.T.Fatal("a new session is over")
			}
		}
		if !alive(tokens[0]) || alive(tokens[1]) {
			p.T.Error("the session in use was ended, or an idle one was not")
		}

		// When all are in use there is no room.
		var used []string
		for range 50 {
			token, err := open()
			if err != nil {
				break
			}
			used = append(used, token)
			p.Clock.Advance(80 * time.Second)
			for _, token := range append(used, tokens[0]) {
				if auth.From(p.At("192.0.2.1", token)) == nil {
					p.T.Fatalf("one of %d sessions in use was ended", len(used))
				}
			}
		}
		if len(used) != 49 {
			p.T.Errorf("%d sessions beside the first are in use", len(used))
		}
		_, err := open()
		p.Refused(err, fault.RateLimited)

		// Another instance knows of the use, once it is written.
		_, err = p.RunJobs("write_session_uses")
		p.OK(err)
		second, err := identity.New(p.IdentityConfig)
		p.OK(err)
		_, err = second.CliToken(p.System(), "user@example.com", time.Hour)
		p.Refused(err, fault.RateLimited)
		p.Clock.Advance(time.Hour)
		_, err = second.CliToken(p.System(), "user@example.com", time.Hour)
		p.OK(err)
	})
}
