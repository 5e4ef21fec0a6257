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

// PaymentSum is the sum of a service provider's payments of one type in one currency in one month, or of all of
// them, so that what was paid in ten years is read instead of added up.
type PaymentSum struct{ ent.Schema }

// Fields of a sum.
func (PaymentSum) Fields() []ent.Field {
	return []ent.Field{
		ref("provider_id", "Service provider that was paid."),
		field.String("period").MaxLen(7).Immutable().Comment("Month of the payments, such as 2026-11; empty for all of them."),
		field.String("currency").Immutable().Comment("ISO 4217 code of the currency."),
		field.Enum("type").GoType(domain.PaymentType("")).Immutable().Comment("Settlement or reversal."),
		field.Int64("payments").Comment("Number of payments."),
		field.Int64("amount_minor").Comment("Their sum in minor units; negative for reversals."),
	}
}

// Edges of a sum.
func (PaymentSum) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("provider", ServiceProvider.Type).Field("provider_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Service provider that was paid."),
	}
}

// Indexes of a sum: those of a service provider, and those of all service providers.
func (PaymentSum) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("provider_id", "period", "currency", "type").Unique(),
		index.Fields("period"),
	}
}

// Annotations of a sum.
func (PaymentSum) Annotations() []schema.Annotation {
	return []schema.Annotation{table("payment_sums"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (PaymentSum) Policy() ent.Policy { return policy.Of(policy.PaymentSumRows) }
