package admission

import (
	"context"
	"sync"

	"github.com/redress/redress/internal/auth"
)

// Bound limits how many requests do something at the same time, of all callers, of each, and of those
// without an account. Nobody waits: beyond the limits it refuses. A nil Bound has none.
type Bound struct {
	most, each, anonymous int

	mu      sync.Mutex
	held    int
	unknown int            // of callers without an account
	by      map[string]int // of each caller
	refused uint64
}

// NewBound returns a Bound for so many of all callers together, and of each caller. Callers without an
// account have half of it.
func NewBound(most, each int) *Bound {
	return &Bound{most: most, each: each, anonymous: (most + 1) / 2, by: map[string]int{}}
}

// Take counts the context's request until release is called, once, or refuses it.
func (b *Bound) Take(ctx context.Context) (release func(), err error) {
	if b == nil {
		return func() {}, nil
	}
	caller, unknown := auth.Caller(ctx), 0
	if auth.From(ctx) == nil {
		unknown = 1
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held >= b.most || b.by[caller] >= b.each || unknown > 0 && b.unknown >= b.anonymous {
		b.refused++
		return nil, refuse(ctx, "requests", retryAfter)
	}
	b.held++
	b.unknown += unknown
	b.by[caller]++
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.held--
		b.unknown -= unknown
		if b.by[caller]--; b.by[caller] == 0 {
			delete(b.by, caller)
		}
	}, nil
}

// Refused returns how many requests were refused so far.
func (b *Bound) Refused() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refused
}
