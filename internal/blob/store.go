package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Store keeps objects by key. Keys come from Key only, never from a client.
// A full or failing disk is fault.Unavailable.
type Store interface {
	// Create opens a staged file, which nobody can read until it is committed.
	Create(ctx context.Context) (Staged, error)
	// Open opens a committed object; fault.NotFound when there is none.
	Open(ctx context.Context, key string) (*Object, error)
	// Delete removes a committed object; one that is gone already is no error.
	Delete(ctx context.Context, key string) error
	// Objects visits all committed objects, in no particular order.
	Objects(ctx context.Context, visit func(Info) error) error
	// PurgeStaged removes staged files last written before the given time, which must be further back
	// than the longest request. It returns their number.
	PurgeStaged(ctx context.Context, before time.Time) (int, error)

	// Identity returns the identity of the store; nil when it has none yet.
	Identity(ctx context.Context) (*Identity, error)
	// SetIdentity replaces the identity durably, as a whole or not at all.
	SetIdentity(ctx context.Context, is Identity) error
	// Restoring returns the name of the backup that is being restored to the store and its database; "" for
	// none.
	Restoring(ctx context.Context) (string, error)
	// SetRestoring keeps that name until it is set to "".
	SetRestoring(ctx context.Context, backup string) error

	// MoveToTrash moves a committed object to the trash of a day. One that is gone is no error.
	MoveToTrash(ctx context.Context, key string, day time.Time) error
	// Trash visits what is in the trash.
	Trash(ctx context.Context, visit func(Trashed) error) error
	// PutBack moves an object from the trash to where it was, and returns false when there is another
	// one by now.
	PutBack(ctx context.Context, t Trashed) (bool, error)
	// EmptyTrash deletes what was moved to the trash before a day, and returns the number of files.
	EmptyTrash(ctx context.Context, before time.Time) (int, error)
	// Erase deletes the objects of a media id, those in the trash included. What is gone already is no
	// error.
	Erase(ctx context.Context, media uuid.UUID) error
}

// Info describes a committed object.
type Info struct {
	Key      string
	Size     int64 // bytes
	Modified time.Time
}

// Trashed is an object in the trash.
type Trashed struct {
	Key string
	Day time.Time // on which it was moved there
}

// Staged is a file on its way into the store. It is local, whatever the store is,
// because videos are patched in place. Exactly one of Commit and Discard ends it;
// Discard after Commit does nothing, so that it can be deferred.
type Staged interface {
	io.Writer
	io.ReaderAt
	io.WriterAt
	// Commit makes the bytes durable under the key: when it returns nil, a crash of the
	// program or the machine does not lose them.
	Commit(ctx context.Context, key string) error
	// Discard removes the file.
	Discard()
}

// Object is an open, committed object. Its reader must be closed.
type Object struct {
	io.ReadSeekCloser
	Size     int64 // bytes
	Modified time.Time
}

// Variant is one of the renderings of a media file.
type Variant string

// The variants. Only images have thumbnails: Thumbnail is made with the upload and has a column of its own;
// Small and Large are made when they are first asked for (Ingest.Thumbnail) and may be deleted at any time.
const (
	Original  Variant = "original"
	Thumbnail Variant = "thumbnail"
	Small     Variant = "thumbnail-small"
	Large     Variant = "thumbnail-large"
)

// variants are all variants.
var variants = []Variant{Original, Thumbnail, Small, Large}

// ThumbnailSides are the sides of thumbnails, in pixels: none has a longer one.
var ThumbnailSides = map[Variant]int{Thumbnail: thumbnailSide, Small: 160, Large: 1280}

// Remade reports whether a variant is made on demand, so that there may or may not be an object of it.
func (v Variant) Remade() bool { return v == Small || v == Large }

// suffix returns what the name of an object of the variant has after the id.
func (v Variant) suffix() string {
	if v == Original {
		return ""
	}
	return "-" + string(v)
}

// variantOf returns the variant that the name of an object is of, and the name without its suffix.
func variantOf(name string) (bare string, v Variant) {
	for _, v := range variants[1:] {
		if bare, ok := strings.CutSuffix(name, v.suffix()); ok {
			return bare, v
		}
	}
	return name, Original
}

// Key returns the name of the object of a media row's variant: two levels of folders from random
// bytes of the id, then the id.
func Key(id uuid.UUID, v Variant) string {
	return fmt.Sprintf("%02x/%02x/%s%s", id[13], id[14], id, v.suffix())
}

// ParseKey returns what Key was called with. It refuses anything else, which keeps any other
// path out of a store.
func ParseKey(key string) (uuid.UUID, Variant, error) {
	name, v := variantOf(key[strings.LastIndexByte(key, '/')+1:])
	id, err := domain.ParseID(name)
	if err != nil || Key(id, v) != key {
		return uuid.Nil, "", fmt.Errorf("blob: %q is not a key", key)
	}
	return id, v, nil
}

// Open opens the store of a URL. Today that is a folder, created when it is
// missing: file:///srv/media, or relative to the working directory, file://var/media.
func Open(rawURL string) (Store, error) {
	dir, err := folderOf(rawURL)
	if err != nil {
		return nil, err
	}
	return OpenFolder(dir)
}

// CheckURL returns what is wrong with the URL of a store. It creates nothing.
func CheckURL(rawURL string) error {
	_, err := folderOf(rawURL)
	return err
}

// OpenExisting is Open for a store that must exist: it creates nothing.
func OpenExisting(rawURL string) (Store, error) {
	dir, err := folderOf(rawURL)
	if err != nil {
		return nil, err
	}
	return openFolder(dir)
}

// Foreign returns the name of something in the folder of a URL that is no part of a store, "" when there
// is nothing of that kind or no folder.
func Foreign(rawURL string) (string, error) {
	dir, err := folderOf(rawURL)
	if err != nil {
		return "", err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	for _, e := range entries {
		if !slices.Contains([]string{spoolDir, objectDir, trashDir, identityFile, restoringFile, "lost+found"}, e.Name()) {
			return e.Name(), nil
		}
	}
	return "", err
}

// folderOf returns the folder that a URL names.
func folderOf(rawURL string) (string, error) {
	// url.Parse takes the first folder of file://var/media for a host.
	scheme, dir, ok := strings.Cut(rawURL, "://")
	if !ok || scheme != "file" {
		return "", errors.New("must begin with file://, as in file://var/media")
	}
	if strings.ContainsAny(dir, "?#") {
		return "", errors.New("a file:// URL has no parameters")
	}
	dir, err := url.PathUnescape(dir)
	if err != nil {
		return "", fmt.Errorf("blob: media URL: %w", err)
	}
	if strings.Trim(dir, "/") == "" {
		return "", fmt.Errorf("blob: media URL names no folder")
	}
	return filepath.FromSlash(dir), nil
}

func missing() error { return fault.Missing("media file") }

// Interruptible returns a reader that returns the context's error when that has ended.
func Interruptible(ctx context.Context, from io.Reader) io.Reader { return interruptible{ctx, from} }

type interruptible struct {
	ctx  context.Context
	from io.Reader
}

// Read implements io.Reader.
func (r interruptible) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(b)
}
