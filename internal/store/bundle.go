package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/bundle"
)

// bundledMost is how many arguments the statements that wait may have. Large inserts lose nothing
// by going alone.
const bundledMost = 500

// waiting is a statement that has not been sent.
type waiting struct {
	text string
	args []any
}

func (s waiting) changes() bool { return strings.HasPrefix(s.text, "UPDATE ") }

var errUnread = errors.New("store: a changed row was not read")

// bundling is a transaction of PostgreSQL that sends together what package bundle marks.
type bundling struct {
	*watchedTx
	waits  []waiting
	args   int
	change *waiting // of the row that is read next
}

// Exec implements dialect.ExecQuerier.
func (t *bundling) Exec(ctx context.Context, query string, args, v any) error {
	s, ok := asWaiting(query, args)
	switch {
	case t.change != nil:
		return errUnread
	case ok && bundle.OfRow(ctx) && s.changes():
		t.change = &s
		return answered(v)
	case ok && t.keep(ctx, s):
		return answered(v)
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	return t.watchedTx.Exec(ctx, query, args, v)
}

// Query implements dialect.ExecQuerier.
func (t *bundling) Query(ctx context.Context, query string, args, v any) error {
	if s := t.change; s != nil {
		t.change = nil
		columns, _, found := strings.Cut(strings.TrimPrefix(query, "SELECT "), " FROM ")
		if !found {
			return fmt.Errorf("store: a changed row was to be read, not %.40s", query)
		}
		return t.watchedTx.Query(ctx, s.text+" RETURNING "+columns, s.args, v)
	}
	if s, ok := asWaiting(query, args); ok && t.keep(ctx, s) { // an insert that answers its ids
		if rows, ok := v.(*entsql.Rows); ok {
			rows.ColumnScanner = noRows{}
		}
		return nil
	}
	if !bundle.OfWrites(ctx) {
		if err := t.flush(ctx); err != nil {
			return err
		}
	}
	return t.watchedTx.Query(ctx, query, args, v)
}

// Commit implements driver.Tx.
func (t *bundling) Commit() error {
	err := t.flush(t.ctx)
	if t.change != nil {
		err = errUnread
	}
	if err != nil {
		_ = t.Rollback() // the error that led here says more
		return err
	}
	return t.watchedTx.Commit()
}

func asWaiting(query string, args any) (waiting, bool) {
	list, ok := args.([]any)
	writes := strings.HasPrefix(query, "INSERT ") || strings.HasPrefix(query, "UPDATE ")
	return waiting{query, list}, ok && writes
}

// keep lets a statement wait, if it is marked and not too large.
func (t *bundling) keep(ctx context.Context, s waiting) bool {
	if !bundle.OfWrites(ctx) || t.args+len(s.args) > bundledMost {
		return false
	}
	s.text = strings.TrimSuffix(s.text, ` RETURNING "id"`) // nobody reads it
	t.waits = append(t.waits, s)
	t.args += len(s.args)
	return true
}

// flush sends what waits.
func (t *bundling) flush(ctx context.Context) error {
	if len(t.waits) == 0 {
		return nil
	}
	text, args, changes := joined(t.waits, t.args)
	t.waits, t.args = nil, 0
	rows := &entsql.Rows{}
	if err := t.watchedTx.Query(ctx, text, args, rows); err != nil {
		return err
	}
	changed, err := entsql.ScanInt(rows)
	if err = firstOf(err, rows.Close()); err != nil {
		return err
	}
	if changed != changes {
		return fmt.Errorf("store: %d rows of %d that were to change were there", changed, changes)
	}
	return nil
}

func firstOf(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// joined makes one statement of several, which answers how many rows its updates changed.
func joined(all []waiting, size int) (text string, args []any, changes int) {
	var b strings.Builder
	room := 2 * size // for longer numbers
	for _, s := range all {
		room += len(s.text) + 60
	}
	b.Grow(room)
	args = make([]any, 0, size)
	counts := ""
	for i, s := range all {
		name := "w" + strconv.Itoa(i)
		if i == 0 {
			b.WriteString("WITH ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(name + " AS (")
		renumber(&b, s.text, len(args))
		if s.changes() {
			b.WriteString(" RETURNING 1")
			counts += " + (SELECT count(*) FROM " + name + ")"
			changes++
		}
		b.WriteString(")")
		args = append(args, s.args...)
	}
	b.WriteString(" SELECT 0")
	b.WriteString(counts)
	return b.String(), args, changes
}

// renumber writes a statement whose first argument is the one behind as many others. What ent
// writes has no dollar signs but those of arguments.
func renumber(b *strings.Builder, text string, by int) {
	for {
		before, behind, found := strings.Cut(text, "$")
		b.WriteString(before)
		if !found {
			return
		}
		digits := 0
		for digits < len(behind) && behind[digits] >= '0' && behind[digits] <= '9' {
			digits++
		}
		b.WriteByte('$')
		if n, err := strconv.Atoi(behind[:digits]); err == nil {
			b.WriteString(strconv.Itoa(n + by))
		}
		text = behind[digits:]
	}
}

// answered gives a caller the result of a statement that has yet to be sent.
func answered(v any) error {
	if r, ok := v.(*sql.Result); ok {
		*r = driver.RowsAffected(1)
	}
	return nil
}

// noRows are those of an insert that has yet to be sent.
type noRows struct{ entsql.ColumnScanner }

func (noRows) Next() bool   { return false }
func (noRows) Err() error   { return nil }
func (noRows) Close() error { return nil }

var _ dialect.Tx = (*bundling)(nil)
