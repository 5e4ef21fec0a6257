package events

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"time"

	"github.com/lib/pq"
)

// channel is what PostgreSQL calls the line on which instances wake each other.
const channel = "redress_events"

// messages is what PostgreSQL calls the line on which instances send each other messages.
const messages = "redress_messages"

// pingInterval is how often a listener asks whether its connection still carries anything. One on
// which no answer comes within answerTime is made anew.
const (
	pingInterval = 10 * time.Second
	answerTime   = 5 * time.Second
)

// PostgresBus is the Bus of instances that share a PostgreSQL. An announcement carries nothing: whoever
// hears it reads the log.
type PostgresBus struct {
	DB *sql.DB
	// Listener connects past any pooler, and gives a connection up on which nothing comes for as
	// long as silence says.
	Listener func(ctx context.Context, silence time.Duration, report pq.EventCallbackType) *pq.Listener
	// PingInterval is how often the connection is tried; 0 means 10 s.
	PingInterval time.Duration
}

// Announce implements Bus.
func (n PostgresBus) Announce(ctx context.Context) error {
	_, err := n.DB.ExecContext(ctx, "NOTIFY "+channel)
	return err
}

// Send implements Bus.
func (n PostgresBus) Send(ctx context.Context, message string) error {
	_, err := n.DB.ExecContext(ctx, "SELECT pg_notify($1, $2)", messages, message)
	return err
}

// Listen implements Bus. While the connection is away the look each second has to do.
func (n PostgresBus) Listen(ctx context.Context, heard func(), told func(string)) {
	interval := n.PingInterval
	if interval == 0 {
		interval = pingInterval
	}
	l := n.Listener(ctx, interval+min(answerTime, interval), func(e pq.ListenerEventType, err error) {
		if err != nil && ctx.Err() == nil {
			slog.DebugContext(ctx, "the line between instances is down", "event", e.String(), "error", err)
		}
	})
	var asking sync.WaitGroup
	asking.Go(func() {
		for _, line := range []string{channel, messages} {
			if err := l.Listen(line); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "no line between instances: they look each second", "error", err)
			}
		}
		ping(ctx, l, interval)
	})
	defer asking.Wait()
	defer func() { _ = l.Close() }()
	for {
		select {
		case n := <-l.Notify: // nil after a new connection, when something may have been missed
			if n != nil && n.Channel == messages {
				told(n.Extra)
			} else {
				heard()
			}
		case <-ctx.Done():
			return
		}
	}
}

// ping has the server say something every so often, for the silence of a quiet city must not look
// like that of a dead connection. What fails makes a new connection by itself.
func ping(ctx context.Context, l *pq.Listener, interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			_ = l.Ping() // fails while there is no connection
		case <-ctx.Done():
			return
		}
	}
}
