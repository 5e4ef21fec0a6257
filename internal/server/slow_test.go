package server_test

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// slowLine is a line about a slow operation.
type slowLine struct {
	API, Operation, Kind, Hash, Method, Route, Role string
	Duration                                        time.Duration
	Statements                                      int
	Slowest                                         []struct {
		Fingerprint, Text string
		Count             int
		Total             time.Duration
	}
	RequestID string `json:"request_id"`
}

// slowLines are the lines of the log about slow operations of a request.
func slowLines(t *testing.T, request string) (found []slowLine) {
	t.Helper()
	for _, line := range logged.lines(`"request_id":"` + request + `"`) {
		if !strings.Contains(line, `"msg":"slow operation"`) {
			continue
		}
		var l slowLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		found = append(found, l)
	}
	return found
}

// TestSlowOperations holds that an operation beyond the bound is one line with its statements, that no line has a value, and that
// nothing is logged without a bound, or below it.
func TestSlowOperations(t *testing.T) {
	t.Parallel()
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.StartWithOptions(t, name, func(o *server.Options) { o.Slow = server.Slow{After: time.Nanosecond, PlanAfter: time.Nanosecond} })
		const secret = "Sesame Street 12"
		request := func(id string, r testenv.Request) []slowLine {
			t.Helper()
			id += "." + rand.Text() // the log is that of all tests
			r.Header = http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {id}}
			if res := s.Do(t, r); res.Status != http.StatusOK {
				t.Fatalf("%d %s", res.Status, res.Body)
			}
			return slowLines(t, id)
		}
		query := `{"query":"query Find($text: String!) { complaints(first: 3, where: {titleContains: $text}) { edges { node { id title } } } }","variables":{"text":"` + secret + `"}}`
		found := request("slow.graph", testenv.Request{Method: http.MethodPost, Path: "/graphql", As: testenv.Admin, Body: strings.NewReader(query)})
		if len(found) != 1 {
			t.Fatalf("%d lines", len(found))
		}
		line := found[0]
		if line.API != "graph" || line.Operation != "Find" || line.Kind != "query" || len(line.Hash) != 16 || line.Role != "admin" ||
			line.Duration <= 0 || line.Statements == 0 || len(line.Slowest) == 0 || !strings.HasPrefix(line.Slowest[0].Text, "SELECT") {
			t.Errorf("%+v", line)
		}
		found = request("slow.rest", testenv.Request{Path: "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/", As: testenv.User})
		if len(found) != 1 || found[0].API != "rest" || found[0].Route != "/api/complaints/{id}/status-log" || found[0].Role != "user" || found[0].Statements == 0 {
			t.Errorf("%+v", found)
		}
		if found = request("slow.probe", testenv.Request{Path: "/healthz"}); len(found) != 0 {
			t.Errorf("a probe is no operation: %+v", found)
		}
		metrics := scrape(t, s)
		expectMetrics(t, "slow operations", metrics, map[string]float64{`redress_slow_operations_total{api="graph"}`: 1, `redress_slow_operations_total{api="rest"}`: 1})
		if leaked := append(logged.lines(secret), logged.lines(s.Samples.Complaint.String())...); len(leaked) > 0 {
			t.Errorf("the log has values: %s", leaked)
		}
		if name == "postgres" {
			for len(logged.lines(`plan of a slow statement`)) == 0 { // or that it could not be had in time
				time.Sleep(10 * time.Millisecond) // until the test's own time is over
			}
		}

		quiet := testenv.StartWithOptions(t, name, func(o *server.Options) { o.Slow = server.Slow{After: time.Hour} })
		for _, other := range []*testenv.Server{quiet, testenv.Start(t, name)} {
			other.MustExecute(t, testenv.Admin, "{viewer{id}}", nil)
			expectMetrics(t, "quick operations", scrape(t, other), map[string]float64{`redress_slow_operations_total{api="graph"}`: 0})
		}
	})
}
