package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
)

// withChildField puts a numbered page's row field where ent looks for the selection of the rows:
// the page itself is a type of ours that ent knows nothing of. Rows that are asked for twice,
// under two names, are loaded whole.
func withChildField(ctx context.Context, name string) context.Context {
	fc := graphql.GetFieldContext(ctx)
	if fc == nil {
		return ctx
	}
	var rows []graphql.CollectedField
	for _, f := range graphql.CollectFields(graphql.GetOperationContext(ctx), fc.Field.Selections, nil) {
		if f.Name == name {
			rows = append(rows, f)
		}
	}
	if len(rows) != 1 {
		return ctx
	}
	narrowed := *fc
	narrowed.Field = rows[0]
	return graphql.WithFieldContext(ctx, &narrowed)
}
