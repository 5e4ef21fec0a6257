package server

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/redress/redress/dashboard"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// Demo is what the pages show of a demo.
type Demo struct {
	Accounts []DemoAccount
	Password string // of all accounts
}

// DemoAccount is one of the accounts of a demo.
type DemoAccount struct {
	Role  domain.Role
	Email string
}

// pages returns what the pages show, the OpenAPI document among it; those of a demo list its accounts and hand out tokens.
func pages(o Options, s *settings.Room, tokens *demoTokens, document []byte) web.Config {
	cfg := web.Config{Endpoint: "/graphql", Playground: o.Playground, Document: document, Desk: dashboard.Files(), Images: s.ImageOrigins, Fail: rest.WriteError}
	if o.Demo == nil {
		return cfg
	}
	cfg.Password = o.Demo.Password
	first := map[domain.Role]string{}
	for _, a := range o.Demo.Accounts {
		cfg.Accounts = append(cfg.Accounts, web.Account{Role: strings.ReplaceAll(strings.ToLower(string(a.Role)), "_", " "), Email: a.Email})
		if first[a.Role] == "" {
			first[a.Role] = a.Email
		}
	}
	cfg.Tabs = func(ctx context.Context) ([]web.Tab, error) {
		var tabs []web.Tab
		for _, role := range domain.Roles {
			token, err := tokens.get(ctx, first[role])
			if fault.Is(err, fault.NotFound) { // somebody disabled it
				continue
			}
			if err != nil {
				return nil, err
			}
			tabs = append(tabs, web.RoleTab(strings.ToLower(string(role)), token))
		}
		return tabs, nil
	}
	return cfg
}

// demoTokenAge is how long the visitors of a demo share a session. An account has 50 at most, so
// one for each visit would soon end those of people who are still at work.
const demoTokenAge = 20 * time.Minute

// DemoToken returns an access token of an account of a demo, of the session that its pages share too.
func (s *Service) DemoToken(ctx context.Context, email string) (string, error) {
	return s.demo.get(ctx, email)
}

// demoTokens issues the access tokens that a demo's pages hand to their visitors.
type demoTokens struct {
	identity *identity.Room
	auth     *auth.Authenticator
	now      func() time.Time

	mu     sync.Mutex
	issued map[string]demoToken // by e-mail address
}

type demoToken struct {
	token string
	at    time.Time
}

// get returns an access token of a demo account: the last one while it is younger than
// demoTokenAge and its session has not ended, else a new one.
func (d *demoTokens) get(ctx context.Context, email string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if last := d.issued[email]; last.token != "" && d.now().Sub(last.at) < demoTokenAge {
		if _, err := d.auth.Authenticate(ctx, last.token); err == nil {
			return last.token, nil
		}
	}
	token, err := d.identity.CliToken(auth.System(ctx, "a demo signs its visitors in"), email, 0)
	if err == nil {
		d.issued[email] = demoToken{token, d.now()}
	}
	return token, err
}
