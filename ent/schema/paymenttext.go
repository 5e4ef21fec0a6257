package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/internal/policy"
)

// PaymentText is the text that searches of payments compare with: the folded reference and invoice number. It has
// a table of its own because nobody changes a payment, not even a job that folds its text anew.
type PaymentText struct{ ent.Schema }

// Fields of a payment's text.
func (PaymentText) Fields() []ent.Field {
	return []ent.Field{
		ref("payment_id", "Payment it belongs to."),
		field.Text("body").Comment("Folded text."),
	}
}

// Edges of a payment's text.
func (PaymentText) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("payment", Payment.Type).Field("payment_id").Unique().Required().Immutable().
			Annotations(keep).Comment("Payment it belongs to."),
	}
}

// Indexes of a payment's text.
func (PaymentText) Indexes() []ent.Index {
	return []ent.Index{index.Fields("payment_id").Unique()}
}

// Annotations of a payment's text.
func (PaymentText) Annotations() []schema.Annotation {
	return []schema.Annotation{table("payment_texts"), entgql.Skip(entgql.SkipAll)}
}

// Policy returns the rules for reading and writing.
func (PaymentText) Policy() ent.Policy { return policy.Of(policy.PaymentTextRows) }
