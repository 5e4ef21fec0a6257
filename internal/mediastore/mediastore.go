package mediastore

import (
	"sync/atomic"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/blob"
)

// Audit actions after which the bytes of a file must go, since its row was deleted on purpose.
const (
	ActionDelete = "media.delete" // by the account that uploaded it
	ActionRemove = "media.remove" // by an administrator
)

// DefaultTrashTime is how long a file stays in the trash.
const DefaultTrashTime = 30 * 24 * time.Hour

// Config is what a store works with.
type Config struct {
	Client    *ent.Client
	Files     blob.Store
	Now       func() time.Time
	TrashTime time.Duration // 0 for DefaultTrashTime
}

// Store is a media folder and the database that it belongs to.
type Store struct {
	client    *ent.Client
	files     blob.Store
	clock     func() time.Time
	trashTime time.Duration
	started   time.Time
	held      atomic.Int64
}

// New returns a store. It reads and changes nothing.
func New(cfg Config) *Store {
	s := &Store{client: cfg.Client, files: cfg.Files, clock: cfg.Now, trashTime: cfg.TrashTime}
	if s.trashTime == 0 {
		s.trashTime = DefaultTrashTime
	}
	s.started = s.now()
	return s
}

func (s *Store) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// Held returns how many files without a row the last Purge left where they are, because they were
// too many to be what crashes leave.
func (s *Store) Held() int { return int(s.held.Load()) }
