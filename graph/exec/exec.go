// Package exec holds what the generated executor calls in the library's place (graph/gqlgen.go):
// objects whose fields are answered in turn and never deferred, and lists without a goroutine for
// each element. What they answer was loaded with the page.
package exec

import (
	"context"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// Object is an object's fields and what they answer.
type Object struct {
	fields   []graphql.CollectedField
	Values   []graphql.Marshaler
	Invalids int // fields that are null and must not be
}

// NewObject makes room for the answers of fields, whose response names differ: the library has
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

// List answers a list's elements one after the other, each under its index. An element that
// panics leaves none.
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
