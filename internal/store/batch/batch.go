// Package batch sends several writes of a transaction to PostgreSQL in one statement. An operation
// leaves many rows beside the one that it is about (its log, its audit entry, notifications,
// events), and each statement is a round trip to the server, during some of which others wait for a
// lock. What may wait is visible where it is written: it goes through a client of its own.
//
//	clients := batch.Of(tx)
//	err := clients.Later.StatusLog.Create().….Exec(ctx)
//
// A deferred transaction begins with the first statement that needs it. One that only reads ahead, without
// locks, and writes later never begins: its one statement is a transaction by itself.
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

// ErrStale is returned when an update through Clients.Later found its row changed or gone. Nothing of the
// transaction happened.
var ErrStale = errors.New("batch: a row is not as it was read")

// maxArgs is how many arguments the pending statements may have. Large inserts gain nothing
// from company.
const maxArgs = 500

// Clients are the clients of one transaction, which differ in when they send a statement.
type Clients struct {
	// Client sends at once, after all that is pending.
	*ent.Client

	// Later keeps writes pending. They are sent together, in their order, before the next statement
	// of Client or with the commit; what fails in one of them fails there. It takes inserts, and
	// updates that must change exactly one row each, or the batch fails with ErrStale. What their policies ask
	// is sent at once, as by Ahead. The results of writes are not
	// known yet, and none are made up: an update returns Unknown, one by UpdateOne a row without values,
	// an id that the database draws stays zero, and reading anything else is an error.
	//
	// What is inserted so may refer only to rows of the same batch, to rows that the transaction
	// has locked, and to such as are never deleted: by then it has locked the head of a chain, and
	// must not wait for somebody who waits for that.
	Later *ent.Client

	// Ahead sends at once what does not depend on what is pending, which goes on waiting: queries,
	// and changes of one row by ent's UpdateOne. Such a change is one statement on PostgreSQL,
	// UPDATE … RETURNING, rather than an update and a query.
	Ahead *ent.Client

	// Optimistic is whether rows may be read without a lock: ErrStale repeats the transaction, in which they
	// must be locked.
	Optimistic bool

	own *Tx
}

// AtEnd has a function called when the transaction has ended, with the error of its commit, or
// the one that a rollback stands for.
func (c Clients) AtEnd(do func(error)) { c.own.atEnd = append(c.own.atEnd, do) }

// Of returns the clients of a transaction that package store began.
func Of(tx *ent.Tx) Clients {
	c := Clients{Client: tx.Client()}
	c.Later = tx.View(func(t dialect.Tx) dialect.Tx {
		c.own = of(t)
		return &later{Tx: c.own}
	})
	c.Ahead = tx.View(func(t dialect.Tx) dialect.Tx { return &ahead{c.own} })
	return c
}

func of(t dialect.Tx) *Tx {
	own, ok := t.(*Tx)
	if !ok {
		panic(fmt.Sprintf("batch: a transaction of %T, not of package store", t))
	}
	return own
}

var (
	errUnread     = errors.New("batch: a changed row was not read")
	errPending    = errors.New("batch: the result of a statement that has yet to be sent")
	errRolledBack = errors.New("batch: rolled back")
)

// Tx is a transaction with the statements that it has yet to send. It is its own client's driver.
type Tx struct {
	dialect.Tx                            // nil until it has begun
	ctx        context.Context            // of the whole transaction; ending it has none of its own
	open       func() (dialect.Tx, error) // begins it
	direct     Direct                     // sends what needs no transaction
	waits      bool                       // whether anything waits
	pending    []statement
	args       int        // of all that is pending
	updates    int        // of what is pending
	stale      bool       // an update found its row changed or gone
	update     *statement // whose row is read next
	atEnd      []func(error)
}

// Direct sends statements that are each a transaction by itself, all over one connection.
type Direct interface {
	Query(ctx context.Context, query string, args, v any) error
	Close() // gives the connection back
}

// New returns a transaction that sends its statements through the one that open begins, or directly.
func New(ctx context.Context, name string, direct Direct, open func() (dialect.Tx, error)) (*Tx, error) {
	t := &Tx{ctx: ctx, open: open, direct: direct, waits: name == dialect.Postgres}
	if t.waits && ctx.Value(deferredKey{}) != nil {
		return t, nil
	}
	return t, t.begin()
}

type deferredKey struct{}

// Deferred returns a context under which a transaction on PostgreSQL begins when it must.
func Deferred(ctx context.Context) context.Context {
	return context.WithValue(ctx, deferredKey{}, true)
}

// begin begins the transaction, unless it has begun.
func (t *Tx) begin() (err error) {
	if t.Tx == nil {
		t.direct.Close() // nobody waits for a connection while holding another one
		t.Tx, err = t.open()
	}
	return err
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
func (t *Tx) Commit() (err error) {
	defer func() { t.end(err) }()
	if t.Tx == nil {
		sent, err := t.sendAlone()
		if sent || err != nil {
			return err
		}
	}
	if err := t.flush(t.ctx); err != nil {
		if t.Tx != nil {
			_ = t.Tx.Rollback() // the error that led here says more
		}
		return err
	}
	return t.Tx.Commit()
}

// Rollback implements driver.Tx.
func (t *Tx) Rollback() error {
	defer t.end(errRolledBack)
	if t.Tx == nil {
		return nil
	}
	return t.Tx.Rollback()
}

func (t *Tx) end(err error) {
	t.direct.Close()
	for _, do := range t.atEnd {
		do(err)
	}
	t.atEnd = nil
}

// flush begins the transaction and sends what is pending.
func (t *Tx) flush(ctx context.Context) error {
	if err := t.begin(); err != nil {
		return err
	}
	switch {
	case t.stale:
		return ErrStale
	case t.update != nil:
		return errUnread
	case len(t.pending) == 0:
		return nil
	}
	if text, args, ok := one(t.pending, t.args); ok {
		return t.sendPending(ctx, t.Tx, text, args)
	}
	// What can't be made conditional is written when the updates have found their rows.
	var updates, inserts []statement
	for _, p := range t.pending {
		if p.update {
			updates = append(updates, p)
		} else {
			inserts = append(inserts, p)
		}
	}
	text, args := joined(updates, t.args)
	if err := t.sendPending(ctx, t.Tx, text, args); err != nil {
		return err
	}
	text, args = joined(inserts, len(args))
	return t.sendPending(ctx, t.Tx, text, args)
}

// sendAlone sends what is pending as a statement that is the whole transaction. It returns false when
// it needs a transaction around it.
func (t *Tx) sendAlone() (sent bool, err error) {
	switch {
	case t.update != nil:
		return true, errUnread
	case len(t.pending) == 0:
		return true, nil
	}
	text, args, ok := one(t.pending, t.args)
	if !ok {
		return false, nil
	}
	return true, t.sendPending(t.ctx, t.direct, text, args)
}

// sendPending sends one statement of what is pending, whose result is how many rows its updates changed. That one
// is missing is an outcome and no error of the database, which would write the statement to its log.
func (t *Tx) sendPending(ctx context.Context, to interface {
	Query(ctx context.Context, query string, args, v any) error
}, text string, args []any,
) error {
	updates := t.updates
	t.pending, t.args, t.updates = nil, 0, 0
	rows := &entsql.Rows{}
	if err := to.Query(ctx, text, args, rows); err != nil {
		return err
	}
	changed, err := entsql.ScanInt(rows)
	err = firstOf(err, rows.Close())
	if err == nil && changed != updates {
		t.stale = true // what was written with it must not be committed
		err = ErrStale
	}
	return err
}

func firstOf(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// later is the driver of Clients.Later.
type later struct {
	*Tx

	updated bool // whether ent reads the row of an update next, if it was one of UpdateOne's
}

// Exec implements dialect.ExecQuerier.
func (l *later) Exec(ctx context.Context, query string, args, v any) error {
	s, err := newStatement(query, args)
	if err != nil {
		return err
	}
	if r, ok := v.(*sql.Result); ok {
		*r = unknownResult{}
	}
	l.updated = s.update
	return l.send(ctx, s)
}

// Query implements dialect.ExecQuerier, for inserts that return their ids, for the row that ent reads after
// an update of one, and for policies.
func (l *later) Query(ctx context.Context, query string, args, v any) error {
	if r, ok := v.(*entsql.Rows); ok && l.updated && strings.HasPrefix(query, "SELECT ") {
		l.updated = false
		r.ColumnScanner = &emptyRow{}
		return nil
	}
	l.updated = false
	if strings.HasPrefix(query, "SELECT ") {
		return (&ahead{l.Tx}).Query(ctx, query, args, v)
	}
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
		if s.update {
			l.updates++
		}
		return nil
	}
	var result sql.Result
	if err := l.Tx.Exec(ctx, s.text, s.args, &result); err != nil || !s.update {
		return err
	}
	changed, err := result.RowsAffected()
	if err == nil && changed != 1 {
		err = ErrStale
	}
	return err
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
	if a.Tx.Tx == nil && a.update == nil && !strings.Contains(query, " FOR ") { // it locks nothing
		return a.direct.Query(ctx, query, args, v)
	}
	if err := a.begin(); err != nil {
		return err
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

// emptyRow is the row that ent reads after an update of one that has yet to be sent. It has no columns.
type emptyRow struct {
	unknownRows

	read bool
}

// Next implements entsql.ColumnScanner.
func (r *emptyRow) Next() bool {
	first := !r.read
	r.read = true
	return first
}

func (*emptyRow) Columns() ([]string, error) { return nil, nil }
func (*emptyRow) Scan(...any) error          { return nil }
