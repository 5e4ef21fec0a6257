package gqlhttp

import (
	"context"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/graphexec"
)

// Measure returns a context, and a function that reports what was done under it.
type Measure func(context.Context) (context.Context, func() Work)

// Work is what an execution has done.
type Work struct {
	Statements int64          // that were sent to the database
	Rows       int64          // that were read
	Counted    int            // rows that totals have counted
	Aggregated int            // rows that statistics have summed up
	Searches   int            // searches in statements
	Compared   map[string]int // comparisons with parts of texts in statements, by table
}

// estimateKey is the key under which costGuard stores the estimate for costReporter.
const estimateKey = "CostEstimate"

// drawnKey is the key under which budgetGuard notes that the estimate was drawn from a budget.
const drawnKey = "CostDrawn"

// estimate is what an operation could cost, and the limit.
type estimate struct{ cost, limit int }

// cost is the estimated and the actual cost of an operation, as in extensions.cost.
type cost struct {
	Estimated  int   `json:"estimated"`  // what it could cost
	Actual     int   `json:"actual"`     // what it has cost
	Limit      int   `json:"limit"`      // of the estimate
	Statements int64 `json:"statements"` // that were sent to the database

	Budget *budgetLeft `json:"budget,omitempty"`
}

// budgetLeft is what is left of the account's budget.
type budgetLeft struct {
	PerMinute int `json:"perMinute"`
	Remaining int `json:"remaining"`
	Reset     int `json:"reset"` // seconds until it is whole again
}

// budgetGuard draws what an operation could cost from the budget of its caller. It comes after all
// other guards: what is refused costs nothing. What a query has not used is given back
// (costReporter); a mutation and whoever is not signed in get nothing back, because that would show
// how much was read.
type budgetGuard struct{}

// ExtensionName implements gqlgen's extension.
func (budgetGuard) ExtensionName() string { return "BudgetGuard" }

// Validate implements gqlgen's extension.
func (budgetGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements gqlgen's extension.
func (budgetGuard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	expected, _ := op.Stats.GetExtension(estimateKey).(estimate)
	draws := expected.cost
	if auth.From(ctx) == nil && op.Operation.Operation == ast.Query {
		draws = strangersQuery(draws)
	}
	if err := budget.Draw(ctx, draws); err != nil {
		return present(ctx, err)
	}
	op.Stats.SetExtension(drawnKey, true)
	return nil
}

// strangersQuery returns what a query draws from the budget of a network address. All that a query can read without a token
// is the schema, which lies in memory: 10,000 objects, all that the tools ask for, take 10 ms. They draw a tenth, so that
// the playground opens a few times a minute; the limit of an operation's cost counts them in full.
func strangersQuery(cost int) int {
	return min(cost, max(schemaCost, cost/10))
}

// costReporter measures what operations cost. It adds the cost of a query to the response for
// signed-in clients. It leaves out mutations and clients without a token: how much was read would
// reveal whether an address has an account.
type costReporter struct {
	measure Measure
	rows    func(table string) int
}

// ExtensionName implements gqlgen's extension.
func (costReporter) ExtensionName() string { return "CostReporter" }

// Validate implements gqlgen's extension.
func (costReporter) Validate(graphql.ExecutableSchema) error { return nil }

type objectsKey struct{}

// InterceptRootField implements gqlgen's extension: it counts the objects of the response.
func (costReporter) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	value := next(ctx)
	if n, ok := ctx.Value(objectsKey{}).(*atomic.Int64); ok {
		n.Add(int64(graphexec.Count(value)))
	}
	return value
}

// InterceptResponse implements gqlgen's extension.
func (c costReporter) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	op := graphql.GetOperationContext(ctx)
	expected, known := op.Stats.GetExtension(estimateKey).(estimate)
	if !known {
		return next(ctx)
	}
	if op.Operation.Operation == ast.Subscription {
		r := next(ctx)
		if r != nil { // an event is work too, but a stream is never cut for it
			budget.Spend(ctx, expected.cost)
		}
		return r
	}
	var objects atomic.Int64
	ctx, read := c.measure(context.WithValue(ctx, objectsKey{}, &objects))
	r := next(ctx)
	if r == nil {
		return nil
	}
	done := read()
	if op.Operation.Operation != ast.Query || auth.From(ctx) == nil {
		return r
	}
	actual := actualCost(tablesFor(ctx, c.rows), int(objects.Load()), done)
	if op.Stats.GetExtension(drawnKey) != nil {
		budget.Return(ctx, expected.cost-actual)
	}
	if r.Extensions == nil {
		r.Extensions = map[string]any{}
	}
	told := cost{Estimated: expected.cost, Actual: actual, Limit: expected.limit, Statements: done.Statements}
	if left, limited := budget.Remaining(ctx); limited {
		told.Budget = &budgetLeft{left.Quota, left.Remaining, left.Reset}
	}
	r.Extensions["cost"] = told
	return r
}

// actualCost returns what an execution has cost.
func actualCost(t tables, objects int, done Work) int {
	sum := max(objects, int(done.Rows)) + done.Counted/weights.totalRows + done.Aggregated/weights.statisticRows + done.Searches*weights.search
	for table, n := range done.Compared {
		sum += n * t.textCost(table)
	}
	return sum
}

// ActualCost returns what reading rows for the context's viewer has cost.
func ActualCost(ctx context.Context, rows func(table string) int, done Work) int {
	return actualCost(tablesFor(ctx, rows), 0, done)
}
