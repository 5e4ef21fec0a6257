package gqlhttp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/redress/redress/internal/budget"

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
		if few["estimated"] != 3*(1+4) || few["limit"] != 100_000 || few["statements"] != 2 || few["actual"] < 3 || few["actual"] > 3*(1+4) { // a page reads one row ahead
			t.Errorf("two complaints: %v", few)
		}
		many := costOf(Admin, `{ complaints(first: 50) { edges { node { title statusLog(first: 3) { edges { node { status } } } } } } }`)
		if many["estimated"] != 51*(1+4) || many["statements"] != few["statements"] || many["actual"] <= few["actual"] {
			t.Errorf("fifty complaints: %v", many)
		}
		if schemas := costOf(User, `{ a: __schema { queryType { name } } b: __schema { types { name } } c: __type(name: "User") { name } }`); schemas["estimated"] != 3_000 {
			t.Errorf("the schema, three times: %v", schemas)
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
		if refused.Code() != "VALIDATION_ERROR" || !strings.Contains(refused.Raw, "most of it in dear.edges.node.tasks.edges.node.updates") {
			t.Errorf("too dear: %s", refused.Raw)
		}
	})
}

// TestCostOfFullPages: what is estimated is at most three times what it costs, when the pages are
// full. That it is never less is checked wherever a test executes an operation.
func TestCostOfFullPages(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, row := range []struct{ name, as, query string }{
			{"complaints", Admin, `{ complaints(first: 50) { edges { node { id title } } } }`},
			{"rows beside them", Admin, `{ complaints(first: 50, where: {categoryIdNotNil: true, zoneIdNotNil: true}) { totalCount edges { node { id category { name } zone { name } } } } }`},
			{"nested", Admin, `{ complaints(first: 50) { edges { node { id statusLog(first: 1) { edges { node { status actorName } } } } } } }`},
			{"cursors only", Admin, `{ complaints(first: 50) { edges { cursor } pageInfo { endCursor } } }`},
			{"a text", Admin, `{ complaints(first: 50, where: {titleContainsFold: "e"}) { edges { node { id } } } }`},
			{"texts", Admin, `{ complaints(first: 50, where: {or: [{titleContainsFold: "e"}, {descriptionContainsFold: "e"}, {not: {titleContains: "?"}}]}) { totalCount edges { node { id } } } }`},
			{"another row's text", Admin, `{ complaints(first: 30, where: {hasZoneWith: {nameContainsFold: "e"}}) { edges { node { id } } } }`},
			{"a search", Admin, `{ complaints(first: 20, where: {search: "street"}) { edges { node { id } } } }`},
			{"a total", Admin, `{ complaints { totalCount } }`},
			{"page", Admin, `{ taskPage(limit: 30) { tasks { id solver { name } } pagination { total } } }`},
			{"filtered page", Admin, `{ complaintPage(limit: 30, where: {titleContainsFold: "e"}) { complaints { id } pagination { total } } }`},
			{"what may be done", Admin, `{ complaints(first: 30) { edges { node { availableActions { action } } } } }`},
			{"users", Admin, `{ users(first: 20) { edges { node { name contact { email } } } } }`},
			{"audit", SuperAdmin, `{ auditEntries(first: 50) { edges { node { action createdAt } } } }`},
			{"own", User, `{ complaints(first: 5) { totalCount edges { node { title statusLog(last: 1) { edges { node { status } } } } } } }`},
		} {
			t.Run(row.name, func(t *testing.T) {
				a := s.MustExecute(t, row.as, row.query, nil)
				cost, _ := a.Extensions["cost"].(map[string]any)
				estimated, _ := cost["estimated"].(float64)
				actual, _ := cost["actual"].(float64)
				if actual == 0 || estimated > 3*actual {
					t.Errorf("%v is estimated, %v is what it costs: %s", estimated, actual, row.query)
				}
			})
		}
	})
}

// TestCostOfCounts: what badges and statistics read is known before, however many changes of the
// rollups are not yet compacted.
func TestCostOfCounts(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, as := range []string{User, Solver, Admin} {
			for _, query := range []string{
				`{ complaintCounts { total byStatus { status count } } }`,
				`{ complaintStats(groupBy: [STATUS]) { total { count } buckets { status count sla { met } } } }`,
				`{ complaintBacklog(bucket: DAY) { open } }`,
				`{ complaintStats(groupBy: [ZONE, CATEGORY, STATUS], top: 2, sortBy: MEDIAN_TIME) { total { count } buckets { rest count selection { except { zoneId } } } } }`,
				`{ complaintStats(bucket: DAY, where: {titleContainsFold: "e"}) { buckets { from count } } }`,
				`{ viewer { id } ` + map[bool]string{true: `taskStats(groupBy: [STATUS]) { status count }`}[as != User] + ` }`,
			} {
				cost, _ := s.MustExecute(t, as, query, nil).Extensions["cost"].(map[string]any)
				if estimated, _ := cost["estimated"].(float64); estimated < 1 {
					t.Errorf("as %q %v is estimated: %s", as, estimated, query)
				}
			}
		}
	})
}

// TestCostOfSamples: the documents of the playground and of the benchmark cost no more than is
// estimated, and fit into the default budget of their role many times over.
func TestCostOfSamples(t *testing.T) {
	root := filepath.Join("..", "..")
	documents := map[string]string{}
	for as, name := range map[string]string{User: "user", Solver: "solver", Provider: "provider", Admin: "admin", SuperAdmin: "super_admin"} {
		text, err := os.ReadFile(filepath.Join(root, "internal", "web", "samples", name+".graphql"))
		if err != nil {
			t.Fatal(err)
		}
		documents[string(text)] = as
	}
	source, err := os.ReadFile(filepath.Join(root, "bench", "cells.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile("= `(query[^`]*)`").FindAllStringSubmatch(string(source), -1) {
		documents[found[1]] = Admin
		if strings.Contains(found[1], "taskUpdateHistory") {
			documents[found[1]] = Solver
		}
	}
	if len(documents) < 9 {
		t.Fatalf("only %d documents were found", len(documents))
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		budgets := budget.DefaultSettings()
		for query, as := range documents {
			variables := map[string]any{}
			switch {
			case strings.Contains(query, "complaintStatusLog"):
				variables["id"] = s.Samples.Complaint
			case strings.Contains(query, "paymentPage"):
				variables["id"] = s.Samples.Provider
			case strings.Contains(query, "taskUpdateHistory"):
				variables["id"] = s.Samples.Task
			}
			cost, _ := s.MustExecute(t, as, query, variables).Extensions["cost"].(map[string]any)
			estimated, _ := cost["estimated"].(float64)
			actual, _ := cost["actual"].(float64)
			quota := budgets.User
			if as == Admin || as == SuperAdmin {
				quota = budgets.Admin
			}
			t.Logf("%v, %v in fact: %.60s", estimated, actual, query)
			if 20*estimated > float64(quota) || 100*actual > float64(quota) {
				t.Errorf("%v of %d is estimated, and %v in fact: %s", estimated, quota, actual, query)
			}
		}
	})
}

// TestManyConditions: thousands of conditions on texts, which no index answers, are refused before
// the database hears of them.
func TestManyConditions(t *testing.T) {
	const each, aliases = 490, 15
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Clock.Stop() // so that a session stays known
		one := `{descriptionContainsFold: "a"}`
		var literal strings.Builder
		for i := range aliases {
			fmt.Fprintf(&literal, "a%d: complaints(first: 1, where: $w) { totalCount } ", i)
		}
		conditions := make([]any, each)
		for i := range conditions {
			conditions[i] = map[string]any{"descriptionContainsFold": "a"}
		}
		byVariable := "query($w: ComplaintWhereInput) { " + literal.String() + "}"
		where := map[string]any{"w": map[string]any{"or": conditions}}
		few := "{ complaints(where: {and: [" + strings.Repeat(one, 300) + "]}) { edges { node { comments(where: {or: [" + strings.Repeat(`{textContainsFold: "a"}`, 300) + "]}) { totalCount } } } } }"
		for _, row := range []struct {
			name, query, says, field string
			variables                map[string]any
		}{
			{"in a variable", byVariable, "7365 conditions, 491 of them in a0.where", "a0.where", where},
			{"on two levels", few, "602 conditions, 301 of them in complaints.edges.node.comments.where", "complaints.edges.node.comments.where", nil},
		} {
			t.Run(row.name, func(t *testing.T) {
				s.Clock.Stop() // the session stays known
				s.MustExecute(t, User, `{ __typename }`, nil)
				before := sqlStatements(t, s)
				a := s.Execute(t, User, row.query, row.variables)
				if sent := sqlStatements(t, s) - before; a.Code() != "VALIDATION_ERROR" || sent != 0 {
					t.Errorf("%v statements: %.400s", sent, a.Raw)
				}
				if !strings.Contains(a.Raw, row.says) || !strings.Contains(a.Raw, "at most 500") || !strings.Contains(a.Raw, "100000") || !strings.Contains(a.Raw, `"field":"`+row.field+`"`) {
					t.Errorf("%.400s", a.Raw)
				}
			})
		}
		// Fewer conditions are refused by what they cost, in lists of many rows.
		dear := strings.Repeat(one, 450)
		a := s.Execute(t, User, `{ complaints(where: {or: [`+dear+`]}) { totalCount edges { node { id } } } b: complaints(where: {hasZoneWith: {nameContainsFold: "a"}}) { totalCount } }`, nil)
		if cost, _ := a.Extensions["cost"].(map[string]any); a.Code() != "" || cost["estimated"].(float64) < 2*450*20 {
			t.Errorf("450 conditions: %.300s", a.Raw)
		}
	})
}

// sqlStatements returns how many statements requests of the graph have sent so far.
func sqlStatements(t *testing.T, s *Server) float64 {
	t.Helper()
	for line := range strings.Lines(s.Do(t, Request{Path: "/metrics"}).Body) {
		if strings.HasPrefix(line, `redress_request_sql_statements_sum{method="POST",route="/graphql"`) {
			var n float64
			_, err := fmt.Sscan(line[strings.LastIndex(line, " ")+1:], &n)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	return 0
}
