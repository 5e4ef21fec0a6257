package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// Claim makes an administrator look after a complaint: the viewer, unless somebody else does already, or
// the one who is named, in place of whoever does. Administrators.
func (d *Desk) Claim(ctx context.Context, target tx.Target, handler *uuid.UUID) (*ent.Complaint, error) {
	claim := func(t *txn, _ move, c *ent.Complaint) error {
		to := auth.From(ctx).ID
		switch {
		case handler != nil:
			to = *handler
			if err := t.checkHandler(ctx, to); err != nil {
				return err
			}
		case c.HandlerID != nil && *c.HandlerID != to:
			f := fault.New(fault.Conflict, "Somebody else looks after it; name the handler who is to take it over.")
			f.Fields = []fault.Field{fault.Input("handlerId", "conflict", "must be given, because somebody looks after it")}
			return f
		}
		if c.HandlerID != nil && *c.HandlerID == to {
			return nil
		}
		if err := t.setHandler(ctx, c, &to, "complaint.claim"); err != nil {
			return err
		}
		return t.notify(ctx, notifications.HandedOver, notifications.About{Complaint: c, Message: i18n.Verbatim(c.Title)})
	}
	return d.applyTransition(ctx, domain.ActionClaim, target, transition{lock: func(t *txn) (change, error) {
		if handler == nil || *handler == auth.From(ctx).ID { // whoever is signed in has an active account
			return claim, nil
		}
		return claim, t.LockAccounts(ctx, *handler)
	}})
}

// Unclaim makes nobody look after a complaint any more. Administrators.
func (d *Desk) Unclaim(ctx context.Context, target tx.Target) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionUnclaim, target, transition{apply: func(t *txn, _ move, c *ent.Complaint) error {
		return t.setHandler(ctx, c, nil, "complaint.unclaim")
	}})
}

// activeAdministrator matches the accounts that may look after complaints, and be mentioned.
var activeAdministrator = user.And(notifications.Administrators, user.StateEQ(domain.AccountActive))

// checkHandler returns a validation fault unless the account is an active administrator's.
func (t *txn) checkHandler(ctx context.Context, id uuid.UUID) error {
	there, err := t.User.Query().Where(user.ID(id), activeAdministrator).Exist(ctx)
	if err == nil && !there {
		err = fault.Invalid(fault.Input("handlerId", "not_found", "there is no such active administrator"))
	}
	return err
}

func (t *txn) setHandler(ctx context.Context, c *ent.Complaint, handler *uuid.UUID, action string) error {
	u := t.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version))
	if handler == nil {
		u.ClearHandlerID()
	} else {
		u.SetHandlerID(*handler)
	}
	if err := t.nextVersion(c, u); err != nil {
		return err
	}
	after, err := u.Save(ctx)
	if err != nil {
		return err
	}
	t.trackComplaint(c, after)
	return t.Audit(ctx, tx.Record{
		Action: action, SubjectType: "Complaint", Subject: c.ID,
		Before: tx.Values{"handler_id": c.HandlerID, "version": c.Version}, After: tx.Values{"handler_id": handler, "version": after.Version},
	})
}
