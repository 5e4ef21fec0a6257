package desk

import (
	"context"
	"time"

	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
)

// Bytes without a row that are older than this were left by a crash: no request lasts so
// long.
const strayAfter = 24 * time.Hour

// PurgeMedia removes the bytes that crashes left: those without a row, a day old or older.
func (d *Desk) PurgeMedia(ctx context.Context) (blob.Purged, error) {
	sys := auth.System(ctx, "find media without a row")
	return d.media.Purge(ctx, d.now().Add(-strayAfter), func(_ context.Context, keys []string) (map[string]bool, error) {
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
