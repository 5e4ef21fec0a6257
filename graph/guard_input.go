package graph

import (
	"fmt"
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

// inputs refuses lists too long for a statement, texts no database keeps, and words that are
// almost a value of an enumeration: the library takes variables in any case and passes them on
// as they are.
func (w *costWalk) inputs(f *ast.Field, args map[string]any) {
	for name, v := range args {
		def := f.Definition.Arguments.ForName(name)
		if def == nil {
			continue
		}
		in := inputWalk{}
		if bad := in.flaw(v, def.Type, 0); bad != "" {
			w.refuse(f, name, bad)
		}
	}
}

type inputWalk struct{ values int }

// flaw says what is wrong with a value, "" when nothing is.
func (in *inputWalk) flaw(v any, typ *ast.Type, depth int) string {
	in.values++
	switch {
	case in.values > maxValues:
		return fmt.Sprintf("holds more than %d values", maxValues)
	case depth > maxNesting:
		return fmt.Sprintf("is nested more than %d levels deep", maxNesting)
	}
	def := schema().Types[typ.Name()]
	switch v := v.(type) {
	case string:
		if def.Kind == ast.Enum && def.EnumValues.ForName(v) == nil {
			return "is no " + def.Name
		}
		return textFlaw(v)
	case []any:
		if len(v) > maxIDs {
			return fmt.Sprintf("lists %d values; at most %d are taken", len(v), maxIDs)
		}
		for _, e := range v {
			if bad := in.flaw(e, typ, depth+1); bad != "" {
				return bad
			}
		}
	case map[string]any:
		for name, e := range v {
			field := def.Fields.ForName(name)
			if field == nil {
				continue
			}
			if bad := in.flaw(e, field.Type, depth+1); bad != "" {
				return bad
			}
		}
	}
	return ""
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
