package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/ent"
)

// ErrNotEmpty is returned for a database into which a snapshot can't be loaded, because it holds
// data.
var ErrNotEmpty = errors.New("the database holds data")

// Copying says how a database is copied.
type Copying struct {
	// Tools is the folder of pg_dump and pg_restore; "" looks for them on PATH and where packages
	// install them.
	Tools string
	// Progress, unless nil, is called with the bytes that were copied; of is 0 where it is not known
	// how many there are.
	Progress func(done, of int64)
}

func (c Copying) report(done, of int64) {
	if c.Progress != nil {
		c.Progress(done, of)
	}
}

// Snapshot describes a copy of a database at one moment.
type Snapshot struct {
	Server string // version of the server, such as 15.14; "" on SQLite
	Tool   string // version of pg_dump; "" on SQLite
}

// Querier asks a database, or a transaction that sees one moment of it.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Snapshot copies the database into a new file, as it is at one moment, while others write: an
// SQLite database, or what pg_dump writes in its custom format. It calls read with what sees the
// same moment. The file is durable when it returns nil; otherwise the caller removes it. Errors are as
// the system and the drivers make them: they are for operators.
func (s *Store) Snapshot(ctx context.Context, file string, how Copying, read func(context.Context, Querier) error) (Snapshot, error) {
	return s.backend.snapshot(ctx, file, how, read)
}

// CheckEmpty returns ErrNotEmpty, with what was found, unless Load can fill the database of a URL.
func CheckEmpty(ctx context.Context, cfg Config) error {
	b, err := parse(cfg)
	if err != nil {
		return err
	}
	return b.checkEmpty(ctx)
}

// Load fills an empty database with the file of a snapshot, whole or not at all. Server and Tool of
// the snapshot say what can read it.
func Load(ctx context.Context, cfg Config, file string, of Snapshot, how Copying) error {
	b, err := parse(cfg)
	if err == nil {
		err = b.checkEmpty(ctx)
	}
	if err == nil {
		err = b.load(ctx, file, of, how)
	}
	return err
}

// Contents are what a database holds, in numbers.
type Contents struct {
	Version int64            // of its schema, 0 for an empty database
	Rows    map[string]int64 // by table
}

// ContentsOf counts what a database of a dialect holds.
func ContentsOf(ctx context.Context, q Querier, of string) (Contents, error) {
	found := Contents{Rows: map[string]int64{}}
	names := "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
	if of == dialect.SQLite {
		names = "SELECT name FROM sqlite_master WHERE type = 'table'"
	}
	existing, err := texts(ctx, q, names)
	if err != nil {
		return found, err
	}
	if !slices.Contains(existing, versionTable) {
		return found, nil
	}
	if err := q.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM "+versionTable).Scan(&found.Version); err != nil {
		return found, err
	}
	for _, table := range ent.Tables {
		if !slices.Contains(existing, table) {
			continue // of a later version
		}
		var n int64
		if err := q.QueryRowContext(ctx, `SELECT COUNT(*) FROM "`+table+`"`).Scan(&n); err != nil {
			return found, err
		}
		found.Rows[table] = n
	}
	return found, nil
}

// texts returns the only column of a query.
func texts(ctx context.Context, q Querier, query string, args ...any) (all []string, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

// notEmpty returns ErrNotEmpty with a few of the things that were found.
func notEmpty(found []string) error {
	if len(found) == 0 {
		return nil
	}
	more := ""
	if len(found) > 3 {
		more = fmt.Sprintf(" and %d more", len(found)-3)
		found = found[:3]
	}
	return fmt.Errorf("%w: %s%s", ErrNotEmpty, strings.Join(found, ", "), more)
}

// countingWriter counts the bytes that go through it.
type countingWriter struct {
	to     io.Writer
	done   int64
	report func(done int64)
}

// Write implements io.Writer.
func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.done += int64(n)
	c.report(c.done)
	return n, err
}

// countedFile is a file whose reading is reported, and ends with the context.
type countedFile struct {
	file       *os.File // not embedded: its WriteTo would go past Read
	ctx        context.Context
	how        Copying
	done, size int64
}

// openCounted opens a file to be loaded.
func openCounted(ctx context.Context, name string, how Copying) (*countedFile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &countedFile{file: f, ctx: ctx, how: how, size: info.Size()}, nil
}

// Read implements io.Reader.
func (c *countedFile) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.file.Read(b)
	c.done += int64(n)
	c.how.report(c.done, c.size)
	return n, err
}

// Close implements io.Closer.
func (c *countedFile) Close() error { return c.file.Close() }

// newFile creates a file that only its owner reads.
func newFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// syncFile makes the content of a file durable.
func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
