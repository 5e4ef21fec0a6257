package gqlhttp

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/compress"
	"github.com/redress/redress/internal/fault"
)

// reply writes one response.
type reply struct {
	w         http.ResponseWriter
	mediaType string
	query     *http.Request // whose result may be compressed; nil: not compressed
	// slot is given back before anything is written, which takes as long as the client likes; nil: none.
	slot *admission.Slot

	counted errorCounter
	traceID string // "" where the request is not traced
}

// refuse writes the error of a request that was malformed or not allowed.
func (p reply) refuse(ctx context.Context, status int, err error) {
	if challenge := auth.Challenge(err); challenge != "" {
		p.w.Header().Set("WWW-Authenticate", challenge)
	}
	if p.mediaType == typeEvents { // a client of a stream checks the status first
		p.mediaType = typeJSON
	}
	p.write(status, wireResponse{Errors: gqlerror.List{present(ctx, err)}})
}

// requestErrors writes errors from before the execution: without data, and with status 200 for
// clients of the older media type, unless they have to sign in or to wait.
func (p reply) requestErrors(errs gqlerror.List) {
	status := http.StatusBadRequest
	if p.mediaType == typeJSON {
		status = http.StatusOK
	}
	for _, e := range errs {
		if e.Extensions["code"] == "RATE_LIMITED" {
			status = http.StatusTooManyRequests
			if p.mediaType == typeEvents {
				p.mediaType = typeJSON
			}
		}
		if e.Extensions["code"] == "AUTHENTICATION_REQUIRED" {
			status = http.StatusUnauthorized
			p.w.Header().Set("WWW-Authenticate", auth.Challenge(auth.AuthenticationRequired()))
			if p.mediaType == typeEvents {
				p.mediaType = typeJSON
			}
		}
	}
	p.write(status, wireResponse{Errors: errs})
}

// executed writes the result of an execution with status 200. If there is no data because the
// client has to wait, the status says so too, for clients and load balancers that only check it.
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

// wireResponse is a response; data is absent if nothing was executed.
type wireResponse struct {
	Errors     gqlerror.List   `json:"errors,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Extensions map[string]any  `json:"extensions,omitempty"`
}

// encode returns the response as JSON. The data is JSON already and is copied as it is: parsing it
// again took a seventh of the time of a large response.
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
	if p.traceID != "" {
		body.Errors = withTrace(body.Errors, p.traceID)
	}
	p.counted.count(body.Errors)
	if p.mediaType == typeEvents {
		p.slot.Leave()
		writeSingleEvent(p.w, body)
		return
	}
	body.Errors = fewErrors(body.Errors)
	h := p.w.Header()
	h.Set("Content-Type", p.mediaType+"; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept-Language")
	h.Set("X-Content-Type-Options", "nosniff")
	if wait := retryAfter(body.Errors); wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	text, err := body.encode()
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(encodingFailed)
	}
	if p.query != nil {
		text = compress.Body(h, p.query, text)
	}
	p.slot.Leave()
	h.Set("Content-Length", strconv.Itoa(len(text)))
	p.w.WriteHeader(status)
	_, _ = p.w.Write(text)
}

// errorCounter is called with the code of each error that is sent; nil: nobody asks.
type errorCounter func(code string)

func (c errorCounter) count(errs gqlerror.List) {
	if c == nil {
		return
	}
	for _, e := range errs {
		if code, ok := e.Extensions["code"].(string); ok {
			c(code)
		}
	}
}

// withTrace returns errors with the id of the trace in which they are explained.
func withTrace(errs gqlerror.List, id string) gqlerror.List {
	traced := make(gqlerror.List, len(errs))
	for i, e := range errs {
		is := *e // some are kept with the document
		is.Extensions = maps.Clone(e.Extensions)
		if is.Extensions == nil {
			is.Extensions = map[string]any{}
		}
		is.Extensions["traceId"] = id
		traced[i] = &is
	}
	return traced
}

// retryAfter returns the longest time that one of the errors asks the client to wait.
func retryAfter(errs gqlerror.List) (wait time.Duration) {
	for _, e := range errs {
		if f, ok := fault.As(e.Err); ok {
			wait = max(wait, f.RetryAfter)
		}
	}
	return wait
}

// encodingFailed replaces a response that can't be encoded as JSON.
const encodingFailed = `{"errors":[{"message":"Something went wrong on our side.","extensions":{"code":"INTERNAL_ERROR"}}]}`
