package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Alert is something that super administrators have to know of the service itself while it lasts. Each has one row.
type Alert struct{ ent.Schema }

// Fields of an alert.
func (Alert) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindAlert),
		field.Enum("name").GoType(domain.AlertName("")).Immutable().Comment("What it is about."),
		mayTime("good_at", "When it was last found to be well."),
		mayTime("failed_at", "When it was first found not to be since; null while it is well."),
		field.Text("reason").Default("").MaxLen(500).Comment("Why, as the service or a command said it."),
		mayTime("told_at", "When super administrators were told; null while there is nothing that they know of."),
		field.Time("expected_at").SchemaType(timestamps).Comment("Since when it is expected to be well."),
	}
}

// Indexes of alerts: one of each name.
func (Alert) Indexes() []ent.Index { return []ent.Index{index.Fields("name").Unique()} }

// Annotations of an alert.
func (Alert) Annotations() []schema.Annotation {
	return []schema.Annotation{table("alerts"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Alert) Policy() ent.Policy { return policy.Of(policy.AlertRows) }
