package notifications

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// What the audit calls it.
const (
	actionRefused = "contact.refuse"
	actionRetry   = "contact.retry"
)

// NoteRefused records that a mail server refused an address for good: nothing goes there any more, whichever contacts have it, and whoever looks after
// the complaint is told. Nothing happens if that is known.
func (r *Room) NoteRefused(ctx context.Context, refused domain.RefusedAddress) error {
	sys := auth.System(ctx, "record what a mail server says of an address")
	return r.runner.Do(sys, func(t *tx.Tx) error {
		changed, err := setRefused(sys, t, refused.Key, &t.Now)
		if err != nil || !changed {
			return err
		}
		if err := t.Audit(sys, tx.Record{Action: actionRefused, SubjectType: "Contact", Subject: refused.Contact}); err != nil || refused.Complaint == nil {
			return err
		}
		about, err := t.Complaint.Get(sys, *refused.Complaint)
		if err != nil {
			return err
		}
		return r.Notify(sys, t, AddressRefused, About{Complaint: about, Message: i18n.Verbatim(refused.Said)})
	})
}

// NoteTaken records that a mail server takes messages for a normalized address that it had refused.
func (r *Room) NoteTaken(ctx context.Context, key string) error {
	sys := auth.System(ctx, "record what a mail server says of an address")
	return r.runner.Do(sys, func(t *tx.Tx) error {
		_, err := setRefused(sys, t, key, nil)
		return err
	})
}

// RetryAddress lets the address of a contact that a mail server refused be tried again, whichever contacts have it, and returns the contact.
// Administrators. It is a not_found if there is no such contact; nothing happens if the address is not refused.
func (r *Room) RetryAddress(ctx context.Context, id uuid.UUID) (*ent.Contact, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	err := r.runner.Do(ctx, func(t *tx.Tx) error {
		if err := t.RecheckRole(ctx); err != nil {
			return err
		}
		c, err := t.Contact.Query().Where(contact.ID(id)).Only(ctx)
		if err != nil {
			return tx.Missing(err, "contact")
		}
		if c.RefusedAt == nil || c.EmailKey == nil {
			return nil
		}
		changed, err := setRefused(ctx, t, *c.EmailKey, nil)
		if err != nil || !changed {
			return err
		}
		if err := askAgain(ctx, t, *c.EmailKey); err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{Action: actionRetry, SubjectType: "Contact", Subject: id})
	})
	if err != nil {
		return nil, err
	}
	return r.runner.Client.Contact.Get(ctx, id)
}

// askAgain sends the message that asks to confirm an address once more if it was refused: there is one in all.
func askAgain(ctx context.Context, t *tx.Tx, key string) error {
	return t.Notification.Update().
		Where(
			notification.AddressKey(key), notification.Kind(string(ConfirmAddress)),
			notification.Or(notification.StateEQ(domain.NotificationFailed), notification.LastError(text.Refused)),
		).
		SetState(domain.NotificationPending).SetAttempts(0).SetLastError("").ClearMailID().SetNextTryAt(t.Now).
		Exec(auth.System(ctx, "ask to confirm an address that is tried again"))
}

// setRefused sets since when a normalized address is refused, nil for not, and reports whether that is new to any contact. Two who do it at once, or
// answer for an address meanwhile, lock in the same order.
func setRefused(ctx context.Context, t *tx.Tx, key string, at *time.Time) (changed bool, err error) {
	sys := auth.System(ctx, "record what a mail server says of an address")
	where, change := contact.And(contact.EmailKey(key), contact.RefusedAtNotNil()), t.Contact.Update().ClearRefusedAt()
	if at != nil {
		where, change = contact.And(contact.EmailKey(key), contact.RefusedAtIsNil()), t.Contact.Update().SetRefusedAt(*at)
	}
	locked, err := t.Contact.Query().Where(where, dbtx.ForUpdate).Order(ent.Asc(contact.FieldID)).IDs(sys)
	if err != nil || len(locked) == 0 {
		return false, err
	}
	return true, change.Where(where).Exec(sys)
}
