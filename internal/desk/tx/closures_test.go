package tx_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"testing"

	"github.com/redress/redress/internal/testenv/sources"
)

const (
	desk   = sources.Module + "/internal/desk"
	txType = desk + "/tx.Tx"
	fewest = 90 // functions of transactions: with fewer the test has lost sight of them
)

// TestTransactionsSetNothingOutside: a transaction may run several times, of which one is committed, so what it finds out
// leaves it as its result, which forgets the attempts before. The exception is the kernel, which hands the result on.
func TestTransactionsSetNothingOutside(t *testing.T) {
	seen, found := settingOutside(t, desk+"/...")
	if seen < fewest {
		t.Errorf("only %d functions of transactions were found", seen)
	}
	isKernel := func(o outside) bool { return o.what == "tx.go: made" }
	if !slices.ContainsFunc(found, isKernel) {
		t.Error("the kernel hands the result on in another way: this test does not see it any more")
	}
	for _, o := range slices.DeleteFunc(found, isKernel) {
		t.Errorf("%s: %s is set by a transaction, which may run again: return it through tx.In", o.at, o.what)
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
	for _, pkg := range sources.Load(t, pattern) {
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
		if pointer.Elem().String() == txType {
			return true
		}
		of, ok := pointer.Elem().Underlying().(*types.Struct)
		for i := 0; ok && i < of.NumFields(); i++ {
			if of.Field(i).Embedded() && of.Field(i).Type().String() == "*"+txType {
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
