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
	rows := childFields(ctx, name)
	if len(rows) != 1 {
		return ctx
	}
	narrowed := *fc
	narrowed.Field = rows[0]
	return graphql.WithFieldContext(ctx, &narrowed)
}

// selectsField reports whether a field of the current one's object is selected.
func selectsField(ctx context.Context, name string) bool { return len(childFields(ctx, name)) > 0 }

// childFields returns the selections of a field of the current one's object, more than one with aliases.
func childFields(ctx context.Context, name string) (found []graphql.CollectedField) {
	for _, f := range graphql.CollectFields(graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field.Selections, nil) {
		if f.Name == name {
			found = append(found, f)
		}
	}
	return found
}
