package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"entgo.io/ent/dialect"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// sqliteConns is how many may read at once. Writers wait for each other before they take one.
const sqliteConns = 8

// ErrNoDatabase is wrapped by the error of Open where Config.Existing refuses to make the file.
var ErrNoDatabase = errors.New("there is no database")

type sqliteFile struct {
	path     string
	existing bool
}

func newSQLite(path string, existing bool) (backend, error) {
	switch {
	case path == "" || strings.HasSuffix(path, "/"):
		return nil, errors.New("the database URL names no file: write sqlite://var/redress.db or sqlite:///srv/redress.db")
	case strings.Contains(path, ":memory:"):
		return nil, errors.New("a SQLite database in memory is not supported: name a file")
	case strings.Contains(path, "?"):
		return nil, errors.New("the URL of a SQLite database takes no parameters")
	}
	return sqliteFile{path: path, existing: existing}, nil
}

func (f sqliteFile) dialect() string { return dialect.SQLite }

func (f sqliteFile) location() string { return f.path }

// settings of every connection. For synchronous NORMAL would do when a process is killed;
// FULL costs one fsync a commit and also keeps what was acknowledged when the power fails,
// as PostgreSQL does. Times are text in UTC without padding, which sorts as time does: + comes
// before the dot, and the dot before the digits. LIKE is exact about case, as on PostgreSQL.
var settings = []string{
	"_pragma=busy_timeout(5000)",
	"_pragma=synchronous(FULL)",
	"_pragma=case_sensitive_like(1)",
	"_txlock=immediate", // else a read that turns into a write fails when another wrote meanwhile
	"_time_format=sqlite",
	"_timezone=UTC",
}

func (f sqliteFile) dsn(more ...string) string {
	return "file:" + (&url.URL{Path: f.path}).EscapedPath() + "?" + strings.Join(append(more, settings...), "&")
}

func (f sqliteFile) open() (*sql.DB, error) {
	if err := registerLower(); err != nil {
		return nil, err
	}
	if _, err := os.Stat(f.path); f.existing && errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w at %s", ErrNoDatabase, f.path)
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the database: %w", err)
	}
	// It holds the digests of passwords: nobody else reads it, nor the files beside it, which
	// get its mode. What is wrong with the path SQLite says better.
	if file, err := os.OpenFile(f.path, os.O_CREATE|os.O_RDWR, 0o600); err == nil {
		_ = file.Close()
	}
	connector, err := sqlite.NewConnector(f.dsn("_pragma=foreign_keys(1)"))
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(preparing{Connector: connector, finalizes: true})
	db.SetMaxOpenConns(sqliteConns)
	db.SetMaxIdleConns(sqliteConns)
	return db, nil
}

func (f sqliteFile) openReserved() (*sql.DB, error) { return f.open() }

// openForMigrations makes a pool that does not enforce foreign keys. A change of a column
// makes the table anew, and dropping the old one would delete the rows that point at it;
// inside a transaction the pragma does nothing, so it belongs to the connection.
func (f sqliteFile) openForMigrations() (*sql.DB, error) {
	return sql.Open("sqlite", f.dsn("_pragma=foreign_keys(0)"))
}

// check puts the file into WAL mode, where readers and the writer don't wait for each
// other. The file keeps the mode, so only its first users can meet over it, and SQLite tells
// all but one of them that it is busy without waiting.
func (f sqliteFile) check(ctx context.Context, db, _ *sql.DB) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for {
		var mode string
		err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
		switch {
		case err == nil && mode == "wal":
			return nil, nil
		case err == nil:
			return nil, fmt.Errorf("%s can't be put into WAL mode: is it on a network share?", f.path)
		case !isBusy(err):
			return nil, fmt.Errorf("open %s: %w", f.path, err)
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return nil, fmt.Errorf("open %s: %w", f.path, err)
		}
	}
}

// lock holds a lock on an empty database beside the real one: SQLite gives it back when
// the process dies, on every system.
func (f sqliteFile) lock(ctx context.Context, _ *sql.DB) (func() error, error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: f.path + ".lock"}).EscapedPath()+
		"?_pragma=busy_timeout(500)&_txlock=exclusive")
	if err != nil {
		return nil, err
	}
	for {
		tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
		if err == nil {
			return func() error { return errors.Join(tx.Rollback(), db.Close()) }, nil
		}
		if ended := ctx.Err(); ended != nil || !isBusy(err) {
			return nil, errors.Join(cmp.Or(ended, err), db.Close())
		}
	}
}

// isBusy reports whether SQLite refused something because another connection is at work.
func isBusy(err error) bool {
	var refused *sqlite.Error
	return errors.As(err, &refused) && refused.Code()&0xff == sqlite3.SQLITE_BUSY
}

// backup copies the file before its first change: a migration is tested, a user's data are
// not. The copy of the version before is kept, and it is the user's to delete.
func (f sqliteFile) backup(ctx context.Context, migrations *sql.DB, version int64) (string, error) {
	backup := fmt.Sprintf("%s.v%d.bak", f.path, version)
	unfinished := backup + ".tmp"
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	if _, err := migrations.ExecContext(ctx, "VACUUM INTO ?", unfinished); err != nil {
		return "", fmt.Errorf("copy the database to %s: %w", unfinished, err)
	}
	if err := errors.Join(os.Chmod(unfinished, 0o600), os.Rename(unfinished, backup)); err != nil {
		return "", err
	}
	return backup, nil
}

func (f sqliteFile) hasTable(ctx context.Context, db *sql.DB, name string) (exists bool, err error) {
	err = db.QueryRowContext(ctx,
		"SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", name).Scan(&exists)
	return exists, err
}

// registerLower gives SQLite's connections a lower() that knows all letters, as
// PostgreSQL's does; its own knows ASCII. Case-insensitive conditions are made of it. The driver
// keeps one list of functions for the whole process.
var registerLower = sync.OnceValue(func() error {
	return sqlite.RegisterDeterministicScalarFunction("lower", 1,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			if text, ok := args[0].(string); ok {
				return strings.ToLower(text), nil
			}
			return args[0], nil
		})
})
