package identity

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

const (
	// useInterval is how often the job writes which sessions were used.
	useInterval = time.Second
	// usePrecision is how much newer a use must be than the one that was written: a busy session is one write a minute.
	usePrecision = time.Minute
	// useStep is the step in which times of use are written, so that sessions share statements. Until a session counts as one in use each
	// step is, since other instances and commands choose by it which of an account's sessions ends.
	useStep = time.Second
)

// sessionUses remembers when the sessions and links of this instance were last used, until the job writes
// it: a read must not wait for a write.
type sessionUses struct {
	mu sync.Mutex
	at map[uuid.UUID]sessionUse
}

type sessionUse struct{ created, last, written time.Time }

// due reports whether a use is to be written though the session may be used again.
func (u sessionUse) due() bool {
	precision := usePrecision
	if u.written.Sub(u.created) < inUseAfter {
		precision = useStep
	}
	return u.last.Sub(u.written) >= precision
}

// mark notes that a session or a link is used, which was made at some time.
func (u *sessionUses) mark(id uuid.UUID, created, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	use := u.at[id]
	use.created, use.last = created, now
	u.at[id] = use
}

// last returns when a session was last used, of which the database knows as much.
func (u *sessionUses) last(id uuid.UUID, written time.Time) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	if use := u.at[id]; use.last.After(written) {
		return use.last
	}
	return written
}

// take returns the uses to be written, by their times, and forgets sessions that are not used any
// more.
func (u *sessionUses) take(now time.Time) map[time.Time][]uuid.UUID {
	u.mu.Lock()
	defer u.mu.Unlock()
	due := map[time.Time][]uuid.UUID{}
	for id, use := range u.at {
		idle, at := now.Sub(use.last) > usePrecision, use.last.Truncate(useStep)
		if use.due() || idle && at.After(use.written) { // the last moments of an idle one
			due[at] = append(due[at], id)
			use.written = at
			u.at[id] = use
		}
		if idle {
			delete(u.at, id)
		}
	}
	return due
}

// writeSessionUses writes when sessions and links were last used, and returns of how many. What can't be
// written is written the next time that they are used.
func (r *Room) writeSessionUses(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "note which sessions are in use")
	written := 0
	for at, ids := range r.uses.take(r.Now()) {
		sessions, links := byKind(ids)
		for some := range slices.Chunk(sessions, maxLiveViewers) {
			n, err := r.Client.Session.Update().
				Where(session.IDIn(some...), session.LastUsedAtLT(at)).SetLastUsedAt(at).Save(sys)
			if written += n; err != nil {
				return written, err
			}
		}
		for some := range slices.Chunk(links, maxLiveViewers) {
			n, err := r.Client.Link.Update().
				Where(link.IDIn(some...), link.Or(link.LastUsedAtIsNil(), link.LastUsedAtLT(at))).SetLastUsedAt(at).Save(sys)
			if written += n; err != nil {
				return written, err
			}
		}
	}
	return written, nil
}

// endIdleSessions ends the sessions of administrators that were idle for too long, so that lists
// tell it, and returns how many. Whether a session is over does not wait for it.
func (r *Room) endIdleSessions(ctx context.Context) (int, error) {
	if _, err := r.writeSessionUses(ctx); err != nil {
		return 0, err
	}
	now := r.Now()
	return r.Client.Session.Update().
		Where(
			session.RevokedAtIsNil(), session.ExpiresAtGT(now), session.ByCommand(false),
			// Another instance may not have written its last uses yet.
			session.LastUsedAtLTE(now.Add(-r.settings.AdminIdle-usePrecision-2*useInterval)),
			session.HasUserWith(user.RoleIn(domain.AdminRoles...)),
		).
		SetRevokedAt(now).Save(auth.System(ctx, "end idle sessions"))
}

// sessionOver reports whether a session of a role has lasted too long, or was idle for too long.
func (r *Room) sessionOver(role domain.Role, id uuid.UUID, created, lastUsed time.Time, byCommand bool, now time.Time) bool {
	if !now.Before(created.Add(r.settings.SessionOf(role))) {
		return true
	}
	return role.Admin() && !byCommand && !now.Before(r.uses.last(id, lastUsed).Add(r.settings.AdminIdle))
}
