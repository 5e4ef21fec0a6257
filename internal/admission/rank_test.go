package admission_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
)

// from returns a context of a request without an account, from one of many network addresses.
func from(t *testing.T, address int) context.Context {
	return auth.WithAddress(t.Context(), fmt.Sprintf("192.0.2.%d", address))
}

// However many addresses send requests without a token, they have their part of the slots and of the
// queue, and whoever is signed in goes before them.
func TestAnonymousPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 4, PerCaller: 4, Queued: 8, Wait: time.Second, Anonymous: 2, AnonymousQueued: 3})
		for i := range 8 {
			r.send(from(t, i), fmt.Sprint(i))
		}
		began, refused := []string{"0", "1"}, []string{"5", "6", "7"}
		r.want(began, refused, 2, 3)
		for _, name := range []string{"a", "b", "c", "d"} {
			r.send(as(t, name[0]), name)
		}
		began = append(began, "a", "b")
		r.want(began, refused, 4, 5)
		r.end("0")
		r.end("1")
		began = append(began, "c", "d")
		r.want(began, refused, 4, 3)
		r.end("a")
		began = append(began, "2")
		r.want(began, refused, 4, 2)
	})
}

// The wait of whoever goes first is not that of those who stand behind.
func TestExpectedWaitByRank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 100, Wait: 10 * time.Second, Expected: time.Second})
		r.send(from(t, 0), "0")
		time.Sleep(500 * time.Millisecond)
		r.end("0") // so a slot is held for half a second
		for i := range 6 {
			r.send(from(t, i), fmt.Sprint("u", i))
		}
		r.want([]string{"0", "u0"}, []string{"u5"}, 1, 4)
		r.send(as(t, 1), "signed in")
		r.end("u0")
		r.want([]string{"0", "u0", "signed in"}, []string{"u5"}, 1, 4)
	})
}

// A lower rank goes first, and a full queue makes room for it.
func TestRank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 3, Wait: time.Minute})
		ranked := func(address, rank int) context.Context { return admission.WithRank(from(t, address), rank) }
		for i := range 4 {
			r.send(ranked(i, 5), fmt.Sprint("five ", i))
		}
		r.send(ranked(9, 2), "two")
		r.send(ranked(0, 0), "none") // from an address that has others
		r.want([]string{"five 0"}, []string{"five 3", "five 2"}, 1, 3)
		r.send(ranked(8, 7), "seven")
		r.want([]string{"five 0"}, []string{"five 3", "five 2", "seven"}, 1, 3)
		for _, name := range []string{"five 0", "none", "two", "five 1"} {
			r.end(name)
		}
		r.want([]string{"five 0", "none", "two", "five 1"}, []string{"five 3", "five 2", "seven"}, 0, 0)
	})
}

// A rank that always has somebody waiting does not have all turns: of four one is for the next rank, and then for the last one.
func TestSparedTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 100, Wait: time.Hour, Expected: time.Hour, Spared: 4})
		ranked := func(address, rank int) context.Context { return admission.WithRank(from(t, address), rank) }
		var began []string
		n := 0
		first := func() { // there is always another one of the lowest rank
			name := fmt.Sprint("first ", n)
			r.send(ranked(n, 0), name)
			n++
		}
		first()
		began = append(began, "first 0")
		first()
		first()
		for i := range 3 {
			r.send(ranked(100+i, 1), fmt.Sprint("new ", i))
			r.send(ranked(110+i, 5), fmt.Sprint("failed ", i))
			r.send(ranked(120+i, 9), fmt.Sprint("last ", i))
		}
		at := 1
		for _, spared := range []string{"new 0", "last 0", "new 1", "last 1", "new 2", "last 2", "failed 0", "failed 1", "failed 2"} {
			for range 3 {
				r.end(began[len(began)-1])
				began = append(began, fmt.Sprint("first ", at))
				at++
				first()
			}
			r.end(began[len(began)-1])
			began = append(began, spared)
		}
		r.want(began, nil, 1, 2)
	})
}

// Whoever has spared turns is not refused for those of a lower rank, who would keep it waiting for too long otherwise.
func TestExpectedWaitBySparedTurns(t *testing.T) {
	for spared, refused := range map[int]bool{0: true, 4: false} {
		synctest.Test(t, func(t *testing.T) {
			r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 200, Wait: time.Minute, Expected: 8 * time.Second, Spared: spared})
			r.send(from(t, 0), "0")
			time.Sleep(time.Second)
			r.end("0") // so a slot is held for a second
			for i := range 100 {
				r.send(admission.WithRank(as(t, byte(i)), 0), fmt.Sprint("known ", i))
			}
			r.send(from(t, 1), "new")
			r.mu.Lock()
			defer r.mu.Unlock()
			if slices.Contains(r.refused, "new") != refused {
				t.Errorf("with %d: %v are refused", spared, r.refused)
			}
		})
	}
}

// Requests count as those of whoever is named, from wherever they come.
func TestNamedCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 2, PerCaller: 1, Queued: 9, Wait: time.Minute})
		for i := range 3 {
			r.send(admission.WithCaller(from(t, i), "one"), fmt.Sprint("one ", i))
		}
		r.send(from(t, 0), "another")
		r.want([]string{"one 0", "another"}, nil, 2, 2)
	})
}

// Who waits in a lane holds no slot elsewhere, and has one again afterwards.
func TestInstead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 9, Wait: time.Minute})
		lane := admission.New(admission.Options{AtWork: 1, PerCaller: 1, Queued: 9, Wait: time.Minute})
		busy, err := lane.Enter(as(t, 9))
		if err != nil {
			t.Fatal(err)
		}
		slot, err := work.limiter.Enter(as(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		ctx := admission.Share(as(t, 1), slot)
		end, err := admission.Part(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer end()
		var steps []string
		go func() {
			release, err := lane.Instead(ctx)
			if err != nil {
				t.Error(err)
				return
			}
			steps = append(steps, "in the lane")
			release()
			steps = append(steps, "at work")
		}()
		synctest.Wait()
		work.send(as(t, 2), "another")
		work.want([]string{"another"}, nil, 1, 0)
		busy.Leave()
		synctest.Wait()
		if len(steps) != 1 { // whoever came meanwhile is at work
			t.Errorf("%v", steps)
		}
		if s := lane.Stats(); s.AtWork != 0 || s.Queued != 0 {
			t.Errorf("the lane is held: %+v", s)
		}
		work.end("another")
		work.want([]string{"another"}, nil, 1, 0)
		if len(steps) != 2 {
			t.Errorf("%v", steps)
		}
		slot.Leave()
		slot.Leave()
		work.want([]string{"another"}, nil, 0, 0)

		full := admission.New(admission.Options{AtWork: 1, PerCaller: 1, Queued: 0, Wait: time.Minute})
		if _, err := full.Enter(as(t, 9)); err != nil {
			t.Fatal(err)
		}
		slot, _ = work.limiter.Enter(as(t, 1))
		ctx = admission.Share(as(t, 1), slot)
		if end, err = admission.Part(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := full.Instead(ctx); !admission.Refused(err) {
			t.Error(err)
		}
		end()
		slot.Leave()
		work.want([]string{"another"}, nil, 0, 0)
	})
}

// Callers without an account have half of a Bound.
func TestAnonymousBound(t *testing.T) {
	bound := admission.NewBound(4, 4)
	for i, ctx := range []context.Context{from(t, 1), from(t, 2), from(t, 3), as(t, 1), as(t, 2), as(t, 3)} {
		release, err := bound.Take(ctx)
		if refused := i == 2 || i == 5; (err != nil) != refused {
			t.Errorf("%d: %v", i, err)
		}
		if i == 0 {
			release()
			if release, err = bound.Take(ctx); err != nil {
				t.Error(err)
			}
		}
		_ = release
	}
}
