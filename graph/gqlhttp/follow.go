package gqlhttp

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/fault"
)

const (
	// loadBatch is how many events' rows a stream reads together.
	loadBatch = 100
	// gatherTime is how long a stream without a subject waits between two reads, so that many
	// events cost one read.
	gatherTime = 50 * time.Millisecond
	// streamRetry is how long a stream waits before it asks an unavailable database again.
	streamRetry = time.Second
)

// Subscription states which events a stream delivers.
type Subscription struct {
	Kind    domain.EventKind
	Subject *uuid.UUID // nil: every subject that the viewer may see
	After   *int64     // the last event that the client has; nil: only new ones

	// Gather is how long the stream waits between two reads; 0 means 50 ms, or not at all for one subject.
	Gather time.Duration

	// Imports is whether an import ends the stream as a gap does: its rows have no events of their own.
	Imports bool

	// OfAccount is whether an event may tell what ended the viewer's session, in the same transaction. The sessions are checked
	// once more after the rows have been read, by the next check of all.
	OfAccount bool

	// Also is a second kind, delivered for every subject: a broadcast becomes notifications in
	// batches, and one event stands for all the recipients of a batch.
	Also domain.EventKind
}

func (s Subscription) wants(e events.Event) bool {
	return e.Kind == string(s.Kind) && (s.Subject == nil || *s.Subject == e.Subject) ||
		s.Also != "" && e.Kind == string(s.Also) ||
		s.Imports && isImport(e)
}

func isImport(e events.Event) bool { return e.Kind == string(domain.EventImport) }

// Message is the payload of one event, as the viewer may see it.
type Message[T any] struct {
	Position int64
	Payload  T
}

// Load reads the rows of some events as the viewer, in the order of the events. It leaves out
// what the viewer may not see.
type Load[T any] func(context.Context, []events.Event) ([]Message[T], error)

// Follow begins a subscription and returns the channel of its payloads for the executor. It
// resumes after the event that the client names in Last-Event-ID or in the Subscription, and
// refuses with the field code "gone" when that event is no longer retained.
func Follow[T any](ctx context.Context, s *Streams, want Subscription, load Load[T]) (<-chan T, error) {
	d, ok := ctx.Value(deliveryKey{}).(*delivery)
	if !ok {
		return nil, errors.New("a subscription without a transport")
	}
	var after int64
	switch {
	case d.resume != "": // a client that lost its connection repeats its first request with this header
		var err error
		if after, err = model.ParseEventID(d.resume); err != nil {
			return nil, gone()
		}
	case want.After != nil:
		after = *want.After
	}
	limited, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	position, err := s.hub.Follow(limited, after)
	if errors.Is(err, events.ErrGone) {
		return nil, gone()
	}
	if err != nil {
		return nil, err
	}
	own := *graphql.GetFieldContext(ctx) // the executor goes on writing into its own
	ctx = graphql.WithFieldContext(ctx, &own)
	out := make(chan T)
	s.running.Go(func() {
		defer close(out)
		defer s.hub.Leave()
		defer func() {
			if p := recover(); p != nil {
				d.err = recoverPanic(ctx, p)
			}
		}()
		d.err = deliverAll(ctx, s, d, want, position, load, out)
	})
	return out, nil
}

// gone refuses to resume after an event that is no longer retained.
func gone() error {
	return fault.Invalid(fault.Input("after", "gone",
		"is not an event that is still retained, or an import came after it; subscribe without it, then query the current state"))
}

// deliverAll delivers events from a position on until the stream ends. What was not written is
// read and delivered again.
func deliverAll[T any](ctx context.Context, s *Streams, d *delivery, want Subscription, position int64, load Load[T], out chan<- T) error {
next:
	for {
		batch, upTo, err := s.hub.Next(ctx, position, loadBatch, want.wants)
		end := slices.IndexFunc(batch, isImport)
		if end >= 0 {
			batch = batch[:end]
		}
		var rows []Message[T]
		if err == nil && len(batch) > 0 {
			rows, err = loadLimited(ctx, s, batch, load)
		}
		if want.OfAccount && err == nil && len(rows) > 0 {
			err = s.watch.ConfirmAnew(ctx)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, events.ErrGone):
			return gone()
		case unavailable(ctx, err):
			pause(ctx, streamRetry)
			continue
		case err != nil:
			return err
		}
		for _, row := range rows {
			if err := s.watch.Confirm(ctx); err != nil {
				return err
			}
			written, open := d.deliver(ctx, s, row.Position, func() {
				select {
				case out <- row.Payload:
				case <-ctx.Done():
				}
			})
			if !open {
				return nil
			}
			if !written {
				pause(ctx, streamRetry)
				continue next
			}
			position = row.Position
		}
		if end >= 0 {
			return gone()
		}
		position = upTo
		if want.Subject == nil {
			pause(ctx, max(gatherTime, want.Gather))
		}
	}
}

// loadLimited reads rows when the stream may work.
func loadLimited[T any](ctx context.Context, s *Streams, batch []events.Event, load Load[T]) ([]Message[T], error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	return load(ctx, batch)
}

// unavailable reports whether what failed may succeed in a moment.
func unavailable(ctx context.Context, err error) bool {
	if !fault.Is(err, fault.Unavailable) {
		return false
	}
	slog.DebugContext(ctx, "a stream waits for the database", "error", err)
	return true
}

// pause waits for a duration. It reports false when the stream ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
