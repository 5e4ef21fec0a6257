package graph_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/vektah/gqlparser/v2/ast"

	. "github.com/redress/redress/internal/testenv"
)

// unheard returns a text of the same form as another one, which stands nowhere: as long, with letters, digits and signs in the same
// places, so that it is looked for in the same way.
func unheard(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '9'
		case unicode.IsUpper(r):
			return 'Q'
		case unicode.IsLetter(r):
			return 'q'
		}
		return r
	}, text)
}

// textInputs returns the conditions of a filter that look for a part of a text.
func textInputs(filter *ast.Definition) (out []string) {
	for _, f := range filter.Fields {
		if strings.HasSuffix(f.Name, "ContainsFold") || f.Name == "search" || strings.HasPrefix(f.Name, "contact") && f.Type.Name() == "String" {
			out = append(out, f.Name)
		}
	}
	return out
}

// searches returns documents that look for $t in all that has a filter for texts, and by find.
func searches() (out []string) {
	const atOnce = 12
	var all []string
	for _, f := range schema().Query.Fields {
		where := f.Arguments.ForName("where")
		if where == nil || !isConnection(f) {
			continue
		}
		for _, input := range textInputs(schema().Types[where.Type.Name()]) {
			all = append(all, fmt.Sprintf("a%d: %s(first: 5, where: {%s: $t}) { totalCount edges { node { id } } }", len(all), f.Name, input))
		}
	}
	for part := range slices.Chunk(all, atOnce) {
		out = append(out, "query($t: String!) { "+strings.Join(part, " ")+" }")
	}
	for _, kind := range []string{"complaints { id }", "users { id }", "serviceProviders { id }", "broadcasts { id }", "tasks { id }", "callers { name }"} {
		out = append(out, "query($t: String!) { find(text: $t, limit: 20) { "+kind+" } }")
	}
	return out
}

// costOf returns what the answer says of its cost, but for what is left of the budget.
func costOf(a Result) string {
	cost, _ := a.Extensions["cost"].(map[string]any)
	return fmt.Sprint(cost["estimated"], cost["actual"], cost["statements"])
}

// TestSearchesCostTheSame: to look for a text that stands in what a viewer may not see costs them, in each list and in find, what it
// costs to look for one that stands nowhere; else what is hidden could be spelled out by what its search costs.
func TestSearchesCostTheSame(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		w := newVisibilityModel(t, s)
		documents := searches()
		for _, as := range Everyone[1:] {
			secrets := w.secrets(as)
			each := map[string]string{} // by kind, the longest that fits
			for _, text := range slices.Sorted(maps.Keys(secrets)) {
				kind, _, _ := strings.Cut(secrets[text], " ")
				if letters := len([]rune(text)); letters <= 150 && letters > len([]rune(each[kind])) {
					each[kind] = text
				}
			}
			compared := 0
			for kind, text := range each {
				for _, document := range documents {
					hidden, nowhere := s.Execute(t, as, document, map[string]any{"t": text}), s.Execute(t, as, document, map[string]any{"t": unheard(text)})
					if fmt.Sprint(hidden.Data) != fmt.Sprint(nowhere.Data) {
						continue // it stands in something that they see too
					}
					compared++
					if costOf(hidden) != costOf(nowhere) {
						t.Errorf("%s: %s %q costs %s, what stands nowhere %s: %s", name(as), kind, text, costOf(hidden), costOf(nowhere), document)
					}
				}
			}
			t.Logf("%s: %d pairs of %d kinds", name(as), compared, len(each))
			if compared < len(documents) {
				t.Errorf("%s: only %d pairs were compared", name(as), compared)
			}
		}
	})
}

// toldOtherwise are edges whose null says nothing new, and what says it.
var toldOtherwise = map[string]string{
	"Complaint.duplicateOf":  "its status is MERGED",
	"Notification.broadcast": "its kind",
	"Media.complaint":        "its visibility, and the list that it is in",
	"Media.taskUpdate":       "the same",
}

// TestTaskTextsAreWritten: a service provider finds tasks by their complaint's reference, title and address, not by what the reporter
// wrote, also those of complaints from before there was a text for it, as soon as the job has come to them: in bounded steps, which
// go on after they were killed.
func TestTaskTextsAreWritten(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, db := context.Background(), s.Store.DB()
		number := func(query string) (n int) {
			if err := db.QueryRowContext(ctx, query).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		for i := range 260 {
			submitted(t, s, Admin, map[string]any{"title": fmt.Sprintf("Loud %d", i), "source": "PHONE", "contact": map[string]any{"name": "Wanda", "phone": "5550123"}})
		}
		task := s.MustExecute(t, Provider, `{ tasks(first: 1) { edges { node { id complaint { id reference title address } } } } }`, nil).At("tasks", "edges", 0, "node").(map[string]any)
		of := task["complaint"].(map[string]any)
		found := func(text any) bool {
			a := s.MustExecute(t, Provider, `query($t: String!) { find(text: $t, limit: 20) { tasks { id } } }`, map[string]any{"t": text})
			return strings.Contains(fmt.Sprint(a.Data), task["id"].(string))
		}
		finds := func(want bool) {
			t.Helper()
			for _, text := range []any{of["reference"], of["title"], of["address"]} {
				if text != "" && found(text) != want {
					t.Errorf("%q finds the task: %v", text, !want)
				}
			}
		}
		finds(true)
		wrote := s.MustExecute(t, Admin, `query($id: ID!) { complaint(id: $id) { description } }`, map[string]any{"id": of["id"]}).At("complaint", "description")
		if wrote == "" || found(wrote) {
			t.Errorf("%q, which the reporter wrote, finds the task", wrote)
		}
		mustMutate(t, s, Admin, "updateComplaint", "complaint { id }", map[string]any{"id": of["id"], "address": "Zanzibar Quay 7"})
		if of["address"] = "ZANZIBAR quay"; !found(of["address"]) {
			t.Error("an edited address does not find the task")
		}

		if _, err := db.ExecContext(ctx, "DELETE FROM task_texts"); err != nil {
			t.Fatal(err)
		}
		finds(false)
		lacking := func() int {
			return number("SELECT count(*) FROM complaints WHERE NOT EXISTS (SELECT 1 FROM task_texts WHERE complaint_id = complaints.id)")
		}
		all := lacking()
		_, _ = s.Service.Desk.WriteTaskTexts(killedAfter(ctx, s, "SELECT count(*) FROM task_texts"))
		left := lacking()
		written, err := s.Service.Desk.WriteTaskTexts(ctx)
		if err != nil || written != left || lacking() != 0 {
			t.Errorf("%d of %d were left, then %d written and %d left, %v", left, all, written, lacking(), err)
		}
		finds(true)
		if again, err := s.Service.Desk.WriteTaskTexts(ctx); again != 0 || err != nil {
			t.Errorf("again: %d, %v", again, err)
		}
		CheckInvariants(t, s.Store, s.Service.Media)
	})
}

// TestHiddenRowsCostTheSame: a row that another one names and a viewer may not see costs them what none costs, so that they can't tell
// whether there is one.
func TestHiddenRowsCostTheSame(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const most = 40 // of a kind
		w := newVisibilityModel(t, s)
		for _, as := range Everyone[1:] {
			compared := 0
			for kind, rows := range w.rows(w.accounts[as]) {
				ids := own(rows)
				for _, f := range schema().Types[kind].Fields {
					if isConnection(f) || !isNode(schema().Types[f.Type.Name()]) || toldOtherwise[kind+"."+f.Name] != "" {
						continue
					}
					id := "id: __typename"
					if schema().Types[kind].Fields.ForName(f.Name+"Id") != nil {
						id = "id: " + f.Name + "Id" // whoever sees it knows that there is a row
					}
					document := fmt.Sprintf(`query($id: ID!) { node(id: $id) { ... on %s { %s e: %s { %s } } } }`, kind, id, f.Name, selection(schema().Types[f.Type.Name()], 0))
					none := map[string]string{} // costs, and a row each
					for _, id := range ids[:min(len(ids), most)] {
						a := s.MustExecute(t, as, document, map[string]any{"id": id})
						if told := a.At("node", "id"); a.At("node", "e") == nil && (told == nil || told == kind) {
							none[costOf(a)] = id
							compared++
						}
					}
					if len(none) > 1 {
						t.Errorf("%s: no %s of a %s costs %v", name(as), f.Name, kind, none)
					}
				}
			}
			t.Logf("%s: %d rows", name(as), compared)
		}
	})
}
