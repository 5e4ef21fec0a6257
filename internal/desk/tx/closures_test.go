package tx_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const (
	module = "github.com/redress/redress"
	txOf   = module + "/internal/desk/tx.Tx"
	fewest = 90 // functions of transactions: with fewer the test has lost sight of them
)

// TestTransactionsSetNothingOutside: a transaction may run several times, of which one is committed, so what it finds out
// leaves it as its result, which forgets the attempts before. The exception is the kernel, which hands the result on.
func TestTransactionsSetNothingOutside(t *testing.T) {
	// The loader reads the sources in a process of its own, which go test does not see: reading the folders here makes a
	// changed file invalidate the cached result.
	for _, folder := range []string{"..", "../*"} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if _, err := os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	seen, found := settingOutside(t, module+"/internal/desk/...")
	if seen < fewest {
		t.Errorf("only %d functions of transactions were found", seen)
	}
	const kernel = "tx.go: made"
	for _, where := range found {
		if where.what != kernel {
			t.Errorf("%s: %s is set by a transaction, which may run again: return it through tx.In", where.at, where.what)
		}
	}
	if !strings.Contains(fmt.Sprint(found), kernel) {
		t.Error("the kernel hands the result on in another way: this test does not see it any more")
	}
}

// outside is a variable that a function of a transaction sets and that is not its own.
type outside struct {
	at   token.Position
	what string // file and name
}

// settingOutside returns how many functions that are given a transaction the packages have, and which variables outside
// themselves these set.
func settingOutside(t *testing.T, pattern string) (functions int, found []outside) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Context: t.Context(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedExportFile |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, e := range pkg.Errors {
			t.Fatal(e)
		}
		for _, file := range pkg.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				do, ok := n.(*ast.FuncLit)
				if !ok || !takesTx(pkg.TypesInfo, do) {
					return true
				}
				functions++
				for _, set := range setIn(pkg.TypesInfo, do.Body) {
					used := pkg.TypesInfo.Uses[set]
					if used == nil || do.Pos() <= used.Pos() && used.Pos() < do.End() {
						continue
					}
					at := pkg.Fset.Position(set.Pos())
					found = append(found, outside{at, filepath.Base(at.Filename) + ": " + set.Name})
				}
				return true
			})
		}
	}
	return functions, found
}

// takesTx reports whether a function is given a transaction, or a struct that embeds one.
func takesTx(info *types.Info, do *ast.FuncLit) bool {
	for _, field := range do.Type.Params.List {
		pointer, ok := info.TypeOf(field.Type).(*types.Pointer)
		if !ok {
			continue
		}
		if pointer.Elem().String() == txOf {
			return true
		}
		of, ok := pointer.Elem().Underlying().(*types.Struct)
		for i := 0; ok && i < of.NumFields(); i++ {
			if of.Field(i).Embedded() && of.Field(i).Type().String() == "*"+txOf {
				return true
			}
		}
	}
	return false
}

// setIn returns the variables that statements set: by an assignment, of a field or an element too, by handing out their
// address, or by a method that may change them.
func setIn(info *types.Info, body *ast.BlockStmt) (set []*ast.Ident) {
	add := func(e ast.Expr) {
		if root := rootOf(e); root != nil {
			set = append(set, root)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				add(left)
			}
		case *ast.IncDecStmt:
			add(n.X)
		case *ast.RangeStmt:
			add(n.Key)
			add(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(n.X)
			}
		case *ast.SelectorExpr:
			if method := info.Selections[n]; method != nil && method.Kind() == types.MethodVal && changes(method) {
				add(n.X)
			}
		}
		return true
	})
	return set
}

// changes reports whether a method is called with the address of a variable that is no pointer itself.
func changes(method *types.Selection) bool {
	receiver := method.Obj().Type().(*types.Signature).Recv()
	_, byAddress := receiver.Type().(*types.Pointer)
	_, pointer := method.Recv().Underlying().(*types.Pointer)
	return byAddress && !pointer && !method.Indirect()
}

// rootOf returns the variable of which an expression is a part; nil for none.
func rootOf(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return rootOf(e.X)
	case *ast.IndexExpr:
		return rootOf(e.X)
	case *ast.StarExpr:
		return rootOf(e.X)
	case *ast.ParenExpr:
		return rootOf(e.X)
	}
	return nil
}
