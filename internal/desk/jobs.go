package desk

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/stats"
)

// compactInterval is how often changes are added to the rollups. A reader adds what is left.
const compactInterval = 5 * time.Second

// bindInterval is how often the media folder is told how far the database has come, by which it
// recognizes a database that was restored from a backup.
const bindInterval = 10 * time.Minute

// job is work that nobody asks for. Any number of instances may do it at once. What fails
// is logged and tried again the next time.
type job struct {
	every time.Duration
	done  string // of which it tells how many; "" tells nothing
	do    func(ctx context.Context) (int, error)
}

func (d *Desk) jobs() []job {
	return []job{
		{time.Minute, "complaints became overdue", d.MarkOverdue},
		{compactInterval, "", func(ctx context.Context) (int, error) {
			return 0, stats.Compact(auth.System(ctx, "compact rollups"), d.client)
		}},
		{settingsInterval, "", d.watchSettings},
		{time.Hour, "resolved complaints closed", d.CloseResolved},
		{time.Hour, "old refresh tokens purged", d.purgeTokens},
		{useInterval, "", d.writeSessionUses},
		{time.Hour, "idle sessions of administrators ended", d.endIdleSessions},
		{10 * time.Minute, "", d.purgeLoginAttempts},
		{time.Hour, "", d.purgeSignInAddresses},
		{time.Hour, "old idempotency keys purged", d.purgeIdempotencyKeys},
		{time.Hour, "old events purged", d.PurgeEvents},
		{bindInterval, "", func(ctx context.Context) (int, error) { return 0, d.stored.Bind(ctx) }},
		{time.Hour, "stray media moved to the trash or deleted from it", func(ctx context.Context) (int, error) {
			purged, err := d.PurgeMedia(ctx)
			return purged.Total(), err
		}},
	}
}

// Run does the desk's own jobs, each at once and then at its own interval, until the context
// ends, and waits for the last of them.
func (d *Desk) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, c := range d.jobs() {
		all.Go(func() { c.run(ctx) })
	}
	all.Wait()
}

func (c job) run(ctx context.Context) {
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	for {
		if n, err := c.do(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "a job failed and is retried", "job", c.done, "in", c.every, "error", err)
		} else if n > 0 && c.done != "" {
			slog.InfoContext(ctx, c.done, "count", n)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}
