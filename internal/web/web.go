// Package web serves the pages for people: the desk in the browser, the start page, the GraphQL
// playground, the API docs and the opt-out page. Everything is embedded and nothing is loaded from another origin, so all
// of it works without a network. It knows GraphQL and REST by their addresses only.
package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"maps"
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"

	"github.com/redress/redress/internal/compress"
)

// Config says which pages there are and what they show.
type Config struct {
	// Endpoint is the path of GraphQL, "/graphql".
	Endpoint string
	// Playground is the setting of the same name; without it there is no /playground.
	Playground bool
	// Accounts are the demo accounts and Password is what all of them have; none outside
	// demo mode.
	Accounts []Account
	Password string
	// Tabs returns the playground's tabs after the login tab, with fresh tokens at every call. The
	// API docs offer the same identities. It is nil outside demo mode.
	Tabs func(context.Context) ([]Tab, error)
	// Document is the OpenAPI document that the API docs show.
	Document []byte
	// Desk are the built files of the desk in the browser.
	Desk fs.FS
	// Images returns the origins beside the service's own from which the desk shows images: map tiles and the logo.
	Images func() []string
	// Fail writes the error of Tabs in the service's own format.
	Fail func(http.ResponseWriter, *http.Request, error)
}

// Account is a demo account: Role is written for people ("super admin").
type Account struct{ Role, Email string }

// Pages serves the pages. Each is rendered once and never changes.
type Pages struct {
	cfg                     Config
	assets                  assets
	start, playground, docs page
	desk                    *desk
}

// The policies allow nothing from outside the origin and no inline script. GraphiQL makes style
// elements as it runs, for its pop-ups.
const (
	startPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; " + noEmbedding
	docsPolicy  = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " + noEmbedding
	toolPolicy  = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
		"img-src 'self' data: blob:; font-src 'self' data:; " + noEmbedding
	mailPolicy   = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
	filePolicy   = "default-src 'none'; " + noEmbedding
	workerPolicy = "default-src 'none'; connect-src 'self'; " + noEmbedding
	noEmbedding  = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)

// New renders the pages, but for the API docs, which are rendered when somebody wants to read them.
func New(cfg Config) *Pages {
	s := &Pages{cfg: cfg, assets: loadAssets(), desk: loadDesk(cfg.Desk, cfg.Images)}
	f := s.fragments()
	render := func(name, policy string) page {
		body := compress.NewDocument([]byte(f.fill(name)))
		return page{func() compress.Document { return body }, policy}
	}
	s.start = render("start.html", startPolicy)
	s.playground = render("playground.html", toolPolicy)
	s.docs = page{sync.OnceValue(func() compress.Document {
		f := maps.Clone(f)
		f["reference navigation"], f["reference"] = reference(cfg.Document)
		return compress.NewDocument([]byte(f.fill("docs.html")))
	}), docsPolicy}
	return s
}

// Mount adds exact routes for every page and asset, with and without the trailing slash and
// for GET and HEAD. Anything else is left to the router, whose 404 and 405 are the service's own.
func (s *Pages) Mount(r chi.Router) {
	get := func(path string, h http.Handler) {
		r.Method(http.MethodGet, path, h)
		r.Method(http.MethodHead, path, h)
	}
	get("/", s.start)
	s.desk.mount(r)
	get("/docs", s.docs)
	get("/docs/", s.docs)
	if s.cfg.Playground {
		get("/playground", s.playground)
		get("/playground/", s.playground)
		get(configPath, http.HandlerFunc(s.tabs))
	}
	for _, a := range s.assets {
		get("/assets/"+a.name, a)
	}
	get("/favicon.ico", s.assets["favicon.svg"])
}

// secure sets the headers that every page and file carries; policy is its Content-Security-Policy.
func secure(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

type page struct {
	body   func() compress.Document
	policy string
}

func (p page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	secure(h, p.policy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	p.body().ServeHTTP(w, r)
}

// digest returns a name for content: 72 bits are plenty against accidents.
func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}
