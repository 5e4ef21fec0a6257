package identity

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/dbtx"
)

// Profile is what may change about a person. What is nil stays as it is.
type Profile struct {
	Name   *string
	Phone  *string
	Zone   *uuid.UUID
	NoZone bool // takes the zone away

	// The rest is for administrators only.
	Email      *string
	Provider   *uuid.UUID // of a solver or provider account
	NoProvider bool       // takes a solver's away
}

// UpdateAccount changes who an account belongs to and how to reach the person. Whoever
// manages the account may. An address that has an account is a conflict.
func (r *Room) UpdateAccount(ctx context.Context, target tx.Target, in Profile) (*ent.User, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	if in == (Profile{}) {
		return nil, tx.NothingToChange()
	}
	return r.changeAccount(ctx, target, func(t *tx.Tx, account *ent.User, _ bool) error {
		if in.Provider != nil || in.NoProvider {
			if err := CheckRole(account.Role, in.Provider); err != nil {
				return err
			}
		}
		return r.updateProfile(ctx, t, account, in)
	})
}

// UpdateOwnProfile changes name, telephone and zone of the viewer's account, of which they may have
// seen a version. Everybody may.
func (r *Room) UpdateOwnProfile(ctx context.Context, expected *int, in Profile) (*ent.User, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	in.Email, in.Provider, in.NoProvider = nil, nil, false
	if in == (Profile{}) {
		return nil, tx.NothingToChange()
	}
	err = r.Do(ctx, func(t *tx.Tx) error {
		account, err := t.User.Query().Where(user.ID(v.ID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return auth.SessionRevoked()
		}
		if err != nil {
			return err
		}
		if err := (tx.Target{ID: v.ID, Expected: expected}).CheckVersion(account.Version); err != nil {
			return err
		}
		return r.updateProfile(ctx, t, account, in)
	})
	if err != nil {
		return nil, err
	}
	return r.account(ctx, v.ID)
}

// check tidies the input and returns the folded address if there is one, or all that is wrong with it. What an account has
// already is fine.
func (in *Profile) check(account *ent.User, contact *ent.Contact) (key string, err error) {
	var errs tx.FieldErrors
	if in.Name != nil {
		errs.Merge(tx.CheckName(in.Name, account.Name))
	}
	if in.Phone != nil {
		errs.Merge(tx.CheckLine("phone", in.Phone, 0, domain.MaxPhone, contact.Phone))
	}
	if in.Email != nil {
		*in.Email = auth.TidyEmail(*in.Email)
		key, err = auth.FoldEmail(*in.Email)
		errs.Merge(err)
	}
	if in.Zone != nil && in.NoZone {
		errs.Add("zoneId", "invalid", "can't be given and taken away")
	}
	if in.Provider != nil && in.NoProvider {
		errs.Add("providerId", "invalid", "can't be given and taken away")
	}
	return key, errs.Fault()
}

// updateProfile changes an account that the transaction has locked: the account as the viewer,
// the contact beside it. The audit holds digests.
func (r *Room) updateProfile(ctx context.Context, t *tx.Tx, account *ent.User, in Profile) error {
	var was *ent.Contact
	var err error
	if in.Name != nil || in.Phone != nil || in.Email != nil {
		if was, err = contactOf(ctx, t, account.ID); err != nil {
			return err
		}
	}
	key, err := in.check(account, was)
	if err != nil {
		return err
	}
	if _, err := t.CheckRefs(ctx, tx.Refs{Zone: in.Zone, Provider: in.Provider}); err != nil {
		return err
	}
	change := t.User.UpdateOne(account).AddVersion(1).
		SetNillableName(in.Name).SetNillableZoneID(in.Zone).SetNillableProviderID(in.Provider)
	if in.NoZone {
		change.ClearZoneID()
	}
	if in.NoProvider {
		change.ClearProviderID()
	}
	after, err := change.Save(ctx)
	if err != nil {
		return tx.Missing(err, "account")
	}
	id := account.ID
	before := tx.Values{"name": tx.Digest(id, account.Name), "zone_id": account.ZoneID, "provider_id": account.ProviderID}
	now := tx.Values{"name": tx.Digest(id, after.Name), "zone_id": after.ZoneID, "provider_id": after.ProviderID}
	if was != nil {
		if err := updateContact(ctx, t, was, after.Name, in, key, before, now); err != nil {
			return err
		}
	}
	if err := t.Audit(ctx, tx.Record{Action: "user.update", SubjectType: "User", Subject: id, Before: before, After: now}); err != nil {
		return err
	}
	if in.Email != nil && was.EmailKey != nil && *was.EmailKey != key {
		if err := t.EndLinks(ctx, complaint.SubmittedByID(id)); err != nil {
			return err
		}
		a := notifications.About{Account: id, Message: text.ChangedByAdministrator}
		if was.ConfirmedAt != nil {
			a.Former = *was.EmailKey
		}
		if err := r.notifications.Notify(ctx, t, notifications.EmailChanged, a); err != nil {
			return err
		}
	}
	if domain.Same(account.ProviderID, after.ProviderID) {
		return nil
	}
	return r.notifications.Notify(ctx, t, notifications.RightsChanged, notifications.About{Account: id, Message: text.ProviderChanged})
}

// contactOf returns the contact of an account, an empty one for an account that came without.
func contactOf(ctx context.Context, t *tx.Tx, id uuid.UUID) (*ent.Contact, error) {
	sys := auth.System(ctx, "the contact of an account")
	was, err := t.Contact.Query().Where(contact.UserID(id)).Only(sys)
	if ent.IsNotFound(err) {
		return t.Contact.Create().SetUserID(id).SetCreatedAt(t.Now).Save(sys)
	}
	return was, err
}

// updateContact changes the contact of an account, and what the account is found by, of which its name is a part.
func updateContact(ctx context.Context, t *tx.Tx, was *ent.Contact, name string, in Profile, key string, before, now tx.Values) error {
	email, phone := was.Email, was.Phone
	if in.Email != nil {
		email = *in.Email
	}
	if in.Phone != nil {
		phone = *in.Phone
	}
	text, digits := search.OfContact(name, email, phone)
	change := t.Contact.UpdateOne(was).SetEmail(email).SetPhone(phone).SetSearchText(text).SetPhoneDigits(digits)
	if in.Email != nil {
		change.SetEmailKey(key)
		if was.EmailKey == nil || *was.EmailKey != key { // an administrator, who answers for it
			change.SetConfirmedAt(t.Now).ClearDeniedAt().ClearRefusedAt()
		}
	}
	is, err := change.Save(auth.System(ctx, "the contact of an account"))
	if ent.IsConstraintError(err) {
		return addressTaken(err)
	}
	if err != nil {
		return err
	}
	folded := func(c *ent.Contact) string {
		if c.EmailKey == nil {
			return ""
		}
		return *c.EmailKey
	}
	if in.Email == nil && in.Phone == nil {
		return nil
	}
	id := *was.UserID
	before["email"], now["email"] = tx.Digest(id, folded(was)), tx.Digest(id, folded(is))
	before["phone"], now["phone"] = tx.Digest(id, was.Phone), tx.Digest(id, is.Phone)
	return nil
}
