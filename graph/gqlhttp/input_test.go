package gqlhttp_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// TestNumbersAreNoStrings: a string of digits is no number, with or without a sign.
func TestNumbersAreNoStrings(t *testing.T) {
	s := Start(t, Databases()[0])
	for _, row := range []struct{ query, variables, field string }{
		{`query($n: Int) { complaintPage(limit: $n) { pagination { limit } } }`, `{"n": "5"}`, "limit"},
		{`query($n: Int) { complaintPage(limit: $n) { pagination { limit } } }`, `{"n": "+5"}`, "limit"},
		{`query($n: Int) { complaints(first: $n) { totalCount } }`, `{"n": "5"}`, "first"},
		{`query($n: Int) { complaints(last: $n) { totalCount } }`, `{"n": "+5"}`, "last"},
		{`query($n: Int) { complaints(where: {or: [{rating: $n}]}) { totalCount } }`, `{"n": "5"}`, "where.or.0.rating"},
		{`query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, `{"w": {"ratingIn": ["5"]}}`, "where.ratingIn.0"},
		{`query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`, `{"w": {"latitudeGT": "5.5"}}`, "where.latitudeGT"},
		{`query($w: PaymentWhereInput) { payments(where: $w) { totalCount } }`, `{"w": {"amountMinorGT": "+5"}}`, "where.amountMinorGT"},
		{`mutation($i: SubmitComplaintInput!) { submitComplaint(input: $i) { complaint { id } } }`, `{"i": {"title": "A", "latitude": "1", "longitude": 2}}`, "latitude"},
	} {
		t.Run(row.query+row.variables, func(t *testing.T) {
			res := post(t, s, Admin, fmt.Sprintf(`{"query": %q, "variables": %s}`, row.query, row.variables), nil)
			if !strings.Contains(res.Body, `"field":"`+row.field+`"`) || !strings.Contains(res.Body, "VALIDATION_ERROR") || strings.Contains(res.Body, `"data"`) && !strings.Contains(res.Body, `"data":null`) {
				t.Errorf("want a fault of %s: %s", row.field, res.Body)
			}
		})
	}
	for path, want := range map[string]int{
		"/export/complaint-stats.csv?groupBy=ZONE&top=5": 200, "/export/complaint-stats.csv?groupBy=ZONE&top=%2B5": 400,
		"/export/complaint-stats.csv?groupBy=ZONE&top=five": 400, "/api/admin/notifications/broadcasts/?limit=%2B5": 400,
	} {
		if res := s.Do(t, Request{Path: path, As: Admin}); res.Status != want {
			t.Errorf("%s: %d %s", path, res.Status, res.Body)
		}
	}
}

// post sends a body to the graph.
func post(t *testing.T, s *Server, as, body string, header http.Header) Response {
	t.Helper()
	all := http.Header{"Content-Type": {"application/json"}}
	maps.Copy(all, header)
	return s.Do(t, Request{Method: http.MethodPost, Path: "/graphql", As: as, Body: strings.NewReader(body), Header: all})
}

// TestFaultsInsideFilters: what is wrong deep in a filter is named by its path, in variables and in documents, and of an
// enumeration the choices are given.
func TestFaultsInsideFilters(t *testing.T) {
	s := Start(t, Databases()[0])
	var statuses []string
	for _, status := range domain.ComplaintStatuses {
		statuses = append(statuses, string(status))
	}
	all := "must be one of " + strings.Join(statuses, ", ")
	const list = `query($f: ComplaintWhereInput) { list: complaints(where: $f) { totalCount } }`
	for _, row := range []struct{ query, variables, field, message string }{
		{list, `{"f": {"or": [{"title": "A"}, {"and": [{"statusIn": ["CLOSED", "OPEN"]}]}]}}`, "where.or.1.and.0.statusIn.1", all},
		{list, `{"f": {"not": {"status": "closed"}}}`, "where.not.status", all},
		{list, `{"f": {"status": 7}}`, "where.status", ""},
		{list, `{"f": {"statusIn": {"a": 1}}}`, "where.statusIn.0", "must be a value of its enumeration"},
		{list, `{"f": {"or": [{"title": "A"}, {"and": [{"dueAtLT": "tomorrow"}]}]}}`, "where.or.1.and.0.dueAtLT", "RFC 3339"},
		{list, `{"f": {"or": [{"zoneId": "1"}]}}`, "where.or.0.zoneId", "UUID"},
		{list, `{"f": {"not": {"search": "` + strings.Repeat("x", 201) + `"}}}`, "where.not.search", "200"},
		{list, `{"f": {"and": [{"titel": "A"}]}}`, "where.and.0.titel", ""},
		{list, `{"f": {"and": [{"localTime": {"hourOfDay": 24}}]}}`, "where.and.0.localTime.hourOfDay", ""},
		{list, `{"f": {"or": [{"title": "A"}, {}]}}`, "where.or.1", "condition"},
		{`{ complaints(where: {or: [{title: "A"}, {and: [{statusIn: [CLOSED, OPEN]}]}]}) { totalCount } }`, `{}`, "where.or.1.and.0.statusIn.1", all},
		{`{ complaints(where: {or: [{title: "A"}, {statusIn: ["CLOSED"]}]}) { totalCount } }`, `{}`, "where.or.1.statusIn.0", all},
		{`{ complaints(where: {or: [{rating: "5"}]}) { totalCount } }`, `{}`, "where.or.0.rating", ""},
		{`{ zones { edges { node { id } } } complaints { edges { node { tasks(where: {not: {status: OPEN}}) { totalCount } } } } }`, `{}`, "where.not.status", "must be one of ASSIGNED"},
		{`query($s: ComplaintStatus) { complaints(where: {status: $s}) { totalCount } }`, `{"s": "OPEN"}`, "s", all},
		{`query($v: [CountedViewInput!]!) { complaintCountsFor(views: $v) { count } }`, `{"v": [{"key": "a", "where": {"or": [{}]}}]}`, "views.0.where.or.0", "condition"},
	} {
		t.Run(row.query+row.variables[:min(len(row.variables), 90)], func(t *testing.T) {
			res := post(t, s, Admin, fmt.Sprintf(`{"query": %q, "variables": %s}`, row.query, row.variables), nil)
			if !strings.Contains(res.Body, `"field":"`+row.field+`"`) || !strings.Contains(res.Body, row.message) || !strings.Contains(res.Body, "VALIDATION_ERROR") {
				t.Errorf("want %s: %s: %s", row.field, row.message, res.Body)
			}
		})
	}
}

// TestWhatCameAndWhatIsWanted: a time that can't be read is shown as it came, with its field, by each way that a filter comes
// in; a plus that an address has turned into a blank is told as such. Lower case is as good (RFC 3339 section 5.6).
func TestWhatCameAndWhatIsWanted(t *testing.T) {
	s := Start(t, Databases()[0])
	const asked = `{"query": "query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }", "variables": {"w": %s}}`
	address := func(path, name, value string) string {
		return path + name + "=" + strings.ReplaceAll(url.QueryEscape(value), "%2B", "+")
	}
	for _, row := range []struct{ filter, field, said string }{
		{`{"createdAtGTE": "2026-11-21t00:00:00.5z"}`, "", ""},
		{`{"createdAtGTE": "2026-11-21T00:00:00-05:30"}`, "", ""},
		{`{"createdAtGTE": "2026-11-21T00:00:00+05:30"}`, "where.createdAtGTE", `not \"2026-11-21T00:00:00 05:30\": in an address, + is written as %2B`},
		{`{"or": [{"dueAtIn": "tomorrow"}]}`, "where.or.0.dueAtIn.0", `not \"tomorrow\"`},
		{`{"createdAtLT": "2026-11-21 00:00:00"}`, "where.createdAtLT", `not \"2026-11-21 00:00:00\"`},
		{`{"idIn": ["017f22e2"]}`, "where.idIn.0", `36-character form, not \"017f22e2\"`},
		{`{"status": "OPEN"}`, "where.status", `, not \"OPEN\"`},
		{`{"createdAtLT": "` + strings.Repeat("9", 500) + `"}`, "where.createdAtLT", `not \"` + strings.Repeat("9", 60) + `…\"`},
	} {
		t.Run(row.filter[:min(len(row.filter), 60)], func(t *testing.T) {
			answers := map[string]Response{
				"GET":    s.Do(t, Request{As: Admin, Path: address("/graphql?query="+url.QueryEscape(`query($w: ComplaintWhereInput) { complaints(where: $w) { totalCount } }`)+"&", "variables", `{"w":`+row.filter+`}`)}),
				"export": s.Do(t, Request{As: Admin, Path: address("/export/complaints.csv?", "where", row.filter)}),
			}
			if !strings.Contains(row.filter, "+") {
				answers["POST"] = post(t, s, Admin, fmt.Sprintf(asked, row.filter), nil)
				answers["link"] = post(t, s, Admin, fmt.Sprintf(`{"query": "query($a: JSON) { exportLink(of: COMPLAINTS, arguments: $a) { url } }", "variables": {"a": {"where": %s}}}`, row.filter), nil)
			}
			for way, res := range answers {
				if row.said == "" {
					if res.Status != http.StatusOK || strings.Contains(res.Body, `"errors"`) {
						t.Errorf("%s: %d %.300s", way, res.Status, res.Body)
					}
					continue
				}
				if !strings.Contains(res.Body, `"field":"`+row.field+`"`) || !strings.Contains(res.Body, row.said) {
					t.Errorf("%s: want %s: %s: %s", way, row.field, row.said, res.Body)
				}
			}
		})
	}
	for path, want := range map[string]string{
		"/api/admin/notifications/broadcasts/?date_from=21.11.2026":                  `"date_from","code":"invalid","message":"must be a date such as 2026-11-21, not \"21.11.2026\""`,
		"/api/admin/notifications/broadcasts/?date_from=2026-11-21T00:00:00%2B05:30": `not \"2026-11-21T00:00:00+05:30\"`,
		"/api/admin/notifications/broadcasts/?page=two":                              `"page","code":"invalid","message":"must be a whole number, not \"two\""`,
		"/api/admin/notifications/broadcasts/?status=Sent.":                          `, not \"Sent.\""`,
		"/api/admin/notifications/broadcasts/?created_by=017f22e2":                   `"created_by","code":"invalid","message":"must be a UUID in its 36-character form, not \"017f22e2\""`,
		"/api/admin/service-providers/17/payments/":                                  `"provider_id","code":"invalid","message":"must be a UUID in its 36-character form, not \"17\""`,
	} {
		if res := s.Do(t, Request{As: Admin, Path: path}); res.Status != http.StatusBadRequest || !strings.Contains(res.Body, want) {
			t.Errorf("%s: %d %s", path, res.Status, res.Body)
		}
	}
}

// TestEncodedBodies: no body is decoded, and whoever sends one is told so.
func TestEncodedBodies(t *testing.T) {
	s := Start(t, Databases()[0])
	pack := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		return b.String()
	}
	const query, login = `{"query":"{ __typename }"}`, `{"email":"user@example.com","password":"redress-demo"}`
	for _, row := range []struct{ name, path, as, body, kind, encoding, want string }{
		{"graph", "/graphql", Anonymous, pack(query), "application/json", "gzip", "415"},
		{"graph, zstd", "/graphql", Admin, query, "application/json", "zstd", "415"},
		{"graph, as it is", "/graphql", Admin, query, "application/json", "identity", "200"},
		{"sign-in", "/api/auth/login/", Anonymous, pack(login), "application/json", "gzip", "415"},
		{"sign-in, a byte order mark", "/api/auth/login/", Anonymous, "\ufeff" + login, "application/json", "", "200"},
		{"upload", "/api/solver/tasks/update/" + s.Samples.Update.String() + "/media/", Solver, pack("x"), "multipart/form-data; boundary=x", "gzip", "415"},
	} {
		t.Run(row.name, func(t *testing.T) {
			header := http.Header{"Content-Type": {row.kind}}
			if row.encoding != "" {
				header.Set("Content-Encoding", row.encoding)
			}
			res := s.Do(t, Request{Method: http.MethodPost, Path: row.path, As: row.as, Body: strings.NewReader(row.body), Header: header})
			if fmt.Sprint(res.Status) != row.want || row.want == "415" && !strings.Contains(res.Body, "Content-Encoding") {
				t.Errorf("%d %s, want %s", res.Status, res.Body, row.want)
			}
		})
	}
}

// TestEachNullRootHasAnError: ten errors leave, but each root field that is null has one, however many came before.
func TestEachNullRootHasAnError(t *testing.T) {
	s := Start(t, Databases()[0])
	missing := func() string { return domain.NewID(domain.KindComplaint).String() }
	var many, lists strings.Builder
	for i := range 14 {
		fmt.Fprintf(&many, " c%d: complaint(id: %q) { id }", i, missing())
	}
	lists.WriteString("a: nodes(ids: [")
	for range 30 {
		fmt.Fprintf(&lists, "%q ", missing())
	}
	fmt.Fprintf(&lists, "]) { id } z: complaint(id: %q) { id }", missing())
	for _, query := range []string{many.String(), lists.String()} {
		a := s.Execute(t, Admin, "{ "+query+" }", nil)
		with := map[any]bool{}
		for _, e := range a.Errors {
			with[e.Path[0]] = true
		}
		for root, value := range a.Data {
			if value == nil && !with[root] {
				t.Errorf("%s is null without an error: %s", root, a.Raw)
			}
		}
		if len(a.Errors) > max(10, len(with)) || len(a.Errors) == 0 {
			t.Errorf("%d errors of %d roots", len(a.Errors), len(with))
		}
	}
}

// TestIntrospectionCostsWhatItTakes: what a query of the schema is estimated to cost is at least what it returns.
func TestIntrospectionCostsWhatItTakes(t *testing.T) {
	s := Start(t, Databases()[0])
	const tools = `{ __schema { queryType { name } mutationType { name } subscriptionType { name } types { ...FullType }
			directives { name locations args { ...InputValue } } } }
		fragment FullType on __Type { kind name fields(includeDeprecated: true) { name args { ...InputValue } type { ...TypeRef } }
			inputFields { ...InputValue } interfaces { ...TypeRef } enumValues(includeDeprecated: true) { name } possibleTypes { ...TypeRef } }
		fragment InputValue on __InputValue { name type { ...TypeRef } defaultValue }
		fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`
	for _, query := range []string{
		tools, `{ __schema { queryType { name } } }`, `{ __type(name: "User") { name fields { name type { name ofType { name } } } } }`,
		`{ __type(name: "User") { fields { type { fields { type { name } } } } } }`, `{ __type(name: "ComplaintStatus") { enumValues { name } } }`,
	} {
		a := s.Execute(t, Admin, query, nil)
		cost, _ := a.Extensions["cost"].(map[string]any)
		if len(a.Errors) > 0 || cost["estimated"].(float64) < cost["actual"].(float64) || cost["actual"].(float64) < 1 {
			t.Errorf("%.80s: %v %.300s", query, cost, a.Raw)
		}
		t.Logf("%.60s: %v", query, cost)
	}
	deep := `{ __schema { types { fields { type { fields { type { fields { type { fields { type { fields { name } } } } } } } } } } } }`
	if a := s.Execute(t, Admin, deep, nil); a.Code() != "VALIDATION_ERROR" {
		t.Errorf("%.300s", a.Raw)
	}
}
