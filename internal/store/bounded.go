package store

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/lib/pq"
)

// bounded makes connections to PostgreSQL that answer in time or are given up.
type bounded struct {
	connector *pq.Connector
	dialer    *dialer
	// setup is a query that prepares a connection. It returns how many milliseconds the server lets
	// a statement run: 0 without a limit.
	setup string
	// fallback is waited for where the server has no limit.
	fallback time.Duration
}

func newBounded(config pq.Config, setup string, fallback time.Duration) (bounded, error) {
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return bounded{}, err
	}
	d := &dialer{limit: config.ConnectTimeout, silent: &atomic.Int64{}}
	connector.Dialer(d)
	return bounded{connector, d, setup, fallback}, nil
}

// connectError is the failure to make a connection.
type connectError struct{ error }

func (e connectError) Unwrap() error { return e.error }

// Connect implements driver.Connector.
func (b bounded) Connect(ctx context.Context) (driver.Conn, error) {
	var s *socket
	inner, err := b.connector.Connect(context.WithValue(ctx, socketKey{}, &s))
	if err != nil {
		return nil, connectError{err}
	}
	conn, ok := inner.(fullConn)
	if !ok {
		return nil, errors.Join(errors.New("the driver's connections are not as expected"), inner.Close())
	}
	c := &boundedConn{fullConn: conn, socket: s}
	limit, err := c.prepareSession(ctx, b.dialer.limit, b.setup)
	if err != nil {
		_ = c.Close() // the error that led here says more
		return nil, connectError{fmt.Errorf("set up a connection: %w", err)}
	}
	if limit == 0 {
		limit = b.fallback
	}
	s.limit.Store(int64(limit + answerMargin))
	return c, nil
}

// Driver implements driver.Connector.
func (b bounded) Driver() driver.Driver { return b.connector.Driver() }

// boundedConn is a connection whose socket is told what each statement may take.
type boundedConn struct {
	fullConn

	socket *socket
}

// prepareSession runs the query that prepares a connection.
func (c *boundedConn) prepareSession(ctx context.Context, timeout time.Duration, query string) (limit time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	rows, err := c.QueryContext(ctx, query, nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	values := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(values); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return 0, err
	}
	milliseconds, ok := values[0].(int64)
	if !ok {
		return 0, fmt.Errorf("the server's statement_timeout is %v", values[0])
	}
	return time.Duration(milliseconds) * time.Millisecond, nil
}

func (c *boundedConn) bind(ctx context.Context) { c.socket.bind(ctx, cancelGrace) }

// CheckNamedValue implements driver.NamedValueChecker.
func (c *boundedConn) CheckNamedValue(value *driver.NamedValue) error {
	if raw, ok := value.Value.(json.RawMessage); ok { // as text: lib/pq's binary_parameters would send it as a bytea
		value.Value = string(raw)
		return nil
	}
	if checker, ok := c.fullConn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(value)
	}
	return driver.ErrSkip
}

// QueryContext implements driver.QueryerContext.
func (c *boundedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.bind(ctx)
	rows, err := c.fullConn.QueryContext(ctx, query, args)
	return rows, c.checked(err)
}

// ExecContext implements driver.ExecerContext.
func (c *boundedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.bind(ctx)
	result, err := c.fullConn.ExecContext(ctx, query, args)
	return result, c.checked(err)
}

// PrepareContext implements driver.ConnPrepareContext.
func (c *boundedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	c.bind(ctx)
	stmt, err := c.fullConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, c.checked(err)
	}
	if prepared, ok := stmt.(preparedStmt); ok {
		return boundedStmt{prepared, c}, nil
	}
	return stmt, nil // COPY, which has methods of its own
}

// BeginTx implements driver.ConnBeginTx.
func (c *boundedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	c.bind(ctx)
	tx, err := c.fullConn.BeginTx(ctx, opts)
	if err != nil {
		return nil, c.checked(err)
	}
	return boundedTx{tx, c, ctx}, nil
}

// Ping implements driver.Pinger.
func (c *boundedConn) Ping(ctx context.Context) error {
	c.bind(ctx)
	return c.fullConn.Ping(ctx)
}

// Close implements driver.Conn. What lib/pq says to the server then may take a moment.
func (c *boundedConn) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), cancelGrace)
	defer cancel()
	c.socket.bind(ctx, 0)
	return c.fullConn.Close()
}

// ResetSession implements driver.SessionResetter.
func (c *boundedConn) ResetSession(ctx context.Context) error {
	if !c.socket.usable() {
		return driver.ErrBadConn
	}
	return c.fullConn.ResetSession(ctx)
}

// IsValid implements driver.Validator. lib/pq does not learn of all that fails: an error of TLS is
// of a type that it does not know.
func (c *boundedConn) IsValid() bool { return !c.socket.broken.Load() && c.fullConn.IsValid() }

// readOnly is what a server says that has become a standby.
const readOnly = "25006"

// checked gives a connection up whose server has become a standby: another one takes the writes.
func (c *boundedConn) checked(err error) error {
	var refused *pq.Error
	if errors.As(err, &refused) && refused.Code == readOnly {
		c.socket.broken.Store(true)
	}
	return err
}

// boundedStmt is a prepared statement of a boundedConn.
type boundedStmt struct {
	preparedStmt

	conn *boundedConn
}

// QueryContext implements driver.StmtQueryContext.
func (s boundedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.conn.bind(ctx)
	rows, err := s.preparedStmt.QueryContext(ctx, args)
	return rows, s.conn.checked(err)
}

// ExecContext implements driver.StmtExecContext.
func (s boundedStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.conn.bind(ctx)
	result, err := s.preparedStmt.ExecContext(ctx, args)
	return result, s.conn.checked(err)
}

// boundedTx is a transaction of a boundedConn. Its end takes its own context rather than that of
// its last statement.
type boundedTx struct {
	driver.Tx

	conn *boundedConn
	ctx  context.Context
}

// Commit implements driver.Tx.
func (t boundedTx) Commit() error {
	t.conn.bind(t.ctx)
	return t.conn.checked(t.Tx.Commit())
}

// Rollback implements driver.Tx. The context may have ended, which is why.
func (t boundedTx) Rollback() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), cancelTimeout)
	defer cancel()
	t.conn.socket.bind(ctx, 0)
	return t.Tx.Rollback()
}
