package policy

import (
	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// Subject is all that rules know of the viewer, because it is all that the key of a cached statement is made from: a rule
// that looked at anything else would get the conditions of another viewer.
type Subject struct {
	Role       domain.Role
	ID         uuid.UUID // of the account
	ProviderID uuid.UUID // zero unless the account belongs to a service provider
	Complaint  uuid.UUID // that the link of a reporter leads to, who has neither role nor account then; else zero
}

func subjectOf(v *auth.Viewer) Subject { return Subject{v.Role, v.ID, v.ProviderID, v.Complaint} }

// HasLink reports whether the subject holds the link of a reporter.
func (s Subject) HasLink() bool { return s.Complaint != uuid.Nil }

// Reports reports whether the subject is somebody who reports complaints: an account with that role, or whoever holds the link to one.
func (s Subject) Reports() bool { return s.Role == domain.RoleUser || s.HasLink() }

// Admin reports whether the subject is an administrator.
func (s Subject) Admin() bool { return s.Role.Admin() }

// key returns what a cached statement depends on: the form of its conditions, and the values that these may compare with,
// constants included.
func (s Subject) key() (string, []any) {
	form := string(s.Role)
	if s.HasLink() {
		form = "link"
	}
	return form, []any{s.Role, s.ID, s.ProviderID, s.Complaint, domain.VisibilityPublic, domain.RoleAdmin, domain.RoleSuperAdmin}
}
