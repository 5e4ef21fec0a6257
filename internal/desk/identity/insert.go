package identity

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/search"
)

// Checked is an account with which nothing is wrong but, maybe, that others have what it wants. It comes from Check alone,
// so that whoever writes one, verb or import, has kept the same rules.
type Checked struct {
	in  AccountInput
	key string // the folded address
}

// Address returns the address as accounts are told apart by it: one that differs only in spelling has the same.
func (c Checked) Address() string { return c.key }

// Check tidies the texts of an account, and returns all that is wrong with it but its password, each input named.
func Check(in AccountInput) (Checked, error) {
	checked, errs := checkTexts(in)
	errs.Merge(CheckRole(in.Role, in.Provider))
	return checked, errs.Fault()
}

func checkTexts(in AccountInput) (Checked, tx.FieldErrors) {
	var errs tx.FieldErrors
	in.Email = auth.TidyEmail(in.Email)
	errs.Merge(tx.CheckName(&in.Name))
	errs.Merge(tx.CheckLine("phone", &in.Phone, 0, domain.MaxPhone))
	key, err := auth.FoldEmail(in.Email)
	errs.Merge(err)
	return Checked{in, key}, errs
}

func checkWithPassword(in AccountInput, owner auth.Owner) (Checked, error) {
	checked, errs := checkTexts(in)
	owner.Email, owner.Name = checked.in.Email, checked.in.Name
	errs.Merge(auth.CheckPassword(in.Password, owner))
	errs.Merge(CheckRole(in.Role, in.Provider))
	return checked, errs.Fault()
}

// CheckRole returns what is wrong with a role and its service provider (docs/product.md, Roles and rights).
func CheckRole(role domain.Role, provider *uuid.UUID) error {
	switch {
	case !slices.Contains(domain.Roles, role):
		return fault.Invalid(fault.Input("role", "invalid", "must be one of the roles"))
	case role == domain.RoleProvider && provider == nil:
		return fault.Invalid(fault.Input("providerId", "required", "a provider account needs its service provider"))
	case provider != nil && !role.OfProvider():
		return fault.Invalid(fault.Input("providerId", "invalid", "only solvers and provider accounts belong to a service provider"))
	}
	return nil
}

// actionRegister is what the audit calls an account that somebody made for themselves.
const actionRegister = "user.register"

// NewAccount is an account to be written.
type NewAccount struct {
	Checked
	ID        uuid.UUID   // zero for a new one
	Disabled  bool        // since now
	Groups    []uuid.UUID // which are there
	Found     bool        // whether its zone and its service provider are there, too: then they are not looked for again
	CreatedAt time.Time   // zero for now
	Action    string      // as the audit calls it; "" for user.create

	password password
}

// password is what an account signs in with; without a hash it can't.
type password struct {
	hash      string
	generated bool // and must be changed first
}

// Insert writes an account with its address, its groups and its password, if it has one, and audits it. A zone or a
// service provider that is not there is named; an address that has an account is a conflict. Who may is the caller's to ask.
func Insert(ctx context.Context, t *tx.Tx, a NewAccount) (uuid.UUID, error) {
	if a.key == "" {
		return uuid.Nil, errors.New("identity: an account that was not checked")
	}
	sys, in := auth.System(ctx, "write the secrets of an account"), a.in
	if !a.Found {
		if _, err := t.CheckRefs(ctx, tx.Refs{Zone: in.Zone, Provider: in.Provider}); err != nil {
			return uuid.Nil, err
		}
	}
	id, created, state := a.ID, a.CreatedAt, domain.AccountActive
	if id == uuid.Nil {
		id = domain.NewID(domain.KindUser)
	}
	if created.IsZero() {
		created = t.Now
	}
	create := t.User.Create().SetID(id).SetName(in.Name).SetRole(in.Role).SetNillableZoneID(in.Zone).SetNillableProviderID(in.Provider).SetCreatedAt(created)
	if a.Disabled {
		state = domain.AccountDisabled
		create.SetState(state).SetDisabledAt(t.Now)
	}
	if err := create.Exec(ctx); err != nil {
		return uuid.Nil, err
	}
	text, digits := search.OfContact(in.Name, in.Email, in.Phone)
	var confirmed *time.Time
	if a.Action != actionRegister { // who makes an account for somebody else answers for the address
		confirmed = &t.Now
	}
	err := t.Contact.Create().SetNillableConfirmedAt(confirmed).
		SetUserID(id).SetEmail(in.Email).SetEmailKey(a.key).SetPhone(in.Phone).SetCreatedAt(created).
		SetSearchText(text).SetPhoneDigits(digits).Exec(sys)
	if ent.IsConstraintError(err) { // the account is new, so it can only be the address
		return uuid.Nil, addressTaken(err)
	}
	if err != nil {
		return uuid.Nil, err
	}
	if a.password.hash != "" {
		err = t.Credential.Create().SetUserID(id).SetPasswordHash(a.password.hash).SetMustChange(a.password.generated).SetChangedAt(t.Now).Exec(sys)
		if err != nil {
			return uuid.Nil, err
		}
	}
	after := tx.Values{
		"role": in.Role, "state": state, "zone_id": in.Zone, "provider_id": in.Provider,
		"name": tx.Digest(id, in.Name), "email": tx.Digest(id, a.key), "phone": tx.Digest(id, in.Phone),
	}
	if len(a.Groups) > 0 {
		after["group_ids"] = a.Groups
		err = t.Membership.MapCreateBulk(a.Groups, func(c *ent.MembershipCreate, i int) { c.SetUserID(id).SetGroupID(a.Groups[i]) }).Exec(sys)
		if err != nil {
			return uuid.Nil, err
		}
	}
	action := a.Action
	if action == "" {
		action = "user.create"
	}
	return id, t.Audit(ctx, tx.Record{Action: action, SubjectType: "User", Subject: id, After: after})
}

func addressTaken(cause error) error {
	f := fault.Wrap(cause, fault.Conflict, "There is already an account with this e-mail address.")
	f.Fields = []fault.Field{fault.Input("email", "conflict", "belongs to another account")}
	return f
}
