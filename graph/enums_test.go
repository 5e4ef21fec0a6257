package graph_test

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/codegen/config"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/internal/testenv/sources"
)

// TestEnumsHaveTheirWords: an enumeration of the graph has the constants of the Go type that it is bound to, no more and no
// fewer. gqlgen binds them by their names alone: a word that the schema lacks would be answered all the same, and refused as
// an input.
func TestEnumsHaveTheirWords(t *testing.T) {
	bound, err := config.LoadConfig("../gqlgen.yml")
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string][]string{} // by the import path and name of their type
	for _, pkg := range sources.Load(t, sources.Module+"/internal/domain", sources.Module+"/internal/stats", sources.Module+"/internal/export") {
		for _, name := range pkg.Types.Scope().Names() {
			if c, ok := pkg.Types.Scope().Lookup(name).(*types.Const); ok && c.Val().Kind() == constant.String {
				constants[c.Type().String()] = append(constants[c.Type().String()], constant.StringVal(c.Val()))
			}
		}
	}
	compared := 0
	for _, def := range schema().Types {
		if def.Kind != ast.Enum || def.BuiltIn {
			continue
		}
		var words []string
		for _, model := range append(slices.Clone(bound.Models[def.Name].Model), inEach(bound.AutoBind, def.Name)...) {
			if words = constants[model]; words != nil {
				break
			}
		}
		if words == nil {
			continue // one that gqlgen or ent has made from the schema
		}
		compared++
		var values []string
		for _, value := range def.EnumValues {
			values = append(values, value.Name)
		}
		for _, word := range words {
			if !slices.Contains(values, word) {
				t.Errorf("enum %s of the schema lacks %s", def.Name, word)
			}
		}
		for _, value := range values {
			if !slices.Contains(words, value) {
				t.Errorf("enum %s: no constant is %s", def.Name, value)
			}
		}
	}
	if compared < 20 {
		t.Errorf("compared %d enumerations only", compared)
	}
}

func inEach(packages []string, name string) (all []string) {
	for _, path := range packages {
		all = append(all, strings.TrimSuffix(path, "/")+"."+name)
	}
	return all
}
