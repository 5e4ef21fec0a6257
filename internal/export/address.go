package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// maxAddress is the length of addresses that every browser and proxy takes.
const maxAddress = 8_000

// Link is an address that downloads an export.
type Link struct {
	URL       string
	ExpiresAt time.Time
}

// Sign makes the link by which one viewer downloads an export for a few minutes.
func Sign(key []byte, address string, who auth.Grantee, now time.Time) Link {
	signature, end := auth.SignLink(key, address, who, now)
	with := "?"
	if strings.Contains(address, "?") {
		with = "&"
	}
	return Link{URL: address + with + auth.LinkParam + "=" + signature, ExpiresAt: end}
}

// Address is where an export with some arguments is, without a signature, and what it will ask
// the graph.
func (e *Export) Address(arguments map[string]any) (address string, variables map[string]any, err error) {
	values := url.Values{}
	for name, v := range arguments {
		switch v := v.(type) {
		case nil:
		case string:
			values.Set(name, v)
		case []any:
			all := make([]string, len(v))
			for i, one := range v {
				all[i] = fmt.Sprint(one)
			}
			values.Set(name, strings.Join(all, ","))
		default:
			raw, err := json.Marshal(v)
			if err != nil {
				return "", nil, err
			}
			values.Set(name, string(raw))
		}
	}
	if variables, err = e.Variables(values); err != nil {
		return "", nil, err
	}
	if address = e.address(values); len(address) > maxAddress {
		return "", nil, fault.Invalid(fault.Field{
			Field: "arguments", Code: "too_long",
			Message: fmt.Sprintf("make a link of more than %d characters; ask with a Bearer token, or for less", maxAddress),
		})
	}
	return address, variables, nil
}

// address spells values in one way, so that a signature of it holds.
func (e *Export) address(values url.Values) string {
	path, query := e.Path, url.Values{}
	for name, all := range values {
		p := e.param(name)
		switch {
		case name == auth.LinkParam:
		case p != nil && p.spelling == inPath:
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

// Variables reads the arguments from an address. A parameter that nobody knows is refused: a
// file without the filter that was meant is not what was asked for.
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
			return nil, fault.Invalid(fault.Field{Field: name, Code: "duplicate", Message: "is given twice"})
		case given[0] == "":
			continue
		}
		v, err := p.value(given[0])
		if err != nil {
			return nil, err
		}
		out[name] = v
	}
	return out, nil
}

func unknown(name string) error {
	return fault.Invalid(fault.Field{Field: name, Code: "unknown", Message: "is no argument of this export"})
}

func (p param) value(text string) (any, error) {
	invalid := func(message string) error {
		return fault.Invalid(fault.Field{Field: p.name, Code: "invalid", Message: message})
	}
	switch p.spelling {
	case object:
		var v map[string]any
		d := json.NewDecoder(bytes.NewReader([]byte(text)))
		d.UseNumber()
		if err := d.Decode(&v); err != nil || v == nil {
			return nil, invalid("must be a JSON object, as the graph takes it")
		}
		if _, err := d.Token(); err != io.EOF {
			return nil, invalid("must be one JSON object")
		}
		return v, nil
	case words:
		var all []any
		for _, word := range strings.Split(text, ",") {
			all = append(all, word)
		}
		return all, nil
	case state:
		if text != strings.ToLower(text) {
			return nil, invalid("must be in small letters")
		}
		return strings.ToUpper(text), nil
	default:
		return text, nil
	}
}
