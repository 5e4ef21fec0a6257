package gqlhttp

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
)

const (
	// maxSignIn is how large a request to sign in may be, in bytes: many times what one takes, and little to read
	// for callers whose budget is used up.
	maxSignIn = 4 << 10
	// maxSignInTokens is how many tokens its document may have.
	maxSignInTokens = 200
)

// signInRoots are the mutations that draw from the budgets of sign-ins when it is known whose they are.
var signInRoots = map[string]bool{"login": true, "refresh": true}

// mightSignIn reports whether a request whose caller's budget is used up is read for what it asks.
func mightSignIn(r *http.Request) bool {
	return r.Method == http.MethodPost && r.ContentLength >= 0 && r.ContentLength <= maxSignIn && auth.Refusal(r.Context()) == nil
}

// signsIn reports whether a document does nothing but sign in or refresh, once: what else it asked for would be
// drawn from no budget.
func signsIn(query string) bool {
	if len(query) > maxSignIn {
		return false
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: query}, maxSignInTokens)
	if err != nil || len(doc.Operations) != 1 || len(doc.Fragments) > 0 {
		return false
	}
	op := doc.Operations[0]
	if op.Operation != ast.Mutation || len(op.SelectionSet) != 1 {
		return false
	}
	root, ok := op.SelectionSet[0].(*ast.Field)
	return ok && signInRoots[root.Name]
}

// forSigningIn returns the context of a request: what somebody needs who signs in is not what others have used up who
// share a network address, so it is drawn from the budgets of sign-ins alone, as REST's is.
func forSigningIn(ctx context.Context, params *graphql.RawParams) (_ context.Context, signing bool) {
	if auth.From(ctx) != nil || !signsIn(params.Query) {
		return ctx, false
	}
	return budget.SigningIn(ctx), true
}
