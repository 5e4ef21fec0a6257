package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/lib/pq"
	"modernc.org/sqlite"
)

// base is the database, opened as Redress opens it: the same limits and pragmas.
type base struct {
	*sql.DB
	postgres bool
	failed   error // of the first statement that can't be prepared
}

func open(ctx context.Context, database string) (*base, error) {
	const postgresConns, sqliteConns = 20, 8
	path, isFile := strings.CutPrefix(database, "sqlite://")
	if !isFile {
		db, err := sql.Open("postgres", database)
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(postgresConns)
		db.SetMaxIdleConns(postgresConns)
		return &base{DB: db, postgres: true}, db.PingContext(ctx)
	}
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
	db.SetMaxOpenConns(sqliteConns)
	db.SetMaxIdleConns(sqliteConns)
	return &base{DB: db}, db.PingContext(ctx)
}

// prepare prepares a statement in PostgreSQL's syntax, which it translates for SQLite.
func (b *base) prepare(query string) *sql.Stmt {
	if !b.postgres {
		query = strings.NewReplacer("$", "?", "FOR NO KEY UPDATE", "", "::bigint", "").Replace(query)
	}
	stmt, err := b.Prepare(query) //nolint:noctx // once, at the start
	if err != nil && b.failed == nil {
		b.failed = err
	}
	return stmt
}

// choose prepares the statement for the database's dialect.
func (b *base) choose(postgres, sqlite string) *sql.Stmt {
	if b.postgres {
		return b.prepare(postgres)
	}
	return b.prepare(sqlite)
}

// many converts a list to an argument: an array, or JSON for json_each.
func (b *base) many(ids []string) any {
	if b.postgres {
		return pq.Array(ids)
	}
	text, _ := json.Marshal(ids) // strings
	return string(text)
}

// each scans all rows.
func each(rows *sql.Rows, err error, scan func(*sql.Rows) error) error {
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
