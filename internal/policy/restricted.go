package policy

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// BroadcastRows: administrators; everybody else reads the notification a broadcast became.
func BroadcastRows(v *auth.Viewer, q *ent.BroadcastQuery) {
	if !v.Admin() {
		q.Where(none)
	}
}

// BroadcastChannelRows: as the broadcast.
func BroadcastChannelRows(v *auth.Viewer, q *ent.BroadcastChannelQuery) {
	if !v.Admin() {
		q.Where(none)
	}
}

// BroadcastEventRows: as the broadcast.
func BroadcastEventRows(v *auth.Viewer, q *ent.BroadcastEventQuery) {
	if !v.Admin() {
		q.Where(none)
	}
}

// AuditEntryRows: administrators.
func AuditEntryRows(v *auth.Viewer, q *ent.AuditEntryQuery) {
	if !v.Admin() {
		q.Where(none)
	}
}

// MembershipRows: administrators; others follow the edge to their own groups.
func MembershipRows(v *auth.Viewer, q *ent.MembershipQuery) {
	if !v.Admin() {
		q.Where(none)
	}
}

// CredentialRows: nobody but the service.
func CredentialRows(_ *auth.Viewer, q *ent.CredentialQuery) { q.Where(none) }

// RefreshTokenRows: nobody but the service.
func RefreshTokenRows(_ *auth.Viewer, q *ent.RefreshTokenQuery) { q.Where(none) }

// PaymentClaimRows: nobody but the service.
func PaymentClaimRows(_ *auth.Viewer, q *ent.PaymentClaimQuery) { q.Where(none) }

// CounterRows: nobody but the service.
func CounterRows(_ *auth.Viewer, q *ent.CounterQuery) { q.Where(none) }

// ChainHeadRows: nobody but the service.
func ChainHeadRows(_ *auth.Viewer, q *ent.ChainHeadQuery) { q.Where(none) }

// IdempotencyKeyRows: nobody but the service.
func IdempotencyKeyRows(_ *auth.Viewer, q *ent.IdempotencyKeyQuery) { q.Where(none) }

// LoginAttemptRows: nobody but the service.
func LoginAttemptRows(_ *auth.Viewer, q *ent.LoginAttemptQuery) { q.Where(none) }

// SignInAddressRows: nobody but the service.
func SignInAddressRows(_ *auth.Viewer, q *ent.SignInAddressQuery) { q.Where(none) }

// SettingsChangeRows: nobody but the service, which shows super administrators the settings.
func SettingsChangeRows(_ *auth.Viewer, q *ent.SettingsChangeQuery) { q.Where(none) }

// PreferenceRows: nobody but the service, which shows each account its own.
func PreferenceRows(_ *auth.Viewer, q *ent.PreferenceQuery) { q.Where(none) }

// EventRows: nobody but the service. Streams read the rows that an event names, which have rules of
// their own.
func EventRows(_ *auth.Viewer, q *ent.EventQuery) { q.Where(none) }

// ComplaintTextRows: nobody but the service. A search narrows complaints, whose policy it meets.
func ComplaintTextRows(_ *auth.Viewer, q *ent.ComplaintTextQuery) { q.Where(none) }

// ComplaintFactRows: nobody but the service. Statistics ask for complaints, whose policy they meet.
func ComplaintFactRows(_ *auth.Viewer, q *ent.ComplaintFactQuery) { q.Where(none) }

// NearbyFacts returns a context in which the viewer finds the facts that nearbyComplaints reads, in place of
// none: administrators all, everybody else those of complaints at work, of categories that an administrator
// has opened for it. What of them is told, internal/stats decides.
func NearbyFacts(ctx context.Context) context.Context { return narrowed(ctx, "nearby", nearbyFacts) }

func nearbyFacts(v *auth.Viewer, q *ent.ComplaintFactQuery) {
	if v.Admin() {
		return
	}
	q.Where(
		complaintfact.StatusIn(domain.OpenComplaintStatuses...),
		func(s *sql.Selector) {
			t := sql.Dialect(s.Dialect()).Table(category.Table)
			s.Where(sql.In(s.C(complaintfact.FieldCategoryID),
				sql.Dialect(s.Dialect()).Select(t.C(category.FieldID)).From(t).Where(sql.EQ(t.C(category.FieldShownNearby), true))))
		},
	)
}

// BroadcastTextRows: as ComplaintTextRows.
func BroadcastTextRows(_ *auth.Viewer, q *ent.BroadcastTextQuery) { q.Where(none) }

// TallyRows: administrators, since they count all complaints.
func TallyRows(v *auth.Viewer, q *ent.TallyQuery) {
	if !v.Admin() {
		q.Where(none)
	}
}
