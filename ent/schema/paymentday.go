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

// PaymentDay is the sum of a service provider's payments of one type in one currency on one day,
// so that the summary of a hundred thousand payments adds up a thousand rows.
type PaymentDay struct{ ent.Schema }

// Fields of a day's payments.
func (PaymentDay) Fields() []ent.Field {
	return []ent.Field{
		ref("provider_id", "Service provider that was paid."),
		day("payment_date", "Day of the payments."),
		field.String("currency").Immutable().Comment("ISO 4217 code of the currency."),
		field.Enum("type").GoType(domain.PaymentType("")).Immutable().Comment("Settlement or reversal."),
		field.Int64("payments").Comment("Number of payments."),
		field.Int64("amount_minor").Comment("Their sum in minor units; negative for reversals."),
	}
}

// Edges of a day's payments.
func (PaymentDay) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("provider", ServiceProvider.Type).Field("provider_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Service provider that was paid."),
	}
}

// Indexes of a day's payments.
func (PaymentDay) Indexes() []ent.Index {
	return []ent.Index{index.Fields("provider_id", "payment_date", "currency", "type").Unique()}
}

// Annotations of a day's payments.
func (PaymentDay) Annotations() []schema.Annotation {
	return []schema.Annotation{table("payment_days"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (PaymentDay) Policy() ent.Policy { return policy.Of(policy.PaymentDayRows) }
