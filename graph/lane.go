package graph

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// laneWait is how long a statistic waits for others.
const laneWait = 5 * time.Second

// lane limits how many statistics an instance sums up at the same time, and how many of them for one
// account, so that the rest of the processors and connections stay free for short requests.
type lane struct {
	places chan struct{} // one for each that is at work
	each   int           // of one account
	wait   time.Duration

	mu       sync.Mutex
	accounts map[uuid.UUID]*accountLane
}

// accountLane are the places of one account.
type accountLane struct {
	places chan struct{}
	users  int // that hold one or wait for one
}

// newLane returns a lane for so many statistics, of which one account may have half.
func newLane(width int, wait time.Duration) *lane {
	return &lane{places: make(chan struct{}, width), each: max(1, width/2), wait: wait, accounts: map[uuid.UUID]*accountLane{}}
}

// laneWidth is half of what the processors can do, and at least two.
func laneWidth() int { return max(2, runtime.GOMAXPROCS(0)/2) } //nolint:mnd // one account never has all

// enter waits for a place, first among the statistics of the same account, and returns the function
// that gives it back, to be called once. It returns fault.Unavailable when the wait is too long.
func (l *lane) enter(ctx context.Context) (leave func(), err error) {
	var id uuid.UUID
	if v := auth.From(ctx); v != nil {
		id = v.ID
	}
	own := l.account(id)
	late := time.NewTimer(l.wait)
	defer late.Stop()
	for i, places := range []chan struct{}{own.places, l.places} {
		select {
		case places <- struct{}{}:
			continue
		case <-late.C:
			err = laneBusy()
		case <-ctx.Done():
			err = ctx.Err()
		}
		if i > 0 {
			<-own.places
		}
		l.release(id, own)
		return nil, err
	}
	return func() {
		<-l.places
		<-own.places
		l.release(id, own)
	}, nil
}

func (l *lane) account(id uuid.UUID) *accountLane {
	l.mu.Lock()
	defer l.mu.Unlock()
	own := l.accounts[id]
	if own == nil {
		own = &accountLane{places: make(chan struct{}, l.each)}
		l.accounts[id] = own
	}
	own.users++
	return own
}

func (l *lane) release(id uuid.UUID, own *accountLane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if own.users--; own.users == 0 {
		delete(l.accounts, id)
	}
}

func laneBusy() error {
	f := fault.New(fault.Unavailable, "Too many statistics are being computed. Try again in a moment, or ask for fewer at a time.")
	f.RetryAfter = laneWait
	return f
}
