package admission

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// retryAfter is when a caller that was refused should try again. The queue is empty by then, if
// nobody else has come.
const retryAfter = time.Second

// refusal is the fault of a request that there is no room for, apart from other faults of its code.
type refusal struct{ fault *fault.Error }

func (r refusal) Error() string { return r.fault.Error() }

func (r refusal) Unwrap() error { return r.fault }

// Refused reports whether an error is the refusal of a Limiter or a Bound. Such errors are neither
// logged one by one, nor is an unfinished body read before them: a refusal has to cost next to
// nothing.
func Refused(err error) bool {
	var r refusal
	return errors.As(err, &r)
}

// refuse returns a refusal of what there is too much of, and tells the request's Watch.
func refuse(ctx context.Context, of string, after time.Duration) error {
	if refused, ok := ctx.Value(watchKey{}).(*atomic.Bool); ok {
		refused.Store(true)
	}
	f := fault.New(fault.Unavailable, "The service has more %s than it can handle right now. Please try again in a moment.", i18n.T(of))
	f.RetryAfter = after
	return refusal{f}
}

type watchKey struct{}

// Watch returns a context for a request, and reports later whether the request was refused under it.
func Watch(ctx context.Context) (watching context.Context, refused func() bool) {
	var was atomic.Bool
	return context.WithValue(ctx, watchKey{}, &was), was.Load
}
