package gqlhttp

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
)

// shortBody is how long a body may be to be received whatever else is being received.
const shortBody = 64 << 10

// received is the body of a POST request; nothing of a GET request.
type received struct {
	body []byte
	drop func() // says that the body is not needed any more
}

// receive returns the body of a request, or the status and the error of the response.
func (t httpTransport) receive(r *http.Request) (received, int, error) {
	switch r.Method {
	case http.MethodPost:
		return t.readBody(r)
	case http.MethodGet, http.MethodHead:
		return received{drop: func() {}}, 0, nil
	default:
		return received{}, http.StatusMethodNotAllowed, fault.New(fault.MethodNotAllowed, "Send queries with GET or POST, mutations with POST.")
	}
}

// parseRequest returns the parameters of a request, or why they are malformed.
func parseRequest(r *http.Request, in received) (*graphql.RawParams, error) {
	start := graphql.Now()
	var params *graphql.RawParams
	var err error
	if r.Method == http.MethodPost {
		params, err = parseBody(in.body)
	} else {
		params, err = readURL(r.URL.RawQuery)
	}
	if err != nil {
		return nil, err
	}
	params.Headers = r.Header
	params.ReadTime = graphql.TraceTiming{Start: start, End: graphql.Now()}
	return params, nil
}

func checkQuery(params *graphql.RawParams) error {
	if strings.TrimSpace(params.Query) == "" {
		return malformed("query", "is required")
	}
	if len(params.Query) > maxQuery {
		return malformed("query", "must be at most %d KiB long", maxQuery>>10)
	}
	return nil
}

func (t httpTransport) readBody(r *http.Request) (in received, status int, err error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != typeJSON || params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return in, http.StatusUnsupportedMediaType, fault.New(fault.UnsupportedMediaType, "The Content-Type must be %s in UTF-8.", typeJSON)
	}
	if httpio.Encoded(r) {
		return in, http.StatusUnsupportedMediaType, fault.EncodedBody()
	}
	if r.ContentLength > maxBody {
		return in, http.StatusRequestEntityTooLarge, fault.New(fault.FileTooLarge, "The request must be at most %d MiB large.", maxBody>>20)
	}
	in.drop = func() {}
	limited := http.MaxBytesReader(nil, r.Body, maxBody)
	in.body, err = io.ReadAll(io.LimitReader(limited, shortBody))
	if err == nil && len(in.body) == shortBody {
		release, refused := t.bodies.Take(r.Context())
		if refused != nil {
			return in, http.StatusServiceUnavailable, refused
		}
		in.drop = sync.OnceFunc(release)
		var rest []byte
		rest, err = io.ReadAll(limited)
		in.body = append(in.body, rest...)
	}
	if err != nil {
		in.drop()
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return in, http.StatusRequestEntityTooLarge, fault.New(fault.FileTooLarge, "The request must be at most %d MiB large.", maxBody>>20)
	}
	if err != nil {
		return in, http.StatusBadRequest, fault.New(fault.Malformed, "The request ended too early.")
	}
	return in, 0, nil
}

// members are what a request consists of.
var members = []string{"query", "operationName", "variables", "extensions"}

// maxMemberName is how much of an unknown name is repeated, in bytes.
const maxMemberName = 64

func parseBody(body []byte) (*graphql.RawParams, error) {
	value, err := readJSON(httpio.WithoutBOM(body))
	if errors.Is(err, errTooManyValues) {
		return nil, err
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Malformed, "The body must be one JSON object in UTF-8 without duplicate names.")
	}
	wire, ok := value.(map[string]any)
	if !ok && value != nil {
		return nil, fault.New(fault.Malformed, "The body must be a JSON object.")
	}
	for name := range wire {
		if !slices.Contains(members, name) {
			return nil, malformed(domain.Clip(name, maxMemberName), "is unknown; a request has the members %s", strings.Join(members, ", "))
		}
	}
	out := &graphql.RawParams{} // names are exact: a struct would be decoded from any letter case
	for _, p := range []struct {
		name string
		into *string
	}{{"query", &out.Query}, {"operationName", &out.OperationName}} {
		if *p.into, ok = wire[p.name].(string); !ok && wire[p.name] != nil {
			return nil, malformed(p.name, "must be a string")
		}
	}
	for _, p := range []struct {
		name string
		into *map[string]any
	}{{"variables", &out.Variables}, {"extensions", &out.Extensions}} {
		if *p.into, ok = wire[p.name].(map[string]any); !ok && wire[p.name] != nil {
			return nil, malformed(p.name, "must be an object")
		}
	}
	return out, nil
}

func readURL(raw string) (*graphql.RawParams, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, fault.New(fault.Malformed, "The query string is malformed.")
	}
	for _, name := range members {
		if len(values[name]) > 1 {
			return nil, malformed(name, "must be given only once")
		}
	}
	out := &graphql.RawParams{Query: values.Get("query"), OperationName: values.Get("operationName")}
	for name, into := range map[string]*map[string]any{"variables": &out.Variables, "extensions": &out.Extensions} {
		text := values.Get(name)
		if text == "" {
			continue
		}
		value, err := readJSON([]byte(text))
		if err != nil {
			return nil, malformed(name, "must be one JSON object without duplicate names, within the size limits")
		}
		var ok bool
		if *into, ok = value.(map[string]any); !ok && value != nil {
			return nil, malformed(name, "must be a JSON object")
		}
	}
	return out, nil
}

func malformed(field, format string, args ...any) error {
	f := fault.Invalid(fault.Input(field, "invalid", format, args...))
	f.Code = fault.Malformed
	return f
}
