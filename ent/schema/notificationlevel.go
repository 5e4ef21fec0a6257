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

// NotificationLevel is how much an account wants to be told of a complaint. One that never chose has none.
type NotificationLevel struct{ ent.Schema }

// Fields of a level.
func (NotificationLevel) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindNotificationLevel),
		ref("user_id", "Account that chose it."),
		ref("complaint_id", "Complaint that it is about."),
		field.Enum("level").GoType(domain.NotificationLevel("")).Comment("The level."),
		field.Time("updated_at").SchemaType(timestamps).Comment("When it was chosen."),
	}
}

// Edges of a level.
func (NotificationLevel) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable().Annotations(keep),
		edge.To("complaint", Complaint.Type).Field("complaint_id").Unique().Required().Immutable().Annotations(keep),
	}
}

// Indexes of levels: an account has one for a complaint at most.
func (NotificationLevel) Indexes() []ent.Index {
	return []ent.Index{index.Fields("complaint_id", "user_id").Unique(), index.Fields("user_id", "level", "complaint_id")}
}

// Annotations of a level.
func (NotificationLevel) Annotations() []schema.Annotation {
	return []schema.Annotation{table("notification_levels"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (NotificationLevel) Policy() ent.Policy {
	return policy.Of(policy.NotificationLevelRows, policy.NotificationLevelWrites())
}
