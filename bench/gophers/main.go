// Command gophers serves, as Redress does, the operations of the graph that the bench measures, made with
// graph-gophers/graphql-go: resolvers by hand on the statements of the hand-written program (bench/store),
// with its check of token and session. What lists contain is loaded for all their rows at once by the
// root resolver, where the operation selects it, and below it fields are those of structs but for the two
// with an argument. Of an object with such a field the library resolves each field in a goroutine.
// The library parses and validates each request anew; it has no cache of documents.
package main

import (
	"context"
	_ "embed"
	"errors"
	"net/http"

	"github.com/graph-gophers/graphql-go"
	"github.com/graph-gophers/graphql-go/relay"

	"github.com/redress/redress/bench/contender"
	"github.com/redress/redress/bench/store"
)

func main() { contender.Main(newHandler) }

//go:embed schema.graphql
var schema string

// root has the resolvers of the root fields.
type root struct {
	reads  *store.Reads
	writes *store.Writes
	links  []byte // their key
}

type callerKey struct{}

func caller(ctx context.Context) contender.Caller {
	return ctx.Value(callerKey{}).(contender.Caller) // every request has one
}

func newHandler(ctx context.Context, with contender.Settings) (http.Handler, error) {
	db, err := store.Open(ctx, with.Driver, with.Database)
	if err != nil {
		return nil, err
	}
	r := &root{store.NewReads(db), store.NewWrites(db, with.Key.LinkKey()), with.Key.LinkKey()}
	auth, err := contender.NewAuthenticator(with.Key, r.reads.Role)
	if err != nil {
		return nil, err
	}
	parsed, err := graphql.ParseSchema(schema, r, graphql.UseFieldResolvers())
	if err != nil {
		return nil, err
	}
	graph := &relay.Handler{Schema: parsed}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /graphql", func(w http.ResponseWriter, r *http.Request) {
		by, err := auth.Admit(r)
		if refused := contender.Refusal(http.StatusInternalServerError); err != nil {
			errors.As(err, &refused)
			http.Error(w, refused.Error(), int(refused))
			return
		}
		graph.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, by)))
	})
	return mux, db.Err()
}
