package gqlhttp_test

import (
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// TestCostIsTold: the response of a query has its estimated and its actual cost, and a
// refusal names the field to look at.
func TestCostIsTold(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		costOf := func(as, query string) map[string]float64 {
			t.Helper()
			cost, _ := s.MustExecute(t, as, query, nil).Extensions["cost"].(map[string]any)
			out := map[string]float64{}
			for k, v := range cost {
				out[k], _ = v.(float64)
			}
			return out
		}
		few := costOf(Admin, `{ complaints(first: 2) { edges { node { title statusLog(first: 3) { edges { node { status } } } } } } }`)
		if few["estimated"] != 2*(1+3) || few["limit"] != 100_000 || few["statements"] != 2 || few["actual"] < 3 || few["actual"] > 3*(1+4) { // a page reads one row ahead
			t.Errorf("two complaints: %v", few)
		}
		many := costOf(Admin, `{ complaints(first: 50) { edges { node { title statusLog(first: 3) { edges { node { status } } } } } } }`)
		if many["estimated"] != 50*(1+3) || many["statements"] != few["statements"] || many["actual"] <= few["actual"] {
			t.Errorf("fifty complaints: %v", many)
		}
		if none := costOf(User, `{ __typename }`); none["estimated"] != 0 || none["statements"] != 0 || none["actual"] != 0 {
			t.Errorf("nothing: %v", none)
		}
		// How much was read would tell strangers whether an address has an account.
		if wrote := costOf(User, `mutation { submitComplaint(input: {title: "A lamp"}) { complaint { id } } }`); len(wrote) != 0 {
			t.Errorf("a mutation: %v", wrote)
		}
		if strange := costOf(Anonymous, `{ __typename }`); len(strange) != 0 {
			t.Errorf("a stranger: %v", strange)
		}
		refused := s.Execute(t, Admin, `{ zones { edges { node { id } } } dear: complaints(first: 100) { edges { node { id comments(first: 2) { edges { node { id } } }
			...work } } } } fragment work on Complaint { tasks(first: 100) { edges { node { updates(first: 100) { edges { node { id } } } } } } }`, nil)
		if refused.Code() != "VALIDATION_ERROR" || !strings.Contains(refused.Raw, "most of them in dear.edges.node.tasks.edges.node.updates") {
			t.Errorf("too dear: %s", refused.Raw)
		}
	})
}
