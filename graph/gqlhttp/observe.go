package gqlhttp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// maxName is how long the name of an operation is that others are told.
const maxName = 100

// Observer is called when a query or a mutation is executed. The function that it returns is called at the end with
// the number of errors; the operation is executed under the context that it returns.
type Observer func(context.Context, Operation) (context.Context, func(errors int))

// Operation is what is known of an operation that may be told to whoever operates the service: neither
// its text nor its variables.
type Operation struct{ op *graphql.OperationContext }

// Name returns the name that the client gave it, "" for none.
func (o Operation) Name() string {
	name := o.op.Operation.Name
	return name[:min(len(name), maxName)] // letters of ASCII
}

// Kind returns query or mutation.
func (o Operation) Kind() string { return string(o.op.Operation.Operation) }

// Hash returns the beginning of the SHA-256 of the document, by which it can be recognized.
func (o Operation) Hash() string {
	sum := sha256.Sum256([]byte(o.op.RawQuery))
	return hex.EncodeToString(sum[:8])
}

// observe calls observers with the operations that are executed.
type observe struct{ observers []Observer }

// ExtensionName implements gqlgen's extension.
func (observe) ExtensionName() string { return "Observe" }

// Validate implements gqlgen's extension.
func (observe) Validate(graphql.ExecutableSchema) error { return nil }

// fields calls a function around each field of a query or a mutation.
type fields struct {
	around func(ctx context.Context, name string) (context.Context, func())
}

// ExtensionName implements gqlgen's extension.
func (fields) ExtensionName() string { return "Fields" }

// Validate implements gqlgen's extension.
func (fields) Validate(graphql.ExecutableSchema) error { return nil }

// InterceptRootField implements gqlgen's extension.
func (f fields) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	root := graphql.GetRootFieldContext(ctx)
	if root == nil {
		return next(ctx)
	}
	ctx, end := f.around(ctx, root.Field.Name)
	defer end()
	return next(ctx)
}

// InterceptResponse implements gqlgen's extension. Events of subscriptions are not observed: they wait to happen.
func (o observe) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	op := graphql.GetOperationContext(ctx)
	if op.Operation == nil || op.Operation.Operation == ast.Subscription {
		return next(ctx)
	}
	ends := make([]func(int), len(o.observers))
	for i, begin := range o.observers {
		ctx, ends[i] = begin(ctx, Operation{op})
	}
	r := next(ctx)
	errs := 0
	if r != nil {
		errs = len(r.Errors)
	}
	for _, end := range slices.Backward(ends) {
		end(errs)
	}
	return r
}
