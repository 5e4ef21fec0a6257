package gqlhttp

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// publicRoots are the root fields that need no token. Those of guests are refused by their resolvers where the service takes no reports without an
// account.
var publicRoots = map[string]bool{
	"login": true, "changePassword": true, "refresh": true, "registerUser": true, "serviceInfo": true, "setUpService": true,
	"redeemLinkCode": true, "guestForm": true, "nearbyComplaints": true, "submitGuestReport": true,
	"__typename": true, "__schema": true, "__type": true,
}

// linkRoots are the root fields for whoever holds a link. Everything else is refused here, whatever its resolver asks for.
var linkRoots = map[string]bool{
	"trackedComplaint": true, "commentOnComplaint": true, "rateComplaint": true, "reopenComplaint": true, "withdrawComplaint": true,
	"complaintStatusLog": true, "emailUpdates": true, "setEmailUpdates": true, "reasonCodes": true, "serviceInfo": true,
	"__typename": true, "__schema": true, "__type": true,
}

// authGuard refuses operations without a token, except those to sign in, what a link is not for, and introspection
// where it is switched off.
type authGuard struct{ introspection bool }

// ExtensionName implements gqlgen's extension.
func (authGuard) ExtensionName() string { return "AuthGuard" }

// Validate implements gqlgen's extension.
func (authGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements gqlgen's extension.
func (g authGuard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	anonymous, link := auth.From(ctx) == nil, auth.From(ctx).HasLink()
	roots := graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Query", "Mutation", "Subscription"})
	for _, f := range roots {
		switch {
		case anonymous && !publicRoots[f.Name]:
			return present(ctx, auth.AuthenticationRequired())
		case link && !linkRoots[f.Name]:
			return present(ctx, fault.Denied())
		case !g.introspection && (f.Name == "__schema" || f.Name == "__type"):
			return validationError("Introspection is switched off.")
		}
	}
	if op.Operation.Operation == ast.Subscription && (len(roots) != 1 || strings.HasPrefix(roots[0].Name, "__")) {
		return validationError("A subscription must select exactly one field.")
	}
	return nil
}
