package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/redress/redress/internal/fault"
)

// maxBody bounds a JSON body. Only the auth paths take one.
const maxBody = 16 << 10

// decodeStrings reads a JSON object whose members are exactly the named strings, none of
// them empty. encoding/json alone would let unknown and repeated members and trailing bytes
// pass, and match names in any case.
func decodeStrings(r *http.Request, names ...string) (map[string]string, error) {
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" || !strings.EqualFold(cmp.Or(params["charset"], "utf-8"), "utf-8") {
		return nil, fault.New(fault.UnsupportedMediaType, "The body must be application/json in UTF-8.")
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, fault.Wrap(err, fault.Malformed, "The body was cut off.")
	}
	if len(text) > maxBody {
		return nil, fault.New(fault.FileTooLarge, "The body is larger than %d KiB.", maxBody>>10)
	}
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, fault.New(fault.Malformed, "The body is not one JSON object in UTF-8.")
	}
	return members(text, names)
}

// members reads the members of valid JSON and gathers what is wrong with them.
func members(text []byte, names []string) (map[string]string, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if open, _ := dec.Token(); open != json.Delim('{') {
		return nil, fault.New(fault.Malformed, "The body is not one JSON object in UTF-8.")
	}
	found := map[string]string{}
	var bad []fault.Field
	reject := func(name, code, message string) {
		bad = append(bad, fault.Field{Field: name, Code: code, Message: message})
	}
	seen := map[string]bool{}
	for dec.More() {
		name, value, err := nextMember(dec)
		if err != nil {
			return nil, fault.Wrap(err, fault.Malformed, "The body is not one JSON object in UTF-8.")
		}
		s, isString := value.(string)
		switch {
		case !slices.Contains(names, name):
			reject(clip(name), "unknown", "is not known here")
		case seen[name]:
			reject(name, "repeated", "must not be given twice")
		case !isString:
			reject(name, "invalid", "must be a string")
		case strings.ContainsRune(s, 0):
			reject(name, "invalid", "must not hold a NUL")
		case s == "":
			reject(name, "required", "is required")
		}
		seen[name] = true
		found[name] = s
	}
	for _, name := range names {
		if !seen[name] {
			reject(name, "required", "is required")
		}
	}
	if len(bad) > 0 {
		return nil, fault.Invalid(bad[:min(len(bad), maxFields)]...)
	}
	return found, nil
}

// maxFields of one answer: a body can be wrong in many more places than anybody reads.
const maxFields = 10

func nextMember(dec *json.Decoder) (name string, value any, err error) {
	key, err := dec.Token()
	if err != nil {
		return "", nil, err
	}
	err = dec.Decode(&value)
	name, _ = key.(string) // in valid JSON it always is
	return name, value, err
}

// clip keeps a name that a stranger made up short.
func clip(name string) string {
	const most = 64
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}
