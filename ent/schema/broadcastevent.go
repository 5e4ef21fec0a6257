package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// BroadcastEvent is one step in the history of a broadcast. Rows are never changed.
type BroadcastEvent struct{ ent.Schema }

// Fields of a step.
func (BroadcastEvent) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindBroadcastEvent),
		ref("broadcast_id", "Broadcast it belongs to."),
		field.String("action").MaxLen(40).Immutable().Annotations(notEmpty).
			Comment("created, rescheduled, edited, started, completed, cancelled, stopped, held, released or retried."),
		field.UUID("actor_id", idType).Optional().Nillable().Immutable().
			Comment("Account that took the step; none for the service itself."),
		field.Text("note").Default("").MaxLen(500).Immutable(),
		field.Time("created_at").Immutable().SchemaType(timestamps),
	}
}

// Edges of a step.
func (BroadcastEvent) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("broadcast", Broadcast.Type).Field("broadcast_id").Unique().Required().Immutable().Annotations(keep),
		edge.To("actor", User.Type).Field("actor_id").Unique().Immutable().Annotations(keep),
	}
}

// Indexes of a step.
func (BroadcastEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("broadcast_id", "created_at", "id"), index.Fields("actor_id")}
}

// Annotations of a step.
func (BroadcastEvent) Annotations() []schema.Annotation {
	return []schema.Annotation{table("broadcast_events"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (BroadcastEvent) Policy() ent.Policy { return policy.AddedOnly(policy.BroadcastEventRows) }
