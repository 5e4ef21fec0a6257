package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// Tokens are what somebody who signed in holds.
type Tokens struct {
	Access    string        // goes behind the word Bearer
	Refresh   string        // good for one Refresh
	ExpiresIn time.Duration // of the access token
	Account   *ent.User     // whose they are
}

// Login opens a session. Everybody may try.
//
// An unknown address, a wrong password and a disabled account are one and the same
// authentication_required after the same work, so that nobody learns which addresses have
// accounts. Too many wrong attempts are rate_limited (docs/product.md, Sign-in and tokens). A
// generated password opens none: it is password_change_required, and ReplacePassword is the way on.
func (r *Room) Login(ctx context.Context, email, password, userAgent string) (*Tokens, error) {
	proof, err := r.provePassword(ctx, operationLogin, email, password, userAgent)
	if err != nil {
		return nil, err
	}
	rehashed := ""
	if r.passwords.NeedsRehash(proof.known.PasswordHash) {
		if rehashed, err = r.passwords.Rehash(ctx, password); err != nil {
			return nil, err
		}
	}
	sys := auth.System(ctx, "sign in: there is no viewer yet")
	return r.signIn(ctx, proof, userAgent, func(t *tx.Tx, account *ent.User) error {
		secret := account.Edges.Credential
		if secret.MustChange {
			return passwordChangeRequired()
		}
		if rehashed == "" {
			return nil
		}
		return t.Credential.UpdateOne(secret).SetPasswordHash(rehashed).Exec(sys)
	})
}

// passwordProof is a password that was right when it was looked at.
type passwordProof struct {
	attempt signInAttempt
	known   *ent.Credential
}

// provePassword checks the password of an active account. One that is wrong, or whose account
// does not exist, counts, and is authentication_required after the same work.
func (r *Room) provePassword(ctx context.Context, operation, email, password, agent string) (passwordProof, error) {
	key, err := auth.FoldEmail(email)
	typed := key
	if err != nil {
		typed = email // nobody's, and refused below like the rest
	}
	sys := auth.System(ctx, "sign in: there is no viewer yet")
	known, err := r.Client.Credential.Query().
		Where(hasAddress(credential.FieldUserID, key), credential.HasUserWith(user.StateEQ(domain.AccountActive))).
		Only(sys)
	switch {
	case ent.IsNotFound(err):
		known = &ent.Credential{} // its empty hash stands for no account
	case err != nil:
		return passwordProof{}, err
	}
	from, err := r.originOf(ctx, known)
	if err != nil {
		return passwordProof{}, err
	}
	if from, err = from.draw(ctx, typed); err != nil {
		return passwordProof{}, err
	}
	proof := passwordProof{known: known, attempt: signInAttempt{
		operation: operation, typed: typed, account: known.UserID, agent: agent, from: from,
		counters: signInCounters(ctx, typed, from),
	}}
	if err := r.prove(ctx, proof, password, badCredentials()); err != nil {
		return passwordProof{}, from.hide(err)
	}
	from.settle(ctx, typed)
	return proof, nil
}

// prove compares a password with what is known, unless there were too many wrong ones. A wrong
// one counts and is the refusal that is given.
func (r *Room) prove(ctx context.Context, proof passwordProof, password string, refusal error) error {
	wrong, err := r.checkLimit(ctx, proof.attempt)
	if err != nil {
		return err
	}
	waiting, done := r.turns.take(ctx, proof.attempt, wrong, r.Now())
	right, err := r.passwords.Verify(waiting, proof.known.PasswordHash, password)
	done(right)
	if err == nil && !right {
		err = r.countWrong(ctx, proof.attempt, refusal)
	}
	return err
}

// lockProven locks the account of a password that was right, for a transaction that acts on it.
// It is gone when the account was disabled or the password changed meanwhile, which has ended all
// sessions before the one that would begin, and rate_limited when others have used the limit up:
// of many guesses at once those that come after the last allowed one get no answer.
func lockProven(ctx context.Context, t *tx.Tx, proof passwordProof, gone error) (*ent.User, error) {
	account, err := t.User.Query().
		Where(user.ID(proof.known.UserID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).
		WithCredential().WithContact().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, proof.attempt.from.hide(gone)
	}
	if err != nil {
		return nil, err
	}
	if secret := account.Edges.Credential; secret == nil || !secret.ChangedAt.Equal(proof.known.ChangedAt) {
		return nil, proof.attempt.from.hide(gone)
	}
	_, err = proof.attempt.counters.check(ctx, t.LoginAttempt, t.Now)
	return account, proof.attempt.from.hide(err)
}

// signIn opens a session for whoever proved the password, after do, and remembers from where.
func (r *Room) signIn(ctx context.Context, proof passwordProof, agent string, do func(*tx.Tx, *ent.User) error) (*Tokens, error) {
	sys := auth.System(ctx, "sign in: there is no viewer yet")
	in, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (signedIn, error) {
		account, err := lockProven(sys, t, proof, badCredentials())
		if err != nil {
			return signedIn{}, err
		}
		if err := do(t, account); err != nil {
			return signedIn{}, err
		}
		tokens, opened, err := r.issueTokens(ctx, t, account, agent)
		if err != nil {
			return signedIn{}, err
		}
		if err := auditSignIn(ctx, t, account, opened); err != nil {
			return signedIn{}, err
		}
		in := signedIn{tokens, opened.ID, marksSince(account.Edges.Credential)}
		if proof.attempt.from.device != uuid.Nil { // it has been signed in on before
			return in, nil
		}
		return in, r.tellOfDevice(ctx, t, opened)
	})
	if err != nil {
		if f, ok := fault.As(err); ok && f.Code != fault.PasswordChangeRequired && f.Code != fault.Validation {
			r.reportRefusal(ctx, Refusal{Operation: proof.attempt.operation, Code: f.Code})
		}
		return nil, err
	}
	auth.TrustDevice(ctx, proof.known.UserID, in.since)
	return r.signAccess(in)
}

// signedIn is what a transaction leaves of a sign-in.
type signedIn struct {
	tokens  *Tokens // without the access token
	session uuid.UUID
	since   time.Time // when marks of devices began to be good
}

// issueTokens opens a session of an account that the transaction has locked and returns its
// tokens but for the access token, which is signed once all is committed.
func (r *Room) issueTokens(ctx context.Context, t *tx.Tx, account *ent.User, agent string) (*Tokens, *ent.Session, error) {
	opened, err := r.openSession(ctx, t, account, agent, r.settings.RefreshLifetime, false)
	if err != nil {
		return nil, nil, err
	}
	link, err := createRefreshToken(auth.System(ctx, "open a session"), t, opened.ID, opened.ExpiresAt)
	if err != nil {
		return nil, nil, err
	}
	if err := rememberAddress(ctx, t, account.ID); err != nil {
		return nil, nil, err
	}
	if err := t.User.UpdateOneID(account.ID).SetLastSignInAt(t.Now).Exec(auth.System(ctx, "sign in")); err != nil {
		return nil, nil, err
	}
	return &Tokens{Refresh: link.token, ExpiresIn: r.settings.AccessLifetime, Account: account.Unwrap()}, opened, nil
}

// signAccess returns the tokens of a sign-in that is committed, with the access token.
func (r *Room) signAccess(in signedIn) (_ *Tokens, err error) {
	in.tokens.Access, err = r.signer.Sign(in.tokens.Account.ID, in.session, in.tokens.ExpiresIn)
	return in.tokens, err
}

func passwordChangeRequired() error {
	return fault.New(fault.PasswordChangeRequired, "The password must be changed first. Choose another one with changePassword to sign in.")
}

func badCredentials() error {
	return fault.New(fault.AuthenticationRequired, "The e-mail address or the password is wrong.")
}
