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
	// watchInterval leaves half of the second in which a lost right must be seen to the look
	// itself and to the way to the client.
	watchInterval = 400 * time.Millisecond
	// maxCheckAge is how old a look may be when something is told to a viewer.
	maxCheckAge = time.Second
)

// LiveSessions knows who is behind many sessions at once.
type LiveSessions interface {
	// LiveViewers answers the viewers behind those of the sessions that are alive.
	LiveViewers(ctx context.Context, sessions []uuid.UUID) (map[uuid.UUID]Viewer, error)
}

// Watch ends streams whose viewer has lost the right to them. It looks at all sessions with
// open streams at once, two times a second and more.
type Watch struct {
	sessions LiveSessions
	now      func() time.Time

	mu        sync.Mutex
	streams   map[*watchedStream]struct{}
	checkedAt time.Time     // when the last look that was answered began
	checked   chan struct{} // closed when one was
}

type watchedStream struct {
	viewer Viewer
	end    context.CancelCauseFunc
}

// NewWatch makes a watch; Run makes it look.
func NewWatch(standings LiveSessions, now func() time.Time) *Watch {
	return &Watch{sessions: standings, now: now, streams: map[*watchedStream]struct{}{}, checked: make(chan struct{})}
}

// Register watches a viewer until release is called. The context that it answers ends when the
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

// RightsChanged answers a stream whose viewer has become somebody of another role.
func RightsChanged() *fault.Error {
	return fault.New(fault.PermissionDenied, "Your rights have changed. Connect again.")
}

// Confirm waits until the sessions have been looked at within the last second, so that
// nothing is told on the strength of an old look.
func (w *Watch) Confirm(ctx context.Context) error {
	for {
		w.mu.Lock()
		age, look := w.now().Sub(w.checkedAt), w.checked
		w.mu.Unlock()
		if age >= 0 && age < maxCheckAge {
			return ctx.Err()
		}
		select {
		case <-look:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Run looks until the context ends. While the database does not answer streams stay, and
// Confirm keeps them quiet.
func (w *Watch) Run(ctx context.Context) {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	away := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := w.check(ctx)
		if err != nil && !away && ctx.Err() == nil {
			slog.WarnContext(ctx, "streams are quiet: their sessions can't be looked at", "error", err)
		}
		away = err != nil
	}
}

func (w *Watch) check(ctx context.Context) error {
	began := w.now()
	w.mu.Lock()
	all := make([]*watchedStream, 0, len(w.streams))
	sessions := make([]uuid.UUID, 0, len(w.streams))
	for entry := range w.streams {
		all = append(all, entry)
		sessions = append(sessions, entry.viewer.SessionID)
	}
	w.mu.Unlock()
	slices.SortFunc(sessions, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	sessions = slices.Compact(sessions)
	for _, entry := range all {
		if !began.Before(entry.viewer.Expires) {
			entry.end(TokenExpired())
		}
	}
	standing := map[uuid.UUID]Viewer{}
	if len(sessions) > 0 {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		var err error
		if standing, err = w.sessions.LiveViewers(ctx, sessions); err != nil {
			return err
		}
	}
	for _, entry := range all {
		switch v, alive := standing[entry.viewer.SessionID]; {
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
