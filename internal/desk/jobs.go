package desk

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/jobs"
	"github.com/redress/redress/internal/stats"
)

// compactInterval is how often changes are added to the rollups. A reader adds what is left.
const compactInterval = 5 * time.Second

// bindInterval is how often the media folder is told how far the database has come, by which it
// recognizes a database that was restored from a backup.
const bindInterval = 10 * time.Minute

// mediaCheckInterval is how often the files of mediaCheckRows rows are looked for: of a million in eight hours.
const (
	mediaCheckInterval = 10 * time.Minute
	mediaCheckRows     = 20_000
)

// ledgerInterval is how often a part of the ledger is checked: a million rows in eight hours, for less
// than a second of a processor each time.
const ledgerInterval = 10 * time.Minute

// job is work that nobody asks for. Any number of instances may do it at once. What fails
// is logged and tried again the next time.
type job struct {
	name  string // in metrics
	every time.Duration
	later bool   // first after an interval rather than at once
	done  string // of which it tells how many; "" tells nothing
	do    func(ctx context.Context) (int, error)
}

func (d *Desk) jobs() []job {
	return []job{
		{name: "mark_overdue", every: time.Minute, done: "complaints became overdue", do: d.MarkOverdue},
		{name: "compact_rollups", every: compactInterval, do: func(ctx context.Context) (int, error) {
			return 0, stats.Compact(auth.System(ctx, "compact rollups"), d.client)
		}},
		{name: "read_settings", every: settingsInterval, do: d.watchSettings},
		{name: "close_resolved", every: time.Hour, done: "resolved complaints closed", do: d.CloseResolved},
		{name: "purge_tokens", every: time.Hour, done: "old refresh tokens purged", do: d.purgeTokens},
		{name: "write_session_uses", every: useInterval, do: d.writeSessionUses},
		{name: "end_idle_sessions", every: time.Hour, done: "idle sessions of administrators ended", do: d.endIdleSessions},
		{name: "purge_login_attempts", every: 10 * time.Minute, do: d.purgeLoginAttempts},
		{name: "purge_sign_in_addresses", every: time.Hour, do: d.purgeSignInAddresses},
		{name: "purge_idempotency_keys", every: time.Hour, done: "old idempotency keys purged", do: d.purgeIdempotencyKeys},
		{name: "rebuild_search_texts", every: time.Hour, done: "texts are found without accents now", do: d.RebuildSearchTexts},
		{name: "purge_events", every: time.Hour, done: "old events purged", do: d.PurgeEvents},
		{name: "bind_media", every: bindInterval, do: func(ctx context.Context) (int, error) { return 0, d.stored.Bind(ctx) }},
		{name: "purge_media", every: time.Hour, done: "stray media moved to the trash or deleted from it", do: func(ctx context.Context) (int, error) {
			purged, err := d.PurgeMedia(ctx)
			return purged.Total(), err
		}},
		{name: "check_media", every: mediaCheckInterval, do: d.checkMediaPart},
		{name: "check_ledger", every: ledgerInterval, later: true, do: func(ctx context.Context) (int, error) { return 0, d.CheckLedgerPart(ctx) }},
	}
}

// Run does the desk's own jobs, each at once and then at its own interval, until the context
// ends, and waits for the last of them.
func (d *Desk) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, c := range d.jobs() {
		d.log.Expect(c.name, c.every)
		all.Go(func() { c.run(ctx, d.log) })
	}
	all.Wait()
}

func (c job) run(ctx context.Context, log *jobs.Log) {
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	for first := true; ; first = false {
		if !first || !c.later {
			c.once(ctx, log)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func (c job) once(ctx context.Context, log *jobs.Log) {
	end := log.Begin(c.name)
	n, err := c.do(ctx)
	switch {
	case err != nil && ctx.Err() != nil: // the service stops
		return
	case err != nil:
		slog.ErrorContext(ctx, "a job failed and is retried", "job", c.name, "in", c.every, "error", err)
	case n > 0 && c.done != "":
		slog.InfoContext(ctx, c.done, "count", n)
	}
	end(err)
}
