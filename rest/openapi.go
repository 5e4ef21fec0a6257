package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// operation describes a route in the OpenAPI document, beyond what the routes table says.
type operation struct {
	id, tag, summary, text string
	graph, graphText       string // the GraphQL operation that returns the same
	params                 []param
	body                   object   // members of the body, each with its schema
	optional               []string // members of the body that may be absent
	form                   bool     // the body is multipart/form-data
	signedLink             bool     // a signed link is accepted too
	withoutETag            bool     // a GET that returns no ETag
	responses              []response
	faults                 []fault.Code // beside those that follow from roles and parameters
}

type response struct {
	status  int
	text    string
	example any      // its type is the schema
	types   []string // of a body that is not JSON
	sample  string   // of such a body, if it is text
	headers []string
}

type param struct {
	in, name, text string
	schema         object
}

// example returns a value of the parameter; nil for texts and what is best left out.
func (p param) example() any {
	switch {
	case p.schema.get("format") == "uuid":
		return exampleID(1)
	case p.schema.get("format") == "date":
		return "2026-11-21"
	case p.name == keyHeader:
		return "6f9619ff-8b86-4d01"
	case p.name == "If-None-Match":
		return `"k2J8vQ"`
	case p.schema.get("enum") != nil:
		return p.schema.get("enum").([]string)[0]
	}
	return p.schema.get("default")
}

func pathID(name, text string) param { return param{"path", name, text, schemaOf[uuid.UUID]()} }

func query(name, text string, schema object) param { return param{"query", name, text, schema} }

func idempotencyKeyParam() param {
	return param{
		"header", keyHeader, fmt.Sprintf(
			"A key of your choice. Sending the same request again under the same key within %s returns the first response and writes nothing.",
			duration(domain.IdempotencyKeyRetention)),
		object{{"type", "string"}, {"minLength", 1}, {"maxLength", domain.MaxIdempotencyKey}, {"pattern", "^[!-~]+$"}},
	}
}

// pageText says how a client gets all rows of a list in numbered pages.
var pageText = fmt.Sprintf("Without `page` and `limit` these are the first %d rows: `pagination.total` says how many there are, and "+
	"`page=2`, `page=3` and so on return the rest while `pagination.has_next` is true, with `limit=%d` the fewest times.",
	model.DefaultPageSize, model.MaxPageSize)

func pageParams() []param {
	whole := bounded(schemaOf[int64](), fmt.Sprintf("1,%d", math.MaxInt64))
	return []param{
		query("page", "Number of the page, starting at 1. Without it, the first page.", whole.with("default", 1)),
		query("limit",
			fmt.Sprintf("Rows on a page: %d without it. A larger number than %d counts as %[2]d.", model.DefaultPageSize, model.MaxPageSize),
			whole.with("default", model.DefaultPageSize)),
	}
}

func examplePagination() pagination {
	return pagination{Page: 1, Limit: model.DefaultPageSize, Total: 1, TotalPages: 1}
}

// exampleID returns an id of the right form that no row has.
func exampleID(n byte) uuid.UUID {
	return uuid.UUID{0x01, 0x9a, 0xa5, 0x8f, 0xc1, 0x40, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, n}
}

// tags are the groups of operations, in the order in which the docs page shows them.
func tags() []object {
	var all []object
	for _, tag := range [][2]string{
		{"Complaints", "What people report, and what becomes of it."},
		{"Tasks", "A solver's work on a complaint, and the updates about it."},
		{"Payments", "What service providers were paid: a ledger that only grows."},
		{"Broadcasts", "Messages of administrators to many accounts."},
		{"Media", "Photos and videos of complaints, comments and updates."},
		{"Sessions", "Signing in, tokens and passwords."},
		{"Files", "Lists and statistics as CSV."},
	} {
		all = append(all, object{{"name", tag[0]}, {"description", tag[1]}})
	}
	return all
}

const documentDescription = "The REST API of Redress. Each path returns what a GraphQL operation returns, which its description names. " +
	"Every path works with and without its trailing slash. Every GET works as HEAD too and, under /api/, as a conditional request with an ETag. " +
	"An empty parameter counts as absent. An unknown parameter is ignored, except under /export/, where it is an error. " +
	"A parameter that is given twice is an error. Messages are English or German: in the language that the account prefers, " +
	"else that of the header Accept-Language, else English; codes are the same in both."

// Document returns the OpenAPI 3.1 document of the REST API, which is made from the routes table.
func Document(version string) ([]byte, error) {
	var s schemas
	var paths object
	for _, rt := range append(routes(), exportRoutes()...) {
		if rt.doc.id == "" {
			continue
		}
		described := rt.describe(&s)
		paths = append(paths, member{rt.path, object{{strings.ToLower(rt.method), described}}})
		if bare, ok := strings.CutSuffix(rt.path, "/"); ok {
			paths = append(paths, member{bare, object{{strings.ToLower(rt.method), aliasOf(rt.path, described)}}})
		}
	}
	return json.Marshal(object{
		{"openapi", "3.1.0"},
		{"info", object{
			{"title", "Redress"},
			{"version", version},
			{"description", documentDescription},
			{"license", object{{"name", "Apache License 2.0"}, {"identifier", "Apache-2.0"}}},
		}},
		{"servers", []object{{{"url", "/"}}}},
		{"tags", tags()},
		{"paths", paths},
		{"components", object{
			{"schemas", s.named},
			{"securitySchemes", object{
				{"bearer", object{
					{"type", "http"},
					{"scheme", "bearer"},
					{"bearerFormat", "JWT"},
					{"description", "An access token from /api/auth/login/, or, where a path says so, the token of a link from an e-mail."},
				}},
				{"link", object{
					{"type", "apiKey"},
					{"in", "query"},
					{"name", "signature"},
					{"description", fmt.Sprintf("The signature of a link to a media file or an export. It expires after %s at most.", duration(auth.LinkLifetime))},
				}},
			}},
		}},
	})
}

// aliasOf returns an operation as it is described for the spelling of its path without the trailing slash. The docs page shows it once.
func aliasOf(path string, described object) object {
	alias := slices.Clone(described)
	for i, m := range alias {
		switch m.name {
		case "operationId":
			alias[i].value = fmt.Sprint(m.value, "WithoutSlash")
		case "description":
			alias[i].value = "The same as `" + path + "`."
		}
	}
	return alias.with("x-alias-of", path)
}

// describe returns the Operation Object of a route.
func (rt route) describe(s *schemas) object {
	words := rt.doc.text
	if rt.roles != nil {
		words += "\n\nRoles: " + strings.Join(roleNames(rt.roles), ", ")
		if rt.links {
			words += "; whoever holds a link to the complaint"
		}
		words += "."
	}
	words += "\n\nIn GraphQL: " + rt.doc.graphText + "."
	out := object{
		{"operationId", rt.doc.id},
		{"tags", []string{rt.doc.tag}},
		{"summary", rt.doc.summary},
		{"description", words},
		{"x-graphql-operation", rt.doc.graph},
		{"security", rt.security()},
	}
	described := rt.doc.params
	if rt.conditional() {
		described = append(slices.Clone(described), param{
			"header", "If-None-Match", "The ETag of a copy that you have. If it is current, the response is 304 without a body.", object{{"type", "string"}},
		})
	}
	if len(described) > 0 {
		params := make([]object, len(described))
		for i, p := range described {
			params[i] = object{
				{"name", p.name}, {"in", p.in}, {"required", p.in == "path"}, {"description", p.text}, {"schema", p.schema},
			}
			if example := p.example(); example != nil {
				params[i] = params[i].with("example", example)
			}
		}
		out = out.with("parameters", params)
	}
	if rt.doc.body != nil {
		out = out.with("requestBody", rt.requestBody())
	}
	return out.with("responses", rt.describeResponses(s))
}

// conditional reports whether a route answers conditional requests.
func (rt route) conditional() bool { return rt.method == http.MethodGet && !rt.doc.withoutETag }

func (rt route) security() []object {
	bearer := object{{"bearer", []string{}}}
	switch {
	case rt.doc.signedLink:
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
	content := object{{"schema", object{{"type", "object"}, {"properties", rt.doc.body}, {"required", required}}}}
	if !rt.doc.form {
		var example object
		for _, m := range rt.doc.body {
			example = example.with(m.name, m.value.(object).get("examples").([]string)[0])
		}
		content = content.with("example", example)
	}
	return object{{"required", true}, {"content", object{{kind, content}}}}
}

func (rt route) describeResponses(s *schemas) object {
	var out object
	for _, a := range rt.doc.responses {
		out = out.with(strconv.Itoa(a.status), a.describe(s))
	}
	if rt.conditional() {
		out = out.with("304", object{{"description", "The copy that If-None-Match names is current."}, {"headers", headers("ETag")}})
	}
	byStatus := map[int][]string{}
	for _, code := range rt.faults() {
		status := statusOf(code)
		if !slices.Contains(byStatus[status], string(code)) {
			byStatus[status] = append(byStatus[status], string(code))
		}
	}
	for _, status := range slices.Sorted(maps.Keys(byStatus)) {
		refused := object{
			{"description", http.StatusText(status) + ": " + strings.Join(byStatus[status], ", ") + "."},
		}
		if name := errorHeader(status); name != "" {
			refused = refused.with("headers", headers(name))
		}
		out = out.with(strconv.Itoa(status), refused.with("content", object{{"application/json", object{
			{"schema", s.of(reflect.TypeFor[refusal]())},
		}}}))
	}
	return out
}

// faults returns the errors that the route may respond with.
func (rt route) faults() []fault.Code {
	codes := slices.Clone(rt.doc.faults)
	if rt.roles != nil || rt.doc.signedLink {
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

func (a response) describe(s *schemas) object {
	out := object{{"description", a.text}}
	if len(a.headers) > 0 {
		out = out.with("headers", headers(a.headers...))
	}
	var content object
	for _, kind := range a.types {
		body := object{{"schema", object{}}}
		if a.sample != "" {
			body = body.with("example", a.sample)
		}
		content = content.with(kind, body)
	}
	if a.example != nil {
		content = content.with("application/json", object{
			{"schema", s.of(reflect.TypeOf(a.example))}, {"example", a.example},
		})
	}
	return out.with("content", content)
}

func errorHeader(status int) string {
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
		names[i] = string(enumOf(r))
	}
	return names
}

// openAPI serves the document, to anybody.
func (a *API) openAPI(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", jsonType)
	w.Header().Set("Cache-Control", "no-cache")
	a.document.ServeHTTP(w, r)
	return nil
}

// duration returns a duration in words, such as "5 minutes".
func duration(d time.Duration) string {
	n, unit := int(d/time.Second), "second"
	switch {
	case d%time.Hour == 0:
		n, unit = int(d/time.Hour), "hour"
	case d%time.Minute == 0:
		n, unit = int(d/time.Minute), "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}
