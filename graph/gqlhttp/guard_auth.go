package gqlhttp

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/auth"
)

// openRoots can be asked for without a token.
var openRoots = map[string]bool{
	"login": true, "refresh": true, "registerUser": true,
	"__typename": true, "__schema": true, "__type": true,
}

// authGuard lets nobody in without a token, but to sign in, and answers no question about the
// schema where that is switched off.
type authGuard struct{ introspection bool }

// ExtensionName implements gqlgen's extension.
func (authGuard) ExtensionName() string { return "AuthGuard" }

// Validate implements gqlgen's extension.
func (authGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements gqlgen's extension.
func (g authGuard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	anonymous := auth.From(ctx) == nil
	roots := graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Query", "Mutation", "Subscription"})
	for _, f := range roots {
		switch {
		case anonymous && !openRoots[f.Name]:
			return present(ctx, auth.AuthenticationRequired())
		case !g.introspection && (f.Name == "__schema" || f.Name == "__type"):
			return tooMuch("Questions about the schema are not answered here.")
		}
	}
	if op.Operation.Operation == ast.Subscription && (len(roots) != 1 || strings.HasPrefix(roots[0].Name, "__")) {
		return tooMuch("A subscription follows exactly one thing.")
	}
	return nil
}
