package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/store"
)

const (
	// slowStatements is how many kinds of statements a line names.
	slowStatements = 5
	// planEvery is how often a plan is asked for at most, and planBurst how many at once.
	planEvery = 10 * time.Second
	planBurst = 3
)

// Slow says which operations are logged for being slow. 0 is none.
type Slow struct {
	After     time.Duration // the time of an operation from which it is logged
	PlanAfter time.Duration // the time of a statement in it from which the statement's plan is logged, on PostgreSQL
}

// slowLog logs slow operations. A nil one does nothing.
type slowLog struct {
	Slow

	explain func(ctx context.Context, statement string) (string, error)
	plans   *rate.Limiter
	asking  chan struct{} // has an element while a plan is asked for
	logged  *prometheus.CounterVec
}

// newSlowLog returns a log, or nil where nothing is to be logged.
func newSlowLog(bounds Slow, explain func(context.Context, string) (string, error), logged *prometheus.CounterVec) *slowLog {
	if bounds.After <= 0 {
		return nil
	}
	return &slowLog{
		Slow: bounds, explain: explain, logged: logged,
		plans: rate.NewLimiter(rate.Every(planEvery), planBurst), asking: make(chan struct{}, 1),
	}
}

// rest logs slow requests of the REST API. Uploads, downloads and files take as long as their clients.
func (s *slowLog) rest(next http.Handler) http.Handler {
	if s == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") || strings.Contains(r.URL.Path, "/media") {
			next.ServeHTTP(w, r)
			return
		}
		ctx, end := s.begin(r.Context())
		next.ServeHTTP(w, r.WithContext(ctx))
		end("rest", func() []slog.Attr {
			return []slog.Attr{slog.String("method", r.Method), slog.String("route", route(r))}
		})
	})
}

// graph logs slow operations of the graph.
func (s *slowLog) graph(ctx context.Context, op gqlhttp.Operation) (context.Context, func(errors int)) {
	ctx, end := s.begin(ctx)
	return ctx, func(int) {
		end("graph", func() []slog.Attr {
			return []slog.Attr{slog.String("operation", op.Name()), slog.String("kind", op.Kind()), slog.String("hash", op.Hash())}
		})
	}
}

// begin remembers the statements of an operation that begins. The function returned ends it.
func (s *slowLog) begin(ctx context.Context) (context.Context, func(api string, attrs func() []slog.Attr)) {
	began := time.Now() //nolint:forbidigo // how long, not when
	ctx, counter := store.CountStatements(ctx)
	recorder := counter.Record()
	return ctx, func(api string, attrs func() []slog.Attr) {
		took := time.Since(began) //nolint:forbidigo // how long, not when
		if took < s.After {
			return
		}
		s.logged.WithLabelValues(api).Inc()
		slowest, total := recorder.Slowest(slowStatements)
		slog.LogAttrs(ctx, slog.LevelWarn, "slow operation", append([]slog.Attr{slog.String("api", api)}, append(attrs(),
			slog.String("role", roleOf(ctx)), slog.Duration("duration", took), slog.Int64("statements", counter.N()),
			slog.Int64("rows", counter.Rows()), slog.Duration("in_statements", total), slog.Any("slowest", slowest))...)...)
		s.logPlan(ctx, slowest)
	}
}

// roleOf returns the role of whoever asks, which is all that a log says of them.
func roleOf(ctx context.Context) string { return auth.From(ctx).RoleName() }

// wait waits for the plan that is being asked for, if any.
func (s *slowLog) wait() {
	if s != nil {
		s.asking <- struct{}{}
		<-s.asking
	}
}

// logPlan logs the plan of the statement that took longest, if it took long enough and few were asked for. The
// operation does not wait for it; the service does when it stops.
func (s *slowLog) logPlan(ctx context.Context, slowest []store.Sent) {
	if s.PlanAfter <= 0 || len(slowest) == 0 {
		return
	}
	worst := slowest[0]
	for _, kind := range slowest {
		if kind.Longest > worst.Longest {
			worst = kind
		}
	}
	if worst.Longest < s.PlanAfter {
		return
	}
	select {
	case s.asking <- struct{}{}:
	default:
		return
	}
	if !s.plans.Allow() {
		<-s.asking
		return
	}
	ctx = context.WithValue(context.Background(), middleware.RequestIDKey, middleware.GetReqID(ctx))
	go func() {
		defer func() { <-s.asking }()
		plan, err := s.explain(ctx, worst.Statement())
		switch {
		case errors.Is(err, store.ErrNoPlan):
		case err != nil:
			slog.WarnContext(ctx, "the plan of a slow statement could not be read", "fingerprint", worst.Fingerprint, "error", err)
		default:
			slog.WarnContext(ctx, "plan of a slow statement", "fingerprint", worst.Fingerprint, "plan", plan)
		}
	}()
}
