//go:build ignore

// Command entc generates package ent and graph/ent.graphql from the schema.
package main

import (
	"fmt"
	"log"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	"entgo.io/contrib/entgql"
	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
	"github.com/vektah/gqlparser/v2/ast"
)

func main() {
	// A required edge whose row the viewer may not see is null in the graph, not an error.
	patch(entgql.EdgeTemplate, "err", "MaskNotFound(err)", func(text, from string) bool { return text == from })
	// A to-one edge that is asked for under two aliases is loaded once, by the last of them.
	// What it selected is not enough for the first, which would read zero values: so such an
	// edge is loaded whole and what hangs on it when it is asked for.
	const collect = "if err := query.collectField(ctx, "
	patch(entgql.CollectionTemplate, "\n\t\t\t\t\t\t\t"+collect,
		"\nif slices.ContainsFunc(graphql.CollectFields(opCtx, collected.Selections, satisfies), func(f graphql.CollectedField) bool {"+
			" return f.Name == field.Name && f.Alias != alias }) {\n// loaded whole\n} else "+collect,
		strings.HasPrefix)
	// Fields that are made of an edge (schema.Derived) load it with the page.
	patch(entgql.CollectionTemplate, "unknownSeen bool", "unknownSeen bool\nunknown []string", strings.Contains)
	patch(entgql.CollectionTemplate, "unknownSeen = true", "unknownSeen = true\nunknown = append(unknown, field.Name)", strings.Contains)
	patch(entgql.CollectionTemplate, "if !unknownSeen {", "_q.derive(unknown)\nif !unknownSeen {", strings.Contains)

	// Whether there is a next page is read from one row more than the page has. The library counts
	// the whole list for it, which is needed only where no rows are asked for.
	patch(entgql.PaginationTemplate, "|| hasCollectedField(ctx, pageInfoField) {",
		"|| ignoredEdges && hasCollectedField(ctx, pageInfoField) {", strings.Contains)
	patch(entgql.CollectionTemplate, "|| hasCollectedField(ctx, append(path, pageInfoField)...) {",
		"|| ignoredEdges && hasCollectedField(ctx, append(path, pageInfoField)...) {", strings.Contains)

	extension, err := entgql.NewExtension(
		// Without the enumerations, which package domain declares once for all types, and
		// without the transaction around each mutation, which desk opens itself.
		entgql.WithTemplates(entgql.CollectionTemplate, entgql.NodeTemplate, entgql.PaginationTemplate, entgql.EdgeTemplate),
		entgql.WithSchemaGenerator(),
		entgql.WithSchemaPath("../graph/ent.graphql"),
		entgql.WithWhereInputs(true),
		entgql.WithRelaySpec(true),
		entgql.WithSchemaHook(polish),
	)
	if err != nil {
		log.Fatal(err)
	}
	err = entc.Generate("./schema", &gen.Config{
		Features: []gen.Feature{
			gen.FeaturePrivacy, gen.FeatureSnapshot, gen.FeatureModifier,
			gen.FeatureNamedEdges, gen.FeatureUpsert, gen.FeatureLock,
		},
		Templates: []*gen.Template{derive, along},
	}, entc.Extensions(extension))
	if err != nil {
		log.Fatal(err)
	}
}

// derive makes the method that patch calls: it loads what derived fields are made of.
var derive = gen.MustParse(gen.NewTemplate("gql_derive").Parse(`
{{ define "gql_derive" }}
{{ template "header" $ }}
{{ range $n := $.Nodes }}
func ({{ $n.QueryReceiver }} *{{ $n.QueryName }}) derive(names []string) {
	{{- with $n.Annotations.Derived }}
	for _, name := range names {
		switch name {
		{{- range $d := .Fields }}{{ range $e := $n.Edges }}{{ if eq $e.Name $d.Edge }}
		case "{{ $d.Field }}":
			if {{ $n.QueryReceiver }}.{{ $e.EagerLoadField }} == nil {
				{{ $n.QueryReceiver }}.With{{ $e.StructField }}()
				{{- with $d.Columns }}
				{{ $n.QueryReceiver }}.{{ $e.EagerLoadField }}.Select("id")
				{{- end }}
			}
			{{- range $c := $d.Columns }}
			if q := {{ $n.QueryReceiver }}.{{ $e.EagerLoadField }}; len(q.ctx.Fields) > 0 {
				q.ctx.AppendFieldOnce("{{ $c }}")
			}
			{{- end }}
			{{- range $w := $d.With }}
			{{ $n.QueryReceiver }}.{{ $e.EagerLoadField }}.With{{ pascal $w }}()
			{{- end }}
		{{- end }}{{ end }}{{ end }}
		}
	}
	{{- end }}
}
{{ end }}
{{ end }}
`))

// along reads a column or two of the row that a to-one edge leads to, mostly somebody's name,
// with the rows themselves rather than by a statement of its own. The policy is asked as
// for the edge's own statement: where it has a condition to add, or the edge wants more than
// plain columns, that statement is run as ever.
var along = gen.MustParse(gen.NewTemplate("along").Parse(`
{{ define "dialect/sql/query/fields/additional/along" }}
	led []func([]*{{ $.Name }})
{{ end }}

{{ define "dialect/sql/query/spec/along" }}
	if _spec.ScanValues != nil { // not a count
		{{ $.Scope.Receiver }}.readAlong(ctx, _spec)
	}
{{ end }}

{{ define "dialect/sql/query/all/nodes/along" }}
	for _, assign := range {{ $.Scope.Receiver }}.led {
		assign(nodes)
	}
{{ end }}

{{ define "along" }}
{{ template "header" $ }}

// alongMost is how many columns are read beside the rows that lead to them.
const alongMost = 2

// selectAlong adds columns of the row of a table whose column there is what here is in this one.
func selectAlong(spec *sqlgraph.QuerySpec, edge, table, there, here string, columns []string, scan func() ([]any, error), assign func(values []any) error) {
	ownScan, ownAssign := spec.ScanValues, spec.Assign
	spec.Modifiers = append(slices.Clip(spec.Modifiers), func(s *sql.Selector) {
		for _, column := range columns {
			led := sql.Table(table).As("along")
			inner := sql.Dialect(s.Dialect()).Select(led.C(column)).From(led).Where(sql.ColumnsEQ(led.C(there), s.C(here)))
			s.AppendSelectExprAs(inner, edge+"_"+column)
		}
	})
	spec.ScanValues = func(all []string) ([]any, error) {
		values, err := ownScan(all[:len(all)-len(columns)])
		if err != nil {
			return nil, err
		}
		more, err := scan()
		return append(values, more...), err
	}
	spec.Assign = func(all []string, values []any) error {
		own := len(all) - len(columns)
		if err := ownAssign(all[:own], values[:own]); err != nil {
			return err
		}
		return assign(values[own:])
	}
}

{{ range $n := $.Nodes }}
// readAlong takes over what is asked of edges that along allows.
func ({{ $n.QueryReceiver }} *{{ $n.QueryName }}) readAlong(ctx context.Context, spec *sqlgraph.QuerySpec) {
	{{ $n.QueryReceiver }}.led = nil
	if len({{ $n.QueryReceiver }}.modifiers) > 0 {
		return
	}
	{{- range $e := $n.Edges }}
	{{- $key := and $e.OwnFK $e.Field }}{{/* or the other row has it */}}
	{{- if and $e.Unique (or $key (and $e.O2O (not $e.OwnFK) (eq $e.Type.ID.Type.String "uuid.UUID"))) }}
	if query := {{ $n.QueryReceiver }}.{{ $e.EagerLoadField }}; query != nil {
		columns, ok, err := query.along(ctx)
		if err != nil {
			spec.Modifiers = append(slices.Clip(spec.Modifiers), func(s *sql.Selector) { s.AddError(err) })
			return
		}
		if ok {
			var all []*{{ $e.Type.Name }}
			{{- if $key }}
			selectAlong(spec, "{{ $e.Name }}", {{ $e.Type.Package }}.Table, {{ $e.Type.Package }}.{{ $e.Type.ID.Constant }}, {{ $n.Package }}.{{ $e.ColumnConstant }}, columns,
			{{- else }}
			columns = append(columns, {{ $e.Type.Package }}.{{ $e.Type.ID.Constant }}) // nil where there is no such row
			selectAlong(spec, "{{ $e.Name }}", {{ $e.Type.Package }}.Table, {{ $n.Package }}.{{ $e.ColumnConstant }}, {{ $n.Package }}.{{ $n.ID.Constant }}, columns,
			{{- end }}
				func() ([]any, error) { return (*{{ $e.Type.Name }}).scanValues(nil, columns) },
				func(values []any) error {
					e := &{{ $e.Type.Name }}{config: {{ $n.QueryReceiver }}.config}
					all = append(all, e)
					return e.assignValues(columns, values)
				})
			{{ $n.QueryReceiver }}.{{ $e.EagerLoadField }} = nil
			{{ $n.QueryReceiver }}.led = append({{ $n.QueryReceiver }}.led, func(nodes []*{{ $n.Name }}) {
				{{ $n.QueryReceiver }}.{{ $e.EagerLoadField }} = query
				for i, n := range nodes {
					{{- if not $key }}
					if all[i].ID == uuid.Nil {
						continue
					}
					{{- else if $e.Field.Nillable }}
					if n.{{ $e.Field.StructField }} == nil {
						continue
					}
					{{- end }}
					{{- if $key }}
					all[i].ID = {{ if $e.Field.Nillable }}*{{ end }}n.{{ $e.Field.StructField }}
					{{- end }}
					n.Edges.{{ $e.StructField }} = all[i]
				}
			})
		}
	}
	{{- end }}{{ end }}
}
{{ end }}

{{ range $n := $.Nodes }}{{ if $n.HasOneFieldID }}
// along answers what is read of this row, beside its id, with the rows that lead to it, and
// false where it takes a statement of its own.
func ({{ $n.QueryReceiver }} *{{ $n.QueryName }}) along(ctx context.Context) (columns []string, ok bool, err error) {
	if n := len({{ $n.QueryReceiver }}.ctx.Fields); n == 0 || n > alongMost+1 || {{ $n.QueryReceiver }}.ctx.Limit != nil || {{ $n.QueryReceiver }}.ctx.Offset != nil ||
		len({{ $n.QueryReceiver }}.predicates)+len({{ $n.QueryReceiver }}.modifiers)+len({{ $n.QueryReceiver }}.loadTotal) > 0
		{{- range $e := $n.Edges }} || {{ $n.QueryReceiver }}.{{ $e.EagerLoadField }} != nil
		{{- if not $e.Unique }} || len({{ $n.QueryReceiver }}.{{ $e.EagerLoadNamedField }}) > 0{{ end }}{{ end }} {
		return nil, false, nil
	}
	asked := (&{{ $n.ClientName }}{config: {{ $n.QueryReceiver }}.config}).Query()
	if err := asked.prepareQuery(ctx); err != nil || len(asked.predicates) > 0 {
		return nil, false, err
	}
	for _, column := range {{ $n.QueryReceiver }}.ctx.Fields {
		if column != {{ $n.Package }}.{{ $n.ID.Constant }} && !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
	}
	return columns, true, nil
}
{{ end }}{{ end }}
{{ end }}
`))

// patch changes one piece of text in a template and fails when it is not there any more.
func patch(t *gen.Template, from, to string, match func(text, from string) bool) {
	n := 0
	for _, tmpl := range t.Templates() {
		if tmpl.Tree != nil {
			walk(tmpl.Tree.Root, func(text *parse.TextNode) {
				if match(string(text.Text), from) {
					text.Text = []byte(strings.Replace(string(text.Text), from, to, 1))
					n++
				}
			})
		}
	}
	if n != 1 {
		log.Fatalf("entc: %q was found %d times in the template; read it again after an upgrade", from, n)
	}
}

func walk(node parse.Node, visit func(*parse.TextNode)) {
	branch := func(b parse.BranchNode) {
		walk(b.List, visit)
		walk(b.ElseList, visit)
	}
	switch n := node.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, child := range n.Nodes {
				walk(child, visit)
			}
		}
	case *parse.TextNode:
		visit(n)
	case *parse.IfNode:
		branch(n.BranchNode)
	case *parse.RangeNode:
		branch(n.BranchNode)
	case *parse.WithNode:
		branch(n.BranchNode)
	}
}

// polish spells the generated schema as the rest of the graph is spelled and describes what
// the generator leaves without a word.
func polish(g *gen.Graph, s *ast.Schema) error {
	delete(s.Types, "Time") // described with the other scalars
	nodes := map[string]*gen.Type{}
	for _, n := range g.Nodes {
		name := n.Name
		if name == "WorkTask" {
			name = "Task"
		}
		nodes[name] = n
	}
	for name, def := range s.Types {
		switch {
		case name == entgql.QueryType:
			delete(s.Types, name) // the roots are written by hand
		case def.Kind == ast.Enum && !strings.HasSuffix(name, "OrderField") && name != entgql.OrderDirectionEnum:
			delete(s.Types, name) // so are the enumerations, with a sentence for each value
		case def.Kind == ast.InputObject && strings.HasSuffix(name, "WhereInput"):
			describeWhere(strings.TrimSuffix(name, "WhereInput"), def)
		case strings.HasSuffix(name, "Connection"):
			noun := strings.TrimSuffix(name, "Connection")
			def.Description = "A page of rows of type " + noun + "."
			describe(def, map[string]string{
				"edges": "The rows of this page, each with its cursor.", "pageInfo": "Whether there is more, and where.",
				"totalCount": "How many rows the filter finds that the viewer may see.",
			})
			def.Fields.ForName("edges").Type = ast.NonNullListType(ast.NonNullNamedType(noun+"Edge", nil), nil)
		case strings.HasSuffix(name, "Edge") && def.Kind == ast.Object:
			def.Description = "A row of a page, with its cursor."
			describe(def, map[string]string{"node": "The row.", "cursor": "Its place, for after and before."})
		case strings.HasSuffix(name, "OrderField"):
			def.Description = "What rows of type " + strings.TrimSuffix(name, "OrderField") + " can be ordered by."
			for _, v := range def.EnumValues {
				v.Description = "By " + strings.ToLower(strings.ReplaceAll(v.Name, "_", " ")) + "."
				if v.Name == "DUE_AT" {
					v.Description = "By deadline; rows without one come last in rising order."
				}
			}
		case strings.HasSuffix(name, "Order"):
			def.Description = "An order of rows of type " + strings.TrimSuffix(name, "Order") + "."
			describe(def, map[string]string{"direction": "Rising or falling.", "field": "What to order by."})
		case nodes[name] != nil:
			if err := describeNode(def, nodes[name], nodes); err != nil {
				return err
			}
		}
	}
	page := s.Types[entgql.RelayPageInfo]
	page.Description = "Whether a connection has more rows, and where they begin."
	describe(page, map[string]string{
		"hasNextPage": "Whether rows follow this page.", "hasPreviousPage": "Whether rows precede this page.",
		"startCursor": "Cursor of the first row; give it as before.", "endCursor": "Cursor of the last row; give it as after.",
	})
	node := s.Types[entgql.RelayNode]
	node.Description = "Anything with an id that node and nodes can fetch."
	describe(node, map[string]string{"id": "Identifier: a UUIDv7."})
	s.Types[entgql.RelayCursor].Description = "An opaque place in a connection, good for the same filter and order only."
	direction := s.Types[entgql.OrderDirectionEnum]
	direction.Description = "Rising or falling."
	direction.EnumValues.ForName("ASC").Description = "Smallest, oldest or first in the alphabet first."
	direction.EnumValues.ForName("DESC").Description = "Largest, newest or last in the alphabet first."
	return nil
}

func describe(def *ast.Definition, words map[string]string) {
	for _, f := range def.Fields {
		if w, ok := words[f.Name]; ok {
			f.Description = w
		}
	}
}

func describeNode(def *ast.Definition, n *gen.Type, nodes map[string]*gen.Type) error {
	ant := struct{ Text string }{}
	if c, ok := n.Annotations["Comment"].(map[string]any); ok {
		ant.Text, _ = c["Text"].(string)
	}
	def.Description = ant.Text
	for _, f := range def.Fields {
		if nodes[f.Type.Name()] != nil {
			f.Type.NonNull = false // hidden rows are null
		}
		if strings.HasSuffix(f.Type.Name(), "Connection") {
			for _, e := range n.Edges {
				if camel(e.Name) == f.Name {
					f.Description = e.Comment()
				}
			}
			for _, a := range f.Arguments {
				a.Description = map[string]string{
					"after": "Only rows behind this cursor.", "first": "How many rows from the front, 1 to 100; 20 when neither first nor last is given.",
					"before": "Only rows ahead of this cursor.", "last": "How many rows from the back, 1 to 100.",
					"orderBy": "The order; by id, which is by age, when absent.", "where": "Which rows.",
				}[a.Name]
			}
		}
		if f.Name == "id" {
			f.Description = "Identifier: a UUIDv7."
		}
		if f.Description == "" {
			return fmt.Errorf("%s.%s has no description: give its field a Comment", def.Name, f.Name)
		}
	}
	if def.Name == "User" { // only the name is for everybody
		for _, f := range def.Fields {
			f.Type.NonNull = f.Name == "id" || f.Name == "name" || strings.HasSuffix(f.Type.Name(), "Connection")
		}
	}
	return nil
}

var operators = []struct{ suffix, words string }{
	{"EqualFold", "equals this text, whatever the case"},
	{"ContainsFold", "contains this text, whatever the case"},
	{"HasPrefix", "begins with this text"},
	{"HasSuffix", "ends with this text"},
	{"Contains", "contains this text"},
	{"NotIn", "is none of these"},
	{"NotNil", "is present"},
	{"IsNil", "is absent"},
	{"NEQ", "differs from this"},
	{"GTE", "is at least this"},
	{"LTE", "is at most this"},
	{"GT", "is more than this"},
	{"LT", "is less than this"},
	{"In", "is one of these"},
}

var idWord = regexp.MustCompile(`ID(In|NotIn|NEQ|GT|GTE|LT|LTE|IsNil|NotNil|EqualFold|Contains|ContainsFold|HasPrefix|HasSuffix)?$`)

func describeWhere(noun string, def *ast.Definition) {
	def.Description = "Which rows of type " + noun + ": all conditions given must hold."
	kept := def.Fields[:0]
	for _, f := range def.Fields {
		if f.Name != "id" {
			f.Name = idWord.ReplaceAllString(f.Name, "Id$1")
		}
		f.Name = strings.Replace(f.Name, "IDIn", "IdIn", 1)
		switch f.Name {
		case "not":
			f.Description = "The condition must not hold."
		case "and":
			f.Description = "All of these must hold."
		case "or":
			f.Description = "At least one of these must hold."
		default:
			f.Description = whereWords(f.Name)
		}
		if offered(noun, f) {
			kept = append(kept, f)
		}
	}
	def.Fields = kept
}

// openEdges can be filtered by what is on their other side. Such a filter does not ask the
// other side's policy, so both sides must be visible to whoever may filter: everybody sees
// zones and categories, and accounts are listed by administrators only.
var openEdges = map[string][]string{
	"Complaint": {"hasZone", "hasZoneWith", "hasCategory", "hasCategoryWith"},
	"User":      {"hasZone", "hasZoneWith", "hasProvider", "hasProviderWith", "hasGroups", "hasGroupsWith", "hasContact", "hasContactWith"},
}

// offered leaves out filters over edges, and comparisons that mean nothing: ids and names
// have no more and less, ids and days no parts.
func offered(noun string, f *ast.FieldDefinition) bool {
	if over, ok := strings.CutPrefix(f.Name, "has"); ok && strings.ToUpper(over[:1]) == over[:1] {
		return slices.Contains(openEdges[noun], f.Name)
	}
	var none []string
	switch f.Type.Name() {
	case "ID":
		none = []string{"GT", "GTE", "LT", "LTE", "Contains", "ContainsFold", "HasPrefix", "HasSuffix", "EqualFold"}
	case "Date":
		none = []string{"Contains", "ContainsFold", "HasPrefix", "HasSuffix", "EqualFold"}
	case "String":
		none = []string{"GT", "GTE", "LT", "LTE", "HasSuffix"}
	}
	return !slices.ContainsFunc(none, func(op string) bool { return strings.HasSuffix(f.Name, op) })
}

func whereWords(name string) string {
	if edge, ok := strings.CutPrefix(name, "has"); ok && strings.ToUpper(edge[:1]) == edge[:1] {
		if with, ok := strings.CutSuffix(edge, "With"); ok {
			return "Whether " + words(with) + " is one of these."
		}
		return "Whether there is any " + words(edge) + "."
	}
	for _, op := range operators {
		if field, ok := strings.CutSuffix(name, op.suffix); ok && field != "" {
			return "Rows whose " + words(field) + " " + op.words + "."
		}
	}
	return "Rows whose " + words(name) + " is this."
}

// words spells a name in camel case as words: dueAtGTE is "due at".
func words(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte(' ')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func camel(column string) string {
	parts := strings.Split(column, "_")
	for i := range parts[1:] {
		parts[i+1] = strings.ToUpper(parts[i+1][:1]) + parts[i+1][1:]
	}
	return strings.Join(parts, "")
}
