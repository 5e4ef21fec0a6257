package gqlhttp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/graph"
	"github.com/redress/redress/graph/gqlhttp"
	. "github.com/redress/redress/internal/testenv"
)

// TestGuards sends what would hurt: each is refused before it costs anything, with a sentence
// that says what the limit is.
func TestGuards(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, strings.ReplaceAll(format, "#", "%[1]d"), i)
		}
		return b.String()
	}
	bomb := func(levels int) string { // each fragment spreads the next one ten times over
		var b strings.Builder
		for i := range levels {
			fmt.Fprintf(&b, "fragment F%d on Complaint { %s } ", i, strings.Repeat(fmt.Sprintf("...F%d ", i+1), 10))
		}
		fmt.Fprintf(&b, "fragment F%d on Complaint { id }", levels)
		return b.String()
	}
	deep := func(n int) string {
		return "{ complaints { edges { node { " + strings.Repeat("duplicateOf { ", n) + "id" + strings.Repeat(" }", n) + " } } } }"
	}
	rows := []struct {
		name, as, query, code, says string
	}{
		{"20 KB of one field", User, "{ viewer {" + strings.Repeat(" name", 4000) + " } }", "VALIDATION_ERROR", "at most 250"},
		{"20 KB of one aliased field", User, "{ viewer {" + many(1400, " a#: name") + " } }", "VALIDATION_ERROR", "at most"},
		{"20,000 directives", User, "{ viewer { name " + strings.Repeat("@a ", 2_900) + "} }", "VALIDATION_ERROR", "at most"},
		{"20,000 directives in tokens", User, "{ viewer { name " + strings.Repeat("@include(if: true) ", 20_000) + "} }", "MALFORMED_REQUEST", ""},
		{"tokens", User, "{ viewer { name } }" + strings.Repeat(" #\n{", 7000), "MALFORMED_REQUEST", ""},
		{"braces", User, strings.Repeat("{", 5_000), "MALFORMED_REQUEST", ""},
		{"brackets", User, `{ nodes(ids: ` + strings.Repeat("[", 5_000), "MALFORMED_REQUEST", ""},
		{"16 levels", User, deep(12), "", ""},
		{"17 levels", User, deep(13), "VALIDATION_ERROR", "at most 16"},
		{"200 levels", User, deep(200), "VALIDATION_ERROR", "at most 16"},
		{"circle", User, `{ complaints { edges { node { ...A } } } } fragment A on Complaint { duplicateOf { ...B } } fragment B on Complaint { duplicateOf { ...A } }`, "VALIDATION_ERROR", ""},
		{"circle of one", User, `{ ...A } fragment A on Query { ...A }`, "VALIDATION_ERROR", ""},
		{"bomb", User, "{ complaints { edges { node { ...F0 } } } } " + bomb(12), "VALIDATION_ERROR", "at most 1000"},
		{"bomb that nobody uses", User, "{ viewer { id } } " + bomb(12), "VALIDATION_ERROR", ""},
		{"15 aliases", User, "{ " + many(15, " a#: __typename") + " }", "", ""},
		{"16 aliases", User, "{ " + many(16, " a#: __typename") + " }", "VALIDATION_ERROR", "at most 15"},
		{"31 aliases", Admin, "{ viewer { " + many(31, " a#: name") + " } }", "VALIDATION_ERROR", "at most 30"},
		{"30 aliases", Admin, "{ viewer { " + many(30, " a#: name") + " } }", "", ""},
		{"30 aliases that an administrator was just allowed", User, "{ viewer { " + many(30, " a#: name") + " } }", "VALIDATION_ERROR", "at most 15"},
		{"21 things", Admin, "{ " + many(21, " a#: __typename") + " }", "VALIDATION_ERROR", "at most 20"},
		{"21 things in a fragment", Admin, "{ ...R } fragment R on Query { " + many(21, " a#: __typename") + " }", "VALIDATION_ERROR", "at most 20"},
		{"11 operations", User, many(11, "query q# { __typename } "), "VALIDATION_ERROR", "at most 10"},
		{"cost", Admin, `{ complaints(first: 100) { edges { node { tasks(first: 100) { edges { node { updates(first: 100) { edges { node { id } } } } } } } } } }`, "VALIDATION_ERROR", "100000"},
		{"cost in a fragment", Admin, `{ complaints(first: 100) { edges { ...E } } } fragment E on ComplaintEdge { node { tasks(first: 100) { edges { node { updates(first: 100) { edges { node { id } } } } } } } }`, "VALIDATION_ERROR", "100000"},
		{"101 nodes", User, `{ nodes(ids: [` + strings.Repeat(`"01a1ec5f-4d61-7c2e-ba97-bd918195f204",`, 101) + `]) { id } }`, "VALIDATION_ERROR", "at most 100"},
		{"501 ids", User, `{ complaints(where: {idIn: [` + strings.Repeat(`"01a1ec5f-4d61-7c2e-ba97-bd918195f204",`, 501) + `]}) { totalCount } }`, "VALIDATION_ERROR", "at most 500"},
		{"NUL in a document", User, `{ complaints(where: {title: "a\u0000b"}) { totalCount } }`, "VALIDATION_ERROR", "NUL"},
		{"NUL in a search", Admin, `{ broadcastPage(search: "a\u0000b") { pagination { total } } }`, "VALIDATION_ERROR", "NUL"},
		{"raw NUL", User, "{ viewer \x00 { id } }", "MALFORMED_REQUEST", ""},
		{"huge number", User, `{ complaints(first: 1` + strings.Repeat("0", 4000) + `) { totalCount } }`, "VALIDATION_ERROR", ""},
		{"huge page", Admin, `{ broadcastPage(page: 9223372036854775807, limit: 100) { broadcasts { id } } }`, "", `"broadcasts":[]`},
		{"last page of all", Admin, `{ broadcastPage(page: 2147483647, limit: 2147483647) { broadcasts { id } pagination { limit } } }`, "", `"limit":100`},
		{"unknown field", User, `{ viewer { nam complaintz } }`, "VALIDATION_ERROR", ""},
		{"unknown everything", User, "{ " + many(200, " x#") + " }", "VALIDATION_ERROR", "at most 20"},
		{"many errors", User, "{ viewer { " + many(200, " x#") + " } }", "VALIDATION_ERROR", ""},
		{"subscription", User, `subscription { viewer { id } }`, "VALIDATION_ERROR", ""},
		{"deep introspection", Anonymous, "{ __schema { types { fields { type { " + strings.Repeat("fields { type { ", 12) + "name" + strings.Repeat(" } }", 12) + " } } } } }", "VALIDATION_ERROR", ""},
		{"upload in JSON", Solver, `mutation { uploadTaskUpdateMedia(input: {updateId: "01a1ec5f-4d61-7c2e-ba97-bd918195f204", file: "x"}) { duplicate } }`, "VALIDATION_ERROR", "JSON"},
		{"end of all days", Admin, `{ broadcastPage(dateTo: "9999-12-31") { pagination { total } } }`, "", `"total":`},
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, row := range rows {
			t.Run(row.name, func(t *testing.T) {
				begin := time.Now()
				a := s.Execute(t, row.as, row.query, nil)
				if took := time.Since(begin); took > 20*time.Millisecond {
					t.Logf("%s: %s", row.name, took)
				}
				if a.Code() != row.code || !strings.Contains(a.Raw, row.says) {
					t.Errorf("%s: want %q %q: %d %.300s", row.name, row.code, row.says, a.Status, a.Raw)
				}
				if len(a.Errors) > 10 || len(a.Raw) > 20_000 {
					t.Errorf("%s: %d errors, %d bytes: %.300s", row.name, len(a.Errors), len(a.Raw), a.Raw)
				}
			})
		}
		whole := s.MustExecute(t, Admin, `{ broadcastPage { pagination { total } } }`, nil)
		to := s.MustExecute(t, Admin, `{ broadcastPage(dateFrom: "0001-01-01", dateTo: "9999-12-31") { pagination { total } } }`, nil)
		if whole.Raw != to.Raw {
			t.Errorf("all days hold %s of %s", to.Raw, whole.Raw)
		}
	})
}

// TestBodies: what can't be read is not echoed, and what is too large is not read.
func TestBodies(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		send := func(body string) Response {
			return s.Do(t, Request{Method: http.MethodPost, Path: "/graphql", As: User, Body: strings.NewReader(body), Header: http.Header{"Content-Type": {"application/json"}}})
		}
		for name, row := range map[string]struct {
			body   string
			status int
		}{
			"no JSON":         {`{"query": "mutation { login(input: {password: \"hunter2-secret\"`, 400},
			"a form":          {`email=a&password=hunter2-secret`, 400},
			"a list":          {`[{"query":"{ viewer { id } }"},{"query":"{ viewer { name } }"}]`, 400},
			"two objects":     {`{"query":"{ __typename }"}{"query":"{ __typename }"}`, 400},
			"trailing bytes":  {`{"query":"{ __typename }"} hunter2-secret`, 400},
			"bad document":    {`{"query":"mutation { login(input: {email: \"a\", password: \"hunter2-secret\" "}`, 200},
			"wrong variables": {`{"query":"mutation($i: LoginInput!) { login(input: $i) { accessToken } }","variables":{"i":{"email":5,"password":["hunter2-secret"]}}}`, 200},
			"unknown input":   {`{"query":"mutation($i: LoginInput!) { login(input: $i) { accessToken } }","variables":{"i":{"email":"a","password":"hunter2-secret","pass":"hunter2-secret"}}}`, 200},
			"over 1 MiB":      {`{"query":"{ __typename }","variables":{"x":"` + strings.Repeat("x", 1<<20) + `"}}`, 413},
			"deep variables":  {`{"query":"{ __typename }","variables":{"x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}}`, 400},
			"no UTF-8":        {"{\"query\":\"{ __typename }\",\"variables\":{\"x\":\"\xff\"}}", 400},
			"nothing":         {"", 400},
			"null":            {"null", 400},
		} {
			t.Run(name, func(t *testing.T) {
				res := send(row.body)
				if res.Status != row.status || strings.Contains(res.Body, "hunter2") {
					t.Errorf("%s: want %d: %d %.300s", name, row.status, res.Status, res.Body)
				}
				if !json.Valid([]byte(res.Body)) {
					t.Errorf("%s: no JSON: %.300s", name, res.Body)
				}
			})
		}
		if res := s.Do(t, Request{Path: "/graphql?query=" + `%7Bcomplaints(where:%7Btitle:%22%ff%22%7D)%7BtotalCount%7D%7D`, As: User}); res.Status >= 500 || strings.Contains(res.Body, "INTERNAL") {
			t.Errorf("a query string that is no UTF-8: %d %s", res.Status, res.Body)
		}
	})
}

// TestVariablesOfOtherTypes: the message says what they must be, in the reader's language, wherever they stand.
func TestVariablesOfOtherTypes(t *testing.T) {
	s := Start(t, "sqlite")
	for _, row := range []struct{ name, query, variables, field, en, de string }{
		{"fraction", `query($n: Int) { complaintPage(limit: $n) { pagination { limit } } }`, `{"n": 3.5}`, "n", "must be an integer", "muss eine ganze Zahl sein"},
		{"point", `query($n: Int) { complaintPage(limit: $n) { pagination { limit } } }`, `{"n": 3.0}`, "n", "must be an integer", "muss eine ganze Zahl sein"},
		{"large", `query($n: Int) { complaintPage(limit: $n) { pagination { limit } } }`, `{"n": 9223372036854775808}`, "n", "must be an integer", "muss eine ganze Zahl sein"},
		{"below", `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, `{"w": {"and": [{"rating": 3.5}]}}`, "where.and.0.rating", "must be an integer", "muss eine ganze Zahl sein"},
		{"number", `mutation($i: SubmitComplaintInput!) { submitComplaint(input: $i) { complaint { id } } }`, `{"i": {"title": "x", "latitude": 1e400, "longitude": 1}}`, "latitude", "must be a number", "muss eine Zahl sein"},
		{"truth", `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, `{"w": {"overdue": 1}}`, "overdue", "must be true or false", "muss wahr"},
		{"text", `query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, `{"w": {"titleContains": true}}`, "titleContains", "must be a string", "muss eine Zeichenkette sein"},
		{"nothing", `query($id: ID!) { complaint(id: $id) { id } }`, `{"id": null}`, "id", "must be given", "muss angegeben werden"},
		{"one of two", `mutation($i: SubmitComplaintInput!) { submitComplaint(input: $i) { complaint { id } } }`, `{"i": {"title": "x", "latitude": 1}}`, "latitude", "must be given together with longitude", "muss zusammen"},
		{"empty object", `{ complaintPage(limit: {}) { pagination { limit } } }`, `{}`, "limit", "must not be an object", "darf kein Objekt sein"},
		{"empty object below", `{ complaints(where: {and: [{titleContains: {}}]}) { totalCount } }`, `{}`, "where.and.0.titleContains", "must not be an object", "darf kein Objekt sein"},
	} {
		t.Run(row.name, func(t *testing.T) {
			for language, want := range map[string]string{"en": row.en, "de": row.de} {
				res := s.Do(t, Request{
					Method: http.MethodPost, Path: "/graphql", As: User, Header: http.Header{"Content-Type": {"application/json"}, "Accept-Language": {language}},
					Body: strings.NewReader(`{"query":` + strconv.Quote(row.query) + `,"variables":` + row.variables + `}`),
				})
				if strings.Count(res.Body, want) != 2 || !strings.Contains(res.Body, row.field+`"`) || !strings.Contains(res.Body, "VALIDATION_ERROR") {
					t.Errorf("%s: %s", language, res.Body)
				}
			}
		})
	}
}

// TestIntrospection is a setting: on with the playground, off without.
func TestIntrospection(t *testing.T) {
	s := Start(t, "sqlite")
	const question = `{ __schema { queryType { name } } __type(name: "User") { name } }`
	if a := s.Execute(t, Anonymous, question, nil); a.At("__type", "name") != "User" {
		t.Errorf("with the playground: %s", a.Raw)
	}
	closed := gqlhttp.Handler(gqlhttp.Config{Resolvers: graph.New(s.Store.Client(), s.Store.Dialect(), s.Service.Rooms, s.Service.Dispatcher, graph.NewLinks(nil, s.Clock.Now), nil, nil)})
	for _, query := range []string{question, `{ __schema { types { name } } }`, `{ __type(name: "User") { fields { name } } }`} {
		t.Run(query, func(t *testing.T) {
			r := httptest.NewRequestWithContext(System(), http.MethodGet, "/graphql?query="+url.QueryEscape(query), nil)
			w := httptest.NewRecorder()
			closed.ServeHTTP(w, r)
			if body := w.Body.String(); strings.Contains(body, `"User"`) || !strings.Contains(body, "VALIDATION_ERROR") || strings.Contains(body, `"types":[`) {
				t.Errorf("without it: %.300s", body)
			}
		})
	}
	// Names that are close to those of the client tell of the schema too.
	for _, query := range []string{
		`{ viewer { nam } }`, `{ complaintz { totalCount } }`, `{ complaints(frist: 1) { totalCount } }`, `{ complaints(where: {titel: "a"}) { totalCount } }`,
		`{ complaints(where: {status: SUBMITED}) { totalCount } }`,
		`{ viewer { ...F } } fragment F on Usr { id }`, `{ node(id: "x") { name } }`,
	} {
		t.Run(query, func(t *testing.T) {
			if a := s.Execute(t, Admin, query, nil); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "Did you mean") {
				t.Errorf("with the playground: %s", a.Raw)
			}
			w := httptest.NewRecorder()
			closed.ServeHTTP(w, httptest.NewRequestWithContext(System(), http.MethodGet, "/graphql?query="+url.QueryEscape(query), nil))
			if body := w.Body.String(); strings.Contains(body, "Did you mean") || !strings.Contains(body, "VALIDATION_ERROR") {
				t.Errorf("without it: %.300s", body)
			}
		})
	}
	w := httptest.NewRecorder()
	closed.ServeHTTP(w, httptest.NewRequestWithContext(System(), http.MethodGet, "/graphql?query={__typename}", nil))
	if w.Body.String() != `{"data":{"__typename":"Query"}}` {
		t.Errorf("without it even __typename is %s", w.Body)
	}
}
