package admission

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Lane is a way of its own for what is slow by nature, such as statistics. Who waits for it or works in it
// holds no slot of its request meanwhile, so that short requests go past. Equal work is done once: while it
// is at work, all who ask for it wait for its result. A nil Lane lets everything work.
type Lane struct {
	limiter *Limiter
	longest time.Duration // that work takes

	mu     sync.Mutex
	equal  map[string]*equal
	joined uint64 // that waited for the result of an equal one
}

// NewLane returns a Lane for work that a Limiter limits and that takes so long at most.
func NewLane(limiter *Limiter, longest time.Duration) *Lane {
	return &Lane{limiter: limiter, longest: longest, equal: map[string]*equal{}}
}

// equal is what is asked for several times.
type equal struct {
	queued map[*asker]bool // that wait for a slot
	atWork *call           // nil: none
}

// asker waits for a slot, until a call that is equal to its own has one.
type asker struct {
	gone context.CancelFunc
	call *call // that it was told to wait for; nil: none
}

// call is work whose result several wait for.
type call struct {
	done    chan struct{}
	waiting int // for the result
	stop    context.CancelFunc
	value   any
	failed  bool
}

// Do does work in a lane. Calls that are named equal have the same result, which must not be changed; "" is
// equal to none. Of those whose turn has come one works, under a context that ends when nobody waits for the
// result any more. When it fails, the others do their own.
func Do[T any](ctx context.Context, l *Lane, named string, work func(context.Context) (T, error)) (value T, err error) {
	if l == nil {
		return work(ctx)
	}
	back := stepAside(ctx)
	defer func() {
		if failed := back(); err == nil {
			err = failed
		}
	}()
	if named != "" {
		found, answered, err := l.shared(ctx, named, func(ctx context.Context) (any, error) { return work(ctx) })
		if err != nil {
			return value, err
		}
		if answered {
			return found.(T), nil
		}
	}
	slot, err := l.limiter.Enter(ctx)
	if err != nil {
		return value, err
	}
	defer slot.Leave()
	return work(ctx)
}

// shared returns the result of work that is asked for under a name. It reports false when another's call
// has failed.
func (l *Lane) shared(ctx context.Context, named string, work func(context.Context) (any, error)) (value any, answered bool, err error) {
	l.mu.Lock()
	e := l.equal[named]
	if e == nil {
		e = &equal{queued: map[*asker]bool{}}
		l.equal[named] = e
	}
	if e.atWork != nil {
		c := l.join(e.atWork)
		l.mu.Unlock()
		return l.await(ctx, c)
	}
	queued, gone := context.WithCancel(ctx)
	defer gone()
	a := &asker{gone: gone}
	e.queued[a] = true
	l.mu.Unlock()

	slot, err := l.limiter.Enter(queued)
	l.mu.Lock()
	delete(e.queued, a)
	if a.call != nil { // whose slot comes too late, if it came
		l.mu.Unlock()
		slot.Leave()
		return l.await(ctx, a.call)
	}
	if err != nil {
		l.forget(named, e)
		l.mu.Unlock()
		return nil, false, err
	}
	defer slot.Leave()
	working, stop := context.WithTimeout(context.WithoutCancel(ctx), l.longest)
	defer stop()
	c := &call{done: make(chan struct{}), waiting: 1, stop: stop, failed: true}
	e.atWork = c
	for other := range e.queued {
		other.call = l.join(c)
		other.gone()
	}
	l.mu.Unlock()
	defer context.AfterFunc(ctx, func() { l.leave(c) })()
	defer func() { // also when it panics
		l.mu.Lock()
		defer l.mu.Unlock()
		e.atWork = nil
		l.forget(named, e)
		close(c.done)
	}()
	c.value, err = work(working)
	if err != nil {
		if own := ctx.Err(); own != nil && errors.Is(err, context.Canceled) {
			err = own
		}
		return nil, false, err
	}
	c.failed = false
	return c.value, true, nil
}

// join counts one more who waits for a call. The lock is held.
func (l *Lane) join(c *call) *call {
	c.waiting++
	l.joined++
	return c
}

// Joined returns how many waited for the result of an equal call so far.
func (l *Lane) Joined() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.joined
}

// leave counts one fewer. Nobody needs what nobody waits for.
func (l *Lane) leave(c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.waiting--; c.waiting == 0 {
		c.stop()
	}
}

// await waits for another's call.
func (l *Lane) await(ctx context.Context, c *call) (value any, answered bool, err error) {
	select {
	case <-c.done:
		return c.value, !c.failed, nil
	case <-ctx.Done():
		l.leave(c)
		return nil, false, ctx.Err()
	}
}

// forget drops what nobody asks for. The lock is held.
func (l *Lane) forget(named string, e *equal) {
	if e.atWork == nil && len(e.queued) == 0 && l.equal[named] == e {
		delete(l.equal, named)
	}
}
