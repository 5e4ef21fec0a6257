package admission_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redress/redress/internal/admission"
)

// asked are calls in a lane, whose work takes until it is told its result.
type asked struct {
	t       *testing.T
	lane    *admission.Lane
	limiter *admission.Limiter
	calls   sync.WaitGroup

	mu      sync.Mutex
	working []string         // who works, in the order in which they began
	results chan error       // of who works
	answers map[string]error // of who was answered
	ended   int              // works whose context ended
}

func newAsked(t *testing.T, atWork int) *asked {
	l := admission.New(admission.Options{AtWork: atWork, PerCaller: 1, Queued: 100, Wait: time.Minute})
	return &asked{t: t, lane: admission.NewLane(l, time.Hour), limiter: l, results: make(chan error), answers: map[string]error{}}
}

func (a *asked) ask(ctx context.Context, name, equal string) {
	a.calls.Go(func() {
		got, err := admission.Do(ctx, a.lane, equal, func(ctx context.Context) (string, error) {
			a.mu.Lock()
			a.working = append(a.working, name)
			a.mu.Unlock()
			select {
			case err := <-a.results:
				return equal, err
			case <-ctx.Done():
				a.mu.Lock()
				a.ended++
				a.mu.Unlock()
				return "", ctx.Err()
			}
		})
		if err == nil && got != equal {
			a.t.Errorf("%s has the answer of %q, want %q", name, got, equal)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.answers[name] = err
	})
	synctest.Wait()
}

func (a *asked) finish(err error) {
	a.results <- err
	synctest.Wait()
}

func (a *asked) want(working, answered int) {
	a.t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.working) != working || len(a.answers) != answered {
		a.t.Errorf("%v began and %v are answered, want %d and %d", a.working, a.answers, working, answered)
	}
}

func (a *asked) end() {
	a.t.Helper()
	a.calls.Wait()
	if s := a.limiter.Stats(); s.AtWork != 0 || s.Queued != 0 {
		a.t.Errorf("left behind: %+v", s)
	}
}

// Equal work that is at work is done once, whether it is asked for before or after it began.
func TestEqualWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsked(t, 1)
		a.ask(as(t, 9), "other", "before")
		for i := range 5 { // wait for a slot
			a.ask(as(t, byte(i)), string(rune('a'+i)), "sum")
		}
		a.want(1, 0)
		if s := a.limiter.Stats(); s.Queued != 5 {
			t.Errorf("%+v", s)
		}
		a.finish(nil)
		a.want(2, 1)
		if s := a.limiter.Stats(); s.AtWork != 1 || s.Queued != 0 {
			t.Errorf("what waits for a result waits for a slot too: %+v", s)
		}
		a.ask(as(t, 7), "later", "sum")
		a.ask(as(t, 7), "another", "")
		a.finish(nil)
		a.want(3, 7)
		a.finish(nil)
		a.ask(as(t, 7), "afterwards", "sum") // what has ended is not kept
		a.want(4, 8)
		a.finish(nil)
		a.end()
	})
}

// What happens to the first one happens to nobody else: it goes away, or its work fails.
func TestFirstOfEqualWork(t *testing.T) {
	t.Run("gone", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a := newAsked(t, 1)
			ctx, cancel := context.WithCancel(as(t, 1))
			a.ask(ctx, "first", "sum")
			a.ask(as(t, 2), "second", "sum")
			cancel()
			synctest.Wait()
			a.finish(nil)
			a.want(1, 2)
			if a.answers["second"] != nil {
				t.Error(a.answers)
			}
			a.end()
		})
	})
	t.Run("all gone", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a := newAsked(t, 1)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			for _, name := range []string{"first", "second", "third"} {
				a.ask(ctx, name, "sum")
			}
			cancel()
			a.end()
			a.want(1, 3)
			if a.ended != 1 {
				t.Error("nobody waits for the result, and it is computed all the same")
			}
			for name, err := range a.answers {
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	})
	t.Run("failed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a := newAsked(t, 2)
			broken := errors.New("broken")
			for i, name := range []string{"first", "second", "third"} {
				a.ask(as(t, byte(i)), name, "sum")
			}
			a.finish(broken)
			a.want(3, 1)
			a.finish(nil)
			a.finish(nil)
			if !errors.Is(a.answers["first"], broken) || a.answers["second"] != nil || a.answers["third"] != nil {
				t.Error(a.answers)
			}
			a.end()
		})
	})
	t.Run("panicked", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a := newAsked(t, 1)
			begun, fall := make(chan bool), make(chan bool)
			a.calls.Go(func() {
				defer func() { _ = recover() }()
				_, _ = admission.Do(as(t, 1), a.lane, "sum", func(context.Context) (string, error) {
					close(begun)
					<-fall
					panic("of the first one")
				})
			})
			<-begun
			a.ask(as(t, 2), "second", "sum")
			close(fall)
			synctest.Wait()
			a.finish(nil)
			a.end()
			if err, ok := a.answers["second"]; err != nil || !ok {
				t.Error(a.answers)
			}
		})
	})
}

// Who is in the lane or waits for it holds no slot of the request, until one of its parts works.
func TestAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := newRequests(t, admission.Options{AtWork: 1, PerCaller: 1, Queued: 9, Wait: time.Second})
		a := newAsked(t, 1)
		var statistic, list, ended sync.WaitGroup
		release := make(chan bool)
		ended.Go(func() {
			slot, err := work.limiter.Enter(as(t, 1))
			if err != nil {
				t.Error(err)
				return
			}
			defer slot.Leave()
			ctx := admission.Share(as(t, 1), slot)
			part := func(do func()) func() {
				return func() {
					end, err := admission.Part(ctx)
					if err != nil {
						t.Error(err)
						return
					}
					defer end()
					do()
				}
			}
			list.Go(part(func() { <-release }))
			statistic.Go(part(func() { a.ask0(ctx) }))
			list.Wait()
			statistic.Wait()
		})
		synctest.Wait()
		atWork := func(want int) {
			t.Helper()
			if s := work.limiter.Stats(); s.AtWork != want {
				t.Errorf("%d at work, want %d", s.AtWork, want)
			}
		}
		atWork(1) // the list
		close(release)
		synctest.Wait()
		atWork(0)
		time.Sleep(2 * time.Second) // longer than the queue's longest wait
		work.send(as(t, 2), "short")
		work.want([]string{"short"}, nil, 1, 0)
		a.finish(nil)
		atWork(1)
		work.end("short")
		ended.Wait()
		a.end()
		atWork(0)
	})
}

// ask0 does unnamed work.
func (a *asked) ask0(ctx context.Context) {
	_, err := admission.Do(ctx, a.lane, "", func(context.Context) (string, error) { return "", <-a.results })
	if err != nil {
		a.t.Error(err)
	}
}
