package identity_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv/roomtest"
)

func signInAgain(p *roomtest.Fixture, email string) *identity.Tokens {
	p.T.Helper()
	tokens, err := p.Login(p.At("192.0.2.77", ""), email, roomtest.Password, "test")
	p.OK(err)
	return tokens
}

// Right passwords don't fill the audit: an account's first sign-in has an entry at once, those of the minute after it one together. Nobody
// else's wait for that.
func TestAuditOfManySignIns(t *testing.T) {
	const busyEmail = "busy@example.com"
	roomtest.Each(t, func(p *roomtest.Fixture) {
		busy := p.AddAccount(busyEmail, domain.RoleUser)
		p.AddAccount("other@example.com", domain.RoleUser)
		entries := func() (actions []string, last map[string]any) {
			rows := p.DB.Client().AuditEntry.Query().
				Where(auditentry.ActionHasPrefix("session.")).Order(ent.Asc(auditentry.FieldID)).AllX(p.System())
			for _, row := range rows {
				whose := "other "
				if row.SubjectType == "User" && row.SubjectID != nil && *row.SubjectID == busy.ID || row.ActorID != nil && *row.ActorID == busy.ID {
					whose = "busy "
				}
				actions = append(actions, whose+row.Action)
			}
			if n := len(rows); n > 0 {
				text, err := json.Marshal(rows[n-1].After)
				p.OK(err)
				p.OK(json.Unmarshal(text, &last))
			}
			return actions, last
		}
		expect := func(when string, want ...string) map[string]any {
			p.T.Helper()
			got, last := entries()
			if !slices.Equal(got, want) {
				p.T.Errorf("%s the audit has %q", when, got)
			}
			return last
		}
		runJob := func(want int) {
			p.T.Helper()
			n, err := p.RunJobs("audit_sign_ins")
			p.OK(err)
			if n != want {
				p.T.Errorf("%d sign-ins are audited, not %d", n, want)
			}
		}

		begin := p.Clock.Now().Truncate(time.Millisecond)
		signInAgain(p, busyEmail)
		for i := range 29 {
			p.Clock.Advance(time.Second)
			tokens := signInAgain(p, busyEmail)
			switch i {
			case 3:
				p.OK(p.Logout(p.At("192.0.2.77", tokens.Access)))
			case 4:
				p.OK(p.SignOut(p.T.Context(), tokens.Refresh))
			}
		}
		signInAgain(p, "other@example.com")
		runJob(0)
		expect("within the minute", "busy session.login", "other session.login")

		p.Clock.Advance(31 * time.Second)
		runJob(29)
		about := expect("after a minute", "busy session.login", "other session.login", "busy session.logins")
		if about["count"] != 29.0 || about["ended"] != 2.0 || len(about["sessions"].([]any)) != 20 {
			p.T.Errorf("the entry says %v", about)
		}
		until, err := time.Parse(time.RFC3339, about["until"].(string))
		if err != nil || !until.Equal(begin.Add(29*time.Second)) {
			p.T.Errorf("the last one is of %v, %v", about["until"], err)
		}
		first := about["sessions"].([]any)[0].(map[string]any)
		id, err := uuid.Parse(first["id"].(string))
		p.OK(err)
		if row := p.DB.Client().Session.GetX(p.System(), id); !row.CreatedAt.Equal(begin.Add(time.Second)) || first["address"] != row.Address {
			p.T.Errorf("the first one of the entry is %v", first)
		}
		runJob(0)

		p.Clock.Advance(30 * time.Second)
		signInAgain(p, busyEmail)
		expect("for the next one", "busy session.login", "other session.login", "busy session.logins", "busy session.login")
	})
}

// However many sign-ins a minute has, none of them is missing in the audit.
func TestAuditOfMoreSignInsThanAnEntryTakes(t *testing.T) {
	const busyEmail = "busy@example.com"
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount(busyEmail, domain.RoleUser)
		const all = 1101
		for range all {
			signInAgain(p, busyEmail)
		}
		p.Clock.Advance(time.Minute)
		counted := 0
		for range 2 {
			n, err := p.RunJobs("audit_sign_ins")
			p.OK(err)
			counted += n
		}
		if counted != all-1 {
			p.T.Errorf("%d of %d sign-ins are audited", counted, all-1)
		}
		if n := p.DB.Client().AuditEntry.Query().Where(auditentry.Action("session.logins")).CountX(p.System()); n != 2 {
			p.T.Errorf("%d entries", n)
		}
	})
}
