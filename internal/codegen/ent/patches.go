package main

import (
	"fmt"
	"strings"
	"text/template/parse"

	"entgo.io/contrib/entgql"
	"entgo.io/ent/entc/gen"
)

// A patch replaces a piece of text in one of entgql's templates, where it offers no hook. A copy of
// the template would hide what is ours and miss what an upgrade changes.
type patch struct {
	template *gen.Template
	from, to string
	match    func(text, from string) bool
	places   int // how often the text stands there
}

func patches() []patch {
	const (
		runtime = `"entgo.io/contrib/entgql"`
		ours    = `"github.com/redress/redress/ent/entgql"`
		collect = "if err := query.collectField(ctx, "
	)
	equals := func(text, from string) bool { return text == from }
	return []patch{
		// A bug: what generated code needs at run time stands in one package with the generator, which
		// brings golang.org/x/tools, go/types and gqlgen's generator into the service.
		{entgql.CollectionTemplate, runtime, ours, strings.Contains, 1},
		{entgql.PaginationTemplate, runtime, ours, strings.Contains, 1},
		{entgql.NodeTemplate, runtime, ours, strings.Contains, 1},

		// A gap: a required edge whose row a privacy policy hides is an error that removes its parent too.
		// Here it is null, as an optional one is.
		{entgql.EdgeTemplate, "err", "MaskNotFound(err)", equals, 1},

		// A bug: a to-one edge that is selected under two aliases is loaded once, with the columns of the
		// last one, so the first reads zero values (ent/ent#2755 was solved for to-many edges only). Such an
		// edge is loaded with all its columns, and what hangs on it when it is resolved.
		{
			entgql.CollectionTemplate, "\n\t\t\t\t\t\t\t" + collect,
			"\nif slices.ContainsFunc(graphql.CollectFields(opCtx, collected.Selections, satisfies), func(f graphql.CollectedField) bool {" +
				" return f.Name == field.Name && f.Alias != alias }) {\n// all columns\n} else " + collect,
			strings.HasPrefix, 1,
		},

		// A bug: the parts of a page are looked for by their aliases, so those with one are taken not to be selected, and
		// the page is empty (ent/entgql/selection.go).
		{
			entgql.PaginationTemplate, "walk:\n\tfor _, name := range path {\n" +
				"\t\tfor _, f := range graphql.CollectFields(oc, field.Selections, nil) {\n\t\t\tif f.Alias == name {\n" +
				"\t\t\t\tfield = f\n\t\t\t\tcontinue walk\n\t\t\t}\n\t\t}\n\t\treturn nil\n\t}\n\treturn &field\n",
			"\tfield, n := entgql.Collected(oc, field, path)\n\tif n != 1 {\n\t\treturn nil\n\t}\n\treturn &field\n", strings.Contains, 1,
		},
		{
			entgql.PaginationTemplate, "return collectedField(ctx, path...) != nil",
			"_, n := entgql.Collected(graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field, path)\n\treturn n > 0", strings.Contains, 1,
		},

		// A bug: null for the filter of a list below a list is an internal error.
		{entgql.CollectionTemplate, "; ok && whereInput != nil {", "; ok && v != nil && whereInput != nil {", strings.Contains, 1},

		// Not offered: room for the few columns of most selections, rather than for all.
		{entgql.CollectionTemplate, "fieldSeen = make(map[string]struct{}, len(", "fieldSeen = make(map[string]struct{}, min(8, len(", strings.Contains, 1},
		{entgql.CollectionTemplate, ".Columns))\n\t\t\tselectedFields", ".Columns)))\n\t\t\tselectedFields", strings.Contains, 1},

		// Not offered: to load what computed fields are made of with the rows, and no more (gql_preload.tmpl).
		{entgql.CollectionTemplate, "unknownSeen bool", "unknownSeen bool\nunknown []string", strings.Contains, 1},
		{entgql.CollectionTemplate, "unknownSeen = true", "unknownSeen = true\nunknown = append(unknown, field.Name)", strings.Contains, 1},
		{entgql.CollectionTemplate, "if !unknownSeen {", "own, known := _q.preloadComputed(unknown)\nfor _, column := range own {\n" +
			"if _, ok := fieldSeen[column]; !ok && column != \"id\" {\nselectedFields = append(selectedFields, column)\n" +
			"fieldSeen[column] = struct{}{}\n}\n}\nif !unknownSeen || known {", strings.Contains, 1},

		// Not offered: orders by columns that may be null or that are another table's, with absent values in
		// the same places on both databases; ids in the direction of the order, so that an index serves both;
		// and cursors of a single column as they are without MultiOrder (gql_orders.tmpl, ent/entgql/order.go).
		{entgql.PaginationTemplate, "Value: cs_}", "Value: p.cursorValue(cs_)}", strings.Contains, 1},
		{entgql.PaginationTemplate, "make([]string, 0, len(p.order))", "make([]entgql.OrderColumn, 0, len(p.order))", strings.Contains, 1},
		{entgql.PaginationTemplate, "append(fields, o.Field.column)", "append(fields, o.Field.orderColumn())", strings.Contains, 1},
		{entgql.PaginationTemplate, "(o.Field.toTerm(direction.OrderTermOption()))", "(o.Field.orderColumn().Order(direction, true))", strings.Contains, 2},
		{
			entgql.PaginationTemplate, "WriteString(string(direction))\n\t\t\t\tb.Comma()",
			"WriteString(direction.SQL(o.Field.orderColumn().Nullable))\n\t\t\t\tb.Comma()", strings.Contains, 1,
		},
		{entgql.PaginationTemplate, "\tdirection := entgql.OrderDirectionAsc", "\tdirection := p.tieDirection()", strings.Contains, 2},

		// Not offered: a list with a limit for each row that it hangs on is read by a join, and has names too (internal/entread/edge.go).
		{entgql.CollectionTemplate, "modify := entgql.LimitPerRow(", "query.edge = entread.First(", strings.Contains, 1},
		{entgql.CollectionTemplate, "query.modifiers = append(query.modifiers, modify)\n", "", strings.Contains, 1},

		// Not offered: to say what totals have counted.
		{entgql.CollectionTemplate, "\tm[v[i].NodeID] = v[i].Count\n", "\tm[v[i].NodeID] = v[i].Count\nentread.Counted(ctx, v[i].Count)\n", strings.Contains, 1},

		// Not offered: to keep the text of a list's statement (gql_orders.tmpl).
		{entgql.PaginationTemplate, ")\n\tnodes, err := ", ")\n\tpager.shape(_m)\n\tnodes, err := ", equals, 1},

		// Not offered: a page in the order of a column that may be null, read in two parts (ent/entgql/order.go).
		{entgql.PaginationTemplate, "\n\treverse bool\n\torder ", "\n\treverse bool\n\tsplit *entgql.Split\n\torder ", strings.Contains, 1},
		{entgql.PaginationTemplate, "\t\t\tDirections: directions,\n", "\t\t\tDirections: directions,\n\t\t\tSplit: p.split,\n", strings.Contains, 1},
		{
			entgql.PaginationTemplate, "\tignoredEdges := !hasCollectedField(ctx, edgesField)",
			"\tpager.split = new(entgql.Split)\n\tignoredEdges := !hasCollectedField(ctx, edgesField)", strings.Contains, 1,
		},
		{
			entgql.PaginationTemplate, "\tconn.build(nodes, pager, after,",
			"\tif len(nodes) < limit && pager.split.Next() {\nrest, err := _m.Limit(limit - len(nodes)).All(ctx)\nif err != nil {\nreturn nil, err\n}\n" +
				"nodes = append(nodes, rest...)\n}\n\tconn.build(nodes, pager, after,", strings.Contains, 1,
		},

		// A bug: pageInfo alone makes it count the whole list, although one row more than the page has says
		// whether there is a next page. Counting is needed only where no rows are selected.
		{
			entgql.PaginationTemplate, "|| hasCollectedField(ctx, pageInfoField) {",
			"|| ignoredEdges && hasCollectedField(ctx, pageInfoField) {", strings.Contains, 1,
		},
		{
			entgql.CollectionTemplate, "|| hasCollectedField(ctx, append(path, pageInfoField)...) {",
			"|| ignoredEdges && hasCollectedField(ctx, append(path, pageInfoField)...) {", strings.Contains, 1,
		},
	}
}

// patchTemplates applies all patches, and fails when one finds its text elsewhere than expected.
func patchTemplates() error {
	for _, p := range patches() {
		n := 0
		for _, tmpl := range p.template.Templates() {
			if tmpl.Tree == nil {
				continue
			}
			visit(tmpl.Root, func(node parse.Node) {
				if t, ok := node.(*parse.TextNode); ok && p.match(string(t.Text), p.from) {
					t.Text = []byte(strings.Replace(string(t.Text), p.from, p.to, 1))
					n++
				}
			})
		}
		if n != p.places {
			return fmt.Errorf("%q was found %d times in the template, not %d: read it again after an upgrade", p.from, n, p.places)
		}
	}
	return nil
}

// visit calls do for a node of a template and all below it.
func visit(node parse.Node, do func(parse.Node)) {
	do(node)
	branch := func(b parse.BranchNode) {
		visit(b.List, do)
		if b.ElseList != nil {
			visit(b.ElseList, do)
		}
	}
	switch n := node.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			visit(child, do)
		}
	case *parse.IfNode:
		branch(n.BranchNode)
	case *parse.RangeNode:
		branch(n.BranchNode)
	case *parse.WithNode:
		branch(n.BranchNode)
	}
}
