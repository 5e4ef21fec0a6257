package blob

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// TestTurns: the pictures of one account wait for each other, not before those of others, and nobody
// waits for ever.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := newTurns()
		of := func(id byte) context.Context {
			return auth.With(t.Context(), &auth.Viewer{ID: uuid.UUID{id}})
		}
		const one = 3 * time.Second // in memory
		began := time.Now()
		enter := func(who byte, done chan<- time.Duration) {
			leave, err := all.enter(of(who), uploadWait)
			if err != nil {
				done <- -1
				return
			}
			time.Sleep(one)
			leave()
			done <- time.Since(began)
		}
		flood, other := make(chan time.Duration, 20), make(chan time.Duration, 1)
		for range 20 {
			go enter(1, flood)
		}
		synctest.Wait()
		go enter(2, other)
		if took := <-other; took != 2*one {
			t.Errorf("another account's picture is done after %v", took)
		}
		refused := 0
		for range 20 {
			if <-flood < 0 {
				refused++
			}
		}
		if refused == 0 || refused > 11 {
			t.Errorf("%d of 20 were refused", refused)
		}
		leave, err := all.enter(of(3), uploadWait)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = all.enter(of(4), uploadWait); !fault.Is(err, fault.Unavailable) {
			t.Errorf("waits for ever: %v", err)
		}
		leave()
		if len(all.accounts) > 0 {
			t.Errorf("%d accounts are remembered", len(all.accounts))
		}
	})
}
