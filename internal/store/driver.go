package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/store/batch"
)

// Statement is one question to the database, as Config.Observe is told of it.
type Statement struct {
	Verb     string        // SELECT, INSERT, …; BEGIN, COMMIT and ROLLBACK too
	Text     string        // with placeholders, never with values
	Duration time.Duration // until the answer began
	Err      error         // as the caller gets it
}

// Counter counts statements and the rows that they answered; those that begin and end
// transactions are not among them.
type Counter struct {
	n     atomic.Int64
	rows  atomic.Int64
	outer *Counter
}

// N is how many statements were sent so far.
func (c *Counter) N() int64 { return c.n.Load() }

// Rows is how many rows were read so far.
func (c *Counter) Rows() int64 { return c.rows.Load() }

type counterKey struct{}

// CountStatements counts what is sent under the context that it answers. A counter that
// the context already has goes on counting.
func CountStatements(ctx context.Context) (context.Context, *Counter) {
	outer, _ := ctx.Value(counterKey{}).(*Counter)
	c := &Counter{outer: outer}
	return context.WithValue(ctx, counterKey{}, c), c
}

// writeWait is how long a writer waits for its turn on SQLite, as long as for its lock.
const writeWait = 5 * time.Second

// asideConns is how many connections the work aside has to itself.
const asideConns = 2

type asideKey struct{}

// Aside marks work that must go on while requests hold all connections: what is sent under
// the context that it answers has a few connections of its own. It is for the few goroutines
// on which others wait, not for work that grows with the load.
func Aside(ctx context.Context) context.Context {
	return context.WithValue(ctx, asideKey{}, true)
}

// watcher stands between ent and the pools: it counts, measures and names what fails.
type watcher struct {
	*entsql.Driver
	aside   *entsql.Driver
	observe func(context.Context, Statement)

	// turn is held by who writes to SQLite. The file's lock would do, but who waits for that
	// sits on a connection, asleep, and few sleeping writers would leave none for readers.
	turn chan struct{}
}

func newDriver(d, aside *entsql.Driver, observe func(context.Context, Statement)) *watcher {
	w := &watcher{Driver: d, aside: aside, observe: observe}
	if d.Dialect() == dialect.SQLite {
		w.turn = make(chan struct{}, 1)
	}
	return w
}

func (w *watcher) pool(ctx context.Context) *entsql.Driver {
	if ctx.Value(asideKey{}) != nil {
		return w.aside
	}
	return w.Driver
}

// Exec implements dialect.ExecQuerier.
func (w *watcher) Exec(ctx context.Context, query string, args, v any) error {
	release, err := w.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer release()
	return w.exec(ctx, w.pool(ctx), query, args, v)
}

// Query implements dialect.ExecQuerier.
func (w *watcher) Query(ctx context.Context, query string, args, v any) error {
	return w.query(ctx, w.pool(ctx), query, args, v)
}

// Tx implements dialect.Driver.
func (w *watcher) Tx(ctx context.Context) (dialect.Tx, error) { return w.BeginTx(ctx, nil) }

// BeginTx is what ent's client calls when it is given options. On SQLite a transaction that
// is not read-only has the right to write from its first moment.
func (w *watcher) BeginTx(ctx context.Context, opts *sql.TxOptions) (dialect.Tx, error) {
	release := func() {}
	if opts == nil || !opts.ReadOnly {
		var err error
		if release, err = w.takeTurn(ctx); err != nil {
			return nil, err
		}
	}
	var inner dialect.Tx
	err := w.watch(ctx, "BEGIN", func() (err error) {
		inner, err = w.pool(ctx).BeginTx(ctx, opts)
		return err
	})
	if err != nil {
		release()
		return nil, err
	}
	stop := context.AfterFunc(ctx, release) // a context that ends rolls back by itself
	tx := &watchedTx{Tx: inner, w: w, ctx: ctx, end: func() { stop(); release() }}
	return batch.New(ctx, tx, w.Dialect()), nil
}

// takeTurn waits for the right to write. What it answers gives it back, once.
func (w *watcher) takeTurn(ctx context.Context) (release func(), err error) {
	if w.turn == nil {
		return func() {}, nil
	}
	timer := time.NewTimer(writeWait)
	defer timer.Stop()
	select {
	case w.turn <- struct{}{}:
		return sync.OnceFunc(func() { <-w.turn }), nil
	case <-timer.C:
		return nil, unavailable(errors.New("no turn to write"))
	case <-ctx.Done():
		return nil, failure(ctx, ctx.Err())
	}
}

func (w *watcher) exec(ctx context.Context, on dialect.ExecQuerier, query string, args, v any) error {
	return w.watch(ctx, query, func() error { return on.Exec(ctx, query, args, v) })
}

func (w *watcher) query(ctx context.Context, on dialect.ExecQuerier, query string, args, v any) error {
	err := w.watch(ctx, query, func() error { return on.Query(ctx, query, args, v) })
	if rows, ok := v.(*entsql.Rows); ok && err == nil {
		rows.ColumnScanner = watchedRows{ColumnScanner: rows.ColumnScanner, ctx: ctx}
	}
	return err
}

func (w *watcher) watch(ctx context.Context, text string, do func() error) error {
	verb, _, _ := strings.Cut(text, " ")
	switch verb {
	case "BEGIN", "COMMIT", "ROLLBACK":
	default:
		for c, _ := ctx.Value(counterKey{}).(*Counter); c != nil; c = c.outer {
			c.n.Add(1)
		}
	}
	if w.observe == nil {
		return failure(ctx, do())
	}
	start := time.Now() //nolint:forbidigo // it measures and keeps no instant
	err := failure(ctx, do())
	took := time.Since(start) //nolint:forbidigo // as above
	w.observe(ctx, Statement{Verb: verb, Text: text, Duration: took, Err: err})
	return err
}

type watchedTx struct {
	dialect.Tx
	w   *watcher
	ctx context.Context // of the whole transaction; ending it has none of its own
	end func()
}

func (t *watchedTx) Exec(ctx context.Context, query string, args, v any) error {
	return t.w.exec(ctx, t.Tx, query, args, v)
}

func (t *watchedTx) Query(ctx context.Context, query string, args, v any) error {
	return t.w.query(ctx, t.Tx, query, args, v)
}

func (t *watchedTx) Commit() error {
	defer t.end()
	return t.w.watch(t.ctx, "COMMIT", t.Tx.Commit)
}

func (t *watchedTx) Rollback() error {
	defer t.end()
	return t.w.watch(t.ctx, "ROLLBACK", t.Tx.Rollback)
}

// watchedRows counts rows, and names what fails between the first one and the last.
type watchedRows struct {
	entsql.ColumnScanner
	ctx context.Context
}

func (r watchedRows) Next() bool {
	more := r.ColumnScanner.Next()
	if more {
		for c, _ := r.ctx.Value(counterKey{}).(*Counter); c != nil; c = c.outer {
			c.rows.Add(1)
		}
	}
	return more
}

func (r watchedRows) Err() error { return failure(r.ctx, r.ColumnScanner.Err()) }
