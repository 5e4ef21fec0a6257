package notifications

import (
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
)

// recipients are who is told of a kind. Of these, active accounts are, and reporters without an account, by e-mail.
type recipients struct {
	name    string
	area    Area                                         // of what they are told
	roles   []domain.Role                                // that they can have; nil for all
	find    func(About) (predicate.User, *entread.Shape) // nil for nobody; the shape of the query for them, or nil
	callers func(About) predicate.Contact                // contacts of reporters without an account; nil for none
	own     bool                                         // whether whoever does it is told, too
	follow  *followers                                   // who else is among them: those who watch the complaint; nil if they are not
	staff   bool                                         // whether what they are told of is their work
	digest  bool                                         // whether their e-mail of it is the daily digest, unless it is urgent
}

// Administrators are the accounts that decide what happens to complaints.
var Administrators = user.RoleIn(domain.AdminRoles...)

var (
	ofReports = followers{name: "reporters and who watches", of: merged}

	// Whoever reported a complaint that was merged into it may not read the comments on it.
	ofReport = followers{name: "reporter and who watches", of: func(t *sql.SelectTable, id uuid.UUID) *sql.Predicate { return sql.EQ(t.C(complaint.FieldID), id) }}
)

var (
	reporters = recipients{
		name: "its reporters, and who watches it", area: AreaReports, follow: &ofReports, find: ofReports.find,
		callers: func(a About) predicate.Contact { return callersOf(a.Complaint.ID) },
	}

	reporter = recipients{name: "its reporter, and who watches it", area: AreaReports, follow: &ofReport, find: ofReport.find, callers: callerOf}

	submitter = recipients{name: "its reporter, who submits it too", area: AreaReports, find: submittedBy, callers: callerOf, own: true}

	// Instead of what else would go there.
	address = recipients{name: "whoever reads what arrives there", own: true}

	administrators = recipients{
		name: "all administrators", area: AreaComplaints, roles: domain.AdminRoles, staff: true,
		find: func(About) (predicate.User, *entread.Shape) {
			return Administrators, nil
		},
	}

	superAdministrators = recipients{
		name: "all super administrators", area: AreaService, roles: []domain.Role{domain.RoleSuperAdmin},
		find: func(About) (predicate.User, *entread.Shape) {
			return user.RoleEQ(domain.RoleSuperAdmin), nil
		},
	}

	// Each of them hears of what others may be at already.
	anyAdministrator = recipients{
		name: "all administrators, by e-mail in the [daily digest](#daily-digests)", area: AreaComplaints, roles: domain.AdminRoles,
		staff: true, digest: true, find: administrators.find,
	}

	// Whoever acts may not be allowed to know who that is. An account that is no administrator's any more keeps what it looks
	// after until somebody else claims it.
	handler = recipients{
		name: "who looks after it", area: AreaComplaints, roles: domain.AdminRoles, staff: true,
		find: func(a About) (predicate.User, *entread.Shape) {
			return user.And(handlerOf(a.Complaint.ID), Administrators), entread.New("who looks after a complaint",
				a.Complaint.ID, domain.RoleAdmin, domain.RoleSuperAdmin, domain.AccountActive)
		},
	}

	mentioned = recipients{
		name: "whom it mentions", area: AreaComplaints, roles: domain.AdminRoles, staff: true,
		find: func(a About) (predicate.User, *entread.Shape) {
			return user.And(user.IDIn(a.Mentioned...), Administrators), nil
		},
	}

	eachAdministrator = recipients{name: "each of them", area: AreaComplaints, roles: domain.AdminRoles, staff: true, find: ofAccount}

	eachSolver = recipients{name: "each of them", area: AreaTasks, roles: []domain.Role{domain.RoleSolver}, staff: true, find: ofAccount}

	owner = recipients{name: "its owner, who does it too", own: true, find: ofAccount}

	author = recipients{name: "its author", area: AreaBroadcasts, roles: domain.AdminRoles, find: func(a About) (predicate.User, *entread.Shape) {
		if a.Broadcast.CreatedByID == nil {
			return nil, nil
		}
		return user.And(user.ID(*a.Broadcast.CreatedByID), Administrators), nil
	}}

	provider = recipients{
		name: "the provider's accounts", area: AreaPayments, roles: []domain.Role{domain.RoleProvider},
		find: func(a About) (predicate.User, *entread.Shape) {
			return user.And(user.ProviderID(a.Payment.ProviderID), user.RoleEQ(domain.RoleProvider)), nil
		},
	}

	solver = recipients{
		name: "the task's solver", area: AreaTasks, roles: []domain.Role{domain.RoleSolver}, staff: true,
		find: func(a About) (predicate.User, *entread.Shape) {
			return user.ID(a.Task.SolverID), nil
		},
	}
)

// ofAccount finds the account that something is about.
func ofAccount(a About) (predicate.User, *entread.Shape) { return user.ID(a.Account), nil }

// submittedBy finds the account that reported a complaint.
func submittedBy(a About) (predicate.User, *entread.Shape) {
	if a.Complaint.SubmittedByID == nil {
		return nil, nil
	}
	return user.ID(*a.Complaint.SubmittedByID), nil
}

// callerOf finds the contact of a complaint's reporter without an account.
func callerOf(a About) predicate.Contact {
	if a.Complaint.SubmittedByID != nil {
		return nil
	}
	return contact.ComplaintID(a.Complaint.ID)
}

// callersOf finds those of a complaint and of those that were merged into it.
func callersOf(id uuid.UUID) predicate.Contact {
	return ofMerged(contact.FieldComplaintID, complaint.FieldID, id)
}

// handlerOf finds who looks after a complaint.
func handlerOf(id uuid.UUID) predicate.User {
	return tx.InSubquery("id", complaint.Table, complaint.FieldHandlerID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(complaint.FieldID), id)
	})
}

// ofMerged finds rows by what a complaint and those that were merged into it have in a column. It is one condition: PostgreSQL reads all
// rows where one of two has a subquery.
func ofMerged(field, column string, id uuid.UUID) func(*sql.Selector) {
	return tx.InSubquery(field, complaint.Table, column, func(t *sql.SelectTable) *sql.Predicate { return merged(t, id) })
}

// merged holds for a complaint and those that were merged into it.
func merged(t *sql.SelectTable, id uuid.UUID) *sql.Predicate {
	return sql.Or(sql.EQ(t.C(complaint.FieldID), id), sql.EQ(t.C(complaint.FieldDuplicateOfID), id))
}
