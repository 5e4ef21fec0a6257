package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/redress/redress/graph/generated"
)

func TestDocument(t *testing.T) {
	text, err := Document("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource("mem:///openapi.json", parsed); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Graph     string `json:"x-graphql-operation"`
			Responses map[string]struct {
				Content map[string]struct {
					Example json.RawMessage
				}
			}
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	roots := map[string]bool{}
	schema := generated.NewSchema(generated.Config{}).Schema()
	for _, f := range append(schema.Query.Fields, schema.Mutation.Fields...) {
		roots[f.Name] = true
	}

	examples := 0
	for _, rt := range append(routes(), exportRoutes()...) {
		if rt.doc.id == "" {
			continue
		}
		op, found := doc.Paths[rt.path][strings.ToLower(rt.method)]
		if !found {
			t.Errorf("%s %s is not described", rt.method, rt.path)
		}
		if !roots[op.Graph] {
			t.Errorf("%s: the graph has no operation %q", rt.path, op.Graph)
		}
		for status, response := range op.Responses {
			for kind, content := range response.Content {
				if kind != "application/json" {
					continue
				}
				pointer := strings.Join([]string{
					"paths", strings.ReplaceAll(rt.path, "/", "~1"), strings.ToLower(rt.method),
					"responses", status, "content", "application~1json", "schema",
				}, "/")
				compiled, err := compiler.Compile("mem:///openapi.json#/" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(pointer))
				if err != nil {
					t.Fatal(err)
				}
				if content.Example == nil {
					continue
				}
				examples++
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content.Example))
				if err != nil {
					t.Fatal(err)
				}
				if err := compiled.Validate(value); err != nil {
					t.Errorf("%s %s: the example: %v", rt.path, status, err)
				}
			}
		}
	}
	if examples < 10 {
		t.Errorf("only %d examples", examples)
	}
}

// TestDocumentIsComplete: clients that are generated from the document, and people who read it, find
// tags that are declared, integers with their size and bounds, and an example of everything that is text.
func TestDocumentIsComplete(t *testing.T) {
	text, err := Document("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	type content map[string]struct{ Schema, Example json.RawMessage }
	var doc struct {
		Tags  []struct{ Name, Description string }
		Paths map[string]map[string]struct {
			Tags       []string
			Parameters []struct {
				In, Name string
				Example  json.RawMessage
				Schema   struct{ Type any }
			}
			RequestBody struct{ Content content }
			Responses   map[string]struct{ Content content }
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	unused := map[string]bool{}
	for _, tag := range doc.Tags {
		if tag.Description == "" {
			t.Errorf("the tag %s says nothing", tag.Name)
		}
		unused[tag.Name] = true
	}
	declared := maps.Clone(unused)
	for path, methods := range doc.Paths {
		for method, op := range methods {
			name := method + " " + path
			for _, tag := range op.Tags {
				if !declared[tag] {
					t.Errorf("%s: the tag %s is not declared", name, tag)
				}
				delete(unused, tag)
			}
			examples := 0
			for _, p := range op.Parameters {
				if p.Example != nil {
					examples++
				} else if p.In != "query" || p.Schema.Type != "string" {
					t.Errorf("%s: %s has no example", name, p.Name)
				}
			}
			bodies := []content{op.RequestBody.Content}
			for status, response := range op.Responses {
				if status < "300" {
					bodies = append(bodies, response.Content)
				}
			}
			for _, body := range bodies {
				for kind, c := range body {
					if c.Example != nil {
						examples++
					} else if kind == "application/json" || kind == "text/csv" {
						t.Errorf("%s: %s has no example", name, kind)
					}
				}
			}
			if examples == 0 {
				t.Errorf("%s has no example", name)
			}
			if in, found := op.RequestBody.Content["application/json"]; found {
				var schema struct{ Required []string }
				var example map[string]string
				if json.Unmarshal(in.Schema, &schema) != nil || json.Unmarshal(in.Example, &example) != nil || len(example) == 0 {
					t.Errorf("%s: the example of the body: %s", name, in.Example)
				}
				for _, member := range schema.Required {
					if example[member] == "" {
						t.Errorf("%s: the example of the body lacks %s", name, member)
					}
				}
			}
		}
	}
	if len(unused) > 0 {
		t.Errorf("tags of nothing: %v", unused)
	}

	var whole any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	integers := 0
	var visit func(at string, value any)
	visit = func(at string, value any) {
		switch value := value.(type) {
		case map[string]any:
			_, typed := value["type"]
			if kinds := fmt.Sprint(value["type"]); typed && strings.Contains(kinds, "integer") {
				integers++
				least, bounded := value["minimum"].(float64)
				most, both := value["maximum"].(float64)
				if format := value["format"]; format != "int32" && format != "int64" || !bounded || !both || least >= most {
					t.Errorf("%s: %v", at, value)
				}
			}
			for name, inner := range value {
				visit(at+"/"+name, inner)
			}
		case []any:
			for i, inner := range value {
				visit(fmt.Sprint(at, "/", i), inner)
			}
		}
	}
	visit("", whole)
	if integers < 20 {
		t.Errorf("only %d integers", integers)
	}
}

// TestUploadsAreDescribed: a mutation that takes a file says which path of REST it is reached by.
func TestUploadsAreDescribed(t *testing.T) {
	schema := generated.NewSchema(generated.Config{}).Schema()
	paths := map[string]string{}
	for _, rt := range routes() {
		paths[rt.doc.graph] = strings.ToUpper(rt.method) + " " + rt.path
	}
	uploads := 0
	for _, f := range schema.Mutation.Fields {
		input := f.Arguments.ForName("input")
		if input == nil || schema.Types[input.Type.Name()].Fields.ForName("file") == nil {
			continue
		}
		uploads++
		if words := strings.Join(strings.Fields(f.Description), " "); paths[f.Name] == "" || !strings.Contains(words, "Reached over REST only, where a file can be sent: "+paths[f.Name]+".") {
			t.Errorf("%s, which is %q over REST: %s", f.Name, paths[f.Name], words)
		}
	}
	if uploads != 4 {
		t.Errorf("%d mutations take a file", uploads)
	}
}

// TestDocumentSpellsPathsBothWays: the document has each path with its trailing slash and without it, the license, and what
// conditional requests need; of files it says in which order their rows come.
func TestDocumentSpellsPathsBothWays(t *testing.T) {
	text, err := Document("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Info struct {
			License struct{ Name, Identifier string }
		}
		Paths map[string]map[string]struct {
			OperationID, Description string
			Alias                    string `json:"x-alias-of"`
			Parameters               []struct{ In, Name string }
			Responses                map[string]struct{ Headers map[string]any }
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Info.License.Identifier != "Apache-2.0" || doc.Info.License.Name == "" {
		t.Errorf("license %+v", doc.Info.License)
	}
	ids := map[string]string{}
	for _, rt := range append(routes(), exportRoutes()...) {
		if rt.doc.id == "" {
			continue
		}
		for _, path := range []string{rt.path, strings.TrimSuffix(rt.path, "/")} {
			op, found := doc.Paths[path][strings.ToLower(rt.method)]
			if !found {
				t.Errorf("%s is not described", path)
			}
			if other, twice := ids[op.OperationID]; twice && other != path {
				t.Errorf("%s and %s are both %s", path, other, op.OperationID)
			}
			ids[op.OperationID] = path
			if (op.Alias == "") != (path == rt.path) {
				t.Errorf("%s is an alias of %q", path, op.Alias)
			}
			asks := slices.ContainsFunc(op.Parameters, func(p struct{ In, Name string }) bool { return p.In == "header" && p.Name == "If-None-Match" })
			current, answers := op.Responses["304"]
			if asks != rt.conditional() || answers != rt.conditional() || answers && current.Headers["ETag"] == nil {
				t.Errorf("%s: If-None-Match %v, 304 %v %v", path, asks, answers, current)
			}
			if strings.HasPrefix(path, "/export/") && !strings.Contains(op.Description, "Rows come ") {
				t.Errorf("%s says nothing of its order", path)
			}
		}
	}
	if len(ids) < 2*len(routes())-8 {
		t.Errorf("%d operations", len(ids))
	}
}
