package gqlhttp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
)

// The bounds of an answer.
const (
	// maxCost counts nodes: lists multiply. The dashboard's nested query costs 43,000 with
	// every inner list left at its default.
	maxCost = 100_000
	// statsBuckets is what the buckets of statistics count as.
	statsBuckets = stats.MaxBuckets
	// plainList is what a list without a page size counts as.
	plainList = 50
	// maxEventCost is for each event of a subscription: there may be many in a second.
	maxEventCost = 2_000
)

// paging marks the variables behind first and last, which costGuard gives a value of their
// own: the same variable may stand elsewhere, where its absence means something else.
const paging = "paging "

// boundLists gives each connection that names neither first nor last a first of 20.
func boundLists(doc *ast.QueryDocument) {
	for _, op := range doc.Operations {
		boundSelections(op.SelectionSet)
	}
	for _, f := range doc.Fragments {
		boundSelections(f.SelectionSet)
	}
}

func boundSelections(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if connection(s) {
				boundList(s)
			}
			boundSelections(s.SelectionSet)
		case *ast.InlineFragment:
			boundSelections(s.SelectionSet)
		}
	}
}

func boundList(f *ast.Field) {
	f.Arguments = slices.DeleteFunc(f.Arguments, func(a *ast.Argument) bool { // as good as absent
		return (a.Name == "first" || a.Name == "last") && a.Value.Kind == ast.NullValue
	})
	bound := false
	for _, name := range []string{"first", "last"} {
		if a := f.Arguments.ForName(name); a != nil {
			bound = true
			if a.Value.Kind == ast.Variable {
				a.Value.Raw = paging + a.Value.Raw
			}
		}
	}
	if !bound {
		f.Arguments = append(f.Arguments, &ast.Argument{
			Name:     "first",
			Value:    &ast.Value{Kind: ast.IntValue, Raw: fmt.Sprint(model.DefaultPageSize), Position: f.Position},
			Position: f.Position,
		})
	}
}

func connection(f *ast.Field) bool {
	return f.Definition != nil && strings.HasSuffix(f.Definition.Type.Name(), "Connection")
}

// costGuard checks page sizes and cursors and refuses operations whose answer could be too
// large, before anything is read.
type costGuard struct{ largest int } // page

// ExtensionName implements gqlgen's extension.
func (costGuard) ExtensionName() string { return "CostGuard" }

// Validate implements gqlgen's extension.
func (costGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements gqlgen's extension.
func (g costGuard) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	for name, v := range maps.Clone(op.Variables) {
		op.Variables[paging+name] = v
	}
	w := costWalk{vars: op.Variables, largest: g.largest}
	cost := w.set(op.Operation.SelectionSet)
	if w.err != nil {
		return w.err
	}
	limit, what := maxCost, "The query"
	if op.Operation.Operation == ast.Subscription {
		limit, what = maxEventCost, "Each event"
	}
	if cost > limit {
		return tooMuch("%s could answer %d nodes, most of them in %s; at most %d are taken. Ask for smaller pages or fewer levels.",
			what, cost, strings.Join(w.dearest(op.Operation.SelectionSet), "."), limit)
	}
	op.Stats.SetExtension(estimateOf, estimate{cost, limit})
	return nil
}

// dearest is the way to the list that costs the most, as it is spelled in the answer.
func (w *costWalk) dearest(set ast.SelectionSet) (way []string) {
	most := 0
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if cost := w.field(s); cost > most {
				most, way = cost, append([]string{s.Alias}, w.dearest(s.SelectionSet)...)
			}
		case *ast.InlineFragment:
			if cost := w.set(s.SelectionSet); cost > most {
				most, way = cost, w.dearest(s.SelectionSet)
			}
		case *ast.FragmentSpread:
			if s.Definition == nil {
				continue
			}
			if cost := w.set(s.Definition.SelectionSet); cost > most {
				most, way = cost, w.dearest(s.Definition.SelectionSet)
			}
		}
	}
	return way
}

type costWalk struct {
	vars    map[string]any
	largest int // page
	err     *gqlerror.Error
}

// set counts the nodes of a selection; it saturates well below where numbers wrap.
func (w *costWalk) set(set ast.SelectionSet) int {
	cost := 0
	for _, s := range set {
		if w.err != nil || cost > maxCost*model.MaxPageSize {
			break
		}
		switch s := s.(type) {
		case *ast.Field:
			cost += w.field(s)
		case *ast.InlineFragment:
			cost += w.set(s.SelectionSet)
		case *ast.FragmentSpread:
			if s.Definition != nil {
				cost += w.set(s.Definition.SelectionSet)
			}
		}
	}
	return cost
}

func (w *costWalk) field(f *ast.Field) int {
	if f.Definition == nil || strings.HasPrefix(f.Name, "__") {
		return 0
	}
	times := 1
	args := f.ArgumentMap(w.vars)
	switch {
	case connection(f):
		times = w.pageSize(f, args)
	case f.Name == "nodes":
		ids, _ := args["ids"].([]any)
		times = len(ids)
		if times > model.MaxPageSize {
			w.refuse(f, "ids", fmt.Sprintf("names %d things; at most %d can be asked for at once", times, model.MaxPageSize))
		}
	case strings.HasSuffix(f.Definition.Type.Name(), "Page"):
		times = model.DefaultPageSize
		if n, ok := number(args["limit"]); ok {
			times = max(1, min(n, model.MaxPageSize))
		}
	case f.Name == "ledgerCheck":
		times = ledger.RowsPerCheck // none of which it answers, but all are read
	case f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Mutation":
		times = max(1, items(args))
	case f.Name == "buckets", strings.HasSuffix(f.Name, "Stats") && f.Definition.Type.Elem != nil:
		times = statsBuckets
	case f.Definition.Type.Elem != nil && f.Name != "edges" && len(f.SelectionSet) > 0:
		times = plainList
	}
	w.inputs(f, args)
	if len(f.SelectionSet) == 0 || w.err != nil {
		return 0
	}
	inner := w.set(f.SelectionSet)
	if structural(f) {
		return inner
	}
	return times * (1 + inner)
}

// items counts the rows that a bulk verb is given; each gives a result.
func items(args map[string]any) int {
	input, _ := args["input"].(map[string]any)
	all, _ := input["items"].([]any)
	return len(all)
}

// bulkResults are counted with their mutation.
func bulkResults(f *ast.Field) bool {
	return f.Name == "results" && strings.HasSuffix(f.ObjectDefinition.Name, "Payload")
}

// structural fields stand between a list and its rows, which the connection or the numbered
// page has counted already, and between a bulk verb and its rows.
func structural(f *ast.Field) bool {
	switch {
	case f.ObjectDefinition == nil || f.ObjectDefinition.Name == "Query":
		return false
	case strings.HasSuffix(f.ObjectDefinition.Name, "Page"), bulkResults(f):
		return true
	default:
		return f.Name == "edges" || f.Name == "node" || f.Name == "pageInfo"
	}
}

// pageSize reads how many rows a connection may answer and checks its cursors.
func (w *costWalk) pageSize(f *ast.Field, args map[string]any) int {
	first, hasFirst := number(args["first"])
	last, hasLast := number(args["last"])
	size := first
	switch {
	case !hasFirst && args["first"] != nil: // a text of digits
		w.refuse(f, "first", "must be a whole number")
	case !hasLast && args["last"] != nil:
		w.refuse(f, "last", "must be a whole number")
	case hasFirst && hasLast:
		w.refuse(f, "last", "can't be given together with first")
	case hasLast:
		size = last
		if last < 1 || last > w.largest {
			w.refuse(f, "last", fmt.Sprintf("must be 1 to %d", w.largest))
		}
	case hasFirst:
		if first < 1 || first > w.largest {
			w.refuse(f, "first", fmt.Sprintf("must be 1 to %d", w.largest))
		}
	default:
		// Both were given as variables without a value: the page is the default one. The
		// variables belong to this request alone.
		size = model.DefaultPageSize
		w.setVariable(f, "first", model.DefaultPageSize)
	}
	for _, name := range []string{"after", "before"} {
		if text, ok := args[name].(string); ok && !cursorFits(f, args, text) {
			w.refuse(f, name, "is no cursor of this list in this order")
		}
	}
	return size
}

// setVariable gives a value to the variable behind an argument; the argument itself when the
// document has none is added where documents are cached.
func (w *costWalk) setVariable(f *ast.Field, name string, value int) {
	arg := f.Arguments.ForName(name)
	if arg == nil {
		arg = f.Arguments.ForName("last")
	}
	if arg != nil && arg.Value.Kind == ast.Variable {
		w.vars[arg.Value.Raw] = int64(value)
		return
	}
	w.refuse(f, name, fmt.Sprintf("must be 1 to %d", w.largest))
}

func (w *costWalk) refuse(f *ast.Field, argument, message string) {
	if w.err != nil {
		return
	}
	w.err = gqlerror.Errorf("%s: %s", argument, message)
	w.err.Path = ast.Path{ast.PathName(f.Alias)}
	if f.Position != nil {
		w.err.Locations = []gqlerror.Location{{Line: f.Position.Line, Column: f.Position.Column}}
	}
	extend(w.err, fault.Validation, []fault.Field{{Field: argument, Code: "invalid", Message: message}})
}

func number(v any) (int, bool) {
	switch v := v.(type) {
	case int64:
		return int(v), true
	case int:
		return v, true
	case fmt.Stringer: // json.Number
		var n int
		if _, err := fmt.Sscan(v.String(), &n); err == nil {
			return n, true
		}
	}
	return 0, false
}
