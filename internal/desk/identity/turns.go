package identity

import (
	"context"
	"math"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
)

const (
	// Of the sign-ins of an account so many in a minute come in their turn, enough for the clients of an account that a shift shares. Further
	// ones wait behind everybody else.
	turnsPerMinute = 10
	turnsTracked   = 10_000 // accounts of which that is known

	// lastRank is that of who waits behind everybody else.
	lastRank = math.MaxInt
)

// turns says in which turn passwords are looked at. An account whose password somebody knows, and signs in with again and again from any
// number of network addresses, is one caller among others.
type turns struct {
	left *lru.Cache[string, *rate.Limiter]
}

func newTurns() (*turns, error) {
	left, err := lru.New[string, *rate.Limiter](turnsTracked)
	return &turns{left}, err
}

// take returns the context in which an attempt waits for its turn, and what is told whether the password was right. Whoever is
// signed in, or known, goes first, then whoever has made the fewest wrong attempts lately. Wrong attempts take no turns, nor do strangers
// take those of an account that is known: they would keep its owner waiting.
func (t *turns) take(ctx context.Context, a signInAttempt, wrong int, now time.Time) (_ context.Context, done func(right bool)) {
	whose, rank := "stranger "+a.typed, 1+wrong
	if auth.From(ctx) != nil || a.from.known || a.from.device != uuid.Nil {
		whose, rank = "known "+a.account.String(), 0
		ctx = admission.WithCaller(ctx, whose)
	}
	left, known := t.left.Get(whose)
	if !known {
		all := rate.NewLimiter(rate.Every(time.Minute/turnsPerMinute), turnsPerMinute)
		if left, known, _ = t.left.PeekOrAdd(whose, all); !known {
			left = all
		}
	}
	if !left.AllowN(now, 1) {
		return admission.WithCaller(admission.WithRank(ctx, lastRank), whose), func(bool) {}
	}
	return admission.WithRank(ctx, rank), func(right bool) {
		if !right {
			left.AllowN(now, -1) // gives it back
		}
	}
}
