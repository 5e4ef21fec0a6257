package desk

import (
	"bytes"
	"cmp"
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
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	maxSessions    = 50  // live ones of an account; the one that was idle longest makes room
	maxUserAgent   = 300 // bytes, as the column holds
	maxLiveViewers = 512 // sessions that one statement looks at

	// inUseAfter is how long after its sign-in a session must have been used to be one in use, if
	// that was no longer ago than an access token lives: who signs in for each request anew must
	// not end the sessions of others.
	inUseAfter = time.Minute
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
func (d *Desk) Login(ctx context.Context, email, password, userAgent string) (*Tokens, error) {
	proof, err := d.provePassword(ctx, operationLogin, email, password, userAgent)
	if err != nil {
		return nil, err
	}
	rehashed := ""
	if d.passwords.NeedsRehash(proof.known.PasswordHash) {
		if rehashed, err = d.passwords.Rehash(ctx, password); err != nil {
			return nil, err
		}
	}
	sys := auth.System(ctx, "sign in: there is no viewer yet")
	return d.signIn(ctx, proof, userAgent, func(tx *txn, account *ent.User) error {
		secret := account.Edges.Credential
		if secret.MustChange {
			return passwordChangeRequired()
		}
		if rehashed == "" {
			return nil
		}
		return tx.Credential.UpdateOne(secret).SetPasswordHash(rehashed).Exec(sys)
	})
}

// passwordProof is a password that was right when it was looked at.
type passwordProof struct {
	attempt signInAttempt
	known   *ent.Credential
}

// provePassword checks the password of an active account. One that is wrong, or whose account
// does not exist, counts, and is authentication_required after the same work.
func (d *Desk) provePassword(ctx context.Context, operation, email, password, agent string) (passwordProof, error) {
	key, err := auth.FoldEmail(email)
	typed := key
	if err != nil {
		typed = email // nobody's, and refused below like the rest
	}
	sys := auth.System(ctx, "sign in: there is no viewer yet")
	known, err := d.client.Credential.Query().
		Where(hasAddress(credential.FieldUserID, key), credential.HasUserWith(user.StateEQ(domain.AccountActive))).
		Only(sys)
	switch {
	case ent.IsNotFound(err):
		known = &ent.Credential{} // its empty hash stands for no account
	case err != nil:
		return passwordProof{}, err
	}
	from, err := d.originOf(ctx, known)
	if err != nil {
		return passwordProof{}, err
	}
	if err := budget.DrawSignIn(ctx, from.payer(ctx, typed)); err != nil {
		return passwordProof{}, err
	}
	proof := passwordProof{known: known, attempt: signInAttempt{
		operation: operation, typed: typed, account: known.UserID, agent: agent, from: from,
		counters: signInCounters(ctx, typed, from),
	}}
	return proof, d.prove(ctx, proof, password, badCredentials())
}

// prove compares a password with what is known, unless there were too many wrong ones. A wrong
// one counts and is the refusal that is given.
func (d *Desk) prove(ctx context.Context, proof passwordProof, password string, refusal error) error {
	wrong, err := d.checkLimit(ctx, proof.attempt)
	if err != nil {
		return err
	}
	right, err := d.passwords.Verify(proof.attempt.ranked(ctx, wrong), proof.known.PasswordHash, password)
	if err == nil && !right {
		err = d.countWrong(ctx, proof.attempt, refusal)
	}
	return err
}

// lockProven locks the account of a password that was right, for a transaction that acts on it.
// It is gone when the account was disabled or the password changed meanwhile, which has ended all
// sessions before the one that would begin, and rate_limited when others have used the limit up:
// of many guesses at once those that come after the last allowed one get no answer.
func (tx *txn) lockProven(ctx context.Context, proof passwordProof, gone error) (*ent.User, error) {
	account, err := tx.User.Query().
		Where(user.ID(proof.known.UserID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).
		WithCredential().WithContact().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, gone
	}
	if err != nil {
		return nil, err
	}
	if secret := account.Edges.Credential; secret == nil || !secret.ChangedAt.Equal(proof.known.ChangedAt) {
		return nil, gone
	}
	_, err = proof.attempt.counters.check(ctx, tx.LoginAttempt, tx.now)
	return account, err
}

// signIn opens a session for whoever proved the password, after do, and remembers from where.
func (d *Desk) signIn(ctx context.Context, proof passwordProof, agent string, do func(*txn, *ent.User) error) (*Tokens, error) {
	sys := auth.System(ctx, "sign in: there is no viewer yet")
	var tokens *Tokens
	var sid uuid.UUID
	var passwordSet time.Time
	err := d.tx(ctx, func(tx *txn) error {
		account, err := tx.lockProven(sys, proof, badCredentials())
		if err != nil {
			return err
		}
		if err := do(tx, account); err != nil {
			return err
		}
		var opened *ent.Session
		if tokens, opened, err = tx.issueTokens(ctx, account, agent); err != nil {
			return err
		}
		sid, passwordSet = opened.ID, account.Edges.Credential.ChangedAt
		return tx.audit(asSignedIn(ctx, account, opened), auditRecord{
			action: "session.login", subjectType: "Session", subject: opened.ID,
			after: values{"expires_at": opened.ExpiresAt},
		})
	})
	if err != nil {
		if f, ok := fault.As(err); ok && f.Code != fault.PasswordChangeRequired && f.Code != fault.Validation {
			d.reportRefusal(ctx, Refusal{Operation: proof.attempt.operation, Code: f.Code})
		}
		return nil, err
	}
	auth.TrustDevice(ctx, proof.known.UserID, passwordSet)
	return d.signAccess(tokens, sid)
}

// issueTokens opens a session of an account that the transaction has locked and returns its
// tokens but for the access token, which is signed once all is committed.
func (tx *txn) issueTokens(ctx context.Context, account *ent.User, agent string) (*Tokens, *ent.Session, error) {
	opened, err := tx.openSession(ctx, account, agent, tx.desk.settings.RefreshLifetime, false)
	if err != nil {
		return nil, nil, err
	}
	link, err := tx.createRefreshToken(auth.System(ctx, "open a session"), opened.ID, opened.ExpiresAt)
	if err != nil {
		return nil, nil, err
	}
	if err := tx.rememberAddress(ctx, account.ID); err != nil {
		return nil, nil, err
	}
	if err := tx.User.UpdateOneID(account.ID).SetLastSignInAt(tx.now).Exec(auth.System(ctx, "sign in")); err != nil {
		return nil, nil, err
	}
	return &Tokens{Refresh: link.token, ExpiresIn: tx.desk.settings.AccessLifetime, Account: account.Unwrap()}, opened, nil
}

func (d *Desk) signAccess(tokens *Tokens, sid uuid.UUID) (_ *Tokens, err error) {
	tokens.Access, err = d.signer.Sign(tokens.Account.ID, sid, tokens.ExpiresIn)
	return tokens, err
}

func passwordChangeRequired() error {
	return fault.New(fault.PasswordChangeRequired, "The password was generated. Choose another one with changePassword to sign in.")
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
	found, err := d.AccountByEmail(ctx, email)
	if err != nil {
		return "", err
	}
	if most := min(d.settings.RefreshLifetime, d.settings.sessionLifetime(found.Role)); ttl < time.Second || ttl > most {
		return "", fault.Invalid(fault.Input("ttl", "out_of_range", "must be between 1s and %s", most))
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
		if opened, err = tx.openSession(ctx, account, "redress token", ttl, true); err != nil {
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
// one statement. It implements auth.Sessions.
func (d *Desk) Viewer(ctx context.Context, account, sid uuid.UUID) (*auth.Viewer, error) {
	rows, err := d.sessionRows(auth.System(ctx, "look the viewer up"), session.ID(sid), session.UserID(account))
	if err != nil {
		return nil, err
	}
	now := d.now()
	switch {
	case len(rows) == 0:
		return nil, auth.InvalidToken(errors.New("there is no such session of that account"))
	case !d.sessionAlive(rows[0], now):
		return nil, auth.SessionRevoked()
	}
	d.uses.mark(sid, now)
	v := rows[0].viewer()
	v.Address = auth.Address(ctx)
	return &v, nil
}

// LiveViewers returns who is behind those of the sessions that are alive at this moment, in one
// statement for 512 of them. It implements auth.LiveSessions.
func (d *Desk) LiveViewers(ctx context.Context, sessions []uuid.UUID) (map[uuid.UUID]auth.Viewer, error) {
	sys := auth.System(ctx, "look at the sessions in use")
	standing := make(map[uuid.UUID]auth.Viewer, len(sessions))
	for some := range slices.Chunk(sessions, maxLiveViewers) {
		rows, err := d.sessionRows(sys, session.IDIn(padded(some)...))
		if err != nil {
			return nil, err
		}
		now := d.now()
		for _, row := range rows {
			if d.sessionAlive(row, now) {
				d.uses.mark(row.ID, now)
				standing[row.ID] = row.viewer()
			}
		}
	}
	return standing, nil
}

// padded repeats the last of some ids until their number is a power of two, so that ten texts of
// statements, which the database keeps prepared, serve any number of sessions.
func padded(ids []uuid.UUID) []uuid.UUID {
	n := 1
	for n < len(ids) {
		n *= 2
	}
	all := slices.Grow(slices.Clone(ids), n-len(ids))
	for len(all) < n {
		all = append(all, ids[len(ids)-1])
	}
	return all
}

// sessionRow is a session with what its account decides.
type sessionRow struct {
	ID         uuid.UUID           `sql:"id"`
	CreatedAt  time.Time           `sql:"created_at"`
	LastUsedAt time.Time           `sql:"last_used_at"`
	ExpiresAt  time.Time           `sql:"expires_at"`
	RevokedAt  *time.Time          `sql:"revoked_at"`
	ByCommand  bool                `sql:"by_command"`
	Account    uuid.UUID           `sql:"account"`
	Role       domain.Role         `sql:"role"`
	State      domain.AccountState `sql:"state"`
	ProviderID uuid.NullUUID       `sql:"provider_id"`
	Language   *string             `sql:"language"`
}

func (r sessionRow) viewer() auth.Viewer {
	v := auth.Viewer{ID: r.Account, SessionID: r.ID, Role: r.Role, ProviderID: r.ProviderID.UUID}
	v.Language = reader.Chosen(r.Language, "")
	return v
}

// sessionRows reads sessions with their accounts in one statement.
func (d *Desk) sessionRows(ctx context.Context, where ...predicate.Session) (rows []sessionRow, err error) {
	err = d.client.Session.Query().
		Where(where...).
		Modify(func(s *sql.Selector) {
			account := sql.Table(user.Table)
			s.Join(account).On(s.C(session.FieldUserID), account.C(user.FieldID)).
				Select(s.C(session.FieldID), s.C(session.FieldCreatedAt), s.C(session.FieldLastUsedAt),
					s.C(session.FieldExpiresAt), s.C(session.FieldRevokedAt), s.C(session.FieldByCommand),
					sql.As(account.C(user.FieldID), "account"), account.C(user.FieldRole),
					account.C(user.FieldState), account.C(user.FieldProviderID)).
				AppendSelectExprAs(reader.Column(account.C(user.FieldID)), "language")
		}).
		Scan(ctx, &rows)
	return rows, err
}

// sessionAlive reports whether a session, and the account it is of, may act.
func (d *Desk) sessionAlive(r sessionRow, now time.Time) bool {
	return r.State == domain.AccountActive && r.RevokedAt == nil && now.Before(r.ExpiresAt) &&
		!d.sessionOver(r.Role, r.ID, r.CreatedAt, r.LastUsedAt, r.ByCommand, now)
}

// openSession opens a session of an account that the transaction has locked, so that accounts
// can't exceed their number of sessions by signing in at once. byCommand marks those of the
// command line.
func (tx *txn) openSession(ctx context.Context, account *ent.User, agent string, lives time.Duration, byCommand bool) (*ent.Session, error) {
	if err := tx.makeRoom(ctx, account); err != nil {
		return nil, err
	}
	lives = min(lives, tx.desk.settings.sessionLifetime(account.Role))
	return tx.Session.Create().
		SetUserID(account.ID).
		SetCreatedAt(tx.now).
		SetLastUsedAt(tx.now).
		SetExpiresAt(tx.now.Add(lives).Truncate(time.Millisecond)).
		SetUserAgent(clipLine(agent, maxUserAgent)).
		SetAddress(auth.Address(ctx)).
		SetByCommand(byCommand).
		Save(auth.System(ctx, "open a session"))
}

// makeRoom ends those sessions of an account that were idle longest, so that one more is not too
// many. When all of them are in use none is ended, and the new one is rate_limited.
func (tx *txn) makeRoom(ctx context.Context, account *ent.User) error {
	sys := auth.System(ctx, "open a session")
	d := tx.desk
	live, err := tx.Session.Query().
		Where(session.UserID(account.ID), session.RevokedAtIsNil(), session.ExpiresAtGT(tx.now)).
		All(sys)
	if err != nil {
		return err
	}
	live = slices.DeleteFunc(live, func(s *ent.Session) bool {
		s.LastUsedAt = d.uses.last(s.ID, s.LastUsedAt)
		return d.sessionOver(account.Role, s.ID, s.CreatedAt, s.LastUsedAt, s.ByCommand, tx.now)
	})
	surplus := len(live) - (maxSessions - 1)
	if surplus <= 0 {
		return nil
	}
	idle := slices.DeleteFunc(live, func(s *ent.Session) bool {
		return s.LastUsedAt.Sub(s.CreatedAt) >= inUseAfter && tx.now.Sub(s.LastUsedAt) < d.settings.AccessLifetime
	})
	if len(idle) < surplus {
		f := fault.New(fault.RateLimited, "All %d sessions of this account are in use. End one, or try again later.", maxSessions)
		f.RetryAfter = d.settings.AccessLifetime
		return f
	}
	slices.SortFunc(idle, func(a, b *ent.Session) int {
		return cmp.Or(a.LastUsedAt.Compare(b.LastUsedAt), bytes.Compare(a.ID[:], b.ID[:]))
	})
	ended := make([]uuid.UUID, surplus)
	for i := range ended {
		ended[i] = idle[i].ID
	}
	return tx.Session.Update().Where(session.IDIn(ended...)).SetRevokedAt(tx.now).Exec(sys)
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
