package main

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
)

// caller is the account of a request.
type caller struct {
	account, session uuid.UUID
	role             string
}

// authenticator verifies tokens and reads their accounts, and caches both for half a second as
// Redress does.
type authenticator struct {
	key    ed25519.PublicKey
	parser *jwt.Parser
	who    *sql.Stmt

	mu    sync.RWMutex
	known map[string]cachedCaller
}

type cachedCaller struct {
	by          caller
	at, expires time.Time
}

const remembered = 500 * time.Millisecond

func newAuthenticator(db *base, key *auth.Key) (*authenticator, error) {
	var set struct{ Keys []struct{ X string } }
	if err := json.Unmarshal(key.JWKS(), &set); err != nil {
		return nil, err
	}
	public, err := base64.RawURLEncoding.DecodeString(set.Keys[0].X)
	if err != nil {
		return nil, err
	}
	return &authenticator{
		key: public,
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer("redress"),
			jwt.WithAudience("redress"), jwt.WithExpirationRequired()),
		who: db.prepare(`SELECT u.role FROM users u JOIN sessions s ON s.user_id = u.id
			WHERE u.id = $1 AND u.state = 'ACTIVE' AND s.id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3`),
		known: map[string]cachedCaller{},
	}, nil
}

func (d *authenticator) admit(r *http.Request) (caller, error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return caller{}, refusal(http.StatusUnauthorized)
	}
	now := time.Now()
	d.mu.RLock()
	last, ok := d.known[token]
	d.mu.RUnlock()
	if ok && now.Sub(last.at) < remembered && now.Before(last.expires) {
		return last.by, nil
	}
	seen, err := d.look(r.Context(), token, now)
	if err != nil {
		return caller{}, err
	}
	d.mu.Lock()
	d.known[token] = seen
	d.mu.Unlock()
	return seen.by, nil
}

func (d *authenticator) look(ctx context.Context, token string, now time.Time) (cachedCaller, error) {
	var claims struct {
		jwt.RegisteredClaims
		Session string `json:"sid"`
	}
	read, err := d.parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return d.key, nil })
	if err != nil || read.Header["typ"] != "at+jwt" {
		return cachedCaller{}, refusal(http.StatusUnauthorized)
	}
	s := cachedCaller{at: now, expires: claims.ExpiresAt.Time}
	if s.by.account, err = uuid.Parse(claims.Subject); err != nil {
		return s, refusal(http.StatusUnauthorized)
	}
	if s.by.session, err = uuid.Parse(claims.Session); err != nil {
		return s, refusal(http.StatusUnauthorized)
	}
	err = d.who.QueryRowContext(ctx, claims.Subject, claims.Session, now.UTC()).Scan(&s.by.role)
	if errors.Is(err, sql.ErrNoRows) {
		err = refusal(http.StatusUnauthorized)
	}
	return s, err
}

// must refuses callers with other roles.
func (c *call) must(roles ...string) error {
	for _, r := range roles {
		if c.by.role == r {
			return nil
		}
	}
	return refusal(http.StatusForbidden)
}
