package gqlhttp

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
)

// The bounds of what an argument holds. The databases have bounds of their own, which they
// word as failures: SQLite takes 32,766 values in a statement and patterns of 50,000 bytes.
const (
	maxIDs       = 500    // values of one list
	maxValues    = 2_000  // values in all
	maxNesting   = 20     // conditions within conditions, each list of them a level too
	maxTextRunes = 10_000 // as the longest text that is kept
)

// inputs refuses lists too long for a statement, texts no database keeps, numbers in the place
// of texts, and words that are almost a value of an enumeration: the library takes variables
// in any case and passes them on as they are.
func (w *costWalk) inputs(f *ast.Field, args map[string]any) {
	for name, v := range args {
		def := f.Definition.Arguments.ForName(name)
		if def == nil {
			continue
		}
		in := inputWalk{}
		where, bad := in.flaw(v, def.Type, 0)
		if name == "input" && len(where) > 0 { // a mutation's only one: what is in it goes by its own name
			name = strings.Join(where, ".")
		}
		if bad != "" {
			w.refuse(f, name, bad)
		}
	}
}

type inputWalk struct{ values int }

// flaw says what is wrong with a value, "" when nothing is, and where in it.
func (in *inputWalk) flaw(v any, typ *ast.Type, depth int) (where []string, what string) {
	in.values++
	switch {
	case in.values > maxValues:
		return nil, fmt.Sprintf("holds more than %d values", maxValues)
	case depth > maxNesting:
		return nil, fmt.Sprintf("is nested more than %d levels deep", maxNesting)
	}
	def := schema().Types[typ.Name()]
	switch v := v.(type) {
	case string:
		if def.Kind == ast.Enum && def.EnumValues.ForName(v) == nil {
			return nil, "is no " + def.Name
		}
		return nil, textFlaw(v)
	case json.Number, int64, float64:
		if def.Name == "String" { // the library spells a variable's number as a text
			return nil, "must be a text"
		}
	case []any:
		if len(v) > maxIDs {
			return nil, fmt.Sprintf("lists %d values; at most %d are taken", len(v), maxIDs)
		}
		for i, e := range v {
			if inner, bad := in.flaw(e, typ, depth+1); bad != "" {
				return append([]string{strconv.Itoa(i)}, inner...), bad
			}
		}
	case map[string]any:
		for name, e := range v {
			field := def.Fields.ForName(name)
			if field == nil {
				continue
			}
			if inner, bad := in.flaw(e, field.Type, depth+1); bad != "" {
				return append([]string{name}, inner...), bad
			}
		}
	}
	return nil, ""
}

func textFlaw(s string) string {
	switch {
	case strings.ContainsRune(s, 0):
		return "must not hold a NUL"
	case !utf8.ValidString(s):
		return "must be text in UTF-8"
	case utf8.RuneCountInString(s) > maxTextRunes:
		return fmt.Sprintf("must be at most %d characters long", maxTextRunes)
	default:
		return ""
	}
}
