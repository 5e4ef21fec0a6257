package schema

import (
	"entgo.io/ent"

	"github.com/redress/redress/internal/policy"
)

// ComplaintText is the text that searches of complaints compare with: the folded reference, title, description and address. It
// has a table of its own because complaints change often and their texts never do: on PostgreSQL each change would write the
// trigrams of the whole text again.
type ComplaintText struct{ ent.Schema }

// Mixin returns the columns.
func (ComplaintText) Mixin() []ent.Mixin {
	return []ent.Mixin{foldedTexts{table: "complaint_texts", owner: "complaint", of: Complaint.Type, says: "Folded reference, title, description and address."}}
}

// Policy returns the rules for reading and writing. Searches join the complaint, whose policy
// narrows them.
func (ComplaintText) Policy() ent.Policy { return policy.Of(policy.ComplaintTextRows) }
