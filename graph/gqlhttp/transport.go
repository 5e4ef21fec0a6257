package gqlhttp

import (
	"cmp"
	"context"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/internal/tracing"
)

const (
	// maxBody is the size limit of a request's body, in bytes.
	maxBody = 1 << 20
	// MaxTime is how long an operation may take; the database has a timeout of its own.
	MaxTime = 10 * time.Second

	typeJSON     = "application/json"
	typeResponse = "application/graphql-response+json"
)

// httpTransport implements the GraphQL-over-HTTP specification for queries and mutations, and
// graphql-sse for subscriptions. The library's own transports echo bodies that they can't decode,
// passwords included, and return null data if nothing was executed.
type httpTransport struct {
	streams *Streams
	work    *admission.Limiter
	bodies  *admission.Bound
	kept    *persistedQueries
	counted errorCounter
}

// Supports implements gqlgen's transport.
func (httpTransport) Supports(*http.Request) bool { return true }

// Do implements gqlgen's transport.
func (t httpTransport) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	ctx, cancel := context.WithTimeout(r.Context(), MaxTime)
	defer cancel()
	mediaType, streams := negotiate(r.Header.Values("Accept"))
	reply := reply{w: w, mediaType: mediaType, counted: t.counted}
	reply.traceID, _ = tracing.IDs(ctx)
	if reply.mediaType == "" {
		reply.mediaType = typeJSON
		reply.refuse(ctx, http.StatusNotAcceptable,
			fault.New(fault.Malformed, "The response can be %s, %s or %s; the header Accept allows none of them.", typeResponse, typeJSON, typeEvents))
		return
	}
	if r.Header.Get("Upgrade") != "" {
		reply.refuse(ctx, http.StatusBadRequest, fault.New(fault.Malformed, "GraphQL is available over HTTP and WebSocket only."))
		return
	}
	empty := budget.Enter(ctx)
	if empty != nil && !mightSignIn(r) {
		httpio.Drain(w, r)
		reply.refuse(ctx, http.StatusTooManyRequests, empty)
		return
	}
	if err := auth.Refusal(ctx); err != nil {
		drain(w, r, err)
		status := http.StatusUnauthorized
		if auth.Challenge(err) == "" { // the token could not be checked
			status = http.StatusServiceUnavailable
		}
		reply.refuse(ctx, status, err)
		return
	}
	in, status, err := t.receive(r)
	if err != nil {
		if empty != nil {
			status, err = http.StatusTooManyRequests, empty
		}
		drain(w, r, err)
		if status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", "GET, HEAD, POST")
		}
		reply.refuse(ctx, status, err)
		return
	}
	defer in.drop()
	slot, err := t.work.Enter(ctx)
	if err != nil {
		reply.refuse(ctx, http.StatusServiceUnavailable, err)
		return
	}
	defer slot.Leave()
	reply.slot = slot
	params, keep, err := t.parameters(ctx, r, in)
	signing := false
	if err == nil {
		ctx, signing = forSigningIn(ctx, params)
	}
	if empty != nil && !signing {
		reply.refuse(ctx, http.StatusTooManyRequests, empty)
		return
	}
	if unknown, ok := errors.AsType[*gqlerror.Error](err); ok {
		reply.requestErrors(gqlerror.List{present(ctx, unknown)})
		return
	}
	if err != nil {
		reply.refuse(ctx, http.StatusBadRequest, err)
		return
	}
	op, errs := exec.CreateOperationContext(ctx, params)
	switch {
	case len(errs) > 0 && empty != nil:
		reply.refuse(ctx, http.StatusTooManyRequests, empty)
		return
	case len(errs) > 0:
		reply.requestErrors(exec.DispatchError(graphql.WithOperationContext(ctx, op), errs).Errors)
		return
	}
	keep()
	t.answer(ctx, w, r, reply, exec, op, streams)
}

// answer executes an operation in the slot of its request and sends the response.
func (t httpTransport) answer(
	ctx context.Context, w http.ResponseWriter, r *http.Request, reply reply, exec graphql.GraphExecutor, op *graphql.OperationContext, streams bool,
) {
	if status, err := checkMethod(w, r, op.Operation.Operation, streams); err != nil {
		reply.refuse(ctx, status, err)
		return
	}
	if op.Operation.Operation == ast.Subscription {
		if err := t.stream(w, r, exec, op, reply.slot); err != nil {
			reply.refuse(ctx, statusOf(err), err)
		}
		return
	}
	response, err := execute(admission.Share(ctx, reply.slot), exec, op)
	if err != nil {
		reply.refuse(ctx, http.StatusServiceUnavailable, err)
		return
	}
	if response.Data == nil { // refused before anything was executed
		reply.requestErrors(response.Errors)
		return
	}
	if op.Operation.Operation == ast.Query { // what mutations return may be secret, such as tokens
		reply.query = r
	}
	reply.executed(response)
}

// parameters returns the parameters of a request with the text of its document, and what keeps that text once the
// document is known to be good.
func (t httpTransport) parameters(ctx context.Context, r *http.Request, in received) (params *graphql.RawParams, keep func(), err error) {
	params, err = parseRequest(r, in)
	in.drop()
	if err != nil {
		return nil, nil, err
	}
	if keep, err = t.kept.complete(ctx, params); err != nil {
		return nil, nil, err
	}
	return params, keep, checkQuery(params)
}

// checkMethod refuses what an operation may not be sent with: mutations with GET, and subscriptions by clients that
// do not accept streams.
func checkMethod(w http.ResponseWriter, r *http.Request, operation ast.Operation, streams bool) (status int, err error) {
	subscribes := operation == ast.Subscription
	byGet := operation == ast.Query || subscribes && streams && r.Method == http.MethodGet
	switch {
	case r.Method != http.MethodPost && !byGet:
		w.Header().Set("Allow", "POST")
		return http.StatusMethodNotAllowed, fault.New(fault.MethodNotAllowed, "Send mutations with POST.")
	case subscribes && !streams:
		return http.StatusBadRequest, fault.New(fault.Malformed,
			"Send a subscription with Accept: %s, or over a WebSocket with the subprotocol %s.", typeEvents, subprotocol)
	}
	return 0, nil
}

// execute executes a query or a mutation. It returns an error when the time of the request was over
// before, for which the library has no response.
func execute(ctx context.Context, exec graphql.GraphExecutor, op *graphql.OperationContext) (*graphql.Response, error) {
	responses, ctx := exec.DispatchOperation(ctx, op)
	if r := responses(ctx); r != nil {
		return r, nil
	}
	return nil, cmp.Or(ctx.Err(), context.Canceled)
}

// drain discards what the client is still sending, so that it sees the response.
func drain(w http.ResponseWriter, r *http.Request, err error) {
	if admission.Refused(err) {
		httpio.Abandon(w, r)
		return
	}
	httpio.Drain(w, r)
}

// negotiate returns the media type of the response to a query, "" if the client accepts none, and
// reports whether it accepts an event stream. Clients without a preference get the older type, with
// status 200 for most errors. A client that accepts JSON as well gets a stream for subscriptions
// only.
func negotiate(accept []string) (best string, streams bool) {
	if len(accept) == 0 {
		return typeJSON, false
	}
	quality := 0.0
	for part := range strings.SplitSeq(strings.Join(accept, ","), ",") {
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

// rootParts has the root fields of a query work in the slot of its request as parts of it.
type rootParts struct{}

// ExtensionName implements gqlgen's extension.
func (rootParts) ExtensionName() string { return "RootParts" }

// Validate implements gqlgen's extension.
func (rootParts) Validate(graphql.ExecutableSchema) error { return nil }

// InterceptRootField implements gqlgen's extension.
func (rootParts) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	end, err := admission.Part(ctx)
	if err != nil {
		graphql.AddError(ctx, err)
		return graphql.Null
	}
	defer end()
	return next(ctx)
}
