// Package graph is the GraphQL side: the schema in *.graphqls, a sentence for each resolver,
// and the guards that stand in front of them. Rights are not decided here but in policy,
// what happens is not done here but in desk: the REST facade calls the same resolvers.
package graph

import (
	"context"
	"encoding/json"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/search"
)

// Resolver answers the graph's fields.
type Resolver struct {
	client     *ent.Client
	texts      search.Texts
	desk       *desk.Desk
	dispatcher *delivery.Dispatcher
	links      *Links
	streams    *gqlhttp.Streams
	reader     *gqlhttp.Reader
}

// New makes the resolvers over the client of a database of some dialect, the desk, the dispatcher of broadcasts and
// the streams.
func New(client *ent.Client, dialect string, d *desk.Desk, c *delivery.Dispatcher, links *Links, streams *gqlhttp.Streams) *Resolver {
	r := &Resolver{client: client, texts: search.Texts{Client: client, Dialect: dialect}, desk: d, dispatcher: c, links: links, streams: streams}
	r.reader = gqlhttp.NewReader(r)
	return r
}

// Read executes a query of the service's own as the viewer and returns its data, complete, or
// the first fault.
func (r *Resolver) Read(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	return r.reader.Read(ctx, query, variables)
}

// may asks whether the viewer's role may ask for a root, before any id is looked at.
func may(ctx context.Context, root policy.Root) error {
	return policy.May(auth.From(ctx), root)
}

// orNotFound answers the only row of a query, or that there is no such thing: the same for a row
// that is missing and for one that is somebody else's.
func orNotFound[T any](noun string, row *T, err error) (*T, error) {
	if ent.IsNotFound(err) {
		return nil, fault.Missing(noun)
	}
	return row, err
}
