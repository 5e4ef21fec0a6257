package identity_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/refreshtoken"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/testenv/roomtest"
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
		before func(p *roomtest.Fixture, who *ent.User, tokens *identity.Tokens) // between the login and the first step
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
			before: func(p *roomtest.Fixture, _ *ent.User, tokens *identity.Tokens) {
				p.OK(p.Logout(p.At("192.0.2.1", tokens.Access)))
			},
			steps: []step{{show: 0, want: fault.SessionRevoked}},
		},
		"ErrDisabled": {
			before: func(p *roomtest.Fixture, who *ent.User, _ *identity.Tokens) {
				_, err := p.DisableAccount(p.System(), tx.Target{ID: who.ID})
				p.OK(err)
			},
			steps: []step{{show: 0, want: fault.SessionRevoked}},
		},
		"ErrPasswordChanged": {
			before: func(p *roomtest.Fixture, who *ent.User, _ *identity.Tokens) {
				_, err := p.ChangePassword(p.System(), who.ID, "another long password")
				p.OK(err)
			},
			steps: []step{{show: 0, want: fault.SessionRevoked}},
		},
	}
	roomtest.Each(t, func(p *roomtest.Fixture) {
		for name, test := range scenarios {
			p.Run(name, func(p *roomtest.Fixture) {
				email := strings.ToLower(name) + "@example.com"
				who := p.AddAccount(email, domain.RoleUser)
				first := p.SignIn(email)
				if test.before != nil {
					test.before(p, who, first)
				}
				tokens := []*identity.Tokens{first}
				for i, s := range test.steps {
					p.Clock.Advance(s.after)
					got, err := p.Refresh(p.T.Context(), tokens[s.show].Refresh)
					if s.want != "" {
						p.Refused(err, s.want)
						continue
					}
					if err != nil {
						p.T.Fatalf("step %d: %v", i, err)
					}
					tokens = append(tokens, got)
					v, err := p.Door.Authenticate(p.T.Context(), got.Access)
					if err != nil || v.ID != who.ID || got.Account.ID != who.ID {
						p.T.Fatalf("step %d: the access token is that of %v, %v", i, v, err)
					}
				}
				if test.steps[len(test.steps)-1].want == fault.SessionRevoked {
					p.Clock.Advance(time.Second)
					for _, old := range tokens {
						if _, err := p.Door.Authenticate(p.T.Context(), old.Access); err == nil {
							p.T.Error("an access token outlives its session")
						}
					}
				}
			})
		}
	})
}

func TestRefreshRefusesWhatIsNoToken(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		unknown, _ := auth.NewRefreshToken()
		for _, token := range []string{"", "x", unknown, unknown[:20]} {
			_, err := p.Refresh(p.T.Context(), token)
			p.Refused(err, fault.InvalidToken)
		}
	})
}

func TestRefreshFiftyAtOnce(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		first := p.SignIn("user@example.com")
		got := make([]*identity.Tokens, 50)
		errs := roomtest.Parallel(len(got), func(i int) (err error) {
			got[i], err = p.Refresh(p.T.Context(), first.Refresh)
			return err
		})
		if n := roomtest.CountByCode(errs); n[""] != len(got) {
			p.T.Fatalf("within the minute each gets a pair: %v", n)
		}
		rows := p.DB.Client().RefreshToken
		used := rows.Query().Where(refreshtoken.UsedAtNotNil()).OnlyX(p.System())
		live := rows.Query().Where(refreshtoken.UsedAtIsNil(), refreshtoken.DeadAtIsNil()).OnlyX(p.System())
		dead := rows.Query().Where(refreshtoken.UsedAtIsNil(), refreshtoken.DeadAtNotNil()).CountX(p.System())
		if dead != len(got)-1 || used.SuccessorID == nil || *used.SuccessorID != live.ID {
			p.T.Fatalf("%d are dead, and the successor is %v, not %v", dead, used.SuccessorID, live.ID)
		}
		alive := 0
		for _, tokens := range got {
			hash, err := auth.HashRefreshToken(tokens.Refresh)
			p.OK(err)
			if string(hash) != string(live.Hash) {
				continue
			}
			alive++
			_, err = p.Refresh(p.T.Context(), tokens.Refresh)
			p.OK(err)
		}
		if alive != 1 {
			p.T.Errorf("%d of the pairs are alive", alive)
		}
	})
}

// Whichever comes first, the two can't both be in honest hands.
func TestRefreshInTwoHandsAtOnce(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		for range 5 {
			first := p.SignIn("user@example.com")
			second, err := p.Refresh(p.T.Context(), first.Refresh)
			p.OK(err)
			errs := roomtest.Parallel(10, func(i int) error {
				_, err := p.Refresh(p.T.Context(), []string{first.Refresh, second.Refresh}[i%2])
				return err
			})
			if n := roomtest.CountByCode(errs); n[""]+n[fault.SessionRevoked] != len(errs) || n[fault.SessionRevoked] == 0 {
				p.T.Fatalf("answers: %v", n)
			}
		}
		if n := p.DB.Client().Session.Query().Where(session.RevokedAtIsNil()).CountX(p.System()); n != 0 {
			p.T.Errorf("%d sessions live on", n)
		}
	})
}

// Run sweeps once it starts, the refresh tokens of sessions that are over among it, and ends
// with its context.
func TestRun(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("user@example.com", domain.RoleUser)
		over := p.SignIn("user@example.com")
		over2, err := p.Refresh(p.T.Context(), over.Refresh)
		p.OK(err)
		p.Clock.Advance(31 * 24 * time.Hour)
		live := p.SignIn("user@example.com")
		live2, err := p.Refresh(p.T.Context(), live.Refresh)
		p.OK(err)

		ctx, cancel := context.WithCancel(p.T.Context())
		done := make(chan struct{})
		go func() { defer close(done); (*jobs.Log)(nil).Run(ctx, p.Room.Jobs()...) }()
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			if p.DB.Client().RefreshToken.Query().CountX(p.System()) == 3 {
				break
			}
			if time.Now().After(deadline) {
				p.T.Fatal("nothing was swept")
			}
		}
		cancel()
		<-done
		_, err = p.Refresh(p.T.Context(), over.Refresh)
		p.Refused(err, fault.InvalidToken)
		_, err = p.Refresh(p.T.Context(), over2.Refresh)
		p.Refused(err, fault.TokenExpired)
		_, err = p.Refresh(p.T.Context(), live2.Refresh)
		p.OK(err)
		_, err = p.Refresh(p.T.Context(), live.Refresh)
		p.Refused(err, fault.SessionRevoked)
	})
}
