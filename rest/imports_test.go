package rest_test

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/redress/redress/internal/testenv/sources"
)

// TestRestRunsNoQuery: ent's types have a method for each edge, which queries the database when the
// edge was not loaded, once for each row. A method with a context may query; a field of the same name,
// which is all that the linter could look for, doesn't.
func TestRestRunsNoQuery(t *testing.T) {
	for _, call := range queryCalls(t, sources.Module+"/rest") {
		t.Errorf("%s: rest makes no query; state the edge in the selection of the view and read it in Edges", call)
	}
}

// queryCalls returns where a package calls a method of ent's that takes a context.
func queryCalls(t *testing.T, path string) []string {
	t.Helper()
	var calls []string
	for _, pkg := range sources.Load(t, path) {
		for _, file := range pkg.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && mayQuery(pkg.TypesInfo.Uses[sel.Sel]) {
					calls = append(calls, pkg.Fset.Position(sel.Sel.Pos()).String()+": "+sel.Sel.Name)
				}
				return true
			})
		}
	}
	return calls
}

func mayQuery(used types.Object) bool {
	fn, ok := used.(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != sources.Module+"/ent" {
		return false
	}
	sig := fn.Signature()
	return sig.Recv() != nil && sig.Params().Len() > 0 &&
		strings.HasSuffix(sig.Params().At(0).Type().String(), "context.Context")
}
