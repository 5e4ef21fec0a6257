package auth_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// liveSessions returns the sessions of an env, all at once.
type liveSessions struct {
	w      *env
	checks int
	last   []uuid.UUID
	during func() // what happens while the database is asked
}

func (l *liveSessions) LiveViewers(_ context.Context, sessions []uuid.UUID) (map[uuid.UUID]auth.Viewer, error) {
	l.checks++
	l.last = sessions
	live := map[uuid.UUID]auth.Viewer{}
	if l.w.refusal == nil {
		live[l.w.session] = auth.Viewer{ID: l.w.account, SessionID: l.w.session, Role: l.w.role}
	}
	if l.during != nil {
		l.during()
	}
	if l.w.refusal != nil && !errors.Is(l.w.refusal, errRevoked) {
		return nil, l.w.refusal
	}
	return live, nil
}

var errRevoked = auth.SessionRevoked()

// TestSessionsInUseAreCheckedTogether follows one session whose requests come every tenth of a second
// while the watch checks: nothing else asks the database about it, and changes are seen at the next check.
func TestSessionsInUseAreCheckedTogether(t *testing.T) {
	ctx := t.Context()
	begin := func(t *testing.T) (w *env, live *liveSessions, watch *auth.Watch, token string) {
		t.Helper()
		w = newEnv(t)
		live = &liveSessions{w: w}
		watch = auth.NewWatch(live, func() time.Time { return w.now })
		watch.Refresh(w.authenticator)
		token = "Bearer " + w.sign(t)
		if got := w.authenticate(token); got != welcome {
			t.Fatal(got)
		}
		return w, live, watch, token
	}
	check := func(t *testing.T, watch *auth.Watch) {
		t.Helper()
		if err := watch.Check(ctx); err != nil {
			t.Fatal(err)
		}
	}

	t.Run("no look-ups of its own", func(t *testing.T) {
		w, live, watch, token := begin(t)
		for i := range 40 {
			w.now = w.now.Add(100 * time.Millisecond)
			if i%2 == 1 {
				check(t, watch)
			}
			if got := w.authenticate(token); got != welcome {
				t.Fatal(got)
			}
		}
		if w.asked != 1 || live.checks != 20 {
			t.Errorf("%d look-ups and %d checks, want 1 and 20", w.asked, live.checks)
		}
	})
	t.Run("another role", func(t *testing.T) {
		w, _, watch, token := begin(t)
		w.role = domain.RoleUser
		check(t, watch)
		if got := w.authenticate(token); got != "200 \nUSER 192.0.2.1" || w.asked != 1 {
			t.Errorf("%s after %d look-ups", got, w.asked)
		}
	})
	t.Run("revoked", func(t *testing.T) {
		w, _, watch, token := begin(t)
		w.refusal = errRevoked
		check(t, watch)
		if got := w.authenticate(token); got == welcome || w.asked != 2 {
			t.Errorf("%s after %d look-ups", got, w.asked)
		}
	})
	t.Run("no answer", func(t *testing.T) {
		w, _, watch, token := begin(t)
		w.refusal = errors.New("the database says nothing")
		if err := watch.Check(ctx); err == nil {
			t.Fatal("the check succeeded")
		}
		w.now = w.now.Add(499 * time.Millisecond)
		if got := w.authenticate(token); got != welcome {
			t.Errorf("before half a second: %s", got)
		}
		w.now = w.now.Add(time.Millisecond)
		if _, err := w.authenticator.Authenticate(ctx, token[len("Bearer "):]); !errors.Is(err, w.refusal) {
			t.Errorf("after half a second: %v", err)
		}
	})
	t.Run("not in use", func(t *testing.T) {
		w, live, watch, _ := begin(t)
		w.now = w.now.Add(5 * time.Second)
		check(t, watch)
		if live.checks != 1 || len(live.last) != 1 {
			t.Errorf("%d checks, the last of %d sessions, want 1 and 1", live.checks, len(live.last))
		}
		w.now = w.now.Add(time.Millisecond)
		check(t, watch)
		if live.checks != 1 {
			t.Errorf("a session was looked at %v after its last request", 5*time.Second+time.Millisecond)
		}
	})
	t.Run("a look-up during the check", func(t *testing.T) {
		w, live, watch, token := begin(t)
		w.now = w.now.Add(600 * time.Millisecond)
		live.during = func() { // after the check has read
			w.now = w.now.Add(time.Millisecond)
			w.role = domain.RoleUser
			w.authenticate(token)
		}
		check(t, watch)
		if got := w.authenticate(token); got != "200 \nUSER 192.0.2.1" {
			t.Errorf("the older answer won: %s", got)
		}
	})
}
