package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/policy"
)

// BroadcastText is the text that searches of broadcasts compare with: the case-folded title. It has
// a table of its own, as ComplaintText has, because a broadcast's counters change during delivery.
type BroadcastText struct{ ent.Schema }

// Fields of a broadcast's text.
func (BroadcastText) Fields() []ent.Field {
	return []ent.Field{
		ref("broadcast_id", "Broadcast it belongs to."),
		field.Text("body").Comment("Case-folded title."),
	}
}

// Edges of a broadcast's text.
func (BroadcastText) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("broadcast", Broadcast.Type).Field("broadcast_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Broadcast it belongs to."),
	}
}

// Indexes of a broadcast's text.
func (BroadcastText) Indexes() []ent.Index {
	return []ent.Index{index.Fields("broadcast_id").Unique()}
}

// Annotations of a broadcast's text.
func (BroadcastText) Annotations() []schema.Annotation {
	return []schema.Annotation{table("broadcast_texts"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (BroadcastText) Policy() ent.Policy { return policy.Of(policy.BroadcastTextRows) }
