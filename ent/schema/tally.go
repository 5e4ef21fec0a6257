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

// Tally is a count of rows of some type, such as the complaints in one status, or a change of
// counts that was written with a deed and is not yet added to them.
type Tally struct{ ent.Schema }

// Fields of a tally.
func (Tally) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindTally),
		field.String("subject").Immutable().MaxLen(20).Comment("What is counted, such as COMPLAINT. A reader of some need not look at the changes of others."),
		field.String("dimension").Immutable().MaxLen(20).Comment("What is told apart, such as STATUS; empty for a change."),
		field.String("value").Immutable().MaxLen(120).Comment("Whose count it is, such as SUBMITTED; in a change, its id."),
		field.JSON("sums", &domain.Sums{}).Optional().Comment("The count."),
		field.JSON("change", domain.Tallies{}).Optional().Immutable().Comment("What is to be added to the counts."),
	}
}

// Indexes of a tally.
func (Tally) Indexes() []ent.Index {
	return []ent.Index{index.Fields("subject", "dimension", "value").Unique()}
}

// Annotations of a tally.
func (Tally) Annotations() []schema.Annotation {
	return []schema.Annotation{table("tallies"), entgql.Skip(entgql.SkipAll)}
}

// Policy: whose right it is.
func (Tally) Policy() ent.Policy { return policy.Of(policy.TallyRows) }
