package rest_test

import (
	"go/ast"
	"go/types"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/redress/redress"

// TestRestRunsNoQuery: ent's types have a method for each edge, which queries the database when the
// edge was not loaded, once for each row. A method with a context may query; a field of the same name,
// which is all that the linter could look for, doesn't.
func TestRestRunsNoQuery(t *testing.T) {
	// The loader lists the folder in a process of its own, which go test does not see: reading it
	// here makes a new file invalidate the cached result.
	if _, err := os.ReadDir("."); err != nil {
		t.Fatal(err)
	}
	for _, call := range queryCalls(t, module+"/rest") {
		t.Errorf("%s: rest makes no query; state the edge in the selection of the view and read it in Edges", call)
	}
}

// queryCalls returns where a package calls a method of ent's that takes a context.
func queryCalls(t *testing.T, path string) []string {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Context: t.Context(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedExportFile |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, path)
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	for _, pkg := range pkgs {
		for _, e := range pkg.Errors {
			t.Fatal(e)
		}
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
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != module+"/ent" {
		return false
	}
	sig := fn.Signature()
	return sig.Recv() != nil && sig.Params().Len() > 0 &&
		strings.HasSuffix(sig.Params().At(0).Type().String(), "context.Context")
}
