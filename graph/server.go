package graph

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/internal/auth"
)

// Config is what the graph's door needs.
type Config struct {
	Resolver *Resolver
	// Streams are where open connections are counted and ended.
	Streams *Streams
	// Tokens reads the tokens that come over a socket.
	Tokens *auth.Authenticator
	// Origins may open sockets from a browser, beside the service's own.
	Origins []string
	// Measure counts what each operation reads; nil: nobody is told.
	Measure Measure
	// Introspection answers questions about the schema, to everybody.
	Introspection bool
}

// Handler is the graph over HTTP, with its guards. The viewer comes with the context.
func Handler(cfg Config) http.Handler {
	srv := handler.New(generated.NewExecutableSchema(generated.Config{Resolvers: cfg.Resolver, Schema: schema()}))
	cache := newDocuments()
	srv.SetQueryCache(cache)
	srv.SetParserTokenLimit(maxTokens)
	srv.SetDisableSuggestion(true)
	srv.SetErrorPresenter(present)
	srv.SetRecoverFunc(recovered)
	srv.Use(documentGuard{cache})
	srv.Use(doorGuard{introspection: cfg.Introspection})
	srv.Use(costGuard{largest: maxPageSize})
	if cfg.Measure != nil {
		srv.Use(costReport{cfg.Measure})
	}
	if cfg.Introspection {
		srv.Use(extension.Introspection{})
	}
	srv.AddTransport(overSocket{cfg.Streams, cfg.Tokens, cfg.Origins})
	srv.AddTransport(overHTTP{cfg.Streams})
	return srv
}

// schema is what callers see: without the marks by which the generator binds Go types, and
// without @defer, which the transport does not speak.
var schema = sync.OnceValue(func() *ast.Schema {
	s := generated.NewExecutableSchema(generated.Config{}).Schema()
	for _, mark := range []string{"goModel", "goField", "goTag", "goEnum", "goExtraField", "defer"} {
		delete(s.Directives, mark)
	}
	unmarked := func(list ast.DirectiveList) ast.DirectiveList {
		return slices.DeleteFunc(list, func(d *ast.Directive) bool { return strings.HasPrefix(d.Name, "go") })
	}
	for _, t := range s.Types {
		t.Directives = unmarked(t.Directives)
		for _, f := range t.Fields {
			f.Directives = unmarked(f.Directives)
		}
	}
	return s
})

// Schema prints the whole schema in the schema definition language.
func Schema() string {
	var b strings.Builder
	formatter.NewFormatter(&b, formatter.WithIndent("  ")).FormatSchema(schema())
	return b.String()
}

// openRoots can be asked for without a token.
var openRoots = map[string]bool{
	"login": true, "refresh": true, "registerUser": true,
	"__typename": true, "__schema": true, "__type": true,
}

// doorGuard lets nobody in without a token, but to sign in, and answers no question about the
// schema where that is switched off.
type doorGuard struct{ introspection bool }

// ExtensionName implements gqlgen's extension.
func (doorGuard) ExtensionName() string { return "DoorGuard" }

// Validate implements gqlgen's extension.
func (doorGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements gqlgen's extension.
func (g doorGuard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	anonymous := auth.From(ctx) == nil
	roots := graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Query", "Mutation", "Subscription"})
	for _, f := range roots {
		switch {
		case anonymous && !openRoots[f.Name]:
			return present(ctx, auth.AuthenticationRequired())
		case !g.introspection && (f.Name == "__schema" || f.Name == "__type"):
			return tooMuch("Questions about the schema are not answered here.")
		}
	}
	if op.Operation.Operation == ast.Subscription && (len(roots) != 1 || strings.HasPrefix(roots[0].Name, "__")) {
		return tooMuch("A subscription follows exactly one thing.")
	}
	return nil
}
