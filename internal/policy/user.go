package policy

import (
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// UserRows: everybody sees themselves and whoever acted on something that they may see; of others
// they see the name only (SeesProfile). Reporters don't see the reporter of the complaint that theirs
// was merged into.
func UserRows(v *auth.Viewer, q *ent.UserQuery) {
	if v.Admin() {
		return
	}
	seen := []predicate.User{user.ID(v.ID)}
	switch v.Role {
	case domain.RoleUser:
		seen = append(seen,
			user.HasLogRowsWith(statusLogs(v), statuslog.Not(byAnotherReporter(v))),
			user.HasCommentsWith(comments(v)),
			user.HasMediaWith(files(v)),
			user.HasComplaintRevisionsWith(revisions(v)),
		)
	case domain.RoleSolver:
		seen = append(seen,
			user.HasSubmittedWith(complaints(v)),
			user.HasLogRowsWith(statusLogs(v)),
			user.HasCommentsWith(comments(v)),
			user.HasAssignedWith(tasks(v)),
			user.HasReviewsWith(taskupdate.HasTaskWith(tasks(v))),
			user.HasMediaWith(files(v)),
		)
	case domain.RoleProvider:
		seen = append(seen,
			user.HasTasksWith(tasks(v)),
			user.HasAssignedWith(tasks(v)),
			user.HasPaymentsWith(payment.ProviderID(v.ProviderID)),
		)
	}
	q.Where(user.Or(seen...))
}

// SeesProfile reports whether the viewer may see more of an account than its name: their own,
// and every one for administrators.
func SeesProfile(v *auth.Viewer, account uuid.UUID) bool {
	return v != nil && (v.System() || v.Admin() || v.ID == account)
}

// ListsAccounts reports whether the viewer may see who there is: all accounts, and those of a
// group.
func ListsAccounts(v *auth.Viewer) bool { return May(v, RootUsers) == nil }

// SeesInternal reports whether the viewer may read what is written for administrators only:
// internal notes, reason codes, delivery errors and flags.
func SeesInternal(v *auth.Viewer) bool { return v != nil && (v.System() || v.Admin()) }

// ContactRows: one's own; administrators see all.
func ContactRows(v *auth.Viewer, q *ent.ContactQuery) {
	if !v.Admin() {
		q.Where(contact.UserID(v.ID))
	}
}

// SessionRows: one's own; administrators see those of accounts that do not administer.
func SessionRows(v *auth.Viewer, q *ent.SessionQuery) {
	if v.Admin() {
		q.Where(session.Or(
			session.UserID(v.ID),
			session.HasUserWith(user.RoleNotIn(domain.RoleAdmin, domain.RoleSuperAdmin)),
		))
		return
	}
	q.Where(session.UserID(v.ID))
}

// GroupRows: those one belongs to; administrators see all.
func GroupRows(v *auth.Viewer, q *ent.GroupQuery) {
	if !v.Admin() {
		q.Where(group.HasMembersWith(user.ID(v.ID)))
	}
}

// NotificationRows: one's own; administrators see all.
func NotificationRows(v *auth.Viewer, q *ent.NotificationQuery) {
	if !v.Admin() {
		q.Where(notification.RecipientID(v.ID))
	}
}
