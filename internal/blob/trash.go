package blob

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"time"

	"github.com/google/uuid"
)

// MoveToTrash implements Store.
func (s *Folder) MoveToTrash(_ context.Context, key string, day time.Time) error {
	if _, _, err := ParseKey(key); err != nil {
		return err
	}
	dir := path.Join(trashDir, day.Format(time.DateOnly))
	if err := s.root.MkdirAll(dir, 0o700); err != nil {
		return diskFault(err)
	}
	return s.move(path.Join(objectDir, key), path.Join(dir, path.Base(key)))
}

// move renames a file durably. One that is gone is no error.
func (s *Folder) move(from, to string) error {
	err := s.root.Rename(from, to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return diskFault(err)
	}
	// The new name comes first: between the two a crash leaves both rather than none.
	for _, dir := range []string{path.Dir(path.Dir(to)), path.Dir(to), path.Dir(from)} {
		if err := s.syncDir(dir); err != nil {
			return diskFault(err)
		}
	}
	return nil
}

// trashDays returns the days of the folders in the trash.
func (s *Folder) trashDays() (days []time.Time, err error) {
	folders, err := fs.ReadDir(s.root.FS(), trashDir)
	if err != nil {
		return nil, diskFault(ignoreNotExist(err))
	}
	for _, f := range folders {
		if day, err := time.Parse(time.DateOnly, f.Name()); err == nil && f.IsDir() { // what is not ours is left alone
			days = append(days, day)
		}
	}
	return days, nil
}

// Trash implements Store.
func (s *Folder) Trash(ctx context.Context, visit func(Trashed) error) error {
	days, err := s.trashDays()
	if err != nil {
		return err
	}
	for _, day := range days {
		err := s.walk(ctx, path.Join(trashDir, day.Format(time.DateOnly)), func(name string, info fs.FileInfo) error {
			t := Trashed{Key: KeyOfName(path.Base(name)), Day: day}
			if t.Key == "" || !info.Mode().IsRegular() || t.name() != name {
				return nil
			}
			return visit(t)
		})
		if err != nil {
			return diskFault(err)
		}
	}
	return nil
}

// name returns where an object lies in the trash.
func (t Trashed) name() string {
	return path.Join(trashDir, t.Day.Format(time.DateOnly), path.Base(t.Key))
}

// KeyOfName returns the key whose last part is a name, or "" when it is no key's.
func KeyOfName(name string) string {
	bare, v := variantOf(name)
	id, err := uuid.Parse(bare)
	if err != nil || path.Base(Key(id, v)) != name {
		return ""
	}
	return Key(id, v)
}

// PutBack implements Store.
func (s *Folder) PutBack(_ context.Context, t Trashed) (bool, error) {
	if _, _, err := ParseKey(t.Key); err != nil {
		return false, err
	}
	target := path.Join(objectDir, t.Key)
	if _, err := s.root.Lstat(target); err == nil {
		return false, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, diskFault(err)
	}
	if err := s.root.MkdirAll(path.Dir(target), 0o700); err != nil {
		return false, diskFault(err)
	}
	return true, s.move(t.name(), target)
}

// EmptyTrash implements Store.
func (s *Folder) EmptyTrash(ctx context.Context, before time.Time) (int, error) {
	days, err := s.trashDays()
	if err != nil {
		return 0, err
	}
	deleted := 0
	for _, day := range days {
		if !day.Before(before) {
			continue
		}
		dir := path.Join(trashDir, day.Format(time.DateOnly))
		err := s.walk(ctx, dir, func(name string, _ fs.FileInfo) error {
			if err := s.root.Remove(name); err != nil {
				return err
			}
			deleted++
			return nil
		})
		if err != nil {
			return deleted, diskFault(err)
		}
		if err := s.root.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return deleted, diskFault(err)
		}
	}
	return deleted, nil
}

// Erase implements Store.
func (s *Folder) Erase(ctx context.Context, media uuid.UUID) error {
	days, err := s.trashDays()
	errs := []error{err, Remove(ctx, s, media)}
	for _, day := range days {
		for _, v := range variants {
			err := s.root.Remove(Trashed{Key: Key(media, v), Day: day}.name())
			errs = append(errs, diskFault(ignoreNotExist(err)))
		}
	}
	return errors.Join(errs...)
}
