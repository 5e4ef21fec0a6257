package gqlhttp

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

// Reader executes queries of the service's own, such as those of exports, as the viewer of the
// context: with the same rights, filters and checks as a client's, but with larger pages.
type Reader struct{ exec *executor.Executor }

// NewReader returns a Reader over the resolvers.
func NewReader(resolvers generated.ResolverRoot) *Reader {
	exec := executor.New(generated.NewSchema(generated.Config{Resolvers: resolvers, Schema: schema()}))
	exec.SetQueryCache(newDocumentCache())
	exec.SetErrorPresenter(present)
	exec.SetRecoverFunc(recoverPanic)
	exec.Use(listCoercion{})
	exec.Use(costGuard{maxPage: export.PageSize})
	exec.Use(rootParts{})
	return &Reader{exec}
}

// Read executes a query and returns its data, complete, or the first fault. Single values for lists become lists, also in the
// objects of the caller's variables.
func (r *Reader) Read(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(graphql.StartOperationTrace(ctx), MaxTime)
	defer cancel()
	op, errs := r.exec.CreateOperationContext(ctx, &graphql.RawParams{Query: query, Variables: variables})
	if len(errs) > 0 {
		return nil, wireFault(r.exec.DispatchError(graphql.WithOperationContext(ctx, op), errs).Errors[0])
	}
	answer, err := execute(ctx, r.exec, op)
	if err != nil {
		return nil, FaultOf(ctx, err)
	}
	if len(answer.Errors) > 0 {
		return nil, wireFault(answer.Errors[0])
	}
	return answer.Data, nil
}

// wireFault returns the fault that an error of an answer was made from.
func wireFault(e *gqlerror.Error) error {
	fields, _ := e.Extensions["fields"].([]fault.Field)
	if f, ok := fault.As(e.Err); ok {
		if len(f.Fields) > 0 || len(fields) == 0 {
			return f
		}
		return fault.Invalid(fields...) // of a value whose name the presenter knows by its place
	}
	code, _ := e.Extensions["code"].(string)
	f := fault.New(fault.Code(strings.ToLower(code)), "%s", e.Message)
	f.Fields = fields
	return f
}

// Check executes a query for a single row and returns the fault that it would be refused with.
func (r *Reader) Check(ctx context.Context, query string, variables map[string]any) error {
	variables["first"] = int64(1)
	_, err := r.Read(ctx, query, variables)
	return err
}
