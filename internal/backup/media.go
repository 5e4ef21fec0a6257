package backup

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/durable"
	"github.com/redress/redress/internal/fault"
)

const (
	// batchSize is how many files are looked at before their lines are written.
	batchSize = 512
	// copies is how many files are copied at once: each waits for the disk to have it.
	copies = 8
)

// state is what became of a file.
type state int

const (
	shared  state = iota // an earlier backup holds it
	copied               // copied now
	deleted              // its row is gone by now
	missing              // there is no file
	spoiled              // the file is not as it was written
)

// copyMedia copies the files of the rows that the folder lacks, and writes the list of those that it
// has then.
func (f *Folder) copyMedia(ctx context.Context, src Source, o Options, rows, list string, last *Backup) (m Media, err error) {
	total, err := countLines(rows)
	if err != nil {
		return m, err
	}
	o.report(StageMedia, 0, total)
	known, stop := newLookup(last)
	defer stop()
	out, err := os.OpenFile(list, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := bufio.NewWriter(out)
	var done int64
	folders := &touched{names: map[string]bool{}}
	err = readRows(rows, func(batch []file, _ bool) error {
		states := make([]state, len(batch))
		var workers errgroup.Group
		workers.SetLimit(copies)
		for i := range batch {
			if sum := known(batch[i].key); batch[i].sum == "" {
				batch[i].sum = sum
			}
			workers.Go(func() (err error) {
				states[i], err = f.keep(ctx, src, &batch[i], folders)
				return err
			})
		}
		if err := workers.Wait(); err != nil {
			return err
		}
		for i, one := range batch {
			switch states[i] {
			case deleted:
				m.Deleted = append(m.Deleted, one.key)
				continue
			case missing:
				m.Missing = append(m.Missing, one.key)
				continue
			case spoiled:
				m.Damaged = append(m.Damaged, one.key)
				continue
			case copied:
				m.New++
				m.NewBytes += one.size
			}
			m.Files++
			m.Bytes += one.size
			if _, err := w.WriteString(listLine(one)); err != nil {
				return err
			}
		}
		done += int64(len(batch))
		o.report(StageMedia, done, total)
		return ctx.Err()
	})
	if err != nil {
		return m, err
	}
	return m, errors.Join(w.Flush(), out.Sync(), folders.sync(f.dir))
}

// keep sees to it that the folder has a file, and completes its sum and size. What it has is taken as
// it is when its size is right: a file gets its name when it is durable. Verify reads it.
func (f *Folder) keep(ctx context.Context, src Source, one *file, folders *touched) (state, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	target := filepath.Join(f.dir, filepath.FromSlash(pooled(one.key)))
	info, err := os.Lstat(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	there := err == nil && info.Mode().IsRegular() && info.Size() > 0
	if there && (info.Size() == one.size || one.size < 0 && one.sum != "") {
		one.size = info.Size()
		return shared, nil
	}
	from, err := src.Files.Open(ctx, one.key)
	gone := fault.Is(err, fault.NotFound)
	switch {
	case err != nil && !gone:
		return 0, err
	case !gone:
		defer func() { _ = from.Close() }() // only read
	}
	if there && one.size < 0 && (gone || from.Size == info.Size()) { // a thumbnail that no list has yet
		one.size = info.Size()
		one.sum, _, err = sumFile(ctx, target)
		return shared, err
	}
	if gone {
		return f.missing(ctx, src, one.key)
	}
	sum, n, err := f.add(ctx, from, target, one, folders)
	switch {
	case err != nil:
		return 0, err
	case sum == "":
		return spoiled, nil
	}
	one.sum, one.size = sum, n
	return copied, nil
}

// missing returns deleted for a file whose row was deleted while the backup is made, and missing for one
// that is lost.
func (f *Folder) missing(ctx context.Context, src Source, key string) (state, error) {
	var rows int
	err := src.DB.DB().QueryRowContext(ctx, "SELECT COUNT(*) FROM media WHERE blob_key = $1 OR thumbnail_key = $1", key).Scan(&rows)
	if err == nil && rows == 0 {
		return deleted, nil
	}
	return missing, err
}

// add copies a file to its place. It returns an empty sum, and adds nothing, when the bytes are not
// those of the row.
func (f *Folder) add(ctx context.Context, from io.Reader, target string, one *file, folders *touched) (sum string, n int64, err error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return "", 0, err
	}
	tmp, err := os.CreateTemp(filepath.Dir(target), ".new-*") // mode 0600
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // it has its name by then, unless it failed
	h := sha256.New()
	n, err = io.Copy(io.MultiWriter(tmp, h), blob.Interruptible(ctx, from))
	sum = hex.EncodeToString(h.Sum(nil))
	if recorded := one.size >= 0; err == nil && (n == 0 || recorded && (n != one.size || sum != one.sum)) {
		return "", 0, tmp.Close()
	}
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return "", 0, err
	}
	folders.add(filepath.Dir(target))
	return sum, n, os.Rename(tmp.Name(), target)
}

// touched are folders with new names, which are made durable once.
type touched struct {
	mu    sync.Mutex
	names map[string]bool
}

func (t *touched) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[name] = true
}

func (t *touched) sync(root string) error {
	if len(t.names) == 0 {
		return nil
	}
	for name := range t.names {
		if err := durable.SyncDir(name); err != nil {
			return err
		}
	}
	return errors.Join(durable.SyncDir(filepath.Join(root, mediaFolder)), durable.SyncDir(root))
}

// newLookup returns a function that returns the sum of a key in the list of a backup. It must be asked
// in the order of the list, which it reads beside.
func newLookup(b *Backup) (sum func(key string) string, stop func()) {
	if b == nil {
		return func(string) string { return "" }, func() {}
	}
	next := make(chan file)
	quit := make(chan struct{})
	go func() {
		defer close(next)
		_ = b.list(func(one file) error { // what can't be read is summed up anew
			select {
			case next <- one:
				return nil
			case <-quit:
				return errors.New("nobody asks any more")
			}
		})
	}()
	now, more := <-next
	return func(key string) string {
		for more && before(now.key, key) {
			now, more = <-next
		}
		if more && now.key == key {
			return now.sum
		}
		return ""
	}, func() { close(quit) }
}

// before reports whether a key comes before another one in a list.
func before(a, b string) bool {
	x, of := idOf(a)
	y, than := idOf(b)
	if c := bytes.Compare(x[:], y[:]); c != 0 {
		return c < 0
	}
	return of == blob.Original && than != blob.Original
}

func countLines(name string) (n int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }() // only read
	buf := make([]byte, 64<<10)
	for {
		k, err := f.Read(buf)
		n += int64(bytes.Count(buf[:k], []byte{'\n'}))
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// Restored is what RestoreMedia did, in files.
type Restored struct {
	Files   int      // put in place
	There   int      // were there already
	Lacking []string // keys of files that the folder of backups lacks
	Damaged []string // keys of files that are not as they were written, and were left out
}

// RestoreMedia puts the files of a backup into a media folder. What is there already stays.
func (b *Backup) RestoreMedia(ctx context.Context, to blob.Store, o Options) (Restored, error) {
	return b.folder.restoreMedia(ctx, to, o, int64(b.Manifest.Media.Files), b.list)
}

// RestoreMediaOf puts the files that the rows of a database refer to into its media folder.
func (f *Folder) RestoreMediaOf(ctx context.Context, src Source, o Options) (Restored, error) {
	var total int64
	if err := src.DB.Ask(ctx, "SELECT COUNT(*) + COUNT(thumbnail_key) FROM media WHERE size_bytes > 0", &total); err != nil {
		return Restored{}, err
	}
	return f.restoreMedia(ctx, src.Files, o, total, func(visit func(file) error) error {
		return eachFile(ctx, src.DB.DB(), visit)
	})
}

func (f *Folder) restoreMedia(ctx context.Context, to blob.Store, o Options, total int64, each func(func(file) error) error) (Restored, error) {
	var r Restored
	var mu sync.Mutex
	var seen int64
	o.report(StageMedia, 0, total)
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(copies)
	err := each(func(one file) error {
		workers.Go(func() error {
			became, err := f.putBack(ctx, to, one)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				return err
			case became == copied:
				r.Files++
			case became == shared:
				r.There++
			case became == missing:
				r.Lacking = append(r.Lacking, one.key)
			default:
				r.Damaged = append(r.Damaged, one.key)
			}
			seen++
			o.report(StageMedia, seen, total)
			return nil
		})
		return ctx.Err()
	})
	return r, errors.Join(workers.Wait(), err)
}

// putBack copies one file to the media folder, unless it is there.
func (f *Folder) putBack(ctx context.Context, to blob.Store, one file) (state, error) {
	from, err := os.Open(filepath.Join(f.dir, filepath.FromSlash(pooled(one.key))))
	lacking := errors.Is(err, fs.ErrNotExist)
	if err != nil && !lacking {
		return 0, err
	}
	if !lacking {
		defer func() { _ = from.Close() }() // only read
	}
	there, err := to.Open(ctx, one.key)
	if err == nil {
		size := there.Size
		if err := there.Close(); err != nil {
			return 0, err
		}
		if lacking {
			return shared, nil
		}
		if info, err := from.Stat(); err != nil || info.Size() == size {
			return shared, err
		}
	} else if !fault.Is(err, fault.NotFound) {
		return 0, err
	}
	if lacking {
		return missing, nil
	}
	staged, err := to.Create(ctx)
	if err != nil {
		return 0, err
	}
	defer staged.Discard()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(staged, h), blob.Interruptible(ctx, from))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", pooled(one.key), err)
	}
	if n == 0 || one.sum != "" && hex.EncodeToString(h.Sum(nil)) != strings.ToLower(one.sum) {
		return spoiled, nil
	}
	return copied, staged.Commit(ctx, one.key)
}

// Foreign returns how many files of a media folder are not among those of the backup.
func (b *Backup) Foreign(ctx context.Context, files blob.Store) (n int, err error) {
	var there []fileID
	err = files.Objects(ctx, func(f blob.Info) error {
		if id, of := idOf(f.Key); !of.Remade() {
			there = append(there, fileID{id, of})
		}
		return nil
	})
	if err != nil || len(there) == 0 {
		return 0, err
	}
	listed := map[fileID]bool{}
	err = b.list(func(one file) error {
		id, of := idOf(one.key)
		listed[fileID{id, of}] = true
		return ctx.Err()
	})
	for _, f := range there {
		if !listed[f] {
			n++
		}
	}
	return n, err
}
