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

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/httpio"
)

// maxBody is the largest JSON body in bytes. Only the auth paths take one.
const maxBody = 16 << 10

// decodeStrings decodes a JSON object that has exactly the named members, each a string that is
// not empty. encoding/json alone would accept unknown and repeated members and trailing bytes,
// and match names in any case.
func decodeStrings(r *http.Request, names ...string) (map[string]string, error) {
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" || !strings.EqualFold(cmp.Or(params["charset"], "utf-8"), "utf-8") {
		return nil, fault.New(fault.UnsupportedMediaType, "The body must be application/json in UTF-8.")
	}
	if httpio.Encoded(r) {
		return nil, fault.EncodedBody()
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, fault.Wrap(err, fault.Malformed, "The body ended early.")
	}
	if len(text) > maxBody {
		return nil, fault.New(fault.FileTooLarge, "The body is larger than %d KiB.", maxBody>>10)
	}
	text = httpio.WithoutBOM(text)
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, fault.New(fault.Malformed, "The body is not one JSON object in UTF-8.")
	}
	return decodeMembers(text, names)
}

// decodeMembers reads the members of valid JSON and collects all field errors.
func decodeMembers(text []byte, names []string) (map[string]string, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if open, _ := dec.Token(); open != json.Delim('{') {
		return nil, fault.New(fault.Malformed, "The body is not one JSON object in UTF-8.")
	}
	found := map[string]string{}
	var bad []fault.Field
	seen := map[string]bool{}
	for dec.More() {
		name, value, err := nextMember(dec)
		if err != nil {
			return nil, fault.Wrap(err, fault.Malformed, "The body is not one JSON object in UTF-8.")
		}
		s, isString := value.(string)
		switch {
		case !slices.Contains(names, name):
			bad = append(bad, fault.Input(truncate(name), "unknown", "is unknown"))
		case seen[name]:
			bad = append(bad, fault.Input(name, "repeated", "must be given only once"))
		case !isString:
			bad = append(bad, fault.Input(name, "invalid", "must be a string"))
		case strings.ContainsRune(s, 0):
			bad = append(bad, fault.Input(name, "invalid", "must not contain a NUL character"))
		case s == "":
			bad = append(bad, fault.Input(name, "required", "is required"))
		}
		seen[name] = true
		found[name] = s
	}
	for _, name := range names {
		if !seen[name] {
			bad = append(bad, fault.Input(name, "required", "is required"))
		}
	}
	if len(bad) > 0 {
		return nil, fault.Invalid(bad[:min(len(bad), maxFields)]...)
	}
	return found, nil
}

// maxFields is how many field errors one response lists: a body can be wrong in many more places
// than anybody reads.
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

// truncate shortens a name that comes from the request.
func truncate(name string) string {
	const maxLen = 64
	if len(name) <= maxLen {
		return name
	}
	return domain.Clip(name, maxLen) + "…"
}

// renameFields returns what is wrong with an input of the graph as what is wrong with a body whose
// members have other names.
func renameFields(err error, names map[string]string) error {
	f, ok := fault.As(err)
	if !ok || f.Code != fault.Validation {
		return err
	}
	fields := slices.Clone(f.Fields)
	for i, field := range fields {
		fields[i].Field = cmp.Or(names[field.Field], field.Field)
	}
	return fault.Invalid(fields...)
}
