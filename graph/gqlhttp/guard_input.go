package gqlhttp

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/i18n"
)

// The limits of an argument. The databases have limits of their own, which they report as
// failures: SQLite allows 32,766 values in a statement and patterns of 50,000 bytes.
const (
	maxIDs       = 500    // values of one list
	maxValues    = 2_000  // values in all
	maxNesting   = 20     // conditions in conditions; each list of them is a level too
	maxTextRunes = 10_000 // as the longest text that is stored
)

// inputs refuses lists that are too long for a statement, strings that a database can't store,
// numbers instead of strings, strings instead of numbers, and unknown values of an enumeration: the library
// accepts variables in any letter case and passes them on unchanged.
func (w *costEstimator) inputs(f *ast.Field, args map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(args)) { // so that of several faults the same one is told each time
		v := args[name]
		def := f.Definition.Arguments.ForName(name)
		if def == nil {
			continue
		}
		in := inputChecker{}
		path, bad := in.problem(v, def.Type, 0)
		if len(path) > 0 {
			if name != "input" { // a mutation's only argument: its fields are named without it
				path = append([]string{name}, path...)
			}
			name = strings.Join(path, ".")
		}
		if bad != nil {
			w.reject(f, name, "%s", *bad)
		}
	}
}

type inputChecker struct{ values int }

// problem returns what is wrong with a value, nil if nothing is, and the path to it.
func (in *inputChecker) problem(v any, typ *ast.Type, depth int) (path []string, what *i18n.Text) {
	in.values++
	switch {
	case in.values > maxValues:
		return nil, textOf("must have at most %d values", maxValues)
	case depth > maxNesting:
		return nil, textOf("must be nested at most %d levels deep", maxNesting)
	}
	def := schema().Types[typ.Name()]
	switch v := v.(type) {
	case string:
		if def.Kind == ast.Enum && def.EnumValues.ForName(v) == nil {
			return nil, textOf("must be one of %s, not %q", choices(def), model.Shown(v))
		}
		switch def.Name { // the library would read the number in the string of a variable
		case "Int":
			return nil, textOf("must be an integer")
		case "Float":
			return nil, textOf("must be a number")
		}
		return nil, textProblem(v)
	case json.Number, int64, float64:
		if def.Name == "String" { // the library would convert the number of a variable to a string
			return nil, textOf("must be a string")
		}
	case []any:
		if len(v) > maxIDs {
			return nil, textOf("has %d values; at most %d are allowed", len(v), maxIDs)
		}
		of := typ
		if typ.Elem != nil {
			of = typ.Elem
		}
		for i, e := range v {
			if inner, bad := in.problem(e, of, depth+1); bad != nil {
				return append([]string{strconv.Itoa(i)}, inner...), bad
			}
		}
	case map[string]any:
		if def.Kind != ast.InputObject && def.Name != "JSON" { // the library lets {} pass
			return nil, textOf("must not be an object")
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			e := v[name]
			field := def.Fields.ForName(name)
			if field == nil {
				continue
			}
			if inner, bad := in.problem(e, field.Type, depth+1); bad != nil {
				return append([]string{name}, inner...), bad
			}
		}
	}
	return nil, nil
}

func textProblem(s string) *i18n.Text {
	switch {
	case strings.ContainsRune(s, 0):
		return textOf("must not contain a NUL character")
	case !utf8.ValidString(s):
		return textOf("must be valid UTF-8")
	case utf8.RuneCountInString(s) > maxTextRunes:
		return textOf("must be at most %d characters long", maxTextRunes)
	default:
		return nil
	}
}

func textOf(format string, args ...any) *i18n.Text {
	text := i18n.T(format, args...)
	return &text
}
