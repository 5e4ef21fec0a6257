// Package gqlhttp speaks GraphQL over HTTP, server-sent events and WebSockets: it reads
// requests, refuses what is too large or too expensive before it is executed, presents errors,
// and delivers events to the streams of subscriptions. Package graph has the resolvers.
package gqlhttp

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
)

// Config is what a Handler needs.
type Config struct {
	// Resolvers execute the fields.
	Resolvers generated.ResolverRoot
	// Streams counts open connections and ends them.
	Streams *Streams
	// Tokens authenticates the tokens that come over a socket.
	Tokens *auth.Authenticator
	// Origins may open sockets from a browser, in addition to the service's own.
	Origins []string
	// Measure counts what each operation reads; nil: responses report no cost.
	Measure Measure
	// Rows returns about how many rows a table has; nil: all are taken to be empty.
	Rows func(table string) int
	// Work limits what is executed at the same time, and Bodies how many long bodies are received at
	// the same time; nil: no limit.
	Work   *admission.Limiter
	Bodies *admission.Bound
	// Observers are told about each query and mutation that is executed.
	Observers []Observer
	// Field is called around each field of a query or a mutation, which is resolved under the context that it
	// returns; nil: nobody asks.
	Field func(ctx context.Context, name string) (context.Context, func())
	// OnError is called with the code of each error that is sent; nil: nobody asks.
	OnError func(code string)
	// Introspection allows introspection queries, also without a token, and errors that suggest names.
	Introspection bool
	// Executor executes operations; nil: generated.NewSchema. Tests compare with the library's.
	Executor func(generated.Config) graphql.ExecutableSchema
}

// Handler returns the handler of the GraphQL endpoint, guards included. It takes the viewer
// from the request's context.
func Handler(cfg Config) http.Handler {
	executor := cfg.Executor
	if executor == nil {
		executor = generated.NewSchema
	}
	srv := handler.New(executor(generated.Config{Resolvers: cfg.Resolvers, Schema: schema()}))
	cache := newDocumentCache()
	srv.SetQueryCache(cache)
	srv.SetParserTokenLimit(maxTokens)
	srv.SetDisableSuggestion(!cfg.Introspection)
	srv.SetValidationRulesFn(validationRules)
	srv.SetErrorPresenter(present)
	if cfg.Introspection {
		srv.SetErrorPresenter(presentWithSuggestions)
	}
	srv.SetRecoverFunc(recoverPanic)
	if len(cfg.Observers) > 0 {
		srv.Use(observe{cfg.Observers})
	}
	if cfg.Field != nil {
		srv.Use(fields{cfg.Field})
	}
	srv.Use(listCoercion{})
	srv.Use(rootParts{})
	srv.Use(documentGuard{cache})
	srv.Use(authGuard{introspection: cfg.Introspection})
	srv.Use(costGuard{maxPage: model.MaxPageSize, rows: cfg.Rows})
	if cfg.Measure != nil {
		srv.Use(costReporter{cfg.Measure, cfg.Rows})
	}
	if cfg.Introspection {
		srv.Use(extension.Introspection{})
	}
	srv.Use(budgetGuard{})
	kept := newPersistedQueries()
	srv.AddTransport(socketTransport{cfg.Streams, cfg.Tokens, cfg.Work, kept, cfg.Origins, cfg.OnError})
	srv.AddTransport(httpTransport{cfg.Streams, cfg.Work, cfg.Bodies, kept, cfg.OnError})
	return srv
}
