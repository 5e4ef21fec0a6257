package main

import (
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/codegen"
	"github.com/99designs/gqlgen/codegen/config"
	"github.com/99designs/gqlgen/codegen/templates"
	"github.com/vektah/gqlparser/v2/ast"
)

// writer is a plugin that generates, beside the library's executor, one that package graphexec runs: functions that
// resolve root fields, and that write the fields of objects as JSON.
type writer struct {
	resolvers int // types with resolvers, inputs among them
}

// Name implements gqlgen's plugin.
func (*writer) Name() string { return "writer" }

// writtenFile is the file that writer generates.
const writtenFile = "write.generated.go"

// GenerateCode implements gqlgen's plugin.
func (w *writer) GenerateCode(data *codegen.Data) error {
	for _, o := range slices.Concat(data.Objects, data.Inputs) {
		if o.HasResolvers() {
			w.resolvers++
		}
	}
	g := &generator{
		Data: data, ordinals: map[string]int{}, Appended: map[string]string{},
		Roots: []*codegen.Object{data.QueryRoot, data.MutationRoot, data.SubscriptionRoot},
	}
	for _, o := range data.Objects {
		if o.Root {
			continue
		}
		g.ordinals[o.Name] = len(g.Types)
		g.Types = append(g.Types, newObjectType(o))
	}
	g.setKinds()
	return templates.Render(templates.Options{
		PackageName: data.Config.Exec.Package, Filename: filepath.Join(data.Config.Exec.DirName, writtenFile),
		Template: writeTemplate, Data: g, GeneratedHeader: true, Packages: data.Config.Packages,
	})
}

type generator struct {
	*codegen.Data

	ordinals map[string]int // of the types

	Types    []objectType
	Roots    []*codegen.Object
	Appended map[string]string // functions that write scalars of ours, by their names
}

type objectType struct {
	*codegen.Object
	Ordered []*codegen.Field
	Plain   int
	Kind    string // of package graphexec, "" for most
	Row     string
}

// setKinds finds pages, connections and what belongs to these by their fields.
func (g *generator) setKinds() {
	set := func(name, kind, row string) {
		t := &g.Types[g.ordinals[name]]
		t.Kind, t.Row = kind, row
	}
	for _, t := range g.Types {
		fields := t.Definition.Fields
		switch edges, info, pagination := fields.ForName("edges"), fields.ForName("pageInfo"), fields.ForName("pagination"); {
		case edges != nil && info != nil:
			edge := edges.Type.Name()
			set(t.Name, "Connection", g.Schema.Types[edge].Fields.ForName("node").Type.Name())
			set(edge, "Edge", "")
			set(info.Type.Name(), "PageInfo", "")
		case pagination != nil:
			for _, f := range fields {
				if f.Type.Elem != nil {
					set(t.Name, "Page", f.Type.Name())
				}
			}
		}
	}
}

// newObjectType orders the fields of a type: those that are values of the object first.
func newObjectType(o *codegen.Object) objectType {
	t := objectType{Object: o}
	var others []*codegen.Field
	for _, f := range o.Fields {
		if isPlain(f) {
			t.Ordered = append(t.Ordered, f)
		} else {
			others = append(others, f)
		}
	}
	t.Plain = len(t.Ordered)
	t.Ordered = append(t.Ordered, others...)
	return t
}

// isPlain reports whether a field is a value of a Go struct that can be written without a context.
func isPlain(f *codegen.Field) bool {
	return f.IsVariable() && !f.HasHaser && !f.IsResolver && len(f.Args) == 0 && writesLeaf(f.TypeReference)
}

func isLeaf(t *config.TypeReference) bool {
	return t.Definition.Kind == ast.Scalar || t.Definition.Kind == ast.Enum
}

// writesLeaf reports whether a type is a leaf, or a list of them, that can be written without a context.
func writesLeaf(t *config.TypeReference) bool {
	switch {
	case !isLeaf(t) || t.IsPtrToSlice() || t.IsPtrToIntf() || t.IsPtrToPtr() || t.HasEnumValues():
		return false
	case t.IsSlice():
		e := t.Elem()
		return !e.IsSlice() && !e.IsNilable() && writesLeaf(e)
	}
	return t.IsMarshaler && !t.IsContext || t.Marshaler != nil && (!t.IsContext || t.Marshaler.FullName() == floats)
}

const floats = "github.com/99designs/gqlgen/graphql.MarshalFloatContext"

// library are the calls that write what the library's own functions return.
var library = map[string]string{
	"github.com/99designs/gqlgen/graphql.MarshalString":  "w.String(string(%s))",
	"github.com/99designs/gqlgen/graphql.MarshalInt":     "w.Int(int64(%s))",
	"github.com/99designs/gqlgen/graphql.MarshalInt64":   "w.Int(int64(%s))",
	"github.com/99designs/gqlgen/graphql.MarshalBoolean": "w.Bool(bool(%s))",
	floats: "w.Float(float64(%s))",
}

// leaf returns the statements that write a value that is no list, and report whether it is not null.
func (g *generator) leaf(t *config.TypeReference, v, null string) string {
	var b strings.Builder
	if t.IsNilable() {
		if !t.GQL.NonNull {
			null = "false"
		}
		fmt.Fprintf(&b, "if %s == nil { return %s }\n", v, null)
	}
	if t.IsMarshaler {
		fmt.Fprintf(&b, "%s.MarshalGQL(w)\n", v)
		return b.String() + "return true"
	}
	switch {
	case t.IsTargetNilable() && !t.IsNilable():
		v = "&" + v
	case !t.IsTargetNilable() && t.IsNilable():
		v = "*" + v
	}
	if call, ok := library[t.Marshaler.FullName()]; ok {
		fmt.Fprintf(&b, "return "+call, v)
		return b.String()
	}
	if t.CastType != nil {
		v = fmt.Sprintf("%s(%s)", templates.CurrentImports.LookupType(t.CastType), v)
	}
	pkg := templates.CurrentImports.Lookup(t.Marshaler.Pkg().Path())
	name := strings.TrimPrefix(t.Marshaler.Name(), "Marshal")
	if f, ok := t.Marshaler.Pkg().Scope().Lookup("Append" + name).(*types.Func); ok {
		g.Appended[name] = fmt.Sprintf("func write%s(w *graphexec.Writer, v %s) bool {\nw.Buf = %s.%s(w.Buf, v)\nreturn true\n}",
			name, templates.CurrentImports.LookupType(f.Signature().Params().At(1).Type()), pkg, f.Name())
		return fmt.Sprintf("%sreturn write%s(w, %s)", &b, name, v)
	}
	call := fmt.Sprintf("w.Marshal(%s.Marshal%s(%s))", pkg, name, v)
	if t.GQL.NonNull && null != "false" {
		call += " || " + null
	}
	return b.String() + "return " + call
}

// value returns the statements that write a value and report whether it is not null. Null is the expression that
// reports null which is not allowed, marshal the context in which the library marshals what is not written here.
func (g *generator) value(t *config.TypeReference, v, null, at string) string {
	if writesLeaf(t) {
		if !t.IsSlice() {
			return g.leaf(t, v, null)
		}
		nilCheck := ""
		if !t.GQL.NonNull {
			nilCheck = fmt.Sprintf("if %s == nil { return false }\n", v)
		}
		e := t.Elem()
		return fmt.Sprintf("%sreturn w.Leaves(len(%s), func(i int) bool {\n%s\n})", nilCheck, v, g.leaf(e, v+"[i]", "false"))
	}
	if isLeaf(t) || t.IsPtrToSlice() || t.IsPtrToIntf() || t.IsPtrToPtr() || t.IsSlice() && t.Elem().IsSlice() {
		return fmt.Sprintf("ctx, _ := %s.Context()\nreturn w.Marshal(w.Executor.(*executionContext).%s(ctx, f.Selections, %s))", at, t.MarshalFunc(), v)
	}
	if t.IsSlice() {
		nilCheck := ""
		if !t.GQL.NonNull {
			nilCheck = fmt.Sprintf("if %s == nil { return false }\n", v)
		}
		element := v + "[i]"
		if !t.Elem().IsNilable() {
			element = "&" + element
		}
		return fmt.Sprintf("%sreturn w.List(%s, len(%s), func(at *graphexec.Frame, i int) bool { return put%s(w, at, %s) })", nilCheck, at, v,
			t.Definition.Name, element)
	}
	if !t.IsNilable() {
		v = "&" + v
	}
	return fmt.Sprintf("return put%s(w, %s, %s)", t.Definition.Name, at, v)
}

// Write returns the statements that write a field of obj.
func (g *generator) Write(f *codegen.Field) (string, error) {
	if isPlain(f) {
		return g.value(f.TypeReference, "obj."+f.GoFieldName, "w.NullField(s, f)", ""), nil
	}
	if f.HasHaser || f.VOkFunc || f.IsMap() || f.IsBatch() || f.HasDirectives() {
		return "", fmt.Errorf("%s.%s is resolved in a way that is not written", f.Object.Name, f.Name)
	}
	if f.IsVariable() && !f.IsResolver {
		return "at := w.At(s, f)\n" + g.value(f.TypeReference, "obj."+f.GoFieldName, "w.Null(at)", "at"), nil
	}
	var b strings.Builder
	ctx, fc := "_", "_"
	call := fmt.Sprintf("obj.%s(%s)", f.GoFieldName, f.CallArgs())
	if f.IsResolver {
		call = "ec.Resolvers." + f.ShortInvocation()
	}
	if f.IsResolver || len(f.Args) > 0 {
		b.WriteString("ec := w.Executor.(*executionContext)\n")
	}
	if len(f.Args) > 0 {
		fmt.Fprintf(&b, "if !w.Arguments(at, ec.%s) { return false }\n", f.ArgsFunc())
		fc = "fc"
	}
	if f.IsResolver || f.MethodHasContext {
		ctx = "ctx"
	}
	if ctx != "_" || fc != "_" {
		fmt.Fprintf(&b, "%s, %s := at.Context()\n", ctx, fc)
	}
	if f.NoErr && !f.IsResolver {
		fmt.Fprintf(&b, "v := %s\n", call)
	} else {
		fmt.Fprintf(&b, "v, err := %s\nif err != nil { return w.Fail(at, err) }\n", call)
	}
	return fmt.Sprintf("return w.Resolve(s, f, func(at *graphexec.Frame) bool {\n%s%s\n})", &b, g.value(f.TypeReference, "v", "w.Null(at)", "at")), nil
}

// Resolve returns the statements that resolve a root field.
func (generator) Resolve(f *codegen.Field) string {
	if f.IsResolver {
		return "return ec.Resolvers." + f.ShortInvocation()
	}
	return fmt.Sprintf("return ec.%s(%s)", f.GoFieldName, f.CallArgs()) // introspection
}

// WriteRoot returns the statements that write the value of a root field.
func (g *generator) WriteRoot(f *codegen.Field) string {
	return fmt.Sprintf("v := value.(%s)\n%s", templates.CurrentImports.LookupType(f.TypeReference.GO), g.value(f.TypeReference, "v", "w.Null(at)", "at"))
}

// Priced returns the fields that are more than a plain value of their object.
func (g *generator) Priced() (fields []*codegen.Field) {
	for _, o := range g.Objects {
		for _, f := range o.Fields {
			if !strings.HasPrefix(o.Name, "__") && !strings.HasPrefix(f.Name, "__") && (!isPlain(f) || f.TypeReference.GQL.Elem != nil) {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// Ordinal returns the ordinal of a type.
func (g *generator) Ordinal(name string) int { return g.ordinals[name] }

// List returns the elements of a slice of strings.
func (generator) List(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	return strings.Join(quoted, ", ")
}

// Names returns the names of fields.
func (generator) Names(fields []*codegen.Field) (names []string) {
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return names
}

const writeTemplate = `
{{ reserveImport "context" }}
{{ reserveImport "github.com/99designs/gqlgen/graphql" }}
{{ reserveImport "github.com/redress/redress/internal/graphexec" }}

// NewSchema returns what executes the operations of the graph with the resolvers of the configuration.
func NewSchema(cfg Config) graphql.ExecutableSchema {
	if cfg.Schema == nil {
		cfg.Schema = Schema()
	}
	state := &graphql.ExecutableSchemaState[ResolverRoot, DirectiveRoot, ComplexityRoot]{
		SchemaData: cfg.Schema, Resolvers: cfg.Resolvers, Directives: cfg.Directives,
	}
	executor := func(op *graphql.OperationContext) any {
		return &executionContext{graphql.NewExecutionContextState(op, state, nil, nil)}
	}
	return graphexec.NewSchema(cfg.Schema, writtenTypes[:], roots, executor, func() *graphql.InputUnmarshalerIndex {
		ec := executor(nil).(*executionContext)
		return graphql.NewInputUnmarshalerIndex(
		{{- range $i := .Inputs }}{{ if not $i.HasUnmarshal }}
			graphql.NewInputUnmarshaler({{ $i.Name | quote }}, ec.unmarshalInput{{ $i.Name }}),
		{{- end }}{{ end }}
		)
	})
}

// The fields that are more than a plain value of their object.
const (
{{- range $f := .Priced }}
	{{ $f.Object.Name }}_{{ $f.Name }} graphexec.FieldName = "{{ $f.Object.Name }}.{{ $f.Name }}"
{{- end }}
)

// Types returns the object types.
func Types() []graphexec.Type { return writtenTypes[:] }

var roots = graphexec.Roots{
{{- range $r := .Roots }}
	{{ $r.Name }}: graphexec.Root{
		Type: graphexec.Type{
			Name: {{ $r.Name | quote }}, Satisfies: {{ $r.Implementors }},
			Fields: []string{ {{ $.List ($.Names $r.Fields) }} },
		},
		Arguments: arguments{{ $r.Name }}, Resolve: resolve{{ $r.Name }}, Write: write{{ $r.Name }},{{ if $r.Stream }} Receive: receive,{{ end }}
	},
{{- end }}
}

var writtenTypes = [...]graphexec.Type{
{{- range $t := .Types }}
	{
		Name: {{ $t.Name | quote }}, Satisfies: {{ $t.Implementors }}, Plain: {{ $t.Plain }},
		{{- with $t.Kind }} Kind: graphexec.{{ . }},{{ end }}{{ with $t.Row }} Row: {{ . | quote }},{{ end }}
		Fields: []string{ {{ $.List ($.Names $t.Ordered) }} },
	},
{{- end }}
}
{{ range $r := .Roots }}
func arguments{{ $r.Name }}(executor any, field int) graphexec.ReadArguments {
	ec := executor.(*executionContext)
	switch field {
	{{- range $n, $f := $r.Fields }}{{ if $f.Args }}
	case {{ $n }}:
		return ec.{{ $f.ArgsFunc }}
	{{- end }}{{ end }}
	}
	return nil
}

func resolve{{ $r.Name }}(ctx context.Context, executor any, field int) (any, error) {
	ec, fc := executor.(*executionContext), graphql.GetFieldContext(ctx)
	switch field {
	{{- range $n, $f := $r.Fields }}
	case {{ $n }}:
		{{ $.Resolve $f }}
	{{- end }}
	}
	panic("unknown field " + fc.Field.Name)
}

func write{{ $r.Name }}(w *graphexec.Writer, at *graphexec.Frame, f *graphexec.Field, value any) bool {
	switch f.Ordinal {
	{{- range $n, $f := $r.Fields }}
	case {{ $n }}:
		{{ $.WriteRoot $f }}
	{{- end }}
	}
	panic("unknown field " + f.Name)
}
{{ end }}
func receive(ctx context.Context, stream any, field int) (any, bool) {
	switch field {
	{{- range $n, $f := .SubscriptionRoot.Fields }}
	case {{ $n }}:
		return graphexec.Next(ctx, stream.(<-chan {{ $f.TypeReference.GO | ref }}))
	{{- end }}
	}
	panic("unknown field")
}

{{ range $i := .Interfaces }}
func put{{ $i.Name }}(w *graphexec.Writer, at *graphexec.Frame, v {{ $i.Type | ref }}) bool {
	switch v := v.(type) {
	case nil:
		return w.Null(at)
	{{- range $o := $i.Implementors }}
	case {{ $o.Type | ref }}:
		return put{{ $o.Name }}(w, at, {{ if $o.TakeRef }}&{{ end }}v)
	{{- end }}
	}
	panic("an object of an unknown type")
}
{{ end }}
{{ range $t := .Types }}
func put{{ $t.Name }}(w *graphexec.Writer, at *graphexec.Frame, v {{ $t.Reference | ref }}) bool {
	if v == nil {
		return w.Null(at)
	}
	return w.Object(at, &writtenTypes[{{ $.Ordinal $t.Name }}], v, write{{ $t.Name }})
}

func write{{ $t.Name }}(w *graphexec.Writer, s *graphexec.Scope, f *graphexec.Field, v any) bool {
	obj := v.({{ $t.Reference | ref }})
	switch f.Ordinal {
	{{- range $n, $f := $t.Ordered }}
	case {{ $n }}:
		{{ $.Write $f }}
	{{- end }}
	}
	panic("unknown field " + f.Name)
}
{{ end }}
{{ range $f := .Appended }}
//go:noinline
{{ $f }}
{{ end }}
`
