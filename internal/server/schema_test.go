package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/internal/server"
	"github.com/redress/redress/internal/testenv"
)

// TestSchemaFile: whoever is signed in gets the schema, also where introspection is off.
func TestSchemaFile(t *testing.T) {
	t.Parallel()
	s := testenv.StartWithOptions(t, testenv.Databases()[0], func(o *server.Options) { o.Playground = false })
	const path = "/graphql/schema.graphql"
	if res := s.Do(t, testenv.Request{Path: path}); res.Status != http.StatusUnauthorized || strings.Contains(res.Body, "type Query") {
		t.Errorf("without a token: %d %.200s", res.Status, res.Body)
	}
	res := s.Do(t, testenv.Request{Path: path, As: testenv.Solver})
	if res.Status != http.StatusOK || res.Header.Get("Content-Type") != "text/plain; charset=utf-8" || res.Header.Get("Cache-Control") != "private, no-cache" {
		t.Fatalf("%d %v %.200s", res.Status, res.Header, res.Body)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: res.Body})
	if err != nil {
		t.Fatal(err)
	}
	if schema.Types["Complaint"] == nil || schema.Types["Complaint"].Description == "" || strings.Contains(res.Body, "@go") {
		t.Error("not the schema as clients see it")
	}
	again := s.Do(t, testenv.Request{Path: path, As: testenv.Solver, Header: http.Header{"If-None-Match": {res.Header.Get("ETag")}}})
	if again.Status != http.StatusNotModified || again.Body != "" {
		t.Errorf("a current copy gets %d", again.Status)
	}
	page := http.Header{"Accept": {"text/html,application/xhtml+xml,*/*;q=0.8"}}
	if res := s.Do(t, testenv.Request{Path: "/graphql", Header: page}); res.Status != http.StatusBadRequest || res.Header.Get("Location") != "" {
		t.Errorf("a browser without a playground: %d %v", res.Status, res.Header)
	}
}

// TestBrowsersAreLedToThePlayground: those that ask for a page and no clients of the graph.
func TestBrowsersAreLedToThePlayground(t *testing.T) {
	t.Parallel()
	s := testenv.Start(t, testenv.Databases()[0])
	const page = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for _, row := range []struct {
		method, path, accept string
		status               int
	}{
		{http.MethodGet, "/graphql", page, http.StatusSeeOther},
		{http.MethodHead, "/graphql/", page, http.StatusSeeOther},
		{http.MethodGet, "/graphql?query=%7B__typename%7D", page, http.StatusOK},
		{http.MethodGet, "/graphql", "application/json", http.StatusBadRequest},
		{http.MethodGet, "/graphql", "*/*", http.StatusBadRequest},
		{http.MethodPost, "/graphql", page, http.StatusUnsupportedMediaType},
	} {
		t.Run(row.method+row.path+row.accept, func(t *testing.T) {
			res := s.Do(t, testenv.Request{Method: row.method, Path: row.path, Header: http.Header{"Accept": {row.accept}}})
			if res.Status != row.status || row.status == http.StatusSeeOther && res.Header.Get("Location") != "/playground" {
				t.Errorf("%d %v", res.Status, res.Header)
			}
		})
	}
}
