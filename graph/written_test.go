package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph"
	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/reference"
)

// TestWrittenAnswers asks random documents of two handlers over the same rows: one writes its answers, the
// other's are assembled by the executor that the library generates. Their data is the same byte for byte, and so are
// their errors. The cost that is told is the number of objects in the answer.
// REDRESS_TEST_SEED repeats a run, REDRESS_TEST_DOCUMENTS is the number of documents.
func TestWrittenAnswers(t *testing.T) {
	count := 150
	if n, err := strconv.Atoi(os.Getenv("REDRESS_TEST_DOCUMENTS")); err == nil {
		count = n
	}
	seed := uint64(2026)
	if n, err := strconv.ParseUint(os.Getenv("REDRESS_TEST_SEED"), 10, 64); err == nil {
		seed = n
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		s.Clock.Stop()
		w := newVisibilityModel(t, s)
		written, assembled := bothHandlers(s, func(r *graph.Resolver) generated.ResolverRoot { return faultyResolvers{r} })
		callers := map[string]context.Context{Anonymous: t.Context()}
		for _, as := range Everyone[1:] {
			u := w.accounts[as]
			v := &auth.Viewer{ID: u.ID, Role: u.Role}
			for id, own := range w.sessions {
				if own.UserID == u.ID {
					v.SessionID = id
				}
			}
			if u.ProviderID != nil {
				v.ProviderID = *u.ProviderID
			}
			callers[as] = auth.With(t.Context(), v)
		}
		g := &documents{Rand: rand.New(rand.NewPCG(seed, 0)), model: w}
		answered, failed := 0, 0
		for n := range count {
			as := []string{Admin, Admin, Admin, Solver, User, Provider, SuperAdmin}[g.IntN(7)]
			if n%50 == 0 {
				as = Anonymous
			}
			body, err := json.Marshal(g.document())
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time with the plan of the first
				got, want := ask(callers[as], written, body), ask(callers[as], assembled, body)
				if string(got.Data) != string(want.Data) || !got.sameErrors(want) || got.cost(t) != got.objects(t) && string(got.Data) != "null" {
					t.Fatalf("seed %d, document %d as %q: written\n%s\nassembled\n%s\nof %s", seed, n, as, got, want, body)
				}
				if len(got.Data) > 0 {
					answered++
				}
				if len(got.Data) > 0 && len(got.Errors) > 0 {
					failed++
				}
			}
		}
		if t.Logf("seed %d: %d documents, %d executed, %d with errors of fields", seed, count, answered/2, failed/2); answered < count*3/2 || failed == 0 {
			t.Errorf("most documents must be answered, and some with errors")
		}
	})
}

// TestWrittenAnswersOfOneDocument asks for the operations of a document, with other variables each time: what is kept of
// one operation is not another's, although they share fragments.
func TestWrittenAnswersOfOneDocument(t *testing.T) {
	s := Start(t, Databases()[0])
	written, assembled := bothHandlers(s, func(r *graph.Resolver) generated.ResolverRoot { return r })
	const document = `query A($n: Int = 2, $titles: Boolean = false) { ...Page }
		query B($n: Int = 3, $titles: Boolean = true) { ...Page complaints(first: $n) { totalCount edges { node { reference status statusLog(first: $n) { totalCount } } } } }
		query C($n: Int = 1, $titles: Boolean = true) { complaints(first: $n) { edges { cursor } } ...Page }
		fragment Page on Query { complaints(first: $n) { edges { node { ...Row } } } }
		fragment Row on Complaint { id title @include(if: $titles) }`
	for _, turns := range []string{"ABCABC", "BACB", "CBA"} {
		// A comment makes it another document, of which nothing is kept yet.
		query := document + "\n#" + turns
		for i, operation := range turns {
			for _, variables := range []map[string]any{nil, {"n": i + 1}, {"titles": i%2 == 0}} {
				body, err := json.Marshal(map[string]any{"query": query, "operationName": string(operation), "variables": variables})
				if err != nil {
					t.Fatal(err)
				}
				got, want := ask(System(), written, body), ask(System(), assembled, body)
				if len(want.Errors) > 0 || string(got.Data) != string(want.Data) {
					t.Fatalf("%s of %s with %v: written\n%s\nassembled\n%s", string(operation), turns, variables, got, want)
				}
			}
		}
	}
}

// TestWrittenIntrospection: the schema is told as the library tells it, and what does not exist is null.
func TestWrittenIntrospection(t *testing.T) {
	written, assembled := bothHandlers(Start(t, Databases()[0]), func(r *graph.Resolver) generated.ResolverRoot { return r })
	for _, query := range []string{
		introspection.Query,
		`{ __typename a: __schema { queryType { name kind fields(includeDeprecated: true) { name isDeprecated deprecationReason args { name defaultValue } } } } b: __type(name: "Complaint") { ...T } c: __type(name: "None") { ...T } }
			fragment T on __Type { __typename name description interfaces { name } possibleTypes { name } enumValues { name } inputFields { name } ofType { name } fields { name type { kind ofType { name } } } }`,
	} {
		body, err := json.Marshal(map[string]any{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		got, want := ask(System(), written, body), ask(System(), assembled, body)
		if len(want.Errors) > 0 || len(want.Data) < 1000 || string(got.Data) != string(want.Data) {
			t.Errorf("%.60s: written\n%.2000s\nassembled\n%.2000s", query, got, want)
		}
	}
}

// bothHandlers returns a handler that writes its answers and one whose answers the library's executor assembles, which
// fails fields whose resolvers change what the other one uses again.
func bothHandlers(s *Server, resolvers func(*graph.Resolver) generated.ResolverRoot) (written, assembled http.Handler) {
	cfg := gqlhttp.Config{
		Introspection: true,
		Resolvers:     resolvers(graph.New(s.Store.Client(), s.Store.Dialect(), s.Service.Rooms, s.Service.Dispatcher, graph.NewLinks([]byte("a key for links"), s.Clock.Now), nil, nil)),
		Measure: func(ctx context.Context) (context.Context, func() gqlhttp.Work) {
			return ctx, func() gqlhttp.Work { return gqlhttp.Work{} }
		},
	}
	written = gqlhttp.Handler(cfg)
	cfg.Executor = func(cfg generated.Config) graphql.ExecutableSchema {
		return unchanged{reference.NewExecutableSchema(reference.Config{Resolvers: cfg.Resolvers, Schema: cfg.Schema})}
	}
	return written, gqlhttp.Handler(cfg)
}

// TestWrittenAnswersAllocateLess counts the allocations of a nested query, those of its statements included.
func TestWrittenAnswersAllocateLess(t *testing.T) {
	s := Start(t, "sqlite")
	written, assembled := bothHandlers(s, func(r *graph.Resolver) generated.ResolverRoot { return r })
	body, err := json.Marshal(map[string]any{"query": listOfComplaints})
	if err != nil {
		t.Fatal(err)
	}
	allocations := func(h http.Handler) float64 {
		return testing.AllocsPerRun(10, func() { ask(System(), h, body) })
	}
	if a := ask(System(), written, body); len(a.Errors) > 0 {
		t.Fatal(a)
	}
	got, want := allocations(written), allocations(assembled)
	if t.Logf("%.0f allocations, assembled %.0f", got, want); got > 0.8*want {
		t.Errorf("an answer is written with %.0f allocations, and assembled with %.0f", got, want)
	}
}

const listOfComplaints = `{ complaints(first: 50) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node {
	id reference title status createdAt category { name } statusLog(last: 3) { edges { node { id status createdAt } } }
	tasks(first: 5) { edges { node { id status createdAt solver { name } } } }
} } } }`

// faultyResolvers fail and panic at some rows.
type faultyResolvers struct{ *graph.Resolver }

func (r faultyResolvers) Complaint() generated.ComplaintResolver {
	return faultyComplaint{r.Resolver.Complaint()}
}

func (r faultyResolvers) StatusLog() generated.StatusLogResolver {
	return faultyStatusLog{r.Resolver.StatusLog()}
}

func (r faultyResolvers) User() generated.UserResolver { return faultyUser{r.Resolver.User()} }

type faultyComplaint struct{ generated.ComplaintResolver }

// AvailableActions must not be null.
func (r faultyComplaint) AvailableActions(ctx context.Context, c *ent.Complaint) ([]*model.AvailableAction, error) {
	switch c.ID[6] % 8 {
	case 0:
		return nil, fault.New(fault.Conflict, "No actions.")
	case 1:
		panic("no actions at all")
	case 2:
		return []*model.AvailableAction{nil}, nil
	case 3:
		return nil, nil
	}
	return r.ComplaintResolver.AvailableActions(ctx, c)
}

// Handler may be null.
func (r faultyComplaint) Handler(ctx context.Context, c *ent.Complaint) (*ent.User, error) {
	if c.ID[6]%3 == 0 {
		return nil, fault.New(fault.Conflict, "No handler.")
	}
	return r.ComplaintResolver.Handler(ctx, c)
}

type faultyStatusLog struct{ generated.StatusLogResolver }

func (r faultyStatusLog) ActorName(ctx context.Context, l *ent.StatusLog) (string, error) {
	if l.ID[6]%5 == 0 {
		panic("no name")
	}
	return r.StatusLogResolver.ActorName(ctx, l)
}

type faultyUser struct{ generated.UserResolver }

func (r faultyUser) Role(ctx context.Context, u *ent.User) (*domain.Role, error) {
	if u.ID[6]%4 == 0 {
		return nil, fault.New(fault.Conflict, "No role.")
	}
	return r.UserResolver.Role(ctx, u)
}

type answer struct {
	Data, Extensions json.RawMessage
	Errors           []json.RawMessage
	status           int
}

func (a answer) String() string {
	return fmt.Sprintf("%d %s\n%s %s", a.status, a.Data, strings.Join(a.errors(), "\n"), a.Extensions)
}

// cost returns the actual cost that was told, 0 if none was.
func (a answer) cost(t *testing.T) int {
	var told struct{ Cost struct{ Actual int } }
	if err := json.Unmarshal(a.Extensions, &told); err != nil && len(a.Extensions) > 0 {
		t.Fatal(err)
	}
	return told.Cost.Actual
}

// objects returns how many objects the answer has, of those that tell their type and are rows, 0 if no cost was told.
func (a answer) objects(t *testing.T) (n int) {
	if len(a.Extensions) == 0 || len(a.Data) == 0 {
		return 0
	}
	var data map[string]any
	if err := json.Unmarshal(a.Data, &data); err != nil {
		t.Fatal(err)
	}
	var count func(v any)
	count = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				count(e)
			}
		case map[string]any:
			if typ, ok := v["__typename"].(string); ok && typ != "PageInfo" && !strings.HasSuffix(typ, "Connection") && !strings.HasSuffix(typ, "Edge") {
				n++
			}
			for _, e := range v {
				count(e)
			}
		}
	}
	delete(data, "__typename")
	count(data)
	return n
}

// errors returns the errors without their order, which is that of concurrent root fields.
func (a answer) errors() (all []string) {
	for _, e := range a.Errors {
		all = append(all, string(e))
	}
	slices.Sort(all)
	return all
}

// sameErrors reports whether two answers have the same errors. Of those beyond the limit it depends on the order of
// the root fields which are told.
func (a answer) sameErrors(b answer) bool {
	const limit = 10
	return slices.Equal(a.errors(), b.errors()) || len(a.Errors) == limit && len(b.Errors) == limit
}

func ask(ctx context.Context, h http.Handler, body []byte) (a answer) {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/graphql", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		panic(fmt.Sprintf("%s: %v", w.Body, err))
	}
	a.status = w.Code
	return a
}

// documents makes random documents of the schema.
type documents struct {
	*rand.Rand
	model *visibilityModel

	names     int // that have been given
	fields    int
	aliases   int
	fragments []string
}

func (g *documents) document() map[string]any {
	g.fields, g.aliases, g.fragments = 0, 0, nil
	var roots []string
	for range 1 + g.IntN(3) {
		f := schema().Query.Fields[g.IntN(len(schema().Query.Fields))]
		if g.IntN(3) == 0 { // most rows are below these
			f = schema().Query.Fields.ForName([]string{"complaints", "tasks", "node", "nodes", "complaint", "users"}[g.IntN(6)])
		}
		if args, ok := g.arguments(f); ok && !strings.HasPrefix(f.Name, "__") {
			roots = append(roots, g.field(f, args, 4))
		}
	}
	if len(roots) == 0 || g.IntN(10) == 0 {
		roots = append(roots, "__typename")
	}
	text := "query($yes: Boolean!, $no: Boolean = false, $few: Int) {" + strings.Join(roots, " ") + " u: __typename @include(if: $yes) @skip(if: $no) c: complaints(first: $few) { totalCount } }"
	return map[string]any{
		"query":     text + strings.Join(g.fragments, " "),
		"variables": map[string]any{"yes": g.IntN(4) > 0, "no": g.IntN(4) == 0, "few": 1 + g.IntN(3)},
	}
}

// arguments returns random arguments of a field, and whether there are such.
func (g *documents) arguments(f *ast.FieldDefinition) (string, bool) {
	var args []string
	for _, a := range f.Arguments {
		switch {
		case a.Name == "first" && isConnection(f):
			args = append(args, []string{"first: 2", "first: 3", "first: 1", "first: $few", "last: 2"}[g.IntN(5)])
		case a.Name == "where" && isConnection(f) && g.IntN(4) == 0:
			args = append(args, fmt.Sprintf("where: {not: {idIn: [%q, %q]}}", g.id(), g.id()))
		case a.Name == "id" || a.Name == "ids":
			id := strconv.Quote(g.id())
			if a.Name == "ids" {
				id = fmt.Sprintf("[%s, %q, %q]", id, g.id(), missingID("Task"))
			}
			args = append(args, a.Name+": "+id)
		case a.Type.NonNull && a.DefaultValue == nil:
			return "", false
		}
	}
	if len(args) == 0 {
		return "", true
	}
	return "(" + strings.Join(args, ", ") + ")", true
}

// id returns the id of some row, or of none.
func (g *documents) id() string {
	w := g.model
	switch g.IntN(9) {
	case 0:
		return uuid.New().String()
	case 1:
		return pick(g, w.tasks)
	case 2:
		return pick(g, w.users)
	case 3:
		return pick(g, w.payments)
	case 4:
		return pick(g, w.broadcasts)
	case 5:
		return pick(g, w.logs)
	default:
		return pick(g, w.complaints)
	}
}

func pick[T any](g *documents, rows map[uuid.UUID]T) string {
	all := make([]string, 0, len(rows))
	for id := range rows {
		all = append(all, id.String())
	}
	slices.Sort(all)
	return all[g.IntN(len(all))]
}

// field returns a field with a selection of so many levels, "" where it needs one and there are no levels left.
func (g *documents) field(f *ast.FieldDefinition, args string, levels int) string {
	def := schema().Types[f.Type.Name()]
	if args != "" && g.aliases >= 13 {
		return ""
	}
	set := ""
	if def.Kind != ast.Scalar && def.Kind != ast.Enum {
		if levels == 0 {
			return ""
		}
		set = " { " + g.selection(def, levels-1) + " }"
	}
	g.fields++
	name := f.Name
	if args != "" || g.aliases < 10 && g.IntN(12) == 0 { // the same name with other arguments would be a conflict
		g.aliases++
		g.names++
		name = fmt.Sprintf("a%d: %s", g.names, f.Name)
	}
	return name + args + g.directive() + set
}

func (g *documents) directive() string {
	switch g.IntN(30) {
	case 0:
		return " @include(if: $yes)"
	case 1:
		return " @skip(if: $no)"
	case 2:
		return " @skip(if: $yes)"
	case 3:
		return " @include(if: true) @skip(if: false)"
	}
	return ""
}

// selection returns some fields of a type, in fragments too, and some of them twice.
func (g *documents) selection(def *ast.Definition, levels int) string {
	out := []string{"__typename"}
	if def.Kind == ast.Interface {
		for range 3 {
			of := schema().PossibleTypes[def.Name]
			out = append(out, g.fragment(of[g.IntN(len(of))], levels))
		}
		return strings.Join(append(out, "id"), " ")
	}
	if strings.HasSuffix(def.Name, "Connection") {
		edges := def.Fields.ForName("edges")
		out = append(out, g.field(edges, "", levels+2)) // these two count for nothing
	}
	if strings.HasSuffix(def.Name, "Edge") {
		out = append(out, g.field(def.Fields.ForName("node"), "", levels+1))
	}
	for range 2 + g.IntN(6) {
		f := def.Fields[g.IntN(len(def.Fields))]
		if g.fields > 60 || strings.HasPrefix(f.Name, "__") {
			continue
		}
		if args, ok := g.arguments(f); ok {
			out = append(out, g.field(f, args, levels))
		}
	}
	if levels > 0 && g.IntN(6) == 0 && g.fields < 60 {
		out = append(out, g.fragment(def, levels-1))
	}
	g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return strings.Join(out, " ")
}

func (g *documents) fragment(def *ast.Definition, levels int) string {
	set := g.selection(def, levels)
	if g.IntN(2) == 0 {
		return "... on " + def.Name + g.directive() + " { " + set + " }"
	}
	g.names++
	g.fragments = append(g.fragments, fmt.Sprintf(" fragment F%d on %s { %s }", g.names, def.Name, set))
	return fmt.Sprintf("...F%d%s", g.names, g.directive())
}
