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

	"github.com/99designs/gqlgen/graphql"

	"github.com/redress/redress/internal/fault"
)

// read takes the parameters of a request apart. The status is for when it can't.
func read(r *http.Request) (*graphql.RawParams, int, error) {
	start := graphql.Now()
	var params *graphql.RawParams
	var status int
	var err error
	switch r.Method {
	case http.MethodPost:
		params, status, err = readBody(r)
	case http.MethodGet, http.MethodHead:
		params, status, err = readURL(r.URL.RawQuery)
	default:
		return nil, http.StatusMethodNotAllowed, fault.New(fault.MethodNotAllowed, "Send queries with GET or POST, mutations with POST.")
	}
	if err != nil {
		return nil, status, err
	}
	if err := checkQuery(params); err != nil {
		return nil, http.StatusBadRequest, err
	}
	params.Headers = r.Header
	params.ReadTime = graphql.TraceTiming{Start: start, End: graphql.Now()}
	return params, 0, nil
}

func checkQuery(params *graphql.RawParams) error {
	if strings.TrimSpace(params.Query) == "" {
		return malformed("query", "must be given")
	}
	if len(params.Query) > maxQuery {
		return malformed("query", "is longer than 64 KiB")
	}
	return nil
}

func readBody(r *http.Request) (*graphql.RawParams, int, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != typeJSON || params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return nil, http.StatusUnsupportedMediaType, fault.New(fault.UnsupportedMediaType, "Send %s in UTF-8.", typeJSON)
	}
	if r.ContentLength > maxBody {
		return nil, http.StatusRequestEntityTooLarge, fault.New(fault.FileTooLarge, "The request is larger than 1 MiB.")
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, http.StatusRequestEntityTooLarge, fault.New(fault.FileTooLarge, "The request is larger than 1 MiB.")
	}
	if err != nil {
		return nil, http.StatusBadRequest, fault.New(fault.Malformed, "The request broke off.")
	}
	switch err := inspect(body); {
	case errors.Is(err, errTooMuch):
		return nil, http.StatusBadRequest, err
	case err != nil:
		return nil, http.StatusBadRequest, fault.Wrap(err, fault.Malformed, "The body is not one JSON object with no name twice.")
	}
	out, err := paramsOf(body)
	return out, http.StatusBadRequest, err
}

// paramsOf takes the parameters out of a JSON text that has been inspected.
func paramsOf(body []byte) (*graphql.RawParams, error) {
	var wire map[string]json.RawMessage // names as they are: a struct would take them in any case
	if err := json.Unmarshal(body, &wire); err != nil {
		return nil, fault.New(fault.Malformed, "The body is no JSON object.")
	}
	out := &graphql.RawParams{}
	for _, p := range []struct {
		name string
		raw  json.RawMessage
		into any
		what string
	}{
		{"query", wire["query"], &out.Query, "must be a text"},
		{"operationName", wire["operationName"], &out.OperationName, "must be a text"},
		{"variables", wire["variables"], &out.Variables, "must be an object"},
		{"extensions", wire["extensions"], &out.Extensions, "must be an object"},
	} {
		if err := decode(p.raw, p.into); err != nil {
			return nil, malformed(p.name, p.what)
		}
	}
	return out, nil
}

func readURL(raw string) (*graphql.RawParams, int, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, http.StatusBadRequest, fault.New(fault.Malformed, "The query string is not well formed.")
	}
	out := &graphql.RawParams{Query: values.Get("query"), OperationName: values.Get("operationName")}
	for name, into := range map[string]*map[string]any{"variables": &out.Variables, "extensions": &out.Extensions} {
		if text := values.Get(name); text != "" && inspect([]byte(text)) != nil {
			return nil, http.StatusBadRequest, malformed(name, "must be one JSON object of a moderate size with no name twice")
		}
		if err := decode(json.RawMessage(values.Get(name)), into); err != nil {
			return nil, http.StatusBadRequest, malformed(name, "must be a JSON object")
		}
	}
	return out, 0, nil
}

// decode keeps numbers as they were written, so that large ones lose no digit.
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

func malformed(field, message string) error {
	f := fault.New(fault.Malformed, "%s: %s", field, message)
	f.Fields = []fault.Field{{Field: field, Code: "invalid", Message: message}}
	return f
}
