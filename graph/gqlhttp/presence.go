package gqlhttp

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/events"
)

// Attend begins a subscription that makes the viewer present at a subject while it is open, and delivers who else
// is, at once and whenever that changes. Load returns what the viewer is told of some people.
func Attend[T any](ctx context.Context, s *Streams, subject uuid.UUID, now func() time.Time,
	load func(context.Context, []events.Person) (T, error),
) (<-chan T, error) {
	d, ok := ctx.Value(deliveryKey{}).(*delivery)
	if !ok {
		return nil, errors.New("a subscription without a transport")
	}
	own := *graphql.GetFieldContext(ctx) // the executor goes on writing into its own
	ctx = graphql.WithFieldContext(ctx, &own)
	leave := s.hub.Presence().Enter(subject, auth.From(ctx).ID, now())
	out := make(chan T)
	s.running.Go(func() {
		defer close(out)
		defer leave()
		defer func() {
			if p := recover(); p != nil {
				d.err = recoverPanic(ctx, p)
			}
		}()
		d.err = attend(ctx, s, d, subject, load, out)
	})
	return out, nil
}

// attend delivers who is present until the stream ends. A message that would be the same as the one before is not
// delivered: it would tell that somebody came or left of whom the viewer is not told.
func attend[T any](ctx context.Context, s *Streams, d *delivery, subject uuid.UUID, load func(context.Context, []events.Person) (T, error),
	out chan<- T,
) error {
	var told T
	var seen []events.Person
	for first := true; ; {
		people, moved, again := s.hub.Presence().At(subject)
		people = slices.DeleteFunc(people, func(p events.Person) bool { return p.Account == auth.From(ctx).ID })
		if !first && slices.Equal(people, seen) { // somebody moved elsewhere
			if err := wait(ctx, moved, again); err != nil {
				return err
			}
			continue
		}
		payload, err := loadPresent(ctx, s, people, load)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case unavailable(ctx, err):
			pause(ctx, streamRetry)
			continue
		case err != nil:
			return err
		}
		if first || !reflect.DeepEqual(payload, told) {
			if err := s.watch.Confirm(ctx); err != nil {
				return err
			}
			written, open := d.deliver(ctx, s, 0, func() {
				select {
				case out <- payload:
				case <-ctx.Done():
				}
			})
			switch {
			case !open:
				return nil
			case !written:
				pause(ctx, streamRetry)
				continue
			}
		}
		first, told, seen = false, payload, people
		pause(ctx, gatherTime)
	}
}

// wait waits until somebody has moved or the time has passed. It returns the context's error when that ends first.
func wait(ctx context.Context, moved <-chan struct{}, atMost time.Duration) error {
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-moved:
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// loadPresent loads when the stream may work.
func loadPresent[T any](ctx context.Context, s *Streams, people []events.Person, load func(context.Context, []events.Person) (T, error)) (none T, err error) {
	end, err := s.begin(ctx)
	if err != nil {
		return none, err
	}
	defer end()
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	return load(ctx, people)
}
