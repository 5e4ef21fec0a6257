package gqlhttp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	. "github.com/redress/redress/internal/testenv"
)

// TestOverHTTP is what the GraphQL-over-HTTP specification asks of a server. The public suite
// graphql-http runs in e2e.
func TestOverHTTP(t *testing.T) {
	const (
		jsonType  = "application/json"
		graphType = "application/graphql-response+json"
		named     = `query A { a: __typename } query B { b: __typename }`
	)
	get := func(pairs ...string) string {
		v := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			v.Add(pairs[i], pairs[i+1])
		}
		return v.Encode()
	}
	rows := []struct {
		name                   string
		method, query, body    string
		contentType, accept    string
		status                 int
		answer                 string // media type; "" is not looked at
		contains, containsNone string
	}{
		{"POST", "POST", "", `{"query":"{ __typename }"}`, jsonType, "", 200, jsonType, `{"data":{"__typename":"Query"},`, "errors"},
		{"POST with charset", "POST", "", `{"query":"{ __typename }"}`, jsonType + "; charset=utf-8", "", 200, jsonType, `"Query"`, ""},
		{"POST in Latin-1", "POST", "", `{"query":"{ __typename }"}`, jsonType + "; charset=iso-8859-1", "", 415, jsonType, "UNSUPPORTED_MEDIA_TYPE", `"data"`},
		{"POST without a type", "POST", "", `{"query":"{ __typename }"}`, "", "", 415, jsonType, "errors", `"data"`},
		{"POST of a form", "POST", "", `query={__typename}`, "application/x-www-form-urlencoded", "", 415, jsonType, "errors", `"data"`},
		{"POST of parts", "POST", "", "--x\r\n", "multipart/form-data; boundary=x", "", 415, jsonType, "errors", `"data"`},
		{"asked for the newer type", "POST", "", `{"query":"{ __typename }"}`, jsonType, graphType, 200, graphType, `"Query"`, ""},
		{"asked for both", "POST", "", `{"query":"{ __typename }"}`, jsonType, graphType + ", " + jsonType, 200, graphType, `"Query"`, ""},
		{"rather the older", "POST", "", `{"query":"{ __typename }"}`, jsonType, graphType + ";q=0.1, " + jsonType, 200, jsonType, `"Query"`, ""},
		{"asked for anything", "POST", "", `{"query":"{ __typename }"}`, jsonType, "*/*", 200, jsonType, `"Query"`, ""},
		{"asked for HTML", "POST", "", `{"query":"{ __typename }"}`, jsonType, "text/html", 406, jsonType, "errors", `"data"`},
		{"no query", "POST", "", `{}`, jsonType, graphType, 400, graphType, "errors", `"data"`},
		{"query is a number", "POST", "", `{"query":5}`, jsonType, graphType, 400, graphType, "errors", `"data"`},
		{"variables are a list", "POST", "", `{"query":"{ __typename }","variables":[]}`, jsonType, graphType, 400, graphType, "variables", `"data"`},
		{"variables are a text", "POST", "", `{"query":"{ __typename }","variables":"{}"}`, jsonType, graphType, 400, graphType, "variables", `"data"`},
		{"variables are null", "POST", "", `{"query":"{ __typename }","variables":null,"operationName":null,"extensions":null}`, jsonType, graphType, 200, graphType, `"Query"`, ""},
		{"extensions are a text", "POST", "", `{"query":"{ __typename }","extensions":"x"}`, jsonType, graphType, 400, graphType, "extensions", `"data"`},
		{"name is a number", "POST", "", `{"query":"{ __typename }","operationName":5}`, jsonType, graphType, 400, graphType, "operationName", `"data"`},
		{"does not parse", "POST", "", `{"query":"{"}`, jsonType, graphType, 400, graphType, "MALFORMED_REQUEST", `"data"`},
		{"does not parse, older client", "POST", "", `{"query":"{"}`, jsonType, jsonType, 200, jsonType, "MALFORMED_REQUEST", `"data"`},
		{"not valid", "POST", "", `{"query":"{ nothing }"}`, jsonType, graphType, 400, graphType, "VALIDATION_ERROR", `"data"`},
		{"not valid, older client", "POST", "", `{"query":"{ nothing }"}`, jsonType, "", 200, jsonType, "VALIDATION_ERROR", `"data"`},
		{"variable missing", "POST", "", `{"query":"query($id: ID!) { node(id: $id) { id } }"}`, jsonType, graphType, 400, graphType, "VALIDATION_ERROR", `"data"`},
		{"which operation", "POST", "", fmt.Sprintf(`{"query":%q}`, named), jsonType, graphType, 400, graphType, "errors", `"data"`},
		{"operation of that name", "POST", "", fmt.Sprintf(`{"query":%q,"operationName":"B"}`, named), jsonType, graphType, 200, graphType, `{"b":"Query"}`, ""},
		{"no operation of that name", "POST", "", fmt.Sprintf(`{"query":%q,"operationName":"C"}`, named), jsonType, graphType, 400, graphType, "errors", `"data"`},
		{"fails while executed", "POST", "", `{"query":"{ viewer { id } node(id: \"x\") { id } }"}`, jsonType, graphType, 200, graphType, `"data"`, ""},
		{"GET", "GET", get("query", "{ __typename }"), "", "", "", 200, jsonType, `{"data":{"__typename":"Query"},`, ""},
		{"GET with variables", "GET", get("query", "query($x: Boolean!) { a: __typename @include(if: $x) }", "variables", `{"x":true}`, "operationName", ""), "", "", graphType, 200, graphType, `{"a":"Query"}`, ""},
		{"GET with bad variables", "GET", get("query", "{ __typename }", "variables", `[1]`), "", "", graphType, 400, graphType, "variables", `"data"`},
		{"GET with variables that are no JSON", "GET", get("query", "{ __typename }", "variables", `{x}`), "", "", graphType, 400, graphType, "variables", `"data"`},
		{"a condition that is null", "GET", get("query", "query($x: Boolean = true) { __typename @include(if: $x) }", "variables", `{"x":null}`), "", "", graphType, 400, graphType, "variables.x", `"data"`},
		{"GET with a parameter twice", "GET", get("query", "{ __typename }", "query", "{ me { id } }"), "", "", graphType, 400, graphType, "must be given only once", `"data"`},
		{"GET without a query", "GET", "", "", "", graphType, 400, graphType, "errors", `"data"`},
		{"GET of a mutation", "GET", get("query", "mutation { logout { ended } }"), "", "", graphType, 405, graphType, "METHOD_NOT_ALLOWED", `"data"`},
		{"GET of a chosen mutation", "GET", get("query", "query A { __typename } mutation B { logout { ended } }", "operationName", "B"), "", "", graphType, 405, graphType, "METHOD_NOT_ALLOWED", `"data"`},
		{"HEAD", "HEAD", get("query", "{ __typename }"), "", "", "", 200, jsonType, "", ""},
		{"PUT", "PUT", "", `{"query":"{ __typename }"}`, jsonType, "", 405, jsonType, "METHOD_NOT_ALLOWED", `"data"`},
		{"DELETE", "DELETE", get("query", "{ __typename }"), "", "", "", 405, jsonType, "METHOD_NOT_ALLOWED", `"data"`},
	}
	s := Start(t, "sqlite")
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			for _, path := range []string{"/graphql", "/graphql/"} {
				h := http.Header{}
				if row.contentType != "" {
					h.Set("Content-Type", row.contentType)
				}
				if row.accept != "" {
					h.Set("Accept", row.accept)
				}
				res := s.Do(t, Request{Method: row.method, Path: path + "?" + row.query, As: User, Header: h, Body: strings.NewReader(row.body)})
				kind, charset, _ := strings.Cut(res.Header.Get("Content-Type"), "; ")
				if res.Status != row.status || kind != row.answer || charset != "charset=utf-8" {
					t.Errorf("%d %s; %s: %s", res.Status, kind, charset, res.Body)
				}
				if !strings.Contains(res.Body, row.contains) || row.containsNone != "" && strings.Contains(res.Body, row.containsNone) {
					t.Errorf("%s", res.Body)
				}
				if row.method != "HEAD" && !json.Valid(bytes.TrimSpace([]byte(res.Body))) {
					t.Errorf("no JSON: %q", res.Body)
				}
				if row.status == 405 && res.Header.Get("Allow") == "" {
					t.Error("405 without Allow")
				}
				if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Cache-Control") != "no-store" {
					t.Errorf("%v", res.Header)
				}
			}
		})
	}
}

// TestTokensAtTheGraph: a bad token is refused before the query is looked at; without one only
// what is open to everybody is answered.
func TestTokensAtTheGraph(t *testing.T) {
	s := Start(t, "sqlite")
	post := func(token, query string) Response {
		return s.Do(t, Request{Method: "POST", Path: "/graphql", Token: token, Body: strings.NewReader(fmt.Sprintf(`{"query":%q}`, query)), Header: http.Header{"Content-Type": {"application/json"}}})
	}
	for _, query := range []string{"{ __typename }", "{ viewer { id } }", "{", "{ nothing }", `mutation { login(input: {email: "a", password: "b"}) { accessToken } }`} {
		t.Run(query, func(t *testing.T) {
			res := post("nonsense", query)
			if res.Status != 401 || !strings.Contains(res.Body, "INVALID_TOKEN") || strings.Contains(res.Body, `"data"`) || res.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s: %d %s", query, res.Status, res.Body)
			}
		})
	}
	for _, query := range []string{"{ viewer { id } }", "{ __typename ... on Query { ... { viewer { id } } } }", "{ ...F } fragment F on Query { zones { totalCount } }", "mutation { logout { ended } }", "{ __typename zones @include(if: true) { totalCount } }"} {
		t.Run(query, func(t *testing.T) {
			res := post("", query)
			if res.Status != 401 || !strings.Contains(res.Body, "AUTHENTICATION_REQUIRED") || strings.Contains(res.Body, `"data"`) || res.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s: %d %s", query, res.Status, res.Body)
			}
		})
	}
	if res := post("", "{ __typename }"); res.Status != 200 {
		t.Errorf("%d %s", res.Status, res.Body)
	}
}
