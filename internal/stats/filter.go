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

// narrow adds conditions to a filter as its caller wrote it, and answers one that finds
// exactly the rows of a bucket. What the caller has named already is asked for beside it,
// without making the filter any deeper.
func narrow(where map[string]any, more []condition) (json.RawMessage, error) {
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
		if one, ok := out["and"].(map[string]any); ok { // a list of one may be written without brackets
			and = []any{one}
		}
		out["and"] = slices.Concat(and, beside)
	}
	return json.Marshal(out)
}

// filters are fields of a filter, by their names in the graph without the operators behind them.
type filters []string

// operators are what the graph puts behind a field's name.
var operators = []string{
	"", "NEQ", "In", "NotIn", "GT", "GTE", "LT", "LTE", "IsNil", "NotNil",
	"Contains", "HasPrefix", "HasSuffix", "EqualFold", "ContainsFold",
}

// cover reports whether a filter, as its caller wrote it, has no other fields than these.
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
	case map[string]any: // a list of one may be written without brackets
		return f.cover(value)
	case []any:
		return !slices.ContainsFunc(value, func(one any) bool { return !f.coverAll(one) })
	default:
		return false
	}
}

// spell writes an instant as filters take it.
func spell(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// between are the conditions for a span of time; nil ends are open.
func between(field string, from, to *time.Time) (out []condition) {
	if from != nil {
		out = append(out, condition{field + "GTE", spell(*from)})
	}
	if to != nil {
		out = append(out, condition{field + "LT", spell(*to)})
	}
	return out
}
