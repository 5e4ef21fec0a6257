package identity

import (
	"cmp"
	"context"
	"crypto/rand"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// NewPassword draws a password that nobody can guess, to be handed to a person: 26 letters
// and digits, 128 bits.
func NewPassword() string { return rand.Text() }

// ChangePassword gives an account another password, which somebody chose, and ends all its
// sessions. Whoever manages the account may. A password that the rules refuse is a validation
// fault.
func (r *Room) ChangePassword(ctx context.Context, id uuid.UUID, password string) (*ent.User, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	owner, err := r.passwordOwner(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.checkPassword(password, owner); err != nil {
		return nil, err
	}
	return r.replacePassword(ctx, id, password, false)
}

// ResetPassword gives an account a generated password, which it returns and which must be changed
// before the account signs in, and ends all its sessions. Whoever manages the account may.
func (r *Room) ResetPassword(ctx context.Context, id uuid.UUID) (*ent.User, string, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, "", err
	}
	password := NewPassword()
	account, err := r.replacePassword(ctx, id, password, true)
	return account, password, err
}

func (r *Room) replacePassword(ctx context.Context, id uuid.UUID, password string, generated bool) (*ent.User, error) {
	hash, err := r.passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	return r.changeAccount(ctx, tx.Target{ID: id}, func(t *tx.Tx, account *ent.User, _ bool) error {
		if err := t.User.UpdateOne(account).AddVersion(1).Exec(ctx); err != nil { // the policy's word on it
			return err
		}
		return r.setPassword(ctx, t, id, hash, generated)
	})
}

// ChangeOwnPassword gives the viewer's account another password, ends all its sessions and opens
// a new one for whoever asked, whose tokens it returns. Everybody may, who knows the current
// password; wrong ones count as at sign-ins, and are rate_limited.
func (r *Room) ChangeOwnPassword(ctx context.Context, current, fresh, userAgent string) (*Tokens, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	owner, err := r.passwordOwner(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	if err := r.checkNewPassword(fresh, owner); err != nil {
		return nil, err
	}
	sys := auth.System(ctx, "change one's own password")
	known, err := r.Client.Credential.Query().Where(credential.UserID(v.ID)).Only(sys)
	if ent.IsNotFound(err) {
		known, err = &ent.Credential{UserID: v.ID}, nil // an account without a password proves nothing
	}
	if err != nil {
		return nil, err
	}
	from, err := r.originOf(ctx, known)
	if err != nil {
		return nil, err
	}
	proof := passwordProof{known: known, attempt: signInAttempt{
		operation: operationChangeOwnPassword, account: v.ID, agent: userAgent, from: from,
		counters: signInCounters(ctx, v.ID.String(), from),
	}}
	wrong := fault.Invalid(fault.Input("currentPassword", "wrong", "is wrong"))
	if err := r.prove(ctx, proof, current, wrong); err != nil {
		return nil, err
	}
	hash, err := r.passwords.Hash(ctx, fresh)
	if err != nil {
		return nil, err
	}
	in, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (signedIn, error) {
		// Whoever changed it meanwhile has ended this session.
		account, err := lockProven(sys, t, proof, auth.SessionRevoked())
		if err != nil {
			return signedIn{}, err
		}
		if err := r.setPassword(ctx, t, v.ID, hash, false); err != nil {
			return signedIn{}, err
		}
		tokens, opened, err := r.issueTokens(ctx, t, account, userAgent)
		if err != nil {
			return signedIn{}, err
		}
		return signedIn{tokens: tokens, session: opened.ID}, nil
	})
	if err != nil {
		return nil, err
	}
	return r.signAccess(in)
}

// ReplacePassword is ChangeOwnPassword for somebody who is not signed in, such as the owner of a
// generated password, which opens no session. What it answers to a wrong password is what Login
// does.
func (r *Room) ReplacePassword(ctx context.Context, email, current, fresh, userAgent string) (*Tokens, error) {
	if err := r.checkNewPassword(fresh, auth.Owner{Email: email}); err != nil {
		return nil, err
	}
	if fresh == current {
		return nil, fault.Invalid(fault.Input("newPassword", "unchanged", "must differ from the current one"))
	}
	proof, err := r.provePassword(ctx, operationChangePassword, email, current, userAgent)
	if err != nil {
		return nil, err
	}
	hash, err := r.passwords.Hash(ctx, fresh)
	if err != nil {
		return nil, err
	}
	return r.signIn(ctx, proof, userAgent, func(t *tx.Tx, account *ent.User) error {
		// The name is told only to whoever has proved to be its owner.
		if err := r.checkNewPassword(fresh, ownerOf(account)); err != nil {
			return err
		}
		self := auth.With(ctx, &auth.Viewer{ID: account.ID, Role: account.Role, Address: auth.Address(ctx)})
		account.Edges.Credential.ChangedAt = t.Now
		return r.setPassword(self, t, account.ID, hash, false)
	})
}

func (r *Room) checkNewPassword(fresh string, owner auth.Owner) error {
	return renameField(r.checkPassword(fresh, owner), "newPassword")
}

// checkPassword is auth.CheckPassword with what everybody knows of this service.
func (r *Room) checkPassword(password string, owner auth.Owner) error {
	return auth.CheckPassword(password, r.known(owner))
}

// known adds to what others know of an account what everybody knows of this service.
func (r *Room) known(owner auth.Owner) auth.Owner {
	owner.Organization = cmp.Or(owner.Organization, r.organization())
	owner.NoDemo = !r.settings.Demo
	return owner
}

// passwordOwner returns what others know of an account; of one that does not exist nothing.
func (r *Room) passwordOwner(ctx context.Context, id uuid.UUID) (auth.Owner, error) {
	account, err := r.Client.User.Query().Where(user.ID(id)).WithContact().
		Only(auth.System(ctx, "compare a password with what others know"))
	if ent.IsNotFound(err) {
		return auth.Owner{}, nil
	}
	if err != nil {
		return auth.Owner{}, err
	}
	return ownerOf(account), nil
}

// ownerOf returns what others know of an account that was read with its contact.
func ownerOf(account *ent.User) auth.Owner {
	owner := auth.Owner{Name: account.Name}
	if contact := account.Edges.Contact; contact != nil {
		owner.Email = contact.Email
	}
	return owner
}

// setPassword replaces the password of an account that the transaction has locked, and ends its
// sessions and the marks of devices. One that was generated must be changed before it opens one. The owner is told.
func (r *Room) setPassword(ctx context.Context, t *tx.Tx, id uuid.UUID, hash string, generated bool) error {
	sys := auth.System(ctx, "write the secrets of an account")
	n, err := t.Credential.Update().Where(credential.UserID(id)).
		SetPasswordHash(hash).SetMustChange(generated).SetChangedAt(t.Now).Save(sys)
	if err == nil && n == 0 { // an account that came without one
		err = t.Credential.Create().SetUserID(id).SetPasswordHash(hash).SetMustChange(generated).SetChangedAt(t.Now).Exec(sys)
	}
	if err != nil {
		return err
	}
	ended, err := endSessions(ctx, t, id, uuid.Nil)
	if err != nil {
		return err
	}
	err = t.Audit(ctx, tx.Record{
		Action: "user.password", SubjectType: "User", Subject: id, After: tx.Values{"sessions_ended": ended},
	})
	if err != nil {
		return err
	}
	by := text.ChangedByAdministrator
	if me := tx.AccountOf(ctx); me != nil && *me == id {
		by = text.ChangedByOwner
	}
	return r.notifications.Notify(ctx, t, notifications.PasswordChanged, notifications.About{Account: id, Message: by})
}

// Register creates an account with the role user for somebody who is not signed in, where the
// settings allow it; else permission_denied. Whether the address has an account already is not
// told: the answer and the work are the same. Attempts count as sign-ins do.
func (r *Room) Register(ctx context.Context, in AccountInput) error {
	if !r.settings.Registration {
		return fault.New(fault.PermissionDenied, "Accounts are made by administrators here.")
	}
	in.Role, in.Provider = domain.RoleUser, nil
	checked, err := r.check(in, "")
	if err != nil {
		return err
	}
	if err := r.countRegistration(ctx, checked.key); err != nil {
		return err
	}
	hash, err := r.passwords.Hash(ctx, in.Password)
	if err != nil {
		return err
	}
	sys := auth.System(ctx, "nobody is signed in yet")
	err = r.Do(sys, func(t *tx.Tx) error {
		_, err := Insert(sys, t, NewAccount{Checked: checked, Action: actionRegister, password: password{hash: hash}})
		return err
	})
	if fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// renameField returns a fault of one input as a fault of another input.
func renameField(err error, name string) error {
	f, ok := fault.As(err)
	if !ok || len(f.Fields) != 1 {
		return err
	}
	field := f.Fields[0]
	field.Field = name
	return fault.Invalid(field)
}

// checkManages returns permission_denied unless the viewer manages accounts of a role.
func checkManages(ctx context.Context, role domain.Role) error {
	if !auth.From(ctx).Manages(role) {
		return rankDenied()
	}
	return nil
}
