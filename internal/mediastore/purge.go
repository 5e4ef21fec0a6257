package mediastore

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/redress/redress/internal/auth"
)

// settleTime is how long after a start nothing is moved or deleted: time to notice a start with the
// wrong settings.
const settleTime = time.Hour

// Purged is what Purge did, in files.
type Purged struct {
	Staged  int // unfinished uploads, deleted
	Trashed int // moved to the trash
	Expired int // deleted from the trash
	Erased  int // deleted because their row was deleted on purpose
	Held    int // would have been moved, but are too many
}

// Total returns the number of files that were moved or deleted.
func (s Purged) Total() int { return s.Staged + s.Trashed + s.Expired + s.Erased }

// Purge moves what crashes left to the trash and empties it of what is too old. Files that are newer
// than the newest row, or from an earlier epoch, are left alone. When there are too many strays,
// none is moved until a person decides: it logs an error, and Held returns their number. In the
// first hour it only looks, and finishes what a crash left of deletions.
func (s *Store) Purge(ctx context.Context) (Purged, error) {
	var purged Purged
	if err := s.Bind(ctx); err != nil {
		return purged, err
	}
	ctx = auth.System(ctx, "find media without a row")
	found, err := s.scan(ctx)
	if err != nil {
		return purged, err
	}
	for _, id := range found.Deleted {
		if err := s.files.Erase(ctx, id); err != nil {
			return purged, err
		}
		purged.Erased++
	}
	if tooMany(len(found.Strays), found.Total) {
		purged.Held = len(found.Strays)
		slog.ErrorContext(ctx, "too many media files have no row: none is moved to the trash until you decide; see redress verify-media and redress media trash",
			"files", purged.Held, "of", found.Total)
	}
	s.held.Store(int64(purged.Held))
	if len(found.Newer) > 0 {
		slog.WarnContext(ctx, "media files are newer than the newest row: perhaps the database was restored from a backup; they stay",
			"files", len(found.Newer))
	}
	if s.now().Sub(s.started) < settleTime {
		return purged, s.count(ctx, found, purged)
	}
	if purged.Staged, err = s.files.PurgeStaged(ctx, s.now().Add(-strayAfter)); err != nil {
		return purged, err
	}
	if purged.Held == 0 {
		if purged.Trashed, err = s.moveToTrash(ctx, found.Strays); err != nil {
			return purged, err
		}
	}
	// A day's folder was filled until the end of the day.
	if purged.Expired, err = s.files.EmptyTrash(ctx, s.today().Add(-s.trashTime)); err != nil {
		return purged, err
	}
	return purged, s.count(ctx, found, purged)
}

// today returns the day that names a folder in the trash.
func (s *Store) today() time.Time { return s.now().Truncate(24 * time.Hour) }

// moveToTrash moves files to the trash, unless they have a row by now.
func (s *Store) moveToTrash(ctx context.Context, keys []string) (moved int, err error) {
	for batch := range slices.Chunk(keys, scanBatch) {
		kept, err := s.referenced(ctx, batch)
		if err != nil {
			return moved, err
		}
		for _, key := range batch {
			if kept[key] {
				continue
			}
			if err := s.files.MoveToTrash(ctx, key, s.today()); err != nil {
				return moved, err
			}
			moved++
		}
	}
	return moved, nil
}

// Strays are files without a row that are a day old or older, by what they may be.
type Strays struct {
	Crashes int // left by crashes, as it seems
	Earlier int // from before the last restore
	Newer   int // newer than the newest row
}

// Total returns the number of files.
func (s Strays) Total() int { return s.Crashes + s.Earlier + s.Newer }

// TrashStrays moves all files without a row to the trash that are a day old or older, for whoever
// decided so. With dry it only counts them.
func (s *Store) TrashStrays(ctx context.Context, dry bool) (Strays, error) {
	var n Strays
	if err := s.Bind(ctx); err != nil {
		return n, err
	}
	ctx = auth.System(ctx, "find media without a row")
	found, err := s.scan(ctx)
	if err != nil {
		return n, err
	}
	n = Strays{Crashes: len(found.Strays), Earlier: len(found.Earlier), Newer: len(found.Newer)}
	if dry {
		return n, nil
	}
	_, err = s.moveToTrash(ctx, slices.Concat(found.Strays, found.Earlier, found.Newer))
	return n, err
}
