package identity

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/reader"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	// MaxSessions is how many live ones an account has; the one that was idle longest makes room.
	MaxSessions = 50

	maxUserAgent   = 300 // bytes, as the column holds
	maxLiveViewers = 512 // sessions that one statement looks at

	// inUseAfter is how long after its sign-in a session must have been used to be one in use, if
	// that was no longer ago than an access token lives: who signs in for each request anew must
	// not end the sessions of others.
	inUseAfter = time.Minute
)

// CliToken opens a session without a password and returns its access token: for the command on
// the machine itself, so only System may. The session ends when the token does, after the given
// time (at most the refresh lifetime; 0 means the access lifetime). An address without an active
// account is not_found, a time out of range a validation fault.
func (r *Room) CliToken(ctx context.Context, email string, ttl time.Duration) (string, error) {
	if !auth.From(ctx).System() {
		return "", fault.Denied()
	}
	if ttl == 0 {
		ttl = r.settings.AccessLifetime
	}
	found, err := r.AccountByEmail(ctx, email)
	if err != nil {
		return "", err
	}
	if most := min(r.settings.RefreshLifetime, r.settings.SessionOf(found.Role)); ttl < time.Second || ttl > most {
		return "", fault.Invalid(fault.Input("ttl", "out_of_range", "must be between 1s and %s", most))
	}
	sid, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (uuid.UUID, error) {
		account, err := t.User.Query().Where(user.ID(found.ID), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).Only(ctx)
		if ent.IsNotFound(err) {
			return uuid.Nil, fault.Missing("active account")
		}
		if err != nil {
			return uuid.Nil, err
		}
		opened, err := r.openSession(ctx, t, account, "redress token", ttl, true)
		if err != nil {
			return uuid.Nil, err
		}
		return opened.ID, t.Audit(ctx, tx.Record{
			Action: "session.token", SubjectType: "Session", Subject: opened.ID,
			After: tx.Values{"user_id": account.ID, "expires_at": opened.ExpiresAt},
		})
	})
	if err != nil {
		return "", err
	}
	return r.signer.Sign(found.ID, sid, ttl)
}

// Logout ends the session of the viewer; one that has ended already is no error.
func (r *Room) Logout(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err != nil {
		return err
	}
	return r.Do(ctx, func(t *tx.Tx) error {
		own, err := t.Session.Query().
			Where(session.ID(v.SessionID), session.UserID(v.ID), session.RevokedAtIsNil(), dbtx.ForUpdate).
			Only(auth.System(ctx, "sign out"))
		if ent.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		return signOut(ctx, t, own)
	})
}

// Viewer returns who is behind a session of an account, or without an account behind a link, as the database says at this moment, in
// one statement. It implements auth.Sessions.
func (r *Room) Viewer(ctx context.Context, account, sid uuid.UUID) (*auth.Viewer, error) {
	if account == uuid.Nil {
		return r.linkViewer(ctx, link.ID(sid), func(linkRow) bool { return true })
	}
	rows, err := r.sessions(auth.System(ctx, "look the viewer up"), session.ID(sid), session.UserID(account))
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0:
		return nil, auth.InvalidToken(errors.New("there is no such session of that account"))
	case !rows[0].alive:
		return nil, auth.SessionRevoked()
	}
	return r.use(ctx, rows[0]), nil
}

// LiveViewers returns who is behind those of the sessions and links that are alive at this moment, in one
// statement for 512 of either. It implements auth.LiveSessions.
func (r *Room) LiveViewers(ctx context.Context, inUse []uuid.UUID) (map[uuid.UUID]auth.Viewer, error) {
	sys := auth.System(ctx, "look at the sessions in use")
	live := make(map[uuid.UUID]auth.Viewer, len(inUse))
	look := func(ids []uuid.UUID, read func(some []uuid.UUID) ([]entrance, error)) error {
		for some := range slices.Chunk(ids, maxLiveViewers) {
			rows, err := read(padded(some))
			if err != nil {
				return err
			}
			for _, row := range rows {
				if row.alive {
					live[row.id] = *r.use(ctx, row)
				}
			}
		}
		return nil
	}
	sessions, links := byKind(inUse)
	err := look(sessions, func(some []uuid.UUID) ([]entrance, error) { return r.sessions(sys, session.IDIn(some...)) })
	if err == nil {
		err = look(links, func(some []uuid.UUID) ([]entrance, error) {
			return r.links(sys, r.Client.Link.Query().Where(link.IDIn(some...)))
		})
	}
	return live, err
}

// entrance is a session or a link, and whether its viewer may act at this moment.
type entrance struct {
	id      uuid.UUID
	created time.Time
	alive   bool
	viewer  auth.Viewer
}

// use notes that the viewer of a session or a link that is alive acts, and returns them.
func (r *Room) use(ctx context.Context, e entrance) *auth.Viewer {
	r.uses.mark(e.id, e.created, r.Now())
	e.viewer.Address = auth.Address(ctx)
	return &e.viewer
}

// byKind returns those of some ids that are sessions', and those that are links'.
func byKind(ids []uuid.UUID) (sessions, links []uuid.UUID) {
	for _, id := range ids {
		if domain.KindOf(id) == domain.KindLink {
			links = append(links, id)
		} else {
			sessions = append(sessions, id)
		}
	}
	return sessions, links
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

// sessions reads sessions with their accounts in one statement.
func (r *Room) sessions(ctx context.Context, where ...predicate.Session) ([]entrance, error) {
	var rows []sessionRow
	err := r.Client.Session.Query().
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
	found, now := make([]entrance, len(rows)), r.Now()
	for i, s := range rows {
		found[i] = entrance{s.ID, s.CreatedAt, r.sessionAlive(s, now), auth.Viewer{
			ID: s.Account, SessionID: s.ID, Role: s.Role, ProviderID: s.ProviderID.UUID, Language: reader.Chosen(s.Language, ""),
		}}
	}
	return found, err
}

// sessionAlive reports whether a session, and the account it is of, may act.
func (r *Room) sessionAlive(s sessionRow, now time.Time) bool {
	return s.State == domain.AccountActive && s.RevokedAt == nil && now.Before(s.ExpiresAt) &&
		!r.sessionOver(s.Role, s.ID, s.CreatedAt, s.LastUsedAt, s.ByCommand, now)
}

// openSession opens a session of an account that the transaction has locked, so that accounts
// can't exceed their number of sessions by signing in at once. byCommand marks those of the
// command line.
func (r *Room) openSession(ctx context.Context, t *tx.Tx, account *ent.User, agent string, lives time.Duration, byCommand bool) (*ent.Session, error) {
	if err := r.makeRoom(ctx, t, account); err != nil {
		return nil, err
	}
	lives = min(lives, r.settings.SessionOf(account.Role))
	return t.Session.Create().
		SetUserID(account.ID).
		SetCreatedAt(t.Now).
		SetLastUsedAt(t.Now).
		SetExpiresAt(t.Now.Add(lives).Truncate(time.Millisecond)).
		SetUserAgent(clipLine(agent, maxUserAgent)).
		SetAddress(auth.Address(ctx)).
		SetByCommand(byCommand).
		Save(auth.System(ctx, "open a session"))
}

// makeRoom ends those sessions of an account that were idle longest, so that one more is not too
// many. When all of them are in use none is ended, and the new one is rate_limited.
func (r *Room) makeRoom(ctx context.Context, t *tx.Tx, account *ent.User) error {
	sys := auth.System(ctx, "open a session")
	live, err := t.Session.Query().
		Where(session.UserID(account.ID), session.RevokedAtIsNil(), session.ExpiresAtGT(t.Now)).
		All(sys)
	if err != nil {
		return err
	}
	live = slices.DeleteFunc(live, func(s *ent.Session) bool {
		s.LastUsedAt = r.uses.last(s.ID, s.LastUsedAt)
		return r.sessionOver(account.Role, s.ID, s.CreatedAt, s.LastUsedAt, s.ByCommand, t.Now)
	})
	surplus := len(live) - (MaxSessions - 1)
	if surplus <= 0 {
		return nil
	}
	idle := slices.DeleteFunc(live, func(s *ent.Session) bool {
		return s.LastUsedAt.Sub(s.CreatedAt) >= inUseAfter && t.Now.Sub(s.LastUsedAt) < r.settings.AccessLifetime
	})
	if len(idle) < surplus {
		f := fault.New(fault.RateLimited, "All %d sessions of this account are in use. End one, or try again later.", MaxSessions)
		f.RetryAfter = r.settings.AccessLifetime
		return f
	}
	slices.SortFunc(idle, func(a, b *ent.Session) int {
		return cmp.Or(a.LastUsedAt.Compare(b.LastUsedAt), bytes.Compare(a.ID[:], b.ID[:]))
	})
	ended := make([]uuid.UUID, surplus)
	for i := range ended {
		ended[i] = idle[i].ID
	}
	return t.Session.Update().Where(session.IDIn(ended...)).SetRevokedAt(t.Now).Exec(sys)
}

// endSessions ends all sessions of an account but for one that is kept, and returns how many. The devices on which it had signed in
// are known no longer.
func endSessions(ctx context.Context, t *tx.Tx, account, kept uuid.UUID) (int, error) {
	sys := auth.System(ctx, "end the sessions of an account")
	err := t.Credential.Update().Where(credential.UserID(account)).SetDevicesForgottenAt(t.Now).Exec(sys)
	if err != nil {
		return 0, err
	}
	return t.Session.Update().
		Where(session.UserID(account), session.IDNEQ(kept), session.RevokedAtIsNil(), session.ExpiresAtGT(t.Now)).
		SetRevokedAt(t.Now).
		Save(sys)
}

// asSignedIn is the context of somebody who has just signed in.
func asSignedIn(ctx context.Context, account *ent.User, s *ent.Session) context.Context {
	return auth.With(ctx, &auth.Viewer{ID: account.ID, SessionID: s.ID, Role: account.Role, Address: auth.Address(ctx)})
}

// clipLine makes one line of at most so many bytes of what a program says of itself.
func clipLine(text string, limit int) string {
	return strings.TrimSpace(domain.OneLine(domain.Clean(strings.ToValidUTF8(text, "")), limit))
}

// RevokeSession ends a session: one's own, and for administrators those of accounts that do
// not administer. Others are not_found. One that has ended already stays as it is.
func (r *Room) RevokeSession(ctx context.Context, id uuid.UUID) (*ent.Session, error) {
	if _, err := auth.Require(ctx); err != nil {
		return nil, err
	}
	err := r.Do(ctx, func(t *tx.Tx) error {
		s, err := t.Session.Query().Where(session.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return tx.Missing(err, "session")
		}
		if s.RevokedAt != nil {
			return nil
		}
		err = t.Session.UpdateOne(s).SetRevokedAt(t.Now).Exec(auth.System(ctx, "end a session that the viewer sees"))
		if err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: "session.revoke", SubjectType: "Session", Subject: id, After: tx.Values{"user_id": s.UserID},
		})
	})
	if err != nil {
		return nil, err
	}
	return r.Client.Session.Get(ctx, id)
}

// RevokeAllSessions ends the sessions of an account, nil meaning the viewer's own, and the marks of its devices, and
// returns how many sessions; the viewer's current one may be kept. Somebody else's are for whoever manages the
// account.
func (r *Room) RevokeAllSessions(ctx context.Context, account *uuid.UUID, keepCurrent bool) (int, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return 0, err
	}
	whose := v.ID
	if account != nil && *account != v.ID {
		if err := tx.RequireAdmin(ctx); err != nil {
			return 0, err
		}
		whose = *account
	}
	return tx.In(ctx, r.Runner, func(t *tx.Tx) (int, error) {
		row, err := t.User.Query().Where(user.ID(whose), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return 0, tx.Missing(err, "account")
		}
		if whose != v.ID {
			if err := checkManages(ctx, row.Role); err != nil {
				return 0, err
			}
		}
		kept := uuid.Nil
		if keepCurrent {
			kept = v.SessionID
		}
		ended, err := endSessions(ctx, t, whose, kept)
		if err != nil {
			return 0, err
		}
		return ended, t.Audit(ctx, tx.Record{
			Action: "session.revoke_all", SubjectType: "User", Subject: whose, After: tx.Values{"sessions_ended": ended},
		})
	})
}
