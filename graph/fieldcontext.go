package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
)

// withChildField returns a context in which the current field is one of its subfields, such as the
// rows of a numbered page, so that ent collects the selection of the rows: the page is a type that
// ent does not know. Rows that are selected twice, with aliases, are loaded with all columns.
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
