package rest

import (
	"bytes"
	"encoding/json"
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
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
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
