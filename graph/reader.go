package graph

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/fault"
)

// reader answers queries of the service's own, such as those of exports, as the viewer of the
// context: with the same rights, filters and checks as anybody's, but for larger pages. Who
// writes to such an answer sees all of it or an error.
type reader struct{ exec *executor.Executor }

// newReader makes a reader over the resolvers.
func newReader(r *Resolver) *reader {
	exec := executor.New(generated.NewExecutableSchema(generated.Config{Resolvers: r, Schema: schema()}))
	exec.SetQueryCache(newDocuments())
	exec.SetErrorPresenter(present)
	exec.SetRecoverFunc(recovered)
	exec.Use(costGuard{largest: export.PageSize})
	return &reader{exec}
}

// Read answers a query of the service's own: the data, all of it, or the first fault.
func (r *Resolver) Read(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	return r.reader.read(ctx, query, variables)
}

// read answers the data of a query, or the first fault that there is.
func (r *reader) read(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(graphql.StartOperationTrace(ctx), maxTime)
	defer cancel()
	op, errs := r.exec.CreateOperationContext(ctx, &graphql.RawParams{Query: query, Variables: variables})
	if len(errs) > 0 {
		return nil, wireFault(r.exec.DispatchError(graphql.WithOperationContext(ctx, op), errs).Errors[0])
	}
	responses, ctx := r.exec.DispatchOperation(ctx, op)
	answer := responses(ctx)
	if len(answer.Errors) > 0 {
		return nil, wireFault(answer.Errors[0])
	}
	return answer.Data, nil
}

// wireFault is the fault behind an error of an answer.
func wireFault(e *gqlerror.Error) error {
	if f, ok := fault.As(e.Err); ok {
		return f
	}
	code, _ := e.Extensions["code"].(string)
	f := fault.New(fault.Code(strings.ToLower(code)), "%s", e.Message)
	f.Fields, _ = e.Extensions["fields"].([]fault.Field)
	return f
}

// try reads as little as there is of a query, to know whether it would be answered.
func (r *reader) try(ctx context.Context, query string, variables map[string]any) error {
	variables["first"] = int64(1)
	_, err := r.read(ctx, query, variables)
	return err
}
