package server

import (
	"net/http"
	"strings"
	"sync"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/compress"
	"github.com/redress/redress/rest"
)

// schemaPath is where signed-in callers get the schema of the graph.
const schemaPath = "/graphql/schema.graphql"

// schemaFile returns the handler that serves the schema, in the schema definition language.
func schemaFile() http.Handler {
	document := sync.OnceValue(func() compress.Document { return compress.NewDocument([]byte(gqlhttp.Schema())) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := auth.Require(r.Context())
		if err == nil {
			err = budget.Draw(r.Context(), budget.Read)
		}
		if err != nil {
			rest.WriteError(w, r, err)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("Cache-Control", "private, no-cache")
		h.Add("Vary", "Authorization")
		document().ServeHTTP(w, r)
	})
}

// leadToPlayground sends browsers that open the address of the graph to the address of the
// playground. Clients of the graph send a query, or do not ask for a page.
func leadToPlayground(graph http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		if reads && r.URL.RawQuery == "" && r.Header.Get("Upgrade") == "" && strings.Contains(strings.Join(r.Header.Values("Accept"), ","), "text/html") {
			w.Header().Add("Vary", "Accept")
			w.Header().Set("Cache-Control", "no-store")
			http.Redirect(w, r, "/playground", http.StatusSeeOther)
			return
		}
		graph.ServeHTTP(w, r)
	})
}
