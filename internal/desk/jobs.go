package desk

import (
	"context"
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

// Jobs returns the work that the desk does by itself.
func (d *Desk) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "mark_overdue", Every: time.Minute, Done: "complaints became overdue", Do: d.MarkOverdue},
		{Name: "tell_alerts", Every: time.Minute, Do: d.TellAlerts},
		{Name: "write_daily_digests", Every: time.Minute, Done: "daily digests written", Do: d.WriteDailyDigests},
		{Name: "compact_rollups", Every: compactInterval, Do: func(ctx context.Context) (int, error) {
			return 0, stats.Compact(auth.System(ctx, "compact rollups"), d.Client)
		}},
		{Name: "close_resolved", Every: time.Hour, Done: "resolved complaints closed", Do: d.CloseResolved},
		{Name: "purge_idempotency_keys", Every: time.Hour, Done: "old idempotency keys purged", Do: d.PurgeIdempotencyKeys},
		{Name: "rebuild_search_texts", Every: time.Hour, Done: "texts are found as readers type them now", Do: d.RebuildSearchTexts},
		{Name: "fold_contacts", Every: time.Minute, Done: "people and service providers are found as readers type them now", Do: d.FoldContacts},
		{Name: "fill_address_keys", Every: time.Hour, Done: "complaints are counted by their address now", Do: d.FillAddressKeys},
		{Name: "write_task_texts", Every: time.Hour, Done: "tasks are found by their complaint's reference, title and address now", Do: d.WriteTaskTexts},
		{Name: "purge_events", Every: time.Hour, Done: "old events purged", Do: d.PurgeEvents},
		{Name: "bind_media", Every: bindInterval, Do: func(ctx context.Context) (int, error) { return 0, d.stored.Bind(ctx) }},
		{Name: "purge_media", Every: time.Hour, Done: "stray media moved to the trash or deleted from it", Do: func(ctx context.Context) (int, error) {
			purged, err := d.PurgeMedia(ctx)
			return purged.Total(), err
		}},
		{Name: "check_media", Every: mediaCheckInterval, Do: d.checkMediaPart},
	}
}
