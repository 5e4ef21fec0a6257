package gqlhttp

import (
	"context"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
)

// weights are what the parts of an operation cost. The unit is a row that is read, or an object of
// the response, whichever are more. The estimate and the actual cost are both made of these; so is
// what is drawn from the budget of an account.
var weights = struct {
	condition     int // a condition of a filter
	textRows      int // rows that a condition on a part of a text is compared with, for one unit
	textLeast     int // such a condition, however small the table
	search        int // a search, which has an index
	totalRows     int // rows that a total counts, for one unit
	statisticRows int // rows that a statistic sums up, for one unit
	mutation      int // a row that is changed, with its log, audit entry and events
}{condition: 1, textRows: 50, textLeast: 20, search: 100, totalRows: 200, statisticRows: 100, mutation: 20}

const (
	// plainListSize is the assumed length of a list without a page size.
	plainListSize = 50
	// ownRows is the most rows of a table that are taken to be visible to an account which does not
	// see all of them: a user's complaints, a solver's tasks. These have indexes.
	ownRows = 10_000
	// schemaCost is the least that __schema or __type costs: whoever has no token can ask for a piece of it six times a minute.
	schemaCost = 1_000
	// deltaSlack is how many rollups may have been written since they were last counted.
	deltaSlack = 200
)

// typeTables are the tables of the types that lists have.
var typeTables = map[string]string{
	"AuditEntry": "audit_entries", "Broadcast": "broadcasts", "Category": "categories", "Comment": "comments",
	"Complaint": "complaints", "ComplaintRevision": "complaint_revisions", "Contact": "contacts",
	"Group": "groups", "LateEvidence": "late_evidence", "Media": "media", "Notification": "notifications",
	"Payment": "payments", "ServiceProvider": "service_providers", "Session": "sessions", "StatusLog": "status_logs",
	"Task": "tasks", "TaskUpdate": "task_updates", "User": "users", "Zone": "zones",
}

// rollupTable is the table of the rollups, counted by their dimension.
const rollupTable = "tallies"

// CountedTables returns the tables whose numbers of rows a Handler asks for, and the column by which
// the rows of one of them are counted.
func CountedTables() (tables []string, grouped map[string]string) {
	for _, table := range typeTables {
		tables = append(tables, table)
	}
	slices.Sort(tables)
	return tables, map[string]string{rollupTable: "dimension"}
}

// tables are the numbers of rows that a viewer may read.
type tables struct {
	rows func(table string) int
	all  bool // whether the viewer sees all rows
}

func tablesFor(ctx context.Context, rows func(string) int) tables {
	if rows == nil {
		rows = func(string) int { return 0 }
	}
	return tables{rows, auth.From(ctx).Admin()}
}

// readable returns how many rows of a table the viewer may read, at most.
func (t tables) readable(table string) int {
	if n := t.rows(table); t.all || n < ownRows {
		return n
	}
	return ownRows
}

// per returns how many units rows cost, rounded up.
func per(rows, unit int) int { return (rows + unit - 1) / unit }

// textCost returns the cost of one condition on a part of a text.
func (t tables) textCost(table string) int {
	return max(weights.textLeast, per(t.readable(table), weights.textRows))
}

// total returns the cost of counting the rows of a list.
func (t tables) total(table string) int { return 1 + per(t.readable(table), weights.totalRows) }

// price is the cost of a part of an operation.
type price struct {
	nodes int // for each object that has it: lists multiply it
	once  int // for the whole operation: the database does it in one statement for all objects
}

func (p price) sum() int { return p.nodes + p.once }

func (p price) plus(q price) price { return price{p.nodes + q.nodes, p.once + q.once} }

// times returns the price of n objects that cost this each.
func (p price) times(n int) price { return price{n * p.nodes, p.once} }

var oneNode = price{nodes: 1}

// costEstimator computes what an operation costs at most, from its text and its variables alone.
type costEstimator struct {
	ctx     context.Context
	vars    map[string]any
	maxPage int
	tables  tables
	prices  map[fieldKey]pricing

	conditions int    // of all filters
	longest    int    // conditions of the filter that has the most
	filter     string // its path
	path       []string
	quiet      bool // conditions were counted before
	err        *gqlerror.Error
}

// operation returns the cost of an operation.
func (w *costEstimator) operation(op *ast.OperationDefinition) int {
	return w.set(op.SelectionSet, 0).sum()
}

// set returns the price of a selection set, in which a list has so many rows when its parent gives
// the size of its page. It stops adding long before the number could overflow.
func (w *costEstimator) set(set ast.SelectionSet, rows int) (p price) {
	for _, s := range set {
		if w.err != nil || p.sum() > maxCost*model.MaxPageSize {
			break
		}
		switch s := s.(type) {
		case *ast.Field:
			p = p.plus(w.field(s, rows))
		case *ast.InlineFragment:
			p = p.plus(w.set(s.SelectionSet, rows))
		case *ast.FragmentSpread:
			if s.Definition != nil {
				p = p.plus(w.set(s.Definition.SelectionSet, rows))
			}
		}
	}
	return p
}

// field returns the price of a field whose parent says how many rows its lists have.
func (w *costEstimator) field(f *ast.Field, rows int) price {
	switch {
	case f.Definition == nil || f.ObjectDefinition == nil || f.Name == "__typename":
		return price{}
	case strings.HasPrefix(f.Name, "__"):
		return price{once: max(schemaCost, schemaObjects(f))}
	}
	cost := w.prices[fieldKey{f.ObjectDefinition.Name, f.Name}]
	switch {
	case cost != nil:
	case len(f.SelectionSet) == 0: // a plain value of its object
		return price{}
	case f.Definition.Type.Elem != nil: // below __schema, whose price has it already
		cost = list(plainListSize)
	default:
		cost = (*costEstimator).object
	}
	asked := askedField{f, nil, rows}
	if len(f.Definition.Arguments) > 0 {
		asked.args = f.ArgumentMap(w.vars)
		if w.conditions <= maxConditions { // else it is refused anyway
			w.inputs(f, asked.args)
		}
		if w.err != nil {
			return price{}
		}
	}
	w.path = append(w.path, f.Alias)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	return cost(w, asked)
}

// selects reports whether a field is selected directly in a set.
func selects(set ast.SelectionSet, name string) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch s := s.(type) {
		case *ast.Field:
			return s.Name == name
		case *ast.InlineFragment:
			return selects(s.SelectionSet, name)
		case *ast.FragmentSpread:
			return s.Definition != nil && selects(s.Definition.SelectionSet, name)
		}
		return false
	})
}

// selectsAnywhere reports whether one of these fields is selected in a set or below.
func selectsAnywhere(set ast.SelectionSet, names ...string) bool {
	return slices.ContainsFunc(set, func(s ast.Selection) bool {
		switch s := s.(type) {
		case *ast.Field:
			return slices.Contains(names, s.Name) || selectsAnywhere(s.SelectionSet, names...)
		case *ast.InlineFragment:
			return selectsAnywhere(s.SelectionSet, names...)
		case *ast.FragmentSpread:
			return s.Definition != nil && selectsAnywhere(s.Definition.SelectionSet, names...)
		}
		return false
	})
}

// costliest returns the response path of what costs the most.
func (w *costEstimator) costliest(set ast.SelectionSet) (path []string) {
	const rows = 2 // any, as long as lists count for more than what is beside them
	most := 0
	for _, s := range set {
		var p price
		var name []string
		var below ast.SelectionSet
		switch s := s.(type) {
		case *ast.Field:
			p, name, below = w.field(s, rows), []string{s.Alias}, s.SelectionSet
		case *ast.InlineFragment:
			p, below = w.set(s.SelectionSet, rows), s.SelectionSet
		case *ast.FragmentSpread:
			if s.Definition == nil {
				continue
			}
			p, below = w.set(s.Definition.SelectionSet, rows), s.Definition.SelectionSet
		}
		if p.sum() > most {
			most, path = p.sum(), append(name, w.costliest(below)...)
		}
	}
	return path
}
