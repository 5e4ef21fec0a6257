package blob

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

const (
	// uploadWait and thumbnailWait are how long a picture waits for others to be decoded: of an upload, whose
	// bytes would have to be sent again, and of a thumbnail, for which a page waits.
	uploadWait    = 30 * time.Second
	thumbnailWait = 10 * time.Second
	// turnRetry is when a client that was refused should try again.
	turnRetry = 10 * time.Second
)

// turns lets pictures into memory one at a time, in the order in which they came; but those of one
// account wait for each other first, so that nobody's pictures stand before others' for longer than one
// of them takes.
type turns struct {
	place chan struct{} // has one element while a picture is in memory

	mu       sync.Mutex
	accounts map[uuid.UUID]*queue
}

// queue is the turn of one account.
type queue struct {
	turn  chan struct{}
	users int // that hold it or wait
}

func newTurns() *turns {
	return &turns{place: make(chan struct{}, 1), accounts: map[uuid.UUID]*queue{}}
}

// enter waits for a turn, no longer than it may, and returns the function that ends it.
func (t *turns) enter(ctx context.Context, wait time.Duration) (leave func(), err error) {
	var account uuid.UUID
	if v := auth.From(ctx); v != nil {
		account = v.ID
	}
	own := t.join(account)
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	if err = take(ctx, own.turn, timeout.C); err == nil {
		if err = take(ctx, t.place, timeout.C); err == nil {
			return func() {
				<-t.place
				<-own.turn
				t.quit(account)
			}, nil
		}
		<-own.turn
	}
	t.quit(account)
	return nil, err
}

func take(ctx context.Context, turn chan<- struct{}, timeout <-chan time.Time) error {
	select {
	case turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timeout:
		f := fault.New(fault.Unavailable, "Too many pictures are being processed. Try again in a moment.")
		f.RetryAfter = turnRetry
		return f
	}
}

func (t *turns) join(account uuid.UUID) *queue {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := t.accounts[account]
	if q == nil {
		q = &queue{turn: make(chan struct{}, 1)}
		t.accounts[account] = q
	}
	q.users++
	return q
}

func (t *turns) quit(account uuid.UUID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if q := t.accounts[account]; q.users == 1 {
		delete(t.accounts, account)
	} else {
		q.users--
	}
}
