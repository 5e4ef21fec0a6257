package model

import "context"

// Selection is what a caller reads of each row that a resolver returns: its columns, and the
// edges to load with it. A GraphQL query says so by its selection set. A caller in Go has none:
// it states a Selection with Select, and without one gets rows with all of their columns and
// none of their edges.
type Selection struct {
	// Columns are names of columns, such as payment.FieldAmountMinor. The id is always read;
	// none at all means every column.
	Columns []string
	// Edges are the related rows to load, by the name of the edge, such as payment.EdgeRecordedBy.
	Edges map[string]Selection
}

type selectionKey[T any] struct{}

// Select returns a context that states what its caller reads of rows of the ent type T. The
// resolvers that return such rows apply it to their query; other types are not affected.
func Select[T any](ctx context.Context, s *Selection) context.Context {
	return context.WithValue(ctx, selectionKey[T]{}, s)
}

// Selected returns what the caller reads of rows of the ent type T, or nil when it stated nothing.
func Selected[T any](ctx context.Context) *Selection {
	s, _ := ctx.Value(selectionKey[T]{}).(*Selection)
	return s
}
