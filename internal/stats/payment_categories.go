package stats

import (
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/worktask"
)

// A payment counts in one place: the category that the complaints of all its tasks have, or several, or none. Shared
// among categories, the amounts of a report by category were those of no invoice.

// several stands for the categories of payments whose tasks have not all the same one.
const several = "several"

// paidTasks returns a query for settlements by their tasks, the column of the settlement, and the category of its tasks: an
// id as a text, several, or NULL where no task has one.
func paidTasks(of string) (paid *sql.Selector, settlement, categoryID string) {
	d := sql.Dialect(of)
	links, tasks, complaints := d.Table(paymenttask.Table).As("links"), d.Table(worktask.Table).As("tasks_of"), d.Table(complaint.Table).As("of")
	settlement = links.C(paymenttask.FieldPaymentID)
	id := complaints.C(complaint.FieldCategoryID)
	text := "CAST(" + id + " AS TEXT)"
	paid = d.Select(settlement).From(links).
		Join(tasks).On(tasks.C(worktask.FieldID), links.C(paymenttask.FieldTaskID)).
		Join(complaints).On(complaints.C(complaint.FieldID), tasks.C(worktask.FieldComplaintID)).
		GroupBy(settlement)
	return paid, settlement, "CASE WHEN COUNT(" + id + ") = COUNT(*) AND MIN(" + text + ") = MAX(" + text + ") THEN MIN(" + text + ")" +
		" WHEN COUNT(" + id + ") > 0 THEN '" + several + "' END"
}

// settlementOf returns the settlement whose tasks a payment has: a reversal has those of the one that it reverses.
func settlementOf(s *sql.Selector) string {
	return "COALESCE(" + s.C(payment.FieldReversesID) + ", " + s.C(payment.FieldID) + ")"
}

// categoriesOfPayments joins the categories of many payments.
func categoriesOfPayments(s *sql.Selector) columnSource {
	paid, _, categoryID := paidTasks(s.Dialect())
	paid.AppendSelectExprAs(sql.Raw(categoryID), complaint.FieldCategoryID)
	s.LeftJoin(paid.As("categories_of")).OnP(sql.ExprP(paid.C(paymenttask.FieldPaymentID) + " = " + settlementOf(s)))
	return paid
}

// nameOfCategory returns a query for the name of a category whose id is given as a text.
func nameOfCategory(of, text string) *sql.Selector {
	d := sql.Dialect(of)
	named := d.Table(category.Table).As("named")
	id := "NULLIF(" + text + ", '" + several + "')"
	if of == dialect.Postgres {
		id = "CAST(" + id + " AS UUID)"
	}
	return d.Select(named.C(category.FieldName)).From(named).Where(sql.ExprP(named.C(category.FieldID) + " = " + id))
}

// PaidForCategory finds payments whose tasks are all of complaints with a category.
func PaidForCategory(id uuid.UUID) predicate.Payment { return paidFor(" = '" + id.String() + "'") }

// PaidForSeveralCategories finds payments whose tasks are of complaints that have not all the same category.
func PaidForSeveralCategories() predicate.Payment { return paidFor(" = '" + several + "'") }

// PaidForAnyCategory finds payments of which at least one task is of a complaint with a category.
func PaidForAnyCategory() predicate.Payment { return paidFor(" IS NOT NULL") }

// paidFor finds payments by the category of their tasks.
func paidFor(is string) predicate.Payment {
	return func(s *sql.Selector) {
		paid, settlement, categoryID := paidTasks(s.Dialect())
		paid.Where(sql.ExprP(settlement + " = " + settlementOf(s))).Having(sql.ExprP(categoryID + is))
		s.Where(sql.Exists(paid))
	}
}
