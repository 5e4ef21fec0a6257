package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Event is a row of the outbox that feeds subscriptions. It is written in the transaction of the
// change and holds ids, and of changes which fields they touched, but no values: rights are checked
// when it is delivered.
type Event struct{ ent.Schema }

// Fields of an event.
func (Event) Fields() []ent.Field {
	return []ent.Field{
		// The database assigns it while the transaction still holds its row locks, so two changes
		// of one row have theirs in order, whatever the clocks of two instances say.
		field.Int64("id").Immutable(),
		field.Enum("kind").GoType(domain.EventKind("")).Immutable().
			Comment("Kind of event."),
		field.UUID("subject_id", idType).Immutable().
			Comment("Complaint, task or broadcast it is about, or account that is notified."),
		field.UUID("row_id", idType).Immutable().
			Comment("Row to read: a status log row, task, task update, notification or broadcast; of a change its subject, of read marks the account."),
		field.Int64("changed").Optional().Immutable().
			Comment("Of a change: the set of what changed, a bit for each (internal/domain/changes.go)."),
		field.Int("version").Optional().Immutable().
			Comment("Of a change: version of the subject after it."),
		field.UUID("actor_id", idType).Optional().Nillable().Immutable().
			Comment("Of a change: account that made it; none for the service itself."),
		field.Int64("position").Optional().Nillable().Unique().
			Comment("Position in the order of delivery; none until it has been published."),
		field.Time("created_at").Immutable().SchemaType(timestamps).Comment("When it happened."),
	}
}

// Annotations of an event.
func (Event) Annotations() []schema.Annotation {
	return []schema.Annotation{table("events"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Event) Policy() ent.Policy { return policy.Of(policy.EventRows) }
