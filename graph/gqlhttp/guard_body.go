package gqlhttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/redress/redress/internal/fault"
)

// The limits of a body, checked before it is used: the library takes seconds to coerce a large
// variable, also for clients without a token.
const (
	maxQuery       = 64 << 10 // bytes of the document
	maxBodyValues  = 5_000
	maxBodyNesting = 40
	maxCachedQuery = 8 << 10 // bytes; longer documents are parsed again each time
	maxCached      = 500     // documents
)

var errTooManyValues = fault.Invalid(fault.Input("variables", "invalid", "must have at most %d values, nested at most %d levels deep",
	maxBodyValues, maxBodyNesting))

// readJSON reads a JSON text to its end, once, with numbers as they were written, so that large ones lose
// no digit. It returns an error unless it is one value without duplicate names in an object, and
// errTooManyValues above the limits.
func readJSON(text []byte) (any, error) {
	if !utf8.Valid(text) { // the decoder would replace what is not
		return nil, errors.New("not UTF-8")
	}
	in := jsonReader{dec: json.NewDecoder(bytes.NewReader(text))}
	in.dec.UseNumber()
	value, err := in.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := in.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one value")
	}
	return value, nil
}

type jsonReader struct {
	dec    *json.Decoder
	values int
}

func (in *jsonReader) value(depth int) (any, error) {
	if in.values++; in.values > maxBodyValues || depth > maxBodyNesting {
		return nil, errTooManyValues
	}
	token, err := in.dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for in.dec.More() {
			v, err := in.value(depth + 1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = in.dec.Token() // its end
		return list, err
	case json.Delim('{'):
		object := map[string]any{}
		for in.dec.More() {
			name, err := in.dec.Token()
			if err != nil {
				return nil, err
			}
			text, _ := name.(string)
			if _, twice := object[text]; twice {
				return nil, errors.New("an object has a name twice")
			}
			if object[text], err = in.value(depth + 1); err != nil {
				return nil, err
			}
		}
		_, err = in.dec.Token()
		return object, err
	default:
		return token, nil
	}
}
