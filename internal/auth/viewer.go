package auth

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
)

// Viewer is who sends a request. The role and its account's state come from the database at each
// request, never from the token's claims.
type Viewer struct {
	ID         uuid.UUID  // of the account; zero for the holder of a link
	SessionID  uuid.UUID  // or the link's
	Complaint  uuid.UUID  // that a link leads to; zero for an account
	Reporter   *uuid.UUID // account of the reporter who holds a link, if they have one: they are not told of what they do, and it gives no right
	Role       domain.Role
	ProviderID uuid.UUID     // zero unless the account belongs to a service provider
	Address    string        // the peer's, for the audit
	Expires    time.Time     // when the token runs out
	Language   i18n.Language // that the account has chosen; "" for none that the service speaks

	system string // why policies are bypassed; only System sets it
}

// System reports whether the service acts for itself.
func (v *Viewer) System() bool { return v != nil && v.system != "" }

// Admin reports whether the viewer is an administrator.
func (v *Viewer) Admin() bool { return v != nil && v.Role.Admin() }

// HasLink reports whether the viewer holds a link, by which a reporter follows one complaint without signing in. Such a viewer has no
// role and no account.
func (v *Viewer) HasLink() bool { return v != nil && v.Complaint != uuid.Nil }

// Reports reports whether the viewer is somebody who reports complaints: an account with that role, or whoever holds the link to one.
func (v *Viewer) Reports() bool { return v != nil && (v.Role == domain.RoleUser || v.HasLink()) }

// Reported reports whether the viewer has reported a complaint, which an account has submitted, nil for a caller.
func (v *Viewer) Reported(complaint uuid.UUID, by *uuid.UUID) bool {
	if v.HasLink() {
		return v.Complaint == complaint
	}
	return v != nil && v.Role == domain.RoleUser && by != nil && *by == v.ID
}

// Key returns what tells the viewer from others who act: the id of the account, or that of the link.
func (v *Viewer) Key() uuid.UUID {
	if v.HasLink() {
		return v.SessionID
	}
	return v.ID
}

// RoleName returns what figures and logs call a viewer's role: in lower case, "link" for the holder of one, and "anonymous" for nobody.
func (v *Viewer) RoleName() string {
	switch {
	case v == nil:
		return "anonymous"
	case v.HasLink():
		return LinkRole
	default:
		return strings.ToLower(string(v.Role))
	}
}

// LinkRole is the RoleName of whoever holds a link.
const LinkRole = "link"

// Manages reports whether the viewer may make accounts of a role and change those that have it.
func (v *Viewer) Manages(role domain.Role) bool {
	return v.System() || v != nil && v.Role.Manages(role)
}

type viewerKey struct{}

// With returns a context with a viewer, who reads the language that they have chosen, else that of the
// context.
func With(ctx context.Context, v *Viewer) context.Context {
	if v != nil && v.Language != "" {
		ctx = i18n.With(ctx, v.Language)
	}
	return context.WithValue(ctx, viewerKey{}, v)
}

// From returns the viewer of the context; nil when nobody is signed in.
func From(ctx context.Context) *Viewer {
	v, _ := ctx.Value(viewerKey{}).(*Viewer)
	return v
}

// System returns a context that bypasses the policies. It is the one way around them. The reason is a short phrase for readers
// of the code: every bypass of rights is found by searching for this name.
func System(ctx context.Context, reason string) context.Context {
	if reason == "" {
		panic("auth: a bypass of rights needs its reason")
	}
	return With(ctx, &Viewer{system: reason})
}
