package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// Sessions looks sessions up.
type Sessions interface {
	// Viewer returns the viewer of a session of an account, never nil without an error:
	// SessionRevoked when the session has ended or the account is disabled, InvalidToken
	// when there is no such session of that account. Without an account it is the id of a link.
	Viewer(ctx context.Context, account, session uuid.UUID) (*Viewer, error)
}

// Links looks up who holds a link.
type Links interface {
	// LinkViewer returns the viewer of the link with a hash, never nil without an error: InvalidToken when there is none
	// or it has ended, which can't be told apart.
	LinkViewer(ctx context.Context, hash []byte) (*Viewer, error)
}

// Authenticator turns access tokens into viewers. It caches a viewer for cacheLifetime at
// most: a lost right must be refused within one second (docs/product.md, Roles and rights). A Watch
// that was given it looks at all sessions in use at once, so that they need no look-ups of their own.
type Authenticator struct {
	// Admit, unless nil, is asked before a session is looked up. The look-up ends with release.
	Admit func(ctx context.Context) (release func(), err error)

	verifier *Verifier
	sessions Sessions
	links    Links
	viewers  *lru.Cache[cacheKey, *cachedViewer]
	lookUps  singleflight.Group // by cacheKey: many requests of one come at the same time
}

// lookUpTime is how long a look-up may take.
const lookUpTime = 10 * time.Second

// cacheKey is by what a viewer is cached: the ids of an account and of its session, one after the other, or the hash of a link's token.
type cacheKey [sha256.Size]byte

type cachedViewer struct {
	viewer Viewer
	at     time.Time    // when the database was asked
	used   atomic.Int64 // when a request came last, in Unix nanoseconds
}

func newCachedViewer(v Viewer, at, used time.Time) *cachedViewer {
	c := &cachedViewer{viewer: v, at: at}
	c.used.Store(used.UnixNano())
	return c
}

// NewAuthenticator creates an authenticator of the verifier's tokens, and of those of links.
func NewAuthenticator(verifier *Verifier, sessions Sessions, links Links) (*Authenticator, error) {
	seen, err := lru.New[cacheKey, *cachedViewer](cacheSize)
	if err != nil {
		return nil, err
	}
	return &Authenticator{verifier: verifier, sessions: sessions, links: links, viewers: seen}, nil
}

// Authenticate returns the viewer of an access token, or TokenExpired, SessionRevoked or
// InvalidToken, or the error of looking the session up. It is called directly where the token
// does not come in a header, and again by a long stream, to see whether its viewer still has
// the right to it. The viewer is the caller's own copy.
func (a *Authenticator) Authenticate(ctx context.Context, token string) (*Viewer, error) {
	if isLinkToken(token) {
		return a.authenticateLink(ctx, token)
	}
	claims, err := a.verifier.Verify(token)
	if err != nil {
		return nil, err
	}
	var key cacheKey
	copy(key[copy(key[:], claims.Account[:]):], claims.Session[:])
	last, err := a.cached(ctx, key, func(ctx context.Context) (*Viewer, error) {
		return a.sessions.Viewer(ctx, claims.Account, claims.Session)
	})
	if err != nil {
		return nil, err
	}
	v := last.viewer
	v.Address, v.Expires = Address(ctx), claims.Expires()
	return &v, nil
}

// authenticateLink returns the viewer who holds the token of a link, or InvalidToken, or the error of looking it up.
func (a *Authenticator) authenticateLink(ctx context.Context, token string) (*Viewer, error) {
	hash, err := HashLinkToken(token)
	if err != nil {
		return nil, err
	}
	last, err := a.cached(ctx, cacheKey(hash), func(ctx context.Context) (*Viewer, error) { return a.links.LinkViewer(ctx, hash) })
	if err != nil {
		return nil, err
	}
	v := last.viewer
	v.Address = Address(ctx)
	return &v, nil
}

// cached returns the viewer of a session or a link as it was looked up within cacheLifetime.
func (a *Authenticator) cached(ctx context.Context, key cacheKey, lookUp func(context.Context) (*Viewer, error)) (*cachedViewer, error) {
	for {
		now := a.verifier.issuer.Now()
		if last, ok := a.viewers.Get(key); ok && fresh(last.at, now) {
			last.used.Store(now.UnixNano())
			return last, nil
		}
		result := a.lookUps.DoChan(string(key[:]), func() (any, error) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTime) // others wait for it too
			defer cancel()
			return a.lookUp(ctx, key, lookUp)
		})
		select {
		case r := <-result:
			if r.Err != nil {
				return nil, r.Err
			}
			if last, _ := r.Val.(*cachedViewer); !r.Shared || fresh(last.at, a.verifier.issuer.Now()) {
				return last, nil
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (a *Authenticator) lookUp(ctx context.Context, key cacheKey, lookUp func(context.Context) (*Viewer, error)) (*cachedViewer, error) {
	if a.Admit != nil {
		release, err := a.Admit(ctx)
		if err != nil {
			return nil, err
		}
		defer release()
	}
	now := a.verifier.issuer.Now() // before the look-up: its result is as old as that
	v, err := lookUp(ctx)
	if err != nil {
		a.viewers.Remove(key)
		return nil, err
	}
	last := newCachedViewer(*v, now, now)
	a.viewers.Add(key, last)
	return last, nil
}

// usedViewer is a viewer whom requests came from.
type usedViewer struct {
	key              cacheKey
	account, session uuid.UUID
}

// inUse returns the viewers whom requests came from since an instant.
func (a *Authenticator) inUse(since time.Time) (used []usedViewer) {
	for _, key := range a.viewers.Keys() {
		if c, ok := a.viewers.Peek(key); ok && c.used.Load() >= since.UnixNano() {
			used = append(used, usedViewer{key, c.viewer.ID, c.viewer.SessionID})
		}
	}
	return used
}

// confirm notes what the database said of sessions in use when it was asked: those that are not live
// are forgotten, so that the next request hears why. What was looked up since is newer.
func (a *Authenticator) confirm(used []usedViewer, live map[uuid.UUID]Viewer, asked time.Time) {
	for _, u := range used {
		c, ok := a.viewers.Peek(u.key)
		if !ok || c.at.After(asked) {
			continue
		}
		if v, alive := live[u.session]; alive && v.ID == u.account {
			a.viewers.Add(u.key, newCachedViewer(v, asked, time.Unix(0, c.used.Load())))
		} else {
			a.viewers.Remove(u.key)
		}
	}
}

// Middleware puts into the request's context its client's address and its viewer, or the
// Refusal, or neither when there is no Authorization header. It writes no response itself,
// because each API has its own error format.
func (a *Authenticator) Middleware(address func(*http.Request) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx := WithAddress(r.Context(), address(r))
			ctx = context.WithValue(ctx, agentKey{}, r.UserAgent())
			if headers := r.Header.Values("Authorization"); len(headers) > 0 {
				v, err := a.admit(ctx, headers)
				if err != nil {
					ctx = context.WithValue(ctx, refusalKey{}, err)
				} else {
					ctx = With(ctx, v)
				}
			}
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

// admit accepts exactly one header of the form "Bearer token" (RFC 6750 section 2.1), with any number of
// blanks in between (RFC 9110 section 11.4).
func (a *Authenticator) admit(ctx context.Context, headers []string) (*Viewer, error) {
	scheme, token, _ := strings.Cut(headers[0], " ")
	if len(headers) > 1 || !strings.EqualFold(scheme, "Bearer") {
		return nil, InvalidToken(errors.New("not one Bearer header"))
	}
	return a.Authenticate(ctx, strings.TrimLeft(token, " "))
}

type addressKey struct{}

// WithAddress returns a context of a request from a client's address.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// Address returns the client's address of the context's request, of an anonymous one too; empty
// outside a request.
func Address(ctx context.Context) string {
	s, _ := ctx.Value(addressKey{}).(string)
	return s
}
