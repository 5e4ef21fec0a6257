package desk

import (
	"context"
	"log/slog"

	"github.com/redress/redress/internal/mediastore"
)

// PurgeMedia moves the bytes that crashes left to the trash; see mediastore.Store.Purge.
func (d *Desk) PurgeMedia(ctx context.Context) (mediastore.Purged, error) { return d.stored.Purge(ctx) }

// HeldMedia returns how many files without a row were left where they are by the last PurgeMedia,
// because they were too many.
func (d *Desk) HeldMedia() int { return d.stored.Held() }

// MediaFiles returns how many media files there were when PurgeMedia last looked, and false before it
// ever has.
func (d *Desk) MediaFiles() (mediastore.Files, bool) { return d.stored.Files() }

// MissingMedia returns how many media files are missing, as far as they were looked for.
func (d *Desk) MissingMedia() int { return d.stored.Missing() }

// CheckMedia looks for the files of the next media rows, and returns how many are missing.
func (d *Desk) CheckMedia(ctx context.Context) (int, error) {
	return d.stored.CheckPart(ctx, mediaCheckRows)
}

// checkMediaPart is the job that looks for files, which must be found.
func (d *Desk) checkMediaPart(ctx context.Context) (int, error) {
	n, err := d.CheckMedia(ctx)
	if n > 0 {
		slog.ErrorContext(ctx, "media files are missing: see redress verify-media", "count", n)
	}
	return n, err
}
