package server

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/rest"
)

// pingTimeout is how long the database may take to respond: with what a silent connection takes
// to be given up, less than two seconds.
const pingTimeout = 1500 * time.Millisecond

// health reports whether the process is alive and whether it should be sent requests. Neither waits
// for requests: ping uses the reserved pool, once for all who ask meanwhile.
type health struct {
	ping     func(context.Context) error
	asking   singleflight.Group
	stopping atomic.Bool
}

// check returns the error of a ping that began no earlier than one ping before.
func (h *health) check(ctx context.Context) error {
	result := h.asking.DoChan("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout) // others wait for it too
		defer cancel()
		return nil, h.ping(ctx)
	})
	select {
	case r := <-result:
		return r.Err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *health) alive(w http.ResponseWriter, _ *http.Request) { writeOK(w) }

// ready fails while the database is unavailable and from the moment the process is told to stop.
func (h *health) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pingTimeout)
	defer cancel()
	if h.stopping.Load() {
		f := fault.New(fault.Unavailable, "The service is stopping.")
		f.RetryAfter = time.Second
		rest.WriteError(w, r, f)
		return
	}
	if err := h.check(ctx); err != nil {
		f := fault.Wrap(err, fault.Unavailable, "The database does not respond.")
		f.RetryAfter = 2 * time.Second
		rest.WriteError(w, r, f)
		return
	}
	writeOK(w)
}

// closeWhenStopping ends the connections of requests that come while readiness fails. A proxy that keeps a
// connection would send the next request over it at the moment when it is closed, and may not send a mutation again.
func (h *health) closeWhenStopping(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

func writeOK(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(`{"status":"ok"}` + "\n"))
}
