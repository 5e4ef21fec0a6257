package backup

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/durable"
)

// Keep says how many backups are kept: the newest of each of the last days, weeks and months that have
// one. 0 keeps none for that reason.
type Keep struct{ Daily, Weekly, Monthly int }

// Some reports whether anything is kept, so that the rest may go.
func (k Keep) Some() bool { return k.Daily > 0 || k.Weekly > 0 || k.Monthly > 0 }

// Select splits backups into those that are kept and those that go. The newest one that is whole is
// always kept, and so are those that can't be read, which count for nothing: somebody should look at
// them.
func (k Keep) Select(all []*Backup) (kept, gone []*Backup) {
	keep := map[*Backup]bool{}
	if newest := Newest(all); newest != nil {
		keep[newest] = true
	}
	for _, rule := range []struct {
		most   int
		period func(time.Time) string
	}{
		{k.Daily, func(t time.Time) string { return t.Format(time.DateOnly) }},
		{k.Weekly, func(t time.Time) string { year, week := t.ISOWeek(); return fmt.Sprint(year, week) }},
		{k.Monthly, func(t time.Time) string { return t.Format("2006-01") }},
	} {
		last, n := "", 0
		for _, b := range slices.Backward(all) {
			if p := rule.period(b.At); b.Err == nil && p != last && n < rule.most {
				keep[b], last = true, p
				n++
			}
		}
	}
	for _, b := range all {
		if b.Err != nil || keep[b] {
			kept = append(kept, b)
		} else {
			gone = append(gone, b)
		}
	}
	return kept, gone
}

// Pruned is what Prune removed.
type Pruned struct {
	Backups []*Backup
	Files   int // of media
	Bytes   int64
}

// Prune removes the backups that are not kept, and the files of media that no other one lists. With dry
// it only counts them. Files that were copied since the newest backup stay: the next one may list
// them.
func (f *Folder) Prune(ctx context.Context, k Keep, dry bool) (p Pruned, err error) {
	all, err := f.Backups()
	if err != nil {
		return p, err
	}
	kept, gone := k.Select(all)
	newest := Newest(kept)
	if newest == nil {
		return p, nil
	}
	if err := newest.CheckOwn(ctx); err != nil {
		return p, fmt.Errorf("%s, the newest: %w: nothing is removed while that is so", newest.Name, err)
	}
	p.Backups = gone
	needed := map[fileID]bool{}
	for _, b := range kept {
		if b.Err != nil {
			err = fmt.Errorf("%s: %w: no files of media are removed while that is so", b.Name, b.Err)
		} else if err = b.list(func(one file) error {
			id, of := idOf(one.key)
			needed[fileID{id, of}] = true
			return ctx.Err()
		}); err != nil {
			err = fmt.Errorf("%s: %w: no files of media are removed while that is so", b.Name, err)
		}
		if err != nil {
			break
		}
	}
	if !dry {
		for _, b := range gone {
			if err := f.remove(b); err != nil {
				return p, err
			}
		}
	}
	if err != nil {
		return p, err
	}
	err = f.pruneMedia(ctx, needed, newest.Manifest.Began, dry, &p)
	return p, err
}

// remove takes the name of a backup away first, so that an interruption leaves none that lacks
// something.
func (f *Folder) remove(b *Backup) error {
	away := filepath.Join(f.dir, removed+b.Name)
	if err := os.Rename(b.Path(), away); err != nil {
		return err
	}
	if err := durable.SyncDir(f.dir); err != nil {
		return err
	}
	return os.RemoveAll(away)
}

func (f *Folder) pruneMedia(ctx context.Context, needed map[fileID]bool, since time.Time, dry bool, p *Pruned) error {
	return filepath.WalkDir(filepath.Join(f.dir, mediaFolder), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if os.IsNotExist(err) {
				return nil // there are no files at all
			}
			return err
		}
		if err := ctx.Err(); err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !info.ModTime().Before(since) {
			return nil
		}
		key := blob.KeyOfName(path.Base(filepath.ToSlash(name)))
		switch id, of := idOf(key); {
		case strings.HasPrefix(d.Name(), ".new-"): // left by an interruption
		case key == "" || needed[fileID{id, of}]:
			return nil
		default:
			p.Files++
			p.Bytes += info.Size()
		}
		if dry {
			return nil
		}
		return os.Remove(name) //nolint:gosec // the folder is the operator's own
	})
}
