// Package exec is what the generated executor calls in the library's place once the generator has
// simplified it: objects whose fields are resolved one after the other and never deferred, and lists
// without a goroutine for each element. What they return was loaded with the page.
package exec

import (
	"context"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// Object is an object's fields and their values.
type Object struct {
	fields   []graphql.CollectedField
	Values   []graphql.Marshaler
	Invalids int // fields that are null and must not be
}

// NewObject makes room for the values of fields, whose response names differ: the library has
// merged those that are asked for twice.
func NewObject(fields []graphql.CollectedField) *Object {
	return &Object{fields: fields, Values: make([]graphql.Marshaler, len(fields))}
}

// MarshalGQL implements graphql.Marshaler. A response name is a name of GraphQL and needs no escapes.
func (o *Object) MarshalGQL(w io.Writer) {
	separator := `{"`
	for i := range o.fields {
		_, _ = io.WriteString(w, separator)
		_, _ = io.WriteString(w, o.fields[i].Alias)
		_, _ = io.WriteString(w, `":`)
		o.Values[i].MarshalGQL(w)
		separator = `,"`
	}
	if len(o.fields) == 0 {
		_, _ = io.WriteString(w, "{")
	}
	_, _ = io.WriteString(w, "}")
}

// List returns a list's elements, resolved one after the other, each under its index. When one
// panics, the list has none.
func List(ctx context.Context, length int, element func(ctx context.Context, i int) graphql.Marshaler) (all graphql.Array) {
	fields := make([]graphql.FieldContext, length)
	indices := make([]int, length)
	current := ctx
	defer func() {
		if r := recover(); r != nil {
			graphql.AddError(current, graphql.Recover(current, r))
			all = nil
		}
	}()
	all = make(graphql.Array, length)
	for i := range length {
		indices[i] = i
		fields[i].Index = &indices[i]
		current = graphql.WithFieldContext(ctx, &fields[i])
		all[i] = element(current, i)
	}
	return all
}
