// Package budget limits how much each account, and each network address of callers without one, may
// make the service do in a minute. What a request may cost is drawn from the budget before the
// request is executed, and what it did not use is given back.
//
// Budgets are kept in the memory of an instance: with several instances an account has as many.
package budget

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	// window is the time in which an empty budget is full again.
	window = time.Minute
	// remembered is how many budgets are kept, those that were used last. One that was forgotten
	// is full.
	remembered = 20_000
)

// The costs of requests that are not estimated from a document.
const (
	// AnonymousRequest is drawn from the budget of the network address for each request without a
	// valid token.
	AnonymousRequest = 1
	// Read is the cost of a GET of the REST API: a page, or the rows of one object.
	Read = 50
	// Write is the cost of an upload.
	Write = 200
	// SignIn is the cost of signing in and of refreshing a token.
	SignIn = 20
	// ExportPage is drawn before a file is begun; what its pages cost is drawn as they are read.
	ExportPage = 1_000
)

// The bounds of a setting other than 0.
const (
	MinAccount   = 100_000 // the most expensive operation fits
	MinAnonymous = 100
	Most         = 1_000_000_000
)

// Settings are the budgets in units of cost a minute. 0 is no limit.
type Settings struct {
	User, Solver, Provider, Admin, SuperAdmin int
	Anonymous                                 int // of a network address without a valid token
}

// DefaultSettings returns budgets that a dashboard uses a small part of.
func DefaultSettings() Settings {
	return Settings{
		User: 300_000, Solver: 300_000, Provider: 300_000, Admin: 1_500_000, SuperAdmin: 1_500_000,
		Anonymous: 6_000,
	}
}

// of returns the budget of a viewer, nil being a caller without one. A link has that of a reporter.
func (s Settings) of(v *auth.Viewer) int {
	if v == nil {
		return s.Anonymous
	}
	switch v.Role {
	case domain.RoleUser:
		return s.User
	case domain.RoleSolver:
		return s.Solver
	case domain.RoleProvider:
		return s.Provider
	case domain.RoleAdmin:
		return s.Admin
	case domain.RoleSuperAdmin:
		return s.SuperAdmin
	}
	return s.User
}

// Budgets are the budgets of all callers of an instance.
type Budgets struct {
	settings Settings
	now      func() time.Time

	mu      sync.Mutex
	callers *lru.Cache[string, *bucket]
	refused map[string]uint64
}

// bucket is the budget of one caller.
type bucket struct {
	*rate.Limiter
	quota int
}

// New returns full budgets.
func New(settings Settings, now func() time.Time) (*Budgets, error) {
	callers, err := lru.New[string, *bucket](remembered)
	if err != nil {
		return nil, err
	}
	return &Budgets{settings: settings, now: now, callers: callers, refused: map[string]uint64{}}, nil
}

// Refused returns how many requests of a role were refused so far. The role is lower case, and
// "anonymous" for callers without a valid token.
func (b *Budgets) Refused(role string) uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refused[role]
}

type key struct{}

// scope is what requests have in their contexts.
type scope struct {
	budgets *Budgets
	header  http.Header // of the response; nil for those that have begun
}

// Middleware puts the budgets into the context of a request. The headers of its response tell what
// is left. The middleware of auth must come before it.
func (b *Budgets) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := &scope{budgets: b, header: w.Header()}
		if r.Header.Get("Upgrade") != "" { // a socket's operations run when its headers are long sent
			s.header = nil
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, s)))
	})
}

type signingInKey struct{}

// SigningIn returns the context of a request that is drawn by DrawSignIn alone.
func SigningIn(ctx context.Context) context.Context {
	return context.WithValue(ctx, signingInKey{}, true)
}

// of returns the scope of a context and the budget of its caller; none where nothing is limited.
func of(ctx context.Context) (*scope, *bucket) {
	s, ok := ctx.Value(key{}).(*scope)
	if !ok || ctx.Value(signingInKey{}) != nil {
		return nil, nil
	}
	return s, s.caller(ctx)
}

// caller returns the budget of the context's viewer, or else of its network address; nil when
// there is no limit.
func (s *scope) caller(ctx context.Context) *bucket {
	v := auth.From(ctx)
	quota := s.budgets.settings.of(v)
	if quota <= 0 || v.System() {
		return nil
	}
	return s.budgets.bucket(auth.Caller(ctx), quota)
}

// bucket returns the budget of a name, which is full where it is new.
func (b *Budgets) bucket(name string, quota int) *bucket {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, known := b.callers.Get(name)
	if !known || c.quota != quota { // also when the role has changed
		c = &bucket{rate.NewLimiter(rate.Limit(float64(quota)/window.Seconds()), quota), quota}
		b.callers.Add(name, c)
	}
	return c
}

// Enter draws AnonymousRequest for a request without a valid token, before it is refused for that.
func Enter(ctx context.Context) error {
	if auth.From(ctx) != nil {
		return nil
	}
	return draw(ctx, AnonymousRequest, 0)
}

// DrawSignIn draws SignIn from a budget of its own, as large as that of a network address: what others
// who share an address use up is not what somebody needs who signs in. It is whose the caller says:
// that of the address as long as nobody is known. No header tells what is left, or strangers could see
// which accounts sign in from their address.
func DrawSignIn(ctx context.Context, whose string) error {
	err := TrySignIn(ctx, whose)
	if err != nil {
		ctx.Value(key{}).(*scope).budgets.countRefusal(nil)
	}
	return err
}

// TrySignIn is DrawSignIn for whoever has another budget to draw from: what it refuses is not counted.
func TrySignIn(ctx context.Context, whose string) error {
	s, ok := ctx.Value(key{}).(*scope)
	if !ok || s.budgets.settings.Anonymous <= 0 {
		return nil
	}
	c, now := s.budgets.bucket("sign-in "+whose, s.budgets.settings.Anonymous), s.budgets.now()
	if c.AllowN(now, SignIn) {
		return nil
	}
	f := fault.New(fault.RateLimited, "Too many attempts to sign in. Try again later.")
	f.RetryAfter = c.until(now, SignIn)
	return f
}

// ReturnSignIn gives back what DrawSignIn drew from a budget that turned out to be another's to spare.
func ReturnSignIn(ctx context.Context, whose string) {
	if s, ok := ctx.Value(key{}).(*scope); ok && s.budgets.settings.Anonymous > 0 {
		s.budgets.bucket("sign-in "+whose, s.budgets.settings.Anonymous).AllowN(s.budgets.now(), -SignIn)
	}
}

// Draw draws a cost from the budget of the context's caller, or returns fault.RateLimited. A context
// without budgets has no limit.
func Draw(ctx context.Context, cost int) error {
	entered := 0
	if auth.From(ctx) == nil {
		entered = AnonymousRequest
	}
	return draw(ctx, cost, entered)
}

// draw draws a cost for a request that has drawn something before, as it will when it is tried again.
func draw(ctx context.Context, cost, before int) error {
	s, c := of(ctx)
	if c == nil {
		return nil
	}
	now := s.budgets.now()
	cost = min(cost, c.quota-before) // whatever is allowed at all can be paid
	drawn := c.AllowN(now, cost)
	left := c.left(now)
	s.tell(left)
	if drawn {
		return nil
	}
	s.budgets.countRefusal(auth.From(ctx))
	wait := c.until(now, cost+before)
	f := fault.New(fault.RateLimited, "This costs %d, and %d of your budget of %d a minute is left. Try again in %d s.",
		cost, left.Remaining, c.quota, seconds(wait))
	f.RetryAfter = wait
	return f
}

// until returns in how many whole seconds a cost can be drawn.
func (c *bucket) until(now time.Time, cost int) time.Duration {
	wait := time.Duration(float64(cost-c.left(now).Remaining) / float64(c.quota) * float64(window))
	return time.Duration(seconds(wait)) * time.Second
}

// Roles returns the names of the roles that Refused counts by, but for "anonymous".
func Roles() []string {
	names := []string{auth.LinkRole}
	for _, role := range domain.Roles {
		names = append(names, strings.ToLower(string(role)))
	}
	return names
}

func (b *Budgets) countRefusal(v *auth.Viewer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refused[v.RoleName()]++
}

// Return gives back what was drawn and not used.
func Return(ctx context.Context, unused int) {
	if s, c := of(ctx); c != nil && unused > 0 {
		now := s.budgets.now()
		c.AllowN(now, -min(unused, c.quota)) // a negative draw; the limiter itself keeps to its size
		s.tell(c.left(now))
	}
}

// Spend draws what work has cost that can't be refused any more, such as the delivery of an event,
// as far as the budget has it.
func Spend(ctx context.Context, cost int) {
	if s, c := of(ctx); c != nil {
		now := s.budgets.now()
		c.AllowN(now, min(cost, c.left(now).Remaining))
	}
}

// Left is what is left of a budget.
type Left struct {
	Quota     int // a minute
	Remaining int
	Reset     int // seconds until it is full again
}

// Remaining returns what is left of the budget of the context's caller, and whether there is one.
func Remaining(ctx context.Context) (Left, bool) {
	s, c := of(ctx)
	if c == nil {
		return Left{}, false
	}
	return c.left(s.budgets.now()), true
}

func (c *bucket) left(now time.Time) Left {
	tokens := min(max(0, c.TokensAt(now)), float64(c.quota))
	return Left{
		Quota: c.quota, Remaining: int(tokens),
		Reset: seconds(time.Duration((float64(c.quota) - tokens) / float64(c.quota) * float64(window))),
	}
}

// seconds rounds a duration up, to one at least unless it is zero.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// tell sets the headers of draft-ietf-httpapi-ratelimit-headers: structured fields with the policy
// and what is left of it.
func (s *scope) tell(left Left) {
	if s.header == nil {
		return
	}
	s.header.Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=%d`, left.Quota, int(window.Seconds())))
	s.header.Set("RateLimit", `"default";r=`+strconv.Itoa(left.Remaining)+`;t=`+strconv.Itoa(left.Reset))
}
