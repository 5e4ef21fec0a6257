package schema

import (
	"entgo.io/ent"

	"github.com/redress/redress/internal/policy"
)

// BroadcastText is the text that searches of broadcasts compare with: the folded title. It has
// a table of its own, as ComplaintText has, because a broadcast's counters change during delivery.
type BroadcastText struct{ ent.Schema }

// Mixin returns the columns.
func (BroadcastText) Mixin() []ent.Mixin {
	return []ent.Mixin{foldedTexts{table: "broadcast_texts", owner: "broadcast", of: Broadcast.Type, says: "Folded title."}}
}

// Policy returns the rules for reading and writing.
func (BroadcastText) Policy() ent.Policy { return policy.Of(policy.BroadcastTextRows) }
