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

// BroadcastText is what a broadcast is found by: its title, folded. It is a row of its own as
// ComplaintText is: a broadcast's counters change while it goes out.
type BroadcastText struct{ ent.Schema }

// Fields of a broadcast's text.
func (BroadcastText) Fields() []ent.Field {
	return []ent.Field{
		ref("broadcast_id", "Broadcast that is found by it."),
		field.Text("body").Comment("The folded title, as search.Fold makes it."),
	}
}

// Edges of a broadcast's text.
func (BroadcastText) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("broadcast", Broadcast.Type).Field("broadcast_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Broadcast that is found by it."),
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

// Policy: whose right it is.
func (BroadcastText) Policy() ent.Policy { return policy.Of(policy.BroadcastTextRows) }
