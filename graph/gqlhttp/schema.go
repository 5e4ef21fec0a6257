package gqlhttp

import (
	"slices"
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/redress/redress/graph/generated"
)

// schema returns the schema as clients see it: without the directives by which the generator
// binds Go types, and without @defer, which the transports do not support.
var schema = sync.OnceValue(func() *ast.Schema {
	s := generated.Schema()
	for _, name := range []string{"goModel", "goField", "goTag", "goEnum", "goExtraField", "defer"} {
		delete(s.Directives, name)
	}
	withoutGo := func(list ast.DirectiveList) ast.DirectiveList {
		return slices.DeleteFunc(list, func(d *ast.Directive) bool { return strings.HasPrefix(d.Name, "go") })
	}
	for _, t := range s.Types {
		t.Directives = withoutGo(t.Directives)
		for _, f := range t.Fields {
			f.Directives = withoutGo(f.Directives)
		}
	}
	return s
})

// Schema prints the whole schema in the schema definition language.
func Schema() string {
	var b strings.Builder
	formatter.NewFormatter(&b, formatter.WithIndent("  ")).FormatSchema(schema())
	return b.String()
}
