package rest

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// operation describes a route for people: what the routes table can't say by itself.
type operation struct {
	id, tag, summary, text string
	graph, graphText       string // the operation of the graph that gives the same
	params                 []param
	body                   object   // members of the body, each with its schema
	optional               []string // of them
	form                   bool     // the body is multipart/form-data
	link                   bool     // a signed link opens it too
	untagged               bool     // a GET without an ETag
	answers                []answer
	refuses                []fault.Code // beside what follows from roles and parameters
}

type answer struct {
	status  int
	text    string
	example any      // its type is the schema
	types   []string // of a body that is not JSON
	headers []string
}

type param struct {
	in, name, text string
	schema         object
}

func pathID(name, text string) param { return param{"path", name, text, schemaOf[uuid.UUID]()} }

func query(name, text string, schema object) param { return param{"query", name, text, schema} }

func keyParam() param {
	return param{
		"header", keyHeader, "A key that you drew: the same request again within a day is answered as the first time, and nothing is written.",
		object{{"type", "string"}, {"minLength", 1}, {"maxLength", longestKey}, {"pattern", "^[!-~]+$"}},
	}
}

func pageParams() []param {
	whole := object{{"type", "integer"}, {"minimum", 1}}
	return []param{
		query("page", "Number of the page, from 1.", whole.with("default", 1)),
		query("limit", "Rows on a page; above 100 counts as 100.", whole.with("default", defaultLimit)),
	}
}

func examplePagination() pagination {
	return pagination{Page: 1, Limit: defaultLimit, Total: 1, TotalPages: 1}
}

// exampleID makes ids that look like ours and are nobody's.
func exampleID(n byte) uuid.UUID {
	return uuid.UUID{0x01, 0x9a, 0xa5, 0x8f, 0xc1, 0x40, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, n}
}

const about = "The documented paths of Redress. Each gives what an operation of the graph gives, named beside it. " +
	"Every path answers with and without its trailing slash, every GET also as HEAD and, under /api/, conditionally by ETag. " +
	"A parameter that is empty counts as absent, one that is not known is ignored (by /export/ refused), one given twice is refused."

// Document is the OpenAPI 3.1 description of the facade, made of the routes table.
func Document(version string) ([]byte, error) {
	var s schemas
	var paths object
	for _, rt := range append(routes(), exportRoutes()...) {
		if rt.doc.id == "" {
			continue
		}
		paths = append(paths, member{rt.path, object{{strings.ToLower(rt.method), rt.describe(&s)}}})
	}
	return json.Marshal(object{
		{"openapi", "3.1.0"},
		{"info", object{{"title", "Redress"}, {"version", version}, {"description", about}}},
		{"servers", []object{{{"url", "/"}}}},
		{"paths", paths},
		{"components", object{
			{"schemas", s.named},
			{"securitySchemes", object{
				{"bearer", object{
					{"type", "http"},
					{"scheme", "bearer"},
					{"bearerFormat", "JWT"},
					{"description", "An access token from /api/auth/login/."},
				}},
				{"link", object{
					{"type", "apiKey"},
					{"in", "query"},
					{"name", "signature"},
					{"description", "The signature of a link to media or to a file, good for a few minutes."},
				}},
			}},
		}},
	})
}

// describe is the route's Operation Object.
func (rt route) describe(s *schemas) object {
	words := rt.doc.text
	if rt.roles != nil {
		words += "\n\nRoles: " + strings.Join(roleNames(rt.roles), ", ") + "."
	}
	words += "\n\nIn the graph: " + rt.doc.graphText + "."
	out := object{
		{"operationId", rt.doc.id},
		{"tags", []string{rt.doc.tag}},
		{"summary", rt.doc.summary},
		{"description", words},
		{"x-graphql-operation", rt.doc.graph},
		{"security", rt.security()},
	}
	if len(rt.doc.params) > 0 {
		params := make([]object, len(rt.doc.params))
		for i, p := range rt.doc.params {
			params[i] = object{
				{"name", p.name}, {"in", p.in}, {"required", p.in == "path"}, {"description", p.text}, {"schema", p.schema},
			}
		}
		out = out.with("parameters", params)
	}
	if rt.doc.body != nil {
		out = out.with("requestBody", rt.requestBody())
	}
	return out.with("responses", rt.responses(s))
}

func (rt route) security() []object {
	bearer := object{{"bearer", []string{}}}
	switch {
	case rt.doc.link:
		return []object{bearer, {{"link", []string{}}}}
	case rt.roles != nil:
		return []object{bearer}
	default:
		return []object{}
	}
}

func (rt route) requestBody() object {
	kind := "application/json"
	if rt.doc.form {
		kind = "multipart/form-data"
	}
	var required []string
	for _, m := range rt.doc.body {
		if !slices.Contains(rt.doc.optional, m.name) {
			required = append(required, m.name)
		}
	}
	return object{{"required", true}, {"content", object{{kind, object{{"schema", object{
		{"type", "object"}, {"properties", rt.doc.body}, {"required", required},
	}}}}}}}
}

func (rt route) responses(s *schemas) object {
	var out object
	for _, a := range rt.doc.answers {
		out = out.with(strconv.Itoa(a.status), a.describe(s))
	}
	if rt.method == http.MethodGet && !rt.doc.untagged {
		out = out.with("304", object{{"description", "The caller's copy, named by If-None-Match, is still good."}})
	}
	byStatus := map[int][]string{}
	for _, code := range rt.refusals() {
		status := statusOf(code)
		if !slices.Contains(byStatus[status], string(code)) {
			byStatus[status] = append(byStatus[status], string(code))
		}
	}
	for _, status := range slices.Sorted(maps.Keys(byStatus)) {
		refused := object{
			{"description", http.StatusText(status) + ": " + strings.Join(byStatus[status], ", ") + "."},
		}
		if name := refusalHeader(status); name != "" {
			refused = refused.with("headers", headers(name))
		}
		out = out.with(strconv.Itoa(status), refused.with("content", object{{"application/json", object{
			{"schema", s.of(reflect.TypeFor[refusal]())},
		}}}))
	}
	return out
}

// refusals are the faults that the route may answer.
func (rt route) refusals() []fault.Code {
	codes := slices.Clone(rt.doc.refuses)
	if rt.roles != nil || rt.doc.link {
		codes = append(codes, fault.AuthenticationRequired, fault.InvalidToken, fault.TokenExpired, fault.SessionRevoked)
	}
	if rt.roles != nil && len(rt.roles) < len(domain.Roles) {
		codes = append(codes, fault.PermissionDenied)
	}
	if len(rt.doc.params) > 0 {
		codes = append(codes, fault.Validation, fault.Malformed)
	}
	if strings.Contains(rt.path, "{") {
		codes = append(codes, fault.NotFound)
	}
	return append(codes, fault.Internal, fault.Unavailable)
}

func (a answer) describe(s *schemas) object {
	out := object{{"description", a.text}}
	if len(a.headers) > 0 {
		out = out.with("headers", headers(a.headers...))
	}
	var content object
	for _, kind := range a.types {
		content = content.with(kind, object{{"schema", object{}}})
	}
	if a.example != nil {
		content = content.with("application/json", object{
			{"schema", s.of(reflect.TypeOf(a.example))}, {"example", a.example},
		})
	}
	return out.with("content", content)
}

func refusalHeader(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return "WWW-Authenticate"
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return "Retry-After"
	default:
		return ""
	}
}

func headers(names ...string) object {
	var out object
	for _, name := range names {
		out = out.with(name, object{{"schema", object{{"type", "string"}}}})
	}
	return out
}

func roleNames(roles []domain.Role) []string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = string(lower(r))
	}
	return names
}

// openAPI serves the document. Anybody's.
func (a *API) openAPI(w http.ResponseWriter, r *http.Request) error {
	writeTagged(w, r, "no-cache", a.document, a.document)
	return nil
}
