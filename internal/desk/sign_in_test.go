package desk_test

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
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Right sign-ins do not count, one after the other or at once.
func TestRightSignInsAreNeverLimited(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		errs := parallel(30, func(int) error {
			_, err := p.Login(p.at("192.0.2.1", ""), "user@example.com", password, "")
			return err
		})
		if n := countByCode(errs); n[""] != len(errs) {
			p.t.Errorf("%v", n)
		}
		if n := p.config.Client.LoginAttempt.Query().CountX(p.system()); n != 0 {
			p.t.Errorf("right sign-ins leave %d counters", n)
		}
	})
}

// Strangers have a hundred wrong guesses of a password an hour between them, whatever their
// addresses and whenever the hour begins. The owner is kept out nowhere for less, and never at an
// address from which the account signed in, on another instance as little as after a restart.
func TestNobodyLocksAnOwnerOut(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		home := "192.0.2.77"
		p.login("user@example.com") // from there
		guess := func(d *desk.Desk, i int) error {
			_, err := d.Login(p.at(fmt.Sprintf("198.51.100.%d", i%250), ""), "user@example.com", "a wrong password", "")
			return err
		}
		for i := range 5 {
			p.refused(guess(p.Desk, i), fault.AuthenticationRequired)
		}
		_, err := p.Login(p.at("203.0.113.9", ""), "user@example.com", password, "")
		p.ok(err) // five wrong guesses from elsewhere keep nobody out

		second, err := desk.New(p.config)
		p.ok(err)
		told := 5
		for span := range 14 { // more than an hour, in steps that straddle it
			errs := parallel(40, func(i int) error { return guess([]*desk.Desk{p.Desk, second}[i%2], 10+span*40+i) })
			n := countByCode(errs)
			if n[fault.AuthenticationRequired]+n[fault.RateLimited] != len(errs) {
				p.t.Fatalf("%v", n)
			}
			told += n[fault.AuthenticationRequired]
			if span < 5 && told > 100 {
				p.t.Fatalf("%d guesses were answered within an hour", told)
			}
			if span == 5 {
				if told != 100 {
					p.t.Errorf("%d guesses were answered", told)
				}
				for _, d := range []*desk.Desk{p.Desk, second} {
					_, err := d.Login(p.at(home, ""), "user@example.com", password, "")
					p.ok(err)
				}
				_, err = p.Login(p.at("198.51.100.251", ""), "user@example.com", password, "")
				f, _ := fault.As(err)
				p.refused(err, fault.RateLimited)
				if f.RetryAfter < time.Minute || f.RetryAfter > time.Hour+10*time.Minute {
					p.t.Errorf("try again after %v", f.RetryAfter)
				}
			}
			p.clock.Advance(7 * time.Minute)
		}
		if told > 200 {
			p.t.Errorf("%d guesses were answered in an hour and a half", told)
		}
	})
}

// The addresses that an account signed in from are few and have an end, as have the counters.
func TestWhatSignInsRememberIsBounded(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		for i := range 23 {
			_, err := p.Login(p.at(fmt.Sprintf("192.0.2.%d", i), ""), "user@example.com", password, "")
			p.ok(err)
			p.clock.Advance(time.Second)
		}
		_, err := p.Login(p.at("192.0.2.1", ""), "user@example.com", "a wrong password", "")
		p.refused(err, fault.AuthenticationRequired)
		rows := p.config.Client.SignInAddress
		if n := rows.Query().CountX(p.system()); n != 20 {
			p.t.Errorf("%d addresses are remembered", n)
		}
		for _, row := range rows.Query().AllX(p.system()) {
			if strings.Contains(row.Digest, "192") && strings.Contains(row.Digest, ".") {
				p.t.Errorf("an address is told: %s", row.Digest)
			}
		}
		if n := p.config.Client.LoginAttempt.Query().CountX(p.system()); n != 3 {
			p.t.Errorf("a wrong sign-in leaves %d counters", n)
		}
		p.clock.Advance(181 * 24 * time.Hour)
		purged, err := p.PurgeSignIns(p.t.Context())
		p.ok(err)
		if n := rows.Query().CountX(p.system()); n != 0 || purged != 23 {
			p.t.Errorf("%d were purged and %d addresses stay", purged, n)
		}
	})
}

// Each answered guess is an entry of the audit, and each limit reached; the rest of a flood is
// none. What was typed is there as a digest only.
func TestRefusedSignInsAreAudited(t *testing.T) {
	each(t, func(p *fixture) {
		var told []desk.Refusal
		config := p.config
		config.OnRefusal = func(r desk.Refusal) { told = append(told, r) }
		d, err := desk.New(config)
		p.ok(err)
		who := p.account("user@example.com", domain.RoleUser)
		for range 20 {
			_, err := d.Login(p.at("192.0.2.1", ""), "User@example.com", "a wrong password", "cu\nrl")
			if !fault.Is(err, fault.AuthenticationRequired) {
				p.refused(err, fault.RateLimited)
			}
		}
		_, err = d.Login(p.at("192.0.2.1", ""), "nobody@example.com", "a wrong password", "")
		p.refused(err, fault.AuthenticationRequired)
		unknown, _ := auth.NewRefreshToken()
		for range 10 {
			_, err = d.Refresh(p.at("192.0.2.1", ""), unknown)
			p.refused(err, fault.InvalidToken)
		}
		tokens := p.login("user@example.com")
		p.ok(d.Logout(p.at("192.0.2.1", tokens.Access)))
		for range 10 {
			_, err = d.Refresh(p.at("192.0.2.1", ""), tokens.Refresh)
			p.refused(err, fault.SessionRevoked)
		}

		for action, want := range map[string]int{
			"session.login_failed": 6, "session.lockout": 1, "session.refresh_refused": 2,
		} {
			rows := p.config.Client.AuditEntry.Query().Where(auditentry.Action(action)).Order(ent.Asc(auditentry.FieldID)).AllX(p.system())
			if len(rows) != want {
				p.t.Errorf("%d entries of %s, want %d", len(rows), action, want)
				continue
			}
			first := rows[0]
			var after map[string]any
			p.ok(json.Unmarshal(first.After, &after))
			if first.Address != "192.0.2.1" || first.ActorID != nil || strings.Contains(string(first.After), "example") {
				p.t.Errorf("%s: %+v", action, first)
			}
			if action == "session.refresh_refused" {
				continue
			}
			if first.SubjectID == nil || *first.SubjectID != who.ID || after["user_agent"] != "cu rl" || !strings.HasPrefix(fmt.Sprint(after["email"]), "sha256:") {
				p.t.Errorf("%s: %v %s", action, first.SubjectID, first.After)
			}
		}
		count := map[desk.Refusal]int{}
		for _, r := range told {
			count[r]++
		}
		for r, want := range map[desk.Refusal]int{
			{Operation: "login", Code: fault.AuthenticationRequired}:                  6,
			{Operation: "login", Code: fault.AuthenticationRequired, Lockout: "pair"}: 1,
			{Operation: "login", Code: fault.RateLimited}:                             15,
			{Operation: "refresh", Code: fault.InvalidToken}:                          10,
			{Operation: "refresh", Code: fault.SessionRevoked}:                        10,
		} {
			if count[r] != want {
				p.t.Errorf("%+v was reported %d times, want %d", r, count[r], want)
			}
		}
	})
}

// However many guess, the audit grows by a bounded number of entries.
func TestAFloodOfGuessesDoesNotFillTheAudit(t *testing.T) {
	if testing.Short() {
		t.Skip("twelve hundred sign-ins")
	}
	each(t, func(p *fixture) {
		for i := range 1200 {
			_, err := p.Login(p.at(fmt.Sprintf("10.0.%d.%d", i/200, i%200), ""), fmt.Sprintf("n%d@example.com", i), "a wrong password", "")
			p.refused(err, fault.AuthenticationRequired)
		}
		if n := p.config.Client.AuditEntry.Query().Where(auditentry.Action("session.login_failed")).CountX(p.system()); n != 1000 {
			p.t.Errorf("%d entries", n)
		}
	})
}

// A generated password opens no session until its owner has chosen another one.
func TestGeneratedPasswordsMustBeChanged(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("admin@example.com", domain.RoleAdmin)
		admin := p.at("192.0.2.5", p.login("admin@example.com").Access)
		in := desk.AccountInput{Name: "Ada Lovelace", Email: "ada@example.com", Role: domain.RoleUser}
		who, drawn, err := p.Invite(admin, in)
		p.ok(err)
		login := func(password string) error {
			_, err := p.Login(p.at("192.0.2.1", ""), "ada@example.com", password, "")
			return err
		}
		replace := func(old, fresh string) (*desk.Tokens, error) {
			return p.ReplacePassword(p.at("192.0.2.1", ""), "ADA@example.com", old, fresh, "curl")
		}
		p.refused(login(drawn), fault.PasswordChangeRequired)
		p.refused(login("something else"), fault.AuthenticationRequired)
		if n := p.config.Client.Session.Query().Where(session.UserID(who.ID)).CountX(p.system()); n != 0 {
			p.t.Errorf("%d sessions were opened", n)
		}
		token, err := p.CliToken(p.system(), "ada@example.com", 0) // the command is not affected
		p.ok(err)
		for fresh, code := range map[string]string{
			drawn: "unchanged", "short": "too_short", "Password123": "too_common", "ada@example.com": "same_as_email", "ada lovelace": "same_as_name",
		} {
			_, err := replace(drawn, fresh)
			if f, ok := fault.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Field != "newPassword" || f.Fields[0].Code != code {
				p.t.Errorf("%s: %v", code, err)
			}
		}
		_, err = replace("something else", "ada lovelace") // whose name is told to nobody else
		p.refused(err, fault.AuthenticationRequired)
		tokens, err := replace(drawn, "quite another one")
		p.ok(err)
		v, err := p.door.Authenticate(p.t.Context(), tokens.Access)
		p.ok(err)
		if v.ID != who.ID {
			p.t.Errorf("signed in as %v", v.ID)
		}
		_, err = p.Refresh(p.t.Context(), tokens.Refresh)
		p.ok(err)
		_, err = p.door.Authenticate(p.t.Context(), token)
		p.refused(err, fault.SessionRevoked)
		p.refused(login(drawn), fault.AuthenticationRequired)
		p.ok(login("quite another one"))

		_, again, err := p.ResetPassword(admin, who.ID)
		p.ok(err)
		p.refused(login("quite another one"), fault.AuthenticationRequired)
		p.refused(login(again), fault.PasswordChangeRequired)
		_, err = p.ChangePassword(p.system(), who.ID, "the operator chose it")
		p.ok(err)
		p.ok(login("the operator chose it"))

		p.clock.Advance(time.Minute)
		n := countByCode(parallel(20, func(i int) error {
			_, err := p.ReplacePassword(p.at("192.0.2.1", ""), "ada@example.com", fmt.Sprintf("a wrong one %d", i), "quite another one", "")
			return err
		}))
		if n[fault.AuthenticationRequired] != 5 || n[fault.RateLimited] != 15 {
			p.t.Errorf("guesses at the old password: %v", n)
		}
	})
}

// An invitation that is repeated under its key gives its password once more, and another one
// another; it is kept nowhere.
func TestInvitingAgainUnderAKey(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("admin@example.com", domain.RoleAdmin)
		admin := p.at("192.0.2.5", p.login("admin@example.com").Access)
		invite := func(key, email string) (*ent.User, string) {
			in := desk.AccountInput{Name: "Ada", Email: email, Role: domain.RoleUser}
			ctx := desk.WithIdempotencyKey(admin, desk.IdempotentRequest{Key: key, Operation: "createUser", Input: in})
			u, drawn, err := p.Invite(ctx, in)
			p.ok(err)
			return u, drawn
		}
		who, drawn := invite("k", "ada@example.com")
		again, same := invite("k", "ada@example.com")
		if again.ID != who.ID || same != drawn || len(drawn) != 26 {
			p.t.Errorf("%s and %s, %q and %q", who.ID, again.ID, drawn, same)
		}
		_, err := p.Login(p.at("192.0.2.1", ""), "ada@example.com", same, "")
		p.refused(err, fault.PasswordChangeRequired)
		if _, other := invite("l", "bea@example.com"); other == drawn || len(other) != 26 {
			p.t.Errorf("another invitation has the password %q", other)
		}
		_, err = p.ReplacePassword(p.at("192.0.2.1", ""), "ada@example.com", drawn, "quite another one", "")
		p.ok(err)
		if _, gone := invite("k", "ada@example.com"); gone != "" {
			p.t.Errorf("a password that was changed is told: %q", gone)
		}
	})
}

// Whatever its use, a session ends; that of an administrator sooner, and when it is idle.
func TestSessionsEnd(t *testing.T) {
	const day = 24 * time.Hour
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		p.account("admin@example.com", domain.RoleAdmin)
		for email, c := range map[string]struct {
			step time.Duration
			ends time.Duration
		}{"user@example.com": {29 * day, 90 * day}, "admin@example.com": {11 * time.Hour, 30 * day}} {
			tokens := p.login(email)
			began := p.clock.Now()
			for {
				p.clock.Advance(c.step)
				next, err := p.Refresh(p.t.Context(), tokens.Refresh)
				if age := p.clock.Now().Sub(began); age >= c.ends {
					if !fault.Is(err, fault.TokenExpired) {
						p.t.Errorf("%s after %v: %v", email, age, err)
					}
					_, err = p.door.Authenticate(p.t.Context(), tokens.Access)
					if err == nil {
						p.t.Errorf("%s: an access token outlives its session", email)
					}
					break
				} else if err != nil {
					p.t.Fatalf("%s after %v: %v", email, age, err)
				}
				tokens = next
			}
		}

		idle, used := p.login("admin@example.com"), p.login("admin@example.com")
		cli, err := p.CliToken(p.system(), "admin@example.com", 20*day)
		p.ok(err)
		signed := used.Access
		for range 50 { // a quarter of an hour each, and most of twelve hours without a refresh
			p.clock.Advance(14 * time.Minute)
			ctx := p.at("192.0.2.1", signed)
			if auth.From(ctx) == nil {
				p.t.Fatalf("after %v: %v", p.clock.Now(), auth.Refusal(ctx))
			}
			used, err = p.Refresh(p.t.Context(), used.Refresh)
			p.ok(err)
			signed = used.Access
		}
		p.clock.Advance(time.Hour)
		_, err = p.Refresh(p.t.Context(), idle.Refresh)
		p.refused(err, fault.SessionRevoked)
		_, err = p.Refresh(p.t.Context(), used.Refresh)
		p.ok(err)
		p.clock.Advance(13 * time.Hour)
		_, err = p.door.Authenticate(p.t.Context(), cli)
		p.ok(err) // nobody sits before it
		n, err := p.EndIdleSessions(p.t.Context())
		p.ok(err)
		if n != 2 {
			p.t.Errorf("%d idle sessions were ended", n)
		}

		// A user who becomes an administrator has the shorter session at once.
		tokens := p.login("user@example.com")
		p.clock.Advance(13 * time.Hour)
		tokens, err = p.Refresh(p.t.Context(), tokens.Refresh)
		p.ok(err)
		p.clock.Advance(13 * time.Hour)
		_, err = p.ChangeRole(p.system(), desk.Target{ID: tokens.Account.ID}, domain.RoleAdmin, nil)
		p.ok(err)
		_, err = p.Refresh(p.t.Context(), tokens.Refresh)
		p.refused(err, fault.SessionRevoked)
	})
}

// The session that makes room is the one that was idle longest, whenever it was refreshed or
// opened; one in use is never ended.
func TestSessionsInUseStay(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		open := func() (string, error) { return p.CliToken(p.system(), "user@example.com", 24*time.Hour) }
		alive := func(token string) bool {
			p.clock.Advance(2 * time.Second)
			return auth.From(p.at("192.0.2.1", token)) != nil
		}
		var tokens []string
		for range 50 {
			p.clock.Advance(time.Second)
			token, err := open()
			p.ok(err)
			tokens = append(tokens, token)
		}
		p.clock.Advance(10 * time.Minute)
		if !alive(tokens[0]) {
			p.t.Fatal("the first one is over")
		}
		for range 60 { // a script that signs in for each of its requests
			token, err := open()
			p.ok(err)
			if !alive(token) {
				p.t.Fatal("a new session is over")
			}
		}
		if !alive(tokens[0]) || alive(tokens[1]) {
			p.t.Error("the session in use was ended, or an idle one was not")
		}

		// When all are in use there is no room.
		var used []string
		for range 50 {
			token, err := open()
			if err != nil {
				break
			}
			used = append(used, token)
			p.clock.Advance(80 * time.Second)
			for _, token := range append(used, tokens[0]) {
				if auth.From(p.at("192.0.2.1", token)) == nil {
					p.t.Fatalf("one of %d sessions in use was ended", len(used))
				}
			}
		}
		if len(used) != 49 {
			p.t.Errorf("%d sessions beside the first are in use", len(used))
		}
		_, err := open()
		p.refused(err, fault.RateLimited)

		// Another instance knows of the use, once it is written.
		p.ok(p.WriteSessionUses(p.t.Context()))
		second, err := desk.New(p.config)
		p.ok(err)
		_, err = second.CliToken(p.system(), "user@example.com", time.Hour)
		p.refused(err, fault.RateLimited)
		p.clock.Advance(time.Hour)
		_, err = second.CliToken(p.system(), "user@example.com", time.Hour)
		p.ok(err)
	})
}
