package mediastore

import (
	"context"
	"slices"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
)

// Restored is what Restore did, in files.
type Restored struct {
	Files   int // put back
	WithRow int // of them, those that a row refers to
	Skipped int // left in the trash, because the file exists
}

// Restore puts back what is in the trash, of one day or, when the day is zero, all of it. It begins
// a new epoch first, so that what it puts back is not taken for what a crash left.
func (s *Store) Restore(ctx context.Context, day time.Time) (Restored, error) {
	var done Restored
	if err := s.Bind(ctx); err != nil {
		return done, err
	}
	ctx = auth.System(ctx, "put media back from the trash")
	var trashed []blob.Trashed
	err := s.files.Trash(ctx, func(t blob.Trashed) error {
		if day.IsZero() || t.Day.Equal(day) {
			trashed = append(trashed, t)
		}
		return nil
	})
	if err != nil || len(trashed) == 0 {
		return done, err
	}
	if err := s.join(ctx, putBack); err != nil {
		return done, err
	}
	for batch := range slices.Chunk(trashed, scanBatch) {
		keys := make([]string, len(batch))
		for i, t := range batch {
			keys[i] = t.Key
		}
		kept, err := s.referenced(ctx, keys)
		if err != nil {
			return done, err
		}
		for _, t := range batch {
			back, err := s.files.PutBack(ctx, t)
			if err != nil {
				return done, err
			}
			switch {
			case !back:
				done.Skipped++
			case kept[t.Key]:
				done.WithRow++
				done.Files++
			default:
				done.Files++
			}
		}
	}
	return done, nil
}
