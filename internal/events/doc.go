// Package events tells streams what happened. Deeds leave their events in a log; one relay
// at a time gives them positions, and each instance reads the log once and hands it to all
// its streams. Instances wake each other over a Bus; a look at the log each second stands
// behind that, so a lost notice costs time and nothing else.
//
// An event names rows and says nothing of them. Who may read those is asked by whoever tells
// the event to somebody.
package events

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// Event is something that happened.
type Event struct {
	Position int64 // its place in the order of all events; greater than zero
	Kind     string
	Subject  uuid.UUID // what it happened to, or who is told
	Row      uuid.UUID // what came of it
}

// Log is where events are kept. Positions rise in the order in which they can be read: what
// has been read is complete up to the last position that was seen.
type Log interface {
	// Publish gives positions to events that have none yet, some at a time, and answers how
	// many. Any number of instances may call it at once.
	Publish(ctx context.Context) (int, error)
	// After answers events behind a position, in order.
	After(ctx context.Context, position int64, limit int) ([]Event, error)
	// Retained answers whether the event at a position is still there. The oldest go first.
	Retained(ctx context.Context, position int64) (bool, error)
	// Last answers the position of the last event, 0 when there is none.
	Last(ctx context.Context) (int64, error)
}

// Bus wakes other instances.
type Bus interface {
	// Announce tells the others that events were published.
	Announce(ctx context.Context) error
	// Listen calls heard whenever another instance may have announced something, until the
	// context ends. It calls it too when it could have missed something.
	Listen(ctx context.Context, heard func())
}

// ErrGone answers who wants to go on behind an event that is no longer kept, or never was.
var ErrGone = errors.New("that event is not kept")
