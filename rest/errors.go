package rest

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"entgo.io/ent/privacy"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// refusal is the one shape of every answer that is not a success.
type refusal struct {
	Success    bool          `json:"success" doc:"Always false here."`
	Message    string        `json:"message" doc:"What went wrong, for a person."`
	Code       string        `json:"code" doc:"What went wrong, for a program."`
	StatusCode int           `json:"status_code" doc:"The HTTP status once more."`
	Errors     []fault.Field `json:"errors" doc:"The inputs at fault; empty when it is none in particular."`
	RequestID  string        `json:"request_id" doc:"By which the service's log knows this request."`
}

// statusOf is the one map from faults to HTTP (docs/product.md, Errors). What is not in it is 500.
func statusOf(code fault.Code) int {
	switch code {
	case fault.Validation, fault.Malformed:
		return http.StatusBadRequest
	case fault.AuthenticationRequired, fault.InvalidToken, fault.TokenExpired, fault.SessionRevoked:
		return http.StatusUnauthorized
	case fault.PermissionDenied:
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

// WriteError answers an error. An error that is no fault, and what caused one of ours, go to
// the log only. A body that was not read is read away first, or the sender would never see
// the answer.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	f := faultOf(err)
	status := statusOf(f.Code)
	if status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		slog.ErrorContext(r.Context(), "request failed",
			"error", err, "method", r.Method)
	}
	drain(w, r)
	h := w.Header()
	if challenge := auth.Challenge(f); challenge != "" {
		h.Set("WWW-Authenticate", challenge)
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		seconds := math.Ceil(max(f.RetryAfter, time.Second).Seconds())
		h.Set("Retry-After", strconv.Itoa(int(seconds)))
	}
	body := refusal{
		Message: f.Message, Code: string(f.Code), StatusCode: status,
		Errors: f.Fields, RequestID: middleware.GetReqID(r.Context()),
	}
	if body.Errors == nil {
		body.Errors = []fault.Field{}
	}
	_ = writeJSON(w, r, status, body) // of strings and numbers: always JSON
}

// faultOf finds what an error means to the caller.
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
		return fault.Wrap(err, fault.Malformed, "The request was given up.")
	}
	return fault.Wrap(err, fault.Internal, "Something went wrong on our side. It has been noted.")
}

// NotFound answers an unknown path.
func NotFound(w http.ResponseWriter, r *http.Request) {
	WriteError(w, r, fault.New(fault.NotFound, "There is nothing at this path."))
}

// MethodNotAllowed answers a known path that does not know the method, with those that it
// knows in Allow.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request) {
	allowed := allowedAt(r)
	if len(allowed) == 0 { // chi asks here for methods that it has never heard of, whatever the path
		NotFound(w, r)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	WriteError(w, r, fault.New(fault.MethodNotAllowed, "This path does not answer %s requests.", knownMethod(r.Method)))
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

// knownMethod keeps a method that nobody knows out of the answer.
func knownMethod(m string) string {
	for _, known := range methods() {
		if m == known {
			return m
		}
	}
	return "such"
}
