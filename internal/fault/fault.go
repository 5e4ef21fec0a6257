// Package fault is the one vocabulary of what can go wrong. It knows neither HTTP nor GraphQL;
// each API maps the codes to its own protocol in one place.
package fault

import (
	"errors"
	"fmt"
	"time"

	"github.com/redress/redress/internal/i18n"
)

// Code identifies a kind of fault. The text is what REST clients read; GraphQL has it in
// capitals.
type Code string

// The codes (docs/product.md, Errors).
const (
	Validation             Code = "validation_error"
	Malformed              Code = "malformed_request"
	AuthenticationRequired Code = "authentication_required"
	InvalidToken           Code = "invalid_token"
	TokenExpired           Code = "token_expired"
	SessionRevoked         Code = "session_revoked"
	PermissionDenied       Code = "permission_denied"
	PasswordChangeRequired Code = "password_change_required"
	NotFound               Code = "not_found"
	MethodNotAllowed       Code = "method_not_allowed"
	Conflict               Code = "conflict"
	InvalidTransition      Code = "invalid_transition"
	UpdateLocked           Code = "update_locked"
	DuplicateReference     Code = "duplicate_reference"
	FileTooLarge           Code = "file_too_large"
	UnsupportedMediaType   Code = "unsupported_media_type"
	MediaTypeMismatch      Code = "media_type_mismatch"
	IdempotencyMismatch    Code = "idempotency_mismatch"
	RateLimited            Code = "rate_limited"
	Internal               Code = "internal_error"
	Unavailable            Code = "unavailable"
)

// Field is one invalid input: its name as the caller wrote it, a code and a sentence, which is English
// until In has printed it in another language.
type Field struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`

	text i18n.Text
}

// Input returns what is wrong with an input.
func Input(field, code, format string, args ...any) Field {
	return Field{Field: field, Code: code, Message: fmt.Sprintf(format, args...), text: i18n.T(format, args...)}
}

// In returns the field with its sentence in a language.
func (f Field) In(l i18n.Language) Field {
	f.Message = f.text.In(l)
	return f
}

// Error is a fault that may be shown to the caller: Message is for a person and carries
// nothing internal. It is English; In and FieldsIn print for readers of other languages. Cause is
// for the log only.
type Error struct {
	Code       Code
	Message    string
	Fields     []Field
	RetryAfter time.Duration // for rate_limited and unavailable
	Cause      error

	text i18n.Text
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

func (e *Error) Unwrap() error { return e.Cause }

// In returns the message in a language.
func (e *Error) In(l i18n.Language) string { return e.text.In(l) }

// About returns the fault as that of an input.
func (e *Error) About(field, code string) Field {
	return Field{Field: field, Code: code, Message: e.Message, text: e.text}
}

// FieldsIn returns the fields with their sentences in a language.
func (e *Error) FieldsIn(l i18n.Language) []Field {
	fields := make([]Field, len(e.Fields))
	for i, f := range e.Fields {
		fields[i] = f.In(l)
	}
	return fields
}

// New returns a fault with a sentence for the caller.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), text: i18n.T(format, args...)}
}

// Wrap returns a fault that keeps its cause for the log.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	f := New(code, format, args...)
	f.Cause = cause
	return f
}

// Invalid returns a validation_error about inputs.
func Invalid(fields ...Field) *Error {
	f := New(Validation, "The request is not valid.")
	if len(fields) == 1 {
		f = New(Validation, "%s: %s", fields[0].Field, fields[0].text)
	}
	f.Fields = fields
	return f
}

// Between returns what is wrong with an input that must lie between two numbers, nil for nothing. Not a
// number lies nowhere.
func Between[N int | int64 | float64](field string, is, least, most N) []Field {
	if is >= least && is <= most {
		return nil
	}
	return []Field{Input(field, "out_of_range", "must be %v to %v", least, most)}
}

// Missing returns the same not_found for a row that does not exist and for a row of somebody
// else: the two must not be distinguishable.
func Missing(noun string) *Error { return New(NotFound, "There is no such %s.", i18n.T(noun)) }

// Denied returns the refusal of a role that may not do something, before any id is read.
func Denied() *Error { return New(PermissionDenied, "Your role may not do this.") }

// As returns the fault in an error chain.
func As(err error) (*Error, bool) {
	var f *Error
	ok := errors.As(err, &f)
	return f, ok
}

// Is reports whether the error chain contains a fault of this code.
func Is(err error, code Code) bool {
	f, ok := As(err)
	return ok && f.Code == code
}

// EncodedBody returns the fault of a request with a body that is encoded.
func EncodedBody() *Error {
	return New(UnsupportedMediaType, "The body must be sent as it is, without a Content-Encoding such as gzip.")
}
