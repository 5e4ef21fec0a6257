package server_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	wire "go.opentelemetry.io/proto/slim/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/tracing"
)

// tracedSpan is a span that a collector got.
type tracedSpan struct {
	*wire.Span
	trace, parent string
	attributes    map[string]string
}

// collect starts a collector, and returns what it got.
func collect(t *testing.T) (url string, got func() []tracedSpan) {
	t.Helper()
	var mu sync.Mutex
	var spans []tracedSpan
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		batch := &collector.ExportTraceServiceRequest{}
		if err != nil || proto.Unmarshal(text, batch) != nil {
			t.Error("not understood")
		}
		mu.Lock()
		defer mu.Unlock()
		for _, of := range batch.GetResourceSpans() {
			for _, in := range of.GetScopeSpans() {
				for _, s := range in.GetSpans() {
					is := tracedSpan{Span: s, trace: hex.EncodeToString(s.GetTraceId()), parent: hex.EncodeToString(s.GetParentSpanId()), attributes: map[string]string{}}
					for _, a := range s.GetAttributes() {
						is.attributes[a.GetKey()] = a.GetValue().GetStringValue()
					}
					spans = append(spans, is)
				}
			}
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, func() []tracedSpan {
		mu.Lock()
		defer mu.Unlock()
		return spans
	}
}

// TestTraces holds that requests, operations, fields, statements and e-mails are spans of one trace each, that continue the caller's; that
// none has a value; and that errors and log lines name the trace. It is not parallel, because the environment decides.
func TestTraces(t *testing.T) {
	for _, name := range testenv.Databases() {
		t.Run(name, func(t *testing.T) {
			url, got := collect(t)
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", url)
			tracer, err := tracing.FromEnvironment(t.Context(), "test")
			if err != nil {
				t.Fatal(err)
			}
			m := testenv.StartMail(t)
			s := testenv.StartWithOptions(t, name, func(o *server.Options) {
				m.Options(t)(o)
				o.Traces = tracer
			})
			const secret = "Sesame Street 13"
			run := rand.Text()            // the log is that of all tests
			traces := map[string]string{} // names by ids
			send := func(what string, n byte, r testenv.Request) testenv.Response {
				t.Helper()
				id := strings.Repeat("0", 30) + hex.EncodeToString([]byte{n})
				traces[id] = what
				r.Header = http.Header{"Content-Type": {"application/json"}, "Traceparent": {"00-" + id + "-b7ad6b7169203331-01"}, "X-Request-Id": {what + "." + run}}
				return s.Do(t, r)
			}
			query := func(text string) io.Reader {
				body, err := json.Marshal(map[string]any{"query": text, "variables": map[string]any{"text": secret}})
				if err != nil {
					t.Fatal(err)
				}
				return strings.NewReader(string(body))
			}
			if res := send("traced.rest", 1, testenv.Request{Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", As: testenv.User}); res.Status != http.StatusOK {
				t.Errorf("%d %s", res.Status, res.Body)
			}
			missing := send("traced.missing", 2, testenv.Request{Path: "/api/complaints/" + strings.Replace(s.Samples.Complaint.String(), "-", "-0", 1)[:36] + "/status-log/", As: testenv.User})
			send("traced.graph", 3, testenv.Request{Method: http.MethodPost, Path: "/graphql", As: testenv.Admin, Body: query(
				`query Find($text: String!) { complaints(first: 3, where: {titleContains: $text}) { edges { node { id title } } } }`)})
			wrong := send("traced.wrong", 4, testenv.Request{Method: http.MethodPost, Path: "/graphql", As: testenv.Admin, Body: query(`query Find($text: ID!) { complaint(id: $text) { id } }`)})
			send("traced.probe", 5, testenv.Request{Path: "/healthz"})
			s.MustExecute(t, testenv.Admin, `mutation { scheduleBroadcast(input: {title: "Water off", message: "`+secret+`", targetType: ALL, channels: [IN_APP, EMAIL]}) { broadcast { id } } }`, nil)
			for _, do := range []func(context.Context) error{s.Service.Dispatcher.Tick, s.Service.Dispatcher.SendDue} {
				if err := do(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			end, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := tracer.Shutdown(end); err != nil {
				t.Fatal(err)
			}
			if id := strings.Repeat("0", 31) + "2"; !strings.Contains(missing.Body, `"trace_id":"`+id+`"`) {
				t.Errorf("an error of the REST API does not name its trace: %s", missing.Body)
			}
			if id := strings.Repeat("0", 31) + "4"; !strings.Contains(wrong.Body, `"traceId":"`+id+`"`) {
				t.Errorf("an error of the graph does not name its trace: %s", wrong.Body)
			}
			if lines := logged.lines(`"request_id":"traced.rest.` + run + `"`); len(lines) == 0 || !strings.Contains(lines[0], `"trace_id":"`+strings.Repeat("0", 31)+`1","span_id":"`) {
				t.Errorf("the log does not name the trace: %s", lines)
			}
			found := map[string]int{} // by trace and name
			for _, span := range got() {
				found[traces[span.trace]+": "+span.GetName()]++
				text := span.String()
				for _, a := range span.attributes {
					text += a
				}
				if strings.Contains(text, secret) || strings.Contains(text, s.Samples.Complaint.String()) || strings.Contains(text, "@example.com") {
					t.Errorf("a span has values: %s", text)
				}
			}
			for what, least := range map[string]int{
				"traced.rest: GET /api/complaints/{id}/status-log": 1, "traced.rest: SELECT status_logs": 1,
				"traced.graph: POST /graphql": 1, "traced.graph: query": 1, "traced.graph: resolve complaints": 1, "traced.graph: SELECT complaints": 1,
				"traced.wrong: POST /graphql": 1, ": send e-mail": 5, ": SMTP": 5, ": UPDATE notifications": 5, ": COMMIT": 5,
			} {
				if found[what] < least {
					t.Errorf("%d of %q: %v", found[what], what, found)
				}
			}
			if found["traced.probe: GET /healthz"] > 0 || len(found) < 10 {
				t.Errorf("%v", found)
			}
			metrics := scrape(t, s)
			expectMetrics(t, "spans", metrics, map[string]float64{"redress_trace_spans_sent_total": float64(len(got())), "redress_trace_spans_dropped_total": 0})

			// A service that is not traced ignores what callers send.
			off := testenv.Start(t, name)
			r := off.Do(t, testenv.Request{Path: "/api/nothing", Header: http.Header{"Traceparent": {"00-" + strings.Repeat("0", 31) + "9-b7ad6b7169203331-01"}}})
			if strings.Contains(r.Body, "trace") {
				t.Errorf("traced all the same: %s", r.Body)
			}
		})
	}
}
