package backup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/durable"
)

const (
	markerFile   = "redress-backups.json"
	lockFile     = ".lock"
	mediaFolder  = "media"
	unfinished   = "unfinished-"
	removed      = "removed-"
	sumsFile     = "SHA256SUMS"
	manifestFile = "manifest.json"
	listFile     = "media.sha256"

	nameLayout = "2006-01-02T150405Z"
)

// format is raised when a program that reads backups must know of a change.
const format = 1

// marker says whose backups a folder holds.
type marker struct {
	Note   string    `json:"note"`
	Format int       `json:"format"`
	Store  uuid.UUID `json:"store"` // uuid.Nil until the database has an id
}

const markerNote = "Backups of Redress. Copy the folder as a whole: the backups share the files in media. See docs/backup.md."

// Folder is a folder of backups.
type Folder struct {
	dir  string
	lock *flock.Flock
	mark marker
}

// ErrBusy is returned when another process works in the folder.
var ErrBusy = errors.New("another redress backup or restore works in it")

// Create opens a folder to write backups to, alone. It is made when it is missing, and taken into use
// when it is empty; one that holds anything but backups is refused.
func Create(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, mark: marker{Note: markerNote, Format: format}}
	if err := f.readMarker(); errors.Is(err, fs.ErrNotExist) {
		if err := checkUnused(dir); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	f.lock = flock.New(filepath.Join(dir, lockFile))
	locked, err := f.lock.TryLock()
	if err == nil && !locked {
		err = ErrBusy
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if err := f.readMarker(); errors.Is(err, fs.ErrNotExist) {
		err = f.writeMarker()
		return f, err
	} else if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, f.sweep()
}

// Open opens a folder of backups to read, beside others that do. One that can't be written to, such as a
// mounted archive, is not locked.
func Open(dir string) (*Folder, error) {
	f := &Folder{dir: dir}
	if err := f.readMarker(); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s is no folder of backups: it lacks %s", dir, markerFile)
	} else if err != nil {
		return nil, err
	}
	f.lock = flock.New(filepath.Join(dir, lockFile))
	locked, err := f.lock.TryRLock()
	if err == nil && !locked {
		return nil, fmt.Errorf("%s: %w", dir, ErrBusy)
	}
	return f, nil
}

// Close gives the folder back.
func (f *Folder) Close() error { return f.lock.Close() }

// Store returns the id of the installation whose backups they are, uuid.Nil while it has none.
func (f *Folder) Store() uuid.UUID { return f.mark.Store }

// Dir returns the path of the folder.
func (f *Folder) Dir() string { return f.dir }

// checkUnused refuses a folder that somebody else's files are in.
func checkUnused(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if name := e.Name(); name != lockFile && name != "lost+found" && name != ".snapshot" {
			return fmt.Errorf("%s is not empty and no folder of backups: it holds %s. Name an empty one or a new one", dir, name)
		}
	}
	return nil
}

func (f *Folder) readMarker() error {
	text, err := os.ReadFile(filepath.Join(f.dir, markerFile))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &f.mark); err != nil {
		return fmt.Errorf("%s in %s is damaged: %w", markerFile, f.dir, err)
	}
	if f.mark.Format > format {
		return fmt.Errorf("%s was written by a later version of redress: use that one", f.dir)
	}
	return nil
}

func (f *Folder) writeMarker() error {
	text, err := encode(f.mark)
	if err != nil {
		return err
	}
	return durable.Replace(filepath.Join(f.dir, markerFile), text, 0o600)
}

// claim refuses the backups of another installation. A database gets its id when it is first served.
func (f *Folder) claim(store uuid.UUID) error {
	switch {
	case f.mark.Store == store || store == uuid.Nil:
		return nil
	case f.mark.Store != uuid.Nil:
		return fmt.Errorf("%s holds the backups of another installation (id %s; this one has %s): name a folder of its own", f.dir, f.mark.Store, store)
	}
	f.mark.Store = store
	return f.writeMarker()
}

// sweep removes what interrupted runs left.
func (f *Folder) sweep() error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() && (strings.HasPrefix(e.Name(), unfinished) || strings.HasPrefix(e.Name(), removed)) {
			if err := os.RemoveAll(filepath.Join(f.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Backups returns the finished backups, the oldest first.
func (f *Folder) Backups() ([]*Backup, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	var all []*Backup
	for _, e := range entries {
		if at, err := time.Parse(nameLayout, e.Name()); err == nil && e.IsDir() {
			all = append(all, f.read(e.Name(), at))
		}
	}
	slices.SortFunc(all, func(a, b *Backup) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Newest returns the newest backup that is whole, nil when there is none.
func Newest(all []*Backup) *Backup {
	for _, b := range slices.Backward(all) {
		if b.Err == nil {
			return b
		}
	}
	return nil
}

// encode writes JSON for people.
func encode(v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return text.Bytes(), err
}
