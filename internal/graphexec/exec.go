// Package graphexec executes the operations of the graph: it plans documents, asks the generated code for the values of
// root fields and writes them as JSON.
package graphexec

import (
	"context"
	"runtime"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Schema implements graphql.ExecutableSchema.
type Schema struct {
	schema   *ast.Schema
	plans    *Plans
	roots    Roots
	executor func(*graphql.OperationContext) any
	inputs   func() *graphql.InputUnmarshalerIndex
}

// Roots are the types of operations.
type Roots struct{ Query, Mutation, Subscription Root }

// Root is the type of an operation. Generated functions know its fields by their ordinals in Type.Fields.
type Root struct {
	Type
	// Arguments returns what reads the arguments of a field; nil: it has none.
	Arguments func(executor any, field int) ReadArguments
	// Resolve returns the value of the context's field; of a subscription it is a channel.
	Resolve func(ctx context.Context, executor any, field int) (any, error)
	// Write writes the value of a field.
	Write func(w *Writer, at *Frame, f *Field, value any) bool
	// Receive waits for the next event of a subscription's field, and reports whether there is one.
	Receive func(ctx context.Context, stream any, field int) (event any, ok bool)
}

// ReadArguments reads the arguments of a field.
type ReadArguments func(ctx context.Context, raw map[string]any) (map[string]any, error)

// NewSchema returns a Schema. Executor returns what the generated code needs for an operation, inputs what reads the
// inputs of all of them.
func NewSchema(schema *ast.Schema, types []Type, roots Roots, executor func(*graphql.OperationContext) any,
	inputs func() *graphql.InputUnmarshalerIndex,
) *Schema {
	return &Schema{schema, NewPlans(schema, types), roots, executor, sync.OnceValue(inputs)}
}

// Schema implements graphql.ExecutableSchema.
func (s *Schema) Schema() *ast.Schema { return s.schema }

// Complexity implements graphql.ExecutableSchema: what a request costs is counted elsewhere.
func (s *Schema) Complexity(context.Context, string, string, int, map[string]any) (int, bool) {
	return 0, false
}

// execution is an operation that is executed.
type execution struct {
	*Schema
	root     *Root
	op       *graphql.OperationContext
	executor any
	sel      *Selection
}

// Exec implements graphql.ExecutableSchema.
func (s *Schema) Exec(ctx context.Context) graphql.ResponseHandler {
	op := graphql.GetOperationContext(ctx)
	x := &execution{Schema: s, op: op, executor: s.executor(op)}
	switch op.Operation.Operation {
	case ast.Query:
		x.root = &s.roots.Query
	case ast.Mutation:
		x.root = &s.roots.Mutation
	case ast.Subscription:
		x.root = &s.roots.Subscription
	}
	x.sel = s.plans.operation(op, &x.root.Type)
	if x.root.Receive != nil {
		return x.subscribe(x.enter(ctx))
	}
	answered := false
	return func(ctx context.Context) *graphql.Response {
		if answered {
			return nil
		}
		answered = true
		return &graphql.Response{Data: x.data(x.fields(x.enter(ctx)))}
	}
}

// enter returns the context in which root fields are resolved.
func (x *execution) enter(ctx context.Context) context.Context {
	return graphql.WithFieldContext(graphql.WithInputUnmarshalerIndex(ctx, x.inputs()), &graphql.FieldContext{Object: x.root.Name})
}

// fields returns the values of all root fields. Those of a query are resolved at the same time, those of a mutation one
// after the other (GraphQL specification, section 6.2).
func (x *execution) fields(ctx context.Context) []graphql.Marshaler {
	values := make([]graphql.Marshaler, len(x.sel.fields))
	answer := func(i int) {
		f := &x.sel.fields[i]
		if f.Ordinal < 0 {
			return
		}
		ctx := graphql.WithRootFieldContext(ctx, &graphql.RootFieldContext{Object: f.Name, Field: f.CollectedField})
		values[i] = x.op.RootResolverMiddleware(ctx, func(ctx context.Context) graphql.Marshaler { return x.answer(ctx, f) })
	}
	if x.op.Operation.Operation == ast.Mutation {
		for i := range values {
			answer(i)
		}
		return values
	}
	var others sync.WaitGroup
	for i := 1; i < len(values); i++ {
		others.Go(func() {
			grow()
			answer(i)
		})
	}
	if len(values) > 0 {
		answer(0)
	}
	others.Wait()
	return values
}

// grow makes the stack of a new goroutine large enough for a resolver at once, while there is nothing on it to copy.
//
//go:noinline
func grow() {
	var stack [16 << 10]byte
	runtime.KeepAlive(&stack)
}

// answer returns the value of a root field, written.
func (x *execution) answer(ctx context.Context, f *Field) graphql.Marshaler {
	ctx, value, ok := x.resolve(ctx, f)
	if !ok {
		return graphql.Null
	}
	return x.write(ctx, f, value)
}

// resolve returns the value of a root field and the context in which it is written. It reports whether there is one.
func (x *execution) resolve(ctx context.Context, f *Field) (inner context.Context, value any, ok bool) {
	fc := &graphql.FieldContext{Object: x.root.Name, Field: f.CollectedField, IsMethod: true, IsResolver: true}
	inner = graphql.WithFieldContext(ctx, fc)
	defer func() {
		if p := recover(); p != nil {
			x.op.Error(inner, x.op.Recover(inner, p))
			ok = false
		}
	}()
	var err error
	if read := x.root.Arguments(x.executor, f.Ordinal); read != nil {
		if fc.Args, err = read(inner, f.ArgumentMap(x.op.Variables)); err != nil {
			x.op.Error(inner, err)
			return inner, nil, false
		}
	}
	value, err = x.op.ResolverMiddleware(inner, func(ctx context.Context) (any, error) {
		inner = ctx
		return x.root.Resolve(ctx, x.executor, f.Ordinal)
	})
	if err != nil {
		x.op.Error(inner, graphql.AddFieldLocationToError(inner, err))
		return inner, nil, false
	}
	if value == nil && f.typ.NonNull && !graphql.HasFieldError(inner, fc) {
		graphql.AddErrorf(inner, "must not be null")
	}
	return inner, value, value != nil
}

// write writes the value of a root field. A panic is reported and leaves null.
func (x *execution) write(ctx context.Context, f *Field, value any) (answer graphql.Marshaler) {
	defer func() {
		if p := recover(); p != nil {
			x.op.Error(ctx, x.op.Recover(ctx, p))
			answer = graphql.Null
		}
	}()
	w := writers.Get().(*Writer)
	w.Executor, w.plans, w.op, w.ctx = x.executor, x.plans, x.op, ctx
	if !x.root.Write(w, &Frame{field: f, typ: f.typ, ctx: ctx}, f, value) {
		w.release()
		return graphql.Null
	}
	return &Answer{w}
}

// data returns the object whose fields have these values, or null when one of them is null and must not be.
func (x *execution) data(values []graphql.Marshaler) []byte {
	size, complete := 2, true
	for i, v := range values {
		f := &x.sel.fields[i]
		size += len(f.key) + len("null")
		if a, ok := v.(*Answer); ok {
			size += len(a.w.Buf)
		}
		complete = complete && (v != graphql.Null || !f.typ.NonNull)
	}
	w := Writer{Buf: append(make([]byte, 0, size), '{')}
	for i, v := range values {
		w.Buf = append(w.Buf, x.sel.fields[i].key...)
		if v != nil {
			v.MarshalGQL(&w)
		}
	}
	if !complete {
		return []byte("null")
	}
	return append(w.Buf, '}')
}

// subscribe resolves the field of a subscription and returns what waits for its events.
func (x *execution) subscribe(ctx context.Context) graphql.ResponseHandler {
	ended := func(context.Context) *graphql.Response { return nil }
	if len(x.sel.fields) != 1 || x.sel.fields[0].Ordinal < 0 {
		graphql.AddErrorf(ctx, "must subscribe to exactly one stream")
		return ended
	}
	f := &x.sel.fields[0]
	ctx, stream, ok := x.resolve(ctx, f)
	if !ok {
		return ended
	}
	fc := graphql.GetFieldContext(ctx)
	return func(ctx context.Context) *graphql.Response {
		event, ok := x.root.Receive(ctx, stream, f.Ordinal)
		if !ok {
			return nil
		}
		answer := x.write(graphql.WithFieldContext(ctx, fc), f, event)
		return &graphql.Response{Data: x.data([]graphql.Marshaler{answer})}
	}
}

// Next waits for the next event of a stream, and reports whether there is one before the context ends.
func Next[T any](ctx context.Context, stream <-chan T) (event any, ok bool) {
	select {
	case event, ok = <-stream:
	case <-ctx.Done():
	}
	return event, ok
}
