package blob

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// ErrRestoring is returned by LockRestore while another process restores to the folder.
var ErrRestoring = errors.New("another redress restore is at work in this folder")

// LockRestore locks the store of a URL against other restores until free is called. A store that is not there yet can't be locked:
// free is nil then.
func LockRestore(rawURL string) (free func() error, err error) {
	folder, err := folderOf(rawURL)
	if err != nil {
		return nil, err
	}
	spool := filepath.Join(folder, spoolDir)
	if _, err := os.Stat(spool); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	lock := flock.New(filepath.Join(spool, "restore.lock")) // old files of that folder are purged
	locked, err := lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !locked {
		return nil, ErrRestoring
	}
	return lock.Close, nil
}
