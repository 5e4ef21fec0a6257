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

// Tally is a row of the counter table: a counter, such as of the complaints in one status, or a
// delta that was written in the transaction of a change and is not yet added to the counters.
type Tally struct{ ent.Schema }

// Fields of a counter or delta.
func (Tally) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindTally),
		field.String("subject").Immutable().MaxLen(20).Comment("What is counted, such as COMPLAINT; a reader of one subject skips the deltas of others."),
		field.String("dimension").Immutable().MaxLen(20).Comment("Dimension, such as STATUS; empty for a delta."),
		field.String("value").Immutable().MaxLen(120).Comment("Value of the dimension, such as SUBMITTED; for a delta, its id."),
		field.JSON("sums", &domain.Sums{}).Optional().Comment("The counts."),
		field.JSON("change", domain.Rollups{}).Optional().Immutable().Comment("What is to be added to the counters."),
	}
}

// Indexes of a counter or delta.
func (Tally) Indexes() []ent.Index {
	return []ent.Index{index.Fields("subject", "dimension", "value").Unique()}
}

// Annotations of a counter or delta.
func (Tally) Annotations() []schema.Annotation {
	return []schema.Annotation{table("tallies"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Tally) Policy() ent.Policy { return policy.Of(policy.TallyRows) }
