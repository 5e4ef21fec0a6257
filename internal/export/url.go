package export

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// maxURL is the length of URLs that every browser and proxy accepts.
const maxURL = 8_000

// Link is a signed URL that downloads an export.
type Link struct {
	URL       string
	ExpiresAt time.Time
}

// Sign returns the link by which one viewer can download an export until auth.LinkLifetime is over.
func Sign(key []byte, unsigned string, who auth.Grantee, now time.Time) Link {
	signature, end := auth.SignLink(key, unsigned, who, now)
	separator := "?"
	if strings.Contains(unsigned, "?") {
		separator = "&"
	}
	return Link{URL: unsigned + separator + auth.LinkParam + "=" + signature, ExpiresAt: end}
}

// URL returns the URL of an export with some arguments, without a signature, and the variables of its
// GraphQL query.
func (e *Export) URL(arguments map[string]any) (unsigned string, variables map[string]any, err error) {
	values := url.Values{}
	for name, v := range arguments {
		p := e.param(name)
		if p == nil {
			return "", nil, unknown(name)
		}
		text, err := p.write(v)
		if err != nil {
			return "", nil, err
		}
		values.Set(name, text)
	}
	if variables, err = e.Variables(values); err != nil {
		return "", nil, err
	}
	if unsigned = e.encodeURL(values); len(unsigned) > maxURL {
		return "", nil, fault.Invalid(fault.Input("arguments", "too_long", "make a link of more than %d characters; use a Bearer token, or fewer arguments", maxURL))
	}
	return unsigned, variables, nil
}

// encodeURL encodes values in a canonical order, which a signature needs.
func (e *Export) encodeURL(values url.Values) string {
	path, query := e.Path, url.Values{}
	for name, all := range values {
		p := e.param(name)
		switch {
		case name == auth.LinkParam:
		case p != nil && p.encoding == inPath:
			path = strings.Replace(path, "{"+name+"}", url.PathEscape(values.Get(name)), 1)
		default:
			query[name] = all
		}
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

func (e *Export) param(name string) *param {
	for i, p := range e.params {
		if p.name == name {
			return &e.params[i]
		}
	}
	return nil
}

// Variables returns the variables of the GraphQL query from the parameters of a request, all of which it checks. An unknown
// parameter is an error: a file without the intended filter would be the wrong one.
func (e *Export) Variables(values url.Values) (map[string]any, error) {
	out := map[string]any{}
	for name, given := range values {
		p := e.param(name)
		switch {
		case name == auth.LinkParam:
			continue
		case p == nil:
			return nil, unknown(name)
		case len(given) > 1:
			return nil, fault.Invalid(fault.Input(name, "duplicate", "must be given only once"))
		case given[0] == "":
			continue
		}
		v, err := p.read(given[0])
		if err != nil {
			return nil, err
		}
		if p.encoding != ofFile {
			out[name] = v
		}
	}
	return out, nil
}

func unknown(name string) error {
	return fault.Invalid(fault.Input(name, "unknown", "is not a parameter of this export"))
}

func (p param) invalid(format string, args ...any) error { //nolint:unparam // messages may have verbs, and the catalog reads them by this form
	return fault.Invalid(fault.Input(p.name, "invalid", format, args...))
}

// write returns an argument as the URL has it; read is its other direction, and checks it.
func (p param) write(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		if p.encoding == jsonInput {
			return "", p.invalidInput()
		}
		return v, nil
	case []any:
		if p.encoding == commaList {
			all := make([]string, len(v))
			for i, one := range v {
				all[i] = fmt.Sprint(one)
			}
			return strings.Join(all, ","), nil
		}
	}
	raw, err := json.Marshal(v)
	return string(raw), err
}

func (p param) read(text string) (any, error) {
	switch p.encoding {
	case jsonInput:
		var v any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&v); err != nil || !p.takes(v) {
			return nil, p.invalidInput()
		}
		if _, err := d.Token(); err != io.EOF {
			return nil, p.invalidInput()
		}
		return v, nil
	case ofFile:
		if text != "true" && text != "false" {
			return nil, p.invalid("must be true or false")
		}
		return text == "true", nil
	case commaList:
		var all []any
		for value := range strings.SplitSeq(text, ",") {
			all = append(all, value)
		}
		return all, nil
	case lowerCase:
		if text != strings.ToLower(text) {
			return nil, p.invalid("must be in lower case")
		}
		return strings.ToUpper(text), nil
	default:
		if strings.HasPrefix(p.typ, "Int") {
			if !integer.MatchString(text) {
				return nil, p.invalid("must be an integer")
			}
			return json.Number(text), nil
		}
		return text, nil
	}
}

// isList reports whether the type of GraphQL is a list.
func (p param) isList() bool { return strings.HasPrefix(p.typ, "[") }

// takes reports whether a value of JSON is an object, or a list of objects where the type is one.
func (p param) takes(v any) bool {
	if list, ok := v.([]any); ok && p.isList() {
		return !slices.ContainsFunc(list, func(one any) bool { return !isObject(one) })
	}
	return isObject(v)
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

func (p param) invalidInput() error {
	if p.isList() {
		return p.invalid("must be a JSON object of the GraphQL input type, or a list of them")
	}
	return p.invalid("must be a JSON object of the GraphQL input type")
}

var integer = regexp.MustCompile(`^-?[0-9]{1,18}$`)
