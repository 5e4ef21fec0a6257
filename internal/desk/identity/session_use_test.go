package identity_test

import (
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/roomtest"
)

// Of 51 sessions the one that was unused for longest ends, whichever instance was used and whichever opens the 51st, a command too: sixty
// tokens in five seconds end no session that somebody is using, however long it has been used and had not been before.
func TestTheSessionUnusedForLongestEnds(t *testing.T) {
	for name, use := range map[string]struct {
		before []time.Duration // after each of them it was used once
		whole  int             // seconds for which it was used, before the tokens
	}{
		"from the beginning":        {nil, 0},
		"for some seconds":          {nil, 20},
		"just short of a minute":    {nil, 58},
		"just longer than a minute": {nil, 61},
		"after a pause":             {[]time.Duration{time.Second, 20 * time.Minute}, 1},
		"after two pauses":          {[]time.Duration{2 * time.Minute, 20 * time.Minute}, 1},
		"now and then":              {[]time.Duration{14 * time.Minute, 14 * time.Minute}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			roomtest.Each(t, func(p *roomtest.Fixture) {
				who := p.AddAccount("user@example.com", domain.RoleUser)
				p.SignIn("user@example.com")
				sid := p.DB.Client().Session.Query().Where(session.UserID(who.ID)).AllX(p.System())[0].ID
				used := func() bool { // and the job runs
					v, err := p.Viewer(p.T.Context(), who.ID, sid)
					if err != nil || v == nil {
						return false
					}
					_, err = p.RunJobs("write_session_uses")
					p.OK(err)
					return true
				}
				for _, pause := range use.before {
					p.Clock.Advance(pause)
					used()
				}
				for range use.whole {
					p.Clock.Advance(time.Second)
					used()
				}
				command, err := identity.New(p.IdentityConfig)
				p.OK(err)
				var tokens []string
				for i := range 60 {
					p.Clock.Advance(5 * time.Second / 60)
					if i%12 == 0 && !used() {
						p.T.Fatalf("the session in use was ended beside %d tokens", i)
					}
					token, err := command.CliToken(p.System(), "user@example.com", time.Hour)
					p.OK(err)
					tokens = append(tokens, token)
				}
				if !used() {
					p.T.Fatal("the session in use was ended")
				}
				for i, token := range tokens { // of 61 the eleven that were opened first
					if alive := auth.From(p.At("192.0.2.1", token)) != nil; alive != (i > 10) {
						p.T.Errorf("token %d is alive: %v", i, alive)
					}
				}
			})
		})
	}
}

// What was used outlives a kill: it was written a second later.
func TestSessionUsesOverAKill(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who := p.AddAccount("user@example.com", domain.RoleUser)
		for range identity.MaxSessions {
			p.SignIn("user@example.com")
		}
		all := p.DB.Client().Session.Query().Where(session.UserID(who.ID)).Order(ent.Asc(session.FieldCreatedAt)).AllX(p.System())
		p.Clock.Advance(time.Hour)
		const used = 20
		for _, s := range all[:used] {
			p.Clock.Advance(time.Second)
			_, err := p.Viewer(p.T.Context(), who.ID, s.ID)
			p.OK(err)
			_, err = p.RunJobs("write_session_uses")
			p.OK(err)
		}
		again, err := identity.New(p.IdentityConfig)
		p.OK(err)
		for i, s := range all[used:] {
			p.Clock.Advance(time.Second)
			_, err := again.CliToken(p.System(), "user@example.com", time.Hour)
			p.OK(err)
			if row := p.DB.Client().Session.GetX(p.System(), s.ID); row.RevokedAt == nil {
				p.T.Errorf("session %d has not ended", used+i)
			}
		}
		for i, s := range all[:used] {
			if row := p.DB.Client().Session.GetX(p.System(), s.ID); row.RevokedAt != nil {
				p.T.Errorf("session %d, which was used, has ended", i)
			}
		}
	})
}
