package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// schema returns the schema as clients see it.
var schema = sync.OnceValue(func() *ast.Schema {
	return gqlparser.MustLoadSchema(&ast.Source{Name: "schema", Input: gqlhttp.Schema()})
})

// statements executes an operation in this process and returns how many SQL statements it took. The
// account is known by then, and so are the texts of a query.
func statements(t *testing.T, s *testenv.Server, as, query string, variables map[string]any) (int, testenv.Result) {
	t.Helper()
	n, _, a := statementsAndWritten(t, s, as, query, variables)
	return n, a
}

// statementsAndWritten also returns how many of them were written, since their texts are not kept.
func statementsAndWritten(t *testing.T, s *testenv.Server, as, query string, variables map[string]any) (n, written int, a testenv.Result) {
	t.Helper()
	ask := func() (n, written int, a testenv.Result) {
		ctx, counter := store.CountStatements(t.Context())
		a = executeIn(ctx, t, s, as, query, variables)
		return int(counter.N()), int(counter.Written()), a
	}
	s.Clock.Stop() // a viewer who was just looked up stays known, however long the request takes
	s.Clock.Advance(time.Second)
	s.MustExecute(t, as, `{ viewer { id } }`, nil)
	if !strings.HasPrefix(query, "mutation") {
		ask() // now the texts are kept
	}
	return ask()
}

// executeFrom executes an operation with a token, "" for none, from a network address, of a service behind a proxy.
func executeFrom(t *testing.T, s *testenv.Server, address, token, query string, variables map[string]any) (a testenv.Result, res testenv.Response) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	res = s.Do(t, testenv.Request{Method: http.MethodPost, Path: "/graphql", Token: token, Body: bytes.NewReader(body), Header: http.Header{
		"Content-Type": {"application/json"}, "X-Forwarded-For": {address},
	}})
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil {
		t.Fatal(err, res.Body)
	}
	return a, res
}

// requestIn returns the request of an operation in this process, with a context.
func requestIn(ctx context.Context, t *testing.T, query string, variables map[string]any) *http.Request {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/graphql", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// executeIn executes an operation that must not fail in this process, with a context.
func executeIn(ctx context.Context, t *testing.T, s *testenv.Server, as, query string, variables map[string]any) testenv.Result {
	t.Helper()
	r, w := requestIn(ctx, t, query, variables), httptest.NewRecorder()
	r.Header.Set("Authorization", "Bearer "+s.Token(t, as))
	s.Service.Handler.ServeHTTP(w, r)
	a := testenv.Result{Status: w.Code, Raw: w.Body.String()}
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if len(a.Errors) > 0 {
		t.Fatalf("as %q: %s\n%s", as, a.Raw, query)
	}
	return a
}

// isConnection reports whether a field returns a connection.
func isConnection(f *ast.FieldDefinition) bool { return strings.HasSuffix(f.Type.Name(), "Connection") }

// nodeType returns the type of a connection's rows.
func nodeType(f *ast.FieldDefinition) string { return strings.TrimSuffix(f.Type.Name(), "Connection") }

// scalars returns the fields of a type that have no subfields.
func scalars(def *ast.Definition) []string {
	var names []string
	for _, f := range def.Fields {
		if kind := schema().Types[f.Type.Name()].Kind; (kind == ast.Scalar || kind == ast.Enum) && !strings.HasPrefix(f.Name, "__") {
			names = append(names, f.Name)
		}
	}
	return names
}

// walkValues calls visit with the name and the value of each leaf of a decoded result.
func walkValues(v any, name string, visit func(name string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			walkValues(inner, k, visit)
		}
	case []any:
		for _, inner := range v {
			walkValues(inner, name, visit)
		}
	default:
		visit(name, v)
	}
}

// killedAfter returns a context that ends as soon as a count is another one than it was: when a job has done a step.
func killedAfter(ctx context.Context, s *testenv.Server, query string) context.Context {
	count := func() (n int, err error) { err = s.Store.DB().QueryRowContext(ctx, query).Scan(&n); return n, err }
	before, err := count()
	killed, kill := context.WithCancel(ctx)
	go func() {
		defer kill()
		for n := before; n == before && err == nil && ctx.Err() == nil; time.Sleep(time.Millisecond) {
			n, err = count()
		}
	}()
	return killed
}

// ids returns the ids of a list of rows, of a connection or of a numbered page.
func ids(t *testing.T, list any) []string {
	t.Helper()
	if c, ok := list.(map[string]any); ok {
		list = c["edges"]
	}
	rows, ok := list.([]any)
	if !ok {
		t.Fatalf("no list: %v", list)
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		row := row.(map[string]any)
		if node, ok := row["node"].(map[string]any); ok {
			row = node
		}
		out[i] = fmt.Sprint(row["id"])
	}
	return out
}

// allIDs pages through a connection of the root to its end.
func allIDs(t *testing.T, s *testenv.Server, as, root, args string) (found []string, total int) {
	t.Helper()
	query := fmt.Sprintf(`query($after: Cursor) { %s(first: 50, after: $after%s) { totalCount pageInfo { hasNextPage endCursor } edges { node { id } } } }`, root, args)
	var after any
	for {
		a := s.MustExecute(t, as, query, map[string]any{"after": after})
		found = append(found, ids(t, a.At(root))...)
		total = int(a.At(root, "totalCount").(float64))
		if a.At(root, "pageInfo", "hasNextPage") != true {
			return found, total
		}
		after = a.At(root, "pageInfo", "endCursor")
	}
}

// onFour runs a background job on four instances at once.
func onFour(t *testing.T, job func(context.Context) (int, error)) {
	t.Helper()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := job(testenv.System()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
