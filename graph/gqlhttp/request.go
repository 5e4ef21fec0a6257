package gqlhttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
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
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return in, http.StatusRequestEntityTooLarge, fault.New(fault.FileTooLarge, "The request must be at most %d MiB large.", maxBody>>20)
	}
	if err != nil {
		return in, http.StatusBadRequest, fault.New(fault.Malformed, "The request ended too early.")
	}
	return in, 0, nil
}

func parseBody(body []byte) (*graphql.RawParams, error) {
	switch err := checkJSON(body); {
	case errors.Is(err, errTooManyValues):
		return nil, err
	case err != nil:
		return nil, fault.Wrap(err, fault.Malformed, "The body must be one JSON object without duplicate names.")
	}
	return decodeParams(body)
}

// decodeParams decodes the parameters of a JSON text that checkJSON has accepted.
func decodeParams(body []byte) (*graphql.RawParams, error) {
	var wire map[string]json.RawMessage // exact names: a struct would accept any letter case
	if err := json.Unmarshal(body, &wire); err != nil {
		return nil, fault.New(fault.Malformed, "The body must be a JSON object.")
	}
	out := &graphql.RawParams{}
	for _, p := range []struct {
		name string
		into any
		what string
	}{
		{name: "query", into: &out.Query, what: "must be a string"},
		{name: "operationName", into: &out.OperationName, what: "must be a string"},
		{name: "variables", into: &out.Variables, what: "must be an object"},
		{name: "extensions", into: &out.Extensions, what: "must be an object"},
	} {
		if err := decode(wire[p.name], p.into); err != nil {
			return nil, malformed(p.name, "%s", i18n.T(p.what))
		}
	}
	return out, nil
}

func readURL(raw string) (*graphql.RawParams, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, fault.New(fault.Malformed, "The query string is malformed.")
	}
	out := &graphql.RawParams{Query: values.Get("query"), OperationName: values.Get("operationName")}
	for name, into := range map[string]*map[string]any{"variables": &out.Variables, "extensions": &out.Extensions} {
		if text := values.Get(name); text != "" && checkJSON([]byte(text)) != nil {
			return nil, malformed(name, "must be one JSON object without duplicate names, within the size limits")
		}
		if err := decode(json.RawMessage(values.Get(name)), into); err != nil {
			return nil, malformed(name, "must be a JSON object")
		}
	}
	return out, nil
}

// decode decodes JSON with numbers as they were written, so that large ones lose no digit.
func decode(raw json.RawMessage, into any) error {
	if len(raw) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return err
	}
	return nil
}

func malformed(field, format string, args ...any) error {
	f := fault.Invalid(fault.Input(field, "invalid", format, args...))
	f.Code = fault.Malformed
	return f
}
