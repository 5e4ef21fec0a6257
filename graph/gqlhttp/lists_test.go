package gqlhttp_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/internal/testenv"
)

// A single value for a list means the list of it, wherever it stands: what is right in brackets is right without, and what is
// wrong in brackets is refused without, by the same words.
func TestOneValueStandsForAList(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		complaint := s.Samples.Complaint.String()
		for _, c := range []struct {
			query, variables string // %s is the value, in brackets and without
			value            string
			want             string // what the answer has
		}{
			{`query($v: [ComplaintStatus!]) { complaints(where: {statusIn: $v}) { totalCount } }`, `{"v": %s}`, `"SUBMITTED"`, `"totalCount":`},
			{`query($v: [ComplaintStatus!]) { complaints(where: {statusIn: $v}) { totalCount } }`, `{"v": %s}`, `"submitted"`, `must be one of`},
			{`query($v: ComplaintWhereInput) { complaints(where: $v) { totalCount } }`, `{"v": {"statusNotIn": %s}}`, `"submitted"`, `must be one of`},
			{`query($v: ComplaintWhereInput) { complaints(where: $v) { totalCount } }`, `{"v": {"or": %s}}`, `{"not": {"statusIn": "Submitted"}}`, `must be one of`},
			{`query($v: ComplaintWhereInput) { complaints(where: $v) { totalCount } }`, `{"v": {"titleIn": %s}}`, `"a\u0000b"`, `must not contain a NUL character`},
			{`query($v: [String!]) { complaints(where: {titleIn: $v}) { totalCount } }`, `{"v": %s}`, `"` + strings.Repeat("x", 60_000) + `"`, `must be at most 10000 characters`},
			{`query($v: [ComplaintStatus!] = %s) { complaints(where: {statusIn: $v}) { totalCount } }`, `{}`, `SUBMITTED`, `"totalCount":`},
			{`{ complaints(where: {statusIn: %s}) { totalCount } }`, `{}`, `SUBMITTED`, `"totalCount":`},
			{`{ complaints(where: {and: %s}) { totalCount } }`, `{}`, `{or: {titleContainsFold: "lamp"}}`, `"totalCount":`},
			{`query($v: [ComplaintOrder!]) { complaints(first: 2, orderBy: $v) { edges { node { id } } } }`, `{"v": %s}`, `{"field": "PRIORITY", "direction": "DESC"}`, `"node":`},
			{`{ complaints(first: 2, orderBy: %s) { edges { node { id } } } }`, `{}`, `{field: PRIORITY}`, `"node":`},
			{`query($v: [ComplaintOrder!]) { complaints(first: 2, orderBy: $v) { edges { node { id } } } }`, `{"v": %s}`, `{"field": "priority"}`, `must be one of`},
			{`query($v: [ComplaintOrder!]) { complaints(first: 2, orderBy: $v) { edges { node { id } } } }`, `{"v": %s}`, `{"field": true}`, `"field":"v.0.field"`},
			{`query($v: [TaskOrder!]) { complaints(first: 9) { edges { node { tasks(first: 2, orderBy: $v) { totalCount } } } } }`, `{"v": %s}`, `{"field": "CREATED_AT"}`, `"totalCount":`},
			{`query($v: [ComplaintDimension!]!) { complaintStats(groupBy: $v) { buckets { status count } } }`, `{"v": %s}`, `"STATUS"`, `"SUBMITTED"`},
			{`query($v: [ComplaintDimension!]!) { complaintStats(groupBy: $v) { buckets { status count } } }`, `{"v": %s}`, `"Status"`, `must be one of`},
			{`query($v: [CountedViewInput!]!) { complaintCountsFor(views: $v) { key count } }`, `{"v": %s}`, `{"key": "a", "where": {"statusIn": "SUBMITTED"}}`, `"key":"a"`},
			{`{ complaintCountsFor(views: %s) { key count } }`, `{}`, `{key: "a", where: {statusIn: SUBMITTED}}`, `"key":"a"`},
			{`query($v: [ID!]!) { nodes(ids: $v) { id } }`, `{"v": %s}`, `"` + complaint + `"`, complaint},
			{`mutation($v: [Channel!]!) { sendTestBroadcast(input: {title: "A", message: "B", channels: $v}) { notification { id } } }`, `{"v": %s}`, `"in_app"`, `must be one of`},
			{`mutation($v: AssignComplaintsInput!) { assignComplaints(input: $v) { results { error { code } } } }`, `{"v": {"items": %s, "solverId": "` + uuid.NewString() + `"}}`, `{"id": "` + complaint + `"}`, `"results":`},
		} {
			t.Run(fmt.Sprintf("%.60s %.30s", c.query, c.value), func(t *testing.T) {
				form := func(value string) answer {
					fill := func(text string) string { return strings.ReplaceAll(text, "%s", value) }
					query, _ := json.Marshal(fill(c.query))
					return answerOf(t, post(t, s, testenv.Admin, `{"query": `+string(query)+`, "variables": `+fill(c.variables)+`}`, nil))
				}
				bare, listed := form(c.value), form("["+c.value+"]")
				if !strings.Contains(bare.text(), c.want) {
					t.Errorf("%s\nwithout %s", bare.text(), c.want)
				}
				if bare.text() != listed.text() {
					t.Errorf("the same without brackets\n%s\nand in brackets\n%s", bare.text(), listed.text())
				}
			})
		}
	})
}

// answer is an answer of the graph.
type answer map[string]any

func answerOf(t *testing.T, res testenv.Response) answer {
	t.Helper()
	var a answer
	if err := json.Unmarshal([]byte(res.Body), &a); err != nil || res.Status >= http.StatusInternalServerError {
		t.Fatalf("%d %.500s: %v", res.Status, res.Body, err)
	}
	return a
}

// text returns the answer without the places of its errors in the document. Errors that validation finds in a literal have a
// path to it, with the index and the type that it was written with: of those only the code counts. Of the cost only the
// estimate counts: what was measured differs by what was known already, such as who has the token.
func (a answer) text() string {
	errs, _ := a["errors"].([]any)
	for _, e := range errs {
		e, _ := e.(map[string]any)
		delete(e, "locations")
		if path, _ := e["path"].([]any); len(path) > 1 && path[0] != "variable" {
			extensions, _ := e["extensions"].(map[string]any)
			e["path"], e["message"], e["extensions"] = path[0], "", extensions["code"]
		}
	}
	if extensions, _ := a["extensions"].(map[string]any); extensions != nil {
		if cost, _ := extensions["cost"].(map[string]any); cost != nil {
			extensions["cost"] = cost["estimated"]
		}
	}
	raw, _ := json.Marshal(a)
	return string(raw)
}

// TestRandomListsByEachWay writes random arguments of each query and mutation, as literals and as variables, in brackets and
// without, and sends them by each way that takes them.
func TestRandomListsByEachWay(t *testing.T) {
	seed := rand.Uint64()
	if given := os.Getenv("REDRESS_TEST_SEED"); given != "" {
		seed, _ = strconv.ParseUint(given, 10, 64)
	}
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		t.Logf("REDRESS_TEST_SEED=%d", seed)
		g := argumentWriter{rand.New(rand.NewPCG(seed, 27))}
		token := s.Token(t, testenv.Admin)
		ways := map[string]func(request) string{
			"POST": func(r request) string {
				body, _ := json.Marshal(map[string]any{"query": r.text, "variables": r.variables})
				return answerOf(t, post(t, s, r.as, string(body), nil)).text()
			},
			"GET": func(r request) string {
				given, _ := json.Marshal(r.variables)
				return answerOf(t, s.Do(t, testenv.Request{As: r.as, Path: "/graphql?" + url.Values{"query": {r.text}, "variables": {string(given)}}.Encode()})).text()
			},
			"SSE": func(r request) string {
				f := openStream(t, s, token, r.text, r.variables)
				defer f.close()
				if f.status != http.StatusOK {
					return fmt.Sprint(f.status)
				}
				return answer(f.readWithin(20 * time.Second).Payload).text()
			},
			"WebSocket": func(r request) string {
				c := connect(t, s, token)
				defer func() { _ = c.conn.CloseNow() }()
				c.subscribe("1", r.text, r.variables)
				return answer(c.next().Payload).text()
			},
		}
		refusal := func(a testenv.Result) string {
			said, _ := json.Marshal(a.Errors)
			return string(said)
		}
		// Files and saved views of lists know the filter and the order of one as JSON.
		ofLists := map[string]func(request) string{
			"file": func(r request) string {
				values := url.Values{}
				for _, name := range []string{"where", "orderBy"} {
					if v, given := r.variables[name]; given {
						raw, _ := json.Marshal(v)
						values.Set(name, string(raw))
					}
				}
				res := s.Do(t, testenv.Request{As: r.as, Path: "/export/" + strings.ToLower(upperSnake(r.name, "-")) + ".csv?" + values.Encode()})
				return fmt.Sprint(res.Status, requestID.ReplaceAllString(res.Body, ""))
			},
			"link": func(r request) string {
				a := s.Execute(t, r.as, `query($of: Export!, $arguments: JSON) { exportLink(of: $of, arguments: $arguments) { url } }`, map[string]any{
					"of": upperSnake(r.name, "_"), "arguments": map[string]any{"where": r.variables["where"], "orderBy": r.variables["orderBy"]},
				})
				if link, ok := a.At("exportLink", "url").(string); ok {
					res := s.Do(t, testenv.Request{Path: link})
					return fmt.Sprint(res.Status, requestID.ReplaceAllString(res.Body, ""))
				}
				return refusal(a)
			},
			"saved view": func(r request) string {
				a := s.Execute(t, r.as, `mutation($i: CreateSavedViewInput!) { createSavedView(input: $i) { savedView { id filter orderBy } } }`, map[string]any{
					"i": map[string]any{"list": upperSnake(r.name, "_"), "name": "View", "filter": r.variables["where"], "orderBy": r.variables["orderBy"]},
				})
				id, saved := a.At("createSavedView", "savedView", "id").(string)
				if !saved {
					return refusal(a)
				}
				s.MustExecute(t, r.as, `mutation($id: ID!) { deleteSavedView(input: {id: $id}) { savedView { id } } }`, map[string]any{"id": id})
				return fmt.Sprint(a.At("createSavedView", "savedView", "filter"), a.At("createSavedView", "savedView", "orderBy"))
			},
		}
		answered := 0
		for _, d := range g.documents() {
			t.Run(d.name, func(t *testing.T) {
				for range 3 {
					bare, listed, differ := g.arguments(d.arguments)
					if !differ {
						continue
					}
					results := map[string]string{}
					compare := func(name string, send func(request) string, bare, listed request) {
						a, b := send(bare), send(listed)
						if a != b {
							t.Errorf("%s: %.1500v\nwithout brackets\n%.1500s\nand in brackets\n%.1500s", name, bare, a, b)
						}
						results[name] = a
					}
					for name, send := range ways {
						if d.kind == ast.Query || name == "POST" {
							compare(name+" of variables", send, request{d.withVariables(), bare}, request{d.withVariables(), listed})
							compare(name+" of literals", send, request{d.withLiterals(bare), nil}, request{d.withLiterals(listed), nil})
						}
					}
					if d.saved {
						for name, send := range ofLists {
							compare(name, send, request{d.withVariables(), bare}, request{d.withVariables(), listed})
						}
					}
					a, b := results["POST of variables"], results["POST of literals"]
					if found := `{"data":{`; strings.HasPrefix(a, found) && strings.HasPrefix(b, found) {
						if answered++; a != b {
							t.Errorf("%.1500v\nas variables\n%.1500s\nand as literals\n%.1500s", bare, a, b)
						}
					}
				}
			})
		}
		if t.Logf("%d were answered", answered); answered < 20 {
			t.Errorf("only %d were answered: the others say little", answered)
		}
	})
}

var requestID = regexp.MustCompile(`"request_id":"[0-9a-f]+"`)

// upperSnake returns the name of a list as enumerations have it, with something between its words.
func upperSnake(name, between string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteString(between)
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}

// request is a document with its variables.
type request struct {
	document
	variables map[string]any
}

func (r request) String() string { return fmt.Sprint(r.text, " ", r.variables) }

var wholeSchema = sync.OnceValue(generated.Schema)

// document is a query, mutation or subscription of one field.
type document struct {
	kind      ast.Operation
	name      string
	as        string // who sends it
	arguments ast.ArgumentDefinitionList
	selection string
	saved     bool // whether the list has files and saved views
	text      string
}

func (d document) withVariables() document {
	var declared, given []string
	for _, a := range d.arguments {
		declared, given = append(declared, fmt.Sprintf("$%s: %s", a.Name, a.Type)), append(given, fmt.Sprintf("%s: $%[1]s", a.Name))
	}
	d.text = fmt.Sprintf("%s(%s) { %s(%s)%s }", d.kind, strings.Join(declared, ", "), d.name, strings.Join(given, ", "), d.selection)
	return d
}

func (d document) withLiterals(values map[string]any) document {
	var given []string
	for _, a := range d.arguments {
		if v, ok := values[a.Name]; ok {
			given = append(given, a.Name+": "+literal(v, a.Type))
		}
	}
	d.text = fmt.Sprintf("%s { %s(%s)%s }", d.kind, d.name, strings.Join(given, ", "), d.selection)
	return d
}

// literal writes a value as documents have it.
func literal(v any, typ *ast.Type) string {
	switch v := v.(type) {
	case []any:
		all := make([]string, len(v))
		for i, one := range v {
			all[i] = literal(one, typ.Elem)
		}
		return "[" + strings.Join(all, ", ") + "]"
	case map[string]any:
		var all []string
		for name, one := range v {
			all = append(all, name+": "+literal(one, wholeSchema().Types[typ.Name()].Fields.ForName(name).Type))
		}
		slices.Sort(all)
		return "{" + strings.Join(all, ", ") + "}"
	case string:
		if wholeSchema().Types[typ.Name()].Kind == ast.Enum {
			return v
		}
	}
	raw, _ := json.Marshal(v)
	return string(raw)
}

// argumentWriter writes arguments of types of the schema.
type argumentWriter struct{ *rand.Rand }

// documents returns a document for each root field that takes a list somewhere. Mutations are sent by an account that may do
// next to nothing, so that the second finds what the first did.
func (g argumentWriter) documents() (all []document) {
	schema := wholeSchema()
	views := schema.Types["ViewList"]
	for kind, root := range map[ast.Operation]*ast.Definition{ast.Query: schema.Query, ast.Mutation: schema.Mutation} {
		as := testenv.Admin
		if kind != ast.Query {
			as = testenv.Provider
		}
		for _, f := range root.Fields {
			if strings.HasPrefix(f.Name, "__") || len(f.Arguments) == 0 {
				continue
			}
			selection := " { __typename }"
			if schema.Types[f.Type.Name()].IsLeafType() {
				selection = ""
			}
			all = append(all, document{kind: kind, name: f.Name, as: as, arguments: f.Arguments, selection: selection, saved: views.EnumValues.ForName(upperSnake(f.Name, "_")) != nil})
		}
	}
	slices.SortFunc(all, func(a, b document) int { return strings.Compare(a.name, b.name) })
	return all
}

// arguments returns the values of arguments without brackets and in brackets, and whether they differ.
func (g argumentWriter) arguments(defs ast.ArgumentDefinitionList) (bare, listed map[string]any, differ bool) {
	bare, listed = map[string]any{}, map[string]any{}
	for _, a := range defs {
		if a.Name == "last" || a.Name == "after" || a.Name == "before" || !a.Type.NonNull && a.Name != "where" && a.Type.Elem == nil && g.IntN(3) > 0 {
			continue
		}
		bare[a.Name], listed[a.Name] = g.value(a.Type, 0)
	}
	return bare, listed, !reflect.DeepEqual(bare, listed)
}

func (g argumentWriter) value(typ *ast.Type, depth int) (bare, listed any) {
	if typ.Elem != nil {
		bare, listed = g.value(typ.Elem, depth)
		return bare, []any{listed}
	}
	def := wholeSchema().Types[typ.Name()]
	switch def.Kind {
	case ast.Enum:
		v := def.EnumValues[g.IntN(len(def.EnumValues))].Name
		switch g.IntN(40) {
		case 0:
			v = strings.ToLower(v)
		case 1:
			v = "NOTHING"
		}
		return v, v
	case ast.InputObject:
		b, l := map[string]any{}, map[string]any{}
		for _, f := range def.Fields {
			many := f.Type.Elem != nil
			odds := 1 + len(def.Fields)/2
			if many {
				odds = 1 + len(def.Fields)/6
			}
			if f.Type.NonNull && f.DefaultValue == nil || depth < 3 && g.IntN(odds) == 0 {
				b[f.Name], l[f.Name] = g.value(f.Type, depth+1)
			}
		}
		return b, l
	}
	v := g.scalar(def.Name)
	return v, v
}

func (g argumentWriter) scalar(name string) any {
	choose := func(right string, wrong ...string) any {
		if g.IntN(20) > 0 {
			return right
		}
		return wrong[g.IntN(len(wrong))]
	}
	switch name {
	case "Int":
		return g.IntN(5) + 1
	case "Float":
		return float64(g.IntN(90)) + 0.5
	case "Boolean":
		return g.IntN(2) == 0
	case "ID":
		return choose(uuid.UUID{6: 0x70, 8: 0x80, 15: byte(g.IntN(9))}.String(), "none", "")
	case "Time":
		return choose("2026-10-21T08:30:00.000Z", "soon")
	case "Date":
		return choose("2026-10-21", "soon")
	case "JSON":
		return map[string]any{}
	default:
		return choose([]string{"lamp", "tree", "x", "UTC"}[g.IntN(4)], "nul\x00", strings.Repeat("long ", 3_000))
	}
}
