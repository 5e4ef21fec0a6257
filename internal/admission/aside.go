package admission

import (
	"context"
	"sync"
)

// parts are what of a request works in its slot at the same time, such as the root fields of a query.
type parts struct {
	mu      sync.Mutex
	slot    *Slot
	held    bool
	working int
	aside   int // that wait or work elsewhere
}

type partsKey struct{}

// Share returns a context under which the parts of a request share its slot: while all of them are aside
// it is for others.
func Share(ctx context.Context, slot *Slot) context.Context {
	if slot == nil {
		return ctx
	}
	return context.WithValue(ctx, partsKey{}, &parts{slot: slot, held: true})
}

// Part begins a part of the context's request. It waits when the slot of the request is for others. The
// function that it returns ends the part.
func Part(ctx context.Context) (end func(), err error) {
	p, ok := ctx.Value(partsKey{}).(*parts)
	if !ok {
		return func() {}, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.working++
	if err := p.take(ctx); err != nil {
		p.working--
		return nil, err
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.working--
		p.give()
	}, nil
}

// stepAside ends the work of the current part of a request until it is back.
func stepAside(ctx context.Context) (back func() error) {
	p, ok := ctx.Value(partsKey{}).(*parts)
	if !ok {
		return func() error { return nil }
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.working--
	p.aside++
	p.give()
	return func() error {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.aside--
		p.working++
		return p.take(ctx)
	}
}

// stayAside ends stepAside for a part that was refused: it has nothing left to do, and takes no slot again.
func stayAside(ctx context.Context) {
	if p, ok := ctx.Value(partsKey{}).(*parts); ok {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.aside--
		p.working++
	}
}

// give gives the slot to others when nothing works in it and something is aside: what has ended is about
// to be answered.
func (p *parts) give() {
	if p.held && p.working == 0 && p.aside > 0 {
		p.held = false
		p.slot.Leave()
	}
}

// take waits for a slot when the request has none. What has begun is not refused.
func (p *parts) take(ctx context.Context) error {
	if p.held {
		return nil
	}
	err := p.slot.enterAgain(ctx)
	p.held = err == nil
	return err
}

// enterAgain waits for a slot after Leave.
func (p *Slot) enterAgain(ctx context.Context) error {
	l := p.limiter
	next, err := l.Wait(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	p.caller, p.since = next.caller, next.since
	return nil
}
