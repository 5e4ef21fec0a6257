// Command trim removes from the generated code, package ent with the packages below it and the graph's
// executor, what no code of this module uses. It is run in the folder ent, as the last step of `make
// generate`, which writes everything anew before.
//
// The model's generator writes every verb for every column and edge, the graph's an executor that only tests use. Half
// of these lines have no caller, and they cost a quarter of the time in which the service compiles. Who needs a method that is
// missing writes its call and runs `make generate`; `go generate -skip trim ./ent` keeps everything. A method that an
// interface asks for, and that nobody calls by any interface, stays without its body: its call compiles, and panics until
// `make generate` has brought the body, which `make verify` asks for. Files that this machine does not compile can't be
// asked what they use, so none of them may import what is trimmed.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	if err := trim("..", "ent", "graph/generated"); err != nil {
		log.Fatal("trim: ", err)
	}
}

// everyday are the methods that every exported type keeps, whoever calls them: they are what one writes first, and
// tests of the policies walk through the whole model with them, by reflection. So are those that
// load an edge with its parent.
var everyday = []string{
	"Query", "Create", "Update", "UpdateOneID", "Delete", "Get",
	"Where", "Order", "Limit", "Select", "All", "First", "Only", "IDs", "Count", "Exist", "Save", "Exec",
}

// trim rewrites the generated files in the folders and below them. It leaves them whole when the module
// does not compile, because what it would then take for unused may be what is being written.
func trim(module string, folders ...string) error {
	module, err := filepath.Abs(module)
	if err != nil {
		return err
	}
	pkgs, err := packages.Load(&packages.Config{
		Dir: module, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedModule | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps,
	}, "./...")
	if err != nil {
		return err
	}
	if packages.PrintErrors(pkgs) > 0 {
		return fmt.Errorf("the module does not compile, so %s keeps everything: run it again when it does", strings.Join(folders, ", "))
	}
	if err := refuseUnread(module, folders, pkgs); err != nil {
		return err
	}
	for i, folder := range folders {
		folders[i] = filepath.Join(module, folder) + string(filepath.Separator)
	}
	p := newProgram(folders, pkgs)
	p.markUsed()
	return p.rewrite()
}

// refuseUnread refuses files that build tags leave out here and that import what is trimmed.
func refuseUnread(module string, folders []string, pkgs []*packages.Package) error {
	read := map[string]bool{}
	path := ""
	for _, pkg := range pkgs {
		if pkg.Module != nil {
			path = pkg.Module.Path
		}
		for _, file := range pkg.GoFiles {
			read[file] = true
		}
	}
	var refused []error
	err := filepath.WalkDir(module, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if name != module && (err == nil || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "node_modules") {
				return filepath.SkipDir // a module of its own, or no Go
			}
			return nil
		}
		if read[name] || filepath.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			imported := strings.Trim(i.Path.Value, `"`) + "/"
			if slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(imported, path+"/"+folder+"/") }) {
				refused = append(refused, fmt.Errorf(
					"%s is not compiled here and imports %s, of which it may use what nothing else does: move that into a file without build tags", name,
					i.Path.Value))
			}
		}
		return nil
	})
	return errors.Join(append(refused, err)...)
}

// A declaration is a function, a method or a type of the package level. Test variants of a package declare
// the same thing again, with other objects, so it is known by its place.
type declaration struct {
	uses    []token.Position // of other declarations, in its text
	methods []method         // of a type
	used    bool
	asked   bool // an interface asks for it, but nobody calls it
}

type method struct {
	name     string
	function *types.Func
	at       token.Position
}

// program is what the module consists of, and what of it is used.
type program struct {
	folders      []string // with the generated code
	packages     []*packages.Package
	declarations map[token.Position]*declaration // generated, by the place of the name
	interfaces   map[string][]*types.Interface   // of the whole program, by the names of their methods
	called       map[string][]*types.Signature   // methods of interfaces that the program calls, by their names
	work         []*declaration
}

func newProgram(folders []string, pkgs []*packages.Package) *program {
	p := &program{
		folders: folders, packages: pkgs, declarations: map[token.Position]*declaration{},
		interfaces: map[string][]*types.Interface{}, called: map[string][]*types.Signature{},
	}
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			if p.generated(pkg, file) {
				p.declare(pkg, file)
			}
		}
	}
	packages.Visit(pkgs, nil, func(pkg *packages.Package) {
		for _, tv := range pkg.TypesInfo.Types {
			if i, ok := tv.Type.Underlying().(*types.Interface); ok && tv.IsType() && i.NumMethods() > 0 {
				p.addInterface(i)
			}
		}
		for _, selection := range pkg.TypesInfo.Selections {
			if f, ok := selection.Obj().(*types.Func); ok && types.IsInterface(f.Signature().Recv().Type()) {
				p.called[f.Name()] = append(p.called[f.Name()], f.Signature())
			}
		}
	})
	return p
}

// generated reports whether a file is one that trim may rewrite.
func (p *program) generated(pkg *packages.Package, file *ast.File) bool {
	name := pkg.Fset.Position(file.Package).Filename
	return ast.IsGenerated(file) && slices.ContainsFunc(p.folders, func(folder string) bool { return strings.HasPrefix(name, folder) })
}

func (p *program) addInterface(i *types.Interface) {
	var names []string
	for m := range i.Methods() {
		names = append(names, m.Name())
	}
	slices.Sort(names)
	key := strings.Join(names, " ")
	if !slices.ContainsFunc(p.interfaces[key], func(other *types.Interface) bool { return types.Identical(i, other) }) {
		p.interfaces[key] = append(p.interfaces[key], i)
	}
}

func (p *program) declare(pkg *packages.Package, file *ast.File) {
	add := func(name *ast.Ident, node ast.Node) *declaration {
		at := pkg.Fset.Position(name.Pos())
		if p.declarations[at] == nil {
			p.declarations[at] = &declaration{uses: uses(pkg, node)}
		}
		return p.declarations[at]
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			add(decl.Name, decl)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				spec, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				d := add(spec.Name, spec)
				if named, ok := pkg.TypesInfo.Defs[spec.Name].Type().(*types.Named); ok && d.methods == nil {
					for m := range named.Methods() {
						d.methods = append(d.methods, method{m.Name(), m, pkg.Fset.Position(m.Pos())})
					}
				}
			}
		}
	}
}

// uses returns the places where that is declared what a piece of code names.
func uses(pkg *packages.Package, node ast.Node) []token.Position {
	var all []token.Position
	ast.Inspect(node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := pkg.TypesInfo.Uses[id].(type) {
		case *types.Func:
			all = append(all, pkg.Fset.Position(o.Origin().Pos()))
		case *types.TypeName:
			all = append(all, pkg.Fset.Position(o.Pos()))
		}
		return true
	})
	return all
}

// markUsed marks what is reachable from the code that is written by hand, from tests, and from generated
// declarations that trim never removes: constants, variables, init functions and everyday methods.
func (p *program) markUsed() {
	for _, pkg := range p.packages {
		for _, file := range pkg.Syntax {
			if !p.generated(pkg, file) {
				p.use(uses(pkg, file))
				continue
			}
			for _, decl := range file.Decls {
				switch decl := decl.(type) {
				case *ast.FuncDecl:
					name := decl.Name.Name
					if decl.Recv == nil && (name == "init" || name == "_") || isEveryday(decl) {
						p.use([]token.Position{pkg.Fset.Position(decl.Name.Pos())})
					}
				case *ast.GenDecl:
					if decl.Tok != token.TYPE {
						p.use(uses(pkg, decl))
					}
				}
			}
		}
	}
	for len(p.work) > 0 {
		d := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		p.use(d.uses)
		p.implement(d)
	}
}

// isEveryday reports whether a function is such a method.
func isEveryday(f *ast.FuncDecl) bool {
	if f.Recv == nil || !slices.Contains(everyday, f.Name.Name) && !strings.HasPrefix(f.Name.Name, "With") {
		return false
	}
	receiver := f.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && name.IsExported()
}

func (p *program) use(places []token.Position) {
	for _, at := range places {
		if d := p.declarations[at]; d != nil && !d.used {
			d.used = true
			p.work = append(p.work, d)
		}
	}
}

// implement marks the methods by which a type satisfies an interface of the program: somebody may call them without
// naming them. What nobody calls by any interface is only asked for.
func (p *program) implement(d *declaration) {
	byName := map[string]method{}
	for _, m := range d.methods {
		byName[m.name] = m
	}
	for key, interfaces := range p.interfaces {
		names := strings.Fields(key)
		if slices.ContainsFunc(names, func(name string) bool { _, ok := byName[name]; return !ok }) {
			continue
		}
		fits := func(i *types.Interface) bool {
			for m := range i.Methods() {
				if !sameShape(m.Signature(), byName[m.Name()].function.Signature()) {
					return false
				}
			}
			return true
		}
		if !slices.ContainsFunc(interfaces, fits) {
			continue
		}
		for _, name := range names {
			m := byName[name]
			if slices.ContainsFunc(p.called[name], func(s *types.Signature) bool { return sameShape(s, m.function.Signature()) }) {
				p.use([]token.Position{m.at})
			} else {
				p.declarations[m.at].asked = true
			}
		}
	}
}

// sameShape reports whether two signatures have as many parameters and results, of the same types where
// their text can tell: the types of test variants and type parameters differ though they mean the same.
func sameShape(a, b *types.Signature) bool {
	same := func(a, b *types.Tuple) bool {
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			x, y := a.At(i).Type(), b.At(i).Type()
			if _, basic := x.(*types.Basic); basic && !types.Identical(x, y) {
				if _, basic := y.(*types.Basic); basic {
					return false
				}
			}
		}
		return true
	}
	return same(a.Params(), b.Params()) && same(a.Results(), b.Results())
}

// emptied is the body of a method that is only asked for.
const emptied = `{
	panic("nothing calls this method, so its body was left out: run make generate")
}`

// rewrite removes the declarations that are not used, and the imports that only they needed.
func (p *program) rewrite() error {
	done := map[string]bool{}
	for _, pkg := range p.packages {
		for _, file := range pkg.Syntax {
			name := pkg.Fset.Position(file.Package).Filename
			if done[name] || !p.generated(pkg, file) {
				continue
			}
			done[name] = true
			if err := p.rewriteFile(pkg, file, name); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

func (p *program) rewriteFile(pkg *packages.Package, file *ast.File, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	type span struct {
		from, to int
		instead  string
	}
	var removed []span
	remove := func(doc *ast.CommentGroup, node ast.Node) {
		from := node.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		removed = append(removed, span{pkg.Fset.Position(from).Offset, pkg.Fset.Position(node.End()).Offset, ""})
	}
	declared := func(id *ast.Ident) *declaration { return p.declarations[pkg.Fset.Position(id.Pos())] }
	unused := func(id *ast.Ident) bool {
		d := declared(id)
		return d != nil && !d.used
	}
	var kept []ast.Decl
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			switch {
			case !unused(decl.Name):
			case declared(decl.Name).asked && len(decl.Body.List) == 0:
			case declared(decl.Name).asked:
				from, to := pkg.Fset.Position(decl.Body.Pos()).Offset, pkg.Fset.Position(decl.Body.End()).Offset
				if string(text[from:to]) != emptied {
					removed = append(removed, span{from, to, emptied})
				}
				decl.Body = nil
			default:
				remove(decl.Doc, decl)
				continue
			}
		case *ast.GenDecl:
			if decl.Tok != token.TYPE {
				break
			}
			isUnused := func(s ast.Spec) bool { return unused(s.(*ast.TypeSpec).Name) }
			if !slices.ContainsFunc(decl.Specs, func(s ast.Spec) bool { return !isUnused(s) }) {
				remove(decl.Doc, decl)
				continue
			}
			for _, spec := range decl.Specs {
				if isUnused(spec) {
					remove(spec.(*ast.TypeSpec).Doc, spec)
				}
			}
			decl.Specs = slices.DeleteFunc(decl.Specs, isUnused)
		}
		kept = append(kept, decl)
	}
	if len(removed) == 0 {
		return nil
	}
	file.Decls = kept
	for _, group := range file.Decls {
		if g, ok := group.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			for _, spec := range g.Specs {
				i := spec.(*ast.ImportSpec)
				if name := pkg.TypesInfo.PkgNameOf(i); name != nil && !usesImport(pkg, file, name) {
					remove(i.Doc, i)
				}
			}
		}
	}
	slices.SortFunc(removed, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var rest bytes.Buffer
	at := 0
	for _, s := range removed {
		rest.Write(text[at:s.from])
		rest.WriteString(s.instead)
		at = s.to
	}
	rest.Write(text[at:])
	formatted, err := format.Source(rest.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(name, formatted, 0o644)
}

// usesImport reports whether what is left of a file names an imported package.
func usesImport(pkg *packages.Package, file *ast.File, name *types.PkgName) bool {
	for _, decl := range file.Decls {
		used := false
		ast.Inspect(decl, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && pkg.TypesInfo.Uses[id] == name {
				used = true
			}
			return !used
		})
		if used {
			return true
		}
	}
	return false
}
