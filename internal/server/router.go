// Package server is the outer shell: it puts the graph, the REST facade and the pages behind
// one router and gives every request an id, a log line, a measure and an end.
package server

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/cors"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// maxRequest is what a request may take from its first byte to its last; uploads and
// downloads of media are bounded by their progress instead.
const maxRequest = 15 * time.Second

// routes are what the router opens.
type routes struct {
	graph   http.Handler
	api     *rest.API
	pages   *web.Pages
	jwks    http.Handler
	optOut  http.Handler
	exports export.Server
	health  *health
	metrics *metrics
	auth    *auth.Authenticator
	address func(*http.Request) string
	origins []string
}

func (d routes) router() http.Handler {
	r := chi.NewRouter()
	r.Use(requestID, d.metrics.measure, logRequests, recoverer, secure, deadline)
	if len(d.origins) > 0 {
		r.Use(cors.Handler(cors.Options{
			AllowedOrigins: d.origins,
			AllowedMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost},
			AllowedHeaders: []string{"Authorization", "Content-Type", "If-None-Match", "Range", "Idempotency-Key", "Last-Event-ID"},
			ExposedHeaders: []string{"ETag", "Location", "Retry-After", "X-Request-Id"},
			MaxAge:         600,
		}))
	}
	r.NotFound(rest.NotFound)
	r.MethodNotAllowed(rest.MethodNotAllowed)
	both := func(r chi.Router, path string, h http.Handler, methods ...string) {
		for _, method := range methods {
			r.Method(method, path, h)
			r.Method(method, path+"/", h)
		}
	}
	read := []string{http.MethodGet, http.MethodHead}
	both(r, "/healthz", http.HandlerFunc(d.health.alive), read...)
	both(r, "/readyz", http.HandlerFunc(d.health.ready), read...)
	both(r, "/metrics", d.metrics.handler(), read...)
	both(r, "/.well-known/jwks.json", d.jwks, read...)
	both(r, optOutPath, d.optOut, http.MethodGet, http.MethodHead, http.MethodPost)
	d.pages.Mount(r)
	r.Group(func(r chi.Router) {
		r.Use(d.auth.Middleware(d.address))
		for _, path := range []string{"/graphql", "/graphql/"} {
			r.Handle(path, d.graph)
		}
		for _, e := range export.All {
			both(r, e.Path, d.exports.Handler(e), read...)
		}
		d.api.Routes(r)
	})
	return r
}

// secure sets what every answer carries, whoever writes it.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// deadline ends requests that take too long. Media and exports are streamed for as long as
// they make progress, and what happens for as long as its reader listens, which their handlers
// watch. All get a fresh deadline for writing, because the one of the request before on the
// same connection stays in force and may be over.
func deadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connection := http.NewResponseController(w)
		end := time.Now().Add(2 * maxRequest) //nolint:forbidigo // a socket's deadline is on the machine's clock
		_ = connection.SetWriteDeadline(end)  // not every writer under test is a socket
		if strings.Contains(r.URL.Path, "/media") || strings.HasPrefix(r.URL.Path, "/export/") {
			next.ServeHTTP(w, r)
			return
		}
		_ = connection.SetReadDeadline(end)
		if strings.HasPrefix(r.URL.Path, "/graphql") && gqlhttp.MayStream(r) {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), maxRequest)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// recoverer answers a panic as an internal error; the stack goes to the log only. An answer
// that has begun is broken off, so that nobody takes the part for the whole.
func recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p != http.ErrAbortHandler { //nolint:errorlint // the very value is the sign to drop the connection
				logPanic(r.Context(), p)
			}
			if p == http.ErrAbortHandler || begun.Status() != 0 { //nolint:errorlint // as above
				panic(http.ErrAbortHandler)
			}
			rest.WriteError(w, r, fault.New(fault.Internal, "Something went wrong on our side. It has been noted."))
		}()
		next.ServeHTTP(begun, r)
	})
}

// requestID gives a request the id by which its log lines and its answer are found. A caller
// may bring one of its own.
func requestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if !validRequestID(id) {
			id = randomID()
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), middleware.RequestIDKey, id)))
	})
}
