package gqlhttp

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"github.com/redress/redress/graph/generated"
)

// written writes what the resolvers of root fields return straight as JSON, where the library assembles it from
// a value for each field of each object.
type written struct{ answers *generated.Answers }

// ExtensionName implements gqlgen's extension.
func (written) ExtensionName() string { return "Written" }

// Validate implements gqlgen's extension.
func (written) Validate(graphql.ExecutableSchema) error { return nil }

// InterceptField implements gqlgen's extension. What it returns in place of a field's value stands in the answer as
// it is.
func (w written) InterceptField(ctx context.Context, next graphql.Resolver) (any, error) {
	value, err := next(ctx)
	if err != nil {
		return value, err
	}
	return w.answers.Write(ctx, value), nil
}
