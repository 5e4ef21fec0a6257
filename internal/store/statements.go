package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"unique"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/lib/pq"

	"github.com/redress/redress/internal/store/hint"
)

const (
	// maxPrepared is how many statements a connection keeps prepared. The service has a few
	// hundred of its own; lists of ids and callers' filters make any number of others.
	maxPrepared = 256
	// maxSeen is how many statements a connection remembers to have seen once.
	maxSeen = 1_024
)

// preparing makes connections that keep statements prepared. On PostgreSQL an unprepared one with
// arguments costs a round trip and a parse more each time, on SQLite a compilation, which takes
// longer than most of them run.
type preparing struct {
	driver.Connector
	// finalizes is whether statements must be closed before their connection. SQLite keeps
	// one open until they are; PostgreSQL forgets them with it.
	finalizes bool
	// plansOnce is whether a prepared statement has one plan for all arguments, as on PostgreSQL,
	// where hint.Unprepared avoids that. SQLite plans without looking at arguments anyway.
	plansOnce bool
}

// Connect implements driver.Connector.
func (p preparing) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c, ok := inner.(fullConn)
	if !ok {
		return nil, errors.Join(errors.New("the driver's connections are not as expected"), inner.Close())
	}
	prepared, err := simplelru.NewLRU(maxPrepared, func(_ statementText, s preparedStmt) { _ = s.Close() })
	if err != nil {
		return nil, errors.Join(err, inner.Close())
	}
	seen, err := simplelru.NewLRU[statementText, struct{}](maxSeen, nil)
	if err != nil {
		return nil, errors.Join(err, inner.Close())
	}
	return &preparingConn{fullConn: c, statements: prepared, seen: seen, finalizes: p.finalizes, plansOnce: p.plansOnce}, nil
}

// fullConn is what the connections of both drivers can do; database/sql asks for each by itself.
type fullConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.QueryerContext
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

type preparedStmt interface {
	driver.Stmt
	driver.StmtQueryContext
	driver.StmtExecContext
}

// statementText is a statement's text, which all connections share: each would remember thousands.
type statementText = unique.Handle[string]

// preparingConn is a connection with its prepared statements. database/sql lets one goroutine
// at a time use it.
type preparingConn struct {
	fullConn
	statements *simplelru.LRU[statementText, preparedStmt]
	seen       *simplelru.LRU[statementText, struct{}]
	finalizes  bool
	plansOnce  bool
}

// CheckNamedValue implements driver.NamedValueChecker for the driver that has one.
func (c *preparingConn) CheckNamedValue(value *driver.NamedValue) error {
	if checker, ok := c.fullConn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(value)
	}
	return driver.ErrSkip
}

// Close implements driver.Conn.
func (c *preparingConn) Close() error {
	if c.finalizes {
		c.statements.Purge()
	}
	return c.fullConn.Close()
}

// QueryContext implements driver.QueryerContext.
func (c *preparingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	stmt, err := c.prepared(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return c.fullConn.QueryContext(ctx, query, args)
	}
	rows, err := stmt.QueryContext(ctx, args)
	c.drop(query, err)
	return rows, err
}

// ExecContext implements driver.ExecerContext.
func (c *preparingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	stmt, err := c.prepared(ctx, query, args)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return c.fullConn.ExecContext(ctx, query, args)
	}
	result, err := stmt.ExecContext(ctx, args)
	c.drop(query, err)
	return result, err
}

// prepared returns a statement that the connection keeps. One that comes for the first time is
// sent as it is, nil: many come only once.
func (c *preparingConn) prepared(ctx context.Context, query string, args []driver.NamedValue) (preparedStmt, error) {
	if len(args) == 0 { // sent in one piece anyhow
		return nil, nil
	}
	if c.plansOnce && hint.Of(ctx).Unprepared {
		return nil, nil
	}
	text := unique.Make(query)
	if stmt, ok := c.statements.Get(text); ok {
		return stmt, nil
	}
	if !c.seen.Contains(text) {
		c.seen.Add(text, struct{}{})
		return nil, nil
	}
	made, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	stmt, ok := made.(preparedStmt)
	if !ok {
		return nil, errors.Join(errors.New("the driver's statements are not as expected"), made.Close())
	}
	c.statements.Add(text, stmt)
	return stmt, nil
}

// drop forgets a statement whose plan does not hold any more, because a migration changed what
// it reads, or that the server forgot.
func (c *preparingConn) drop(query string, err error) {
	var refused *pq.Error
	if errors.As(err, &refused) && (refused.Code == "0A000" || refused.Code == "26000") {
		c.statements.Remove(unique.Make(query))
	}
}
