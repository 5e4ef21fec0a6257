package contender

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
)

// Caller is the account of a request.
type Caller struct {
	Account, Session uuid.UUID
	Role             string
}

// Must refuses callers with other roles.
func (c Caller) Must(roles ...string) error {
	if slices.Contains(roles, c.Role) {
		return nil
	}
	return Refusal(http.StatusForbidden)
}

// Refusal is an error with a status of its own.
type Refusal int

func (r Refusal) Error() string { return http.StatusText(int(r)) }

// RoleOf selects the role of account $1 when its session $2 is in use at $3.
const RoleOf = `SELECT u.role FROM users u JOIN sessions s ON s.user_id = u.id
	WHERE u.id = $1 AND u.state = 'ACTIVE' AND s.id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3`

// Authenticator verifies tokens, whose claims it keeps, and reads the roles of their accounts, which it
// keeps for half a second, as Redress does: a revoked session ends within a second.
type Authenticator struct {
	key    ed25519.PublicKey
	parser *jwt.Parser
	role   func(ctx context.Context, account, session string, now time.Time) (string, error)

	mu    sync.RWMutex
	known map[string]cachedCaller
}

type cachedCaller struct {
	by          Caller
	at, expires time.Time
}

const remembered = 500 * time.Millisecond

// NewAuthenticator creates an authenticator that reads roles by a function, which runs RoleOf.
func NewAuthenticator(key *auth.Key, role func(ctx context.Context, account, session string, now time.Time) (string, error)) (*Authenticator, error) {
	var set struct{ Keys []struct{ X string } }
	if err := json.Unmarshal(key.JWKS(), &set); err != nil {
		return nil, err
	}
	public, err := base64.RawURLEncoding.DecodeString(set.Keys[0].X)
	if err != nil {
		return nil, err
	}
	return &Authenticator{
		key: public,
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer("redress"),
			jwt.WithAudience("redress"), jwt.WithExpirationRequired()),
		role:  role,
		known: map[string]cachedCaller{},
	}, nil
}

// Admit returns who sends a request.
func (a *Authenticator) Admit(r *http.Request) (Caller, error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return Caller{}, Refusal(http.StatusUnauthorized)
	}
	now := time.Now()
	a.mu.RLock()
	last, verified := a.known[token]
	a.mu.RUnlock()
	if !verified || !now.Before(last.expires) {
		var err error
		if last, err = a.verify(token); err != nil {
			return Caller{}, Refusal(http.StatusUnauthorized)
		}
	}
	if now.Sub(last.at) < remembered {
		return last.by, nil
	}
	role, err := a.role(r.Context(), last.by.Account.String(), last.by.Session.String(), now.UTC())
	if errors.Is(err, sql.ErrNoRows) {
		err = Refusal(http.StatusUnauthorized)
	}
	if err != nil {
		return Caller{}, err
	}
	last.at, last.by.Role = now, role
	a.mu.Lock()
	a.known[token] = last
	a.mu.Unlock()
	return last.by, nil
}

func (a *Authenticator) verify(token string) (c cachedCaller, err error) {
	var claims struct {
		jwt.RegisteredClaims
		Session string `json:"sid"`
	}
	read, err := a.parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return a.key, nil })
	if err != nil {
		return c, err
	}
	if read.Header["typ"] != "at+jwt" {
		return c, errors.New("it is no access token")
	}
	c.expires = claims.ExpiresAt.Time
	if c.by.Account, err = uuid.Parse(claims.Subject); err != nil {
		return c, err
	}
	c.by.Session, err = uuid.Parse(claims.Session)
	return c, err
}
