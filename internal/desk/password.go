package desk

import (
	"context"
	"crypto/rand"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// NewPassword draws a password that nobody can guess, to be handed to a person: 26 letters
// and digits, 128 bits.
func NewPassword() string { return rand.Text() }

// ChangePassword gives an account another password and ends all its sessions. Whoever
// manages the account may. A password that the rules refuse is a validation fault.
func (d *Desk) ChangePassword(ctx context.Context, id uuid.UUID, password string) (*ent.User, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	owner, err := d.passwordOwner(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := auth.CheckPassword(password, owner); err != nil {
		return nil, err
	}
	hash, err := d.passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	return d.changeAccount(ctx, Target{ID: id}, func(tx *txn, account *ent.User, _ bool) error {
		if err := tx.User.UpdateOne(account).AddVersion(1).Exec(ctx); err != nil { // the policy's word on it
			return err
		}
		return tx.setPassword(ctx, id, hash)
	})
}

// ChangeOwnPassword gives the viewer's account another password, ends all its sessions and opens
// a new one for whoever asked, whose tokens it returns. Everybody may, who knows the current
// password; guesses count as sign-ins do and are rate_limited.
func (d *Desk) ChangeOwnPassword(ctx context.Context, current, fresh, userAgent string) (*Tokens, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	owner, err := d.passwordOwner(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	if err := auth.CheckPassword(fresh, owner); err != nil {
		return nil, renameField(err, "newPassword")
	}
	if err := d.countLogin(ctx, v.ID.String()); err != nil {
		return nil, err
	}
	sys := auth.System(ctx, "change one's own password")
	known, err := d.client.Credential.Query().Where(credential.UserID(v.ID)).Only(sys)
	if ent.IsNotFound(err) {
		known, err = &ent.Credential{}, nil // an account without a password proves nothing
	}
	if err != nil {
		return nil, err
	}
	if right, err := d.passwords.Verify(ctx, known.PasswordHash, current); err != nil {
		return nil, err
	} else if !right {
		return nil, fault.Invalid(fault.Field{Field: "currentPassword", Code: "wrong", Message: "is wrong"})
	}
	hash, err := d.passwords.Hash(ctx, fresh)
	if err != nil {
		return nil, err
	}
	tokens := &Tokens{ExpiresIn: d.settings.AccessLifetime}
	var opened *ent.Session
	err = d.tx(ctx, func(tx *txn) error {
		account, err := tx.User.Query().
			Where(user.ID(v.ID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).WithCredential().Only(sys)
		if ent.IsNotFound(err) {
			return auth.SessionRevoked()
		}
		if err != nil {
			return err
		}
		if secret := account.Edges.Credential; secret == nil || !secret.ChangedAt.Equal(known.ChangedAt) {
			return auth.SessionRevoked() // whoever changed it meanwhile has ended this session
		}
		if err := tx.setPassword(ctx, v.ID, hash); err != nil {
			return err
		}
		if opened, err = tx.openSession(ctx, account, userAgent, d.settings.RefreshLifetime); err != nil {
			return err
		}
		tokens.Account = account.Unwrap()
		link, err := tx.createRefreshToken(sys, opened.ID, opened.ExpiresAt)
		tokens.Refresh = link.token
		return err
	})
	if err != nil {
		return nil, err
	}
	tokens.Access, err = d.signer.Sign(v.ID, opened.ID, tokens.ExpiresIn)
	return tokens, err
}

// passwordOwner returns what others know of an account; of one that does not exist nothing.
func (d *Desk) passwordOwner(ctx context.Context, id uuid.UUID) (auth.Owner, error) {
	account, err := d.client.User.Query().Where(user.ID(id)).WithContact().
		Only(auth.System(ctx, "compare a password with what others know"))
	if ent.IsNotFound(err) {
		return auth.Owner{}, nil
	}
	if err != nil {
		return auth.Owner{}, err
	}
	owner := auth.Owner{Name: account.Name}
	if contact := account.Edges.Contact; contact != nil {
		owner.Email = contact.Email
	}
	return owner, nil
}

// setPassword replaces the password of an account that the transaction has locked, and ends its
// sessions.
func (tx *txn) setPassword(ctx context.Context, id uuid.UUID, hash string) error {
	sys := auth.System(ctx, "write the secrets of an account")
	n, err := tx.Credential.Update().Where(credential.UserID(id)).
		SetPasswordHash(hash).SetChangedAt(tx.now).Save(sys)
	if err == nil && n == 0 { // an account that came without one
		err = tx.Credential.Create().SetUserID(id).SetPasswordHash(hash).SetChangedAt(tx.now).Exec(sys)
	}
	if err != nil {
		return err
	}
	ended, err := tx.endSessions(ctx, id)
	if err != nil {
		return err
	}
	return tx.audit(ctx, auditRecord{
		action: "user.password", subjectType: "User", subject: id, after: values{"sessions_ended": ended},
	})
}

// Register creates an account with the role user for somebody who is not signed in, where the
// settings allow it; else permission_denied. Whether the address has an account already is not
// told: the answer and the work are the same. Attempts count as sign-ins do.
func (d *Desk) Register(ctx context.Context, in AccountInput) error {
	if !d.settings.Registration {
		return fault.New(fault.PermissionDenied, "Accounts are made by administrators here.")
	}
	in.Role, in.Provider = domain.RoleUser, nil
	key, err := in.check()
	if err != nil {
		return err
	}
	if err := d.countLogin(ctx, key); err != nil {
		return err
	}
	hash, err := d.passwords.Hash(ctx, in.Password)
	if err != nil {
		return err
	}
	sys := auth.System(ctx, "nobody is signed in yet")
	err = d.tx(sys, func(tx *txn) error {
		_, err := tx.createAccount(sys, in, key, hash, "user.register")
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
