package admission

import (
	"context"

	"github.com/redress/redress/internal/auth"
)

// The ranks of those whose requests have none of their own. Whoever has a lower one goes first.
const (
	signedIn = iota
	anonymous
)

type rankKey struct{}

// WithRank returns a context whose requests go before those of a higher rank, and after those of a
// lower one. Without it they have rank 0 where somebody is signed in, else 1.
func WithRank(ctx context.Context, rank int) context.Context {
	return context.WithValue(ctx, rankKey{}, rank)
}

type callerNameKey struct{}

// WithCaller returns a context whose requests count as those of a caller of a name, whoever sends them from wherever.
func WithCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerNameKey{}, name)
}

func callerOf(ctx context.Context) string {
	if name, ok := ctx.Value(callerNameKey{}).(string); ok {
		return name
	}
	return auth.Caller(ctx)
}

func rankOf(ctx context.Context) int {
	if rank, ok := ctx.Value(rankKey{}).(int); ok {
		return rank
	}
	if auth.From(ctx) == nil {
		return anonymous
	}
	return signedIn
}

// Instead returns once the context's request has a slot, which it leaves with release. It holds no other one
// meanwhile: it waits for that one again before release returns.
func (l *Limiter) Instead(ctx context.Context) (release func(), err error) {
	back := stepAside(ctx)
	slot, err := l.Enter(ctx)
	if err != nil {
		stayAside(ctx)
		return nil, err
	}
	return func() {
		slot.Leave()
		_ = back() // the context has ended, as whatever follows finds
	}, nil
}
