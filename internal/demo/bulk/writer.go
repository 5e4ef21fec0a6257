package bulk

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/ledger"
)

// Target is where rows go: an up-to-date database, its ledger and the media.
type Target struct {
	DB      *sql.DB
	Dialect string
	Ledger  *ledger.Book
	Media   blob.Store
}

// Count is the number of rows that were written to a table.
type Count struct {
	Table string
	Rows  int
}

// Writer writes rows in one transaction, on a connection of its own.
type Writer struct {
	dialect string
	conn    *sql.Conn
	Tx      *sql.Tx
	engine  engine
	counts  map[string]int
	dropped []statement // what RestoreIndexes creates again
}

// engine is what the two databases do differently.
type engine interface {
	// prepare sets up the connection for a long transaction.
	prepare() []string
	// release undoes prepare.
	release() []string
	// begin runs at the start of the transaction.
	begin() []string
	// indexes lists what slows writing down: indexes, foreign keys and triggers.
	indexes(ctx context.Context, tx *sql.Tx, table string) ([]droppable, error)
	write(ctx context.Context, conn *sql.Conn, tx *sql.Tx, t Table) error
	// checkReferences fails on dangling references, where restoring the foreign keys did not.
	checkReferences(ctx context.Context, tx *sql.Tx) error
	// analyze updates the planner's statistics after the commit.
	analyze(tables []string) []string
}

type statement struct{ table, text string }

// droppable is dropped before writing and restored after. One without drop is only restored.
type droppable struct{ drop, restore string }

// Begin starts a transaction. The caller must call Close.
func Begin(ctx context.Context, t Target) (*Writer, error) {
	w := &Writer{dialect: t.Dialect, engine: sqliteEngine{}, counts: map[string]int{}}
	if t.Dialect == dialect.Postgres {
		w.engine = postgresEngine{}
	}
	var err error
	if w.conn, err = t.DB.Conn(ctx); err != nil {
		return nil, err
	}
	for _, s := range w.engine.prepare() {
		if _, err := w.conn.ExecContext(ctx, s); err != nil {
			return nil, errors.Join(err, w.Close(ctx))
		}
	}
	if w.Tx, err = w.conn.BeginTx(ctx, nil); err != nil {
		return nil, errors.Join(err, w.Close(ctx))
	}
	for _, s := range w.engine.begin() {
		if _, err := w.Tx.ExecContext(ctx, s); err != nil {
			return nil, errors.Join(err, w.Close(ctx))
		}
	}
	return w, nil
}

// Client returns an ent client on the transaction.
func (w *Writer) Client() *ent.Client {
	return ent.NewClient(ent.Driver(entsql.NewDriver(w.dialect, entsql.Conn{ExecQuerier: w.Tx})))
}

// DropIndexes drops the indexes and foreign keys of all tables until RestoreIndexes: creating
// them over the finished tables takes a fraction of the time of maintaining them.
func (w *Writer) DropIndexes(ctx context.Context) error {
	for _, t := range (&Rows{}).Tables() {
		found, err := w.engine.indexes(ctx, w.Tx, t.Name)
		if err != nil {
			return err
		}
		for _, d := range found {
			if d.drop != "" {
				if _, err := w.Tx.ExecContext(ctx, d.drop); err != nil {
					return err
				}
			}
			w.dropped = append(w.dropped, statement{t.Name, d.restore})
		}
	}
	return nil
}

// Write writes rows of all tables.
func (w *Writer) Write(ctx context.Context, rows *Rows) error {
	for _, t := range rows.Tables() {
		if err := w.WriteTable(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// WriteTable writes rows of one table.
func (w *Writer) WriteTable(ctx context.Context, t Table) error {
	if t.Len == 0 {
		return nil
	}
	if err := w.engine.write(ctx, w.conn, w.Tx, t); err != nil {
		return fmt.Errorf("write %s: %w", t.Name, err)
	}
	w.counts[t.Name] += t.Len
	return nil
}

// Counts returns the number of rows written to each table.
func (w *Writer) Counts() []Count {
	var all []Count
	for _, t := range (&Rows{}).Tables() {
		all = append(all, Count{t.Name, w.counts[t.Name]})
	}
	return all
}

// RestoreIndexes creates again what DropIndexes dropped, the foreign keys last, which finds
// every dangling reference.
func (w *Writer) RestoreIndexes(ctx context.Context, progress func(stage string, done, of int)) error {
	for i, s := range w.dropped {
		if progress != nil {
			progress("Indexing "+s.table, i, len(w.dropped))
		}
		if _, err := w.Tx.ExecContext(ctx, s.text); err != nil {
			return fmt.Errorf("%s: %w", s.text, err)
		}
	}
	return nil
}

// Commit commits the transaction, unless a row references a row that does not exist.
func (w *Writer) Commit(ctx context.Context) error {
	if err := w.engine.checkReferences(ctx, w.Tx); err != nil {
		return err
	}
	err := w.Tx.Commit()
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		err = ctx.Err()
	}
	w.Tx = nil
	return err
}

// Analyze updates the planner's statistics of all tables, after the commit.
func (w *Writer) Analyze(ctx context.Context, progress func(stage string, done, of int)) error {
	var tables []string
	for _, t := range (&Rows{}).Tables() {
		tables = append(tables, t.Name)
	}
	all := w.engine.analyze(tables)
	for i, s := range all {
		if progress != nil {
			progress("Analyzing", i, len(all))
		}
		if _, err := w.conn.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("all rows are there, but %s failed: %w", s, err)
		}
	}
	return nil
}

// Close rolls back what was not committed and resets the connection; one that can't be reset
// is discarded.
func (w *Writer) Close(ctx context.Context) error {
	if w.Tx != nil {
		_ = w.Tx.Rollback() // where it fails the transaction is over already
	}
	for _, s := range w.engine.release() {
		if _, err := w.conn.ExecContext(ctx, s); err != nil {
			_ = w.conn.Raw(func(any) error { return driver.ErrBadConn })
			return nil //nolint:nilerr // the connection is discarded, as intended
		}
	}
	return w.conn.Close()
}
