package gqlhttp

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// validationRules returns the rules of the specification, and one before them: a variable of a single key
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
	return all
}
