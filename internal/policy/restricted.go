package policy

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
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

// EventRows: nobody but the service. Streams read the rows that an event names, which have rules of
// their own.
func EventRows(_ *auth.Viewer, q *ent.EventQuery) { q.Where(none) }

// ComplaintTextRows: nobody but the service. A search narrows complaints, whose policy it meets.
func ComplaintTextRows(_ *auth.Viewer, q *ent.ComplaintTextQuery) { q.Where(none) }

// ComplaintFactRows: nobody but the service. Statistics ask for complaints, whose policy they meet.
func ComplaintFactRows(_ *auth.Viewer, q *ent.ComplaintFactQuery) { q.Where(none) }

// BroadcastTextRows: as ComplaintTextRows.
func BroadcastTextRows(_ *auth.Viewer, q *ent.BroadcastTextQuery) { q.Where(none) }

// TallyRows: administrators, since they count all complaints.
func TallyRows(v *auth.Viewer, q *ent.TallyQuery) {
	if !v.Admin() {
		q.Where(none)
	}
}
