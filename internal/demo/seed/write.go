package seed

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
)

// writer writes batches in one transaction, on a connection of its own.
type writer struct {
	dialect string
	conn    *sql.Conn
	tx      *sql.Tx
	engine  engine
	counts  []Count
	away    []statement // what to make again in the end
}

// engine is what the two databases do differently.
type engine interface {
	// prepare makes the connection fit for a long transaction.
	prepare() []string
	// release undoes prepare.
	release() []string
	// begin follows on the transaction's beginning.
	begin() []string
	// bare lists what slows the writing down: how it goes away and how it comes back.
	bare(ctx context.Context, tx *sql.Tx, table string) ([]removal, error)
	write(ctx context.Context, conn *sql.Conn, tx *sql.Tx, s sheet) error
	// check finds rows that point at nothing, where making the keys again did not.
	check(ctx context.Context, tx *sql.Tx) error
	// settle follows on the commit.
	settle(tables []string) []string
}

type statement struct{ table, text string }

// removal may remove nothing: then there is only something to be done in the end.
type removal struct{ remove, restore string }

func begin(ctx context.Context, t Target) (*writer, error) {
	w := &writer{dialect: t.Dialect, engine: sqliteEngine{}}
	if t.Dialect == dialect.Postgres {
		w.engine = postgresEngine{}
	}
	var err error
	if w.conn, err = t.DB.Conn(ctx); err != nil {
		return nil, err
	}
	for _, s := range w.engine.prepare() {
		if _, err := w.conn.ExecContext(ctx, s); err != nil {
			return nil, errors.Join(err, w.end(ctx))
		}
	}
	if w.tx, err = w.conn.BeginTx(ctx, nil); err != nil {
		return nil, errors.Join(err, w.end(ctx))
	}
	for _, s := range w.engine.begin() {
		if _, err := w.tx.ExecContext(ctx, s); err != nil {
			return nil, errors.Join(err, w.end(ctx))
		}
	}
	return w, nil
}

// client is ent's, on the transaction.
func (w *writer) client() *ent.Client {
	return ent.NewClient(ent.Driver(entsql.NewDriver(w.dialect, entsql.Conn{ExecQuerier: w.tx})))
}

// bare takes away indexes and foreign keys: making them over the finished tables takes a
// fraction of the time that keeping them up takes.
func (w *writer) bare(ctx context.Context) error {
	for _, s := range (&batch{}).sheets() {
		gone, err := w.engine.bare(ctx, w.tx, s.table)
		if err != nil {
			return err
		}
		for _, r := range gone {
			if r.remove != "" {
				if _, err := w.tx.ExecContext(ctx, r.remove); err != nil {
					return err
				}
			}
			w.away = append(w.away, statement{s.table, r.restore})
		}
		w.counts = append(w.counts, Count{Table: s.table})
	}
	return nil
}

func (w *writer) write(ctx context.Context, b *batch) error {
	for i, s := range b.sheets() {
		if s.rows == 0 {
			continue
		}
		if err := w.engine.write(ctx, w.conn, w.tx, s); err != nil {
			return fmt.Errorf("write %s: %w", s.table, err)
		}
		w.counts[i].Rows += s.rows
	}
	return nil
}

// restore makes again what bare took away, the foreign keys last, which finds every row that
// breaks a rule.
func (w *writer) restore(ctx context.Context, progress func(string, int, int)) error {
	for i, s := range w.away {
		if progress != nil {
			progress("Indexing "+s.table, i, len(w.away))
		}
		if _, err := w.tx.ExecContext(ctx, s.text); err != nil {
			return fmt.Errorf("%s: %w", s.text, err)
		}
	}
	return w.engine.check(ctx, w.tx)
}

func (w *writer) commit(ctx context.Context) error {
	err := w.tx.Commit()
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		err = ctx.Err()
	}
	w.tx = nil
	return err
}

// settle tells the planner what came.
func (w *writer) settle(ctx context.Context, progress func(string, int, int)) error {
	var tables []string
	for _, c := range w.counts {
		tables = append(tables, c.Table)
	}
	all := w.engine.settle(tables)
	for i, s := range all {
		if progress != nil {
			progress("Settling", i, len(all))
		}
		if _, err := w.conn.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("all rows are there, but %s failed: %w", s, err)
		}
	}
	return nil
}

// end gives the connection back as it was; one that does not let itself be is thrown away.
func (w *writer) end(ctx context.Context) error {
	if w.tx != nil {
		_ = w.tx.Rollback() // where it fails the transaction is over already
	}
	for _, s := range w.engine.release() {
		if _, err := w.conn.ExecContext(ctx, s); err != nil {
			_ = w.conn.Raw(func(any) error { return driver.ErrBadConn })
			return nil //nolint:nilerr // it is gone, which is all that is wanted
		}
	}
	return w.conn.Close()
}
