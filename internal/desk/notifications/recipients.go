package notifications

import (
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
)

// recipients are who is told of a kind. Of these, active accounts are.
type recipients struct {
	name string
	find func(About) (predicate.User, *entread.Shape) // nil for nobody; the shape of the query for them, or nil
}

// Administrators are the accounts that decide what happens to complaints.
var Administrators = user.RoleIn(domain.RoleAdmin, domain.RoleSuperAdmin)

var (
	reporters = recipients{"its reporters", func(a About) (predicate.User, *entread.Shape) {
		return reportersOf(a.Complaint.ID), entread.New("reporters", a.Complaint.ID, domain.AccountActive)
	}}

	// Whoever reported a complaint that was merged into it may not read the comments on it.
	reporter = recipients{"its reporter", func(a About) (predicate.User, *entread.Shape) {
		return account(a.Complaint.SubmittedByID), nil
	}}

	administrators = recipients{"all administrators", func(About) (predicate.User, *entread.Shape) { return Administrators, nil }}

	// Whoever acts may not be allowed to know who that is. An account that is no administrator's any more keeps what it looks
	// after until somebody else claims it.
	handler = recipients{"who looks after it", func(a About) (predicate.User, *entread.Shape) {
		return user.And(handlerOf(a.Complaint.ID), Administrators), entread.New("who looks after a complaint",
			a.Complaint.ID, domain.RoleAdmin, domain.RoleSuperAdmin, domain.AccountActive)
	}}

	solver = recipients{"the task's solver", func(a About) (predicate.User, *entread.Shape) { return user.ID(a.Task.SolverID), nil }}
)

func account(id *uuid.UUID) predicate.User {
	if id == nil {
		return nil
	}
	return user.ID(*id)
}

// handlerOf finds who looks after a complaint.
func handlerOf(id uuid.UUID) predicate.User {
	return tx.InSubquery("id", complaint.Table, complaint.FieldHandlerID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(complaint.FieldID), id)
	})
}

// reportersOf finds the reporters of a complaint and of those that were merged into it.
func reportersOf(id uuid.UUID) predicate.User {
	return tx.InSubquery("id", complaint.Table, complaint.FieldSubmittedByID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.Or(sql.EQ(t.C(complaint.FieldID), id), sql.EQ(t.C(complaint.FieldDuplicateOfID), id))
	})
}
