package desk_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

func setupInput(p *fixture) desk.SetupInput {
	return desk.SetupInput{
		Token: p.SetupToken(), Name: "Ada", Email: "ada@example.org", Password: "seven lamps on Mill Lane",
		Organization: "City of Oldhaven", Language: "de", TimeZone: "Europe/Lisbon",
	}
}

func TestSetUp(t *testing.T) {
	t.Parallel()
	each(t, func(p *fixture) {
		tokens, err := p.SetUp(t.Context(), setupInput(p), "a browser")
		p.ok(err)
		viewer, err := p.door.Authenticate(t.Context(), tokens.Access)
		p.ok(err)
		if viewer.Role != domain.RoleSuperAdmin {
			t.Errorf("role %s", viewer.Role)
		}
		if _, err := p.Refresh(t.Context(), tokens.Refresh); err != nil {
			t.Errorf("the refresh token: %v", err)
		}
		info, err := p.Info(t.Context())
		p.ok(err)
		if info.FirstStart || info.Organization.Name != "City of Oldhaven" || info.TimeZone != "Europe/Lisbon" ||
			strings.Join(info.Languages, " ") != "de en" {
			t.Errorf("settings: %+v", info.ServiceSettings)
		}
		again := setupInput(p)
		again.Email = "eve@example.org"
		_, err = p.SetUp(t.Context(), again, "")
		p.refused(err, fault.Conflict)
		if _, err := p.Login(t.Context(), "ada@example.org", "seven lamps on Mill Lane", ""); err != nil {
			t.Errorf("sign in: %v", err)
		}
	})
}

func TestSetUpRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(p *fixture) {
		for name, change := range map[string]func(*desk.SetupInput){
			"no token":      func(in *desk.SetupInput) { in.Token = "" },
			"another token": func(in *desk.SetupInput) { in.Token = in.Token[:30] + flip(in.Token[30:]) },
			"a token whose end was put off": func(in *desk.SetupInput) {
				in.Token = in.Token[:9] + flip(in.Token[9:])
			},
		} {
			p.run(name, func(p *fixture) {
				in := setupInput(p)
				change(&in)
				_, err := p.SetUp(p.t.Context(), in, "")
				p.refused(err, fault.PermissionDenied)
			})
		}
		expired := setupInput(p)
		p.clock.Advance(desk.SetupLifetime)
		_, err := p.SetUp(t.Context(), expired, "")
		p.refused(err, fault.PermissionDenied)

		wrong := setupInput(p)
		wrong.Email, wrong.Password, wrong.Organization, wrong.Language, wrong.TimeZone = "nobody", "short", " ", "Klingon", "Mars/Olympus"
		_, err = p.SetUp(t.Context(), wrong, "")
		p.refused(err, fault.Validation)
		f, _ := fault.As(err)
		var fields []string
		for _, field := range f.Fields {
			fields = append(fields, field.Field)
		}
		for _, want := range []string{"email", "password", "organization", "language", "timeZone"} {
			if !strings.Contains(strings.Join(fields, " "), want) {
				t.Errorf("no error for %s: %v", want, fields)
			}
		}
		if n, err := p.db.Client().User.Query().Count(p.system()); n != 0 || err != nil {
			t.Errorf("%d accounts, %v", n, err)
		}
	})
}

// Of several at once one is first, and nothing of the others is left.
func TestSetUpAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(p *fixture) {
		const n = 4
		var wg sync.WaitGroup
		errs := make([]error, n)
		for i := range n {
			in := setupInput(p)
			in.Email = string(rune('a'+i)) + "@example.org"
			wg.Go(func() { _, errs[i] = p.SetUp(t.Context(), in, "") })
		}
		wg.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
				continue
			}
			p.refused(err, fault.Conflict)
		}
		accounts, err := p.db.Client().User.Query().Where(user.RoleEQ(domain.RoleSuperAdmin)).Count(p.system())
		if done != 1 || accounts != 1 || err != nil {
			t.Errorf("%d succeeded, %d accounts, %v", done, accounts, err)
		}
	})
}

// A repeated start prints another link.
func TestSetupTokens(t *testing.T) {
	t.Parallel()
	each(t, func(p *fixture) {
		first := p.SetupToken()
		p.clock.Advance(time.Second)
		if p.SetupToken() == first {
			t.Error("two starts print the same link")
		}
	})
}

// flip returns a text with another first letter.
func flip(text string) string {
	if text[0] == 'A' {
		return "B" + text[1:]
	}
	return "A" + text[1:]
}
