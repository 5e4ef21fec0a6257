package identity

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/fault"
)

const (
	// Refused sign-ins leave at most this many audit entries in an instance: so many at once, and
	// then one in each interval. The chain is kept for ever, and a flood from many addresses must
	// not fill it. The metric goes on.
	refusalBurst    = 1000
	refusalInterval = 10 * time.Second

	// The log has so many lines about the refusals of a network address at once, more than what blocks addresses waits for, and then one in
	// each interval; about those of all addresses together so many at once, and then so many a second.
	linesAtOnce       = 20
	lineInterval      = time.Minute
	allLinesAtOnce    = 1000
	allLinesPerSecond = 1
	addressesTracked  = 10_000

	// A refused refresh is audited once in this time for its session, or for its network address
	// when it is of none: what fails again and again is a client that does not give up.
	refreshInterval  = time.Hour
	refreshesTracked = 10_000
)

// Refusal is a refused attempt to sign in, to prove a password or to refresh.
type Refusal struct {
	Operation string     // login, change_password, change_own_password or refresh
	Code      fault.Code // as the caller was told
	Lockout   string     // the scope of the counter that has reached its limit herewith
}

// refusalAudit bounds the audit entries of refusals.
type refusalAudit struct {
	entries *rate.Limiter

	mu        sync.Mutex
	refreshes *lru.Cache[string, time.Time] // when a refused refresh of a session or an address was last audited
}

func newRefusalAudit() (*refusalAudit, error) {
	refreshes, err := lru.New[string, time.Time](refreshesTracked)
	return &refusalAudit{entries: rate.NewLimiter(rate.Every(refusalInterval), refusalBurst), refreshes: refreshes}, err
}

// allow reports whether another entry may be written.
func (r *refusalAudit) allow(now time.Time) bool { return r.entries.AllowN(now, 1) }

// allowRefresh reports whether another entry may be written for what refreshes.
func (r *refusalAudit) allowRefresh(who string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if last, ok := r.refreshes.Get(who); ok && now.Sub(last) < refreshInterval {
		return false
	}
	if !r.allow(now) {
		return false
	}
	r.refreshes.Add(who, now)
	return true
}

// refusalLines bounds the lines in the log about refusals: of a network address, and of all of them.
type refusalLines struct {
	all *rate.Limiter

	mu        sync.Mutex
	addresses *lru.Cache[string, *refusalsAt]
}

// refusalsAt are those from one network address.
type refusalsAt struct {
	lines   *rate.Limiter
	leftOut int // since the last line
}

func newRefusalLines() (*refusalLines, error) {
	addresses, err := lru.New[string, *refusalsAt](addressesTracked)
	return &refusalLines{all: rate.NewLimiter(allLinesPerSecond, allLinesAtOnce), addresses: addresses}, err
}

// allow reports whether there may be another line about a network address, and how many were left out before.
func (l *refusalLines) allow(address string, now time.Time) (leftOut int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, known := l.addresses.Get(address)
	if !known {
		at = &refusalsAt{lines: rate.NewLimiter(rate.Every(lineInterval), linesAtOnce)}
		l.addresses.Add(address, at)
	}
	if !at.lines.AllowN(now, 1) || !l.all.AllowN(now, 1) {
		at.leftOut++
		return 0, false
	}
	leftOut, at.leftOut = at.leftOut, 0
	return leftOut, true
}

// reportRefusal logs and counts a refusal. The log line names the network address, for tools that
// block addresses (docs/operations.md); nothing that the caller wrote is in it. Of a flood most are counted alone.
func (r *Room) reportRefusal(ctx context.Context, refused Refusal) {
	r.onRefusal(refused)
	leftOut, ok := r.lines.allow(auth.Network(ctx), r.Now())
	if !ok {
		return
	}
	message, level := "sign-in refused", slog.LevelWarn
	switch {
	case refused.Lockout != "":
		message = "sign-in locked out"
	case refused.Operation == operationRefresh:
		message = "refresh refused"
		if refused.Code != fault.InvalidToken {
			level = slog.LevelInfo // sessions end
		}
	}
	line := []slog.Attr{
		slog.String("operation", refused.Operation), slog.String("code", string(refused.Code)), slog.String("address", auth.Address(ctx)),
	}
	if refused.Lockout != "" {
		line = append(line, slog.String("of", refused.Lockout))
	}
	if leftOut > 0 {
		line = append(line, slog.Int("left_out", leftOut))
	}
	slog.LogAttrs(ctx, level, message, line...)
}

// What is refused.
const (
	operationLogin             = "login"
	operationChangePassword    = "change_password"
	operationChangeOwnPassword = "change_own_password"
	operationRefresh           = "refresh"
)

// signInAttempt is one attempt to prove a password.
type signInAttempt struct {
	operation string
	typed     string    // the address, folded, or what was typed instead
	account   uuid.UUID // zero when there is none of that address
	agent     string
	from      origin
	counters  attemptCounters
}

// checkLimit returns rate_limited when there were too many wrong attempts, and how many there were lately
// from the network address. Those of a device have just been looked at, by originOf.
func (r *Room) checkLimit(ctx context.Context, a signInAttempt) (wrong int, err error) {
	if a.from.device != uuid.Nil {
		return 0, nil
	}
	wrong, err = a.counters.check(auth.System(ctx, "count wrong sign-ins"), r.Client.LoginAttempt, r.Now())
	if fault.Is(err, fault.RateLimited) {
		r.reportRefusal(ctx, Refusal{Operation: a.operation, Code: fault.RateLimited})
	}
	return wrong, err
}

// countWrong counts a wrong attempt and returns the refusal given, or rate_limited when others
// have used the limit up meanwhile: no more answers are given than that. The audit gets an entry
// of it, and one for each limit that it has reached.
func (r *Room) countWrong(ctx context.Context, a signInAttempt, refusal error) error {
	sys := auth.System(ctx, "count wrong sign-ins")
	reached, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (reached []string, err error) {
		if reached, err = a.counters.count(sys, t.LoginAttempt, t.Now); err != nil {
			return reached, err
		}
		about := tx.Values{
			"operation": a.operation, "email": tx.Digest(a.account, a.typed), "user_agent": clipLine(a.agent, maxUserAgent),
		}
		if r.refusals.allow(t.Now) {
			err = t.Audit(ctx, tx.Record{Action: "session.login_failed", SubjectType: "User", Subject: a.account, After: about})
			if err != nil {
				return reached, err
			}
		}
		for _, scope := range reached {
			if !r.refusals.allow(t.Now) {
				break
			}
			about := tx.Values{"of": scope, "operation": a.operation, "email": about["email"], "user_agent": about["user_agent"]}
			err = t.Audit(ctx, tx.Record{Action: "session.lockout", SubjectType: "User", Subject: a.account, After: about})
			if err != nil {
				return reached, err
			}
		}
		return reached, nil
	})
	switch {
	case err == nil:
		err = refusal
	case !fault.Is(err, fault.RateLimited):
		return err
	}
	f, _ := fault.As(err)
	r.reportRefusal(ctx, Refusal{Operation: a.operation, Code: f.Code})
	for _, scope := range reached {
		r.reportRefusal(ctx, Refusal{Operation: a.operation, Code: f.Code, Lockout: scope})
	}
	return err
}

// noteRefusedRefresh reports a refresh that was refused, and writes an entry of the audit unless it
// has one. The session is zero when the token is of none. The refusal stands whether or not the
// entry can be written.
func (r *Room) noteRefusedRefresh(ctx context.Context, session uuid.UUID, refusal *fault.Error, audited bool) {
	r.reportRefusal(ctx, Refusal{Operation: operationRefresh, Code: refusal.Code})
	if audited {
		return
	}
	who := session.String()
	if session == uuid.Nil {
		who = auth.Network(ctx)
	}
	if !r.refusals.allowRefresh(who, r.Now()) {
		return
	}
	err := r.Do(ctx, func(t *tx.Tx) error {
		return t.Audit(ctx, tx.Record{
			Action: "session.refresh_refused", SubjectType: "Session", Subject: session,
			After: tx.Values{"code": refusal.Code, "user_agent": clipLine(auth.UserAgent(ctx), maxUserAgent)},
		})
	})
	if err != nil {
		slog.WarnContext(ctx, "a refused refresh was not audited", "error", err)
	}
}
