package tracing_test

import (
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/tracing"
)

const (
	remoteTrace = "0af7651916cd43dd8448eb211c80319c"
	remoteSpan  = "b7ad6b7169203331"
)

// TestSpans holds that spans reach the collector with what they are part of, as the environment says.
func TestSpans(t *testing.T) {
	r := newReceiver(t)
	tracer := start(t, map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": r.URL + "/base/", "OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Bearer%20secret, X-Tenant=redress",
		"OTEL_EXPORTER_OTLP_COMPRESSION": "gzip", "OTEL_SERVICE_NAME": "desk", "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test,service.version=9",
	})
	ctx := tracer.Receive(t.Context(), http.Header{"Traceparent": {"00-" + remoteTrace + "-" + remoteSpan + "-01"}, "Tracestate": {"a=b"}})
	ctx, server := tracer.Server(ctx, "GET")
	server.Rename("GET /x")
	server.SetInt("http.response.status_code", 200)
	inner, child := tracing.Client(ctx, "SELECT users")
	child.Set("db.query.text", "SELECT …")
	child.Fail("")
	if trace, span := tracing.IDs(inner); trace != remoteTrace || len(span) != 16 {
		t.Errorf("ids %q %q", trace, span)
	}
	out := http.Header{}
	tracing.Send(inner, out)
	if parent := out.Get("Traceparent"); !strings.HasPrefix(parent, "00-"+remoteTrace+"-") || strings.Contains(parent, remoteSpan) || out.Get("Tracestate") != "a=b" {
		t.Errorf("sent on: %v", out)
	}
	child.End()
	server.End()
	stop(t, tracer)
	if tracer.Sent() != 2 || tracer.Dropped() != 0 || len(r.batches) != 1 {
		t.Fatalf("%d sent, %d dropped, %d batches", tracer.Sent(), tracer.Dropped(), len(r.batches))
	}
	req := r.requests[0]
	if req.URL.Path != "/base/v1/traces" || req.Header.Get("Authorization") != "Bearer secret" || req.Header.Get("X-Tenant") != "redress" ||
		req.Header.Get("Content-Type") != "application/x-protobuf" {
		t.Errorf("%s %v", req.URL, req.Header)
	}
	of := r.batches[0].GetResourceSpans()[0]
	resource := map[string]string{}
	for _, a := range of.GetResource().GetAttributes() {
		resource[a.GetKey()] = a.GetValue().GetStringValue()
	}
	if resource["service.name"] != "desk" || resource["service.version"] != "9" || resource["deployment.environment.name"] != "test" || resource["service.instance.id"] == "" {
		t.Errorf("resource %v", resource)
	}
	spans := of.GetScopeSpans()[0].GetSpans()
	inside, outside := spans[0], spans[1]
	if outside.GetName() != "GET /x" || hex.EncodeToString(outside.GetTraceId()) != remoteTrace || hex.EncodeToString(outside.GetParentSpanId()) != remoteSpan ||
		outside.GetKind().String() != "SPAN_KIND_SERVER" || outside.GetFlags() != 0x301 || outside.GetTraceState() != "a=b" ||
		outside.GetAttributes()[0].GetValue().GetIntValue() != 200 || outside.GetEndTimeUnixNano() < outside.GetStartTimeUnixNano() {
		t.Errorf("outside: %v", outside)
	}
	if inside.GetName() != "SELECT users" || string(inside.GetParentSpanId()) != string(outside.GetSpanId()) ||
		inside.GetKind().String() != "SPAN_KIND_CLIENT" || inside.GetStatus().GetCode().String() != "STATUS_CODE_ERROR" || inside.GetFlags() != 0x101 {
		t.Errorf("inside: %v", inside)
	}
}

// TestOff holds that without a collector, and after the end, there are no spans and no ids.
func TestOff(t *testing.T) {
	for _, v := range []map[string]string{
		{},
		{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "true"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"},
	} {
		t.Run("", func(t *testing.T) {
			for name, value := range v {
				t.Setenv(name, value)
			}
			tracer, err := tracing.FromEnvironment(t.Context(), "1")
			if tracer != nil || err != nil {
				t.Fatalf("%v %v", tracer, err)
			}
			ctx, span := tracer.Begin(t.Context(), "a")
			span.End()
			if trace, _ := tracing.IDs(ctx); span.Real() || trace != "" || tracing.Recorded(ctx) || tracer.Sent()+tracer.Dropped() != 0 || tracer.Shutdown(ctx) != nil {
				t.Error("traced all the same")
			}
			if n := testing.AllocsPerRun(100, func() {
				_, span := tracing.Client(ctx, "a")
				span.End()
			}); n != 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

// TestWrongEnvironment holds that each variable that can't be honored is named, without a value that could be a secret.
func TestWrongEnvironment(t *testing.T) {
	for name, value := range map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": "localhost:4318", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "ftp://secret@host", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
		"OTEL_EXPORTER_OTLP_TIMEOUT": "10s", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "0", "OTEL_EXPORTER_OTLP_HEADERS": "secret",
		"OTEL_EXPORTER_OTLP_COMPRESSION": "zstd", "OTEL_EXPORTER_OTLP_CERTIFICATE": "/no/such/file",
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
			t.Setenv(name, value)
			if _, err := tracing.FromEnvironment(t.Context(), "1"); err == nil || !strings.Contains(err.Error(), name+": ") || strings.Contains(err.Error(), "secret") {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestSampler holds that the sampler of the environment decides.
func TestSampler(t *testing.T) {
	r := newReceiver(t)
	tracer := start(t, map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": r.URL + "/custom", "OTEL_TRACES_SAMPLER": "parentbased_always_off"})
	ctx, span := tracer.Begin(t.Context(), "not sampled")
	if tracing.Recorded(ctx) {
		t.Error("recorded")
	}
	span.End()
	_, sampled := tracer.Server(tracer.Receive(t.Context(), http.Header{"Traceparent": {"00-" + remoteTrace + "-" + remoteSpan + "-01"}}), "sampled by the caller")
	sampled.End()
	stop(t, tracer)
	if tracer.Sent() != 1 || len(r.requests) != 1 || r.requests[0].URL.Path != "/custom" {
		t.Errorf("%d sent with %d requests", tracer.Sent(), len(r.requests))
	}
}

// TestCollectorThatFails holds that a request is repeated where the collector asks for it, and dropped where it
// refuses.
func TestCollectorThatFails(t *testing.T) {
	for _, test := range []struct {
		name          string
		answers       []int
		sent, dropped uint64
		requests      int
	}{
		{"busy", []int{http.StatusServiceUnavailable}, 1, 0, 2},
		{"too many", []int{http.StatusTooManyRequests}, 1, 0, 2},
		{"refused", []int{http.StatusForbidden}, 0, 1, 1},
		{"redirected", []int{http.StatusFound}, 0, 1, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newReceiver(t, test.answers...)
			tracer := start(t, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": r.URL})
			_, span := tracer.Begin(t.Context(), "a")
			span.End()
			stop(t, tracer)
			if tracer.Sent() != test.sent || tracer.Dropped() != test.dropped || len(r.requests) != test.requests {
				t.Errorf("%d sent, %d dropped, %d requests", tracer.Sent(), tracer.Dropped(), len(r.requests))
			}
		})
	}
}

// TestCollectorThatHangs holds that a collector that never answers, or is gone, costs neither time nor memory: spans beyond the queue are
// dropped and counted, and the end does not wait for it.
func TestCollectorThatHangs(t *testing.T) {
	hang := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(func() { close(hang); hanging.Close() })
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, url := range map[string]string{"hangs": hanging.URL, "is gone": gone.URL} {
		t.Run(name, func(t *testing.T) {
			tracer := start(t, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": url})
			const spans = 10_000
			for range spans {
				_, span := tracer.Begin(t.Context(), "a")
				span.End()
			}
			if tracer.Dropped() == 0 {
				t.Error("all of them wait")
			}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if err := tracer.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the end: %v", err)
			}
			if tracer.Dropped() != spans || tracer.Sent() != 0 {
				t.Errorf("%d dropped, %d sent", tracer.Dropped(), tracer.Sent())
			}
		})
	}
}
