package settings_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/roomtest"
)

// setup is what is given to a setup.
type setup struct {
	settings.SetupInput
	identity.AccountInput
}

func setupInput(p *roomtest.Fixture) setup {
	return setup{
		settings.SetupInput{Token: p.Settings.SetupToken(), Organization: "City of Oldhaven", Language: "de", TimeZone: "Europe/Lisbon"},
		identity.AccountInput{Name: "Ada", Email: "ada@example.org", Password: "seven lamps on Mill Lane"},
	}
}

func setUp(p *roomtest.Fixture, in setup, agent string) (*identity.Tokens, error) {
	first := p.FirstAccount(in.AccountInput, agent)
	if err := p.Settings.SetUp(p.T.Context(), in.SetupInput, first); err != nil {
		return nil, err
	}
	return first.Tokens()
}

func TestSetUp(t *testing.T) {
	t.Parallel()
	roomtest.Each(t, func(p *roomtest.Fixture) {
		tokens, err := setUp(p, setupInput(p), "a browser")
		p.OK(err)
		viewer, err := p.Door.Authenticate(t.Context(), tokens.Access)
		p.OK(err)
		if viewer.Role != domain.RoleSuperAdmin {
			t.Errorf("role %s", viewer.Role)
		}
		if _, err := p.Refresh(t.Context(), tokens.Refresh); err != nil {
			t.Errorf("the refresh token: %v", err)
		}
		info, err := p.Settings.Info(t.Context())
		p.OK(err)
		if info.FirstStart || info.Organization.Name != "City of Oldhaven" || info.TimeZone != "Europe/Lisbon" ||
			strings.Join(info.Languages, " ") != "de en" {
			t.Errorf("settings: %+v", info.ServiceSettings)
		}
		again := setupInput(p)
		again.Email = "eve@example.org"
		_, err = setUp(p, again, "")
		p.Refused(err, fault.Conflict)
		if _, err := p.Login(t.Context(), "ada@example.org", "seven lamps on Mill Lane", ""); err != nil {
			t.Errorf("sign in: %v", err)
		}
	})
}

func TestSetUpRefuses(t *testing.T) {
	t.Parallel()
	roomtest.Each(t, func(p *roomtest.Fixture) {
		for name, change := range map[string]func(*setup){
			"no token":      func(in *setup) { in.Token = "" },
			"another token": func(in *setup) { in.Token = in.Token[:30] + flip(in.Token[30:]) },
			"a token whose end was put off": func(in *setup) {
				in.Token = in.Token[:9] + flip(in.Token[9:])
			},
		} {
			p.Run(name, func(p *roomtest.Fixture) {
				in := setupInput(p)
				change(&in)
				_, err := setUp(p, in, "")
				p.Refused(err, fault.PermissionDenied)
			})
		}
		expired := setupInput(p)
		p.Clock.Advance(settings.SetupLifetime)
		_, err := setUp(p, expired, "")
		p.Refused(err, fault.PermissionDenied)

		wrong := setupInput(p)
		wrong.Email, wrong.Password, wrong.Organization, wrong.Language, wrong.TimeZone = "nobody", "short", " ", "Klingon", "Mars/Olympus"
		_, err = setUp(p, wrong, "")
		p.Refused(err, fault.Validation)
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
		if n, err := p.DB.Client().User.Query().Count(p.System()); n != 0 || err != nil {
			t.Errorf("%d accounts, %v", n, err)
		}
	})
}

// Of several at once one is first, and nothing of the others is left.
func TestSetUpAtOnce(t *testing.T) {
	t.Parallel()
	roomtest.Each(t, func(p *roomtest.Fixture) {
		const n = 4
		var wg sync.WaitGroup
		errs := make([]error, n)
		for i := range n {
			in := setupInput(p)
			in.Email = string(rune('a'+i)) + "@example.org"
			wg.Go(func() { _, errs[i] = setUp(p, in, "") })
		}
		wg.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
				continue
			}
			p.Refused(err, fault.Conflict)
		}
		accounts, err := p.DB.Client().User.Query().Where(user.RoleEQ(domain.RoleSuperAdmin)).Count(p.System())
		if done != 1 || accounts != 1 || err != nil {
			t.Errorf("%d succeeded, %d accounts, %v", done, accounts, err)
		}
	})
}

// A repeated start prints another link.
func TestSetupTokens(t *testing.T) {
	t.Parallel()
	roomtest.Each(t, func(p *roomtest.Fixture) {
		first := p.Settings.SetupToken()
		p.Clock.Advance(time.Second)
		if p.Settings.SetupToken() == first {
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
