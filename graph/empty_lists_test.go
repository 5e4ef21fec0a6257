package graph_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/ent"
	. "github.com/redress/redress/internal/testenv"
)

// TestEmptyListsAndFalse tries every condition of every filter with a list of no values, with false, with null and
// with an empty condition: of none is none, false means not, null is absent, and an empty condition is refused.
func TestEmptyListsAndFalse(t *testing.T) {
	t.Parallel()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for kind, query := range filtered() {
			count := func(where any) int {
				t.Helper()
				a := s.Execute(t, Admin, query, map[string]any{"where": where})
				if len(a.Errors) > 0 {
					t.Errorf("%s %v: %s", kind, where, a.Raw)
				}
				return totalCount(a)
			}
			whole := count(nil)
			none := []any{}
			def := schema().Types[kind+"WhereInput"]
			for _, f := range def.Fields {
				with := func(value any) map[string]any { return map[string]any{f.Name: value} }
				opposite := func(where any) int { t.Helper(); return count(map[string]any{"not": where}) }
				expect := func(value any, want, others int) {
					t.Helper()
					if n, m := count(with(value)), opposite(with(value)); n != want || m != others {
						t.Errorf("%s %s: %v selects %d, not it %d; want %d and %d", kind, f.Name, value, n, m, want, others)
					}
				}
				if !f.Type.NonNull {
					if n := count(with(nil)); n != whole {
						t.Errorf("%s %s: null selects %d of %d", kind, f.Name, n, whole)
					}
				}
				field := strings.TrimSuffix(strings.TrimSuffix(f.Name, "NotIn"), "NEQ")
				switch {
				case f.Name == "or":
					expect(none, 0, whole)
				case f.Name == "and", strings.HasSuffix(f.Name, "NotIn"):
					expect(none, whole, 0)
				case strings.HasSuffix(f.Name, "With"):
					has := count(map[string]any{strings.TrimSuffix(f.Name, "With"): true})
					expect(none, has, whole-has)
				case f.Type.Elem != nil:
					expect(none, 0, whole)
				case f.Type.Name() == "Boolean":
					yes := count(with(true))
					expect(true, yes, whole-yes)
					expect(false, whole-yes, yes)
				}
				if field != f.Name && field != "" { // NEQ and NotIn select the rows that are not selected without them
					value := sample(f)
					positive := map[string]any{field: value}
					if f.Type.Elem != nil {
						positive = map[string]any{field + "In": value}
					}
					n := count(positive)
					expect(value, whole-n, n)
				}
				if schema().Types[f.Type.Name()].Kind == ast.InputObject && strings.HasSuffix(f.Type.Name(), "WhereInput") {
					empty, path := any(map[string]any{}), "where."+f.Name
					if f.Type.Elem != nil {
						empty, path = []any{map[string]any{}}, path+".0"
					}
					a := s.Execute(t, Admin, query, map[string]any{"where": with(empty)})
					if a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, `"field":"`+path+`"`) {
						t.Errorf("%s %s with an empty condition: %s", kind, f.Name, a.Raw)
					}
				}
			}
		}
	})
}

// TestNoBulkMutationTakesAFilter: mutations change the rows that their input names, so no filter can select more than was
// meant, and of no rows named none is changed.
func TestNoBulkMutationTakesAFilter(t *testing.T) {
	for _, f := range schema().Mutation.Fields {
		for _, arg := range f.Arguments {
			checkNoFilter(t, f.Name, schema().Types[arg.Type.Name()], nil)
		}
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		state := func() string {
			a := s.MustExecute(t, Admin, `{ complaints(first: 100) { edges { node { id status version } } } tasks(first: 100) { edges { node { id status version } } } }`, nil)
			return a.Raw[strings.Index(a.Raw, `"data"`):strings.Index(a.Raw, `"extensions"`)]
		}
		before := state()
		all := bulks(t, s)
		all["reviewCompletions"] = struct {
			common map[string]any
			single string
		}{map[string]any{"approved": true}, ""}
		for verb, b := range all {
			for _, items := range []any{[]any{}, nil} {
				a := mutate(t, s, Admin, verb, "results { id }", merge(b.common, map[string]any{"items": items}))
				if a.Code() != "VALIDATION_ERROR" {
					t.Errorf("%s of %v: %s", verb, items, a.Raw)
				}
			}
		}
		// A selection by a list of nothing, as a client makes it before it changes what it found.
		found, _ := s.MustExecute(t, Admin, `query($ids: [ID!]) { complaints(where: {idIn: $ids}) { totalCount edges { node { id } } } }`, map[string]any{"ids": []any{}}).
			At("complaints", "edges").([]any)
		if len(found) > 0 || state() != before {
			t.Errorf("%d found, and now %s", len(found), state())
		}
	})
}

func checkNoFilter(t *testing.T, mutation string, def *ast.Definition, above []string) {
	t.Helper()
	if strings.HasSuffix(def.Name, "WhereInput") || strings.HasSuffix(def.Name, "SelectionInput") {
		t.Errorf("%s takes a %s: say what an empty one changes, and test it", mutation, def.Name)
		return
	}
	if def.Kind != ast.InputObject || slices.Contains(above, def.Name) {
		return
	}
	for _, f := range def.Fields {
		checkNoFilter(t, mutation, schema().Types[f.Type.Name()], append(above, def.Name))
	}
}

// TestSavedViewsKeepEmptyLists: what selects nothing, and what false and null are, is saved as it was given.
func TestSavedViewsKeepEmptyLists(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const filter = `{"and":[],"dueAtNotNil":false,"hasZone":false,"hasZoneWith":[],"idNotIn":[],"not":{"statusIn":[]},"or":[],"statusIn":[],"title":null,"zoneIdIsNil":false}`
		id := savedView(t, s, Admin, map[string]any{"list": "COMPLAINTS", "name": "Nothing", "filter": json.RawMessage(filter)})
		read := func() any {
			for _, v := range s.MustExecute(t, Admin, `{ savedViews(list: COMPLAINTS) { id filter } }`, nil).At("savedViews").([]any) {
				if v := v.(map[string]any); v["id"] == id {
					return v["filter"]
				}
			}
			return nil
		}
		if got, _ := json.Marshal(read()); string(got) != filter {
			t.Errorf("%s", got)
		}
		mustMutate(t, s, Admin, "updateSavedView", "savedView { id }", map[string]any{"id": id, "name": "Still nothing"})
		if got, _ := json.Marshal(read()); string(got) != filter {
			t.Errorf("after its name was changed: %s", got)
		}
		a := s.MustExecute(t, Admin, `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, map[string]any{"w": read()})
		if n := a.At("complaints", "totalCount"); n != 0.0 {
			t.Errorf("it selects %v", n)
		}
	})
}

// TestSelectionsWithEmptyLists: none and except of a selection are no condition where they name nothing.
func TestSelectionsWithEmptyLists(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for of, fields := range map[string][]string{"Complaint": {"none", "except"}, "Task": {"none"}} {
			list := strings.ToLower(of) + "s"
			query := fmt.Sprintf(`query($w: %sWhereInput) { %s(where: $w) { totalCount } }`, of, list)
			whole := s.MustExecute(t, Admin, query, nil).At(list, "totalCount")
			for _, field := range fields {
				a := s.MustExecute(t, Admin, query, map[string]any{"w": map[string]any{"selection": map[string]any{field: []any{}}}})
				if n := a.At(list, "totalCount"); n != whole || whole == 0.0 {
					t.Errorf("%s.%s: %v of %v", of, field, n, whole)
				}
			}
		}
	})
}

// filterModel evaluates filters of complaints as they are documented: a comparison with an absent value does not hold, and
// its opposite does.
type filterModel struct {
	rows  []*ent.Complaint
	zones map[uuid.UUID]string
}

func (m filterModel) count(t *testing.T, where map[string]any) (n int) {
	t.Helper()
	for _, c := range m.rows {
		if m.holds(t, where, c) {
			n++
		}
	}
	return n
}

func (m filterModel) holds(t *testing.T, where map[string]any, c *ent.Complaint) bool {
	t.Helper()
	for name, value := range where {
		if value != nil && !m.holdsOne(t, name, value, c) {
			return false
		}
	}
	return true
}

func (m filterModel) holdsOne(t *testing.T, name string, value any, c *ent.Complaint) bool {
	t.Helper()
	some := func(list any, is func(any) bool) bool { return slices.ContainsFunc(list.([]any), is) }
	inner := func(v any) bool { return m.holds(t, v.(map[string]any), c) }
	switch name {
	case "not":
		return !inner(value)
	case "and":
		return !some(value, func(v any) bool { return !inner(v) })
	case "or":
		return some(value, inner)
	case "hasZone":
		return value == (c.ZoneID != nil)
	case "hasZoneWith":
		return c.ZoneID != nil && !some(value, func(v any) bool { return v.(map[string]any)["name"] != m.zones[*c.ZoneID] })
	}
	text := func(v *uuid.UUID) any {
		if v == nil {
			return nil
		}
		return v.String()
	}
	instant := func(v *time.Time) any {
		if v == nil {
			return nil
		}
		return v.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	var rating any
	if c.Rating != nil {
		rating = *c.Rating
	}
	values := map[string]any{
		"status": string(c.Status), "title": c.Title, "zoneId": text(c.ZoneID), "categoryId": text(c.CategoryID),
		"dueAt": instant(c.DueAt), "resolvedAt": instant(c.ResolvedAt), "rating": rating,
	}
	for _, operator := range []string{"IsNil", "NotNil", "NotIn", "NEQ", "GTE", "In", "LT", ""} {
		field, ok := strings.CutSuffix(name, operator)
		is, known := values[field]
		if !ok || !known {
			continue
		}
		equals := func(v any) bool { return is != nil && v == is }
		switch operator {
		case "IsNil":
			return value == (is == nil)
		case "NotNil":
			return value == (is != nil)
		case "NotIn":
			return !some(value, equals)
		case "In":
			return some(value, equals)
		case "NEQ":
			return !equals(value)
		case "GTE", "LT":
			return is != nil && less(is, value) == (operator == "LT")
		default:
			return equals(value)
		}
	}
	t.Fatalf("the model does not know %s", name)
	return false
}

func less(a, b any) bool {
	if n, ok := a.(int); ok {
		return n < b.(int)
	}
	return a.(string) < b.(string)
}

// draw returns a random filter, in which lists may be empty and conditions null.
func (m filterModel) draw(random *rand.Rand, depth int) map[string]any {
	pick := func(of []any) any { return of[random.IntN(len(of))] }
	list := func(one func() any) []any {
		all := []any{}
		for range random.IntN(4) {
			all = append(all, one())
		}
		return all
	}
	row := func() *ent.Complaint { return m.rows[random.IntN(len(m.rows))] }
	values := map[string]func() any{
		"status": func() any { return string(row().Status) },
		"title":  func() any { return row().Title },
		"zoneId": func() any {
			for {
				if id := row().ZoneID; id != nil {
					return id.String()
				}
			}
		},
		"categoryId": func() any {
			for {
				if id := row().CategoryID; id != nil {
					return id.String()
				}
			}
		},
		"dueAt": func() any {
			for {
				if at := row().DueAt; at != nil {
					return at.UTC().Format("2006-01-02T15:04:05.000Z")
				}
			}
		},
		"resolvedAt": func() any {
			for {
				if at := row().ResolvedAt; at != nil {
					return at.UTC().Format("2006-01-02T15:04:05.000Z")
				}
			}
		},
		"rating": func() any { return 1 + random.IntN(5) },
	}
	zones := make([]any, 0, len(m.zones))
	for _, name := range m.zones {
		zones = append(zones, name)
	}
	slices.SortFunc(zones, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	where := map[string]any{}
	for range 1 + random.IntN(2) {
		deep := func() any { return m.draw(random, depth-1) }
		switch n := random.IntN(10); {
		case depth > 0 && n < 2:
			where["not"] = deep()
		case depth > 0 && n < 4:
			where["or"] = list(deep)
		case depth > 0 && n < 5:
			where["and"] = list(deep)
		case n == 5:
			where["hasZone"] = random.IntN(2) == 0
		case n == 6:
			where["hasZoneWith"] = list(func() any { return map[string]any{"name": pick(zones)} })
		default:
			field := pick([]any{"status", "title", "zoneId", "categoryId", "dueAt", "resolvedAt", "rating"}).(string)
			operators := []any{"", "NEQ", "In", "NotIn"}
			if field != "status" && field != "title" {
				operators = append(operators, "IsNil", "NotNil")
			}
			if field == "dueAt" || field == "resolvedAt" || field == "rating" {
				operators = append(operators, "GTE", "LT")
			}
			operator := pick(operators).(string)
			switch operator {
			case "In", "NotIn":
				where[field+operator] = list(values[field])
			case "IsNil", "NotNil":
				where[field+operator] = random.IntN(2) == 0
			default:
				where[field+operator] = values[field]()
			}
		}
	}
	if random.IntN(6) == 0 {
		where["priorityNEQ"] = nil
	}
	if len(where) == 1 && where["priorityNEQ"] == nil && depth >= 0 {
		if _, only := where["priorityNEQ"]; only {
			where["statusNotIn"] = []any{}
		}
	}
	return where
}

// TestFilterTrees compares random filters with a model in Go: lists, pages, totals of statistics, counts of views and files
// select the same complaints, on both databases.
func TestFilterTrees(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		random := rand.New(rand.NewPCG(seed, 0))
		m := filterModel{rows: s.Store.Client().Complaint.Query().AllX(System()), zones: map[uuid.UUID]string{}}
		for _, z := range s.Store.Client().Zone.Query().AllX(System()) {
			m.zones[z.ID] = z.Name
		}
		apart := 0
		for i := range 150 {
			where := m.draw(random, 3)
			want := m.count(t, where)
			if want > 0 && want < len(m.rows) {
				apart++
			}
			text, err := json.Marshal(where)
			if err != nil {
				t.Fatal(err)
			}
			a := s.MustExecute(t, Admin, `query($w: ComplaintWhereInput) { complaints(where: $w, first: 1) { totalCount edges { node { id } } }
				complaintPage(where: $w) { pagination { total } } complaintStats(where: $w) { total { count } } }`, map[string]any{"w": where})
			got := map[string]any{
				"list": a.At("complaints", "totalCount"), "page": a.At("complaintPage", "pagination", "total"),
				"statistics": a.At("complaintStats", "total", "count"),
			}
			if i%5 == 0 {
				v := s.MustExecute(t, Admin, `query($w: ComplaintWhereInput) { complaintCountsFor(views: [{key: "a", where: $w}]) { count } }`, map[string]any{"w": where})
				got["view"] = v.At("complaintCountsFor", 0, "count")
				got["file"] = float64(len(downloadCSV(t, s, Admin, "/export/complaints.csv?where="+url.QueryEscape(string(text)))) - 1)
			}
			for of, n := range got {
				if n != float64(want) {
					t.Errorf("seed %d: %s of %s has %v, want %d of %d", seed, of, text, n, want, len(m.rows))
				}
			}
		}
		if apart < 40 {
			t.Errorf("only %d of the filters tell rows apart", apart)
		}
	})
}
