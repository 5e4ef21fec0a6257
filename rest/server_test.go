package rest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/rest"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// server is a running service. Each JSON response to a request through do is validated against the
// OpenAPI document.
type server struct {
	*testenv.Server
	described *apiDocument
}

// forEachDatabase runs a test on each database.
func forEachDatabase(t *testing.T, test func(t *testing.T, s server)) {
	t.Helper()
	d := newAPIDocument(t)
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) { test(t, server{s, d}) })
}

// do sends a request and checks what holds for every response.
func (s server) do(t *testing.T, r testenv.Request) testenv.Response {
	t.Helper()
	res := s.Do(t, r)
	s.described.check(t, r, res)
	return res
}

// get reads a path as one of the demo accounts.
func (s server) get(t *testing.T, as, path string) testenv.Response {
	t.Helper()
	return s.do(t, testenv.Request{Path: path, As: as})
}

// jsonObject is the JSON of a response.
type jsonObject map[string]any

func parseBody(t *testing.T, res testenv.Response) jsonObject {
	t.Helper()
	var a jsonObject
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil {
		t.Fatalf("%d %q: %v", res.Status, res.Body, err)
	}
	return a
}

// wantError checks that a response is an error with a code.
func wantError(t *testing.T, res testenv.Response, status int, code string) {
	t.Helper()
	if got := parseBody(t, res)["code"]; res.Status != status || got != code {
		t.Errorf("got %d %v, want %d %s: %s", res.Status, got, status, code, res.Body)
	}
}

// apiDocument validates responses against the OpenAPI document.
type apiDocument struct {
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	paths    []documentedPath
}

type documentedPath struct {
	template  string
	pattern   *regexp.Regexp
	responses map[string]map[string]map[string]any // method, status, content type
}

func newAPIDocument(t *testing.T) *apiDocument {
	t.Helper()
	text, err := rest.Document("test")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	d := &apiDocument{compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource("mem:///openapi.json", parsed); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct{ Content map[string]any }
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for template, methods := range doc.Paths {
		p := documentedPath{template: template, responses: map[string]map[string]map[string]any{}}
		bare := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(strings.TrimSuffix(template, "/"), `[^/]+`)
		p.pattern = regexp.MustCompile("^" + bare + "/?$")
		for method, op := range methods {
			p.responses[method] = map[string]map[string]any{}
			for status, response := range op.Responses {
				p.responses[method][status] = response.Content
			}
			for pointer := range p.pointers(method) {
				compiled, err := d.compiler.Compile("mem:///openapi.json#" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(pointer))
				if err != nil {
					t.Fatal(err)
				}
				d.schemas[pointer] = compiled
			}
		}
		d.paths = append(d.paths, p)
	}
	return d
}

func (p documentedPath) pointers(method string) map[string]bool {
	all := map[string]bool{}
	for status, kinds := range p.responses[method] {
		if _, found := kinds["application/json"]; found {
			all[p.pointer(method, status)] = true
		}
	}
	return all
}

func (p documentedPath) pointer(method, status string) string {
	return "/paths/" + strings.ReplaceAll(p.template, "/", "~1") + "/" + method +
		"/responses/" + status + "/content/application~1json/schema"
}

// check validates a response. Methods that a path does not support are not in the document.
func (d *apiDocument) check(t *testing.T, r testenv.Request, res testenv.Response) {
	t.Helper()
	if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Cache-Control") == "" {
		t.Errorf("%s: headers %v", r.Path, res.Header)
	}
	if res.Status == http.StatusUnauthorized && res.Header.Get("Www-Authenticate") == "" {
		t.Errorf("%s: 401 without WWW-Authenticate", r.Path)
	}
	method := strings.ToLower(r.Method)
	if method == "" || method == "head" {
		method = "get"
	}
	path, _, _ := strings.Cut(r.Path, "?")
	for _, p := range d.paths {
		kinds, found := p.responses[method]
		if !found || !p.pattern.MatchString(path) {
			continue
		}
		status := strconv.Itoa(res.Status)
		if kinds[status] == nil && res.Status != http.StatusNotModified && res.Status != http.StatusRequestedRangeNotSatisfiable {
			t.Errorf("%s %s: %d is not described: %s", method, r.Path, res.Status, res.Body)
			return
		}
		schema := d.schemas[p.pointer(method, status)]
		if schema == nil || r.Method == http.MethodHead {
			return
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(res.Body))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s %s: %v\n%s", method, r.Path, err, res.Body)
		}
		return
	}
}
