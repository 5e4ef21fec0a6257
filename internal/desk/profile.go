package desk

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
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
func (d *Desk) UpdateAccount(ctx context.Context, t Target, in Profile) (*ent.User, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	key, err := in.check()
	if err != nil {
		return nil, err
	}
	return d.changeAccount(ctx, t, func(tx *txn, account *ent.User, _ bool) error {
		if in.Provider != nil || in.NoProvider {
			if err := checkRole(account.Role, in.Provider); err != nil {
				return err
			}
		}
		return tx.updateProfile(ctx, account, in, key)
	})
}

// UpdateOwnProfile changes name, telephone and zone of the viewer's account, of which they may have
// seen a version. Everybody may.
func (d *Desk) UpdateOwnProfile(ctx context.Context, expected *int, in Profile) (*ent.User, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	in.Email, in.Provider, in.NoProvider = nil, nil, false
	key, err := in.check()
	if err != nil {
		return nil, err
	}
	err = d.tx(ctx, func(tx *txn) error {
		account, err := tx.User.Query().Where(user.ID(v.ID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return auth.SessionRevoked()
		}
		if err != nil {
			return err
		}
		if err := (Target{v.ID, expected}).checkVersion(account.Version); err != nil {
			return err
		}
		return tx.updateProfile(ctx, account, in, key)
	})
	if err != nil {
		return nil, err
	}
	return d.account(ctx, v.ID)
}

// check tidies the input and returns the folded address if there is one, or all that is wrong
// with it.
func (in *Profile) check() (key string, err error) {
	if *in == (Profile{}) {
		return "", nothingToChange()
	}
	var errs fieldErrors
	if in.Name != nil {
		errs.merge(normalizeName(in.Name))
	}
	if in.Phone != nil {
		*in.Phone = strings.TrimSpace(*in.Phone)
		errs.merge(checkLine("phone", *in.Phone, 0, domain.MaxPhone))
	}
	if in.Email != nil {
		*in.Email = strings.TrimSpace(*in.Email)
		key, err = auth.FoldEmail(*in.Email)
		errs.merge(err)
	}
	if in.Zone != nil && in.NoZone {
		errs.add("zoneId", "invalid", "can't be given and taken away")
	}
	if in.Provider != nil && in.NoProvider {
		errs.add("providerId", "invalid", "can't be given and taken away")
	}
	return key, errs.fault()
}

// updateProfile changes an account that the transaction has locked: the account as the viewer,
// the contact beside it. The audit holds digests.
func (tx *txn) updateProfile(ctx context.Context, account *ent.User, in Profile, key string) error {
	if _, err := tx.checkRefs(ctx, refs{zone: in.Zone, provider: in.Provider}); err != nil {
		return err
	}
	change := tx.User.UpdateOne(account).AddVersion(1).
		SetNillableName(in.Name).SetNillableZoneID(in.Zone).SetNillableProviderID(in.Provider)
	if in.NoZone {
		change.ClearZoneID()
	}
	if in.NoProvider {
		change.ClearProviderID()
	}
	after, err := change.Save(ctx)
	if err != nil {
		return missing(err, "account")
	}
	id := account.ID
	before := values{"name": digest(id, account.Name), "zone_id": account.ZoneID, "provider_id": account.ProviderID}
	now := values{"name": digest(id, after.Name), "zone_id": after.ZoneID, "provider_id": after.ProviderID}
	if in.Phone != nil || in.Email != nil {
		if err := tx.updateContact(ctx, id, in, key, before, now); err != nil {
			return err
		}
	}
	return tx.audit(ctx, auditRecord{action: "user.update", subjectType: "User", subject: id, before: before, after: now})
}

func (tx *txn) updateContact(ctx context.Context, id uuid.UUID, in Profile, key string, before, now values) error {
	sys := auth.System(ctx, "the contact of an account")
	was, err := tx.Contact.Query().Where(contact.UserID(id)).Only(sys)
	if ent.IsNotFound(err) { // an account that came without one
		was, err = tx.Contact.Create().SetUserID(id).SetCreatedAt(tx.now).Save(sys)
	}
	if err != nil {
		return err
	}
	change := tx.Contact.UpdateOne(was).SetNillablePhone(in.Phone).SetNillableEmail(in.Email)
	if in.Email != nil {
		change.SetEmailKey(key)
	}
	is, err := change.Save(sys)
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
	before["email"], now["email"] = digest(id, folded(was)), digest(id, folded(is))
	before["phone"], now["phone"] = digest(id, was.Phone), digest(id, is.Phone)
	return nil
}
