package rest

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/privacy"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/tracing"
)

// refusal is the body of every response that is not a success.
type refusal struct {
	Success    bool          `json:"success" doc:"Always false."`
	Message    string        `json:"message" doc:"Error message for people."`
	Code       string        `json:"code" doc:"Error code for programs."`
	StatusCode int           `json:"status_code" bounds:"400,599" doc:"The HTTP status code."`
	Errors     []fault.Field `json:"errors" doc:"The invalid fields; empty when the error is not about fields."`
	RequestID  string        `json:"request_id" doc:"Id of this request in the log of the service."`
	TraceID    string        `json:"trace_id,omitempty" doc:"Id of the trace of this request, where the service is traced."`
}

// statusOf maps error codes to HTTP status codes (docs/product.md, Errors). A code that it does not know is 500.
func statusOf(code fault.Code) int {
	switch code {
	case fault.Validation, fault.Malformed:
		return http.StatusBadRequest
	case fault.AuthenticationRequired, fault.InvalidToken, fault.TokenExpired, fault.SessionRevoked:
		return http.StatusUnauthorized
	case fault.PermissionDenied, fault.PasswordChangeRequired:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case fault.Conflict, fault.InvalidTransition, fault.UpdateLocked, fault.DuplicateReference:
		return http.StatusConflict
	case fault.FileTooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.UnsupportedMediaType:
		return http.StatusUnsupportedMediaType
	case fault.MediaTypeMismatch, fault.IdempotencyMismatch:
		return http.StatusUnprocessableEntity
	case fault.RateLimited:
		return http.StatusTooManyRequests
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// WriteError responds with an error. An error that is not a fault, and the cause of one that is,
// go to the log only. What is left of the body is discarded first, or the client would never see
// the response.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	f := faultOf(err)
	status := statusOf(f.Code)
	h := w.Header()
	if admission.Refused(err) {
		httpio.Abandon(w, r)
	} else {
		if status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
			slog.ErrorContext(r.Context(), "request failed",
				"error", err, "method", r.Method)
		}
		httpio.Drain(w, r)
	}
	if challenge := auth.Challenge(f); challenge != "" {
		h.Set("WWW-Authenticate", challenge)
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		seconds := math.Ceil(max(f.RetryAfter, time.Second).Seconds())
		h.Set("Retry-After", strconv.Itoa(int(seconds)))
	}
	l := i18n.From(r.Context())
	body := refusal{
		Message: f.In(l), Code: string(f.Code), StatusCode: status,
		Errors: f.FieldsIn(l), RequestID: middleware.GetReqID(r.Context()),
	}
	body.TraceID, _ = tracing.IDs(r.Context())
	_ = writeJSON(w, r, status, body) // holds strings and numbers only, which always encode
}

// UnreadableRequest returns the response to what could not be read as a request, for whose path it is
// therefore not known.
func UnreadableRequest(status int, requestID string) (contentType, body string) {
	return refuseUnread(status, "The request can't be read: "+strings.ToLower(http.StatusText(status))+".", requestID)
}

// PlainRequest returns the response to a request without TLS where TLS is spoken.
func PlainRequest(requestID string) (contentType, body string) {
	return refuseUnread(http.StatusBadRequest, "This is the address of an HTTPS service: write https:// before it.", requestID)
}

func refuseUnread(status int, message, requestID string) (contentType, body string) {
	text, _ := json.Marshal(refusal{ // strings and numbers only, which always encode
		Message: message, Code: string(fault.Malformed), StatusCode: status, Errors: []fault.Field{}, RequestID: requestID,
	})
	return jsonType, string(text)
}

// faultOf returns the fault that an error is to the caller.
func faultOf(err error) *fault.Error {
	if f, ok := fault.As(err); ok {
		return f
	}
	switch {
	case errors.Is(err, privacy.Deny):
		return fault.Denied()
	case errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(err, fault.Unavailable, "The request took too long. Please try again in a moment.")
	case errors.Is(err, context.Canceled):
		return fault.Wrap(err, fault.Malformed, "The request was cancelled.")
	}
	return fault.Wrap(err, fault.Internal, "Something went wrong on our side. It has been noted.")
}

// NotFound responds to an unknown path.
func NotFound(w http.ResponseWriter, r *http.Request) {
	WriteError(w, r, fault.New(fault.NotFound, "There is nothing at this path."))
}

// MethodNotAllowed responds to a known path that does not have the method. The header Allow lists
// those that it has.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request) {
	allowed := allowedAt(r)
	if len(allowed) == 0 { // chi calls this for methods that it does not know, whatever the path
		NotFound(w, r)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	WriteError(w, r, fault.New(fault.MethodNotAllowed, "This path does not support %s requests.", knownMethod(r.Method)))
}

func allowedAt(r *http.Request) []string {
	here := chi.RouteContext(r.Context())
	if here == nil || here.Routes == nil {
		return nil
	}
	path := r.URL.RawPath
	if path == "" {
		path = r.URL.Path
	}
	var allowed []string
	for _, method := range methods() {
		if here.Routes.Match(chi.NewRouteContext(), method, path) {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

func methods() []string {
	return []string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
		http.MethodPatch, http.MethodDelete, http.MethodOptions,
	}
}

// knownMethod returns a standard method as it is, and "such" for any other, which the response
// must not repeat.
func knownMethod(m string) string {
	if slices.Contains(methods(), m) {
		return m
	}
	return "such"
}
