package notifications

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// Answer is what whoever reads what arrives at an e-mail address says of it, by a link that was sent there.
type Answer string

// What can be answered. Each can be given again and changed by another one, for as long as the contact has the address.
const (
	Confirm     Answer = "confirm"     // the address is mine: write to me
	Deny        Answer = "deny"        // what this is about is not mine
	Unsubscribe Answer = "unsubscribe" // write to me no more
)

// What the audit calls them.
const (
	actionConfirm     = "contact.confirm"
	actionDeny        = "contact.deny"
	actionUnsubscribe = "contact.unsubscribe"
	// ActionCaller stands there for another contact of the reporter of a complaint who has no account.
	ActionCaller = "complaint.caller"
)

// maxAnswers is how often what is said of a contact's address may change within an hour. Whoever has a link could else fill the
// audit, and the list of who looks after the complaint.
const maxAnswers = 10

// maxReceipts is of how many complaints whoever confirms an address gets a receipt.
const maxReceipts = 20

// Address is the e-mail address of a contact.
type Address struct {
	Contact uuid.UUID
	Key     string // normalized
}

// AddressOf returns the e-mail address of a contact, whose right is the caller's to check; not_found where it has none.
func (r *Room) AddressOf(ctx context.Context, id uuid.UUID) (Address, error) {
	c, err := r.runner.Client.Contact.Query().Where(contact.ID(id), contact.EmailNEQ("")).Only(auth.System(ctx, "see whose a link is"))
	if err != nil {
		return Address{}, tx.Missing(err, "page")
	}
	key, err := auth.FoldEmail(c.Email)
	return Address{Contact: id, Key: key}, err
}

// Known is what is known of an e-mail address.
type Known struct{ Confirmed, Unsubscribed, Refused bool }

// knownBy returns what a contact knows of its own address.
func knownBy(c *ent.Contact) Known {
	return Known{Confirmed: c.ConfirmedAt != nil, Unsubscribed: c.UnsubscribedAt != nil, Refused: c.RefusedAt != nil}
}

// with returns what two know together.
func (k Known) with(o Known) Known {
	return Known{k.Confirmed || o.Confirmed, k.Unsubscribed || o.Unsubscribed, k.Refused || o.Refused}
}

// KnownAddress returns what is known of a normalized address, by whichever contact. It is for who writes a contact.
func KnownAddress(ctx context.Context, t *tx.Tx, key string) (Known, error) {
	known, err := readKnown(ctx, t.Ahead, key)
	return known[key], err
}

// CheckReachable returns a conflict unless whoever has a contact, nil for nobody, gets e-mail about what they reported.
func CheckReachable(ctx context.Context, client *ent.Client, to *ent.Contact) error {
	if to == nil || to.EmailKey == nil || *to.EmailKey == "" {
		return fault.New(fault.Conflict, "The reporter has given no e-mail address.")
	}
	known := knownBy(to)
	if to.UserID == nil {
		said, err := readKnown(ctx, client, *to.EmailKey)
		if err != nil {
			return err
		}
		known = known.with(said[*to.EmailKey])
	}
	switch {
	case to.DeniedAt != nil:
		return fault.New(fault.Conflict, "The e-mail address is somebody else's.")
	case !known.Confirmed:
		return fault.New(fault.Conflict, "Nobody has confirmed the e-mail address yet.")
	case known.Unsubscribed:
		return fault.New(fault.Conflict, "The reporter wants no e-mail.")
	case known.Refused:
		return fault.New(fault.Conflict, "The mail server refuses the e-mail address.")
	}
	return nil
}

// Answer records what whoever reads what arrives at an address says of it. Who may is the caller's to check. It is a not_found if
// the contact has another address by now, and rate_limited after maxAnswers. To confirm an address and to unsubscribe it hold for
// all that reporters without an account gave, unless somebody denied it; to deny it holds for the contact alone.
func (r *Room) Answer(ctx context.Context, a Address, answer Answer) error {
	return r.runner.Do(ctx, func(t *tx.Tx) error {
		sys := auth.System(ctx, "what somebody says of their address")
		all := contact.Or(contact.ID(a.Contact), contact.And(contact.EmailKey(a.Key), contact.ComplaintIDNotNil()))
		// Two who answer at once lock in the same order.
		rows, err := t.Contact.Query().Where(all, dbtx.ForUpdate).Order(ent.Asc(contact.FieldID)).All(sys)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(rows, func(c *ent.Contact) bool { return c.ID == a.Contact })
		if i < 0 || !has(rows[i], a.Key) {
			return fault.Missing("page")
		}
		was := rows[i]
		if stands(was, answer) { // whoever has a link may come a thousand times
			return nil
		}
		tooOften := fault.New(fault.RateLimited, "You have answered too often. Try again in an hour.")
		if err := t.CheckHourly(ctx, was.ID, maxAnswers, tooOften, actionConfirm, actionDeny, actionUnsubscribe); err != nil {
			return err
		}
		change, action := t.Contact.Update().SetEmailKey(a.Key), "" // which a version before may have left out
		switch answer {
		case Confirm:
			action = actionConfirm
			change.Where(all, contact.Or(contact.ID(a.Contact), contact.DeniedAtIsNil())).SetConfirmedAt(t.Now).ClearDeniedAt().ClearUnsubscribedAt().ClearRefusedAt()
		case Deny:
			action = actionDeny
			change.Where(contact.ID(a.Contact)).SetDeniedAt(t.Now).ClearConfirmedAt()
		case Unsubscribe:
			action = actionUnsubscribe
			change.Where(all).SetUnsubscribedAt(t.Now)
		}
		if err := change.Exec(sys); err != nil {
			return err
		}
		if err := t.Audit(ctx, tx.Record{Action: action, SubjectType: "Contact", Subject: was.ID}); err != nil {
			return err
		}
		return r.notifyOfAnswer(sys, t, rows, was, answer)
	})
}

// notifyOfAnswer notifies whoever confirms the address of a complaint that it was received, as were the latest others that are open and name the
// address; and whoever looks after it that the address is somebody else's: of each once. The contacts are as they were before.
func (r *Room) notifyOfAnswer(ctx context.Context, t *tx.Tx, rows []*ent.Contact, c *ent.Contact, answer Answer) error {
	if c.ComplaintID == nil || answer == Unsubscribe {
		return nil
	}
	kind, of := AddressDenied, []*ent.Contact{c}
	if answer == Confirm {
		kind, of = ComplaintReceived, named(rows, c)
	}
	ids := make([]uuid.UUID, len(of))
	for i, c := range of {
		ids[i] = *c.ComplaintID
	}
	since, err := addressSince(ctx, t, *c.ComplaintID)
	if err != nil {
		return err
	}
	told, err := t.Notification.Query().
		Where(
			notification.ComplaintIDIn(ids...), notification.Kind(string(kind)),
			notification.Or(notification.ComplaintIDNEQ(*c.ComplaintID), notification.CreatedAtGTE(since)),
		).
		Select(notification.FieldComplaintID).
		All(ctx)
	if err != nil {
		return err
	}
	complaints, err := t.Complaint.Query().Where(complaint.IDIn(ids...)).All(ctx)
	if err != nil {
		return err
	}
	for _, one := range of {
		i := slices.IndexFunc(complaints, func(about *ent.Complaint) bool { return about.ID == *one.ComplaintID })
		about := complaints[i]
		switch {
		case slices.ContainsFunc(told, func(n *ent.Notification) bool { return *n.ComplaintID == about.ID }):
			continue
		case one != c && !slices.Contains(domain.OpenComplaintStatuses, about.Status):
			continue
		}
		a := About{Complaint: about}
		if kind == ComplaintReceived {
			confirmed := *one
			confirmed.ConfirmedAt, confirmed.UnsubscribedAt, confirmed.RefusedAt = &t.Now, nil, nil
			a.Caller, a.Message = &confirmed, i18n.Verbatim(about.Title)
		}
		if err := r.Notify(ctx, t, kind, a); err != nil {
			return err
		}
	}
	return nil
}

// addressSince returns since when the reporter of a complaint without an account has had their address, at the latest: what was said of the one before says
// nothing of it.
func addressSince(ctx context.Context, t *tx.Tx, complaint uuid.UUID) (time.Time, error) {
	entry, err := t.AuditEntry.Query().Where(auditentry.SubjectID(complaint), auditentry.Action(ActionCaller)).Order(ent.Desc(auditentry.FieldID)).First(ctx)
	if ent.IsNotFound(err) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return entry.CreatedAt, nil
}

// named returns the contact and the latest of the others, each of a complaint, whose address nobody has denied, of which one hears when it is confirmed.
func named(rows []*ent.Contact, c *ent.Contact) []*ent.Contact {
	all := []*ent.Contact{c}
	for _, other := range slices.Backward(rows) { // the latest first
		if other != c && other.ComplaintID != nil && other.DeniedAt == nil && len(all) < maxReceipts {
			all = append(all, other)
		}
	}
	return all
}

// has reports whether a contact has an address, which a version before may not have normalized.
func has(c *ent.Contact, key string) bool {
	folded, err := auth.FoldEmail(c.Email)
	return err == nil && folded == key
}

// stands reports whether a contact's address is already what an answer says.
func stands(c *ent.Contact, answer Answer) bool {
	switch answer {
	case Confirm:
		return c.ConfirmedAt != nil && c.UnsubscribedAt == nil && c.RefusedAt == nil
	case Deny:
		return c.DeniedAt != nil
	}
	return c.UnsubscribedAt != nil
}
