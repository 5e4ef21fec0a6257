package schema

import (
	"entgo.io/ent"

	"github.com/redress/redress/internal/policy"
)

// PaymentText is the text that searches of payments compare with: the folded reference and invoice number. It has
// a table of its own because nobody changes a payment, not even a job that folds its text anew.
type PaymentText struct{ ent.Schema }

// Mixin returns the columns.
func (PaymentText) Mixin() []ent.Mixin {
	return []ent.Mixin{foldedTexts{table: "payment_texts", owner: "payment", of: Payment.Type, says: "Folded reference and invoice number."}}
}

// Policy returns the rules for reading and writing.
func (PaymentText) Policy() ent.Policy { return policy.Of(policy.PaymentTextRows) }
