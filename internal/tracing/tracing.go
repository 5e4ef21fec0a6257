// Package tracing sends spans of what the service does to a collector of OpenTelemetry, where the environment names
// one. Without one it costs a look at one variable.
package tracing

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// scope names who makes the spans.
const scope = "github.com/redress/redress"

// active is how many tracers there are.
var active atomic.Int32

// propagator reads and writes traceparent and tracestate.
var propagator propagation.TraceContext

// Tracer makes spans and sends them. A nil one makes none.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	queue    *queue
}

// FromEnvironment returns the tracer that the variables of OpenTelemetry ask for; nil where they ask for none.
func FromEnvironment(ctx context.Context, version string) (*Tracer, error) {
	to, err := destinationFrom(lookupEnvironment)
	if err != nil || to == nil {
		return nil, err
	}
	of, err := resource.New(ctx,
		resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "redress"), attribute.String("service.version", version),
			attribute.String("service.instance.id", rand.Text())),
		resource.WithFromEnv()) // last, because it has the last word
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	q := newQueue(to)
	// The provider reads OTEL_TRACES_SAMPLER itself.
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(q), sdk.WithResource(of))
	active.Add(1)
	return &Tracer{provider: provider, tracer: provider.Tracer(scope), queue: q}, nil
}

// Shutdown sends what is left, until the context ends.
func (t *Tracer) Shutdown(ctx context.Context) error {
	if t == nil {
		return nil
	}
	active.Add(-1)
	return t.provider.Shutdown(ctx)
}

// Sent returns how many spans the collector has accepted.
func (t *Tracer) Sent() uint64 {
	if t == nil {
		return 0
	}
	return t.queue.sent.Load()
}

// Dropped returns how many spans were lost, because the collector did not accept them in time.
func (t *Tracer) Dropped() uint64 {
	if t == nil {
		return 0
	}
	return t.queue.dropped.Load()
}

// Receive returns a context under which spans continue the trace of a request's headers.
func (t *Tracer) Receive(ctx context.Context, header http.Header) context.Context {
	return propagator.Extract(ctx, propagation.HeaderCarrier(header))
}

// Server begins the span of a request that is served.
func (t *Tracer) Server(ctx context.Context, name string) (context.Context, Span) {
	ctx, s := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer))
	return ctx, Span{s}
}

// Begin begins a span, the first of a trace unless the context has one. On nil it begins none.
func (t *Tracer) Begin(ctx context.Context, name string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	ctx, s := t.tracer.Start(ctx, name)
	return ctx, Span{s}
}

// Child begins a span within the context's; none where that is not recorded.
func Child(ctx context.Context, name string) (context.Context, Span) { return child(ctx, name) }

// Client is Child for what another service does.
func Client(ctx context.Context, name string) (context.Context, Span) {
	if !Recorded(ctx) { // before the option is made
		return ctx, Span{}
	}
	return child(ctx, name, trace.WithSpanKind(trace.SpanKindClient))
}

func child(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, Span) {
	if !Recorded(ctx) {
		return ctx, Span{}
	}
	ctx, s := trace.SpanFromContext(ctx).TracerProvider().Tracer(scope).Start(ctx, name, options...)
	return ctx, Span{s}
}

// Recorded reports whether the context's span is recorded.
func Recorded(ctx context.Context) bool {
	return active.Load() > 0 && trace.SpanFromContext(ctx).IsRecording()
}

// IDs returns the ids of the context's trace and span; "" where there are none.
func IDs(ctx context.Context) (traceID, spanID string) {
	if active.Load() == 0 {
		return "", ""
	}
	c := trace.SpanContextFromContext(ctx)
	if !c.IsValid() {
		return "", ""
	}
	return c.TraceID().String(), c.SpanID().String()
}

// Send writes the context's trace into the headers of a request to another service.
func Send(ctx context.Context, header http.Header) {
	if active.Load() > 0 {
		propagator.Inject(ctx, propagation.HeaderCarrier(header))
	}
}

// Span is a part of a trace. Its methods do nothing on the zero one.
type Span struct{ span trace.Span }

// Set sets an attribute.
func (s Span) Set(key, value string) {
	if s.span != nil {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// SetInt sets an attribute that is a number.
func (s Span) SetInt(key string, value int) {
	if s.span != nil {
		s.span.SetAttributes(attribute.Int(key, value))
	}
}

// Rename replaces the span's name.
func (s Span) Rename(name string) {
	if s.span != nil {
		s.span.SetName(name)
	}
}

// Fail marks the span as failed. What is said is one of our words: what errors say may be personal.
func (s Span) Fail(what string) {
	if s.span != nil {
		s.span.SetStatus(codes.Error, what)
	}
}

// End ends the span.
func (s Span) End() {
	if s.span != nil {
		s.span.End()
	}
}

// Real reports whether there is a span.
func (s Span) Real() bool { return s.span != nil }

// milliseconds parses a time as OpenTelemetry writes it.
func milliseconds(text string) (time.Duration, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%q is no number of milliseconds", text)
	}
	return time.Duration(n) * time.Millisecond, nil
}
