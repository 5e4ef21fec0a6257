package desk_test

import (
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/refreshtoken"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// step shows a refresh token after a while. What it gets is called by the next number:
// the login's is 0.
type step struct {
	after time.Duration
	show  int
	want  fault.Code // "" for a fresh pair
}

func TestRefreshRotates(t *testing.T) {
	const day = 24 * time.Hour
	scenarios := map[string]struct {
		before func(p *fixture, who *ent.User, tokens *desk.Tokens) // between the login and the first step
		steps  []step
	}{
		"OK": {steps: []step{{show: 0}, {show: 1}, {show: 2}}},
		"LostAnswerWithinAMinute": {steps: []step{
			{show: 0}, {after: 60 * time.Second, show: 0}, {show: 2}, {show: 3},
		}},
		"LostAnswerTwice": {steps: []step{
			{show: 0}, {after: 20 * time.Second, show: 0}, {after: 20 * time.Second, show: 0}, {show: 3},
		}},
		"TheMinuteRunsFromTheFirstTime": {steps: []step{
			{show: 0},
			{after: 40 * time.Second, show: 0},
			{after: 40 * time.Second, show: 0, want: fault.SessionRevoked},
			{show: 2, want: fault.SessionRevoked},
		}},
		"AfterAMinuteTheFamilyDies": {steps: []step{
			{show: 0},
			{after: 60*time.Second + time.Millisecond, show: 0, want: fault.SessionRevoked},
			{show: 1, want: fault.SessionRevoked},
		}},
		"WithAUsedSuccessorTheFamilyDies": {steps: []step{
			{show: 0}, {show: 1}, {after: time.Second, show: 0, want: fault.SessionRevoked}, {show: 2, want: fault.SessionRevoked},
		}},
		"ADeadSuccessorKillsTheFamily": {steps: []step{
			{show: 0}, {show: 0}, {show: 1, want: fault.SessionRevoked}, {show: 2, want: fault.SessionRevoked},
		}},
		"AnAncestorKillsTheFamily": {steps: []step{
			{show: 0}, {show: 1}, {show: 2}, {after: day, show: 0, want: fault.SessionRevoked}, {show: 3, want: fault.SessionRevoked},
		}},
		"AnAncestorThatHasExpiredKillsTheFamily": {steps: []step{
			{show: 0}, {after: 20 * day, show: 1}, {after: 20 * day, show: 0, want: fault.SessionRevoked}, {show: 2, want: fault.SessionRevoked},
		}},
		"ErrExpired":       {steps: []step{{after: 30 * day, show: 0, want: fault.TokenExpired}}},
		"OKUntilItExpires": {steps: []step{{after: 30*day - time.Millisecond, show: 0}, {after: 30*day - time.Millisecond, show: 1}}},
		"ErrLoggedOut": {
			before: func(p *fixture, _ *ent.User, tokens *desk.Tokens) { p.ok(p.Logout(p.at("192.0.2.1", tokens.Access))) },
			steps:  []step{{show: 0, want: fault.SessionRevoked}},
		},
		"ErrDisabled": {
			before: func(p *fixture, who *ent.User, _ *desk.Tokens) {
				_, err := p.DisableAccount(p.system(), desk.Target{ID: who.ID})
				p.ok(err)
			},
			steps: []step{{show: 0, want: fault.SessionRevoked}},
		},
		"ErrPasswordChanged": {
			before: func(p *fixture, who *ent.User, _ *desk.Tokens) {
				_, err := p.ChangePassword(p.system(), who.ID, "another long password")
				p.ok(err)
			},
			steps: []step{{show: 0, want: fault.SessionRevoked}},
		},
	}
	each(t, func(p *fixture) {
		for name, test := range scenarios {
			p.run(name, func(p *fixture) {
				email := strings.ToLower(name) + "@example.com"
				who := p.account(email, domain.RoleUser)
				first := p.login(email)
				if test.before != nil {
					test.before(p, who, first)
				}
				tokens := []*desk.Tokens{first}
				for i, s := range test.steps {
					p.clock.Advance(s.after)
					got, err := p.Refresh(p.t.Context(), tokens[s.show].Refresh)
					if s.want != "" {
						p.refused(err, s.want)
						continue
					}
					if err != nil {
						p.t.Fatalf("step %d: %v", i, err)
					}
					tokens = append(tokens, got)
					v, err := p.door.Authenticate(p.t.Context(), got.Access)
					if err != nil || v.ID != who.ID || got.Account.ID != who.ID {
						p.t.Fatalf("step %d: the access token is that of %v, %v", i, v, err)
					}
				}
				if test.steps[len(test.steps)-1].want == fault.SessionRevoked {
					p.clock.Advance(time.Second)
					for _, old := range tokens {
						if _, err := p.door.Authenticate(p.t.Context(), old.Access); err == nil {
							p.t.Error("an access token outlives its session")
						}
					}
				}
			})
		}
	})
}

func TestRefreshRefusesWhatIsNoToken(t *testing.T) {
	each(t, func(p *fixture) {
		unknown, _ := auth.NewRefreshToken()
		for _, token := range []string{"", "x", unknown, unknown[:20]} {
			_, err := p.Refresh(p.t.Context(), token)
			p.refused(err, fault.InvalidToken)
		}
	})
}

func TestRefreshFiftyAtOnce(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		first := p.login("user@example.com")
		got := make([]*desk.Tokens, 50)
		errs := parallel(len(got), func(i int) (err error) {
			got[i], err = p.Refresh(p.t.Context(), first.Refresh)
			return err
		})
		if n := countByCode(errs); n[""] != len(got) {
			p.t.Fatalf("within the minute each gets a pair: %v", n)
		}
		rows := p.config.Client.RefreshToken
		used := rows.Query().Where(refreshtoken.UsedAtNotNil()).OnlyX(p.system())
		live := rows.Query().Where(refreshtoken.UsedAtIsNil(), refreshtoken.DeadAtIsNil()).OnlyX(p.system())
		dead := rows.Query().Where(refreshtoken.UsedAtIsNil(), refreshtoken.DeadAtNotNil()).CountX(p.system())
		if dead != len(got)-1 || used.SuccessorID == nil || *used.SuccessorID != live.ID {
			p.t.Fatalf("%d are dead, and the successor is %v, not %v", dead, used.SuccessorID, live.ID)
		}
		alive := 0
		for _, tokens := range got {
			hash, err := auth.HashRefreshToken(tokens.Refresh)
			p.ok(err)
			if string(hash) != string(live.Hash) {
				continue
			}
			alive++
			_, err = p.Refresh(p.t.Context(), tokens.Refresh)
			p.ok(err)
		}
		if alive != 1 {
			p.t.Errorf("%d of the pairs are alive", alive)
		}
	})
}

// Whichever comes first, the two can't both be in honest hands.
func TestRefreshInTwoHandsAtOnce(t *testing.T) {
	each(t, func(p *fixture) {
		p.account("user@example.com", domain.RoleUser)
		for range 5 {
			first := p.login("user@example.com")
			second, err := p.Refresh(p.t.Context(), first.Refresh)
			p.ok(err)
			errs := parallel(10, func(i int) error {
				_, err := p.Refresh(p.t.Context(), []string{first.Refresh, second.Refresh}[i%2])
				return err
			})
			if n := countByCode(errs); n[""]+n[fault.SessionRevoked] != len(errs) || n[fault.SessionRevoked] == 0 {
				p.t.Fatalf("answers: %v", n)
			}
		}
		if n := p.config.Client.Session.Query().Where(session.RevokedAtIsNil()).CountX(p.system()); n != 0 {
			p.t.Errorf("%d sessions live on", n)
		}
	})
}
