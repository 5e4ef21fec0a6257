package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

const (
	spoolDir  = "tmp"
	objectDir = "objects"
	trashDir  = "trash" // trash/2026-11-01/<name>: moved there on that day
)

// Folder is a Store in a folder of the local disk. Nothing it does can leave that
// folder, symbolic links included.
type Folder struct{ root *os.Root }

// OpenFolder opens a folder store, and creates the folder when it is missing.
func OpenFolder(dir string) (*Folder, error) {
	for _, d := range []string{spoolDir, objectDir} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			return nil, fmt.Errorf("blob: %w", err)
		}
	}
	return openFolder(dir)
}

func openFolder(dir string) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &Folder{root: root}, nil
}

// Close closes the folder.
func (s *Folder) Close() error { return s.root.Close() }

// Create opens a spool file on the same file system, so that Commit is a rename.
func (s *Folder) Create(context.Context) (Staged, error) {
	name := path.Join(spoolDir, uuid.NewString())
	f, err := s.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, diskFault(err)
	}
	return &spool{f: f, store: s, name: name}, nil
}

// Open reads a committed object.
func (s *Folder) Open(_ context.Context, key string) (*Object, error) {
	if _, _, err := ParseKey(key); err != nil {
		return nil, missing()
	}
	f, err := s.root.Open(path.Join(objectDir, key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, missing()
	}
	if err != nil {
		return nil, diskFault(err)
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, missing()
	}
	return &Object{ReadSeekCloser: f, Size: info.Size(), Modified: info.ModTime()}, nil
}

// Delete removes a committed object.
func (s *Folder) Delete(_ context.Context, key string) error {
	if _, _, err := ParseKey(key); err != nil {
		return err
	}
	err := s.root.Remove(path.Join(objectDir, key))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskFault(err)
	}
	return nil
}

// PurgeStaged implements Store.
func (s *Folder) PurgeStaged(ctx context.Context, before time.Time) (int, error) {
	purged := 0
	err := s.walk(ctx, spoolDir, func(name string, info fs.FileInfo) error {
		if !info.ModTime().Before(before) {
			return nil
		}
		if err := s.root.Remove(name); err != nil {
			return err
		}
		purged++
		return nil
	})
	return purged, diskFault(err)
}

// Objects implements Store.
func (s *Folder) Objects(ctx context.Context, visit func(Info) error) error {
	return diskFault(s.walk(ctx, objectDir, func(name string, info fs.FileInfo) error {
		key := name[len(objectDir)+1:]
		if _, _, err := ParseKey(key); err != nil || !info.Mode().IsRegular() {
			return nil //nolint:nilerr // a file that is not ours is left alone
		}
		return visit(Info{Key: key, Size: info.Size(), Modified: info.ModTime()})
	}))
}

// walk visits the files below dir. One that is removed meanwhile, or a dir that does not exist, is no
// error.
func (s *Folder) walk(ctx context.Context, dir string, visit func(name string, info fs.FileInfo) error) error {
	return fs.WalkDir(s.root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || d.IsDir() {
			return ignoreNotExist(err)
		}
		info, err := d.Info()
		if err != nil {
			return ignoreNotExist(err)
		}
		return ignoreNotExist(visit(name, info))
	})
}

// ignoreNotExist drops the error of a file that was removed meanwhile.
func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// spool is a file that is not an object yet.
type spool struct {
	f     *os.File
	store *Folder
	name  string
	ended bool
}

func (p *spool) Write(b []byte) (int, error) {
	n, err := p.f.Write(b)
	return n, diskFault(err)
}

func (p *spool) ReadAt(b []byte, off int64) (int, error) { return p.f.ReadAt(b, off) }

func (p *spool) WriteAt(b []byte, off int64) (int, error) {
	n, err := p.f.WriteAt(b, off)
	return n, diskFault(err)
}

func (p *spool) Commit(_ context.Context, key string) error {
	if _, _, err := ParseKey(key); err != nil {
		return err
	}
	if p.ended {
		return errors.New("blob: spool was ended before")
	}
	target := path.Join(objectDir, key)
	shard := path.Dir(target)
	// The folders are made before the file is synced: most file systems write both in one go,
	// and have nothing left to do when the folders are synced.
	if err := p.store.root.MkdirAll(shard, 0o700); err != nil {
		return diskFault(err)
	}
	if err := p.f.Sync(); err != nil {
		return diskFault(err)
	}
	// The new name is durable only when every folder on its way is.
	for _, dir := range []string{objectDir, path.Dir(shard)} {
		if err := p.store.syncDir(dir); err != nil {
			return diskFault(err)
		}
	}
	if err := p.store.root.Rename(p.name, target); err != nil {
		return diskFault(err)
	}
	p.ended = true
	_ = p.f.Close() // synced above; closing a descriptor loses nothing
	if err := p.store.syncDir(shard); err != nil {
		_ = p.store.root.Remove(target)
		return diskFault(err)
	}
	return nil
}

func (p *spool) Discard() {
	if p.ended {
		return
	}
	p.ended = true
	_ = p.f.Close()
	_ = p.store.root.Remove(p.name) // what can't be removed now is purged later
}

func (s *Folder) syncDir(name string) error {
	if runtime.GOOS == "windows" { // it has no such call
		return nil
	}
	d, err := s.root.Open(name)
	if err != nil {
		return err
	}
	err = d.Sync()
	return errors.Join(err, d.Close())
}

// retryDisk is the Retry-After of a disk that is full or failing.
const retryDisk = 30 * time.Second

// diskFault converts an error of the system, such as that of a disk that is full or failing, or of a
// folder that is not there or not the service's to use, to fault.Unavailable, and returns others as
// they are.
func diskFault(err error) error {
	if _, ok := errors.AsType[syscall.Errno](err); !ok {
		return err
	}
	f := fault.Wrap(err, fault.Unavailable, "Files can't be stored or read at the moment.")
	f.RetryAfter = retryDisk
	return f
}
