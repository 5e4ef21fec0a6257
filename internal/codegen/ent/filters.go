package main

import (
	"slices"
	"text/template"

	"entgo.io/contrib/entgql"
	"entgo.io/ent/entc/gen"
)

// filterTemplate returns entgql's template of filters with our changes: it has an option for none of them.
func filterTemplate() (*gen.Template, error) {
	text, err := rewritten("entgo.io/contrib/entgql", "template/where_input.tmpl", []rewrite{
		// Only what describeSchema leaves in the graph.
		{"{{- range $op := $f.Ops }}", "{{- range $op := offeredOps $f }}", 2},
		{`filterEdges $n.Edges (skipMode "where_input")`, `offeredEdges $n (filterEdges $n.Edges (skipMode "where_input"))`, 2},

		// False is not nil: it means not, and null is no condition.
		{`$type = "bool"`, `$type = "*bool"`, 1},
		{
			"if i.{{ $field }} {\n                        predicates = append(predicates, {{ $n.Package }}.{{ $func }}())",
			"if i.{{ $field }} != nil {\n p := {{ $n.Package }}.{{ $func }}()\nif !*i.{{ $field }} {\n" +
				`p = {{ $n.Package }}.{{ $f.StructField }}{{ if eq $op.Name "IsNil" }}NotNil{{ else }}IsNil{{ end }}()` +
				"\n}\npredicates = append(predicates, p)", 1,
		},

		// An empty list is one: of none is none, and none of none is all.
		{"len(i.{{ $field }}) > 0", "i.{{ $field }} != nil", 1},
		{"len(i.{{ $func }}) > 0", "i.{{ $func }} != nil", 1},
		{
			"switch n := len(i.Or); {\n",
			"switch n := len(i.Or); {\n        case i.Or != nil && n == 0:\n            predicates = append(predicates, entgql.NoRow)\n", 1,
		},
		{
			"switch n := len(i.And); {\n",
			"switch n := len(i.And); {\n        case i.And != nil && n == 0:\n            predicates = append(predicates, entgql.AnyRow)\n", 1,
		},

		// What is shown of a time are milliseconds, so a row is found by them where it may have more.
		// What compares with an absent value is neither true nor false: its opposite selects such rows.
		{"predicates = append(predicates, {{ $n.Package }}.Not(p))", "predicates = append(predicates, entgql.NotTrue(p))", 1},
		{"p = {{ $n.Package }}.Not(p)", "p = entgql.NotTrue(p)", 1},
		{
			"predicates = append(predicates, {{ $n.Package }}.{{ $func }}(i.{{ $field }}...))",
			`predicates = append(predicates, {{ if byMillisecond $f $op }}entgql.Millisecond{{ $op.Name }}({{ $n.Package }}.{{ $f.Constant }}, i.{{ $field }}...)` +
				`{{ else if and $f.Optional (eq $op.Name "NotIn") }}entgql.NotTrue({{ $n.Package }}.{{ $f.StructField }}In(i.{{ $field }}...))` +
				"{{ else }}{{ $n.Package }}.{{ $func }}(i.{{ $field }}...){{ end }})", 1,
		},
		{
			"predicates = append(predicates, {{ $n.Package }}.{{ $func }}({{ if not $f.Type.RType.IsPtr }}*{{ end }}i.{{ $field }}))",
			`predicates = append(predicates, {{ if byMillisecond $f $op }}entgql.Millisecond{{ $op.Name }}({{ $n.Package }}.{{ $f.Constant }}, *i.{{ $field }})` +
				`{{ else if and $f.Optional (eq $op.Name "NEQ") }}entgql.NotTrue({{ $n.Package }}.{{ $f.StructField }}EQ(*i.{{ $field }}))` +
				"{{ else }}{{ $n.Package }}.{{ $func }}({{ if not $f.Type.RType.IsPtr }}*{{ end }}i.{{ $field }}){{ end }})", 1,
		},

		// An empty condition is named by its path.
		{"fmt.Errorf(\"%w: field 'not'\", err)", `entgql.Within(err, "not")`, 1},
		{
			"p, err := i.Or[0].P()\n            if err != nil {\n                return nil, fmt.Errorf(\"%w: field 'or'\", err)",
			"p, err := i.Or[0].P()\nif err != nil {\nreturn nil, entgql.Within(err, \"or\", 0)", 1,
		},
		{
			"p, err := i.And[0].P()\n            if err != nil {\n                return nil, fmt.Errorf(\"%w: field 'and'\", err)",
			"p, err := i.And[0].P()\nif err != nil {\nreturn nil, entgql.Within(err, \"and\", 0)", 1,
		},
		{"for _, w := range i.", "for n, w := range i.", 3},
		{"fmt.Errorf(\"%w: field 'or'\", err)", `entgql.Within(err, "or", n)`, 1},
		{"fmt.Errorf(\"%w: field 'and'\", err)", `entgql.Within(err, "and", n)`, 1},
		{"fmt.Errorf(\"%w: field '{{ $func }}'\", err)", `entgql.Within(err, "{{ camel (print "has_" $e.Name "_with") }}", n)`, 1},
		{"err == {{ $err }}", "err == entgql.ErrNoCondition", 1},
		{
			"// {{ $err }} is returned in case the {{ $input }} is empty.\n" +
				"    var {{ $err }} = errors.New(\"{{ base $.Config.Package }}: empty predicate {{ $input }}\")\n", "", 1,
		},
		{"return nil, err\n        }\n        return q.Where(p), nil", "return nil, entgql.Within(err, \"where\")\n        }\n        return q.Where(p), nil", 1},
		{"return nil, {{ $err }}", "return nil, entgql.ErrNoCondition", 1},
	})
	if err != nil {
		return nil, err
	}
	parsed, err := gen.NewTemplate("filters").Funcs(entgql.TemplateFuncs).
		Funcs(template.FuncMap{"offeredOps": offeredOps, "offeredEdges": offeredEdges, "byMillisecond": byMillisecond}).Parse(text)
	return parsed, err
}

// byMillisecond reports whether a comparison of a time must look at the milliseconds alone: all but those with the
// beginning of one.
func byMillisecond(f *gen.Field, op gen.Op) bool {
	return f.Annotations["Microseconds"] != nil && slices.Contains([]string{"EQ", "NEQ", "In", "NotIn", "GT", "LTE"}, op.Name())
}
