// Package store is the database of the hand-written programs that the bench measures beside Redress:
// what Redress asks and writes, in prepared statements on lib/pq, pgx or SQLite.
package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/lib/pq"
	"modernc.org/sqlite"

	"github.com/redress/redress/bench/contender"
)

// Base is the database, opened as Redress opens it: the same limits and pragmas. On PostgreSQL it is
// lib/pq by way of database/sql, or pgx's own pool.
type Base struct {
	conn
	std      *sql.DB
	pool     *pgxpool.Pool
	postgres bool
	failed   error // of the first statement that can't be prepared
}

// Statement is SQL that each connection prepares once.
type Statement struct {
	std  *sql.Stmt
	text string // for pgx, which finds what a connection has prepared by its text
}

// Row is one of a result.
type Row interface{ Scan(to ...any) error }

// conn runs statements on a database or in a transaction of it.
type conn struct {
	tx  *sql.Tx // or nil
	pgx interface {
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
		QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	} // a pool or a transaction, or nil
}

// Each scans all rows of a result.
func (c conn) Each(ctx context.Context, s *Statement, scan func(Row) error, args ...any) error {
	if c.pgx != nil {
		rows, err := c.pgx.Query(ctx, s.text, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := scan(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	}
	rows, err := c.stmt(ctx, s).QueryContext(ctx, args...) //nolint:sqlclosecheck // it is the connection's
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Row returns the first row of a result.
func (c conn) Row(ctx context.Context, s *Statement, args ...any) Row {
	if c.pgx != nil {
		return c.pgx.QueryRow(ctx, s.text, args...)
	}
	return c.stmt(ctx, s).QueryRowContext(ctx, args...) //nolint:sqlclosecheck // it is the connection's
}

func (c conn) exec(ctx context.Context, s *Statement, args ...any) (err error) {
	if c.pgx != nil {
		_, err = c.pgx.Exec(ctx, s.text, args...)
		return err
	}
	_, err = c.stmt(ctx, s).ExecContext(ctx, args...) //nolint:sqlclosecheck // it is the connection's
	return err
}

func (c conn) stmt(ctx context.Context, s *Statement) *sql.Stmt {
	if c.tx == nil {
		return s.std
	}
	return c.tx.StmtContext(ctx, s.std)
}

// inTx runs a function in a transaction.
func (b *Base) inTx(ctx context.Context, do func(conn) error) error {
	if b.pool != nil {
		return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error { return do(conn{pgx: tx}) })
	}
	tx, err := b.std.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(conn{tx: tx}); err != nil {
		_ = tx.Rollback() // the error is the other one
		return err
	}
	return tx.Commit()
}

// Open opens a database: sqlite://PATH, or PostgreSQL with a driver, pq or pgx.
func Open(ctx context.Context, driverName, database string) (*Base, error) {
	path, isFile := strings.CutPrefix(database, "sqlite://")
	switch {
	case isFile:
		return openFile(ctx, path)
	case driverName == "pgx":
		config, err := pgxpool.ParseConfig(database)
		if err != nil {
			return nil, err
		}
		config.MaxConns = contender.Conns
		pool, err := pgxpool.NewWithConfig(ctx, config)
		if err != nil {
			return nil, err
		}
		return &Base{conn: conn{pgx: pool}, pool: pool, postgres: true}, pool.Ping(ctx)
	case driverName == "pq":
		db, err := sql.Open("postgres", database)
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(contender.Conns)
		db.SetMaxIdleConns(contender.Conns)
		return &Base{std: db, postgres: true}, db.PingContext(ctx)
	}
	return nil, fmt.Errorf("there is no driver %q, but pq and pgx", driverName)
}

func openFile(ctx context.Context, path string) (*Base, error) {
	const conns = 8
	err := sqlite.RegisterDeterministicScalarFunction("lower", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if text, ok := args[0].(string); ok {
			return strings.ToLower(text), nil
		}
		return args[0], nil
	})
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_pragma=foreign_keys(1)&_pragma=busy_timeout(5000)"+
		"&_pragma=synchronous(FULL)&_pragma=case_sensitive_like(1)&_txlock=immediate&_time_format=sqlite&_timezone=UTC")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return &Base{std: db}, db.PingContext(ctx)
}

// Err returns the error of the first statement that can't be prepared.
func (b *Base) Err() error { return b.failed }

// Prepare prepares a statement in PostgreSQL's syntax, which it translates for SQLite.
func (b *Base) Prepare(query string) *Statement {
	if b.pool != nil {
		return &Statement{text: query}
	}
	if !b.postgres {
		query = strings.NewReplacer("$", "?", "FOR NO KEY UPDATE", "", "::bigint", "").Replace(query)
	}
	stmt, err := b.std.Prepare(query) //nolint:noctx // once, at the start
	if err != nil && b.failed == nil {
		b.failed = err
	}
	return &Statement{std: stmt}
}

// choose prepares the statement for the database's dialect.
func (b *Base) choose(postgres, sqlite string) *Statement {
	if b.postgres {
		return b.Prepare(postgres)
	}
	return b.Prepare(sqlite)
}

// many converts a list to an argument: an array, or JSON for json_each.
func (b *Base) many(ids []string) any {
	switch {
	case b.pool != nil: // which tries and fails to encode texts as ids before it sends them as texts
		all := make(pgtype.FlatArray[pgtype.UUID], len(ids))
		for i, id := range ids {
			all[i] = pgtype.UUID{Bytes: uuid.MustParse(id), Valid: true}
		}
		return all
	case b.postgres:
		return pq.Array(ids)
	}
	text, _ := json.Marshal(ids) // strings
	return string(text)
}
