package desk

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// AccountInput is what a new account begins with.
type AccountInput struct {
	Name     string
	Email    string
	Phone    string // may be empty
	Password string
	Role     domain.Role
	Zone     *uuid.UUID // may be nil
	Provider *uuid.UUID // required for provider, possible for solver, else nil
}

// AccountByEmail finds an account by its address in any spelling. Administrators may.
// Without one it is not_found, and a validation fault when the text is no address.
func (d *Desk) AccountByEmail(ctx context.Context, email string) (*ent.User, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	key, err := auth.FoldEmail(email)
	if err != nil {
		return nil, err
	}
	account, err := d.client.User.Query().Where(hasAddress(user.FieldID, key)).Only(ctx)
	return account, missing(err, "account")
}

// CreateAccount creates an active account. Whoever the policy of users lets write may. Inputs at
// fault are named; an address that has an account is a conflict.
func (d *Desk) CreateAccount(ctx context.Context, in AccountInput) (*ent.User, error) {
	account, _, err := d.makeAccount(ctx, in, false)
	return account, err
}

// Invite is CreateAccount with a generated password, which it returns, and which must be changed
// before the account signs in. The same request under its idempotency key gets the same password
// for as long as it is in force, and then "": a password is kept nowhere but as its hash.
func (d *Desk) Invite(ctx context.Context, in AccountInput) (account *ent.User, password string, err error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, "", err
	}
	if in.Password, err = d.generatePassword(ctx, in.Email); err != nil {
		return nil, "", err
	}
	account, fresh, err := d.makeAccount(ctx, in, true)
	if err != nil || fresh {
		return account, in.Password, err
	}
	known, err := d.client.Credential.Query().Where(credential.UserID(account.ID), credential.MustChange(true)).
		Only(auth.System(ctx, "see whether a generated password is in force"))
	if ent.IsNotFound(err) {
		return account, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	right, err := d.passwords.Verify(ctx, known.PasswordHash, in.Password)
	if err != nil {
		return nil, "", err
	}
	if !right {
		in.Password = "" // it was reset since
	}
	return account, in.Password, nil
}

// generatePassword generates the password of a new account. For a request with an idempotency key
// it is derived from the service's secret, the caller, the key and the address, so that repeating
// the request finds it again.
func (d *Desk) generatePassword(ctx context.Context, email string) (string, error) {
	request := idempotentRequestOf(ctx)
	if request == nil || len(d.passwordKey) == 0 {
		return NewPassword(), nil
	}
	of, err := json.Marshal([]any{auth.From(ctx).ID, request.Key, email})
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, d.passwordKey)
	_, _ = mac.Write(of) // a hash never fails
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:16]), nil
}

// makeAccount also reports whether the account is a new one. Its password may be a generated one.
func (d *Desk) makeAccount(ctx context.Context, in AccountInput, generated bool) (account *ent.User, fresh bool, err error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, false, err
	}
	if !auth.From(ctx).Manages(in.Role) {
		return nil, false, rankDenied()
	}
	key, err := d.checkAccount(&in, "")
	if err != nil {
		return nil, false, err
	}
	hash, err := d.passwords.Hash(ctx, in.Password)
	if err != nil {
		return nil, false, err
	}
	var made uuid.UUID
	err = d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		if err := tx.recheckRole(ctx); err != nil {
			return err
		}
		fresh = true
		made, err = tx.createAccount(ctx, in, newSecret{key, hash, generated}, "user.create")
		return err
	})
	if err != nil {
		return nil, false, err
	}
	account, err = d.account(ctx, made)
	return account, fresh, err
}

// newSecret is what a new account signs in with.
type newSecret struct {
	key       string // the folded address
	hash      string // of the password
	generated bool
}

// createAccount writes an account whose input was checked, with its address and password.
func (tx *txn) createAccount(ctx context.Context, in AccountInput, secret newSecret, action string) (uuid.UUID, error) {
	sys := auth.System(ctx, "write the secrets of an account")
	if _, err := tx.checkRefs(ctx, refs{zone: in.Zone, provider: in.Provider}); err != nil {
		return uuid.Nil, err
	}
	account, err := tx.User.Create().
		SetName(in.Name).SetRole(in.Role).SetNillableZoneID(in.Zone).SetNillableProviderID(in.Provider).
		SetCreatedAt(tx.now).Save(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	id := account.ID
	err = tx.Contact.Create().
		SetUserID(id).SetEmail(in.Email).SetEmailKey(secret.key).SetPhone(in.Phone).SetCreatedAt(tx.now).Exec(sys)
	if ent.IsConstraintError(err) { // the account is new, so it can only be the address
		return uuid.Nil, addressTaken(err)
	}
	if err != nil {
		return uuid.Nil, err
	}
	err = tx.Credential.Create().SetUserID(id).SetPasswordHash(secret.hash).SetMustChange(secret.generated).
		SetChangedAt(tx.now).Exec(sys)
	if err != nil {
		return uuid.Nil, err
	}
	return id, tx.audit(ctx, auditRecord{
		action: action, subjectType: "User", subject: id,
		after: values{
			"role": in.Role, "state": domain.AccountActive, "zone_id": in.Zone, "provider_id": in.Provider,
			"name": digest(id, in.Name), "email": digest(id, secret.key), "phone": digest(id, in.Phone),
		},
	})
}

func addressTaken(cause error) error {
	f := fault.Wrap(cause, fault.Conflict, "There is already an account with this e-mail address.")
	f.Fields = []fault.Field{fault.Input("email", "conflict", "belongs to another account")}
	return f
}

// checkAccount tidies the input and returns the folded address, or all that is wrong with it. The organization is the
// one that the same request names, if any.
func (d *Desk) checkAccount(in *AccountInput, organization string) (key string, err error) {
	var errs []fault.Field
	note := func(err error) {
		if f, ok := fault.As(err); ok {
			errs = append(errs, f.Fields...)
		}
	}
	in.Name, in.Email, in.Phone = strings.TrimSpace(in.Name), strings.TrimSpace(in.Email), strings.TrimSpace(in.Phone)
	note(checkLine("name", in.Name, 1, domain.MaxName))
	note(checkLine("phone", in.Phone, 0, domain.MaxPhone))
	key, err = auth.FoldEmail(in.Email)
	note(err)
	note(d.checkPassword(in.Password, auth.Owner{Email: in.Email, Name: in.Name, Organization: organization}))
	note(checkRole(in.Role, in.Provider))
	if len(errs) > 0 {
		return "", fault.Invalid(errs...)
	}
	return key, nil
}

func checkLine(field, text string, shortest, longest int) error {
	switch {
	case len(text) < shortest:
		return fault.Invalid(fault.Input(field, "required", "must not be empty"))
	case utf8.RuneCountInString(text) > longest:
		return fault.Invalid(fault.Input(field, "too_long", "must be at most %d characters", longest))
	case strings.ToValidUTF8(text, "") != text, strings.ContainsFunc(text, unicode.IsControl):
		return fault.Invalid(fault.Input(field, "invalid", "must be one line of text"))
	}
	return nil
}

// checkRole knows which roles stand for a service provider (docs/product.md, Roles and rights).
func checkRole(role domain.Role, provider *uuid.UUID) error {
	switch {
	case !slices.Contains(domain.Roles, role):
		return fault.Invalid(fault.Input("role", "invalid", "must be one of the roles"))
	case role == domain.RoleProvider && provider == nil:
		return fault.Invalid(fault.Input("providerId", "required", "a provider account needs its service provider"))
	case provider != nil && role != domain.RoleProvider && role != domain.RoleSolver:
		return fault.Invalid(fault.Input("providerId", "invalid", "only solvers and provider accounts belong to a service provider"))
	}
	return nil
}

// DisableAccount ends all sessions of an account and lets it sign in no more. A solver's
// live tasks go back to the queue. Whoever the policy of users lets write may; the last
// active super_admin is a conflict. An account that is disabled stays as it is.
func (d *Desk) DisableAccount(ctx context.Context, t Target) (*ent.User, error) {
	id := t.ID
	return d.changeAccount(ctx, t, func(tx *txn, account *ent.User, alone bool) error {
		if account.State == domain.AccountDisabled {
			return nil
		}
		if alone {
			return lastSuperAdmin()
		}
		err := tx.User.UpdateOne(account).
			SetState(domain.AccountDisabled).SetDisabledAt(tx.now).AddVersion(1).Exec(ctx)
		if err != nil {
			return err
		}
		ended, err := tx.endSessions(ctx, id)
		if err != nil {
			return err
		}
		released, err := tx.releaseTasks(ctx, id, solverDisabled)
		if err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: "user.disable", subjectType: "User", subject: id,
			before: values{"state": account.State},
			after:  values{"state": domain.AccountDisabled, "sessions_ended": ended, "tasks_released": released},
		})
	})
}

// EnableAccount lets a disabled account sign in again; its old sessions stay ended. One that
// is active stays as it is.
func (d *Desk) EnableAccount(ctx context.Context, t Target) (*ent.User, error) {
	return d.changeAccount(ctx, t, func(tx *txn, account *ent.User, _ bool) error {
		if account.State == domain.AccountActive {
			return nil
		}
		err := tx.User.UpdateOne(account).SetState(domain.AccountActive).ClearDisabledAt().AddVersion(1).Exec(ctx)
		if err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: "user.enable", subjectType: "User", subject: t.ID,
			before: values{"state": account.State}, after: values{"state": domain.AccountActive},
		})
	})
}

// ScheduledBy returns the broadcasts that an account wrote and that have yet to go out, the next
// one first: whoever disables it should look at them. Administrators.
func (d *Desk) ScheduledBy(ctx context.Context, id uuid.UUID) ([]*ent.Broadcast, error) {
	return d.client.Broadcast.Query().
		Where(broadcast.CreatedByID(id), broadcast.StatusEQ(domain.BroadcastScheduled)).
		Order(ent.Asc(broadcast.FieldScheduledAt, broadcast.FieldID)).All(ctx)
}

// ChangeRole gives an account another role, which its sessions have from their next request
// on. The provider is that of the new role: required for provider, where nil keeps the one
// it has, possible for solver, else nil. Somebody who is no solver any more has no tasks:
// the live ones go back to the queue. Whoever the policy of users lets write may; the last
// active super_admin is a conflict.
func (d *Desk) ChangeRole(ctx context.Context, t Target, role domain.Role, provider *uuid.UUID) (*ent.User, error) {
	if v := auth.From(ctx); v.Admin() && !v.Manages(role) {
		return nil, rankDenied()
	}
	id := t.ID
	return d.changeAccount(ctx, t, func(tx *txn, account *ent.User, alone bool) error {
		if provider == nil && (role == domain.RoleProvider || role == domain.RoleSolver) {
			provider = account.ProviderID
		}
		if err := checkRole(role, provider); err != nil {
			return err
		}
		if _, err := tx.checkRefs(ctx, refs{provider: provider}); err != nil {
			return err
		}
		if alone && role != domain.RoleSuperAdmin {
			return lastSuperAdmin()
		}
		change := tx.User.UpdateOne(account).SetRole(role).SetNillableProviderID(provider).AddVersion(1)
		if provider == nil {
			change.ClearProviderID()
		}
		if err := change.Exec(ctx); err != nil {
			return err
		}
		released := 0
		if account.Role == domain.RoleSolver && role != domain.RoleSolver {
			var err error
			if released, err = tx.releaseTasks(ctx, id, solverDemoted); err != nil {
				return err
			}
		}
		return tx.audit(ctx, auditRecord{
			action: "user.role", subjectType: "User", subject: id,
			before: values{"role": account.Role, "provider_id": account.ProviderID},
			after:  values{"role": role, "provider_id": provider, "tasks_released": released},
		})
	})
}

// changeAccount runs a change of one account that the viewer manages, which the transaction has
// locked. An account of the viewer's rank or above is permission_denied. alone reports that it is
// the only active super_admin, and stays so until the transaction ends.
func (d *Desk) changeAccount(
	ctx context.Context, t Target, change func(tx *txn, account *ent.User, alone bool) error,
) (*ent.User, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		// With the account, all of them, and in order: two who demote each other must not both
		// succeed, nor wait for each other. PostgreSQL keeps the lock of a row that it had to
		// wait for even when the row is no super_admin any more.
		locked, err := tx.User.Query().
			Where(
				user.Or(user.ID(t.ID), user.And(user.RoleEQ(domain.RoleSuperAdmin), user.StateEQ(domain.AccountActive))),
				dbtx.ForUpdate,
			).
			Order(ent.Asc(user.FieldID)).All(auth.System(ctx, "count the super_admins"))
		if err != nil {
			return err
		}
		if err := tx.recheckRole(ctx); err != nil {
			return err
		}
		account, err := tx.User.Get(ctx, t.ID)
		switch {
		case err != nil:
			return missing(err, "account")
		case !auth.From(ctx).Manages(account.Role):
			return rankDenied()
		}
		if err := t.checkVersion(account.Version); err != nil {
			return err
		}
		alone := isActiveSuperAdmin(account) && !slices.ContainsFunc(locked, func(u *ent.User) bool {
			return u.ID != t.ID && isActiveSuperAdmin(u)
		})
		return change(tx, account, alone)
	})
	if err != nil {
		return nil, err
	}
	return d.account(ctx, t.ID)
}

func isActiveSuperAdmin(u *ent.User) bool {
	return u.Role == domain.RoleSuperAdmin && u.State == domain.AccountActive
}

// account reads an account as it is now, for whoever has just changed it.
func (d *Desk) account(ctx context.Context, id uuid.UUID) (*ent.User, error) {
	account, err := d.client.User.Get(ctx, id)
	return account, missing(err, "account")
}

// requireAdmin returns permission_denied for everybody but administrators and the service, before
// any id is read.
func requireAdmin(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err == nil && !v.System() && !v.Admin() {
		err = fault.Denied()
	}
	return err
}

// recheckRole asks the database whether the viewer has, at this moment, the role with which the
// request began: of two who demote each other the second must not succeed.
func (tx *txn) recheckRole(ctx context.Context) error {
	v := auth.From(ctx)
	if v.System() {
		return nil
	}
	same, err := tx.User.Query().
		Where(user.ID(v.ID), user.RoleEQ(v.Role), user.StateEQ(domain.AccountActive)).
		Exist(auth.System(ctx, "ask for the viewer's own role"))
	if err == nil && !same {
		err = fault.Denied()
	}
	return err
}

func rankDenied() error {
	return fault.New(fault.PermissionDenied, "Only a super_admin manages administrators.")
}

func lastSuperAdmin() error {
	return fault.New(fault.Conflict, "This is the last active super_admin. Make another one first.")
}

// missing makes a row that was not found the fault of that name.
func missing(err error, noun string) error {
	if ent.IsNotFound(err) {
		return fault.Missing(noun)
	}
	return err
}
