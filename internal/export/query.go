package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// PageSize is how many rows are read at once.
const PageSize = 1_000

// Query is what the graph is asked.
func (e *Export) Query() string {
	declared := make([]string, 0, len(e.params)+2)
	given := make([]string, 0, len(e.params)+2)
	if !e.numbers {
		declared, given = append(declared, "$first: Int!", "$after: Cursor"), append(given, "first: $first", "after: $after")
	}
	for _, p := range e.params {
		declared = append(declared, "$"+p.name+": "+p.typ)
		if e.within == "" {
			given = append(given, p.name+": $"+p.name)
		}
	}
	if e.fixed != "" {
		given = append(given, e.fixed)
	}
	rows := "rows: " + e.root + "(" + strings.Join(given, ", ") + ") { " + e.selection() + " }"
	if e.within != "" {
		rows = "of: " + e.within + "(id: $id) { " + rows + " }"
	}
	return "query(" + strings.Join(declared, ", ") + ") { " + rows + " }"
}

func (e *Export) selection() string {
	fields := selectionOf(e.columns, 0)
	switch {
	case e.Kind == "COMPLAINT_STATS":
		return "total { " + fields + " } buckets { " + fields + " }"
	case e.numbers:
		return fields
	default:
		return "pageInfo { hasNextPage endCursor } edges { node { " + fields + " } }"
	}
}

// selectionOf spells the columns that share the first steps of their way, in which they stand
// side by side or not.
func selectionOf(columns []column, depth int) string {
	var fields []string
	inner := map[string][]column{}
	for _, c := range columns {
		step := c.way[depth]
		if !slices.Contains(fields, step) {
			fields = append(fields, step)
		}
		if len(c.way) > depth+1 {
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

// page is what the graph answered: rows, and where the next ones begin, "" at the end.
type page struct {
	rows []map[string]any
	next string
}

type connection struct {
	PageInfo struct {
		HasNextPage bool
		EndCursor   string
	}
	Edges []struct{ Node map[string]any }
}

var errUnread = errors.New("export: the graph answered something else")

// read takes an answer apart. Statistics that tell nothing apart are one row, of the whole.
func (e *Export) read(data json.RawMessage, whole bool) (page, error) {
	var answer struct {
		Rows json.RawMessage
		Of   struct{ Rows json.RawMessage }
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return page{}, err
	}
	if e.within != "" {
		answer.Rows = answer.Of.Rows
	}
	if len(answer.Rows) == 0 || string(answer.Rows) == "null" {
		return page{}, errUnread
	}
	numbers := json.NewDecoder(bytes.NewReader(answer.Rows))
	numbers.UseNumber() // as they are written
	switch {
	case e.Kind == "COMPLAINT_STATS":
		var both struct {
			Total   map[string]any
			Buckets []map[string]any
		}
		err := numbers.Decode(&both)
		if whole {
			return page{rows: []map[string]any{both.Total}}, err
		}
		return page{rows: both.Buckets}, err
	case e.numbers:
		var p page
		err := numbers.Decode(&p.rows)
		return p, err
	}
	var c connection
	if err := numbers.Decode(&c); err != nil {
		return page{}, err
	}
	p := page{rows: make([]map[string]any, len(c.Edges))}
	for i, edge := range c.Edges {
		p.rows[i] = edge.Node
	}
	if c.PageInfo.HasNextPage {
		p.next = c.PageInfo.EndCursor
	}
	return p, nil
}

func (c column) cell(row map[string]any) string {
	var v any = row
	for _, step := range c.way {
		within, _ := v.(map[string]any) // what is hidden or absent is nil all the way
		v = within[step]
	}
	return c.spell(v)
}

func (c column) spell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		if c.word {
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
			all[i] = c.spell(one)
		}
		return strings.Join(all, " ")
	default:
		raw, _ := json.Marshal(v) // came from JSON
		return string(raw)
	}
}
