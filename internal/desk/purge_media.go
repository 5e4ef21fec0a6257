package desk

import (
	"context"

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
