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
func BroadcastRows(s Subject, q *ent.BroadcastQuery) {
	if !s.Admin() {
		q.Where(none)
	}
}

// BroadcastChannelRows: as the broadcast.
func BroadcastChannelRows(s Subject, q *ent.BroadcastChannelQuery) {
	if !s.Admin() {
		q.Where(none)
	}
}

// BroadcastEventRows: as the broadcast.
func BroadcastEventRows(s Subject, q *ent.BroadcastEventQuery) {
	if !s.Admin() {
		q.Where(none)
	}
}

// AuditEntryRows: administrators.
func AuditEntryRows(s Subject, q *ent.AuditEntryQuery) {
	if !s.Admin() {
		q.Where(none)
	}
}

// MembershipRows: administrators; others follow the edge to their own groups.
func MembershipRows(s Subject, q *ent.MembershipQuery) {
	if !s.Admin() {
		q.Where(none)
	}
}

// MentionRows: administrators, who read internal notes.
func MentionRows(s Subject, q *ent.MentionQuery) {
	if !s.Admin() {
		q.Where(none)
	}
}

// CredentialRows: nobody but the service.
func CredentialRows(_ Subject, q *ent.CredentialQuery) { q.Where(none) }

// LinkRows: nobody but the service.
func LinkRows(_ Subject, q *ent.LinkQuery) { q.Where(none) }

// LinkCodeRows: nobody but the service.
func LinkCodeRows(_ Subject, q *ent.LinkCodeQuery) { q.Where(none) }

// RefreshTokenRows: nobody but the service.
func RefreshTokenRows(_ Subject, q *ent.RefreshTokenQuery) { q.Where(none) }

// PaymentClaimRows: nobody but the service.
func PaymentClaimRows(_ Subject, q *ent.PaymentClaimQuery) { q.Where(none) }

// CounterRows: nobody but the service.
func CounterRows(_ Subject, q *ent.CounterQuery) { q.Where(none) }

// AlertRows: nobody but the service, which tells super administrators.
func AlertRows(_ Subject, q *ent.AlertQuery) { q.Where(none) }

// ChainHeadRows: nobody but the service.
func ChainHeadRows(_ Subject, q *ent.ChainHeadQuery) { q.Where(none) }

// IdempotencyKeyRows: nobody but the service.
func IdempotencyKeyRows(_ Subject, q *ent.IdempotencyKeyQuery) { q.Where(none) }

// LoginAttemptRows: nobody but the service.
func LoginAttemptRows(_ Subject, q *ent.LoginAttemptQuery) { q.Where(none) }

// SignInAddressRows: nobody but the service.
func SignInAddressRows(_ Subject, q *ent.SignInAddressQuery) { q.Where(none) }

// SettingsChangeRows: nobody but the service, which shows super administrators the settings.
func SettingsChangeRows(_ Subject, q *ent.SettingsChangeQuery) { q.Where(none) }

// PreferenceRows: nobody but the service, which shows each account its own.
func PreferenceRows(_ Subject, q *ent.PreferenceQuery) { q.Where(none) }

// EventRows: nobody but the service. Streams read the rows that an event names, which have rules of
// their own.
func EventRows(_ Subject, q *ent.EventQuery) { q.Where(none) }

// ComplaintTextRows: nobody but the service. A search narrows complaints, whose policy it meets.
func ComplaintTextRows(_ Subject, q *ent.ComplaintTextQuery) { q.Where(none) }

// ComplaintFactRows: nobody but the service. Statistics ask for complaints, whose policy they meet.
func ComplaintFactRows(_ Subject, q *ent.ComplaintFactQuery) { q.Where(none) }

// NearbyFacts returns a context in which the viewer finds the facts that nearbyComplaints reads, in place of
// none: administrators all, everybody else those of complaints at work, of categories that an administrator
// has opened for it, and so nobody who is not signed in, whom the caller has let ask. What of them is told, internal/stats decides.
func NearbyFacts(ctx context.Context) context.Context {
	if auth.From(ctx) == nil {
		ctx = auth.With(ctx, &auth.Viewer{}) // who has no right but this one
	}
	return narrowed(ctx, "nearby", nearbyFacts)
}

func nearbyFacts(s Subject, q *ent.ComplaintFactQuery) {
	if s.Admin() {
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

// TaskTextRows: as ComplaintTextRows, of tasks.
func TaskTextRows(_ Subject, q *ent.TaskTextQuery) { q.Where(none) }

// PaymentTextRows: as ComplaintTextRows.
func PaymentTextRows(_ Subject, q *ent.PaymentTextQuery) { q.Where(none) }

// BroadcastTextRows: as ComplaintTextRows.
func BroadcastTextRows(_ Subject, q *ent.BroadcastTextQuery) { q.Where(none) }

// TallyRows: administrators, since they count all complaints.
func TallyRows(s Subject, q *ent.TallyQuery) {
	if !s.Admin() {
		q.Where(none)
	}
}
