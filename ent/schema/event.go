package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Event tells subscriptions that something happened. It is written with the deed and names
// rows only: who may read them is asked when they are told.
type Event struct{ ent.Schema }

// Fields of an event.
func (Event) Fields() []ent.Field {
	return []ent.Field{
		// The database draws it while the deed still holds its rows, so two moves of one thing
		// have theirs in order, whatever the clocks of two instances say.
		field.Int64("id").Immutable(),
		field.Enum("kind").GoType(domain.EventKind("")).Immutable().
			Comment("What sort of thing happened."),
		field.UUID("subject_id", idType).Immutable().
			Comment("Complaint or task that it happened to, or account that is told."),
		field.UUID("row_id", idType).Immutable().
			Comment("The log row, task, task update or notification that came of it."),
		field.Int64("position").Optional().Nillable().Unique().
			Comment("Its place in the order in which events are told; none until it has been published."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it happened."),
	}
}

// Annotations of an event.
func (Event) Annotations() []schema.Annotation {
	return []schema.Annotation{table("events"), entgql.Skip(entgql.SkipAll)}
}

// Policy: whose right it is.
func (Event) Policy() ent.Policy { return policy.Of(policy.EventRows) }
