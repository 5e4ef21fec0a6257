package graph_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	"github.com/vektah/gqlparser/v2/ast"

	. "github.com/redress/redress/internal/testenv"
)

// filtered are the ways to each type of row that can be filtered: a list of the root, or an
// edge of one. $where goes to the last of them.
func filtered() map[string]string {
	ways := map[string]string{}
	for _, f := range schema().Query.Fields {
		if isConnection(f) {
			ways[nodeType(f)] = fmt.Sprintf(`query($where: %sWhereInput) { list: %s(where: $where, first: 3) { totalCount edges { node { id } } } }`, nodeType(f), f.Name)
		}
	}
	for _, f := range schema().Query.Fields {
		if !isConnection(f) {
			continue
		}
		for _, e := range edges(target(f)) {
			if isConnection(e) && ways[nodeType(e)] == "" && e.Arguments.ForName("where") != nil {
				ways[nodeType(e)] = fmt.Sprintf(`query($where: %sWhereInput) { list: %s(first: 100) { edges { node { inner: %s(where: $where, first: 3) { totalCount edges { node { id } } } } } } }`, nodeType(e), f.Name, e.Name)
			}
		}
	}
	return ways
}

// sample is a plausible value for an input.
func sample(f *ast.FieldDefinition) any {
	var v any
	switch def := schema().Types[f.Type.Name()]; def.Kind {
	case ast.Enum:
		v = def.EnumValues[len(def.EnumValues)/2].Name
	case ast.InputObject:
		v = map[string]any{}
		for _, inner := range def.Fields { // any one condition that is a plain value
			if schema().Types[inner.Type.Name()].Kind == ast.Enum || inner.Type.Name() == "String" || inner.Type.NonNull {
				v = map[string]any{inner.Name: sample(inner)}
				break
			}
		}
	default:
		v = map[string]any{
			"ID": "01a1ec5f-4d61-7c2e-ba97-bd918195f204", "String": "e", "Boolean": true, "Int": 3, "Float": 4.5,
			"Time": time.Now().Add(-19*24*time.Hour - 443*time.Second).Format(time.RFC3339), "Date": "2026-11-03", "MinorUnits": "12500",
		}[def.Name]
	}
	if f.Type.Elem != nil {
		return []any{v}
	}
	return v
}

// totalCount returns how many rows a query of filtered selected.
func totalCount(a Result) (n int) {
	walkValues(a.Data, "", func(field string, v any) {
		if field == "totalCount" {
			n += int(v.(float64))
		}
	})
	return n
}

// TestFilters tries every condition on every type: none fails, its opposite finds the other
// rows, and the two databases find as many.
func TestFilters(t *testing.T) {
	t.Parallel()
	found := map[string]map[string]int{dialect.SQLite: {}, dialect.Postgres: {}}
	t.Cleanup(func() { // both are through by then
		if len(found[dialect.SQLite]) == 0 || len(found[dialect.Postgres]) == 0 {
			return
		}
		for key, n := range found[dialect.SQLite] {
			if strings.HasPrefix(key, "Broadcast.targetValue") { // holds ids, which differ by chance
				continue
			}
			if m := found[dialect.Postgres][key]; m != n {
				t.Errorf("%s finds %d rows on SQLite, %d on PostgreSQL", key, n, m)
			}
		}
	})
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		mine := found[s.Dialect]
		some, none := 0, 0
		for kind, query := range filtered() {
			whole := totalCount(s.MustExecute(t, Admin, query, nil))
			if whole == 0 && kind != "Session" { // nobody but this test's accounts has signed in
				t.Errorf("%s: no rows to filter", kind)
			}
			for _, f := range schema().Types[kind+"WhereInput"].Fields {
				where := map[string]any{f.Name: sample(f)}
				a := s.Execute(t, Admin, query, map[string]any{"where": where})
				if len(a.Errors) > 0 {
					t.Errorf("%s %v: %d %s", kind, where, a.Status, a.Raw)
					continue
				}
				n := totalCount(a)
				key := kind + "." + f.Name
				if kind != "Session" && kind != "AuditEntry" {
					mine[key] = n
				}
				both := totalCount(s.MustExecute(t, Admin, query, map[string]any{"where": map[string]any{"and": []any{where, where}}}))
				either := totalCount(s.MustExecute(t, Admin, query, map[string]any{"where": map[string]any{"or": []any{where, map[string]any{"not": where}}}}))
				if both != n || either > whole || either < n {
					t.Errorf("%s: %d found, with itself %d, with its opposite %d of %d", key, n, both, either, whole)
				}
				if n > 0 && n < whole {
					some++
				} else {
					none++
				}
			}
		}
		if some < 300 {
			t.Errorf("%d conditions tell rows apart, %d don't: the samples are poor", some, none)
		}
		t.Logf("%d conditions tell rows apart, %d find none or all", some, none)
	})
}

// TestNoFilterOrOrderReachesWhatIsHidden holds all filters and orders against a list of what may never be
// filtered or ordered by, and edges against those that both sides may see.
func TestNoFilterOrOrderReachesWhatIsHidden(t *testing.T) {
	hidden := []string{
		"internalnote", "reasoncode", "lasterror", "attempts", "flagged", "password", "hash", "secret", "token", "emailkey",
		"receivedsha", "blob", "thumbnail", "heldfrom", "logrows", "updatescount", "dueorder",
	}
	// Administrators only: TestFiltersAskWhoSees. The other is no hash.
	guarded := []string{
		"ComplaintWhereInput.flagged", "ComplaintWhereInput.hasHandler", "ComplaintWhereInput.reasonCode", "ComplaintWhereInput.reasonCodeIsNil",
	}
	edges := map[string][]string{
		// The media that the viewer may see; tasks and handlers for administrators only.
		"ComplaintWhereInput": {"hasZone", "hasCategory", "hasMedia", "hasTask", "hasHandler"},
		// Administrators only: no other type's filter leads to it.
		"UserWhereInput": {"hasZone", "hasProvider", "hasGroups", "hasContact"},
	}
	for _, def := range schema().Types {
		if def.Kind == ast.InputObject && (strings.HasSuffix(def.Name, "WhereInput") || strings.HasSuffix(def.Name, "Order")) {
			for _, f := range def.Fields {
				lower := strings.ToLower(f.Name)
				for _, h := range hidden {
					if strings.Contains(lower, h) && !slices.Contains(guarded, def.Name+"."+f.Name) {
						t.Errorf("%s.%s", def.Name, f.Name)
					}
				}
				if over := strings.TrimSuffix(f.Name, "With"); strings.HasPrefix(f.Name, "has") && !slices.Contains(edges[def.Name], over) {
					t.Errorf("%s.%s filters over an edge", def.Name, f.Name)
				}
				if inner := f.Type.Name(); inner != def.Name && (inner == "UserWhereInput" || inner == "ContactWhereInput" && def.Name != "UserWhereInput") {
					t.Errorf("%s.%s reaches accounts", def.Name, f.Name)
				}
			}
		}
		if def.Kind == ast.Enum && strings.HasSuffix(def.Name, "OrderField") && def.Name != "WorkloadOrderField" { // which administrators have alone
			for _, v := range def.EnumValues {
				if sortKeys[v.Name] == "" { // TestOrdersAskWhoSees compares what each role sees of it
					t.Errorf("%s.%s: say here why everybody may order by it", def.Name, v.Name)
				}
			}
		}
		// A group's members are empty for everybody but administrators, whatever the filter.
		if def.Kind == ast.Object && def.Name != "Query" && def.Name != "User" && def.Name != "Group" {
			for _, f := range def.Fields {
				if arg := f.Arguments.ForName("where"); arg != nil && arg.Type.Name() == "UserWhereInput" {
					t.Errorf("%s.%s filters accounts", def.Name, f.Name)
				}
			}
		}
	}
}

// TestSearchIsLiteralAndFoldsAllLetters: what is searched for is text, not a pattern, and
// upper and lower case are one in every alphabet, on both databases.
func TestSearchIsLiteralAndFoldsAllLetters(t *testing.T) {
	titles := []string{"100% sure", "100 percent sure", "snake_case", "snakeXcase", `back\slash`, "backslash", "ÄRGER in Žižkov", "Ωmega ПРИВЕТ", "it's \"quoted\""}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		for i, id := range c.Complaint.Query().Limit(len(titles)).IDsX(ctx) {
			c.Complaint.UpdateOneID(id).SetTitle("§" + titles[i]).ExecX(ctx)
		}
		for _, row := range []struct {
			where map[string]any
			want  []string
		}{
			{map[string]any{"titleContains": "100%"}, titles[:1]},
			{map[string]any{"titleContainsFold": "100% S"}, titles[:1]},
			{map[string]any{"titleHasPrefix": "§snake_"}, titles[2:3]},
			{map[string]any{"titleContains": "e_c"}, titles[2:3]},
			{map[string]any{"titleContains": `k\s`}, titles[4:5]},
			{map[string]any{"titleContainsFold": `K\S`}, titles[4:5]},
			{map[string]any{"titleContainsFold": "ärger IN žIŽ"}, titles[6:7]},
			{map[string]any{"titleContainsFold": "ωMEGA привет"}, titles[7:8]},
			{map[string]any{"titleEqualFold": "§ωMEGA привет"}, titles[7:8]},
			{map[string]any{"titleContains": "ωMEGA"}, nil},
			{map[string]any{"titleContains": `'s "q`}, titles[8:9]},
			{map[string]any{"titleContains": "§%"}, nil},
			{map[string]any{"titleContains": "§_"}, nil},
			{map[string]any{"title": "§backslash"}, titles[5:6]},
		} {
			t.Run(fmt.Sprint(row.where), func(t *testing.T) {
				a := s.MustExecute(t, Admin, `query($where: ComplaintWhereInput) { complaints(where: $where) { edges { node { title } } } }`, map[string]any{"where": row.where})
				var got []string
				walkValues(a.Data, "", func(field string, v any) {
					if field == "title" {
						got = append(got, strings.TrimPrefix(v.(string), "§"))
					}
				})
				if !slices.Equal(got, row.want) {
					t.Errorf("%v finds %q, want %q", row.where, got, row.want)
				}
			})
		}
	})
}

// TestFiltersOnEdgesCompose: a condition on an edge narrows that edge alone, and its count too.
func TestFiltersOnEdgesCompose(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		w := newVisibilityModel(t, s)
		a := s.MustExecute(t, Admin, `{ complaints(first: 100) { edges { node { id
			all: statusLog { totalCount }
			moved: statusLog(where: {statusNotIn: [SUBMITTED], not: {agent: SYSTEM}}) { totalCount edges { node { status agent } } }
			last: statusLog(last: 1, where: {statusIn: [ASSIGNED, SUBMITTED]}) { totalCount edges { node { id status } } }
		} } } }`, nil)
		rows := a.At("complaints", "edges").([]any)
		if len(rows) < 20 {
			t.Fatalf("%d complaints", len(rows))
		}
		for i := range rows {
			node := []any{"complaints", "edges", i, "node"}
			id := a.At(append(node, "id")...)
			var all, moved, early int
			for _, l := range w.logs {
				if l.ComplaintID.String() != id {
					continue
				}
				all++
				if l.Status != "SUBMITTED" && l.Agent != "SYSTEM" {
					moved++
				}
				if l.Status == "SUBMITTED" || l.Status == "ASSIGNED" {
					early++
				}
			}
			for name, want := range map[string]int{"all": all, "moved": moved, "last": early} {
				if got := a.At(append(node, name, "totalCount")...); got != float64(want) {
					t.Errorf("%v: %s counts %v, want %d", id, name, got, want)
				}
			}
			if got := len(a.At(append(node, "moved", "edges")...).([]any)); got != min(moved, 20) {
				t.Errorf("%v: %d moved rows, want %d", id, got, moved)
			}
			if got := len(a.At(append(node, "last", "edges")...).([]any)); got != 1 {
				t.Errorf("%v: %d last rows", id, got)
			}
		}
	})
}

// TestHostileValues tries values at the edges of what types hold: whatever comes back, it is
// no failure of the service, and both databases say the same.
func TestHostileValues(t *testing.T) {
	deep := func(n int) any {
		var v any = map[string]any{"title": "x"}
		for range n {
			v = map[string]any{"and": []any{v}}
		}
		return v
	}
	wide := func(n, m int) any {
		var outer []any
		for range n {
			var inner []any
			for range m {
				inner = append(inner, map[string]any{"title": "x"})
			}
			outer = append(outer, map[string]any{"or": inner})
		}
		return map[string]any{"or": outer}
	}
	many := make([]any, 501)
	for i := range many {
		many[i] = "01a1ec5f-4d61-7c2e-ba97-bd918195f204"
	}
	rows := []struct {
		name  string
		where any
		code  string // "": answered
	}{
		{"huge int", map[string]any{"rating": 1 << 40}, ""},
		{"int of 80 digits", map[string]any{"rating": json.Number(strings.Repeat("9", 80))}, "VALIDATION_ERROR"},
		{"huge float", map[string]any{"latitude": json.Number("1e308")}, ""},
		{"float beyond floats", map[string]any{"latitude": json.Number("1e999")}, "VALIDATION_ERROR"},
		{"NUL", map[string]any{"title": "a\x00b"}, "VALIDATION_ERROR"},
		{"NUL in a list", map[string]any{"titleIn": []any{"a", "\x00"}}, "VALIDATION_ERROR"},
		{"NUL deep inside", map[string]any{"and": []any{map[string]any{"not": map[string]any{"title": "\x00"}}}}, "VALIDATION_ERROR"},
		{"year 1", map[string]any{"createdAtGT": "0001-01-01T00:00:00Z"}, ""},
		{"year 0 in UTC", map[string]any{"createdAtGT": "0001-01-01T00:00:00+14:00"}, "VALIDATION_ERROR"},
		{"year 10000 in UTC", map[string]any{"createdAtLT": "9999-12-31T23:59:59-14:00"}, "VALIDATION_ERROR"},
		{"last second of all", map[string]any{"createdAtLT": "9999-12-31T23:59:59.999Z"}, ""},
		{"leap second", map[string]any{"createdAtLT": "2026-12-31T23:59:60Z"}, "VALIDATION_ERROR"},
		{"no list", map[string]any{"titleIn": []any{}}, ""},
		{"no conditions", map[string]any{"or": []any{}, "and": []any{}}, ""},
		{"nothing at all", map[string]any{"or": []any{map[string]any{}}}, "VALIDATION_ERROR"},
		{"enumeration in lower case", map[string]any{"status": "submitted"}, "VALIDATION_ERROR"},
		{"enumeration in lower case in a list", map[string]any{"not": map[string]any{"statusIn": []any{"SUBMITTED", "Assigned"}}}, "VALIDATION_ERROR"},
		{"null", map[string]any{"title": nil, "titleIn": nil, "rating": nil, "dueAt": nil}, ""},
		{"false", map[string]any{"dueAtIsNil": false}, ""},
		{"501 ids", map[string]any{"idIn": many}, "VALIDATION_ERROR"},
		{"500 ids", map[string]any{"idIn": many[:500]}, ""},
		{"500 ids in many lists", map[string]any{"idIn": many[:500], "zoneIdIn": many[:500], "categoryIdIn": many[:500], "idNotIn": many[:500], "submittedByIdIn": many[:500]}, "VALIDATION_ERROR"},
		{"deep", deep(8), ""},
		{"too deep", deep(500), "VALIDATION_ERROR"},
		{"far too deep", deep(4000), "VALIDATION_ERROR"},
		{"wide", wide(10, 20), ""},
		{"too wide", wide(150, 400), "VALIDATION_ERROR"},
		{"a long text", map[string]any{"titleContainsFold": strings.Repeat("%😀", 5000)}, ""},
		{"a text too long", map[string]any{"titleContains": strings.Repeat("x", 10_001)}, "VALIDATION_ERROR"},
		{"a megabyte less a little", map[string]any{"titleContains": strings.Repeat("x", 1<<20-1000)}, "VALIDATION_ERROR"},
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, row := range rows {
			t.Run(row.name, func(t *testing.T) {
				a := s.Execute(t, User, `query($where: ComplaintWhereInput) { complaints(where: $where) { totalCount } }`, map[string]any{"where": row.where})
				if a.Code() != row.code {
					t.Errorf("%s: want %q: %d %.300s", row.name, row.code, a.Status, a.Raw)
				}
			})
		}
	})
}
