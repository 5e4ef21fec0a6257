package desk

import (
	"context"
	"log/slog"
	"time"

	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
)

const (
	sweepEvery = time.Hour

	// Bytes without a row that are older than this were left by a crash: no request lasts
	// so long.
	strayAfter = 24 * time.Hour
)

// Run does the desk's own chores, at once and then every hour, until the context ends. What
// fails is logged and tried again an hour later. Any number of instances may run it.
func (d *Desk) Run(ctx context.Context) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if swept, err := d.SweepMedia(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "stray media stay for now", "error", err)
		} else if swept != (blob.Swept{}) {
			slog.InfoContext(ctx, "stray media swept", "spools", swept.Staged, "objects", swept.Objects)
		}
		if err := d.sweepTokens(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "old refresh tokens stay for now", "error", err)
		}
		if _, err := d.SweepEvents(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "old events stay for now", "error", err)
		}
		if n, err := d.CloseResolved(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "resolved complaints stay open for now", "error", err)
		} else if n > 0 {
			slog.InfoContext(ctx, "resolved complaints closed", "count", n)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// SweepMedia removes the bytes that crashes left: those without a row, a day old or older.
func (d *Desk) SweepMedia(ctx context.Context) (blob.Swept, error) {
	sys := auth.System(ctx, "tell stray media from those with a row")
	return d.media.Sweep(ctx, d.now().Add(-strayAfter), func(_ context.Context, keys []string) (map[string]bool, error) {
		rows, err := d.client.Media.Query().
			Where(media.Or(media.BlobKeyIn(keys...), media.ThumbnailKeyIn(keys...))).
			Select(media.FieldBlobKey, media.FieldThumbnailKey).
			All(sys)
		if err != nil {
			return nil, err
		}
		kept := make(map[string]bool, 2*len(rows))
		for _, row := range rows {
			kept[row.BlobKey] = true
			if row.ThumbnailKey != nil {
				kept[*row.ThumbnailKey] = true
			}
		}
		return kept, nil
	})
}
