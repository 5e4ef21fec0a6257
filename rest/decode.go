package rest

import (
	"fmt"
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

// The bounds of a numbered page (docs/product.md, REST).
const (
	defaultLimit = 20
	maxLimit     = 100
)

// input reads a request's path and query. It gathers what is wrong, so that one answer names
// every input at fault.
type input struct {
	r      *http.Request
	query  url.Values
	broken error
	bad    []fault.Field
}

func decode(r *http.Request) *input {
	in := &input{r: r}
	in.query, in.broken = url.ParseQuery(r.URL.RawQuery)
	return in
}

// fault answers what is wrong with the inputs that were read so far; nil when nothing is.
func (in *input) fault() error {
	switch {
	case in.broken != nil:
		return fault.Wrap(in.broken, fault.Malformed, "The query string is not well-formed.")
	case len(in.bad) > 0:
		return fault.Invalid(in.bad...)
	default:
		return nil
	}
}

func (in *input) reject(name, code, format string, args ...any) {
	in.bad = append(in.bad, fault.Field{Field: name, Code: code, Message: fmt.Sprintf(format, args...)})
}

// pathID reads an id that is part of the path.
func (in *input) pathID(name string) uuid.UUID { return in.id(name, chi.URLParam(in.r, name)) }

func (in *input) id(name, text string) uuid.UUID {
	id, err := domain.ParseID(text)
	if err != nil {
		in.reject(name, "invalid", "%s", err)
	}
	return id
}

// text reads a parameter: nil when it is absent or empty, at fault when it is given twice or
// is no text.
func (in *input) text(name string) *string {
	given := in.query[name]
	switch {
	case len(given) == 0:
		return nil
	case len(given) > 1:
		in.reject(name, "repeated", "must not be given twice")
		return nil
	case given[0] == "":
		return nil
	case !utf8.ValidString(given[0]), strings.ContainsRune(given[0], 0):
		in.reject(name, "invalid", "must be text in UTF-8 without NUL")
		return nil
	}
	return &given[0]
}

const (
	keyHeader  = "Idempotency-Key"
	longestKey = 255
)

// idempotencyKey reads the header of that name: nil when it is absent.
func (in *input) idempotencyKey() *string {
	given := in.r.Header.Values(keyHeader)
	invisible := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case len(given) == 0:
		return nil
	case len(given) > 1:
		in.reject(keyHeader, "repeated", "must not be given twice")
		return nil
	case given[0] == "", strings.ContainsFunc(given[0], invisible):
		in.reject(keyHeader, "invalid", "must be visible ASCII characters")
		return nil
	case len(given[0]) > longestKey:
		in.reject(keyHeader, "too_long", "must be at most %d characters", longestKey)
		return nil
	}
	return &given[0]
}

// queryID reads a parameter that is an id.
func (in *input) queryID(name string) *uuid.UUID {
	text := in.text(name)
	if text == nil {
		return nil
	}
	id := in.id(name, *text)
	return &id
}

// date reads a parameter that is a calendar day.
func (in *input) date(name string) *string {
	text := in.text(name)
	if text == nil {
		return nil
	}
	day, err := model.UnmarshalDate(*text)
	if err != nil {
		in.reject(name, "invalid", "must be a day such as 2026-11-21")
	}
	return &day
}

// dates reads two days, of which the first must not come after the second.
func (in *input) dates(fromName, toName string) (from, to *string) {
	from, to = in.date(fromName), in.date(toName)
	if from != nil && to != nil && *to != "" && *from > *to {
		in.reject(fromName, "out_of_range", "must not be after %s", toName)
	}
	return from, to
}

// page reads the number and size of a page.
func (in *input) page() (page, limit *int) {
	p, l := in.count("page", 1), in.count("limit", defaultLimit)
	l = min(l, maxLimit)
	return &p, &l
}

// count reads a whole number from 1. One that the machine can't hold is out of range, but
// for a limit, which is 100 then as it is for every large one.
func (in *input) count(name string, absent int) int {
	text := in.text(name)
	if text == nil {
		return absent
	}
	if strings.Trim(*text, "0123456789") != "" {
		in.reject(name, "invalid", "must be a whole number")
		return absent
	}
	n, err := strconv.Atoi(*text)
	switch {
	case err != nil && name == "limit":
		return maxLimit
	case err != nil:
		in.reject(name, "out_of_range", "is too large")
	case n < 1:
		in.reject(name, "out_of_range", "must be 1 or more")
	}
	return n
}

// oneOf reads a parameter that is a word of an enumeration, in lower case.
func oneOf[T enumerated](in *input, name string) *T {
	text := in.text(name)
	if text == nil {
		return nil
	}
	if v, known := valueOf[T](*text); known {
		return &v
	}
	in.reject(name, "invalid", "must be one of %s", strings.Join(word[T]("").words(), ", "))
	return nil
}
