// Package server is the HTTP server: it serves GraphQL, REST and the pages behind one router, and
// gives every request an id, a log line, metrics and a deadline.
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
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/internal/web"
	"github.com/redress/redress/rest"
)

// requestTimeout is how long a request may take from its first byte to its last; uploads and
// downloads of media are bounded by their progress instead. Its connection is closed after twice
// that time, so that the handler can still write an error.
const requestTimeout = 15 * time.Second

// corsMaxAge is how many seconds a browser caches a preflight response.
const corsMaxAge = 600

// routes are the handlers behind the router.
type routes struct {
	graph   http.Handler
	api     *rest.API
	pages   *web.Pages
	jwks    http.Handler
	optOut  http.Handler
	answers http.Handler
	exports export.Server
	health  *health
	metrics *metrics
	slow    *slowLog
	traces  traces
	scrape  bool // whether /metrics is served here
	tls     bool // whether connections are encrypted here
	contact securityText
	auth    *auth.Authenticator
	budgets *budget.Budgets
	limits  limits
	address func(*http.Request) string
	origins []string
}

func (h routes) router() http.Handler {
	r := chi.NewRouter()
	r.Use(h.health.closeWhenStopping, requestID, h.traces.requests, h.metrics.measure, logRequests, recoverer, secure, language)
	r.Use(refuseAmbiguous, refuseLinkTokens, deadline)
	if h.tls {
		r.Use(strictTransport)
	}
	if len(h.origins) > 0 {
		r.Use(cors.Handler(cors.Options{
			AllowedOrigins: h.origins,
			AllowedMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost},
			AllowedHeaders: []string{"Accept-Language", "Authorization", "Content-Type", "If-None-Match", "Range", "Idempotency-Key", "Last-Event-ID"},
			ExposedHeaders: []string{"ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"},
			MaxAge:         corsMaxAge,
		}))
	}
	r.NotFound(rest.NotFound)
	r.MethodNotAllowed(rest.MethodNotAllowed)
	handle := func(r chi.Router, path string, h http.Handler, methods ...string) {
		for _, method := range methods {
			r.Method(method, path, h)
			r.Method(method, path+"/", h)
		}
	}
	read := []string{http.MethodGet, http.MethodHead}
	handle(r, "/healthz", http.HandlerFunc(h.health.alive), read...)
	handle(r, "/readyz", http.HandlerFunc(h.health.ready), read...)
	if h.scrape {
		handle(r, "/metrics", local(h.metrics.handler()), read...)
	}
	handle(r, "/.well-known/jwks.json", h.jwks, read...)
	handle(r, securityTextPath, h.contact, read...)
	for path, page := range map[string]http.Handler{optOutPath: h.optOut, addressPath: h.answers} {
		handle(r, path, h.auth.Middleware(h.address)(h.limits.bound(page)), http.MethodGet, http.MethodHead, http.MethodPost)
	}
	h.pages.Mount(r)
	r.Group(func(r chi.Router) {
		r.Use(h.auth.Middleware(h.address), h.limits.bound, h.budgets.Middleware, h.slow.rest)
		for _, path := range []string{"/graphql", "/graphql/"} {
			r.Handle(path, h.graph)
		}
		handle(r, schemaPath, entered(schemaFile()), read...)
		for _, e := range export.All {
			handle(r, e.Path, entered(h.exports.Handler(e)), read...)
		}
		h.api.Routes(r)
		h.api.DeskRoutes(r)
	})
	return r
}

// entered draws requests without a valid token from the budget of their network address.
func entered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := budget.Enter(r.Context()); err != nil {
			rest.WriteError(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// secure sets the headers of every response, whoever writes it.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// strictTransport has browsers come back over HTTPS only, for a year. Subdomains are somebody else's to decide.
func strictTransport(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		next.ServeHTTP(w, r)
	})
}

// deadline ends requests that take too long. Media and exports are streamed for as long as
// they make progress, and events for as long as the client is connected, which their handlers
// check. All get a new deadline for writing, because the one of the previous request on the same
// connection stays in force and may have passed.
func deadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connection := http.NewResponseController(w)
		end := time.Now().Add(2 * requestTimeout) //nolint:forbidigo // a socket's deadline is on the machine's clock
		_ = connection.SetWriteDeadline(end)      // not every writer under test is a socket
		if strings.Contains(r.URL.Path, "/media") || strings.HasPrefix(r.URL.Path, "/export/") {
			next.ServeHTTP(w, r)
			return
		}
		httpio.EndBody(r, end)
		if strings.HasPrefix(r.URL.Path, "/graphql") && gqlhttp.MayStream(r) {
			next.ServeHTTP(w, r)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// recoverer turns a panic into an internal error; the stack goes to the log only. A response
// that has begun is aborted, so that no client takes the part for the whole.
func recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p != http.ErrAbortHandler { //nolint:errorlint // compared by identity, as net/http does
				logPanic(r.Context(), p)
			}
			if p == http.ErrAbortHandler || ww.Status() != 0 { //nolint:errorlint // as above
				panic(http.ErrAbortHandler)
			}
			rest.WriteError(w, r, fault.New(fault.Internal, "Something went wrong on our side. It has been noted."))
		}()
		next.ServeHTTP(ww, r)
	})
}

// requestID gives a request the id that its log lines and its response carry. A client may send one
// of its own.
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
