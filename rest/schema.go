package rest

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// schemas generates JSON Schemas (2020-12) from the view structs. Each struct becomes a component
// with the name of its Go type without "View", so the name of a struct is part of the API.
type schemas struct {
	named object
}

// maxExact is the largest integer that every reader of JSON takes exactly.
const maxExact = 1<<53 - 1

// bounded returns the schema of an integer with the bounds of a struct tag, such as "0,100".
func bounded(schema object, bounds string) object {
	least, most, _ := strings.Cut(bounds, ",")
	schema = slices.Clone(schema)
	for i, m := range schema {
		switch m.name {
		case "minimum":
			schema[i].value = json.Number(least)
		case "maximum":
			schema[i].value = json.Number(most)
		}
	}
	return schema
}

// schemaOf returns the schema of a type that is not a struct.
func schemaOf[T any]() object { return new(schemas).of(reflect.TypeFor[T]()) }

func (s *schemas) of(t reflect.Type) object {
	if t.Implements(reflect.TypeFor[interface{ values() []string }]()) {
		all := reflect.Zero(t).Interface().(interface{ values() []string }).values()
		return object{{"type", "string"}, {"enum", all}}
	}
	switch t {
	case reflect.TypeFor[uuid.UUID]():
		return object{{"type", "string"}, {"format", "uuid"}}
	case reflect.TypeFor[timestamp]():
		return object{{"type", "string"}, {"format", "date-time"}}
	case reflect.TypeFor[date]():
		return object{{"type", "string"}, {"format", "date"}}
	case reflect.TypeFor[json.Number]():
		return object{{"type", "number"}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(s.of(t.Elem()))
	case reflect.Slice:
		return object{{"type", "array"}, {"items", s.of(t.Elem())}}
	case reflect.Struct:
		return s.reference(t)
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int:
		return object{{"type", "integer"}, {"format", "int32"}, {"minimum", 0}, {"maximum", math.MaxInt32}}
	case reflect.Int64:
		return object{{"type", "integer"}, {"format", "int64"}, {"minimum", 0}, {"maximum", maxExact}}
	case reflect.Float64:
		return object{{"type", "number"}}
	default:
		return object{{"type", "string"}}
	}
}

func nullable(o object) object {
	if o[0].name == "$ref" {
		return object{{"anyOf", []object{o, {{"type", "null"}}}}}
	}
	return append(object{{"type", []any{o[0].value, "null"}}}, o[1:]...)
}

// reference returns a reference to the component of a struct, which it adds the first time.
func (s *schemas) reference(t reflect.Type) object {
	name := strings.TrimSuffix(strings.ToUpper(t.Name()[:1])+t.Name()[1:], "View")
	ref := object{{"$ref", "#/components/schemas/" + name}}
	if slices.ContainsFunc(s.named, func(m member) bool { return m.name == name }) {
		return ref
	}
	at := len(s.named)
	s.named = append(s.named, member{name: name})
	var required []string
	properties := s.properties(t, nil, &required)
	s.named[at].value = object{
		{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false},
	}
	return ref
}

func (s *schemas) properties(t reflect.Type, into object, required *[]string) object {
	for f := range t.Fields() {
		if f.Anonymous {
			into = s.properties(f.Type, into, required)
			continue
		}
		if !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		property := s.of(f.Type)
		if bounds := f.Tag.Get("bounds"); bounds != "" {
			property = bounded(property, bounds)
		}
		if description := f.Tag.Get("doc"); description != "" {
			property = property.with("description", description)
		}
		into = into.with(name, property)
		if options != "omitempty" {
			*required = append(*required, name)
		}
	}
	return into
}
