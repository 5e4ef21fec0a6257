package gqlhttp

import (
	"context"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
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
		httpio.Drain(w, r)
		status := http.StatusUnauthorized
		if auth.Challenge(err) == "" { // no fault of the token: whose it is could not be asked
			status = http.StatusServiceUnavailable
		}
		reply.refuse(ctx, status, err)
		return
	}
	params, status, err := read(r)
	if err != nil {
		httpio.Drain(w, r)
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
