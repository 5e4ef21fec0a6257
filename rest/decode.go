package rest

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// input reads the parameters of a request and collects all field errors, so that one response
// names every invalid parameter.
type input struct {
	r           *http.Request
	query       url.Values
	queryErr    error
	fieldErrors []fault.Field
}

func decode(r *http.Request) *input {
	in := &input{r: r}
	in.query, in.queryErr = url.ParseQuery(r.URL.RawQuery)
	return in
}

// err returns the errors of the parameters that were read so far, or nil.
func (in *input) err() error {
	switch {
	case in.queryErr != nil:
		return fault.Wrap(in.queryErr, fault.Malformed, "The query string is not well-formed.")
	case len(in.fieldErrors) > 0:
		return fault.Invalid(in.fieldErrors...)
	default:
		return nil
	}
}

func (in *input) reject(name, code, format string, args ...any) {
	in.fieldErrors = append(in.fieldErrors, fault.Input(name, code, format, args...))
}

// pathID reads an id from the path.
func (in *input) pathID(name string) uuid.UUID { return in.id(name, chi.URLParam(in.r, name)) }

func (in *input) id(name, text string) uuid.UUID {
	id, err := model.UnmarshalID(text)
	if f, wrong := fault.As(err); wrong {
		in.fieldErrors = append(in.fieldErrors, f.About(name, "invalid"))
	}
	return id
}

// text reads a query parameter, nil when it is absent or empty. One that is given twice or is not
// text is an error.
func (in *input) text(name string) *string {
	given := in.query[name]
	switch {
	case len(given) == 0:
		return nil
	case len(given) > 1:
		in.reject(name, "repeated", "must be given only once")
		return nil
	case given[0] == "":
		return nil
	case !utf8.ValidString(given[0]), strings.ContainsRune(given[0], 0):
		in.reject(name, "invalid", "must be UTF-8 text without NUL characters")
		return nil
	}
	return &given[0]
}

const keyHeader = "Idempotency-Key"

// idempotencyKey reads the header Idempotency-Key, nil when it is absent.
func (in *input) idempotencyKey() *string {
	given := in.r.Header.Values(keyHeader)
	invisible := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case len(given) == 0:
		return nil
	case len(given) > 1:
		in.reject(keyHeader, "repeated", "must be given only once")
		return nil
	case given[0] == "", strings.ContainsFunc(given[0], invisible):
		in.reject(keyHeader, "invalid", "must be visible ASCII characters")
		return nil
	case len(given[0]) > domain.MaxIdempotencyKey:
		in.reject(keyHeader, "too_long", "must be at most %d characters", domain.MaxIdempotencyKey)
		return nil
	}
	return &given[0]
}

// queryID reads an id from the query.
func (in *input) queryID(name string) *uuid.UUID {
	text := in.text(name)
	if text == nil {
		return nil
	}
	id := in.id(name, *text)
	return &id
}

// date reads a calendar day from the query.
func (in *input) date(name string) *string {
	text := in.text(name)
	if text == nil {
		return nil
	}
	day, err := model.UnmarshalDate(*text)
	if f, wrong := fault.As(err); wrong {
		in.fieldErrors = append(in.fieldErrors, f.About(name, "invalid"))
	}
	return &day
}

// dates reads a range of days, of which the first must not be after the last.
func (in *input) dates(fromName, toName string) (from, to *string) {
	from, to = in.date(fromName), in.date(toName)
	if from != nil && to != nil && *to != "" && *from > *to {
		in.reject(fromName, "out_of_range", "must not be after %s", toName)
	}
	return from, to
}

// page reads the number and size of a page.
func (in *input) page() (page, limit *int) {
	p, l := in.positiveInt("page", 1), in.positiveInt("limit", model.DefaultPageSize)
	l = min(l, model.MaxPageSize)
	return &p, &l
}

// positiveInt reads a whole number of 1 or more. One that an int can't hold is out of range, except
// for the limit, which counts as the largest page size then, as every large one does.
func (in *input) positiveInt(name string, fallback int) int {
	text := in.text(name)
	if text == nil {
		return fallback
	}
	digits, negative := strings.CutPrefix(*text, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		in.reject(name, "invalid", "must be a whole number, not %q", model.Shown(*text))
		return fallback
	}
	n, err := strconv.Atoi(digits)
	switch {
	case negative || n == 0 && err == nil:
		in.reject(name, "out_of_range", "must be 1 or more")
	case err != nil && name == "limit":
		return model.MaxPageSize
	case err != nil:
		in.reject(name, "out_of_range", "is too large")
	}
	return n
}

// oneOf reads a value of an enumeration, in lower case.
func oneOf[T enumeration](in *input, name string) *T {
	text := in.text(name)
	if text == nil {
		return nil
	}
	if v, known := parseEnum[T](*text); known {
		return &v
	}
	in.reject(name, "invalid", "must be one of %s, not %q", strings.Join(enum[T]("").values(), ", "), model.Shown(*text))
	return nil
}
