package tracing

import (
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	resources "go.opentelemetry.io/proto/slim/otlp/resource/v1"
	wire "go.opentelemetry.io/proto/slim/otlp/trace/v1"
)

// The flags of a span that say whether its parent is of another process.
const (
	knowsRemote = 0x100
	isRemote    = 0x200
)

// request returns spans of one tracer as OTLP.
func request(batch []sdk.ReadOnlySpan) *collector.ExportTraceServiceRequest {
	spans := make([]*wire.Span, len(batch))
	for i, s := range batch {
		spans[i] = span(s)
	}
	first := batch[0]
	return &collector.ExportTraceServiceRequest{ResourceSpans: []*wire.ResourceSpans{{
		Resource:  &resources.Resource{Attributes: attributes(first.Resource().Attributes())},
		SchemaUrl: first.Resource().SchemaURL(),
		ScopeSpans: []*wire.ScopeSpans{{
			Scope: &common.InstrumentationScope{Name: first.InstrumentationScope().Name}, Spans: spans,
		}},
	}}}
}

func span(s sdk.ReadOnlySpan) *wire.Span {
	traceID, spanID := s.SpanContext().TraceID(), s.SpanContext().SpanID()
	out := &wire.Span{
		TraceId: traceID[:], SpanId: spanID[:], TraceState: s.SpanContext().TraceState().String(),
		Name: s.Name(), Kind: kind(s.SpanKind()),
		StartTimeUnixNano: uint64(s.StartTime().UnixNano()), EndTimeUnixNano: uint64(s.EndTime().UnixNano()),
		Attributes: attributes(s.Attributes()), DroppedAttributesCount: uint32(s.DroppedAttributes()),
		Flags: uint32(s.SpanContext().TraceFlags()) | knowsRemote,
	}
	if parent := s.Parent(); parent.IsValid() {
		id := parent.SpanID()
		out.ParentSpanId = id[:]
		if parent.IsRemote() {
			out.Flags |= isRemote
		}
	}
	if status := s.Status(); status.Code == codes.Error {
		out.Status = &wire.Status{Code: wire.Status_STATUS_CODE_ERROR, Message: status.Description}
	}
	return out
}

func kind(k trace.SpanKind) wire.Span_SpanKind {
	switch k {
	case trace.SpanKindServer:
		return wire.Span_SPAN_KIND_SERVER
	case trace.SpanKindClient:
		return wire.Span_SPAN_KIND_CLIENT
	default:
		return wire.Span_SPAN_KIND_INTERNAL
	}
}

func attributes(all []attribute.KeyValue) []*common.KeyValue {
	out := make([]*common.KeyValue, len(all))
	for i, a := range all {
		value := &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: a.Value.String()}}
		if a.Value.Type() == attribute.INT64 {
			value.Value = &common.AnyValue_IntValue{IntValue: a.Value.AsInt64()}
		}
		out[i] = &common.KeyValue{Key: string(a.Key), Value: value}
	}
	return out
}
