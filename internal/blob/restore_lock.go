package blob

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// ErrRestoring is returned by LockRestore while another process restores to the folder.
var ErrRestoring = errors.New("another redress restore is at work in this folder")

// How long LockRestore waits, and how often it tries: a restore that was killed while it started another program leaves its lock to that
// one for a moment.
const (
	lockTime  = 2 * time.Second
	lockRetry = 20 * time.Millisecond
)

// LockRestore locks the store of a URL against other restores until free is called. A store that is not there yet can't be locked:
// free is nil then.
func LockRestore(ctx context.Context, rawURL string) (free func() error, err error) {
	folder, err := folderOf(rawURL)
	if err != nil {
		return nil, err
	}
	spool := filepath.Join(folder, spoolDir)
	if _, err := os.Stat(spool); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	lock := flock.New(filepath.Join(spool, "restore.lock")) // old files of that folder are purged
	within, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	locked, err := lock.TryLockContext(within, lockRetry)
	if locked {
		return lock.Close, nil
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = ErrRestoring
	}
	return nil, err
}
