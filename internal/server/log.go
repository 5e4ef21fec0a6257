package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/tracing"
)

// logRequests writes a line for each request when it is done: the route rather than the
// path, and never a query string, a header or a body, which may hold secrets.
func logRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now() //nolint:forbidigo // how long, not when
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		ctx, refused := admission.Watch(r.Context())
		r = r.WithContext(context.WithValue(ctx, failedKey{}, new(atomic.Bool)))
		next.ServeHTTP(ww, r)
		if refused() { // there are too many of them: package admission logs how many
			return
		}
		level := slog.LevelInfo
		switch {
		case ww.Status() >= http.StatusInternalServerError && !hasLeft(r):
			level = slog.LevelError
		case probeRoutes[route(r)]:
			level = slog.LevelDebug
		}
		slog.LogAttrs(r.Context(), level, "request",
			slog.String("method", r.Method),
			slog.String("route", route(r)),
			slog.Int("status", ww.Status()),
			slog.Int("bytes", ww.BytesWritten()),
			slog.Duration("duration", time.Since(begin)), //nolint:forbidigo // how long, not when
		)
	})
}

// hasLeft reports whether the client closed the connection before its request was done, as a browser does that leaves a
// page. What was written then is the end of work that nobody waits for, and no failure of the service.
func hasLeft(r *http.Request) bool { return errors.Is(r.Context().Err(), context.Canceled) }

// probeRoutes are requested by machines every few seconds.
var probeRoutes = map[string]bool{"/healthz": true, "/readyz": true, "/metrics": true}

// route returns the pattern that a request matched, so that ids stay out of logs and metrics.
func route(r *http.Request) string {
	if p := chi.RouteContext(r.Context()).RoutePattern(); p != "" {
		return p
	}
	return "none"
}

func logPanic(ctx context.Context, p any) {
	slog.ErrorContext(ctx, "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
}

// LogHandler adds the request's id, and that of its trace, to every line that is logged under its context, and to each length of
// time, which JSON has in nanoseconds, a field in milliseconds with the unit in its name.
type LogHandler struct{ slog.Handler }

// loggedLevels are those whose lines are counted.
var loggedLevels = []slog.Level{slog.LevelInfo, slog.LevelWarn, slog.LevelError}

// lines are the numbers of lines by their levels, in the order of loggedLevels.
var lines [3]atomic.Uint64

// logged returns how many lines of a level this process has logged.
func logged(level slog.Level) uint64 {
	return lines[slices.Index(loggedLevels, level)].Load()
}

// failedKey is under which a request remembers whether a failure of it was logged.
type failedKey struct{}

// Handle implements slog.Handler. It counts the line. Of one request only the first line is an error, which says why: what
// follows from it is information.
func (l LogHandler) Handle(ctx context.Context, rec slog.Record) error {
	if failed, ok := ctx.Value(failedKey{}).(*atomic.Bool); ok && rec.Level >= slog.LevelError && failed.Swap(true) {
		rec.Level = slog.LevelInfo
	}
	if !l.Enabled(ctx, rec.Level) {
		return nil
	}
	for i := len(loggedLevels) - 1; i >= 0; i-- {
		if rec.Level >= loggedLevels[i] {
			lines[i].Add(1)
			break
		}
	}
	var inMilliseconds []slog.Attr
	rec.Attrs(func(a slog.Attr) bool {
		if a.Value.Kind() == slog.KindDuration {
			inMilliseconds = append(inMilliseconds, slog.Float64(a.Key+"_ms", float64(a.Value.Duration().Microseconds())/1000))
		}
		return true
	})
	rec.AddAttrs(inMilliseconds...)
	if id := middleware.GetReqID(ctx); id != "" {
		rec.AddAttrs(slog.String("request_id", id))
	}
	if trace, span := tracing.IDs(ctx); trace != "" {
		rec.AddAttrs(slog.String("trace_id", trace), slog.String("span_id", span))
	}
	return l.Handler.Handle(ctx, rec)
}

// WithAttrs implements slog.Handler.
func (l LogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return LogHandler{l.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (l LogHandler) WithGroup(name string) slog.Handler { return LogHandler{l.Handler.WithGroup(name)} }

func randomID() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b[:])
}

// maxRequestID is how long a client's id may be.
const maxRequestID = 64

// validRequestID reports whether a client's id is short and harmless in a log.
func validRequestID(id string) bool {
	if id == "" || len(id) > maxRequestID {
		return false
	}
	for _, c := range id {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}
