// Package rest is the thin facade of the documented paths. A handler decodes, calls the
// resolver that answers the same in the graph, and encodes: no rule and no query lives
// here. Rights are the policies' below; the routes table adds only the interface's roles,
// which are narrower than the graph's.
package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
)

// Files is where the bytes of media lie.
type Files interface {
	// Open reads an object; fault.NotFound when there is none.
	Open(ctx context.Context, key string) (*blob.Object, error)
}

// Config is what the facade stands on. All of it is needed.
type Config struct {
	Resolvers generated.ResolverRoot
	Files     Files
	Sessions  auth.Sessions    // asked again whenever a signed link is opened
	LinkKey   []byte           // signs media links
	Now       func() time.Time // by which links expire
	Version   string           // of the program, for the OpenAPI document
}

// API answers the documented paths.
type API struct {
	Config
	document []byte
	stall    time.Duration // how long a transfer may stand still
}

// New makes the facade.
func New(c Config) (*API, error) {
	document, err := Document(c.Version)
	if err != nil {
		return nil, err
	}
	return &API{Config: c, document: document, stall: time.Minute}, nil
}

// Routes mounts every path of the table in both slash forms, GETs for HEAD too. In front of
// them belongs the middleware of auth. A router that is not nested in another one should
// also be given NotFound and MethodNotAllowed.
func (a *API) Routes(r chi.Router) {
	for _, rt := range routes() {
		for _, path := range rt.paths() {
			r.Method(rt.method, path, a.serve(rt))
			if rt.method == http.MethodGet {
				r.Method(http.MethodHead, path, a.serve(rt))
			}
		}
	}
}

// serve admits the caller and lets the route answer. Who may not call is refused before
// anything of the request is read.
func (a *API) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, err := admit(r.Context(), rt.roles)
		if err == nil {
			r = r.WithContext(ctx)
			err = rt.handle(a, w, r)
		}
		if err != nil {
			WriteError(w, r, err)
		}
	}
}
