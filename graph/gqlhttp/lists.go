package gqlhttp

import (
	"context"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Where a list is expected, a client may give a single value, which stands for a list of it (GraphQL specification, section
// 3.11, Input Coercion). It becomes one here, before anything looks at it, so that guards, prices and resolvers know one form: in
// a document an ast.ListValue, in the variables []any.

// listCoercion gives the lists of variables one form.
type listCoercion struct{}

// ExtensionName implements gqlgen's extension.
func (listCoercion) ExtensionName() string { return "ListCoercion" }

// Validate implements gqlgen's extension.
func (listCoercion) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements gqlgen's extension. The library has made lists of single values by then, but of each a list
// of its own Go type, such as []string, which nobody expects.
func (listCoercion) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	for name, v := range op.Variables {
		op.Variables[name] = untyped(v)
	}
	return nil
}

// untyped returns a value whose lists are []any; those within objects and lists are replaced in their place.
func untyped(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			v[name] = untyped(e)
		}
		return v
	case []any:
		for i, e := range v {
			v[i] = untyped(e)
		}
		return v
	}
	list := reflect.ValueOf(v)
	if list.Kind() != reflect.Slice {
		return v
	}
	all := make([]any, list.Len())
	for i := range all {
		all[i] = untyped(list.Index(i).Interface())
	}
	return all
}

// bracketLiterals makes lists of the single values in the arguments of a valid document.
func bracketLiterals(set ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.Definition != nil {
				for _, a := range s.Arguments {
					if def := s.Definition.Arguments.ForName(a.Name); def != nil {
						a.Value = bracketed(a.Value, def.Type)
					}
				}
			}
			bracketLiterals(s.SelectionSet)
		case *ast.InlineFragment:
			bracketLiterals(s.SelectionSet)
		}
	}
}

// bracketed returns a literal in which the values of lists stand in brackets. Of a variable in such a place validation knows
// that it is a list.
func bracketed(v *ast.Value, typ *ast.Type) *ast.Value {
	switch {
	case v.Kind == ast.NullValue || v.Kind == ast.Variable:
	case typ.Elem != nil && v.Kind == ast.ListValue:
		for _, one := range v.Children {
			one.Value = bracketed(one.Value, typ.Elem)
		}
	case typ.Elem != nil:
		one := bracketed(v, typ.Elem)
		return &ast.Value{
			Kind: ast.ListValue, Children: ast.ChildValueList{{Value: one, Position: v.Position}},
			Position: v.Position, ExpectedType: typ, Definition: v.Definition,
		}
	case v.Kind == ast.ObjectValue:
		for _, field := range v.Children {
			if def := schema().Types[typ.NamedType].Fields.ForName(field.Name); def != nil {
				field.Value = bracketed(field.Value, def.Type)
			}
		}
	}
	return v
}
