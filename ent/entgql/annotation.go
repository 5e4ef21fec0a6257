// Package entgql is what the schema and the generated code need of entgo.io/contrib/entgql at run
// time. That package also holds its generator, which would bring gqlgen's, golang.org/x/tools and
// go/types into the service. The generator reads these annotations as its own, by their name and JSON.
// It stands below ent and not below internal, where gqlgen would not see through ent's names for its types.
package entgql

import (
	"entgo.io/ent/schema"
)

// Annotation says how the graph shows a type, a field or an edge.
type Annotation struct {
	OrderField      string   `json:"OrderField,omitempty"`
	Unbind          bool     `json:"Unbind,omitempty"`
	Mapping         []string `json:"Mapping,omitempty"`
	Type            string   `json:"Type,omitempty"`
	Skip            SkipMode `json:"Skip,omitempty"`
	RelayConnection bool     `json:"RelayConnection,omitempty"`
	MultiOrder      bool     `json:"MultiOrder,omitempty"`
}

// SkipMode is a set of things that the generator leaves out.
type SkipMode int

// What can be left out. The values are those of the generator.
const (
	SkipType SkipMode = 1 << iota
	SkipEnumField
	SkipOrderField
	SkipWhereInput
	SkipMutationCreateInput
	SkipMutationUpdateInput

	SkipAll = SkipType | SkipEnumField | SkipOrderField | SkipWhereInput | SkipMutationCreateInput | SkipMutationUpdateInput
)

// Name implements schema.Annotation with the name under which the generator looks for it.
func (Annotation) Name() string { return "EntGQL" }

// OrderField lets lists be ordered by a field, under a name, or by a field of the row that an edge leads
// to, under the names of both, such as ZONE_NAME.
func OrderField(name string) Annotation { return Annotation{OrderField: name} }

// MapsTo names the fields of the graph that show a field or an edge.
func MapsTo(names ...string) Annotation { return Annotation{Mapping: names, Unbind: true} }

// Type names the type of the graph that shows a type or a field.
func Type(name string) Annotation { return Annotation{Type: name} }

// Skip leaves a type, a field or an edge out of some or all that is generated.
func Skip(modes ...SkipMode) Annotation {
	if len(modes) == 0 {
		return Annotation{Skip: SkipAll}
	}
	var a Annotation
	for _, mode := range modes {
		a.Skip |= mode
	}
	return a
}

// RelayConnection shows a type or an edge as a connection.
func RelayConnection() Annotation { return Annotation{RelayConnection: true} }

// MultiOrder lets lists of a type be ordered by several fields.
func MultiOrder() Annotation { return Annotation{MultiOrder: true} }

// Merge implements schema.Merger: several annotations of one field add up.
func (a Annotation) Merge(other schema.Annotation) schema.Annotation {
	o, ok := other.(Annotation)
	if !ok {
		return a
	}
	if o.OrderField != "" {
		a.OrderField = o.OrderField
	}
	if len(o.Mapping) > 0 {
		a.Mapping = o.Mapping
	}
	if o.Type != "" {
		a.Type = o.Type
	}
	a.Unbind = a.Unbind || o.Unbind
	a.RelayConnection = a.RelayConnection || o.RelayConnection
	a.MultiOrder = a.MultiOrder || o.MultiOrder
	a.Skip |= o.Skip
	return a
}
