package identity

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/fault"
)

// EmailUpdates reports whether whoever holds a link gets e-mail about what they reported: unless they have switched it off, or nothing
// arrives at their address. It is nil for a link that was handed over: whoever has it need not be who reads the address. Who asks must hold a link.
func (r *Room) EmailUpdates(ctx context.Context) (*bool, error) {
	to, err := r.contactOfLink(ctx)
	if err != nil || to == nil {
		return nil, err
	}
	on, err := r.isMailed(ctx, to)
	return &on, err
}

// isMailed reports whether a contact gets e-mail about what was reported.
func (r *Room) isMailed(ctx context.Context, to *ent.Contact) (bool, error) {
	err := notifications.CheckReachable(auth.System(ctx, "what is known of the address of a link"), r.Client, to)
	if fault.Is(err, fault.Conflict) {
		return false, nil
	}
	return err == nil && (to.Edges.User == nil || to.Edges.User.MailOwn), err
}

// SetEmailUpdates switches e-mail to whoever holds a link on or off, and returns what EmailUpdates says then. It does what the preferences of
// their account do, and without an account what the links in each e-mail do. It is permission_denied for who holds no link, a conflict for one that was
// handed over, and rate_limited as these are.
func (r *Room) SetEmailUpdates(ctx context.Context, on bool) (bool, error) {
	to, err := r.contactOfLink(ctx)
	if err != nil {
		return false, err
	}
	switch {
	case to == nil:
		return false, fault.New(fault.Conflict, "E-mail is switched on and off by the links in e-mails: this one was not sent.")
	case to.UserID != nil:
		err = r.setPreferences(ctx, *to.UserID, NotificationInput{Own: &on})
	case on:
		err = r.notifications.Answer(ctx, addressOf(to), notifications.Confirm)
	default:
		err = r.notifications.Answer(ctx, addressOf(to), notifications.Unsubscribe)
	}
	if err != nil {
		return false, err
	}
	if to, err = r.contactOfLink(ctx); err != nil {
		return false, err
	}
	return r.isMailed(ctx, to)
}

// addressOf returns the address of a contact to which a link was sent.
func addressOf(to *ent.Contact) notifications.Address {
	return notifications.Address{Contact: to.ID, Key: *to.EmailKey}
}

// contactOfLink returns the contact to which the viewer's link was sent, with the account that it belongs to; nil if it was handed over.
func (r *Room) contactOfLink(ctx context.Context) (*ent.Contact, error) {
	v, err := auth.RequireViewer(ctx)
	if err == nil && !v.HasLink() {
		err = fault.Denied()
	}
	if err != nil {
		return nil, err
	}
	to, err := r.Client.Link.Query().Where(link.ID(v.SessionID)).QueryContact().WithUser().Only(auth.System(ctx, "whom a link was sent to"))
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return to, err
}
