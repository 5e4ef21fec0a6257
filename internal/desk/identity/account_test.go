package identity_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/roomtest"
)

func TestCreateAccount(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		company, nowhere := p.AddProvider(), uuid.New()
		p.AddAccount("taken@example.com", domain.RoleUser)
		for name, test := range map[string]struct {
			change func(*identity.AccountInput)
			want   fault.Code
			fields string
		}{
			"OK":               {change: func(*identity.AccountInput) {}},
			"OKSolver":         {change: func(in *identity.AccountInput) { in.Role, in.Provider = domain.RoleSolver, &company }},
			"OKProvider":       {change: func(in *identity.AccountInput) { in.Role, in.Provider = domain.RoleProvider, &company }},
			"ErrTaken":         {func(in *identity.AccountInput) { in.Email = "TAKEN@Example.COM" }, fault.Conflict, "email"},
			"ErrNothing":       {func(in *identity.AccountInput) { *in = identity.AccountInput{} }, fault.Validation, "name email password role"},
			"ErrNameLines":     {func(in *identity.AccountInput) { in.Name = "a\nb" }, fault.Validation, "name"},
			"ErrNameNUL":       {func(in *identity.AccountInput) { in.Name = "a\x00b" }, fault.Validation, "name"},
			"ErrNameLong":      {func(in *identity.AccountInput) { in.Name = strings.Repeat("n", 201) }, fault.Validation, "name"},
			"ErrPassword":      {func(in *identity.AccountInput) { in.Password = "short" }, fault.Validation, "password"},
			"ErrNoProvider":    {func(in *identity.AccountInput) { in.Role = domain.RoleProvider }, fault.Validation, "providerId"},
			"ErrUserOfCompany": {func(in *identity.AccountInput) { in.Provider = &company }, fault.Validation, "providerId"},
			"ErrNowhere": {func(in *identity.AccountInput) {
				in.Zone, in.Provider, in.Role = &nowhere, &nowhere, domain.RoleSolver
			}, fault.Validation, "zoneId providerId"},
		} {
			p.Run(name, func(p *roomtest.Fixture) {
				in := identity.AccountInput{
					Name: " Ada ", Email: strings.ToLower(name) + "@example.com", Phone: "+49 30 1", Password: roomtest.Password, Role: domain.RoleUser,
				}
				test.change(&in)
				made, err := p.CreateAccount(p.System(), in)
				if test.want == "" {
					p.OK(err)
					if made.Name != "Ada" || made.State != domain.AccountActive || made.Role != in.Role {
						p.T.Errorf("%s: %v", name, made)
					}
					p.SignIn(in.Email)
					return
				}
				p.Refused(err, test.want)
				f, _ := fault.As(err)
				var fields []string
				for _, field := range f.Fields {
					fields = append(fields, field.Field)
				}
				if got := strings.Join(fields, " "); got != test.fields {
					p.T.Errorf("%s: %q are at fault, want %q", name, got, test.fields)
				}
			})
		}
		errs := roomtest.Parallel(8, func(int) error {
			_, err := p.CreateAccount(p.System(), identity.AccountInput{
				Name: "Twin", Email: "twin@example.com", Password: roomtest.Password, Role: domain.RoleUser,
			})
			return err
		})
		if n := roomtest.CountByCode(errs); n[""] != 1 || n[fault.Conflict] != 7 {
			p.T.Errorf("one address, at once: %v", n)
		}
		if n := p.DB.Client().User.Query().Where(user.Name("Twin")).CountX(p.System()); n != 1 {
			p.T.Errorf("%d twins", n)
		}
	})
}

func TestAccountsAreForAdministrators(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		victim := p.AddAccount("victim@example.com", domain.RoleSuperAdmin)
		p.AddAccount("second@example.com", domain.RoleSuperAdmin)
		for _, role := range domain.Roles {
			email := strings.ToLower(string(role)) + "@example.com"
			p.AddAccount(email, role)
			if role == domain.RoleSuperAdmin {
				continue // it manages administrators
			}
			ctx := p.At("192.0.2.1", p.SignIn(email).Access)
			_, err := p.DisableAccount(ctx, tx.Target{ID: victim.ID})
			p.Refused(err, fault.PermissionDenied)
			_, err = p.ChangeRole(ctx, tx.Target{ID: victim.ID}, domain.RoleUser, nil)
			p.Refused(err, fault.PermissionDenied)
			_, err = p.ChangePassword(ctx, victim.ID, "mine from now on")
			p.Refused(err, fault.PermissionDenied)
			rank := domain.RoleUser
			if role == domain.RoleAdmin {
				rank = role // it makes accounts below its own only
			}
			_, err = p.CreateAccount(ctx, identity.AccountInput{Name: "X", Email: "x@example.com", Password: roomtest.Password, Role: rank})
			p.Refused(err, fault.PermissionDenied)
		}
		_, err := p.DisableAccount(p.At("192.0.2.1", ""), tx.Target{ID: victim.ID})
		p.Refused(err, fault.AuthenticationRequired)
		_, err = p.DisableAccount(p.System(), tx.Target{ID: uuid.New()})
		p.Refused(err, fault.NotFound)
		p.SignIn("victim@example.com")
	})
}

func TestTheLastSuperAdminStays(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		active := func() []uuid.UUID {
			return p.DB.Client().User.Query().
				Where(user.RoleEQ(domain.RoleSuperAdmin), user.StateEQ(domain.AccountActive)).IDsX(p.System())
		}
		p.AddAccount("first@example.com", domain.RoleSuperAdmin)
		for range 5 {
			p.AddAccount(uuid.NewString()+"@example.com", domain.RoleSuperAdmin)
			two := active()
			if len(two) != 2 {
				p.T.Fatalf("there are %d", len(two))
			}
			errs := roomtest.Parallel(8, func(i int) (err error) {
				if i%4 < 2 {
					_, err = p.DisableAccount(p.System(), tx.Target{ID: two[i%2]})
				} else {
					_, err = p.ChangeRole(p.System(), tx.Target{ID: two[i%2]}, domain.RoleAdmin, nil)
				}
				return err
			})
			if n := roomtest.CountByCode(errs); n[""]+n[fault.Conflict] != len(errs) || n[fault.Conflict] == 0 {
				p.T.Fatalf("responses: %v", n)
			}
			if n := len(active()); n != 1 {
				p.T.Fatalf("%d are left", n)
			}
		}
		last := active()[0]
		_, err := p.ChangeRole(p.System(), tx.Target{ID: last}, domain.RoleSuperAdmin, nil)
		p.OK(err)
	})
}

func TestChangePasswordEndsAllSessions(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who := p.AddAccount("user@example.com", domain.RoleUser)
		p.AddAccount("other@example.com", domain.RoleUser)
		mine, other := p.SignIn("user@example.com"), p.SignIn("other@example.com")
		_, err := p.ChangePassword(p.System(), who.ID, "short")
		p.Refused(err, fault.Validation)
		_, err = p.ChangePassword(p.System(), who.ID, "another long password")
		p.OK(err)
		_, err = p.Door.Authenticate(p.T.Context(), mine.Access)
		p.Refused(err, fault.SessionRevoked)
		_, err = p.Door.Authenticate(p.T.Context(), other.Access)
		p.OK(err)
		_, err = p.Login(p.At("192.0.2.1", ""), "user@example.com", roomtest.Password, "")
		p.Refused(err, fault.AuthenticationRequired)
		_, err = p.Login(p.At("192.0.2.1", ""), "user@example.com", "another long password", "")
		p.OK(err)
	})
}

// A sign-in with the old password must not slip past the change that ends all sessions.
func TestChangePasswordAgainstLogins(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who := p.AddAccount("user@example.com", domain.RoleUser)
		for range 10 {
			_, err := p.ChangePassword(p.System(), who.ID, roomtest.Password)
			p.OK(err)
			p.Clock.Advance(2 * time.Minute)
			got := make([]*identity.Tokens, 5)
			roomtest.Parallel(6, func(i int) (err error) {
				if i == 5 {
					_, err = p.ChangePassword(p.System(), who.ID, "another long password")
				} else {
					got[i], err = p.Login(p.At("192.0.2.1", ""), "user@example.com", roomtest.Password, "")
				}
				if err != nil && !fault.Is(err, fault.AuthenticationRequired) {
					p.T.Error(err)
				}
				return err
			})
			for _, tokens := range got {
				if tokens == nil {
					continue
				}
				if _, err := p.Door.Authenticate(p.T.Context(), tokens.Access); !fault.Is(err, fault.SessionRevoked) {
					p.T.Fatalf("a session of the old password: %v", err)
				}
			}
		}
	})
}

func TestTheAuditTellsWhoDidWhatAndNoSecret(t *testing.T) {
	roomtest.Each(t, func(p *roomtest.Fixture) {
		who, err := p.CreateAccount(p.System(), identity.AccountInput{
			Name: "Ada Lovelace", Email: "ada@example.com", Phone: "+44 20 7946 0958", Password: roomtest.Password, Role: domain.RoleSolver,
		})
		p.OK(err)
		first := p.SignIn("ada@example.com")
		second, err := p.Refresh(p.T.Context(), first.Refresh)
		p.OK(err)
		p.OK(p.Logout(p.At("192.0.2.77", second.Access)))
		stolen := p.SignIn("ada@example.com")
		_, err = p.Refresh(p.T.Context(), stolen.Refresh)
		p.OK(err)
		p.Clock.Advance(61 * time.Second)
		_, err = p.Refresh(p.T.Context(), stolen.Refresh)
		p.Refused(err, fault.SessionRevoked)
		cli, err := p.CliToken(p.System(), "ada@example.com", 0)
		p.OK(err)
		_, err = p.ChangePassword(p.System(), who.ID, "another long password")
		p.OK(err)
		_, err = p.ChangeRole(p.System(), tx.Target{ID: who.ID}, domain.RoleAdmin, nil)
		p.OK(err)
		for range 2 { // the second time nothing is left to do
			_, err = p.DisableAccount(p.System(), tx.Target{ID: who.ID})
			p.OK(err)
		}

		rows := p.DB.Client().AuditEntry.Query().Order(ent.Asc(auditentry.FieldCreatedAt, auditentry.FieldID)).AllX(p.System())
		var actions []string
		for _, row := range rows {
			actions = append(actions, row.Action)
			byAccount := row.Action == "session.login" || row.Action == "session.logout"
			if byAccount != (row.Agent == domain.AgentAccount) || byAccount != (row.ActorID != nil && *row.ActorID == who.ID) ||
				byAccount != (row.Address == "192.0.2.77") {
				p.T.Errorf("%s is by %s %v from %q", row.Action, row.Agent, row.ActorID, row.Address)
			}
		}
		const want = "user.create session.login session.logout session.login session.reuse session.token user.password user.role user.disable"
		if got := strings.Join(actions, " "); got != want {
			p.T.Errorf("the audit tells %s", got)
		}
		text, err := json.Marshal(rows)
		p.OK(err)
		hash := p.DB.Client().Credential.Query().OnlyX(p.System()).PasswordHash
		for _, secret := range []string{
			roomtest.Password, "another long password", hash, first.Refresh, first.Access, second.Refresh, stolen.Refresh, cli,
			"Lovelace", "ada@", "7946 0958", "argon2",
		} {
			if strings.Contains(string(text), secret) {
				p.T.Errorf("the audit tells %q", secret)
			}
		}
		if !strings.Contains(string(text), "sha256:") {
			p.T.Error("the audit has no digest of the name")
		}
	})
}
