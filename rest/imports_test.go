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

// TestRestRunsNoQuery: ent's types have a method for each edge, which asks the database when
// the edge was not loaded, once for each row. What takes a context may ask; a field of the
// same name, which is all that the linter could look for, doesn't.
func TestRestRunsNoQuery(t *testing.T) {
	// The loader lists the folder in a process of its own, which go test does not see: with
	// this a new file counts as a change, and a result from the cache is a true one.
	if _, err := os.ReadDir("."); err != nil {
		t.Fatal(err)
	}
	for _, call := range askingCalls(t, module+"/rest") {
		t.Errorf("%s: rest makes no query; its resolver loads edges with the page, to be read in Edges", call)
	}
}

// askingCalls answers where a package calls a method of ent's that takes a context.
func askingCalls(t *testing.T, path string) []string {
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
				if sel, ok := n.(*ast.SelectorExpr); ok && asks(pkg.TypesInfo.Uses[sel.Sel]) {
					calls = append(calls, pkg.Fset.Position(sel.Sel.Pos()).String()+": "+sel.Sel.Name)
				}
				return true
			})
		}
	}
	return calls
}

func asks(used types.Object) bool {
	fn, ok := used.(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != module+"/ent" {
		return false
	}
	sig := fn.Signature()
	return sig.Recv() != nil && sig.Params().Len() > 0 &&
		strings.HasSuffix(sig.Params().At(0).Type().String(), "context.Context")
}
