package testenv

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
)

// Result is the response to a GraphQL request.
type Result struct {
	Status int
	Data   map[string]any `json:"data"`
	Errors []struct {
		Message    string         `json:"message"`
		Path       []any          `json:"path"`
		Extensions map[string]any `json:"extensions"`
	} `json:"errors"`
	Extensions map[string]any `json:"extensions"`
	Raw        string
}

// Code returns the code of the first error, or "" when there is none.
func (a Result) Code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

// At returns the value at a path in the data, or nil when there is none: strings are fields of
// objects, numbers are positions in lists.
func (a Result) At(path ...any) any {
	var v any = a.Data
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = object[step]
		case int:
			list, _ := v.([]any)
			if step >= len(list) {
				return nil
			}
			v = list[step]
		}
	}
	return v
}

// Execute sends a GraphQL document as one of the demo accounts.
func (s *Server) Execute(t testing.TB, as, query string, variables map[string]any) Result {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	res := s.Do(t, Request{
		Method: http.MethodPost, Path: "/graphql", As: as, Body: bytes.NewReader(body),
		Header: http.Header{"Content-Type": {"application/json"}},
	})
	a := Result{Status: res.Status, Raw: res.Body}
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil {
		t.Fatalf("%d %s: %v", res.Status, res.Body, err)
	}
	if cost, ok := a.Extensions["cost"].(map[string]any); ok {
		if estimated, actual := cost["estimated"].(float64), cost["actual"].(float64); actual > estimated {
			t.Errorf("as %q: it cost %v, but only %v was estimated: %s %v", as, actual, estimated, query, variables)
		}
	}
	return a
}

// MustExecute is Execute for documents that must succeed: an error ends the test.
func (s *Server) MustExecute(t testing.TB, as, query string, variables map[string]any) Result {
	t.Helper()
	a := s.Execute(t, as, query, variables)
	if len(a.Errors) > 0 {
		t.Fatalf("as %q: %s\n%s", as, a.Raw, query)
	}
	return a
}
