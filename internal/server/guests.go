package server

import (
	"context"
	"sync"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/domain"
)

// guestTime is how long the demo's visitors share a session. An account has 50 at most, so
// one for each visit would soon end those of people who are still at work.
const guestTime = 20 * time.Minute

// guests signs the visitors of the demo's pages in.
type guests struct {
	desk *desk.Desk
	auth *auth.Authenticator
	now  func() time.Time

	mu     sync.Mutex
	tokens map[domain.Role]issued
}

type issued struct {
	token string
	at    time.Time
}

// token answers an access token for a demo account: the last one while it is young and its
// session has not been ended, else a new one.
func (g *guests) token(ctx context.Context, role domain.Role, email string) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if last := g.tokens[role]; last.token != "" && g.now().Sub(last.at) < guestTime {
		if _, err := g.auth.Authenticate(ctx, last.token); err == nil {
			return last.token, nil
		}
	}
	token, err := g.desk.CliToken(auth.System(ctx, "the demo's pages sign their visitors in"), email, 0)
	if err == nil {
		g.tokens[role] = issued{token, g.now()}
	}
	return token, err
}
