package desk

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	maxSessions    = 50  // live ones of an account; the one least lately used makes room
	maxUserAgent   = 300 // bytes, as the column holds
	maxLiveViewers = 500 // sessions that one statement looks at
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
// accounts. Too many attempts, good ones included, are rate_limited (docs/product.md, Sign-in and
// tokens).
func (d *Desk) Login(ctx context.Context, email, password, userAgent string) (*Tokens, error) {
	key, err := auth.FoldEmail(email)
	counted := key
	if err != nil {
		counted = email // nobody's, and refused below like the rest
	}
	if err := d.countLogin(ctx, counted); err != nil {
		return nil, err
	}
	sys := auth.System(ctx, "sign in: there is no viewer yet")
	known, err := d.client.Credential.Query().
		Where(hasAddress(credential.FieldUserID, key), credential.HasUserWith(user.StateEQ(domain.AccountActive))).
		Only(sys)
	switch {
	case ent.IsNotFound(err):
		known = &ent.Credential{} // its empty hash stands for no account
	case err != nil:
		return nil, err
	}
	if right, err := d.passwords.Verify(ctx, known.PasswordHash, password); err != nil {
		return nil, err
	} else if !right {
		return nil, badCredentials()
	}
	rehashed := ""
	if d.passwords.NeedsRehash(known.PasswordHash) {
		if rehashed, err = d.passwords.Rehash(ctx, password); err != nil {
			return nil, err
		}
	}

	tokens := &Tokens{ExpiresIn: d.settings.AccessLifetime}
	var opened *ent.Session
	err = d.tx(ctx, func(tx *txn) error {
		account, err := tx.User.Query().
			Where(user.ID(known.UserID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).
			WithCredential().Only(sys)
		if ent.IsNotFound(err) {
			return badCredentials()
		}
		if err != nil {
			return err
		}
		// Whoever changed the password meanwhile has ended all sessions before this one.
		secret := account.Edges.Credential
		if secret == nil || !secret.ChangedAt.Equal(known.ChangedAt) {
			return badCredentials()
		}
		if rehashed != "" {
			if err := tx.Credential.UpdateOne(secret).SetPasswordHash(rehashed).Exec(sys); err != nil {
				return err
			}
		}
		if opened, err = tx.openSession(ctx, account, userAgent, d.settings.RefreshLifetime); err != nil {
			return err
		}
		tokens.Account = account.Unwrap()
		link, err := tx.createRefreshToken(sys, opened.ID, opened.ExpiresAt)
		if err != nil {
			return err
		}
		tokens.Refresh = link.token
		return tx.audit(asSignedIn(ctx, account, opened), auditRecord{
			action: "session.login", subjectType: "Session", subject: opened.ID,
			after: values{"expires_at": opened.ExpiresAt},
		})
	})
	if err != nil {
		return nil, err
	}
	tokens.Access, err = d.signer.Sign(tokens.Account.ID, opened.ID, tokens.ExpiresIn)
	return tokens, err
}

func badCredentials() error {
	return fault.New(fault.AuthenticationRequired, "The e-mail address or the password is wrong.")
}

// CliToken opens a session without a password and returns its access token: for the command on
// the machine itself, so only System may. The session ends when the token does, after the given
// time (at most the refresh lifetime; 0 means the access lifetime). An address without an active
// account is not_found, a time out of range a validation fault.
func (d *Desk) CliToken(ctx context.Context, email string, ttl time.Duration) (string, error) {
	if !auth.From(ctx).System() {
		return "", fault.Denied()
	}
	if ttl == 0 {
		ttl = d.settings.AccessLifetime
	}
	if ttl < time.Second || ttl > d.settings.RefreshLifetime {
		return "", fault.Invalid(fault.Field{
			Field: "ttl", Code: "out_of_range",
			Message: "must be between 1s and " + d.settings.RefreshLifetime.String(),
		})
	}
	found, err := d.AccountByEmail(ctx, email)
	if err != nil {
		return "", err
	}
	var opened *ent.Session
	err = d.tx(ctx, func(tx *txn) error {
		account, err := tx.User.Query().Where(user.ID(found.ID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.Missing("active account")
		}
		if err != nil {
			return err
		}
		if opened, err = tx.openSession(ctx, account, "redress token", ttl); err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: "session.token", subjectType: "Session", subject: opened.ID,
			after: values{"user_id": account.ID, "expires_at": opened.ExpiresAt},
		})
	})
	if err != nil {
		return "", err
	}
	return d.signer.Sign(found.ID, opened.ID, ttl)
}

// Logout ends the session of the viewer; one that has ended already is no error.
func (d *Desk) Logout(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err != nil {
		return err
	}
	return d.tx(ctx, func(tx *txn) error {
		n, err := tx.Session.Update().
			Where(session.ID(v.SessionID), session.UserID(v.ID), session.RevokedAtIsNil()).
			SetRevokedAt(tx.now).
			Save(auth.System(ctx, "log out"))
		if err != nil || n == 0 {
			return err
		}
		return tx.audit(ctx, auditRecord{action: "session.logout", subjectType: "Session", subject: v.SessionID})
	})
}

// Viewer returns who is behind a session of an account, as the database says at this moment, in
// one statement when the session is good. It implements auth.Sessions.
func (d *Desk) Viewer(ctx context.Context, account, sid uuid.UUID) (*auth.Viewer, error) {
	sys := auth.System(ctx, "look the viewer up")
	row, err := d.client.User.Query().
		Where(
			user.ID(account),
			user.StateEQ(domain.AccountActive),
			user.HasSessionsWith(session.ID(sid), session.RevokedAtIsNil(), session.ExpiresAtGT(d.now())),
		).
		Select(user.FieldID, user.FieldRole, user.FieldProviderID).
		Only(sys)
	if ent.IsNotFound(err) {
		return nil, d.refuse(sys, account, sid)
	}
	if err != nil {
		return nil, err
	}
	v := &auth.Viewer{ID: row.ID, SessionID: sid, Role: row.Role, Address: auth.Address(ctx)}
	if row.ProviderID != nil {
		v.ProviderID = *row.ProviderID
	}
	return v, nil
}

// LiveViewers returns who is behind those of the sessions that are alive at this moment, in one
// statement for 500 of them. It implements auth.LiveSessions.
func (d *Desk) LiveViewers(ctx context.Context, sessions []uuid.UUID) (map[uuid.UUID]auth.Viewer, error) {
	sys := auth.System(ctx, "look at the sessions of open streams")
	standing := make(map[uuid.UUID]auth.Viewer, len(sessions))
	for some := range slices.Chunk(sessions, maxLiveViewers) {
		var rows []struct {
			ID         uuid.UUID     `sql:"id"`
			Account    uuid.UUID     `sql:"account"`
			Role       domain.Role   `sql:"role"`
			ProviderID uuid.NullUUID `sql:"provider_id"`
		}
		err := d.client.Session.Query().
			Where(session.IDIn(some...), session.RevokedAtIsNil(), session.ExpiresAtGT(d.now())).
			Modify(func(s *sql.Selector) {
				account := sql.Table(user.Table)
				s.Join(account).On(s.C(session.FieldUserID), account.C(user.FieldID)).
					Where(sql.EQ(account.C(user.FieldState), domain.AccountActive)).
					Select(s.C(session.FieldID), sql.As(account.C(user.FieldID), "account"),
						account.C(user.FieldRole), account.C(user.FieldProviderID))
			}).
			Scan(sys, &rows)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			standing[row.ID] = auth.Viewer{ID: row.Account, SessionID: row.ID, Role: row.Role, ProviderID: row.ProviderID.UUID}
		}
	}
	return standing, nil
}

// refuse distinguishes a session that has ended from one that never was.
func (d *Desk) refuse(ctx context.Context, account, sid uuid.UUID) error {
	was, err := d.client.Session.Query().Where(session.ID(sid), session.UserID(account)).Exist(ctx)
	switch {
	case err != nil:
		return err
	case was:
		return auth.SessionRevoked()
	default:
		return auth.InvalidToken(errors.New("there is no such session of that account"))
	}
}

// openSession opens a session of an account that the transaction has locked, so that accounts
// can't exceed their number of sessions by signing in at once.
func (tx *txn) openSession(ctx context.Context, account *ent.User, agent string, lives time.Duration) (*ent.Session, error) {
	sys := auth.System(ctx, "open a session")
	surplus, err := tx.Session.Query().
		Where(session.UserID(account.ID), session.RevokedAtIsNil(), session.ExpiresAtGT(tx.now)).
		Order(ent.Desc(session.FieldLastUsedAt, session.FieldID)).
		Offset(maxSessions - 1).Limit(maxSessions).IDs(sys)
	if err != nil {
		return nil, err
	}
	if len(surplus) > 0 {
		if err := tx.Session.Update().Where(session.IDIn(surplus...)).SetRevokedAt(tx.now).Exec(sys); err != nil {
			return nil, err
		}
	}
	return tx.Session.Create().
		SetUserID(account.ID).
		SetCreatedAt(tx.now).
		SetLastUsedAt(tx.now).
		SetExpiresAt(tx.now.Add(lives).Truncate(time.Millisecond)).
		SetUserAgent(clipLine(agent, maxUserAgent)).
		SetAddress(auth.Address(ctx)).
		Save(sys)
}

// endSessions ends all sessions of an account and returns how many.
func (tx *txn) endSessions(ctx context.Context, account uuid.UUID) (int, error) {
	return tx.Session.Update().
		Where(session.UserID(account), session.RevokedAtIsNil(), session.ExpiresAtGT(tx.now)).
		SetRevokedAt(tx.now).
		Save(auth.System(ctx, "end the sessions of an account"))
}

// asSignedIn is the context of somebody who has just signed in.
func asSignedIn(ctx context.Context, account *ent.User, s *ent.Session) context.Context {
	return auth.With(ctx, &auth.Viewer{ID: account.ID, SessionID: s.ID, Role: account.Role, Address: auth.Address(ctx)})
}

// clipLine makes one line of at most so many bytes of what a program says of itself.
func clipLine(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	for len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "")
	}
	return strings.TrimSpace(text)
}

// RevokeSession ends a session: one's own, and for administrators those of accounts that do
// not administer. Others are not_found. One that has ended already stays as it is.
func (d *Desk) RevokeSession(ctx context.Context, id uuid.UUID) (*ent.Session, error) {
	if _, err := auth.Require(ctx); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		s, err := tx.Session.Query().Where(session.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return missing(err, "session")
		}
		if s.RevokedAt != nil {
			return nil
		}
		err = tx.Session.UpdateOne(s).SetRevokedAt(tx.now).Exec(auth.System(ctx, "end a session that the viewer sees"))
		if err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: "session.revoke", subjectType: "Session", subject: id, after: values{"user_id": s.UserID},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.client.Session.Get(ctx, id)
}

// RevokeAllSessions ends the sessions of an account, nil meaning the viewer's own, and returns
// how many; the viewer's current one may be kept. Somebody else's are for whoever manages the
// account.
func (d *Desk) RevokeAllSessions(ctx context.Context, account *uuid.UUID, keepCurrent bool) (int, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return 0, err
	}
	whose := v.ID
	if account != nil && *account != v.ID {
		if err := requireAdmin(ctx); err != nil {
			return 0, err
		}
		whose = *account
	}
	ended := 0
	err = d.tx(ctx, func(tx *txn) error {
		row, err := tx.User.Query().Where(user.ID(whose), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return missing(err, "account")
		}
		if whose != v.ID {
			if err := checkManages(ctx, row.Role); err != nil {
				return err
			}
		}
		change := tx.Session.Update().
			Where(session.UserID(whose), session.RevokedAtIsNil(), session.ExpiresAtGT(tx.now))
		if keepCurrent {
			change.Where(session.IDNEQ(v.SessionID))
		}
		ended, err = change.SetRevokedAt(tx.now).Save(auth.System(ctx, "end the sessions of an account"))
		if err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: "session.revoke_all", subjectType: "User", subject: whose, after: values{"sessions_ended": ended},
		})
	})
	return ended, err
}
