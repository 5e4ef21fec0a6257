package gqlhttp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/gqlhttp/cursor"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/graphexec"
	"github.com/redress/redress/internal/i18n"
)

// The limits of a response.
const (
	// maxCost is the limit of an operation's cost (weights); nested lists multiply. The dashboard's
	// nested query costs 52,000 with every inner list at its default size.
	maxCost = 100_000
	// maxConditions is how many conditions the filters of an operation may have.
	maxConditions = 500
	// maxEventCost is the limit for each event of a subscription: there may be many in a second.
	maxEventCost = 2_000
)

// pagingPrefix marks the variables given as first and last. costGuard gives them a value of their
// own, because the same variable may be used elsewhere, where its absence means something else.
const pagingPrefix = "paging "

// limitSelections adds the default page size to each connection that has neither first nor last.
func limitSelections(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if isConnection(s) {
				limitList(s)
			}
			limitSelections(s.SelectionSet)
		case *ast.InlineFragment:
			limitSelections(s.SelectionSet)
		}
	}
}

func limitList(f *ast.Field) {
	f.Arguments = slices.DeleteFunc(f.Arguments, func(a *ast.Argument) bool { // the same as absent
		return (a.Name == "first" || a.Name == "last") && a.Value.Kind == ast.NullValue
	})
	bound := false
	for _, name := range []string{"first", "last"} {
		if a := f.Arguments.ForName(name); a != nil {
			bound = true
			if a.Value.Kind == ast.Variable {
				a.Value.Raw = pagingPrefix + a.Value.Raw
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

// objectTypes returns the object types of the graph by their names.
var objectTypes = sync.OnceValue(func() map[string]graphexec.Type {
	types := map[string]graphexec.Type{}
	for _, t := range generated.Types() {
		types[t.Name] = t
	}
	return types
})

// typeOf returns the type of the objects that a field returns, an empty one if there are none.
func typeOf(f *ast.Field) graphexec.Type {
	if f.Definition == nil {
		return graphexec.Type{}
	}
	return objectTypes()[f.Definition.Type.Name()]
}

func isConnection(f *ast.Field) bool {
	return typeOf(f).Kind == graphexec.Connection
}

// costGuard checks page sizes, cursors and inputs and refuses operations whose response could be
// too large, before anything is read.
type costGuard struct {
	maxPage int
	rows    func(table string) int // nil: tables are taken to be empty
}

// ExtensionName implements gqlgen's extension.
func (costGuard) ExtensionName() string { return "CostGuard" }

// Validate implements gqlgen's extension.
func (costGuard) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements gqlgen's extension.
func (g costGuard) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	for name, v := range maps.Clone(op.Variables) {
		op.Variables[pagingPrefix+name] = v
	}
	w := costEstimator{ctx: ctx, vars: op.Variables, maxPage: g.maxPage, tables: tablesFor(ctx, g.rows), prices: priceTable()}
	cost := w.operation(op.Operation)
	if w.err != nil {
		return w.err
	}
	limit, what := maxCost, i18n.T("The operation")
	if op.Operation.Operation == ast.Subscription {
		limit, what = maxEventCost, i18n.T("Each event")
	}
	if w.conditions > maxConditions {
		if err := budget.Draw(ctx, w.conditions*weights.condition); err != nil { // to count them was work
			return present(ctx, err)
		}
		return w.tooManyConditions(cost, limit)
	}
	if cost > limit {
		w.quiet = true
		return validationError("%s could cost %d, most of it in %s; at most %d is allowed. Request smaller pages, fewer levels, or fewer conditions on texts.",
			what, cost, strings.Join(w.costliest(op.Operation.SelectionSet), "."), limit)
	}
	op.Stats.SetExtension(estimateKey, estimate{cost, limit})
	return nil
}

// bulkItems returns how many rows a bulk mutation is given; each gives a result.
func bulkItems(args map[string]any) int {
	input, _ := args["input"].(map[string]any)
	all, _ := input["items"].([]any)
	return len(all)
}

// pageSize returns how many rows a connection may return, and checks its cursors.
func (w *costEstimator) pageSize(f *ast.Field, args map[string]any) int {
	first, hasFirst := toInt(args["first"])
	last, hasLast := toInt(args["last"])
	size := first
	switch {
	case hasFirst && hasLast:
		w.reject(f, "last", "must not be given together with first")
	case hasLast:
		size = last
		if last < 1 || last > w.maxPage {
			w.reject(f, "last", "must be between 1 and %d", w.maxPage)
		}
	case hasFirst:
		if first < 1 || first > w.maxPage {
			w.reject(f, "first", "must be between 1 and %d", w.maxPage)
		}
	default:
		// Both were given as variables without a value: the page has the default size. The
		// variables belong to this request alone.
		size = model.DefaultPageSize
		w.setVariable(f, "first", model.DefaultPageSize)
	}
	w.checkOrder(f, args)
	for _, name := range []string{"after", "before"} {
		if text, ok := args[name].(string); ok && !cursor.Fits(f, args, text) {
			w.reject(f, name, "is not a cursor of this list in this order")
		}
	}
	return size
}

// checkOrder refuses an order of too many keys, or with one twice, or by something that the viewer does
// not see.
func (w *costEstimator) checkOrder(f *ast.Field, args map[string]any) {
	keys := cursor.OrderOf(f, args)
	if problem := model.CheckOrder(keys); problem != nil {
		w.reject(f, "orderBy", "%s", *problem)
	}
	of := typeOf(f).Row
	hidden := func(k model.OrderKey) bool { return slices.Contains(model.AdminOrders[of], k.Field) }
	if w.err == nil && !auth.From(w.ctx).Admin() && slices.ContainsFunc(keys, hidden) {
		w.deny(f)
	}
}

// deny refuses a field that the viewer's role may not ask for so.
func (w *costEstimator) deny(f *ast.Field) {
	w.err = requestError(fault.Denied())
	w.err.Path = ast.Path{ast.PathName(f.Alias)}
	if f.Position != nil {
		w.err.Locations = []gqlerror.Location{{Line: f.Position.Line, Column: f.Position.Column}}
	}
}

// setVariable sets the variable that is given as an argument. An argument that the document does
// not have at all is added when the document is cached.
func (w *costEstimator) setVariable(f *ast.Field, name string, value int) {
	arg := f.Arguments.ForName(name)
	if arg == nil {
		arg = f.Arguments.ForName("last")
	}
	if arg != nil && arg.Value.Kind == ast.Variable {
		w.vars[arg.Value.Raw] = int64(value)
		return
	}
	w.reject(f, name, "must be between 1 and %d", w.maxPage)
}

func (w *costEstimator) reject(f *ast.Field, argument, format string, args ...any) {
	if w.err != nil {
		return
	}
	w.err = requestError(fault.Invalid(fault.Input(argument, "invalid", format, args...)))
	w.err.Path = ast.Path{ast.PathName(f.Alias)}
	if f.Position != nil {
		w.err.Locations = []gqlerror.Location{{Line: f.Position.Line, Column: f.Position.Column}}
	}
}

func toInt(v any) (int, bool) {
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
