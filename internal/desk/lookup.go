package desk

import (
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/taskupdate"

	"github.com/redress/redress/internal/desk/tx"
)

// hasUpdate finds the task of an update, which it joins: a lock takes both, the task first.
func hasUpdate(id uuid.UUID) func(*sql.Selector) {
	return func(s *sql.Selector) {
		update := sql.Table(taskupdate.Table)
		s.Join(update).On(s.C("id"), update.C(taskupdate.FieldTaskID)).Where(sql.EQ(update.C(taskupdate.FieldID), id))
	}
}

// hasComment finds the complaint of a comment.
func hasComment(id uuid.UUID) func(*sql.Selector) {
	return tx.InSubquery("id", comment.Table, comment.FieldComplaintID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(comment.FieldID), id)
	})
}
