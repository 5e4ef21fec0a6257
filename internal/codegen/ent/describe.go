package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"entgo.io/contrib/entgql"
	"entgo.io/ent/entc/gen"
	"github.com/vektah/gqlparser/v2/ast"
)

// describeSchema names the generated schema's parts as the rest of the graph does, and describes what
// the generator leaves without a description.
func describeSchema(g *gen.Graph, s *ast.Schema) error {
	delete(s.Types, "Time")         // described with the other scalars
	delete(s.Types, "ContactOrder") // there are no lists of contacts
	delete(s.Types, "ContactOrderField")
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
				"edges": "The rows of this page, each with its cursor.", "pageInfo": "Whether there are more rows, and where.",
				"totalCount": "Number of rows that match the filter and that the viewer may see.",
			})
			def.Fields.ForName("edges").Type = ast.NonNullListType(ast.NonNullNamedType(noun+"Edge", nil), nil)
		case strings.HasSuffix(name, "Edge") && def.Kind == ast.Object:
			def.Description = "A row of a page, with its cursor."
			describe(def, map[string]string{"node": "The row.", "cursor": "Its position, for after and before."})
		case strings.HasSuffix(name, "OrderField"):
			def.Description = "What rows of type " + strings.TrimSuffix(name, "OrderField") + " can be ordered by."
			for _, v := range def.EnumValues {
				v.Description = "By " + strings.ToLower(strings.ReplaceAll(v.Name, "_", " ")) + "."
				if more, ok := orderWords[v.Name]; ok {
					v.Description = more
				}
				if absentIn[v.Name] {
					v.Description = strings.TrimSuffix(v.Description, ".") + "; rows without one come last in ascending order."
				}
			}
		case strings.HasSuffix(name, "Order"):
			def.Description = "A key of an order of rows of type " + strings.TrimSuffix(name, "Order") +
				". orderBy takes up to 3 of them, such as [{field: CREATED_AT, direction: DESC}]; a single one needs no brackets. Rows that are equal " +
				"in all of them are ordered by id."
			describe(def, map[string]string{"direction": "Ascending or descending.", "field": "What to order by."})
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
		"startCursor": "Cursor of the first row, to be given as before.", "endCursor": "Cursor of the last row, to be given as after.",
	})
	node := s.Types[entgql.RelayNode]
	node.Description = "Anything with an id that node and nodes can fetch."
	describe(node, map[string]string{"id": "Identifier: a UUIDv7."})
	s.Types[entgql.RelayCursor].Description = "An opaque position in a connection, valid for the same filter and order only."
	direction := s.Types[entgql.OrderDirectionEnum]
	direction.Description = "Ascending or descending."
	direction.EnumValues.ForName("ASC").Description = "Smallest, oldest or alphabetically first comes first."
	direction.EnumValues.ForName("DESC").Description = "Largest, newest or alphabetically last comes first."
	return nil
}

// orderWords describe orders whose names don't.
var orderWords = map[string]string{
	"DUE_AT":          "By deadline.",
	"PRIORITY":        "By priority: URGENT comes first in ascending order, LOW last.",
	"STATUS":          "By status, in the alphabetical order of its names.",
	"SOURCE":          "By source, in the alphabetical order of its names.",
	"ROLE":            "By role, in the alphabetical order of its names.",
	"STATE":           "By state, in the alphabetical order of its names.",
	"CATEGORY_NAME":   "By the name of the category.",
	"ZONE_NAME":       "By the name of the zone.",
	"HANDLER_NAME":    "By the name of the administrator who looks after it. Administrators only.",
	"SOLVER_NAME":     "By the name of the solver.",
	"PROVIDER_NAME":   "By the name of the service provider.",
	"CONTACT_EMAIL":   "By e-mail address.",
	"RECIPIENTS":      "By number of recipients.",
	"ENDED_AT":        "By the time when it was completed, declined, returned or cancelled.",
	"LAST_SIGN_IN_AT": "By the time of the last sign-in.",
	"AMOUNT_MINOR":    "By amount in minor units, whatever the currency.",
}

// absentIn are the orders by something that rows may lack.
var absentIn = map[string]bool{
	"DUE_AT": true, "ASSIGNED_AT": true, "RESOLVED_AT": true, "CLOSED_AT": true, "MOVED_AT": true, "RATING": true,
	"CATEGORY_NAME": true, "ZONE_NAME": true, "HANDLER_NAME": true, "ACCEPTED_AT": true, "ENDED_AT": true, "CONTACT_EMAIL": true,
	"LAST_SIGN_IN_AT": true, "SENT_AT": true,
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
					"after": "Only rows after this cursor.", "first": "Number of rows from the start, 1 to 100; 20 when neither first nor last is given.",
					"before": "Only rows before this cursor.", "last": "Number of rows from the end, 1 to 100.",
					"orderBy": "The order, up to 3 keys; by id, which is by age, when absent.", "where": "Filter of the rows.",
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
	{"EqualFold", "equals this text, ignoring case"},
	{"ContainsFold", "contains this text, ignoring case"},
	{"HasPrefix", "begins with this text"},
	{"HasSuffix", "ends with this text"},
	{"Contains", "contains this text"},
	{"NotIn", "is none of these; an empty list is no condition"},
	{"NotNil", "is present, or for false absent"},
	{"IsNil", "is absent, or for false present"},
	{"NEQ", "is not this"},
	{"GTE", "is at least this"},
	{"LTE", "is at most this"},
	{"GT", "is greater than this"},
	{"LT", "is less than this"},
	{"In", "is one of these; an empty list selects nothing"},
}

var idWord = regexp.MustCompile(`ID(In|NotIn|NEQ|GT|GTE|LT|LTE|IsNil|NotNil|EqualFold|Contains|ContainsFold|HasPrefix|HasSuffix)?$`)

func describeWhere(noun string, def *ast.Definition) {
	def.Description = "Filter of rows of type " + noun + ": all given conditions must hold. A condition that is null is absent. " +
		"Only its opposite holds for a value that is absent: not, …NEQ and …NotIn select such rows too."
	mayBeAbsent := func(field string) bool {
		return slices.ContainsFunc(def.Fields, func(f *ast.FieldDefinition) bool { return strings.EqualFold(f.Name, field+"IsNil") })
	}
	offeredFields := make(ast.FieldList, 0, len(def.Fields))
	for _, f := range def.Fields {
		if f.Name != "id" {
			f.Name = idWord.ReplaceAllString(f.Name, "Id$1")
		}
		f.Name = strings.Replace(f.Name, "IDIn", "IdIn", 1)
		switch f.Name {
		case "not":
			f.Description = "The condition must not hold; it does not for rows that lack what it compares with."
		case "and":
			f.Description = "All of these must hold; an empty list is no condition."
		case "or":
			f.Description = "At least one of these must hold; an empty list selects nothing."
		default:
			f.Description = whereWords(f.Name)
			for _, op := range []string{"NotIn", "NEQ"} {
				if field, ok := strings.CutSuffix(f.Name, op); ok && mayBeAbsent(field) {
					f.Description = strings.TrimSuffix(f.Description, ".") + "; rows without one are among them."
				}
			}
		}
		if offered(noun, f) {
			offeredFields = append(offeredFields, f)
		}
	}
	def.Fields = offeredFields
}

// openEdges are the edges whose other side can be filtered by. Such a filter does not evaluate the
// other side's policy, so both sides must be visible to whoever may filter: everybody sees
// zones and categories, and accounts are listed by administrators only.
var openEdges = map[string][]string{
	"Complaint": {"hasZone", "hasZoneWith", "hasCategory", "hasCategoryWith"},
	"User":      {"hasZone", "hasZoneWith", "hasProvider", "hasProviderWith", "hasGroups", "hasGroupsWith", "hasContact", "hasContactWith"},
}

// offered reports whether a filter is part of the graph. Left out are those over edges, and comparisons
// without meaning: ids and texts have no more and less, ids and days no parts.
func offered(noun string, f *ast.FieldDefinition) bool {
	if over, ok := strings.CutPrefix(f.Name, "has"); ok && strings.ToUpper(over[:1]) == over[:1] {
		return slices.Contains(openEdges[noun], f.Name)
	}
	return !slices.ContainsFunc(meaningless[f.Type.Name()], func(op string) bool { return strings.HasSuffix(f.Name, op) })
}

// meaningless are the comparisons that are left out, by types of the graph.
var meaningless = map[string][]string{
	"ID":     {"GT", "GTE", "LT", "LTE", "Contains", "ContainsFold", "HasPrefix", "HasSuffix", "EqualFold"},
	"Date":   {"Contains", "ContainsFold", "HasPrefix", "HasSuffix", "EqualFold"},
	"String": {"GT", "GTE", "LT", "LTE", "HasSuffix"},
}

// offeredOps returns the comparisons of a field that filters of the graph have.
func offeredOps(f *gen.Field) []gen.Op {
	kind := ""
	if a, ok := f.Annotations["EntGQL"].(map[string]any); ok {
		kind, _ = a["Type"].(string)
	}
	switch {
	case kind != "":
	case f.IsUUID():
		kind = "ID"
	case f.IsString():
		kind = "String"
	}
	return slices.DeleteFunc(slices.Clone(f.Ops()), func(op gen.Op) bool { return slices.Contains(meaningless[kind], op.Name()) })
}

// offeredEdges returns the edges of a type that filters of the graph have.
func offeredEdges(n *gen.Type, edges []*gen.Edge) (offered []*gen.Edge) {
	for _, e := range edges {
		if slices.Contains(openEdges[n.Name], "has"+e.StructField()) {
			offered = append(offered, e)
		}
	}
	return offered
}

func whereWords(name string) string {
	if edge, ok := strings.CutPrefix(name, "has"); ok && strings.ToUpper(edge[:1]) == edge[:1] {
		if with, ok := strings.CutSuffix(edge, "With"); ok {
			return "Whether there is any " + words(with) + " that matches all of these filters; an empty list has none to match."
		}
		return "Whether there is any " + words(edge) + ", or for false none."
	}
	for _, op := range operators {
		if field, ok := strings.CutSuffix(name, op.suffix); ok && field != "" {
			return "Rows whose " + words(field) + " " + op.words + "."
		}
	}
	return "Rows whose " + words(name) + " is this."
}

// words converts a name in camel case to words: dueAt is "due at".
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
