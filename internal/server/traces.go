package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5/middleware"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/tracing"
)

// traces makes spans of requests, operations and messages. Without a tracer none of it is in anybody's way.
type traces struct{ tracer *tracing.Tracer }

// requests makes a span of each request. Probes have none. Streams last for hours: what they execute has spans of its own.
func (t traces) requests(next http.Handler) http.Handler {
	if t.tracer == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if probeRoutes[strings.TrimSuffix(r.URL.Path, "/")] {
			next.ServeHTTP(w, r)
			return
		}
		ctx := t.tracer.Receive(r.Context(), r.Header)
		if strings.HasPrefix(r.URL.Path, "/graphql") && gqlhttp.MayStream(r) {
			next.ServeHTTP(w, r.WithContext(ctx))
			return
		}
		method := methodLabel(r.Method)
		ctx, span := t.tracer.Server(ctx, method)
		defer span.End()
		r = r.WithContext(ctx)
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() { // also when the response is aborted
			span.Rename(method + " " + route(r))
			span.Set("http.request.method", method)
			span.Set("http.route", route(r))
			span.SetInt("http.response.status_code", ww.Status())
			span.Set("redress.request_id", middleware.GetReqID(ctx))
			if ww.Status() >= http.StatusInternalServerError {
				span.Fail("")
			}
		}()
		next.ServeHTTP(ww, r)
	})
}

// operation makes a span of an operation of the graph.
func (t traces) operation(ctx context.Context, op gqlhttp.Operation) (context.Context, func(errors int)) {
	ctx, span := t.tracer.Begin(ctx, op.Kind())
	span.Set("graphql.operation.type", op.Kind())
	span.Set("graphql.operation.name", op.Name())
	span.Set("graphql.document.hash", op.Hash())
	span.Set("redress.role", roleOf(ctx))
	return ctx, func(errors int) {
		if errors > 0 {
			span.SetInt("graphql.errors", errors)
			span.Fail("")
		}
		span.End()
	}
}

// field makes a span of a field of the query or the mutation.
func (traces) field(ctx context.Context, name string) (context.Context, func()) {
	ctx, span := tracing.Child(ctx, "resolve "+name)
	return ctx, span.End
}

// message makes a span of a message that is sent.
func (t traces) message(ctx context.Context) (context.Context, func(outcome string)) {
	ctx, span := t.tracer.Begin(ctx, "send e-mail")
	return ctx, func(outcome string) {
		span.Set("redress.outcome", outcome)
		span.End()
	}
}
