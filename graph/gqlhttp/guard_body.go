package gqlhttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/redress/redress/internal/fault"
)

// The bounds of a body, looked at before anything is made of it: the library takes seconds to
// coerce a large variable, for callers whom nobody knows.
const (
	maxQuery       = 64 << 10 // bytes of the document
	maxBodyValues  = 5_000
	maxBodyNesting = 40
	maxCachedQuery = 8 << 10 // bytes; longer documents are read again each time
	maxCached      = 500     // documents
)

var errTooMuch = fault.Invalid(fault.Field{
	Field: "variables", Code: "invalid", Message: "hold too many values, or nest them too deep",
})

// inspect reads a JSON text to its end: one value, no name twice in an object, not too many
// values and not too deep.
func inspect(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	values := 0
	if err := inspectValue(dec, &values, 0); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something behind the value")
	}
	return nil
}

func inspectValue(dec *json.Decoder, values *int, depth int) error {
	if *values++; *values > maxBodyValues || depth > maxBodyNesting {
		return errTooMuch
	}
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		for dec.More() {
			if err := inspectValue(dec, values, depth+1); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		seen := map[string]bool{}
		for dec.More() {
			name, err := dec.Token()
			if err != nil {
				return err
			}
			text, _ := name.(string)
			if seen[text] {
				return errors.New("a name stands twice")
			}
			seen[text] = true
			if err := inspectValue(dec, values, depth+1); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = dec.Token() // its end
	return err
}
