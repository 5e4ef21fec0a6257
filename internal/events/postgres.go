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

// PostgresBus is the Bus of instances that share a PostgreSQL. A notice carries nothing: whoever
// hears it reads the log.
type PostgresBus struct {
	DB  *sql.DB
	URL string // for a connection of its own, past any pooler
}

// Announce implements Bus.
func (n PostgresBus) Announce(ctx context.Context) error {
	_, err := n.DB.ExecContext(ctx, "NOTIFY "+channel)
	return err
}

// Listen implements Bus. While the connection is away the look each second has to do.
func (n PostgresBus) Listen(ctx context.Context, heard func()) {
	l := pq.NewListener(n.URL, 100*time.Millisecond, 5*time.Second, func(e pq.ListenerEventType, err error) {
		if err != nil && ctx.Err() == nil {
			slog.DebugContext(ctx, "the line between instances is down", "event", e.String(), "error", err)
		}
	})
	var asking sync.WaitGroup
	asking.Go(func() {
		if err := l.Listen(channel); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "no line between instances: they look each second", "error", err)
		}
	})
	defer asking.Wait()
	defer func() { _ = l.Close() }()
	for {
		select {
		case <-l.Notify: // nil after a new connection, when something may have been missed
			heard()
		case <-ctx.Done():
			return
		}
	}
}
