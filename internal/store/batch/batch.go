// Package batch sends several writes of a transaction to PostgreSQL in one statement. An operation
// leaves many rows beside the one that it is about (its log, its audit entry, notifications,
// events), and each statement is a round trip to the server, during some of which others wait for a
// lock. What may wait is visible where it is written: it goes through a client of its own.
//
//	clients := batch.Of(tx)
//	err := clients.Later.StatusLog.Create().….Exec(ctx)
//
// On SQLite, where there is no round trip, the same clients send everything at once, under the same
// rules.
package batch

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
)

// Unknown is the number of changed rows that an update through Clients.Later returns.
const Unknown = -1

// maxArgs is how many arguments the pending statements may have. Large inserts gain nothing
// from company.
const maxArgs = 500

// Clients are the clients of one transaction, which differ in when they send a statement.
type Clients struct {
	// Client sends at once, after all that is pending.
	*ent.Client

	// Later keeps writes pending. They are sent together, in their order, before the next statement
	// of Client or with the commit; what fails in one of them fails there. It takes inserts, and
	// updates that must change exactly one row each, or the batch fails. Their results are not
	// known yet, and none are made up: an update returns Unknown, an id that the database draws
	// stays zero, and reading anything is an error.
	//
	// What is inserted so may refer only to rows of the same batch, to rows that the transaction
	// has locked, and to such as are never deleted: by then it has locked the head of a chain, and
	// must not wait for somebody who waits for that.
	Later *ent.Client

	// Ahead sends at once what does not depend on what is pending, which goes on waiting: queries,
	// and changes of one row by ent's UpdateOne. Such a change is one statement on PostgreSQL,
	// UPDATE … RETURNING, rather than an update and a query.
	Ahead *ent.Client
}

// Of returns the clients of a transaction that package store began.
func Of(tx *ent.Tx) Clients {
	return Clients{
		Client: tx.Client(),
		Later:  tx.View(func(t dialect.Tx) dialect.Tx { return &later{of(t)} }),
		Ahead:  tx.View(func(t dialect.Tx) dialect.Tx { return &ahead{of(t)} }),
	}
}

func of(t dialect.Tx) *Tx {
	own, ok := t.(*Tx)
	if !ok {
		panic(fmt.Sprintf("batch: a transaction of %T, not of package store", t))
	}
	return own
}

var (
	errUnread  = errors.New("batch: a changed row was not read")
	errPending = errors.New("batch: the result of a statement that has yet to be sent")
)

// Tx is a transaction with the statements that it has yet to send. It is its own client's driver.
type Tx struct {
	dialect.Tx
	ctx     context.Context // of the whole transaction; ending it has none of its own
	waits   bool            // whether anything waits
	pending []statement
	args    int        // of all that is pending
	update  *statement // whose row is read next
}

// New returns a transaction that sends its statements through another one.
func New(ctx context.Context, tx dialect.Tx, name string) *Tx {
	return &Tx{Tx: tx, ctx: ctx, waits: name == dialect.Postgres}
}

// Exec implements dialect.ExecQuerier.
func (t *Tx) Exec(ctx context.Context, query string, args, v any) error {
	if err := t.flush(ctx); err != nil {
		return err
	}
	return t.Tx.Exec(ctx, query, args, v)
}

// Query implements dialect.ExecQuerier.
func (t *Tx) Query(ctx context.Context, query string, args, v any) error {
	if err := t.flush(ctx); err != nil {
		return err
	}
	return t.Tx.Query(ctx, query, args, v)
}

// Commit implements driver.Tx.
func (t *Tx) Commit() error {
	if err := t.flush(t.ctx); err != nil {
		_ = t.Rollback() // the error that led here says more
		return err
	}
	return t.Tx.Commit()
}

// flush sends what is pending.
func (t *Tx) flush(ctx context.Context) error {
	if t.update != nil {
		return errUnread
	}
	if len(t.pending) == 0 {
		return nil
	}
	text, args, updates := joined(t.pending, t.args)
	t.pending, t.args = nil, 0
	rows := &entsql.Rows{}
	if err := t.Tx.Query(ctx, text, args, rows); err != nil {
		return err
	}
	changed, err := entsql.ScanInt(rows)
	if err = firstOf(err, rows.Close()); err != nil {
		return err
	}
	return checkChanged(int64(changed), int64(updates))
}

func checkChanged(rows, updates int64) error {
	if rows != updates {
		return fmt.Errorf("batch: %d updates of one row each changed %d", updates, rows)
	}
	return nil
}

func firstOf(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// later is the driver of Clients.Later.
type later struct{ *Tx }

// Exec implements dialect.ExecQuerier.
func (l *later) Exec(ctx context.Context, query string, args, v any) error {
	s, err := newStatement(query, args)
	if err != nil {
		return err
	}
	if r, ok := v.(*sql.Result); ok {
		*r = unknownResult{}
	}
	return l.send(ctx, s)
}

// Query implements dialect.ExecQuerier, for inserts that return their ids.
func (l *later) Query(ctx context.Context, query string, args, v any) error {
	s, err := newStatement(query, args)
	if err != nil {
		return err
	}
	if r, ok := v.(*entsql.Rows); ok {
		r.ColumnScanner = unknownRows{}
	}
	return l.send(ctx, s)
}

// send makes a statement pending, or sends it where nothing waits. One that is too large goes by
// itself, after those before it.
func (l *later) send(ctx context.Context, s statement) error {
	if l.update != nil {
		return errUnread
	}
	if l.waits && l.args+len(s.args) <= maxArgs {
		l.pending = append(l.pending, s)
		l.args += len(s.args)
		return nil
	}
	var result sql.Result
	if err := l.Tx.Exec(ctx, s.text, s.args, &result); err != nil || !s.update {
		return err
	}
	changed, err := result.RowsAffected()
	if err != nil {
		return err
	}
	return checkChanged(changed, 1)
}

// ahead is the driver of Clients.Ahead.
type ahead struct{ *Tx }

// Exec implements dialect.ExecQuerier, for updates whose row is read next.
func (a *ahead) Exec(ctx context.Context, query string, args, v any) error {
	s, err := newStatement(query, args)
	result, ok := v.(*sql.Result)
	switch {
	case err != nil:
		return err
	case !s.update || !ok:
		return fmt.Errorf("batch: not an update of one row: %.40s", query)
	case a.update != nil:
		return errUnread
	case !a.waits:
		return a.Tx.Tx.Exec(ctx, query, args, v)
	}
	*result = unknownResult{}
	a.update = &s
	return nil
}

// Query implements dialect.ExecQuerier. After an update ent reads the columns of its row.
func (a *ahead) Query(ctx context.Context, query string, args, v any) error {
	columns, _, found := strings.Cut(strings.TrimPrefix(query, "SELECT "), " FROM ")
	if !found {
		return fmt.Errorf("batch: not a query: %.40s", query)
	}
	s := a.update
	if s == nil {
		return a.Tx.Tx.Query(ctx, query, args, v)
	}
	a.update = nil
	return a.Tx.Tx.Query(ctx, s.text+" RETURNING "+columns, s.args, v)
}

// unknownResult is that of a statement that has yet to be sent.
type unknownResult struct{}

var _ driver.Result = unknownResult{}

// RowsAffected implements sql.Result. Ent reads it after each update, so it can't be an error.
func (unknownResult) RowsAffected() (int64, error) { return Unknown, nil }

// LastInsertId implements sql.Result.
func (unknownResult) LastInsertId() (int64, error) { return 0, errPending }

// unknownRows are those of an insert that has yet to be sent. Ent scans as many ids as there are
// after an insert of many rows, and exactly one after an insert of one: that is an error.
type unknownRows struct{}

var _ entsql.ColumnScanner = unknownRows{}

func (unknownRows) Next() bool                              { return false }
func (unknownRows) NextResultSet() bool                     { return false }
func (unknownRows) Err() error                              { return nil }
func (unknownRows) Close() error                            { return nil }
func (unknownRows) Columns() ([]string, error)              { return nil, errPending }
func (unknownRows) ColumnTypes() ([]*sql.ColumnType, error) { return nil, errPending }
func (unknownRows) Scan(...any) error                       { return errPending }
