package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/redress/redress/internal/blob"
)

// Verification says how to verify.
type Verification struct {
	SizesOnly bool                     // don't read the files of media
	Found     func(name, fault string) // called for each fault, with the backup that has it
	Progress  func(stage string, done, of int64)
}

// fileID is a file of media in as few bytes as tell it.
type fileID struct {
	id uuid.UUID
	of blob.Variant
}

// Verify reads all files of backups, those that they share once, and compares them with what was
// written.
func (f *Folder) Verify(ctx context.Context, backups []*Backup, v Verification) error {
	type expected struct {
		sum  string
		size int64 // what was found
		err  error
	}
	report := func(stage string, done, of int64) {
		if v.Progress != nil {
			v.Progress(stage, done, of)
		}
	}
	files := map[fileID]*expected{}
	var order []string
	lists := map[*Backup]bool{} // those whose list can be read
	for i, b := range backups {
		report(StageDatabase, int64(i), int64(len(backups)))
		if b.Err != nil {
			v.Found(b.Name, b.Err.Error())
			continue
		}
		whole, err := b.verifyOwn(ctx, v.Found)
		if err != nil {
			return err
		}
		if !whole {
			continue
		}
		err = b.list(func(one file) error {
			id, of := idOf(one.key)
			if is := files[fileID{id, of}]; is == nil {
				files[fileID{id, of}] = &expected{sum: one.sum}
				order = append(order, one.key)
			} else if is.sum != one.sum {
				v.Found(b.Name, fmt.Sprintf("%s has another sum in an older backup", pooled(one.key)))
			}
			return nil
		})
		if err != nil {
			v.Found(b.Name, err.Error())
			continue
		}
		lists[b] = true
	}
	var workers errgroup.Group
	workers.SetLimit(2) // reading is bound by the disk, sums by a processor
	for i, key := range order {
		if ctx.Err() != nil {
			break
		}
		if i%batchSize == 0 {
			report(StageMedia, int64(i), int64(len(order)))
		}
		id, of := idOf(key)
		is := files[fileID{id, of}]
		workers.Go(func() error {
			var err error
			is.size, is.err, err = f.verifyFile(ctx, key, is.sum, v.SizesOnly)
			return err
		})
	}
	if err := workers.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, b := range backups {
		if !lists[b] {
			continue
		}
		var size, n int64
		wrong := false
		err := b.list(func(one file) error {
			id, of := idOf(one.key)
			is := files[fileID{id, of}]
			if n++; is.err != nil {
				v.Found(b.Name, is.err.Error())
				wrong = true
			}
			size += is.size
			return nil
		})
		if err != nil {
			return err
		}
		if m := b.Manifest.Media; !wrong && (int(n) != m.Files || size != m.Bytes) {
			v.Found(b.Name, fmt.Sprintf("the files of media have %d bytes instead of %d", size, m.Bytes))
		}
	}
	return nil
}

// verifyOwn checks the files of a backup's own folder, and reports whether they are as they were
// written.
func (b *Backup) verifyOwn(ctx context.Context, found func(name, fault string)) (whole bool, err error) {
	sums, err := b.sums()
	if err != nil {
		found(b.Name, err.Error())
		return false, nil
	}
	whole = true
	for _, name := range []string{manifestFile, b.Manifest.Database.File, listFile} {
		sum, _, err := sumFile(ctx, filepath.Join(b.Path(), name))
		if err := ctx.Err(); err != nil {
			return false, err
		}
		switch {
		case err != nil:
			found(b.Name, err.Error())
			whole = false
		case sum != sums[name]:
			found(b.Name, name+" is not as it was written")
			whole = false
		}
	}
	return whole, nil
}

// CheckOwn returns what is wrong with the files of a backup's own folder: everything but the files of
// media.
func (b *Backup) CheckOwn(ctx context.Context) error {
	if b.Err != nil {
		return b.Err
	}
	var wrong []error
	_, err := b.verifyOwn(ctx, func(_, fault string) { wrong = append(wrong, errors.New(fault)) })
	return errors.Join(append(wrong, err)...)
}

// verifyFile returns the size of a file of media, and what is wrong with it.
func (f *Folder) verifyFile(ctx context.Context, key, sum string, sizeOnly bool) (size int64, wrong, err error) {
	name := filepath.Join(f.dir, filepath.FromSlash(pooled(key)))
	if sizeOnly {
		info, err := os.Stat(name)
		if err == nil {
			return info.Size(), nil, nil
		}
		return 0, describe(key, err), nil
	}
	is, size, err := sumFile(ctx, name)
	if err := ctx.Err(); err != nil {
		return 0, nil, err
	}
	if err == nil && is != sum {
		wrong = fmt.Errorf("%s is not as it was written", pooled(key))
	} else if err != nil {
		wrong = describe(key, err)
	}
	return size, wrong, nil
}

func describe(key string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", pooled(key))
	}
	return err
}
