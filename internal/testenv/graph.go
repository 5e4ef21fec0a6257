package testenv

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
)

// Answer is what the graph said.
type Answer struct {
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

// Code is the code of the first error, "" when there is none.
func (a Answer) Code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

// At walks into the data: names for objects, numbers for lists; nil where there is nothing.
func (a Answer) At(path ...any) any {
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

// Ask sends a document to the graph as one of the demo accounts.
func (s *Site) Ask(t testing.TB, as, query string, variables map[string]any) Answer {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	res := s.Do(t, Request{
		Method: http.MethodPost, Path: "/graphql", As: as, Body: bytes.NewReader(body),
		Header: http.Header{"Content-Type": {"application/json"}},
	})
	a := Answer{Status: res.Status, Raw: res.Body}
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil {
		t.Fatalf("%d %s: %v", res.Status, res.Body, err)
	}
	return a
}

// Must is Ask for documents that must be answered without an error.
func (s *Site) Must(t testing.TB, as, query string, variables map[string]any) Answer {
	t.Helper()
	a := s.Ask(t, as, query, variables)
	if len(a.Errors) > 0 {
		t.Fatalf("as %q: %s\n%s", as, a.Raw, query)
	}
	return a
}
