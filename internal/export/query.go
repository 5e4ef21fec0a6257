package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// PageSize is how many rows one query reads.
const PageSize = 1_000

// Query returns the GraphQL query of the export.
func (e *Export) Query() string {
	declared := make([]string, 0, len(e.params)+2)
	given := make([]string, 0, len(e.params)+2)
	if !e.statistic {
		declared, given = append(declared, "$first: Int!", "$after: Cursor"), append(given, "first: $first", "after: $after")
	}
	for _, p := range e.params {
		if p.encoding == ofFile {
			continue
		}
		declared = append(declared, "$"+p.name+": "+p.typ)
		if e.parent == "" {
			given = append(given, p.name+": $"+p.name)
		}
	}
	if e.fixedArguments != "" {
		given = append(given, e.fixedArguments)
	}
	rows := "rows: " + e.root + "(" + strings.Join(given, ", ") + ") { " + e.selection() + " }"
	if e.parent != "" {
		rows = "of: " + e.parent + "(id: $id) { " + rows + " }"
	}
	return "query(" + strings.Join(declared, ", ") + ") { " + rows + " }"
}

func (e *Export) selection() string {
	fields := selectionOf(e.columns, 0)
	switch {
	case e.Kind == "COMPLAINT_STATS":
		return "total { " + fields + " } buckets { " + fields + " }"
	case e.statistic:
		return fields
	default:
		return "pageInfo { hasNextPage endCursor } edges { node { " + fields + " } }"
	}
}

// selectionOf returns the selection set of columns whose paths are the same up to a depth. Columns
// with the same next field need not be next to each other.
func selectionOf(columns []column, depth int) string {
	var fields []string
	inner := map[string][]column{}
	for _, c := range columns {
		step := c.path[depth]
		if !slices.Contains(fields, step) {
			fields = append(fields, step)
		}
		if len(c.path) > depth+1 {
			inner[step] = append(inner[step], c)
		}
	}
	for i, step := range fields {
		if len(inner[step]) > 0 {
			fields[i] = step + " { " + selectionOf(inner[step], depth+1) + " }"
		}
	}
	return strings.Join(fields, " ")
}

// page holds rows, and the cursor of the next page, "" after the last.
type page struct {
	rows       []map[string]any
	nextCursor string
}

type connection[Node any] struct {
	PageInfo struct {
		HasNextPage bool
		EndCursor   string
	}
	Edges []struct{ Node Node }
}

// next returns the cursor of the next page, or "" after the last.
func (c connection[Node]) next() string {
	if !c.PageInfo.HasNextPage {
		return ""
	}
	return c.PageInfo.EndCursor
}

var errUnexpected = errors.New("export: unexpected GraphQL response")

// parsePage parses a response. A statistic without groups and buckets is one row, its total.
func (e *Export) parsePage(data json.RawMessage, ungrouped bool) (page, error) {
	var response struct {
		Rows json.RawMessage
		Of   struct{ Rows json.RawMessage }
	}
	if err := json.Unmarshal(data, &response); err != nil {
		return page{}, err
	}
	if e.parent != "" {
		response.Rows = response.Of.Rows
	}
	if len(response.Rows) == 0 || string(response.Rows) == "null" {
		return page{}, errUnexpected
	}
	numbers := json.NewDecoder(bytes.NewReader(response.Rows))
	numbers.UseNumber() // keeps numbers as they are written
	switch {
	case e.Kind == "COMPLAINT_STATS":
		var both struct {
			Total   map[string]any
			Buckets []map[string]any
		}
		err := numbers.Decode(&both)
		if ungrouped {
			return page{rows: []map[string]any{both.Total}}, err
		}
		return page{rows: both.Buckets}, err
	case e.statistic:
		var p page
		err := numbers.Decode(&p.rows)
		return p, err
	}
	var c connection[map[string]any]
	if err := numbers.Decode(&c); err != nil {
		return page{}, err
	}
	p := page{rows: make([]map[string]any, len(c.Edges)), nextCursor: c.next()}
	for i, edge := range c.Edges {
		p.rows[i] = edge.Node
	}
	return p, nil
}

func (c column) cell(row map[string]any) string { return c.format(at(row, c.path)) }

// at returns what stands at a path below a value: of a list, what stands there below each of its elements.
func at(v any, path []string) any {
	if list, ok := v.([]any); ok && len(path) > 0 {
		all := make([]any, len(list))
		for i, one := range list {
			all[i] = at(one, path)
		}
		return all
	}
	if len(path) == 0 {
		return v
	}
	object, _ := v.(map[string]any) // a field that is hidden or absent is nil, and so are those below it
	name, _, _ := strings.Cut(path[0], "(")
	return at(object[name], path[1:])
}

func (c column) format(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		if c.enum {
			return strings.ToLower(v)
		}
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
		return "false"
	case []any:
		all := make([]string, len(v))
		for i, one := range v {
			all[i] = c.format(one)
		}
		if c.path[len(c.path)-1] == "name" { // names have blanks
			return strings.Join(all, "; ")
		}
		return strings.Join(all, " ")
	default:
		raw, _ := json.Marshal(v) // decoded from JSON, so it encodes
		return string(raw)
	}
}
