package graph_test

import (
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
)

// TestEverythingIsDescribed: a reader of the schema finds a sentence everywhere.
func TestEverythingIsDescribed(t *testing.T) {
	seen := 0
	described := func(where, description string) {
		seen++
		if strings.TrimSpace(description) == "" {
			t.Errorf("%s has no description", where)
		}
	}
	for _, def := range schema().Types {
		if def.BuiltIn {
			continue
		}
		described(def.Name, def.Description)
		for _, f := range def.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			described(def.Name+"."+f.Name, f.Description)
			for _, a := range f.Arguments {
				described(def.Name+"."+f.Name+"("+a.Name+")", a.Description)
			}
		}
		for _, v := range def.EnumValues {
			described(def.Name+"."+v.Name, v.Description)
		}
		if def.Kind == ast.Object && def.Name != "Query" && def.Name != "Mutation" && len(def.Fields) == 0 {
			t.Errorf("%s is empty", def.Name)
		}
	}
	if seen < 2_000 {
		t.Errorf("only %d descriptions: the walk missed most", seen)
	}
	for name := range strings.FieldsSeq("User Contact Session Complaint Comment StatusLog Task TaskUpdate Media ServiceProvider Payment Broadcast Notification Zone Group Category AuditEntry") {
		if def := schema().Types[name]; def == nil || !isNode(def) {
			t.Errorf("%s is no node of the graph", name)
		}
	}
}
