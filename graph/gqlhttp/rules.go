package gqlhttp

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// validationRules returns the rules of the specification, of which that of values says where they stand, and one before
// them: a variable of a single key
// of an order, such as $by: ComplaintOrder, is one of a list of keys. orderBy took a single key once, and
// a list accepts one without brackets, but not a variable of its type.
func validationRules() *rules.Rules {
	all := rules.NewDefaultRules()
	all.AddRule("SingleOrders", func(observers *core.Events, _ core.AddErrFunc) {
		observers.OnVariable(func(_ *core.Walker, v *ast.VariableDefinition) {
			if v.Type.Elem != nil || v.Definition == nil || v.Definition.Kind != ast.InputObject || !strings.HasSuffix(v.Definition.Name, "Order") {
				return
			}
			key := *v.Type
			key.NonNull = true
			v.Type = &ast.Type{Elem: &key, NonNull: v.Type.NonNull, Position: v.Type.Position}
		})
	})
	all.ReplaceRule(rules.ValuesOfCorrectTypeRule.Name, locateValues(rules.ValuesOfCorrectTypeRule.RuleFunc))
	return all
}

// locateValues adds the path of a value to what is said of it, where it stands in an argument: such as
// complaints.where.or.1.status.
func locateValues(addValues core.RuleFunc) core.RuleFunc {
	return func(observers *core.Events, addError core.AddErrFunc) {
		var doc *ast.QueryDocument
		observers.OnValue(func(w *core.Walker, _ *ast.Value) { doc = w.Document })
		located := 0
		addValues(observers, func(options ...core.ErrorOption) {
			if located++; located <= maxErrors {
				options = append(options, func(e *gqlerror.Error) {
					if len(e.Locations) > 0 && doc != nil {
						e.Path = pathTo(doc, e.Locations[0])
					}
				})
			}
			addError(options...)
		})
	}
}

// pathTo returns the path to the value that stands at a place of a document, nil where there is none.
func pathTo(doc *ast.QueryDocument, at gqlerror.Location) (path ast.Path) {
	for _, op := range doc.Operations {
		if path = pathInSelections(op.SelectionSet, at); path != nil {
			return path
		}
	}
	for _, f := range doc.Fragments {
		if path = pathInSelections(f.SelectionSet, at); path != nil {
			return path
		}
	}
	return nil
}

func pathInSelections(set ast.SelectionSet, at gqlerror.Location) ast.Path {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			for _, arg := range s.Arguments {
				if path := pathInValue(arg.Value, at); path != nil {
					return append(ast.Path{ast.PathName(s.Alias), ast.PathName(arg.Name)}, path[1:]...)
				}
			}
			if path := pathInSelections(s.SelectionSet, at); path != nil {
				return append(ast.Path{ast.PathName(s.Alias)}, path...)
			}
		case *ast.InlineFragment:
			if path := pathInSelections(s.SelectionSet, at); path != nil {
				return path
			}
		}
	}
	return nil
}

// pathInValue returns the path to a value in another one, which begins with a step for that one itself.
func pathInValue(v *ast.Value, at gqlerror.Location) ast.Path {
	if v.Position != nil && v.Position.Line == at.Line && v.Position.Column == at.Column {
		return ast.Path{ast.PathIndex(0)}
	}
	for i, child := range v.Children {
		if path := pathInValue(child.Value, at); path != nil {
			step := ast.PathElement(ast.PathName(child.Name))
			if v.Kind == ast.ListValue {
				step = ast.PathIndex(i)
			}
			return append(ast.Path{ast.PathIndex(0), step}, path[1:]...)
		}
	}
	return nil
}
