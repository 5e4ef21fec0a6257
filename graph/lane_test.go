package graph

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// TestLane: so many statistics are at work, half of them for one account; the next one waits, for a
// bounded time, and whoever has fewer is not behind those of an account that has many.
func TestLane(t *testing.T) {
	l := newLane(4, 20*time.Millisecond)
	account := func() context.Context { return auth.With(t.Context(), &auth.Viewer{ID: uuid.New()}) }
	one, other, third := account(), account(), account()
	enter := func(ctx context.Context) func() {
		t.Helper()
		leave, err := l.enter(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return leave
	}
	refused := func(ctx context.Context) {
		t.Helper()
		_, err := l.enter(ctx)
		if f, ok := fault.As(err); !ok || f.Code != fault.Unavailable || f.RetryAfter == 0 {
			t.Fatalf("a place too many: %v", err)
		}
	}
	first := enter(one)
	second := enter(one)
	refused(one)
	leaves := []func(){enter(other), enter(other)}
	refused(third) // all places are taken

	waiting := make(chan func())
	l.wait = time.Minute
	go func() { waiting <- enter(third) }()
	first()
	leaves = append(leaves, second, <-waiting)

	ended, end := context.WithCancel(one)
	end()
	l.wait = 0
	for range 10 { // whichever is seen first, nothing is kept
		if leave, err := l.enter(ended); err == nil {
			leave()
		}
	}
	for _, leave := range leaves {
		leave()
	}
	if len(l.accounts) != 0 || len(l.places) != 0 {
		t.Errorf("%d accounts are remembered, %d places held", len(l.accounts), len(l.places))
	}
}
