package policy

import (
	"context"

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
func UserRows(s Subject, q *ent.UserQuery) {
	if s.Admin() {
		return
	}
	seen := []predicate.User{user.ID(s.ID)}
	switch s.Role {
	case domain.RoleUser:
		seen = append(seen,
			user.HasLogRowsWith(statusLogs(s), statuslog.Not(byAnotherReporter(s))),
			user.HasCommentsWith(comments(s)),
			user.HasMediaWith(files(s)),
			user.HasComplaintRevisionsWith(revisions(s)),
		)
	case domain.RoleSolver:
		seen = append(seen,
			user.HasSubmittedWith(complaints(s)),
			user.HasLogRowsWith(statusLogs(s)),
			user.HasCommentsWith(comments(s)),
			user.HasAssignedWith(tasks(s)),
			user.HasReviewsWith(taskupdate.HasTaskWith(tasks(s))),
			user.HasMediaWith(files(s)),
		)
	case domain.RoleProvider:
		seen = append(seen,
			user.HasTasksWith(tasks(s)),
			user.HasAssignedWith(tasks(s)),
			user.HasPaymentsWith(payment.ProviderID(s.ProviderID)),
		)
	}
	q.Where(user.Or(seen...))
}

// SeesProfile reports whether the viewer may see more of an account than its name: their own,
// and every one for administrators.
func SeesProfile(v *auth.Viewer, account uuid.UUID) bool {
	return v != nil && (v.System() || v.Admin() || v.ID == account)
}

// HideProfiles returns an interceptor for accounts that hides, while what their edges lead to is read, which zone and which service
// provider those are of whose name alone the viewer sees: how many statements that takes would tell whether they have one.
func HideProfiles() ent.Interceptor {
	return intercept(func(ctx context.Context, q *ent.UserQuery, next ent.Querier) (ent.Value, error) {
		v := auth.From(ctx)
		if SeesInternal(v) { // who sees every profile
			return next.Query(ctx, q)
		}
		var hidden []*ent.User
		var zones, providers []*uuid.UUID
		q.Hide(func(rows []*ent.User) error {
			for _, row := range rows {
				if !SeesProfile(v, row.ID) {
					hidden, zones, providers = append(hidden, row), append(zones, row.ZoneID), append(providers, row.ProviderID)
					row.ZoneID, row.ProviderID = nil, nil
				}
			}
			return nil
		})
		found, err := next.Query(ctx, q)
		for i, row := range hidden { // by these they are found again as the accounts of a zone and of a service provider
			row.ZoneID, row.ProviderID = zones[i], providers[i]
		}
		return found, err
	})
}

// ListsAccounts reports whether the viewer may see who there is: all accounts, and those of a
// group.
func ListsAccounts(v *auth.Viewer) bool { return May(v, RootUsers) == nil }

// SeesInternal reports whether the viewer may read what is written for administrators only:
// internal notes, reason codes, delivery errors and flags.
func SeesInternal(v *auth.Viewer) bool { return v != nil && (v.System() || v.Admin()) }

// ContactRows: one's own; administrators see all.
func ContactRows(s Subject, q *ent.ContactQuery) {
	if !s.Admin() {
		q.Where(contact.UserID(s.ID))
	}
}

// SessionRows: one's own; administrators see those of accounts that do not administer.
func SessionRows(s Subject, q *ent.SessionQuery) {
	if s.Admin() {
		q.Where(session.Or(
			session.UserID(s.ID),
			session.HasUserWith(user.RoleNotIn(domain.AdminRoles...)),
		))
		return
	}
	q.Where(session.UserID(s.ID))
}

// GroupRows: those one belongs to; administrators see all.
func GroupRows(s Subject, q *ent.GroupQuery) {
	if !s.Admin() {
		q.Where(group.HasMembersWith(user.ID(s.ID)))
	}
}

// NotificationRows: one's own; administrators see all.
func NotificationRows(s Subject, q *ent.NotificationQuery) {
	if !s.Admin() {
		q.Where(notification.RecipientID(s.ID))
	}
}
