package gqlhttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

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

var errTooManyValues = fault.Invalid(fault.Input("variables", "invalid", "must have at most %d values, nested at most %d levels deep", maxBodyValues, maxBodyNesting))

// checkJSON reads a JSON text to its end and returns an error unless it is one value without
// duplicate names in an object. It returns errTooManyValues above the limits.
func checkJSON(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	values := 0
	if err := checkJSONValue(dec, &values, 0); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one value")
	}
	return nil
}

func checkJSONValue(dec *json.Decoder, values *int, depth int) error {
	if *values++; *values > maxBodyValues || depth > maxBodyNesting {
		return errTooManyValues
	}
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		for dec.More() {
			if err := checkJSONValue(dec, values, depth+1); err != nil {
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
				return errors.New("an object has a name twice")
			}
			seen[text] = true
			if err := checkJSONValue(dec, values, depth+1); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = dec.Token() // its end
	return err
}
