package i18n_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
)

// Every message that the source can make has a German format with the same verbs, and the catalog has
// no others. Messages are found where package fault, package rest and i18n.T take them, and wherever a
// function hands one of its parameters on to these.
func TestCatalogIsComplete(t *testing.T) {
	formats := map[string]string{}
	text, err := os.ReadFile("de.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &formats); err != nil {
		t.Fatal(err)
	}
	said := messages(t)
	if len(said) < 250 {
		t.Errorf("the source has %d messages, which is less than there must be", len(said))
	}
	for _, word := range computed() {
		said[word] = "a word that is computed"
	}
	lacking := map[string]string{}
	for _, m := range slices.Sorted(maps.Keys(said)) {
		german, ok := formats[m]
		if !ok {
			t.Errorf("%s: no German for %q", said[m], m)
			lacking[m] = ""
			continue
		}
		if a, b := verbs(m), verbs(german); !slices.Equal(a, b) {
			t.Errorf("%q has the verbs %v, its German %v", m, a, b)
		}
	}
	for m := range formats {
		if said[m] == "" {
			t.Errorf("nobody says %q", m)
		}
	}
	if out := os.Getenv("REDRESS_LACKING"); out != "" {
		text, _ := json.MarshalIndent(lacking, "", "  ")
		_ = os.WriteFile(out, text, 0o600)
	}
}

// computes are the functions that compute words, or print what others take.
var computes = []string{"StatusText", "ReasonCodes", "in"}

// computed are the words that stand in no source as they are printed.
func computed() []string {
	var words []string
	add := func(s string) { words = append(words, strings.ReplaceAll(strings.ToLower(s), "_", " ")) }
	for _, s := range domain.ComplaintStatus("").Values() {
		add(s)
	}
	for _, s := range domain.TaskStatus("").Values() {
		add(s)
	}
	for _, s := range []string{"scheduled", "held", "beginning", "going out", "sent", "cancelled", "zone", "group"} {
		add(s)
	}
	add("sign-ins")
	add("statistics")                                                       // that there are too many of
	return append(words, "No access", "Not found", "Out of scope", "Other") // why tasks are returned
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([a-z%])`)

// verbs returns the verbs of a format in the order of its arguments.
func verbs(format string) []string {
	byArg, next := map[int]string{}, 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		byArg[next] = m[2]
		next++
	}
	var all []string
	for _, arg := range slices.Sorted(maps.Keys(byArg)) {
		all = append(all, strconv.Itoa(arg)+byArg[arg])
	}
	return all
}

// source is the parsed source of a package.
type source struct {
	name  string
	files []*ast.File
	// takes are the functions that take a message, and as which argument.
	takes  map[string]int
	consts map[string]string
}

// messages returns the messages of the whole source, and where one of each stands.
func messages(t *testing.T) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	packages := map[string]*source{}
	root := filepath.Join("..", "..")
	for _, dir := range []string{"graph", "rest", "internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && slices.Contains([]string{"generated", "testenv", "modeltest", "codegen"}, entry.Name()) {
				return fs.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			at := filepath.Dir(path)
			if packages[at] == nil {
				packages[at] = &source{name: f.Name.Name, takes: map[string]int{}, consts: map[string]string{}}
			}
			packages[at].files = append(packages[at].files, f)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	said := map[string]string{}
	for dir, p := range packages {
		p.readConstants()
		switch {
		case p.name == "i18n", p.name == "fault":
			continue // what they take is the beginning
		case p.name == "rest":
			p.takes["ok"] = 0
		case strings.Contains(filepath.ToSlash(dir), "internal/desk"):
			p.takes["Add"] = 2 // of tx.FieldErrors
		}
		for p.follow(t, fset, said, false) {
		}
		p.follow(t, fset, said, true)
	}
	// Package fault's own.
	said["There is no such %s."], said["Your role may not do this."] = "fault", "fault"
	said["The body must be sent as it is, without a Content-Encoding such as gzip."] = "fault"
	said["The request is not valid."], said["must be %v to %v"], said["%s or %s"] = "fault", "fault", "i18n"
	said["%s.%s"] = "i18n"
	return said
}

// taking are the functions where messages begin, by package and name.
var taking = map[string]int{
	"i18n.T": 0, "fault.New": 1, "fault.Wrap": 2, "fault.Input": 2, "fault.Missing": 0,
	"tx.Missing": 1,
}

func (p *source) readConstants() {
	for _, f := range p.files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i, name := range v.Names {
					if i < len(v.Values) {
						if text, ok := p.constant(v.Values[i]); ok {
							p.consts[name.Name] = text
						}
					}
				}
			}
		}
	}
}

func (p *source) constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		a, ok := p.constant(e.X)
		b, ok2 := p.constant(e.Y)
		return a + b, ok && ok2 && e.Op == token.ADD
	case *ast.Ident:
		text, ok := p.consts[e.Name]
		return text, ok
	}
	return "", false
}

// follow notes the messages of a package, or only which of its functions take some, and reports whether
// there are more of these than it knew.
func (p *source) follow(t *testing.T, fset *token.FileSet, said map[string]string, note bool) (more bool) {
	t.Helper()
	for _, f := range p.files {
		for _, d := range f.Decls {
			fn, _ := d.(*ast.FuncDecl)
			var params []string
			if fn != nil {
				for _, field := range fn.Type.Params.List {
					for _, name := range field.Names {
						params = append(params, name.Name)
					}
				}
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if made, ok := n.(*ast.CompositeLit); ok && note && writesMessage(made) {
					t.Errorf("%s: a message that can't be translated: use fault.New, fault.Wrap or fault.Input", fset.Position(made.Pos()))
				}
				if set, ok := n.(*ast.AssignStmt); ok && note && setsMessage(set) {
					t.Errorf("%s: a message that can't be translated: use fault.Input", fset.Position(set.Pos()))
				}
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				at, ok := p.position(call)
				if !ok || at >= len(call.Args) {
					return true
				}
				switch arg := call.Args[at].(type) {
				case *ast.Ident:
					if i := slices.Index(params, arg.Name); i >= 0 {
						if _, known := p.takes[fn.Name.Name]; !known {
							p.takes[fn.Name.Name], more = i, true
						}
						return true
					}
				}
				if !note {
					return true
				}
				texts := p.texts(d, call.Args[at])
				if fn != nil && slices.Contains(computes, fn.Name.Name) {
					return true
				}
				if len(texts) == 0 {
					t.Errorf("%s: a message that can't be followed to where it is written", fset.Position(call.Pos()))
				}
				for _, text := range texts {
					if strings.ContainsFunc(verb.ReplaceAllString(text, ""), func(r rune) bool { return r >= 'A' }) {
						said[text] = fset.Position(call.Pos()).String()
					}
				}
				return true
			})
		}
	}
	return more
}

// setsMessage reports whether a message of a field of a fault is set without its format.
func setsMessage(set *ast.AssignStmt) bool {
	return slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool {
		sel, ok := to.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Message" {
			return false
		}
		of, ok := sel.X.(*ast.IndexExpr)
		if !ok {
			return false
		}
		list, ok := of.X.(*ast.SelectorExpr)
		return ok && list.Sel.Name == "Fields"
	})
}

// writesMessage reports whether a fault or a field of one is made with a message already printed.
func writesMessage(made *ast.CompositeLit) bool {
	of := made.Type
	if list, ok := of.(*ast.ArrayType); ok {
		of = list.Elt
	}
	ours := false
	switch of := of.(type) {
	case *ast.SelectorExpr:
		x, ok := of.X.(*ast.Ident)
		ours = ok && (x.Name == "fault" && (of.Sel.Name == "Field" || of.Sel.Name == "Error") || x.Name == "tx" && of.Sel.Name == "FieldErrors")
	case *ast.Ident:
		ours = of.Name == "FieldErrors"
	}
	return ours && len(made.Elts) > 0 &&
		!slices.ContainsFunc(made.Elts, func(e ast.Expr) bool { // a list of fields, each of which is made by Input
			_, isCall := e.(*ast.CallExpr)
			_, isName := e.(*ast.Ident)
			return isCall || isName
		})
}

// position returns as which argument a call takes a message.
func (p *source) position(call *ast.CallExpr) (int, bool) {
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		at, ok := p.takes[fn.Name]
		return at, ok
	case *ast.SelectorExpr:
		if x, ok := fn.X.(*ast.Ident); ok {
			if at, ok := taking[x.Name+"."+fn.Sel.Name]; ok {
				return at, true
			}
		}
		at, ok := p.takes[fn.Sel.Name]
		return at, ok
	}
	return 0, false
}

// texts returns what an expression in a declaration may be: a constant, or each constant that a
// variable or a field of its name is set to.
func (p *source) texts(in ast.Decl, e ast.Expr) []string {
	if text, ok := p.constant(e); ok {
		return []string{text}
	}
	var all []string
	add := func(e ast.Expr) {
		if text, ok := p.constant(e); ok {
			all = append(all, text)
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		ast.Inspect(in, func(n ast.Node) bool {
			if set, ok := n.(*ast.AssignStmt); ok {
				for i, to := range set.Lhs {
					if name, ok := to.(*ast.Ident); ok && name.Name == e.Name && i < len(set.Rhs) {
						add(set.Rhs[i])
					}
				}
			}
			if set, ok := n.(*ast.ValueSpec); ok && len(set.Names) == 1 && set.Names[0].Name == e.Name && len(set.Values) == 1 {
				add(set.Values[0])
			}
			return true
		})
	case *ast.SelectorExpr:
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if set, ok := n.(*ast.AssignStmt); ok && len(set.Lhs) == 1 {
					to, ok := set.Lhs[0].(*ast.SelectorExpr)
					if or, isCall := set.Rhs[0].(*ast.CallExpr); isCall && ok && to.Sel.Name == e.Sel.Name {
						for _, arg := range or.Args { // of cmp.Or
							add(arg)
						}
					}
				}
				if kv, ok := n.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok && key.Name == e.Sel.Name {
						add(kv.Value)
					}
				}
				return true
			})
		}
	case *ast.BinaryExpr: // a field with something constant behind
		for _, text := range p.texts(in, e.X) {
			if end, ok := p.constant(e.Y); ok {
				all = append(all, text+end)
			}
		}
	}
	return all
}
