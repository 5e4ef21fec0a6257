package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"entgo.io/ent/entc/gen"
)

// A rewrite replaces a piece of text in one of ent's own templates, which stands there so often.
type rewrite struct {
	from, to string
	places   int
}

// rewrites are by file below ent's folder of templates for SQL. All are for package entread, which sends the
// statements, reads the rows and has the lists below them.
func rewrites() map[string][]rewrite {
	const (
		from = "query.edge = entread.From(query.edge, {{ $receiver }}.driver, \"{{ $.Package }}.{{ $e.Name }}\", %s)\n" +
			"\t\t\tquery.shape = query.edge.Shape({{ $receiver }}.shape, query.parts())"
		parts = ", {{ $receiver }}.shape, {{ $receiver }}.parts())"
	)
	return map[string][]rewrite{
		"query.tmpl": {
			{"sqlgraph.QueryNodes(ctx, {{ $receiver }}.driver, _spec)", "entread.Nodes(ctx, {{ $receiver }}.driver, _spec" + parts, 1},
			{"sqlgraph.CountNodes(ctx, {{ $receiver }}.driver, _spec)", "entread.Count(ctx, {{ $receiver }}.driver, _spec" + parts, 1},

			// What the viewer may not know is removed before edges are loaded by it: how many statements that takes would tell.
			{
				"if len(nodes) == 0 {\n\t\treturn nodes, nil\n\t}\n\t{{- range $e := $.Edges }}",
				"if len(nodes) == 0 {\n\t\treturn nodes, nil\n\t}\n\tif hide := {{ $receiver }}.hide; hide != nil {\n" +
					"\t\tif err := hide(nodes); err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t}\n" +
					"\t{{- range $e := $.Edges }}", 1,
			},

			// The rows that edges lead to.
			{
				"query.Where({{ $e.Type.Package }}.IDIn(ids...))",
				fmt.Sprintf(from, "{{ $e.Type.Package }}.{{ $e.Type.ID.Constant }}, ids"), 1,
			},
			{
				"query.Where(predicate.{{ $e.Type.Name }}(func(s *sql.Selector) {\n" +
					"\t\t\t\ts.Where(sql.InValues(s.C({{ $.Package }}.{{ $e.ColumnConstant }}), fks...))\n\t\t\t}))",
				fmt.Sprintf(from, "{{ $.Package }}.{{ $e.ColumnConstant }}, fks"), 1,
			},

			// A bug: rows that are below several rows came in the order in which the first of these has them.
			{
				"nids := make(map[{{ $e.Type.ID.Type }}]map[*{{ $.Name }}]struct{})",
				"rows := make(map[{{ $e.Type.ID.Type }}]*{{ $e.Type.Name }})\n\t\t\tvar parents []*{{ $.Name }}\n\t\t\tvar ids []{{ $e.Type.ID.Type }}", 1,
			},
			{
				"if nids[inValue] == nil {\n\t\t\t\t\t\t\tnids[inValue] = map[*{{ $.Name }}]struct{}{byID[outValue]: {}}\n" +
					"\t\t\t\t\t\t\treturn assign(columns[1:], values[1:])\n\t\t\t\t\t\t}\n" +
					"\t\t\t\t\t\tnids[inValue][byID[outValue]] = struct{}{}\n\t\t\t\t\t\treturn nil",
				"parents, ids = append(parents, byID[outValue]), append(ids, inValue)\n\t\t\t\t\t\tif _, read := rows[inValue]; read {\n" +
					"\t\t\t\t\t\t\treturn nil\n\t\t\t\t\t\t}\n" +
					"\t\t\t\t\t\trows[inValue] = nil\n\t\t\t\t\t\treturn assign(columns[1:], values[1:])", 1,
			},
			{
				"nodes, ok := nids[n.ID]\n\t\t\t\tif !ok {\n\t\t\t\t\treturn fmt.Errorf(`unexpected \"{{ $e.Name }}\" node returned %v`, n.ID)\n\t\t\t\t}\n" +
					"\t\t\t\tfor kn := range nodes {\n\t\t\t\t\tassign(kn, n)\n\t\t\t\t}\n\t\t\t}",
				"rows[n.ID] = n\n\t\t\t}\n\t\t\tfor i, id := range ids {\n\t\t\t\tif n := rows[id]; n != nil {\n\t\t\t\t\tassign(parents[i], n)\n\t\t\t\t}\n\t\t\t}", 1,
			},

			// A bug: it forgets the name of a column of another table by which the rows are ordered.
			{"s.AppendSelect(columns...)", "entgql.AppendSelect(s, columns...)", 1},

			// As large as it becomes.
			{"nodeids := make(map[{{ $.ID.Type }}]*{{ $.Name }})", "nodeids := make(map[{{ $.ID.Type }}]*{{ $.Name }}, len(nodes))", 1},
		},
		"feature/namedges.tmpl": {
			{"named{{ $e.StructField }} map[string][]*{{ $e.Type.Name }}", "named{{ $e.StructField }} *entread.Named[{{ $e.Type.Name }}]", 1},
			{
				"if {{ $receiver }}.Edges.named{{ $e.StructField }} == nil {\n                        return nil, &NotLoadedError{edge: name}\n" +
					"                    }\n                    nodes, ok := {{ $receiver }}.Edges.named{{ $e.StructField }}[name]",
				"nodes, ok := {{ $receiver }}.Edges.named{{ $e.StructField }}.List(name)", 1,
			},
			{
				"if {{ $receiver }}.Edges.named{{ $e.StructField }} == nil {\n" +
					"                        {{ $receiver }}.Edges.named{{ $e.StructField }} = make(map[string][]*{{ $e.Type.Name }})\n" +
					"                    }\n                    if len(edges) == 0 {\n" +
					"                        {{- /* Prefer empty array over nil to stay consistent with the standard eager-loading API. */}}\n" +
					"                        {{ $receiver }}.Edges.named{{ $e.StructField }}[name] = []*{{ $e.Type.Name }}{}\n                    } else {\n" +
					"                        {{ $receiver }}.Edges.named{{ $e.StructField }}[name] = " +
					"append({{ $receiver }}.Edges.named{{ $e.StructField }}[name], edges...)\n                    }",
				"{{ $receiver }}.Edges.named{{ $e.StructField }} = {{ $receiver }}.Edges.named{{ $e.StructField }}.Append(name, edges...)", 1,
			},
		},
		"select.tmpl": {
			{
				"selector := root.sqlQuery(ctx)", "query, args, err := entread.Selected(ctx, {{ $receiver }}.driver, {{ $.Package }}.Table, root.ctx, " +
					"root.shape, root.parts()," +
					" func() (string, []any) {\n\tselector := root.sqlQuery(ctx)", 1,
			},
			{
				"\trows := &sql.Rows{}\n\tquery, args := selector.Query()\n",
				"\treturn selector.Query()\n\t})\n\tif err != nil {\n\t\treturn err\n\t}\n\trows := &sql.Rows{}\n", 1,
			},
		},
	}
}

// queryTemplate returns ent's templates for queries with the rewrites.
func queryTemplate() (*gen.Template, error) {
	all := gen.NewTemplate("queries")
	for file, changes := range rewrites() {
		text, err := rewritten("entgo.io/ent/entc/gen", "template/dialect/sql/"+file, changes)
		if err != nil {
			return nil, err
		}
		if _, err := all.Parse(text); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// rewritten returns the text of a file in the folder of a package, with changes.
func rewritten(pkg, file string, changes []rewrite) (string, error) {
	folder, err := exec.CommandContext(context.Background(), "go", "list", "-f", "{{.Dir}}", pkg).Output()
	if err != nil {
		return "", fmt.Errorf("find the templates of %s: %w", pkg, err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), filepath.FromSlash(file)))
	if err != nil {
		return "", err
	}
	out := string(text)
	for _, c := range changes {
		if n := strings.Count(out, c.from); n != c.places {
			return "", fmt.Errorf("%q was found %d times in %s of %s, not %d: read it again after an upgrade", c.from, n, file, pkg, c.places)
		}
		out = strings.ReplaceAll(out, c.from, c.to)
	}
	return out, nil
}
