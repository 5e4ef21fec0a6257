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

// PaymentClaim makes a provider's references, and the tasks that were paid for, unique among the
// settlements that are not reversed. A reversal releases the claims of its settlement.
type PaymentClaim struct{ ent.Schema }

// Fields of a claim.
func (PaymentClaim) Fields() []ent.Field {
	return []ent.Field{
		id(domain.KindPaymentClaim),
		ref("payment_id", "Settlement that holds the claim."),
		field.String("key").Unique().Immutable().MaxLen(200).
			Comment("reference:<provider>:<reference> or task:<task>."),
	}
}

// Edges of a claim.
func (PaymentClaim) Edges() []ent.Edge {
	return []ent.Edge{edge.To("payment", Payment.Type).Field("payment_id").Unique().Required().Immutable().Annotations(keep)}
}

// Indexes of a claim.
func (PaymentClaim) Indexes() []ent.Index { return []ent.Index{index.Fields("payment_id")} }

// Annotations of a claim.
func (PaymentClaim) Annotations() []schema.Annotation {
	return []schema.Annotation{table("payment_claims"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (PaymentClaim) Policy() ent.Policy { return policy.Of(policy.PaymentClaimRows) }
