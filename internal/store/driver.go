package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/store/hint"
	"github.com/redress/redress/internal/tracing"
)

// Statement is a statement that was sent to the database, as Config.Observe gets it.
type Statement struct {
	Verb     string        // SELECT, INSERT, …; BEGIN, COMMIT and ROLLBACK too
	Text     string        // with placeholders, never with values
	Duration time.Duration // until the first row could be read
	Err      error         // as the caller gets it
}

// Counter counts statements and the rows that they returned; those that begin and end
// transactions are not among them.
type Counter struct {
	n      atomic.Int64
	cached atomic.Int64 // those whose text was known
	rows   atomic.Int64
	work   *Work     // nil: it is not measured
	record *Recorder // nil: statements are not remembered
	outer  *Counter
}

// N returns how many statements were sent so far.
func (c *Counter) N() int64 { return c.n.Load() }

// Written returns how many of them were written for the purpose, because they were not cached.
func (c *Counter) Written() int64 { return c.n.Load() - c.cached.Load() }

// Rows returns how many rows were read so far.
func (c *Counter) Rows() int64 { return c.rows.Load() }

type counterKey struct{}

// counterOf returns the counter of a context, nil for none.
func counterOf(ctx context.Context) *Counter {
	c, _ := ctx.Value(counterKey{}).(*Counter)
	return c
}

// CountStatements counts what is sent under the context that it returns. A counter that
// the context already has goes on counting.
func CountStatements(ctx context.Context) (context.Context, *Counter) {
	outer, _ := ctx.Value(counterKey{}).(*Counter)
	c := &Counter{outer: outer}
	return context.WithValue(ctx, counterKey{}, c), c
}

// MeasureWork is CountStatements with a Counter that measures work too.
func MeasureWork(ctx context.Context) (context.Context, *Counter) {
	ctx, c := CountStatements(ctx)
	c.work = &Work{}
	return hint.MeasureRows(ctx, &c.work.rows), c
}

// writeWait is how long a writer waits for the writer lock on SQLite, as long as for the file's.
const writeWait = 5 * time.Second

// reservedConns is how many connections the reserved pool has.
const reservedConns = 2

// instrumented stands between ent and the pools: it counts, measures and names what fails.
type instrumented struct {
	*entsql.Driver
	reserved *entsql.Driver
	observe  func(context.Context, Statement)
	cache    *entread.Cache

	// writer is the writer lock of SQLite. The file's lock would do, but who waits for that
	// sits on a connection, asleep, and few sleeping writers would leave none for readers.
	writer chan struct{}
}

func newDriver(d, reserved *entsql.Driver, cfg Config) *instrumented {
	w := &instrumented{Driver: d, reserved: reserved, observe: cfg.Observe, cache: entread.NewCache(cfg.Statements)}
	if d.Dialect() == dialect.SQLite {
		w.writer = make(chan struct{}, 1)
	}
	return w
}

// Statements returns the statements that package entread caches.
func (w *instrumented) Statements() *entread.Cache { return w.cache }

// CountCached counts a cached statement; it is sent in a moment.
func (w *instrumented) CountCached(ctx context.Context) {
	for c := counterOf(ctx); c != nil; c = c.outer {
		c.cached.Add(1)
	}
}

func (w *instrumented) pool(ctx context.Context) *entsql.Driver {
	if hint.Of(ctx).Reserved {
		return w.reserved
	}
	return w.Driver
}

// Exec implements dialect.ExecQuerier.
func (w *instrumented) Exec(ctx context.Context, query string, args, v any) error {
	release, err := w.lockWriter(ctx)
	if err != nil {
		return err
	}
	defer release()
	return w.exec(ctx, w.pool(ctx), query, args, v)
}

// Query implements dialect.ExecQuerier.
func (w *instrumented) Query(ctx context.Context, query string, args, v any) error {
	err := w.query(ctx, w.pool(ctx), query, args, v)
	if rows, ok := v.(*entsql.Rows); ok && err == nil && w.Dialect() == dialect.SQLite {
		rows.ColumnScanner = &yieldingRows{ColumnScanner: rows.ColumnScanner}
	}
	return err
}

// yieldingRows let what is ready to run go first from time to time. SQLite computes in this process,
// and a goroutine that computes gives its processor away only every 10 ms: a probe or a refusal would
// wait for that at each step of its own. Transactions don't: others wait for the writer.
type yieldingRows struct {
	entsql.ColumnScanner
	read int
}

// errNoTypes says that types of columns are not known beforehand.
var errNoTypes = errors.New("SQLite has values of any type in each column")

// ColumnTypes implements entsql.ColumnScanner. SQLite's driver has no type at all for a column whose value
// in the first row is NULL, which ent takes for a type; without any it takes the values as they come.
func (r *yieldingRows) ColumnTypes() ([]*sql.ColumnType, error) { return nil, errNoTypes }

// Next implements entsql.ColumnScanner.
func (r *yieldingRows) Next() bool {
	const every = 32 // some hundred microseconds
	if r.read++; r.read%every == 0 {
		runtime.Gosched()
	}
	return r.ColumnScanner.Next()
}

// Tx implements dialect.Driver.
func (w *instrumented) Tx(ctx context.Context) (dialect.Tx, error) { return w.BeginTx(ctx, nil) }

// BeginTx begins a transaction; ent's client calls it when it is given options. On SQLite a transaction that
// is not read-only holds the writer lock from its first moment.
func (w *instrumented) BeginTx(ctx context.Context, opts *sql.TxOptions) (dialect.Tx, error) {
	return batch.New(ctx, w.Dialect(), &direct{w: w}, func() (dialect.Tx, error) { return w.begin(ctx, opts) })
}

func (w *instrumented) begin(ctx context.Context, opts *sql.TxOptions) (dialect.Tx, error) {
	release := func() {}
	if opts == nil || !opts.ReadOnly {
		var err error
		if release, err = w.lockWriter(ctx); err != nil {
			return nil, err
		}
	}
	var inner dialect.Tx
	err := w.measure(ctx, "BEGIN", func() (err error) {
		inner, err = w.pool(ctx).BeginTx(ctx, opts)
		return err
	})
	if err != nil {
		release()
		return nil, err
	}
	stop := context.AfterFunc(ctx, release) // a context that ends rolls back by itself
	return &instrumentedTx{Tx: inner, w: w, ctx: ctx, end: func() { stop(); release() }}, nil
}

// direct is the connection of what a deferred transaction sends before it begins. The pool would send a statement
// again whose answer was lost, also one that writes.
type direct struct {
	w    *instrumented
	conn *sql.Conn // nil until the first statement
}

// Query implements batch.Direct.
func (d *direct) Query(ctx context.Context, query string, args, v any) error {
	return d.w.query(ctx, (*unmeasured)(d), query, args, v)
}

// Close implements batch.Direct.
func (d *direct) Close() {
	if d.conn != nil {
		_ = d.conn.Close() // it goes back to the pool, which looks after it
		d.conn = nil
	}
}

type unmeasured direct

// Exec implements dialect.ExecQuerier.
func (*unmeasured) Exec(context.Context, string, any, any) error { return errors.ErrUnsupported }

// Query implements dialect.ExecQuerier. As in a transaction only the first statement, here a query, is sent over
// another connection when the first one is broken.
func (d *unmeasured) Query(ctx context.Context, query string, args, v any) error {
	const connections = 3 // as database/sql
	for tried := 1; ; tried++ {
		first := d.conn == nil
		if first {
			conn, err := d.w.pool(ctx).DB().Conn(ctx)
			if err != nil {
				return err
			}
			d.conn = conn
		}
		err := entsql.Conn{ExecQuerier: d.conn}.Query(ctx, query, args, v)
		if !first || tried == connections || !errors.Is(err, driver.ErrBadConn) || !strings.HasPrefix(query, "SELECT ") {
			return err
		}
		(*direct)(d).Close()
	}
}

// lockWriter takes the writer lock. The function that it returns releases it, once.
func (w *instrumented) lockWriter(ctx context.Context) (release func(), err error) {
	if w.writer == nil {
		return func() {}, nil
	}
	timer := time.NewTimer(writeWait)
	defer timer.Stop()
	select {
	case w.writer <- struct{}{}:
		return sync.OnceFunc(func() { <-w.writer }), nil
	case <-timer.C:
		return nil, unavailable(errors.New("the writer lock was not free in time"))
	case <-ctx.Done():
		return nil, failure(ctx, ctx.Err())
	}
}

func (w *instrumented) exec(ctx context.Context, on dialect.ExecQuerier, query string, args, v any) error {
	return w.measure(ctx, query, func() error { return on.Exec(ctx, query, args, v) })
}

func (w *instrumented) query(ctx context.Context, on dialect.ExecQuerier, query string, args, v any) error {
	timed, err := w.time(ctx, query, func() error { return on.Query(ctx, query, args, v) })
	if rows, ok := v.(*entsql.Rows); ok && err == nil {
		rows.ColumnScanner = instrumentedRows{
			ColumnScanner: rows.ColumnScanner, ctx: ctx, counter: counterOf(ctx), timed: timed,
		}
		return nil
	}
	timed.close()
	return err
}

func (w *instrumented) measure(ctx context.Context, text string, do func() error) error {
	timed, err := w.time(ctx, text, do)
	timed.close()
	return err
}

// time executes a statement, and counts and times it where somebody asks. What it returns is nil where nobody does, or the rows
// to be timed until they were read.
func (w *instrumented) time(ctx context.Context, text string, do func() error) (*timedRows, error) {
	verb, _, _ := strings.Cut(text, " ")
	switch verb {
	case "BEGIN", "COMMIT", "ROLLBACK":
	default:
		for c := counterOf(ctx); c != nil; c = c.outer {
			c.n.Add(1)
			c.work.addStatement(text)
		}
	}
	record := recorderOf(ctx)
	traced := tracing.Recorded(ctx)
	if w.observe == nil && record == nil && !traced {
		return nil, failure(ctx, do())
	}
	var span tracing.Span
	if traced {
		span = w.span(ctx, verb, text)
	}
	start := time.Now() //nolint:forbidigo // it measures and keeps no instant
	err := failure(ctx, do())
	took := time.Since(start) //nolint:forbidigo // as above
	if w.observe != nil {
		w.observe(ctx, Statement{Verb: verb, Text: text, Duration: took, Err: err})
	}
	if err != nil {
		span.Fail("")
	}
	if record == nil && !traced {
		return nil, err
	}
	timed := &timedRows{recorder: record, began: start, span: span}
	if record != nil {
		timed.place = record.add(text, took)
	}
	return timed, err
}

// span begins the span of a statement.
func (w *instrumented) span(ctx context.Context, verb, text string) tracing.Span {
	known := knownText(text)
	_, span := tracing.Client(ctx, strings.TrimSpace(verb+" "+known.table))
	span.Set("db.system.name", map[string]string{dialect.SQLite: "sqlite", dialect.Postgres: "postgresql"}[w.Dialect()])
	span.Set("db.operation.name", verb)
	if known.table != "" {
		span.Set("db.collection.name", known.table)
	}
	span.Set("db.query.text", known.text)
	return span
}

type instrumentedTx struct {
	dialect.Tx
	w   *instrumented
	ctx context.Context // of the whole transaction; ending it has none of its own
	end func()
}

func (t *instrumentedTx) Exec(ctx context.Context, query string, args, v any) error {
	return t.w.exec(ctx, t.Tx, query, args, v)
}

func (t *instrumentedTx) Query(ctx context.Context, query string, args, v any) error {
	return t.w.query(ctx, t.Tx, query, args, v)
}

func (t *instrumentedTx) Commit() error {
	defer t.end()
	return t.w.measure(t.ctx, "COMMIT", t.Tx.Commit)
}

func (t *instrumentedTx) Rollback() error {
	defer t.end()
	return t.w.measure(t.ctx, "ROLLBACK", t.Tx.Rollback)
}

// instrumentedRows counts rows, and names what fails between the first one and the last.
type instrumentedRows struct {
	entsql.ColumnScanner
	ctx     context.Context
	counter *Counter
	timed   *timedRows // nil: nobody asks
}

func (r instrumentedRows) Close() error {
	defer r.timed.close()
	return r.ColumnScanner.Close()
}

func (r instrumentedRows) Next() bool {
	more := r.ColumnScanner.Next()
	if more {
		for c := r.counter; c != nil; c = c.outer {
			c.rows.Add(1)
		}
	}
	return more
}

func (r instrumentedRows) Err() error { return failure(r.ctx, r.ColumnScanner.Err()) }
