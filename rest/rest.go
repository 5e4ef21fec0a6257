// Package rest is the REST API, a thin facade over the resolvers of the graph. A handler decodes,
// calls the resolver that returns the same in GraphQL, and encodes: it has no rules and no queries
// of its own. Rights are checked by the policies below; the routes table adds only the roles of
// the REST API, which are narrower than those of GraphQL. A view is what a path prints of a row; the
// columns and edges that it reads are stated beside its struct, as a model.Selection.
package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/compress"
)

// Media opens media files, whose bytes are checked where they are read as a whole.
type Media interface {
	// Original returns a file, or fault.NotFound, also while it is read.
	Original(ctx context.Context, m *ent.Media) (*blob.Object, error)
	// Thumbnail returns a thumbnail of a file, or fault.NotFound.
	Thumbnail(ctx context.Context, m *ent.Media, v blob.Variant) (*blob.Object, error)
}

// Config holds what the API needs. Every field but Work and SignIns is required.
type Config struct {
	Resolvers generated.ResolverRoot
	Media     Media
	Sessions  auth.Sessions      // checked whenever a signed link is used
	LinkKey   []byte             // signs media links
	Now       func() time.Time   // the clock by which links expire
	Document  []byte             // the OpenAPI document
	Work      *admission.Limiter // of what resolvers do; nil: no limit
	SignIns   *admission.Limiter // of what sign-ins make the database do; nil: no limit
	Devices   *auth.DeviceMarks  // signs the marks of devices
	// SignOut ends the session of a refresh token.
	SignOut func(ctx context.Context, refreshToken string) error
	Desk    DeskSessions // of the desk in the browser
}

// API serves the documented paths.
type API struct {
	Config
	document     compress.Document
	stallTimeout time.Duration // how long a transfer may go without a byte
}

// New returns the API.
func New(c Config) *API {
	return &API{Config: c, document: compress.NewDocument(c.Document), stallTimeout: time.Minute}
}

// Routes mounts every path of the routes table with and without its trailing slash, and every GET
// as HEAD too. The middleware of auth must come before them. A router that is not nested in another
// one should also be given NotFound and MethodNotAllowed.
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

// enter draws a request without a valid token from the budget of its network address. What is public
// or goes by signed links is not counted, and signing in has a budget of its own.
func enter(r *http.Request, rt route) error {
	if rt.roles == nil {
		return nil
	}
	return budget.Enter(r.Context())
}

// work calls a function that uses the database, when the request's turn has come. The response is
// written afterwards, because that takes as long as the client likes.
func (a *API) work(ctx context.Context, do func() error) error {
	return workIn(ctx, a.Work, func(context.Context) error { return do() })
}

// workIn calls a function when the request's turn in a lane has come.
func workIn(ctx context.Context, lane *admission.Limiter, do func(context.Context) error) error {
	slot, err := lane.Enter(ctx)
	if err != nil {
		return err
	}
	defer slot.Leave()
	ctx = admission.Share(ctx, slot)
	end, err := admission.Part(ctx)
	if err != nil {
		return err
	}
	defer end()
	return do(ctx)
}

// serve returns the handler of a route. A caller without the route's roles is refused before
// anything of the request is read.
func (a *API) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := enter(r, rt)
		if err == nil {
			err = rt.authorize(r.Context())
		}
		if err == nil {
			err = rt.handle(a, w, r)
		}
		if err != nil {
			WriteError(w, r, err)
		}
	}
}
