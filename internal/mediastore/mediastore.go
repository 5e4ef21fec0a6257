package mediastore

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
)

// Audit actions after which the bytes of a file must go, since its row was deleted on purpose.
const (
	ActionDelete = "media.delete" // by the account that uploaded it
	ActionRemove = "media.remove" // by an administrator
)

// Config is what a store works with.
type Config struct {
	Client    *ent.Client
	Files     blob.Store
	Now       func() time.Time
	TrashTime time.Duration // 0 for domain.MediaTrash
	// OnRestored is called in the transaction that notes that the database was restored from a backup, or may have been. Nil: nobody asks.
	OnRestored func(ctx context.Context, tx *ent.Client, now time.Time) error
}

// Store is a media folder and the database that it belongs to.
type Store struct {
	client    *ent.Client
	files     blob.Store
	clock     func() time.Time
	trashTime time.Duration
	restored  func(context.Context, *ent.Client, time.Time) error
	started   time.Time
	held      atomic.Int64
	last      atomic.Pointer[Files]
	missing   atomic.Int64
	check     missingCheck // of the one who calls CheckPart
}

// New returns a store. It reads and changes nothing.
func New(cfg Config) *Store {
	s := &Store{client: cfg.Client, files: cfg.Files, clock: cfg.Now, trashTime: cfg.TrashTime, restored: cfg.OnRestored}
	if s.restored == nil {
		s.restored = func(context.Context, *ent.Client, time.Time) error { return nil }
	}
	if s.trashTime == 0 {
		s.trashTime = domain.MediaTrash
	}
	s.started = s.now()
	return s
}

func (s *Store) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// Held returns how many files without a row the last Purge left where they are, because they were
// too many to be what crashes leave.
func (s *Store) Held() int { return int(s.held.Load()) }

// Files are the numbers of files in a media folder, as the last Purge found and left them.
type Files struct {
	Stored  int // in their places, whether they have a row or not
	Strays  int // without a row, left by crashes
	Earlier int // without a row, from before the last restore
	Newer   int // without a row, newer than the newest row
	Trash   int // in the trash
}

// Files returns how many files there were when Purge last looked, and false before it ever has.
func (s *Store) Files() (Files, bool) {
	if last := s.last.Load(); last != nil {
		return *last, true
	}
	return Files{}, false
}

// count notes how many files there are.
func (s *Store) count(ctx context.Context, found *scan, purged Purged) error {
	n := Files{
		Stored: found.Total - purged.Trashed - purged.Erased, Strays: len(found.Strays) - purged.Trashed,
		Earlier: len(found.Earlier), Newer: len(found.Newer),
	}
	err := s.files.Trash(ctx, func(blob.Trashed) error {
		n.Trash++
		return nil
	})
	if err == nil {
		s.last.Store(&n)
	}
	return err
}
