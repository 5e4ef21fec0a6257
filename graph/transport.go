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

// overHTTP speaks the GraphQL-over-HTTP specification for queries and mutations, and graphql-sse
// for subscriptions. The library's own transports echo bodies that they can't read, passwords
// included, and answer null data where nothing was executed.
type overHTTP struct{ streams *Streams }

// Supports implements gqlgen's transport.
func (overHTTP) Supports(*http.Request) bool { return true }

// Do implements gqlgen's transport.
func (t overHTTP) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	ctx, cancel := context.WithTimeout(r.Context(), maxTime)
	defer cancel()
	kind, streams := negotiate(r.Header.Values("Accept"))
	reply := reply{w: w, kind: kind}
	if reply.kind == "" {
		reply.kind = typeJSON
		reply.refuse(ctx, http.StatusNotAcceptable, fault.New(fault.Malformed, "Answers are %s, %s or %s.", typeResponse, typeJSON, typeEvents))
		return
	}
	if r.Header.Get("Upgrade") != "" {
		reply.refuse(ctx, http.StatusBadRequest, fault.New(fault.Malformed, "The graph is spoken over HTTP and WebSocket."))
		return
	}
	if err := auth.Refusal(ctx); err != nil {
		drain(r)
		status := http.StatusUnauthorized
		if auth.Challenge(err) == "" { // no fault of the token: whose it is could not be asked
			status = http.StatusServiceUnavailable
		}
		reply.refuse(ctx, status, err)
		return
	}
	params, status, err := read(r)
	if err != nil {
		drain(r)
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
	follows := op.Operation.Operation == ast.Subscription
	byGet := op.Operation.Operation == ast.Query || follows && streams && r.Method == http.MethodGet
	if r.Method != http.MethodPost && !byGet {
		w.Header().Set("Allow", "POST")
		reply.refuse(ctx, http.StatusMethodNotAllowed, fault.New(fault.MethodNotAllowed, "Send mutations with POST."))
		return
	}
	if follows && !streams {
		reply.refuse(ctx, http.StatusBadRequest, fault.New(fault.Malformed, "Follow a subscription with Accept: %s, or over a WebSocket that speaks %s.", typeEvents, subprotocol))
		return
	}
	if follows {
		if err := t.stream(w, r, exec, op); err != nil {
			reply.refuse(ctx, statusOf(err), err)
		}
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

// drain reads away what the sender of a refused request is still sending, up to 16 MiB: an
// answer that comes with the connection's reset is never seen. A sender that waits for 100
// Continue sends nothing yet, and the connection's deadline ends a slow one.
func drain(r *http.Request) {
	if !strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		_, _ = io.CopyN(io.Discard, r.Body, 16<<20)
	}
}

func malformed(field, message string) error {
	f := fault.New(fault.Malformed, "%s: %s", field, message)
	f.Fields = []fault.Field{{Field: field, Code: "invalid", Message: message}}
	return f
}

// negotiate chooses the media type of the answer to a query, "" when the client takes none,
// and says whether it takes an event stream. The older type is for clients that say nothing,
// and answers most errors with 200 to them. Who takes JSON too gets a stream for
// subscriptions only.
func negotiate(accept []string) (best string, streams bool) {
	if len(accept) == 0 {
		return typeJSON, false
	}
	quality := 0.0
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
		case typeEvents:
			streams = q > 0
		case typeResponse:
			offer = typeResponse
		case typeJSON, "application/*", "*/*":
			offer = typeJSON
		}
		if offer != "" && (q > quality || q == quality && offer == typeResponse && q > 0) {
			best, quality = offer, q
		}
	}
	if best == "" && streams {
		best = typeEvents
	}
	return best, streams
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
	if p.kind == typeEvents { // a stream's client reads the status first
		p.kind = typeJSON
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
			if p.kind == typeEvents {
				p.kind = typeJSON
			}
		}
	}
	p.write(status, wireResponse{Errors: errs})
}

// executed answers 200, unless nothing came of it because somebody must wait: then the status
// says so too, for clients and balancers that look no further.
func (p reply) executed(r *graphql.Response) {
	status := http.StatusOK
	if string(r.Data) == "null" && len(r.Errors) > 0 {
		switch r.Errors[0].Extensions["code"] {
		case "RATE_LIMITED":
			status = http.StatusTooManyRequests
		case "UNAVAILABLE":
			status = http.StatusServiceUnavailable
		}
	}
	p.write(status, wireResponse{Data: r.Data, Errors: r.Errors, Extensions: r.Extensions})
}

// wireResponse leaves data away where nothing was executed.
type wireResponse struct {
	Errors     gqlerror.List   `json:"errors,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Extensions map[string]any  `json:"extensions,omitempty"`
}

// encode writes the answer as JSON. What was executed is JSON already and goes in as it is: a
// seventh of a large answer's time went into reading it once more.
func (r wireResponse) encode() ([]byte, error) {
	text := make([]byte, 1, len(r.Data)+512)
	text[0] = '{'
	add := func(key string, value []byte) {
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(append(append(append(text, '"'), key...), `":`...), value...)
	}
	if len(r.Errors) > 0 {
		errs, err := json.Marshal(r.Errors)
		if err != nil {
			return nil, err
		}
		add("errors", errs)
	}
	if len(r.Data) > 0 {
		add("data", r.Data)
	}
	if len(r.Extensions) > 0 {
		extensions, err := json.Marshal(r.Extensions)
		if err != nil {
			return nil, err
		}
		add("extensions", extensions)
	}
	return append(text, '}'), nil
}

func (p reply) write(status int, body wireResponse) {
	if p.kind == typeEvents {
		nextAndComplete(p.w, body)
		return
	}
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
	text, err := body.encode()
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(brokenAnswer)
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
