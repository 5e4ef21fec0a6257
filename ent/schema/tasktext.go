package schema

import (
	"entgo.io/ent"

	"github.com/redress/redress/internal/policy"
)

// TaskText is the text that searches of tasks compare with for those who see of a task's complaint what it is and where, but
// not what was written: the folded reference, title and address. What a search costs would tell them the rest.
type TaskText struct{ ent.Schema }

// Mixin returns the columns.
func (TaskText) Mixin() []ent.Mixin {
	return []ent.Mixin{foldedTexts{table: "task_texts", owner: "complaint", of: Complaint.Type, says: "Folded reference, title and address."}}
}

// Policy returns the rules for reading and writing. As ComplaintText.
func (TaskText) Policy() ent.Policy { return policy.Of(policy.TaskTextRows) }
