package auth

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

const (
	// watchInterval leaves three quarters of the second in which a lost right must take effect to the
	// check itself and to the way to the client, and half of cacheLifetime to the check.
	watchInterval = cacheLifetime / 2
	// watchedFor is for how long after its last request a session is looked at.
	watchedFor = 5 * time.Second
	// maxCheckAge is how old a check may be when something is sent to a viewer.
	maxCheckAge = time.Second
	// checkTimeout ends a check that the database does not complete.
	checkTimeout = 5 * time.Second
)

// LiveSessions looks many sessions up at once.
type LiveSessions interface {
	// LiveViewers returns the viewers of those sessions that are alive.
	LiveViewers(ctx context.Context, sessions []uuid.UUID) (map[uuid.UUID]Viewer, error)
}

// Watch ends streams whose viewer has lost the right to them, and tells an Authenticator of sessions
// in use. It checks all of them at once, every watchInterval.
type Watch struct {
	sessions LiveSessions
	requests *Authenticator // nil: only streams are watched
	now      func() time.Time

	mu        sync.Mutex
	streams   map[*watchedStream]struct{}
	checkedAt time.Time     // when the last check that succeeded began
	checked   chan struct{} // closed and replaced after each check that succeeded
}

type watchedStream struct {
	viewer Viewer
	end    context.CancelCauseFunc
}

// NewWatch creates a watch; Run runs its checks.
func NewWatch(standings LiveSessions, now func() time.Time) *Watch {
	return &Watch{sessions: standings, now: now, streams: map[*watchedStream]struct{}{}, checked: make(chan struct{})}
}

// Refresh lets the watch tell an authenticator about the sessions that its requests come with. It is
// called before Run.
func (w *Watch) Refresh(requests *Authenticator) { w.requests = requests }

// Register watches a viewer until release is called. The context that it returns ends when the
// viewer's token has expired (its cause is TokenExpired), the session has ended
// (SessionRevoked), or the role or the provider is another one (RightsChanged).
func (w *Watch) Register(ctx context.Context, v *Viewer) (watching context.Context, release func()) {
	ctx, end := context.WithCancelCause(ctx)
	entry := &watchedStream{viewer: *v, end: end}
	w.mu.Lock()
	w.streams[entry] = struct{}{}
	w.mu.Unlock()
	return ctx, func() {
		w.mu.Lock()
		delete(w.streams, entry)
		w.mu.Unlock()
		end(context.Canceled)
	}
}

// RightsChanged ends a stream whose viewer has got another role or provider.
func RightsChanged() *fault.Error {
	return fault.New(fault.PermissionDenied, "Your rights have changed. Connect again.")
}

// Confirm waits until the sessions have been checked within maxCheckAge, so that nothing is sent
// on the strength of an old check.
func (w *Watch) Confirm(ctx context.Context) error { return w.confirmSince(ctx, time.Time{}) }

// ConfirmAnew waits until the sessions have been checked by a check that began after the call, so that nothing is sent to a session
// that what is sent has ended.
func (w *Watch) ConfirmAnew(ctx context.Context) error { return w.confirmSince(ctx, w.now()) }

func (w *Watch) confirmSince(ctx context.Context, since time.Time) error {
	for {
		w.mu.Lock()
		at, look := w.checkedAt, w.checked
		w.mu.Unlock()
		age := w.now().Sub(at)
		if age >= 0 && age < maxCheckAge && !at.Before(since) {
			return ctx.Err()
		}
		select {
		case <-look:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Run checks until the context ends. While the database is unavailable streams stay open, and
// Confirm blocks what would be sent.
func (w *Watch) Run(ctx context.Context) {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	unavailable := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := w.Check(ctx)
		if err != nil && !unavailable && ctx.Err() == nil {
			slog.WarnContext(ctx, "sessions in use can't be checked: streams are paused, and requests look for themselves", "error", err)
		}
		unavailable = err != nil
	}
}

// Check looks at all sessions in use once, as Run does every watchInterval.
func (w *Watch) Check(ctx context.Context) error {
	began := w.now()
	w.mu.Lock()
	all := make([]*watchedStream, 0, len(w.streams))
	sessions := make([]uuid.UUID, 0, len(w.streams))
	for entry := range w.streams {
		all = append(all, entry)
		sessions = append(sessions, entry.viewer.SessionID)
	}
	w.mu.Unlock()
	var inUse []usedViewer
	if w.requests != nil {
		inUse = w.requests.inUse(began.Add(-watchedFor))
		for _, u := range inUse {
			sessions = append(sessions, u.session)
		}
	}
	slices.SortFunc(sessions, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	sessions = slices.Compact(sessions)
	for _, entry := range all {
		if !began.Before(entry.viewer.Expires) {
			entry.end(TokenExpired())
		}
	}
	live := map[uuid.UUID]Viewer{}
	if len(sessions) > 0 {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		defer cancel()
		var err error
		if live, err = w.sessions.LiveViewers(ctx, sessions); err != nil {
			return err
		}
	}
	if w.requests != nil {
		w.requests.confirm(inUse, live, began)
	}
	for _, entry := range all {
		switch v, alive := live[entry.viewer.SessionID]; {
		case !alive, v.ID != entry.viewer.ID:
			entry.end(SessionRevoked())
		case v.Role != entry.viewer.Role, v.ProviderID != entry.viewer.ProviderID:
			entry.end(RightsChanged())
		}
	}
	w.mu.Lock()
	w.checkedAt = began
	close(w.checked)
	w.checked = make(chan struct{})
	w.mu.Unlock()
	return nil
}
