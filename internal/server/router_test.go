package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/export"
	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		for _, path := range []string{"/healthz", "/healthz/", "/readyz", "/readyz/"} {
			if res := s.Do(t, testenv.Request{Path: path}); res.Status != http.StatusOK || res.Body != "{\"status\":\"ok\"}\n" {
				t.Errorf("%s: %d %s", path, res.Status, res.Body)
			}
		}
		if err := s.Store.Close(); err != nil {
			t.Fatal(err)
		}
		if res := s.Do(t, testenv.Request{Path: "/healthz"}); res.Status != http.StatusOK {
			t.Errorf("alive without a database: %d", res.Status)
		}
		res := s.Do(t, testenv.Request{Path: "/readyz"})
		if res.Status != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" || !strings.Contains(res.Body, `"unavailable"`) {
			t.Errorf("ready without a database: %d %v %s", res.Status, res.Header, res.Body)
		}
		if strings.Contains(res.Body, "sql") {
			t.Errorf("reveals internals: %s", res.Body)
		}
	})
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	path := "/api/complaints/" + s.Samples.Complaint.String() + "/status-log/"
	if res := s.Do(t, testenv.Request{Path: path, As: testenv.User}); res.Status != http.StatusOK {
		t.Fatal(res.Body)
	}
	s.MustExecute(t, testenv.User, "{viewer{id}}", nil)
	before := s.Do(t, testenv.Request{Path: "/metrics"}).Body
	const route = `route="/api/complaints/{id}/status-log"` // both spellings
	for _, want := range []string{
		`redress_requests_total{method="GET",` + route + `,status="200"} 1`,
		`redress_request_duration_seconds_count{method="GET",` + route + `} 1`,
		`redress_request_sql_statements_count{method="GET",` + route + `} 1`,
		`redress_requests_total{method="POST",route="/graphql",status="200"} 1`,
		`redress_build_info{database="` + s.Dialect + `",goversion="` + runtime.Version() + `",version="test"} 1`,
		`redress_requests_in_flight 1`,
		`go_sql_open_connections{db_name="redress"}`,
		`go_goroutines `, `process_resident_memory_bytes `,
	} {
		if !strings.Contains(before, want) {
			t.Errorf("no %s", want)
		}
	}
	sum := regexp.MustCompile(`redress_request_sql_statements_sum\{method="GET",` + regexp.QuoteMeta(route) + `\} ([1-9])`)
	if !sum.MatchString(before) {
		t.Error("the status log took no SQL statement")
	}
	if strings.Contains(before, s.Samples.Complaint.String()) {
		t.Error("an id is a label")
	}

	// What clients make up creates no series: one for each response at most.
	for i := range 40 {
		made := strings.Repeat("x", i+1)
		for _, r := range []testenv.Request{
			{Path: "/" + made},
			{Path: "/api/complaints/" + made + "/status-log/", As: testenv.User},
			{Path: "/api/" + made + "/", Method: "DELETE"},
			{Path: "/", Method: strings.ToUpper(made)},
			{Path: path, Method: strings.ToUpper(made)},
			{Path: "/healthz?" + made},
		} {
			s.Do(t, r)
		}
	}
	after := s.Do(t, testenv.Request{Path: "/metrics"}).Body
	series := func(text string) int { return strings.Count(text, "\nredress_requests_total{") }
	if grown := series(after) - series(before); grown > 8 {
		t.Errorf("%d new series:\n%s", grown, after)
	}
	if strings.Contains(after, "xxxx") || strings.Contains(after, "XXXX") {
		t.Error("a made-up name is a label")
	}
}

// TestMetricsAreLocal holds that without an address of their own, metrics are there for this
// machine only, and not for what a proxy on it passes on.
func TestMetricsAreLocal(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	for name, test := range map[string]struct {
		peer   string
		header http.Header
		want   int
	}{
		"a name that leads here": {"127.0.0.1:4711", http.Header{"Host": {"rebound.example.org"}}, http.StatusNotFound},
		"the same with a port":   {"127.0.0.1:4711", http.Header{"Host": {"rebound.example.org:8080"}}, http.StatusNotFound},
		"a name like ours":       {"127.0.0.1:4711", http.Header{"Host": {"localhost.example.org"}}, http.StatusNotFound},
		"another address":        {"127.0.0.1:4711", http.Header{"Host": {"192.0.2.1:8080"}}, http.StatusNotFound},
		"no name":                {"127.0.0.1:4711", http.Header{"Host": {""}}, http.StatusNotFound},
		"its own name":           {"127.0.0.1:4711", http.Header{"Host": {"LocalHost:8080"}}, http.StatusOK},
		"its own address":        {"127.0.0.1:4711", http.Header{"Host": {"127.0.0.1"}}, http.StatusOK},
		"its own IPv6 address":   {"[::1]:4711", http.Header{"Host": {"[::1]:8080"}}, http.StatusOK},
		"the same, no port":      {"[::1]:4711", http.Header{"Host": {"[::1]"}}, http.StatusOK},
		"this machine":           {"127.0.0.1:4711", nil, http.StatusOK},
		"this machine, IPv6":     {"[::1]:4711", nil, http.StatusOK},
		"mapped":                 {"[::ffff:127.0.0.1]:4711", nil, http.StatusOK},
		"another machine":        {"192.0.2.7:4711", nil, http.StatusNotFound},
		"a neighbor":             {"10.0.0.7:4711", nil, http.StatusNotFound},
		"a proxy here":           {"127.0.0.1:4711", http.Header{"X-Forwarded-For": {"127.0.0.1"}}, http.StatusNotFound},
		"another proxy here":     {"127.0.0.1:4711", http.Header{"Forwarded": {"for=127.0.0.1"}}, http.StatusNotFound},
		"a proxy that says how":  {"127.0.0.1:4711", http.Header{"X-Forwarded-Proto": {"https"}}, http.StatusNotFound},
		"a proxy that says who":  {"127.0.0.1:4711", http.Header{"X-Real-Ip": {"127.0.0.1"}}, http.StatusNotFound},
		"a proxy before that":    {"127.0.0.1:4711", http.Header{"True-Client-Ip": {"127.0.0.1"}}, http.StatusNotFound},
		"nothing":                {"@", nil, http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
			r.RemoteAddr, r.Header, r.Host = test.peer, http.Header{}, "localhost:8080"
			maps.Copy(r.Header, test.header)
			if host, given := test.header["Host"]; given {
				r.Host = host[0]
			}
			w := httptest.NewRecorder()
			s.Service.Handler.ServeHTTP(w, r)
			if w.Code != test.want || (w.Code == http.StatusOK) != strings.Contains(w.Body.String(), "redress_build_info") {
				t.Errorf("%d %.200s, want %d", w.Code, w.Body, test.want)
			}
		})
	}
}

// TestMetricsBehindPlainProxy: nginx passes on nobody's request for metrics either whose only line is proxy_pass, and so
// gives the service's own address as the Host.
func TestMetricsBehindPlainProxy(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	service := strings.TrimPrefix(s.URL, "http://")
	ask := func(protocol string) string {
		t.Helper()
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", service)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		fmt.Fprintf(c, "GET /metrics %s\r\nHost: %s\r\nConnection: close\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n\r\n", protocol, service)
		answer, err := io.ReadAll(c)
		if err != nil {
			t.Fatal(err)
		}
		return string(answer)
	}
	if answer := ask("HTTP/1.0"); !strings.Contains(answer[:min(len(answer), 20)], " 404 ") || strings.Contains(answer, "redress_build_info") {
		t.Errorf("nginx is told %.200s", answer)
	}
	if answer := ask("HTTP/1.1"); !strings.Contains(answer, "redress_build_info") {
		t.Errorf("this machine is told %.200s", answer)
	}
}

// TestMetricsBehindProxies: where proxies are trusted, metrics are at their own address or nowhere.
func TestMetricsBehindProxies(t *testing.T) {
	t.Parallel()
	s := testenv.StartWithOptions(t, testenv.Databases()[0], func(o *server.Options) { o.Proxied = true })
	if res := s.Do(t, testenv.Request{Path: "/metrics"}); res.Status != http.StatusNotFound || strings.Contains(res.Body, "redress_build_info") {
		t.Errorf("%d %.200s", res.Status, res.Body)
	}
}

// TestSecurityText: whom to tell of a fault, as RFC 9116 has it: a contact, and an end within a year.
func TestSecurityText(t *testing.T) {
	t.Parallel()
	read := func(s *testenv.Server) map[string][]string {
		t.Helper()
		res := s.Do(t, testenv.Request{Path: "/.well-known/security.txt"})
		if res.Status != http.StatusOK || res.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Fatalf("%d %v %s", res.Status, res.Header, res.Body)
		}
		fields := map[string][]string{}
		for line := range strings.Lines(res.Body) {
			name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			if !ok {
				t.Fatalf("not a field: %q", line)
			}
			fields[name] = append(fields[name], value)
		}
		if len(fields["Expires"]) != 1 {
			t.Fatalf("%v", fields)
		}
		end, err := time.Parse(time.RFC3339, fields["Expires"][0])
		if err != nil || time.Until(end) < 90*24*time.Hour || time.Until(end) > 364*24*time.Hour {
			t.Errorf("expires %s, %v", end, err)
		}
		return fields
	}
	named := testenv.StartWithOptions(t, testenv.Databases()[0], func(o *server.Options) {
		o.Contacts, o.PublicURL = []string{"mailto:security@example.org", "https://example.org/security"}, "https://redress.example.org/"
	})
	if f := read(named); strings.Join(f["Contact"], " ") != "mailto:security@example.org https://example.org/security" ||
		f["Canonical"][0] != "https://redress.example.org/.well-known/security.txt" || f["Policy"] != nil {
		t.Errorf("%v", f)
	}
	if f := read(testenv.Start(t, testenv.Databases()[0])); len(f["Contact"]) != 1 || !strings.HasPrefix(f["Contact"][0], "https://github.com/redress/redress/") {
		t.Errorf("without a setting: %v", f)
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	made := regexp.MustCompile(`^[0-9a-f]{24}$`)
	for name, given := range map[string]string{
		"None": "", "Long": strings.Repeat("a", 65), "Quote": `a"b`, "Blank": "a b", "Foreign": "ü",
		"Kept": "Trace-1_2.3", "KeptLongest": strings.Repeat("a", 64),
	} {
		t.Run(name, func(t *testing.T) {
			res := s.Do(t, testenv.Request{Path: "/nowhere", Header: http.Header{"X-Request-Id": {given}}})
			id := res.Header.Get("X-Request-Id")
			if strings.HasPrefix(name, "Kept") != (id == given) || id != given && !made.MatchString(id) {
				t.Errorf("%s: %q", name, id)
			}
			if !strings.Contains(res.Body, `"request_id":"`+id+`"`) {
				t.Errorf("%s: %s without %s", name, res.Body, id)
			}
			if len(logged.lines(`"request_id":"`+id+`"`)) != 1 {
				t.Errorf("%s: %d lines for %s", name, len(logged.lines(id)), id)
			}
		})
	}
}

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	for _, r := range []testenv.Request{
		{Path: "/"},
		{Path: "/docs"},
		{Path: "/playground"},
		{Path: "/openapi.json"},
		{Path: "/healthz"},
		{Path: "/readyz"},
		{Path: "/metrics"},
		{Path: "/.well-known/jwks.json"},
		{Path: "/nowhere"},
		{Path: "/", Method: "PATCH"},
		{Path: "/graphql?query={__typename}"},
		{Path: "/graphql"},
		{Path: "/graphql?query={viewer{id}}", Token: "bad"},
		{Path: "/api/admin/notifications/broadcasts/", As: testenv.Admin},
		{Path: "/api/admin/notifications/broadcasts/", As: testenv.User},
		{Path: "/api/admin/notifications/broadcasts/"},
	} {
		t.Run(r.Path, func(t *testing.T) {
			res := s.Do(t, r)
			h := res.Header
			if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" || h.Get("X-Request-Id") == "" {
				t.Errorf("%s %s: %d %v", r.Method, r.Path, res.Status, h)
			}
			if page := strings.HasPrefix(h.Get("Content-Type"), "text/html"); page && !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
				t.Errorf("%s: a page without a policy", r.Path)
			}
		})
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	const home, foreign = "https://desk.example.org", "https://evil.example.org"
	open := withOrigins(t, s, home)
	path := "/api/admin/notifications/broadcasts/"
	for name, c := range map[string]struct {
		base, origin string
		allowed      bool
	}{
		"NotConfigured": {s.URL, home, false},
		"Configured":    {open, home, true},
		"Foreign":       {open, foreign, false},
		"Null":          {open, "null", false},
		"OtherScheme":   {open, "http://desk.example.org", false},
		"OtherPort":     {open, home + ":8443", false},
		"Longer":        {open, home + ".evil.org", false},
	} {
		t.Run(name, func(t *testing.T) {
			want := ""
			if c.allowed {
				want = c.origin
			}
			actual := ask(t, http.MethodGet, c.base+path, http.Header{
				"Origin": {c.origin}, "Authorization": {"Bearer " + s.Token(t, testenv.Admin)},
			})
			if got := actual.Get("Access-Control-Allow-Origin"); got != want {
				t.Errorf("%s: allows %q, want %q", name, got, want)
			}
			if actual.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s: allows cookies", name)
			}
			preflight := ask(t, http.MethodOptions, c.base+path, http.Header{
				"Origin": {c.origin}, "Access-Control-Request-Method": {"GET"},
				"Access-Control-Request-Headers": {"authorization,if-none-match"},
			})
			if got := preflight.Get("Access-Control-Allow-Origin"); got != want {
				t.Errorf("%s: preflight allows %q, want %q", name, got, want)
			}
			if !c.allowed {
				return
			}
			for _, header := range []string{"Etag", "Location", "Retry-After"} {
				if !strings.Contains(strings.ToLower(actual.Get("Access-Control-Expose-Headers")), strings.ToLower(header)) {
					t.Errorf("%s is not exposed: %v", header, actual)
				}
			}
			if !strings.Contains(strings.Join(actual.Values("Vary"), ","), "Origin") {
				t.Errorf("Vary: %v", actual.Values("Vary"))
			}
			if preflight.Get("Access-Control-Allow-Methods") == "" || preflight.Get("Access-Control-Allow-Headers") == "" {
				t.Errorf("preflight: %v", preflight)
			}
		})
	}
}

// withOrigins runs the site's service once more, open to browsers of some origins.
func withOrigins(t *testing.T, s *testenv.Server, origins ...string) string {
	t.Helper()
	service, err := server.New(server.Options{
		Store: s.Store, Media: s.Service.Media, Key: freshKey(t), Ledger: s.Ledger, Passwords: s.Service.Passwords,
		Now: time.Now, Settings: domain.DefaultOperatorSettings(), Origins: origins,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service.Handler)
	t.Cleanup(server.Close)
	return server.URL
}

func freshKey(t *testing.T) *auth.Key {
	t.Helper()
	key, err := auth.LoadKey(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func ask(t *testing.T, method, url string, header http.Header) http.Header {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	return res.Header
}

// TestDocumentedFiles: each file that /openapi.json offers is there, for whom it says.
func TestDocumentedFiles(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	var doc struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal([]byte(s.Do(t, testenv.Request{Path: "/openapi.json"}).Body), &doc); err != nil {
		t.Fatal(err)
	}
	files := 0
	for path := range doc.Paths {
		if !strings.HasPrefix(path, "/export/") {
			continue
		}
		files++
		id := s.MustExecute(t, testenv.Admin, `{ broadcasts(first: 1) { edges { node { id } } } }`, nil).At("broadcasts", "edges", 0, "node", "id").(string)
		for as, want := range map[string]int{testenv.Anonymous: http.StatusUnauthorized, testenv.SuperAdmin: http.StatusOK} {
			t.Run(as, func(t *testing.T) {
				if res := s.Do(t, testenv.Request{Path: strings.Replace(path, "{id}", id, 1), As: as}); res.Status != want {
					t.Errorf("%s as %q: %d %s", path, as, res.Status, res.Body)
				}
			})
		}
	}
	if files != len(export.All) {
		t.Errorf("%d files are documented, there are %d", files, len(export.All))
	}
}
