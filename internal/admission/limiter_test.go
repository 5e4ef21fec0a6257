package admission_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
)

// as returns a context of a request of one of several accounts.
func as(t *testing.T, account byte) context.Context {
	return auth.With(t.Context(), &auth.Viewer{ID: uuid.UUID{0: account}})
}

// requests are those of a limiter. They work until the test ends them.
type requests struct {
	t       *testing.T
	limiter *admission.Limiter

	mu      sync.Mutex
	began   []string // names in the order in which they began
	refused []string
	slots   map[string]*admission.Slot
}

func newRequests(t *testing.T, limits admission.Options) *requests {
	return &requests{t: t, limiter: admission.New(limits), slots: map[string]*admission.Slot{}}
}

// send starts a request and waits until it is at work, queued or refused.
func (r *requests) send(ctx context.Context, name string) {
	go func() {
		slot, err := r.limiter.Enter(ctx)
		r.mu.Lock()
		defer r.mu.Unlock()
		switch {
		case admission.Refused(err):
			r.refused = append(r.refused, name)
		case err == nil:
			r.began = append(r.began, name)
			r.slots[name] = slot
		}
	}()
	synctest.Wait()
}

// end ends a request.
func (r *requests) end(name string) {
	r.mu.Lock()
	slot := r.slots[name]
	delete(r.slots, name)
	r.mu.Unlock()
	slot.Leave()
	synctest.Wait()
}

func (r *requests) want(began, refused []string, atWork, queued int) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.began, began) || !slices.Equal(r.refused, refused) {
		r.t.Errorf("%v began and %v were refused, want %v and %v", r.began, r.refused, began, refused)
	}
	if s := r.limiter.Stats(); s.AtWork != atWork || s.Queued != queued || s.Refused != uint64(len(refused)) {
		r.t.Errorf("%+v, want %d at work, %d queued, %d refused", s, atWork, queued, len(refused))
	}
}

// So many work, so many wait, the rest is refused without waiting.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 2, PerCaller: 2, Queued: 2, Wait: time.Second})
		before := time.Now()
		for i := range 7 {
			r.send(as(t, byte(i)), fmt.Sprint(i))
		}
		r.want([]string{"0", "1"}, []string{"4", "5", "6"}, 2, 2)
		if waited := time.Since(before); waited > 0 {
			t.Errorf("the refused ones waited %v", waited)
		}
		r.end("1")
		r.end("0")
		r.want([]string{"0", "1", "2", "3"}, []string{"4", "5", "6"}, 2, 0)
		r.end("2")
		r.end("3")
		r.want([]string{"0", "1", "2", "3"}, []string{"4", "5", "6"}, 0, 0)
	})
}

func TestRefusal(t *testing.T) {
	limiter := admission.New(admission.Options{AtWork: 1, PerCaller: 1, Queued: 0, Wait: time.Second})
	if _, err := limiter.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, refused := admission.Watch(t.Context())
	if refused() {
		t.Error("refused before it was")
	}
	_, err := limiter.Enter(ctx)
	f, ok := fault.As(err)
	if !ok || f.Code != fault.Unavailable || f.RetryAfter <= 0 || f.Cause != nil {
		t.Errorf("%#v", f)
	}
	if !admission.Refused(fmt.Errorf("wrapped: %w", err)) || !refused() {
		t.Error("nobody sees that it is a refusal")
	}
	if admission.Refused(fault.New(fault.Unavailable, "of another kind")) {
		t.Error("every unavailable is a refusal")
	}
}

// Whoever waits too long is refused, and so is at once whoever would.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const longest = time.Second
		r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 100, Wait: longest})
		r.send(as(t, 0), "slow")
		r.send(as(t, 0), "late")
		time.Sleep(longest - time.Millisecond)
		r.want([]string{"slow"}, nil, 1, 1)
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		r.want([]string{"slow"}, []string{"late"}, 1, 0)
		time.Sleep(longest)
		r.end("slow") // so a slot is held for two seconds
		for _, name := range []string{"next", "a few", "more", "and more", "still", "at once"} {
			r.send(as(t, 0), name)
		}
		r.want([]string{"slow", "next"}, []string{"late", "at once"}, 1, 4)
		r.send(as(t, 1), "another's, at once too")
		r.want([]string{"slow", "next"}, []string{"late", "at once", "another's, at once too"}, 1, 4)
	})
}

// Whoever waits for nobody but itself, with slots left for others, is not refused for what takes long: it is no overload.
func TestWaitForOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const longest = time.Second
		r := newRequests(t, admission.Options{AtWork: 2, PerCaller: 1, Queued: 100, Wait: longest, OwnWaits: 5})
		r.send(as(t, 0), "slow")
		r.send(as(t, 0), "behind")
		r.send(as(t, 0), "last")
		time.Sleep(3*longest + longest/2)
		synctest.Wait()
		r.want([]string{"slow"}, nil, 1, 2)
		r.end("slow")
		r.want([]string{"slow", "behind"}, nil, 1, 1)
		time.Sleep(2 * longest) // which is as long as it may be
		synctest.Wait()
		r.want([]string{"slow", "behind"}, []string{"last"}, 1, 0)

		r.send(as(t, 0), "again")
		time.Sleep(longest / 2)
		r.send(as(t, 1), "another's") // has the slot, so the other one waits for somebody else too
		time.Sleep(longest)
		synctest.Wait()
		r.want([]string{"slow", "behind", "another's"}, []string{"last", "again"}, 2, 0)
	})
}

// A request that waits for its caller's own has a slot as soon as the caller is alone: nobody else has to come or go for that.
func TestAloneWhileWaiting(t *testing.T) {
	for _, own := range []int{0, 5} {
		synctest.Test(t, func(t *testing.T) {
			const longest = time.Second
			r := newRequests(t, admission.Options{AtWork: 4, PerCaller: 1, Alone: 3, Queued: 100, Wait: longest, OwnWaits: own})
			r.send(as(t, 1), "another's")
			r.end("another's")
			time.Sleep(10*longest - longest/2)
			r.send(as(t, 0), "slow")
			r.send(as(t, 0), "behind")
			r.want([]string{"another's", "slow"}, nil, 1, 1)
			time.Sleep(longest + time.Millisecond)
			synctest.Wait()
			r.want([]string{"another's", "slow", "behind"}, nil, 2, 0)
		})
	}
}

// Callers take turns, however many requests one of them has sent before.
func TestFairness(t *testing.T) {
	address := func(t *testing.T, last byte) context.Context {
		return auth.WithAddress(t.Context(), fmt.Sprintf("192.0.2.%d", last))
	}
	for name, caller := range map[string]func(*testing.T, byte) context.Context{"accounts": as, "addresses": address} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 100, Wait: time.Second})
				for i := range 6 {
					r.send(caller(t, 1), fmt.Sprint("a", i))
				}
				r.send(caller(t, 2), "b0")
				r.send(caller(t, 2), "b1")
				r.send(caller(t, 3), "c0")
				want := []string{"a0"}
				for _, next := range []string{"a1", "b0", "c0", "a2", "b1", "a3", "a4", "a5"} {
					r.end(want[len(want)-1])
					want = append(want, next)
				}
				r.want(want, nil, 1, 0)
			})
		})
	}
}

// One caller has its share of the slots, and those that are free are for others.
func TestShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 4, PerCaller: 2, Queued: 100, Wait: time.Second})
		for i := range 5 {
			r.send(as(t, 1), fmt.Sprint("a", i))
		}
		r.want([]string{"a0", "a1"}, nil, 2, 3)
		for i := range 3 {
			r.send(as(t, 2), fmt.Sprint("b", i))
		}
		r.want([]string{"a0", "a1", "b0", "b1"}, nil, 4, 4)
		r.send(as(t, 3), "c0")
		r.end("a0") // whoever has none at work comes first
		r.want([]string{"a0", "a1", "b0", "b1", "c0"}, nil, 4, 4)
		r.end("b0")
		r.want([]string{"a0", "a1", "b0", "b1", "c0", "a2"}, nil, 4, 3)
	})
}

// A caller who is alone has more than its share, until another one comes.
func TestAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 4, PerCaller: 1, Alone: 3, Queued: 100, Wait: time.Minute})
		for i := range 5 {
			r.send(as(t, 1), fmt.Sprint("a", i))
		}
		began := []string{"a0", "a1", "a2"}
		r.want(began, nil, 3, 2)
		r.send(as(t, 2), "b0") // finds the slot that was left
		began = append(began, "b0")
		r.want(began, nil, 4, 2)
		for _, name := range []string{"b0", "a0", "a1"} { // two of the first one's are as many as it had at first
			r.end(name)
		}
		r.want(began, nil, 1, 2)
		r.end("a2")
		began = append(began, "a3")
		r.want(began, nil, 1, 1)
		time.Sleep(11 * time.Second) // by now it is alone again, which its next request finds
		r.mu.Lock()
		r.began = nil // two begin at once, in whatever order
		r.mu.Unlock()
		r.send(as(t, 1), "a5")
		slices.Sort(r.began)
		r.want([]string{"a4", "a5"}, nil, 3, 0)
	})
}

// Who is alone in one of two limiters is not alone while others send requests to the one around it.
func TestAloneWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outer := newRequests(t, admission.Options{AtWork: 9, PerCaller: 9, Queued: 9, Wait: time.Minute})
		inner := newRequests(t, admission.Options{AtWork: 2, PerCaller: 1, Alone: 2, Queued: 9, Wait: time.Minute, Within: outer.limiter})
		for i := range 3 {
			name := fmt.Sprint("a", i)
			outer.send(as(t, 1), name)
			inner.send(as(t, 1), name)
		}
		inner.want([]string{"a0", "a1"}, nil, 2, 1)
		outer.send(as(t, 2), "b0")
		inner.end("a0")
		inner.want([]string{"a0", "a1"}, nil, 1, 1)
		outer.end("b0")
		inner.end("a1") // whose share is one
		inner.want([]string{"a0", "a1", "a2"}, nil, 1, 0)
	})
}

// A full queue makes room for callers who have fewer requests in it.
func TestFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 3, Wait: time.Second})
		for i := range 5 {
			r.send(as(t, 1), fmt.Sprint("a", i))
		}
		r.want([]string{"a0"}, []string{"a4"}, 1, 3)
		r.send(as(t, 2), "b0")
		r.want([]string{"a0"}, []string{"a4", "a3"}, 1, 3)
		r.send(as(t, 2), "b1") // who would have as many
		r.want([]string{"a0"}, []string{"a4", "a3", "b1"}, 1, 3)
		r.send(as(t, 3), "c0")
		r.want([]string{"a0"}, []string{"a4", "a3", "b1", "a2"}, 1, 3)
		r.end("a0")
		r.end("a1")
		r.end("b0")
		r.want([]string{"a0", "a1", "b0", "c0"}, []string{"a4", "a3", "b1", "a2"}, 1, 0)
	})
}

// A client that goes away leaves the queue.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 2, Wait: time.Minute})
		ctx, cancel := context.WithCancel(as(t, 1))
		r.send(as(t, 1), "first")
		r.send(ctx, "gone")
		r.send(as(t, 1), "second")
		r.want([]string{"first"}, nil, 1, 2)
		cancel()
		synctest.Wait()
		r.want([]string{"first"}, nil, 1, 1)
		r.end("first")
		r.want([]string{"first", "second"}, nil, 1, 0)
		if _, err := r.limiter.Enter(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// What must go on waits as long as it takes, and takes no room in the queue.
func TestPatientWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 1, Wait: time.Second})
		r.send(as(t, 1), "first")
		var began atomic.Bool
		go func() {
			slot, err := r.limiter.Wait(as(t, 1))
			if err != nil {
				t.Error(err)
			}
			began.Store(true)
			slot.Leave()
			slot.Leave() // the second call does nothing
		}()
		time.Sleep(time.Hour)
		r.send(as(t, 2), "queued")
		r.want([]string{"first"}, nil, 1, 1)
		r.end("first")
		r.want([]string{"first", "queued"}, nil, 1, 0)
		if r.end("queued"); !began.Load() {
			t.Error("it was forgotten")
		}
		r.want([]string{"first", "queued"}, nil, 0, 0)
	})
}

// Without limits everything works.
func TestNone(t *testing.T) {
	var limiter *admission.Limiter
	for _, enter := range []func(context.Context) (*admission.Slot, error){limiter.Enter, limiter.Wait} {
		slot, err := enter(t.Context())
		if err != nil {
			t.Error(err)
		}
		slot.Leave()
	}
	var bound *admission.Bound
	release, err := bound.Take(t.Context())
	if err != nil {
		t.Error(err)
	}
	release()
}

// Never do more work than may, whatever happens at the same time, and nothing is left behind.
func TestRace(t *testing.T) {
	limits := admission.Options{AtWork: 5, PerCaller: 3, Queued: 20, Wait: 4 * time.Millisecond}
	limiter := admission.New(limits)
	var all atomic.Int64
	var each [8]atomic.Int64
	var served, refused atomic.Int64
	var clients sync.WaitGroup
	for client := range 64 {
		who := client % len(each)
		clients.Go(func() {
			for n := range 200 {
				ctx, cancel := context.WithTimeout(as(t, byte(who)), time.Duration(n%7)*time.Millisecond+time.Millisecond)
				enter := limiter.Enter
				if n%10 == 0 {
					enter = limiter.Wait
				}
				slot, err := enter(ctx)
				if err == nil {
					if all.Add(1) > int64(limits.AtWork) || each[who].Add(1) > int64(limits.PerCaller) {
						t.Error("more are at work than may")
					}
					time.Sleep(100 * time.Microsecond)
					each[who].Add(-1)
					all.Add(-1)
					slot.Leave()
					served.Add(1)
				} else {
					refused.Add(1)
				}
				cancel()
			}
		})
	}
	clients.Wait()
	if s := limiter.Stats(); s.AtWork != 0 || s.Queued != 0 {
		t.Errorf("left behind: %+v", s)
	}
	t.Logf("%d served, %d not", served.Load(), refused.Load())
}

func TestBound(t *testing.T) {
	bound := admission.NewBound(3, 2)
	var releases []func()
	for _, c := range []struct {
		who   byte
		taken bool
	}{{1, true}, {1, true}, {1, false}, {2, true}, {3, false}} {
		release, err := bound.Take(as(t, c.who))
		if taken := err == nil; taken != c.taken || !taken && !admission.Refused(err) {
			t.Errorf("caller %d: %v", c.who, err)
		}
		if err == nil {
			releases = append(releases, release)
		}
	}
	if n := bound.Refused(); n != 2 {
		t.Errorf("%d refused", n)
	}
	for _, release := range releases {
		release()
	}
	for range 2 {
		if _, err := bound.Take(as(t, 1)); err != nil {
			t.Error(err)
		}
	}
}
