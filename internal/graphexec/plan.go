package graphexec

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// FieldName is a field of the schema by its type and name, such as Complaint.title.
type FieldName string

// Kind is what objects of a type stand for.
type Kind int

// The kinds of object types. Those from Connection on only stand between a list and its rows.
const (
	Plain Kind = iota
	Page       // has a numbered page of rows
	Connection
	Edge
	PageInfo
)

// Type is an object type of the schema, with the order in which the generated code counts its fields.
type Type struct {
	Name      string
	Kind      Kind
	Row       string   // the type of the rows of a page or connection
	Satisfies []string // the type itself and its interfaces, which conditions of fragments may name
	Fields    []string
	// Plain is how many of the fields, the first ones, are values of the object itself.
	Plain int
}

// Field is a field of a document as it is selected of one type.
type Field struct {
	graphql.CollectedField
	Ordinal int // in Type.Fields; -1 is __typename

	key   string // what stands before its value: its response name, after a comma if it is not the first
	typ   *ast.Type
	frame int // in Scope.frames
	below *Selection
	kinds sync.Map // *Type → *Selection, of an interface
}

// Selection is what a document selects of the objects of one type.
type Selection struct {
	typ    *Type
	fields []Field
	frames int
	row    bool
}

// maxPlans is how many selections are cached for each document, one for each operation and truth of its conditions.
const maxPlans = 64

// Plans caches what documents select: for each document once, rather than for each object of its answers. What
// @skip and @include leave out depends on variables, so there is one plan for each of their truths. Plans are
// dropped with the document, which the cache of documents may forget.
type Plans struct {
	schema *ast.Schema
	types  map[string]*Type
	docs   sync.Map // weak.Pointer[ast.QueryDocument] → *documentPlans
}

type documentPlans struct {
	conditions []string // the variables of @skip and @include
	operations sync.Map // operationPlan → *Selection
	cached     atomic.Int32
}

// operationPlan is what a plan depends on. Operations that share a fragment share its fields, to which each may add
// others.
type operationPlan struct {
	operation *ast.OperationDefinition
	truths    string
}

// NewPlans returns Plans for documents of a schema, of whose object types it is told all that are written.
func NewPlans(schema *ast.Schema, types []Type) *Plans {
	p := &Plans{schema: schema, types: make(map[string]*Type, len(types))}
	for i := range types {
		p.types[types[i].Name] = &types[i]
	}
	return p
}

// operation returns what an operation of a type selects.
func (p *Plans) operation(op *graphql.OperationContext, typ *Type) *Selection {
	doc := p.document(op.Doc)
	truths := make([]byte, len(doc.conditions))
	for i, name := range doc.conditions {
		switch op.Variables[name] {
		case true:
			truths[i] = '1'
		case false:
			truths[i] = '0'
		default:
			truths[i] = '-'
		}
	}
	key := operationPlan{op.Operation, string(truths)}
	if cached, ok := doc.operations.Load(key); ok {
		return cached.(*Selection)
	}
	s := p.selection(op, op.Operation.SelectionSet, typ)
	if doc.cached.Add(1) <= maxPlans {
		doc.operations.Store(key, s)
	}
	return s
}

func (p *Plans) document(doc *ast.QueryDocument) *documentPlans {
	key := weak.Make(doc)
	if cached, ok := p.docs.Load(key); ok {
		return cached.(*documentPlans)
	}
	cached, known := p.docs.LoadOrStore(key, &documentPlans{conditions: Conditions(doc)})
	if !known {
		runtime.AddCleanup(doc, func(key weak.Pointer[ast.QueryDocument]) { p.docs.Delete(key) }, key)
	}
	return cached.(*documentPlans)
}

// Conditions returns the variables that the conditions of @skip and @include name.
func Conditions(doc *ast.QueryDocument) []string {
	var found conditions
	for _, o := range doc.Operations {
		found.in(o.SelectionSet)
	}
	for _, f := range doc.Fragments {
		found.in(f.SelectionSet)
	}
	return found
}

type conditions []string

func (c *conditions) in(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			c.of(s.Directives)
			c.in(s.SelectionSet)
		case *ast.InlineFragment:
			c.of(s.Directives)
			c.in(s.SelectionSet)
		case *ast.FragmentSpread:
			c.of(s.Directives)
		}
	}
}

func (c *conditions) of(directives ast.DirectiveList) {
	for _, directive := range directives {
		if a := directive.Arguments.ForName("if"); a != nil && a.Value.Kind == ast.Variable && !slices.Contains(*c, a.Value.Raw) {
			*c = append(*c, a.Value.Raw)
		}
	}
}

func (p *Plans) fill(f *Field, op *graphql.OperationContext, field graphql.CollectedField, typ *ast.Type) {
	f.CollectedField, f.typ = field, typ
	if t := p.types[typ.Name()]; t != nil {
		f.below = p.selection(op, field.Selections, t)
	}
}

func (p *Plans) selection(op *graphql.OperationContext, set ast.SelectionSet, typ *Type) *Selection {
	collected := graphql.CollectFields(op, set, typ.Satisfies)
	s := &Selection{typ: typ, fields: make([]Field, len(collected)), row: typ.Kind < Connection}
	definitions := p.schema.Types[typ.Name].Fields
	for i, c := range collected {
		f := &s.fields[i]
		f.key = `"` + c.Alias + `":`
		if i > 0 {
			f.key = "," + f.key
		}
		if c.Name == "__typename" {
			f.CollectedField, f.Ordinal = c, -1
			f.key += `"` + typ.Name + `"`
			continue
		}
		f.Ordinal = slices.Index(typ.Fields, c.Name)
		if f.Ordinal < 0 {
			panic("unknown field " + typ.Name + "." + c.Name)
		}
		if f.Ordinal >= typ.Plain {
			f.frame = s.frames
			s.frames++
		}
		p.fill(f, op, c, definitions.ForName(c.Name).Type)
	}
	return s
}

// of returns what is selected of an object of a type, one of several where the field's type is an interface.
func (f *Field) of(w *Writer, typ *Type) *Selection {
	if f.below != nil {
		return f.below
	}
	if s, ok := f.kinds.Load(typ); ok {
		return s.(*Selection)
	}
	s, _ := f.kinds.LoadOrStore(typ, w.plans.selection(w.op, f.Selections, typ))
	return s.(*Selection)
}
