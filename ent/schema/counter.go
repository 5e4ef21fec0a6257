package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
)

// Counter issues consecutive numbers without gaps, such as those in complaint references.
type Counter struct{ ent.Schema }

// Fields of a counter.
func (Counter) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindCounter),
		field.String("name").Unique().Immutable().MaxLen(60).Comment("Name, such as complaint:2026."),
		field.Int64("value").Default(0).Comment("Last number issued."),
	}
}

// Annotations of a counter.
func (Counter) Annotations() []schema.Annotation {
	return []schema.Annotation{table("counters"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (Counter) Policy() ent.Policy { return policy.Of(policy.CounterRows) }
