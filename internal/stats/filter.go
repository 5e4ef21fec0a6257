package stats

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// condition is one input of a filter.
type condition struct {
	name  string
	value any
}

// withConditions adds conditions to a filter as the caller sent it, and returns one that finds
// exactly the rows of a bucket. A condition whose field the filter already has is joined by
// "and", without making the filter any deeper.
func withConditions(where map[string]any, more []condition) (json.RawMessage, error) {
	out := maps.Clone(where)
	if out == nil {
		out = map[string]any{}
	}
	var beside []any
	for _, c := range more {
		if was, named := out[c.name]; named && was != nil {
			beside = append(beside, map[string]any{c.name: c.value})
		} else {
			out[c.name] = c.value
		}
	}
	if len(beside) > 0 {
		and, _ := out["and"].([]any)
		out["and"] = slices.Concat(and, beside)
	}
	return json.Marshal(out)
}

// filters are fields of a filter, by their names in the graph without operators.
type filters []string

// operators are the suffixes of fields in the graph.
var operators = []string{
	"", "NEQ", "In", "NotIn", "GT", "GTE", "LT", "LTE", "IsNil", "NotNil",
	"Contains", "HasPrefix", "HasSuffix", "EqualFold", "ContainsFold",
}

// cover reports whether a filter, as the caller sent it, has no other fields than these.
func (f filters) cover(where map[string]any) bool {
	for name, value := range where {
		switch name {
		case "and", "or", "not":
			if !f.coverAll(value) {
				return false
			}
		default:
			known := func(field string) bool {
				operator, ok := strings.CutPrefix(name, field)
				return ok && slices.Contains(operators, operator)
			}
			if !slices.ContainsFunc(f, known) {
				return false
			}
		}
	}
	return true
}

func (f filters) coverAll(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case map[string]any:
		return f.cover(value)
	case []any:
		return !slices.ContainsFunc(value, func(one any) bool { return !f.coverAll(one) })
	default:
		return false
	}
}

// formatInstant formats an instant as filters accept it.
func formatInstant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// spanConditions returns the conditions for a span of time; nil ends are open.
func spanConditions(field string, from, to *time.Time) (out []condition) {
	if from != nil {
		out = append(out, condition{field + "GTE", formatInstant(*from)})
	}
	if to != nil {
		out = append(out, condition{field + "LT", formatInstant(*to)})
	}
	return out
}
