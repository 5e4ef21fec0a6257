// Package graph has the GraphQL schema, in *.graphqls, and its resolvers: conversions, list queries
// and live queries. Rights are decided in policy and operations are performed in desk, not here.
// Package gqlhttp speaks the protocols, and the REST API calls the same resolvers.
package graph

import (
	"context"
	"encoding/json"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/broadcasts"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/payments"
	"github.com/redress/redress/internal/desk/settings"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/search"
)

// Rooms are where what the graph's mutations do happens.
type Rooms struct {
	Desk          *desk.Desk
	Payments      *payments.Room
	Broadcasts    *broadcasts.Room
	Catalog       *catalog.Room
	Settings      *settings.Room
	Identity      *identity.Room
	Notifications *notifications.Room
}

// Resolver resolves the fields of the schema.
type Resolver struct {
	client        *ent.Client
	texts         search.Texts
	desk          *desk.Desk
	payments      *payments.Room
	broadcasts    *broadcasts.Room
	catalog       *catalog.Room
	settings      *settings.Room
	identity      *identity.Room
	notifications *notifications.Room
	dispatcher    *delivery.Dispatcher
	links         *Links
	streams       *gqlhttp.Streams
	reader        *gqlhttp.Reader
	statistics    *admission.Lane
}

// New returns the resolvers over the client of a database of some dialect, the rooms, the dispatcher of broadcasts and
// the streams. The lane is that of statistics, nil if they have no limit.
func New(
	client *ent.Client, dialect string, rooms Rooms, c *delivery.Dispatcher, links *Links, streams *gqlhttp.Streams, statistics *admission.Lane,
) *Resolver {
	r := &Resolver{
		client: client, texts: search.Texts{Client: client, Dialect: dialect},
		desk: rooms.Desk, payments: rooms.Payments, broadcasts: rooms.Broadcasts, catalog: rooms.Catalog, settings: rooms.Settings, identity: rooms.Identity,
		notifications: rooms.Notifications,
		dispatcher:    c, links: links, streams: streams, statistics: statistics,
	}
	r.reader = gqlhttp.NewReader(r)
	return r
}

// Read executes a query of the service's own as the viewer and returns its data, complete, or
// the first fault.
func (r *Resolver) Read(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	return r.reader.Read(ctx, query, variables)
}

// may returns a fault unless the viewer's role may use a root field. It is called before any id is
// looked up.
func may(ctx context.Context, root policy.Root) error {
	return policy.May(auth.From(ctx), root)
}

// orNotFound converts ent's error for a missing row to NOT_FOUND. The error is the same for a row
// that does not exist and for one that the viewer may not see.
func orNotFound[T any](noun string, row *T, err error) (*T, error) {
	if ent.IsNotFound(err) {
		return nil, fault.Missing(noun)
	}
	return row, err
}
