package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/redress/redress/internal/durable"
)

// snapshot copies the file with VACUUM INTO, which reads in one transaction: writers go on beside
// it. SQLite's backup API would begin anew whenever another process writes.
func (f sqliteFile) snapshot(ctx context.Context, file string, how Copying, read func(context.Context, Querier) error) (none Snapshot, err error) {
	db, err := f.openForMigrations()
	if err != nil {
		return none, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	created, err := newFile(file) // with its mode; SQLite takes an empty one
	if err == nil {
		err = created.Close()
	}
	if err != nil {
		return none, err
	}
	var size int64
	if err := db.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size); err != nil {
		return none, err
	}
	stop := watchSize(file, func(n int64) { how.report(min(n, size), size) })
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", file)
	stop()
	if err != nil {
		return none, fmt.Errorf("copy the database to %s: %w", file, err)
	}
	how.report(size, size)
	if err := syncFile(file); err != nil {
		return none, err
	}
	return none, readCopy(ctx, file, read)
}

// watchSize reports the size of a file that grows until stop is called.
func watchSize(file string, report func(int64)) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if info, err := os.Stat(file); err == nil {
					report(info.Size())
				}
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

// readCopy checks the pages of a copy and calls read with it. It leaves the file as it is.
func readCopy(ctx context.Context, file string, read func(context.Context, Querier) error) (err error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?mode=ro&immutable=1&_time_format=sqlite&_timezone=UTC")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("the database is damaged: %s", found)
	}
	return read(ctx, db)
}

// checkEmpty refuses a file with content. What SQLite left beside a file that is gone would be taken
// for the new one's.
func (f sqliteFile) checkEmpty(context.Context) error {
	var found []string
	for _, name := range []string{f.path, f.path + "-wal", f.path + "-journal"} {
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return err
		case info.IsDir():
			return fmt.Errorf("%s is a folder", name)
		case info.Size() > 0:
			found = append(found, name)
		}
	}
	return notEmpty(found)
}

// load copies the file beside its place first.
func (f sqliteFile) load(ctx context.Context, file string, _ Snapshot, how Copying) (err error) {
	folder := filepath.Dir(f.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make the folder of the database: %w", err)
	}
	from, err := openCounted(ctx, file, how)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // only read
	unfinished := f.path + ".restoring"
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	to, err := newFile(unfinished)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(unfinished) }() // it has its name by then, unless it failed
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return err
	}
	if err := os.Rename(unfinished, f.path); err != nil {
		return err
	}
	return durable.SyncDir(folder)
}
