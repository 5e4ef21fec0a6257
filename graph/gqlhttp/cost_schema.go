package gqlhttp

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/graph/model"
)

// schemaObjects returns how many objects a selection of the schema returns, as far as it may cost.
func schemaObjects(f *ast.Field) int {
	in := introspection{known: map[introspected]int{}}
	if f.Name != "__type" {
		return in.schema(f.SelectionSet)
	}
	if name := f.Arguments.ForName("name"); name != nil && name.Value.Kind != ast.Variable {
		return in.named(name.Value.Raw, f.SelectionSet)
	}
	most := 0 // of any type
	for name := range schema().Types {
		most = max(most, in.named(name, f.SelectionSet))
	}
	return most
}

// introspection counts objects. What was counted for a type and a selection is counted once.
type introspection struct{ known map[introspected]int }

type introspected struct {
	typ string
	set *ast.Selection
}

// each calls count for the fields of a selection, and returns an object with what these have.
func (in introspection) each(set ast.SelectionSet, count func(*ast.Field) int) int {
	n := 1
	var add func(ast.SelectionSet)
	add = func(set ast.SelectionSet) {
		for _, s := range set {
			if n > maxCost*model.MaxPageSize {
				return
			}
			switch s := s.(type) {
			case *ast.Field:
				n += count(s)
			case *ast.InlineFragment:
				add(s.SelectionSet)
			case *ast.FragmentSpread:
				if s.Definition != nil {
					add(s.Definition.SelectionSet)
				}
			}
		}
	}
	add(set)
	return n
}

func (in introspection) schema(set ast.SelectionSet) int {
	s := schema()
	return in.each(set, func(f *ast.Field) (n int) {
		switch f.Name {
		case "queryType":
			n = in.named(s.Query.Name, f.SelectionSet)
		case "mutationType":
			n = in.named(s.Mutation.Name, f.SelectionSet)
		case "subscriptionType":
			n = in.named(s.Subscription.Name, f.SelectionSet)
		case "types":
			for name := range s.Types {
				n += in.named(name, f.SelectionSet)
			}
		case "directives":
			for _, d := range s.Directives {
				n += in.each(f.SelectionSet, func(f *ast.Field) int { return in.arguments(f, d.Arguments) })
			}
		}
		return n
	})
}

func (in introspection) arguments(f *ast.Field, of ast.ArgumentDefinitionList) (n int) {
	if f.Name != "args" {
		return 0
	}
	for _, a := range of {
		n += in.value(a.Type, f.SelectionSet)
	}
	return n
}

// value counts an argument, or a field of an input.
func (in introspection) value(typ *ast.Type, set ast.SelectionSet) int {
	return in.each(set, func(f *ast.Field) int { return in.typed(typ, f) })
}

// typed counts the type that a field asks for.
func (in introspection) typed(typ *ast.Type, f *ast.Field) int {
	if f.Name != "type" {
		return 0
	}
	return in.wrapped(typ, f.SelectionSet)
}

// wrapped counts a type, which may be a list, or not null, of another one.
func (in introspection) wrapped(typ *ast.Type, set ast.SelectionSet) int {
	inner := typ.Elem
	if typ.NonNull {
		nullable := *typ
		nullable.NonNull = false
		inner = &nullable
	}
	if inner == nil {
		return in.named(typ.NamedType, set)
	}
	return in.each(set, func(f *ast.Field) int {
		if f.Name != "ofType" {
			return 0
		}
		return in.wrapped(inner, f.SelectionSet)
	})
}

func (in introspection) named(name string, set ast.SelectionSet) int {
	def := schema().Types[name]
	if def == nil || len(set) == 0 {
		return 0
	}
	key := introspected{name, &set[0]}
	if n, ok := in.known[key]; ok {
		return n
	}
	n := in.each(set, func(f *ast.Field) (n int) {
		switch f.Name {
		case "fields":
			if def.Kind != ast.InputObject {
				for _, field := range def.Fields {
					if strings.HasPrefix(field.Name, "__") {
						continue
					}
					n += in.each(f.SelectionSet, func(f *ast.Field) int { return in.typed(field.Type, f) + in.arguments(f, field.Arguments) })
				}
			}
		case "inputFields":
			if def.Kind == ast.InputObject {
				for _, field := range def.Fields {
					n += in.value(field.Type, f.SelectionSet)
				}
			}
		case "enumValues":
			n = len(def.EnumValues)
		case "interfaces":
			for _, of := range def.Interfaces {
				n += in.named(of, f.SelectionSet)
			}
		case "possibleTypes":
			for _, of := range schema().GetPossibleTypes(def) {
				n += in.named(of.Name, f.SelectionSet)
			}
		}
		return n
	})
	in.known[key] = n
	return n
}
