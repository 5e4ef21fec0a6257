package delivery

import (
	"context"
	"log/slog"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
)

// messageOf returns the message of claimed notifications to one person, or what becomes of them without one: whoever it is for may want
// none by now, or have another address.
func (d *Dispatcher) messageOf(ctx context.Context, mail []*ent.Notification) (Message, *outcome) {
	row := mail[0]
	m := Message{
		NotificationID: row.ID, Kind: mail[len(mail)-1].Kind, Language: d.language(), Organization: d.from(), Asks: row.Kind == domain.ConfirmAddress,
	}
	var c *ent.Contact
	var not *outcome
	if row.RecipientID == nil {
		c, not = d.caller(ctx, row)
	} else {
		c, not = d.account(ctx, row, &m)
	}
	if not != nil {
		return m, not
	}
	if row.MailID != nil {
		m.NotificationID = *row.MailID
	}
	if err := d.word(ctx, &m, mail, c); err != nil {
		return m, &outcome{state: domain.NotificationPending, reason: text.NoComplaint}
	}
	m.Contact, m.To = c.ID, c.Email
	if row.RecipientID == nil {
		m.Reported = c.ComplaintID
	}
	if c.EmailKey != nil {
		m.Key = *c.EmailKey
	}
	if row.Kind == domain.EmailChanged && row.AddressKey != nil { // the account had it before
		m.To, m.Key = *row.AddressKey, *row.AddressKey
		return m, nil
	}
	m.Refused = c.RefusedAt != nil
	switch {
	case m.Refused && row.BroadcastID == nil: // those of a broadcast were written for addresses that were not refused, and an administrator may try them again
		return m, skipped(text.Refused)
	case row.AddressKey != nil && *row.AddressKey != m.Key:
		return m, skipped(text.OtherAddress)
	case m.Asks && c.ConfirmedAt != nil:
		return m, skipped(text.Confirmed)
	case m.Asks && c.DeniedAt != nil:
		return m, skipped(text.NotWanted)
	}
	return m, nil
}

// link draws the link by which the reporter whom a message is for follows their complaint, or returns what becomes of the message without one. Each
// attempt draws its own: nobody knows whether the one before has arrived.
func (d *Dispatcher) link(ctx context.Context, m *Message) *outcome {
	if d.drawLink == nil || m.Reported == nil || m.Asks {
		return nil
	}
	token, err := d.drawLink(ctx, *m.Reported, m.Contact, m.Key)
	if err != nil {
		slog.WarnContext(ctx, "the link of an e-mail can't be drawn: it is sent later", "error", err)
		return &outcome{state: domain.NotificationPending, reason: text.NoLink}
	}
	m.Token = token
	return nil
}

// said returns what somebody wrote, with their name if it is to be known.
func said(row *ent.Notification) string {
	if row.Kind == "" { // a broadcast's sender stands in its text
		return row.Message
	}
	return text.Signed(row.Message, row.Sender)
}

// caller returns the contact of the reporter without an account whom a message is for, or what becomes of the message.
func (d *Dispatcher) caller(ctx context.Context, row *ent.Notification) (*ent.Contact, *outcome) {
	c, err := d.client.Contact.Query().Where(contact.ID(*row.ContactID)).Only(auth.System(ctx, "send a message"))
	switch {
	case err != nil:
		return nil, &outcome{state: domain.NotificationPending, reason: text.NoRecipient}
	case c.DeniedAt != nil || c.UnsubscribedAt != nil:
		return nil, skipped(text.NotWanted)
	}
	if c.EmailKey == nil { // an instance of a version before wrote it
		key, err := auth.FoldEmail(c.Email)
		if err != nil {
			return nil, skipped(text.NoAddress)
		}
		c.EmailKey = &key
	}
	return c, nil
}

// account returns the contact of the account that a message is for, whose language and preference it notes, or what becomes of the
// message.
func (d *Dispatcher) account(ctx context.Context, row *ent.Notification, m *Message) (*ent.Contact, *outcome) {
	sys := auth.System(ctx, "send a message")
	p, err := d.client.User.Query().Where(user.ID(*row.RecipientID)).WithContact().Only(sys)
	if err != nil {
		return nil, &outcome{state: domain.NotificationPending, reason: text.NoRecipient}
	}
	m.Recipient, m.Role = p.ID, p.Role
	if m.Language, err = reader.Language(ctx, d.client, p.ID, d.language()); err != nil {
		return nil, &outcome{state: domain.NotificationPending, reason: text.NoRecipient}
	}
	wanted := p.MailOwn
	m.OptOut = OptOutOwn
	if domain.AlwaysTold(row.Kind) {
		wanted, m.OptOut = true, ""
	}
	if row.BroadcastID != nil {
		b, err := d.client.Broadcast.Query().Where(broadcast.ID(*row.BroadcastID)).Select(broadcast.FieldUrgent, broadcast.FieldCancelledAt).Only(sys)
		if err != nil {
			return nil, &outcome{state: domain.NotificationPending, reason: text.NoBroadcast}
		}
		if b.CancelledAt != nil { // claimed before the rest was cancelled, or by an instance that died
			return nil, &outcome{state: domain.NotificationCancelled}
		}
		wanted, m.OptOut = b.Urgent || p.MailBroadcasts, OptOutBroadcasts
		if b.Urgent {
			m.OptOut = ""
		}
	}
	if p.State != domain.AccountActive {
		return nil, skipped(text.Disabled)
	}
	if why := mailSkipReason(p, wanted, m.Asks); why != "" {
		return nil, skipped(why)
	}
	return p.Edges.Contact, nil
}

func skipped(why string) *outcome { return &outcome{state: domain.NotificationSkipped, reason: why} }
