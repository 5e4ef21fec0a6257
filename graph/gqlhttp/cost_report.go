package gqlhttp

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/internal/auth"
)

// Measure counts what is read from the database under the context that it answers.
type Measure func(context.Context) (context.Context, func() (statements, rows int64))

// estimateOf is where costGuard leaves what it found for costReport.
const estimateOf = "CostEstimate"

// estimate is how many nodes an operation could answer, and how many it may.
type estimate struct{ nodes, limit int }

// cost is what an operation was expected to cost and did cost, as extensions.cost tells it.
type cost struct {
	Estimated  int   `json:"estimated"`  // nodes that could be answered
	Actual     int64 `json:"actual"`     // rows that were read
	Limit      int   `json:"limit"`      // of what is estimated
	Statements int64 `json:"statements"` // that were sent to the database
}

// costReport tells whoever is signed in what their query cost. Of mutations and to strangers it
// says nothing: how much was read would tell an address that has an account from one that has
// none.
type costReport struct{ measure Measure }

// ExtensionName implements gqlgen's extension.
func (costReport) ExtensionName() string { return "CostReport" }

// Validate implements gqlgen's extension.
func (costReport) Validate(graphql.ExecutableSchema) error { return nil }

// InterceptResponse implements gqlgen's extension.
func (c costReport) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	op := graphql.GetOperationContext(ctx)
	expected, known := op.Stats.GetExtension(estimateOf).(estimate)
	if !known || op.Operation.Operation != ast.Query || auth.From(ctx) == nil {
		return next(ctx)
	}
	ctx, read := c.measure(ctx)
	r := next(ctx)
	if r == nil {
		return nil
	}
	statements, rows := read()
	if r.Extensions == nil {
		r.Extensions = map[string]any{}
	}
	r.Extensions["cost"] = cost{expected.nodes, rows, expected.limit, statements}
	return r
}
