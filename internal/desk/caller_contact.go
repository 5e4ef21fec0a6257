package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/dbtx"
)

// maxCallers is how often within an hour a complaint gets another caller's contact: each address may be a stranger's, who is asked by e-mail.
const maxCallers = 10

// Caller is a reporter without an account.
type Caller struct{ Name, Email, Phone string }

func (c *Caller) check() tx.FieldErrors {
	if c == nil {
		return nil
	}
	var errs tx.FieldErrors
	errs.Text("contact.name", &c.Name, domain.MaxName)
	errs.Text("contact.phone", &c.Phone, domain.MaxPhone)
	c.Email = auth.TidyEmail(c.Email)
	if c.Email == "" && c.Phone == "" {
		errs.Add("contact", "required", "needs an e-mail address or a telephone number")
	}
	if c.Email != "" {
		if _, err := auth.FoldEmail(c.Email); err != nil {
			errs.Add("contact.email", "invalid", "must be an e-mail address")
		}
	}
	return errs
}

// SetCaller replaces the contact of the reporter of a complaint who has no account, or notes it for the first time. With another e-mail address
// all links to the complaint end, and the address is asked to be confirmed, or gets a link if it was confirmed before; what waits for the former one
// is not sent. Administrators. It is a not_found without the complaint, a conflict if it was reported with an account, and rate_limited after
// maxCallers within an hour. What changes nothing leaves everything as it is.
func (d *Desk) SetCaller(ctx context.Context, id uuid.UUID, to Caller) (*ent.Complaint, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(t *txn) error {
		c, err := t.Complaint.Query().Where(complaint.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return tx.Missing(err, "complaint")
		}
		to := to // the check tidies it
		if err := to.check().Fault(); err != nil {
			return err
		}
		if c.SubmittedByID != nil {
			return fault.New(fault.Conflict, "The complaint was reported with an account, whose contact is that of its reporter.")
		}
		return t.setCaller(ctx, c, to)
	})
	if err != nil {
		return nil, err
	}
	return d.complaint(ctx, id)
}

// setCaller replaces the contact of the caller of a complaint that the transaction has locked.
func (t *txn) setCaller(ctx context.Context, c *ent.Complaint, to Caller) error {
	sys := auth.System(ctx, "the contact of a caller")
	was, err := t.Contact.Query().Where(contact.ComplaintID(c.ID), dbtx.ForUpdate).Only(sys)
	if ent.IsNotFound(err) {
		was, err = &ent.Contact{}, nil
	}
	if err != nil || (Caller{was.Name, was.Email, was.Phone}) == to {
		return err
	}
	tooMany := fault.New(fault.RateLimited, "The contact was changed %d times within an hour. Try again later.", maxCallers)
	if err := t.CheckHourly(ctx, c.ID, maxCallers, tooMany, notifications.ActionCaller); err != nil {
		return err
	}
	is, another, err := t.writeCaller(ctx, c, was, to)
	if err != nil {
		return err
	}
	err = t.Audit(ctx, tx.Record{
		Action: notifications.ActionCaller, SubjectType: "Complaint", Subject: c.ID,
		Before: tx.Values{"name": tx.Digest(c.ID, was.Name), "email": tx.Digest(c.ID, was.Email), "phone": tx.Digest(c.ID, was.Phone)},
		After:  tx.Values{"name": tx.Digest(c.ID, is.Name), "email": tx.Digest(c.ID, is.Email), "phone": tx.Digest(c.ID, is.Phone)},
	})
	if err != nil {
		return err
	}
	t.changeComplaint(c.ID, 0, domain.ComplaintContactChanged)
	if !another {
		return nil
	}
	if err := t.EndLinks(ctx, complaint.ID(c.ID)); err != nil {
		return err
	}
	return t.notify(ctx, notifications.NewLink, notifications.About{Complaint: c, Caller: is, Message: i18n.Verbatim(c.Title)})
}

// writeCaller writes the contact of the reporter of a complaint without an account over the one that it had, of which the id is zero for none, and
// reports whether the e-mail address is another one: what somebody has said of it with another complaint holds for this one, and what was said of the
// former one does not.
func (t *txn) writeCaller(ctx context.Context, c *ent.Complaint, was *ent.Contact, to Caller) (is *ent.Contact, another bool, err error) {
	var key *string
	if to.Email != "" {
		folded, err := auth.FoldEmail(to.Email)
		if err != nil {
			return nil, false, err
		}
		key = &folded
	}
	var m *ent.ContactMutation
	var save func(context.Context) (*ent.Contact, error)
	if was.ID == uuid.Nil {
		create := t.Later.Contact.Create().SetComplaintID(c.ID).SetCreatedAt(t.Now)
		m, save = create.Mutation(), create.Save
	} else {
		update := t.Contact.UpdateOne(was)
		m, save = update.Mutation(), update.Save
	}
	text, digits := search.OfContact(to.Name, to.Email, to.Phone)
	m.SetName(to.Name)
	m.SetEmail(to.Email)
	m.SetPhone(to.Phone)
	m.SetSearchText(text)
	m.SetPhoneDigits(digits)
	another = was.ID == uuid.Nil || !domain.Same(was.EmailKey, key)
	if another {
		if err := t.noteAddress(ctx, m, key); err != nil {
			return nil, false, err
		}
	}
	is, err = save(auth.System(ctx, "the contact of a caller"))
	return is, another, err
}

// noteAddress notes of a contact its normalized e-mail address, nil for none, and what is known of it.
func (t *txn) noteAddress(ctx context.Context, m *ent.ContactMutation, key *string) error {
	var known notifications.Known
	if key == nil {
		m.ClearEmailKey()
	} else {
		var err error
		if known, err = notifications.KnownAddress(ctx, t.Tx, *key); err != nil {
			return err
		}
		m.SetEmailKey(*key)
	}
	note := func(is bool, set func(time.Time), unset func()) {
		if is {
			set(t.Now)
		} else {
			unset()
		}
	}
	note(known.Confirmed, m.SetConfirmedAt, m.ClearConfirmedAt)
	note(known.Refused, m.SetRefusedAt, m.ClearRefusedAt)
	note(known.Unsubscribed, m.SetUnsubscribedAt, m.ClearUnsubscribedAt)
	m.ClearDeniedAt()
	return nil
}
