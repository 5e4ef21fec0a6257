package tracing_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/redress/redress/internal/tracing"
)

// receiver is a collector that keeps what it gets, and answers as told.
type receiver struct {
	*httptest.Server

	mu       sync.Mutex
	answers  []int // of the next requests; then 200
	requests []*http.Request
	batches  []*collector.ExportTraceServiceRequest
}

func newReceiver(t *testing.T, answers ...int) *receiver {
	t.Helper()
	r := &receiver{answers: answers}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body := io.Reader(req.Body)
		if req.Header.Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(req.Body)
		}
		text, err := io.ReadAll(body)
		batch := &collector.ExportTraceServiceRequest{}
		if err == nil {
			err = proto.Unmarshal(text, batch)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.requests = append(r.requests, req)
		status := http.StatusOK
		if len(r.answers) > 0 {
			status, r.answers = r.answers[0], r.answers[1:]
		}
		if err != nil {
			status = http.StatusBadRequest
		}
		if status == http.StatusOK {
			r.batches = append(r.batches, batch)
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

// start returns a tracer that the environment asks for.
func start(t *testing.T, variables map[string]string) *tracing.Tracer {
	t.Helper()
	for name, value := range variables {
		t.Setenv(name, value)
	}
	tracer, err := tracing.FromEnvironment(t.Context(), "1.2.3")
	if err != nil || tracer == nil {
		t.Fatalf("no tracer: %v", err)
	}
	return tracer
}

// stop sends what is left.
func stop(t *testing.T, tracer *tracing.Tracer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := tracer.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
}
