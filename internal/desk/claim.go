package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// Claim makes an administrator look after a complaint: the viewer, unless somebody else does already, or
// the one who is named, in place of whoever does. Administrators.
func (d *Desk) Claim(ctx context.Context, t Target, handler *uuid.UUID) (*ent.Complaint, error) {
	first := func(tx *txn) error {
		if handler == nil || *handler == auth.From(ctx).ID { // whoever is signed in has an active account
			return nil
		}
		return tx.lockAccount(ctx, *handler)
	}
	return d.applyTransition(ctx, domain.ActionClaim, t, transition{lock: first, apply: func(tx *txn, _ move, c *ent.Complaint) error {
		to := auth.From(ctx).ID
		switch {
		case handler != nil:
			to = *handler
			if err := tx.checkHandler(ctx, to); err != nil {
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
		if err := tx.setHandler(ctx, c, &to, "complaint.claim"); err != nil {
			return err
		}
		return tx.notify(ctx, outgoing{to: user.ID(to), title: text.HandedOver(c.Reference), message: i18n.Verbatim(c.Title), complaint: &c.ID})
	}})
}

// Unclaim makes nobody look after a complaint any more. Administrators.
func (d *Desk) Unclaim(ctx context.Context, t Target) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionUnclaim, t, transition{apply: func(tx *txn, _ move, c *ent.Complaint) error {
		return tx.setHandler(ctx, c, nil, "complaint.unclaim")
	}})
}

// checkHandler returns a validation fault unless the account is an active administrator's.
func (tx *txn) checkHandler(ctx context.Context, id uuid.UUID) error {
	there, err := tx.User.Query().Where(user.ID(id), admins, user.StateEQ(domain.AccountActive)).Exist(ctx)
	if err == nil && !there {
		err = fault.Invalid(fault.Input("handlerId", "not_found", "there is no such active administrator"))
	}
	return err
}

func (tx *txn) setHandler(ctx context.Context, c *ent.Complaint, handler *uuid.UUID, action string) error {
	u := tx.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version)).SetUpdatedAt(tx.now).AddVersion(1)
	if handler == nil {
		u.ClearHandlerID()
	} else {
		u.SetHandlerID(*handler)
	}
	after, err := u.Save(ctx)
	if err != nil {
		return err
	}
	tx.trackComplaint(c, after)
	return tx.audit(ctx, auditRecord{
		action: action, subjectType: "Complaint", subject: c.ID,
		before: values{"handler_id": c.HandlerID, "version": c.Version}, after: values{"handler_id": handler, "version": after.Version},
	})
}
