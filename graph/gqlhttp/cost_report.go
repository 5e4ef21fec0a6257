package gqlhttp

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/internal/auth"
)

// Measure returns a context, and a function that reports how many statements were sent to the
// database and how many rows were read under it.
type Measure func(context.Context) (context.Context, func() (statements, rows int64))

// estimateKey is the key under which costGuard stores the estimate for costReporter.
const estimateKey = "CostEstimate"

// estimate is how many nodes an operation could return, and the limit.
type estimate struct{ nodes, limit int }

// cost is the estimated and the actual cost of an operation, as in extensions.cost.
type cost struct {
	Estimated  int   `json:"estimated"`  // nodes that could be returned
	Actual     int64 `json:"actual"`     // rows that were read
	Limit      int   `json:"limit"`      // of the estimate
	Statements int64 `json:"statements"` // that were sent to the database
}

// costReporter adds the cost of a query to the response for signed-in clients. It leaves out
// mutations and clients without a token: how much was read would reveal whether an address has an
// account.
type costReporter struct{ measure Measure }

// ExtensionName implements gqlgen's extension.
func (costReporter) ExtensionName() string { return "CostReporter" }

// Validate implements gqlgen's extension.
func (costReporter) Validate(graphql.ExecutableSchema) error { return nil }

// InterceptResponse implements gqlgen's extension.
func (c costReporter) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	op := graphql.GetOperationContext(ctx)
	expected, known := op.Stats.GetExtension(estimateKey).(estimate)
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
