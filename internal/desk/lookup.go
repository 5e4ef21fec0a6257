package desk

import (
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/taskupdate"
)

// The few rows that another table names are looked up by that table. By ent's edges SQLite would
// scans all rows and ask it of each.
func inSubquery(field, table, by string, where func(t *sql.SelectTable) *sql.Predicate) func(*sql.Selector) {
	return func(s *sql.Selector) {
		t := sql.Table(table)
		s.Where(sql.In(s.C(field), sql.Select(t.C(by)).From(t).Where(where(t))))
	}
}

// reportersOf finds the reporters of a complaint and of those that were merged into it.
func reportersOf(id uuid.UUID) func(*sql.Selector) {
	return inSubquery("id", complaint.Table, complaint.FieldSubmittedByID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.Or(sql.EQ(t.C(complaint.FieldID), id), sql.EQ(t.C(complaint.FieldDuplicateOfID), id))
	})
}

// ofPayment finds the service provider of a payment.
func ofPayment(id uuid.UUID) func(*sql.Selector) {
	return inSubquery("id", payment.Table, payment.FieldProviderID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(payment.FieldID), id)
	})
}

// hasUpdate finds the task of an update, which it joins: a lock takes both, the task first.
func hasUpdate(id uuid.UUID) func(*sql.Selector) {
	return func(s *sql.Selector) {
		update := sql.Table(taskupdate.Table)
		s.Join(update).On(s.C("id"), update.C(taskupdate.FieldTaskID)).Where(sql.EQ(update.C(taskupdate.FieldID), id))
	}
}

// hasComment finds the complaint of a comment.
func hasComment(id uuid.UUID) func(*sql.Selector) {
	return inSubquery("id", comment.Table, comment.FieldComplaintID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(comment.FieldID), id)
	})
}

// hasAddress finds what an account has, by the account's e-mail address.
func hasAddress(account, key string) func(*sql.Selector) {
	return inSubquery(account, contact.Table, contact.FieldUserID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(contact.FieldEmailKey), key)
	})
}
