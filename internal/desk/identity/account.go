package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
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
func (r *Room) AccountByEmail(ctx context.Context, email string) (*ent.User, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	key, err := auth.FoldEmail(email)
	if err != nil {
		return nil, err
	}
	account, err := r.Client.User.Query().Where(hasAddress(user.FieldID, key)).Only(ctx)
	return account, tx.Missing(err, "account")
}

// CreateAccount creates an active account. Whoever the policy of users lets write may. Inputs at
// fault are named; an address that has an account is a conflict.
func (r *Room) CreateAccount(ctx context.Context, in AccountInput) (*ent.User, error) {
	account, _, err := r.makeAccount(ctx, in, false)
	return account, err
}

// Invite is CreateAccount with a generated password, which it returns, and which must be changed
// before the account signs in. The same request under its idempotency key gets the same password
// for as long as it is in force, and then "": a password is kept nowhere but as its hash.
func (r *Room) Invite(ctx context.Context, in AccountInput) (account *ent.User, password string, err error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, "", err
	}
	if in.Password, err = r.generatePassword(ctx, in.Email); err != nil {
		return nil, "", err
	}
	account, fresh, err := r.makeAccount(ctx, in, true)
	if err != nil || fresh {
		return account, in.Password, err
	}
	known, err := r.Client.Credential.Query().Where(credential.UserID(account.ID), credential.MustChange(true)).
		Only(auth.System(ctx, "see whether a generated password is in force"))
	if ent.IsNotFound(err) {
		return account, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	right, err := r.passwords.Verify(ctx, known.PasswordHash, in.Password)
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
func (r *Room) generatePassword(ctx context.Context, email string) (string, error) {
	request := tx.IdempotentRequestOf(ctx)
	if request == nil || len(r.passwordKey) == 0 {
		return NewPassword(), nil
	}
	of, err := json.Marshal([]any{auth.From(ctx).ID, request.Key, email})
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, r.passwordKey)
	_, _ = mac.Write(of) // a hash never fails
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:16]), nil
}

// makeAccount also reports whether the account is a new one. Its password may be a generated one.
func (r *Room) makeAccount(ctx context.Context, in AccountInput, generated bool) (account *ent.User, fresh bool, err error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, false, err
	}
	if !auth.From(ctx).Manages(in.Role) {
		return nil, false, rankDenied()
	}
	checked, err := r.check(in, "")
	if err != nil {
		return nil, false, err
	}
	hash, err := r.passwords.Hash(ctx, in.Password)
	if err != nil {
		return nil, false, err
	}
	made, err := tx.Once(ctx, r.Runner, func(t *tx.Tx) (tx.Made[bool], error) {
		if err := t.RecheckRole(ctx); err != nil {
			return tx.Made[bool]{}, err
		}
		id, err := Insert(ctx, t, NewAccount{Checked: checked, password: password{hash, generated}})
		return tx.Made[bool]{ID: id, Row: true}, err
	})
	if err != nil {
		return nil, false, err
	}
	account, err = r.account(ctx, made.ID)
	return account, made.Row, err
}

// check returns the tidied input, or all that is wrong with it and its password. The organization is the one that the same
// request names, if any.
func (r *Room) check(in AccountInput, organization string) (Checked, error) {
	return checkWithPassword(in, r.known(auth.Owner{Organization: organization}))
}

// DisableAccount ends all sessions of an account and lets it sign in no more. A solver's
// live tasks go back to the queue. Whoever the policy of users lets write may; the last
// active super_admin is a conflict. An account that is disabled stays as it is.
func (r *Room) DisableAccount(ctx context.Context, target tx.Target) (*ent.User, error) {
	id := target.ID
	return r.changeAccount(ctx, target, func(t *tx.Tx, account *ent.User, alone bool) error {
		if account.State == domain.AccountDisabled {
			return nil
		}
		if alone {
			return lastSuperAdmin()
		}
		err := t.User.UpdateOne(account).
			SetState(domain.AccountDisabled).SetDisabledAt(t.Now).AddVersion(1).Exec(ctx)
		if err != nil {
			return err
		}
		if err := t.EndLinks(ctx, complaint.SubmittedByID(id)); err != nil {
			return err
		}
		ended, err := endSessions(ctx, t, id, uuid.Nil)
		if err != nil {
			return err
		}
		released, err := r.tasks.ReleaseDisabled(ctx, t, id)
		if err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: "user.disable", SubjectType: "User", Subject: id,
			Before: tx.Values{"state": account.State},
			After:  tx.Values{"state": domain.AccountDisabled, "sessions_ended": ended, "tasks_released": released},
		})
	})
}

// EnableAccount lets a disabled account sign in again; its old sessions stay ended. One that
// is active stays as it is.
func (r *Room) EnableAccount(ctx context.Context, target tx.Target) (*ent.User, error) {
	return r.changeAccount(ctx, target, func(t *tx.Tx, account *ent.User, _ bool) error {
		if account.State == domain.AccountActive {
			return nil
		}
		err := t.User.UpdateOne(account).SetState(domain.AccountActive).ClearDisabledAt().AddVersion(1).Exec(ctx)
		if err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: "user.enable", SubjectType: "User", Subject: target.ID,
			Before: tx.Values{"state": account.State}, After: tx.Values{"state": domain.AccountActive},
		})
	})
}

// ChangeRole gives an account another role, which its sessions have from their next request
// on. The provider is that of the new role: required for provider, where nil keeps the one
// it has, possible for solver, else nil. Somebody who is no solver any more has no tasks:
// the live ones go back to the queue. Whoever the policy of users lets write may; the last
// active super_admin is a conflict.
func (r *Room) ChangeRole(ctx context.Context, target tx.Target, role domain.Role, provider *uuid.UUID) (*ent.User, error) {
	if v := auth.From(ctx); v.Admin() && !v.Manages(role) {
		return nil, rankDenied()
	}
	id := target.ID
	return r.changeAccount(ctx, target, func(t *tx.Tx, account *ent.User, alone bool) error {
		provider := provider
		if provider == nil && role.OfProvider() {
			provider = account.ProviderID
		}
		if err := CheckRole(role, provider); err != nil {
			return err
		}
		if _, err := t.CheckRefs(ctx, tx.Refs{Provider: provider}); err != nil {
			return err
		}
		if alone && role != domain.RoleSuperAdmin {
			return lastSuperAdmin()
		}
		change := t.User.UpdateOne(account).SetRole(role).SetNillableProviderID(provider).AddVersion(1)
		if provider == nil {
			change.ClearProviderID()
		}
		if err := change.Exec(ctx); err != nil {
			return err
		}
		released := 0
		if account.Role == domain.RoleSolver && role != domain.RoleSolver {
			var err error
			if released, err = r.tasks.ReleaseDemoted(ctx, t, id); err != nil {
				return err
			}
		}
		if account.Role != role {
			if err := notifications.LeaveOutFormer(ctx, t, id, role); err != nil {
				return err
			}
			if err := t.EndLinks(ctx, complaint.SubmittedByID(id)); err != nil {
				return err
			}
		}
		err := t.Audit(ctx, tx.Record{
			Action: "user.role", SubjectType: "User", Subject: id,
			Before: tx.Values{"role": account.Role, "provider_id": account.ProviderID},
			After:  tx.Values{"role": role, "provider_id": provider, "tasks_released": released},
		})
		if err != nil {
			return err
		}
		a := notifications.About{Account: id, Message: text.ProviderChanged}
		switch {
		case account.Role != role:
			a.Message = text.RoleIs(tx.StatusText(role))
		case domain.Same(account.ProviderID, provider):
			return nil
		}
		return r.notifications.Notify(ctx, t, notifications.RightsChanged, a)
	})
}

// changeAccount runs a change of one account that the viewer manages, which the transaction has
// locked. An account of the viewer's rank or above is permission_denied. alone reports that it is
// the only active super_admin, and stays so until the transaction ends.
func (r *Room) changeAccount(
	ctx context.Context, target tx.Target, change func(t *tx.Tx, account *ent.User, alone bool) error,
) (*ent.User, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	err := r.Do(ctx, func(t *tx.Tx) error {
		// With the account, all of them, and in order: two who demote each other must not both
		// succeed, nor wait for each other. PostgreSQL keeps the lock of a row that it had to
		// wait for even when the row is no super_admin any more.
		locked, err := t.User.Query().
			Where(
				user.Or(user.ID(target.ID), user.And(user.RoleEQ(domain.RoleSuperAdmin), user.StateEQ(domain.AccountActive))),
				dbtx.ForUpdate,
			).
			Order(ent.Asc(user.FieldID)).All(auth.System(ctx, "count the super_admins"))
		if err != nil {
			return err
		}
		if err := t.RecheckRole(ctx); err != nil {
			return err
		}
		account, err := t.User.Get(ctx, target.ID)
		switch {
		case err != nil:
			return tx.Missing(err, "account")
		case !auth.From(ctx).Manages(account.Role):
			return rankDenied()
		}
		if err := target.CheckVersion(account.Version); err != nil {
			return err
		}
		alone := isActiveSuperAdmin(account) && !slices.ContainsFunc(locked, func(u *ent.User) bool {
			return u.ID != target.ID && isActiveSuperAdmin(u)
		})
		return change(t, account, alone)
	})
	if err != nil {
		return nil, err
	}
	return r.account(ctx, target.ID)
}

func isActiveSuperAdmin(u *ent.User) bool {
	return u.Role == domain.RoleSuperAdmin && u.State == domain.AccountActive
}

// account reads an account as it is now, for whoever has just changed it.
func (r *Room) account(ctx context.Context, id uuid.UUID) (*ent.User, error) {
	account, err := r.Client.User.Get(ctx, id)
	return account, tx.Missing(err, "account")
}

func rankDenied() error {
	return fault.New(fault.PermissionDenied, "Only a super_admin manages administrators.")
}

func lastSuperAdmin() error {
	return fault.New(fault.Conflict, "This is the last active super_admin. Make another one first.")
}

// hasAddress finds what an account has, by the account's e-mail address.
func hasAddress(account, key string) func(*sql.Selector) {
	return tx.InSubquery(account, contact.Table, contact.FieldUserID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(contact.FieldEmailKey), key)
	})
}
