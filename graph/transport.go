package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

const (
	// maxBody is a request's whole body.
	maxBody = 1 << 20
	// maxTime is what an operation may take; the database's own timeout stands behind it.
	maxTime = 10 * time.Second

	typeJSON     = "application/json"
	typeResponse = "application/graphql-response+json"
)

// overHTTP speaks the GraphQL-over-HTTP specification for queries and mutations. The library's
// own transports echo bodies that they can't read, passwords included, and answer null data
// where nothing was executed.
type overHTTP struct{}

// Supports implements gqlgen's transport.
func (overHTTP) Supports(r *http.Request) bool { return r.Header.Get("Upgrade") == "" }

// Do implements gqlgen's transport.
func (overHTTP) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	ctx, cancel := context.WithTimeout(r.Context(), maxTime)
	defer cancel()
	reply := reply{w: w, kind: negotiate(r.Header.Values("Accept"))}
	if reply.kind == "" {
		reply.kind = typeJSON
		reply.refuse(ctx, http.StatusNotAcceptable, fault.New(fault.Malformed, "Answers are %s or %s.", typeResponse, typeJSON))
		return
	}
	if err := auth.Refusal(ctx); err != nil {
		status := http.StatusUnauthorized
		if auth.Challenge(err) == "" { // no fault of the token: whose it is could not be asked
			status = http.StatusServiceUnavailable
		}
		reply.refuse(ctx, status, err)
		return
	}
	params, status, err := read(r)
	if err != nil {
		if status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", "GET, HEAD, POST")
		}
		reply.refuse(ctx, status, err)
		return
	}
	op, errs := exec.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		reply.requestErrors(exec.DispatchError(graphql.WithOperationContext(ctx, op), errs).Errors)
		return
	}
	if r.Method != http.MethodPost && op.Operation.Operation != ast.Query {
		w.Header().Set("Allow", "POST")
		reply.refuse(ctx, http.StatusMethodNotAllowed, fault.New(fault.MethodNotAllowed, "Send mutations with POST."))
		return
	}
	if op.Operation.Operation == ast.Subscription {
		reply.refuse(ctx, http.StatusBadRequest, fault.New(fault.Malformed, "Subscriptions are not answered here."))
		return
	}
	responses, ctx := exec.DispatchOperation(ctx, op)
	response := responses(ctx)
	if response.Data == nil { // refused by the guards before anything was executed
		reply.requestErrors(response.Errors)
		return
	}
	reply.executed(response)
}

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
	if strings.TrimSpace(params.Query) == "" {
		return nil, http.StatusBadRequest, malformed("query", "must be given")
	}
	params.Headers = r.Header
	params.ReadTime = graphql.TraceTiming{Start: start, End: graphql.Now()}
	return params, 0, nil
}

func readBody(r *http.Request) (*graphql.RawParams, int, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != typeJSON || params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return nil, http.StatusUnsupportedMediaType, fault.New(fault.UnsupportedMediaType, "Send %s in UTF-8.", typeJSON)
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, http.StatusRequestEntityTooLarge, fault.New(fault.FileTooLarge, "The request is larger than 1 MiB.")
	}
	if err != nil {
		return nil, http.StatusBadRequest, fault.New(fault.Malformed, "The request broke off.")
	}
	var wire struct {
		Query         json.RawMessage `json:"query"`
		OperationName json.RawMessage `json:"operationName"`
		Variables     json.RawMessage `json:"variables"`
		Extensions    json.RawMessage `json:"extensions"`
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	if err := dec.Decode(&wire); err != nil || dec.More() {
		return nil, http.StatusBadRequest, fault.New(fault.Malformed, "The body is no JSON object.")
	}
	out := &graphql.RawParams{}
	for _, p := range []struct {
		name string
		raw  json.RawMessage
		into any
		what string
	}{
		{"query", wire.Query, &out.Query, "must be a text"},
		{"operationName", wire.OperationName, &out.OperationName, "must be a text"},
		{"variables", wire.Variables, &out.Variables, "must be an object"},
		{"extensions", wire.Extensions, &out.Extensions, "must be an object"},
	} {
		if err := decode(p.raw, p.into); err != nil {
			return nil, http.StatusBadRequest, malformed(p.name, p.what)
		}
	}
	return out, 0, nil
}

func readURL(raw string) (*graphql.RawParams, int, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, http.StatusBadRequest, fault.New(fault.Malformed, "The query string is not well formed.")
	}
	out := &graphql.RawParams{Query: values.Get("query"), OperationName: values.Get("operationName")}
	for name, into := range map[string]*map[string]any{"variables": &out.Variables, "extensions": &out.Extensions} {
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
	if dec.More() {
		return errors.New("trailing bytes")
	}
	return nil
}

func malformed(field, message string) error {
	f := fault.New(fault.Malformed, "%s: %s", field, message)
	f.Fields = []fault.Field{{Field: field, Code: "invalid", Message: message}}
	return f
}

// negotiate chooses the media type of the answer, "" when the client takes neither. The
// older type is for clients that say nothing, and answers most errors with 200 to them.
func negotiate(accept []string) string {
	if len(accept) == 0 {
		return typeJSON
	}
	best, quality := "", 0.0
	for _, part := range strings.Split(strings.Join(accept, ","), ",") {
		kind, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		q := 1.0
		if text, ok := params["q"]; ok {
			q, _ = strconv.ParseFloat(text, 64)
		}
		offer := ""
		switch kind {
		case typeResponse:
			offer = typeResponse
		case typeJSON, "application/*", "*/*":
			offer = typeJSON
		}
		if offer != "" && (q > quality || q == quality && offer == typeResponse && q > 0) {
			best, quality = offer, q
		}
	}
	return best
}

// reply writes one answer.
type reply struct {
	w    http.ResponseWriter
	kind string
}

// refuse answers a request that was not understood or not allowed, whatever the client takes.
func (p reply) refuse(ctx context.Context, status int, err error) {
	if challenge := auth.Challenge(err); challenge != "" {
		p.w.Header().Set("WWW-Authenticate", challenge)
	}
	p.write(status, wireResponse{Errors: gqlerror.List{present(ctx, err)}})
}

// requestErrors answers what failed before it was executed: without data, and with 200 to
// clients that only know the older media type.
func (p reply) requestErrors(errs gqlerror.List) {
	status := http.StatusBadRequest
	if p.kind == typeJSON {
		status = http.StatusOK
	}
	for _, e := range errs {
		if e.Extensions["code"] == "AUTHENTICATION_REQUIRED" {
			status = http.StatusUnauthorized
			p.w.Header().Set("WWW-Authenticate", auth.Challenge(auth.AuthenticationRequired()))
		}
	}
	p.write(status, wireResponse{Errors: errs})
}

func (p reply) executed(r *graphql.Response) {
	p.write(http.StatusOK, wireResponse{Data: r.Data, Errors: r.Errors, Extensions: r.Extensions})
}

// wireResponse leaves data away where nothing was executed.
type wireResponse struct {
	Errors     gqlerror.List   `json:"errors,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Extensions map[string]any  `json:"extensions,omitempty"`
}

func (p reply) write(status int, body wireResponse) {
	if len(body.Errors) > maxErrors {
		body.Errors = body.Errors[:maxErrors]
	}
	h := p.w.Header()
	h.Set("Content-Type", p.kind+"; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if wait := retryAfter(body.Errors); wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	text, err := json.Marshal(body)
	if err != nil { // a resolver wrote something that is not JSON
		status, text = http.StatusInternalServerError, []byte(`{"errors":[{"message":"Something went wrong on our side.","extensions":{"code":"INTERNAL_ERROR"}}]}`)
	}
	p.w.WriteHeader(status)
	_, _ = p.w.Write(text)
}

// retryAfter is the longest time that one of the errors asks to wait.
func retryAfter(errs gqlerror.List) (wait time.Duration) {
	for _, e := range errs {
		if f, ok := fault.As(e.Err); ok {
			wait = max(wait, f.RetryAfter)
		}
	}
	return wait
}
