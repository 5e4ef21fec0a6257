// Package events streams what happens. Transactions record events in a log; one relay at a time
// gives them positions, and each instance reads the log once for all its streams. Instances
// wake each other over a Bus; polling the log each second backs that up, so a lost wake-up
// costs time and nothing else.
//
// An event refers to rows and does not contain them. Whether somebody may read those is checked
// by the code that delivers the event.
package events

import (
	"context"
	"errors"

	"github.com/google/uuid"
)

// Event records that something happened.
type Event struct {
	Position int64 // its place in the order of all events; greater than zero
	Kind     string
	Subject  uuid.UUID // what it happened to, or the account that is notified
	Row      uuid.UUID // the row that was written

	// Of changes alone:
	Changed int64     // the set of what changed
	Version int       // of the subject afterwards; 0 if it is not known
	Actor   uuid.UUID // the account that made it; zero for the service itself
}

// Log stores events. Positions ascend in the order in which they can be read: what has been
// read is complete up to the last position that was seen.
type Log interface {
	// Publish gives positions to some events that have none yet and returns how many. Any number of
	// instances may call it at the same time.
	Publish(ctx context.Context) (int, error)
	// After returns events after a position, in order.
	After(ctx context.Context, position int64, limit int) ([]Event, error)
	// Retained reports whether the event at a position is still there. The oldest are purged first.
	Retained(ctx context.Context, position int64) (bool, error)
	// Last returns the position of the last event, 0 when there is none.
	Last(ctx context.Context) (int64, error)
}

// Bus wakes other instances.
type Bus interface {
	// Announce notifies the others that events were published.
	Announce(ctx context.Context) error
	// Send gives a message of less than 8,000 bytes to the others. Nobody stores it: who does not listen
	// misses it.
	Send(ctx context.Context, message string) error
	// Listen calls heard whenever another instance may have announced something, until the context
	// ends. It calls it too when it could have missed something. It calls told with each message.
	Listen(ctx context.Context, heard func(), told func(message string))
}

// ErrGone is returned for a stream that wants to resume after an event that is not retained, or
// never was.
var ErrGone = errors.New("that event is not retained")
