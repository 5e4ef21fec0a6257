// Package entread sends the queries of package ent and reads their rows, instead of the functions of
// ent's sqlgraph that do so: the values that rows are scanned into are made once for a result, and the
// statement of a query that has a Shape is cached.
package entread

import (
	"context"
	"errors"
	"slices"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/sqlgraph"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/store/hint"
)

// Nodes reads the rows of a query, as sqlgraph.QueryNodes does.
func Nodes(ctx context.Context, drv dialect.Driver, spec *sqlgraph.QuerySpec, shape *Shape, now Parts) error {
	text, args, err := shape.statement(ctx, drv, spec, now, "", func() (string, []any, error) {
		return written(drv, func(drv dialect.Driver) error { return sqlgraph.QueryNodes(ctx, drv, spec) })
	})
	if err != nil {
		return err
	}
	var rows sql.Rows
	if err := drv.Query(ctx, text, args, &rows); err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // a failure is that of rows.Err too
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	into := values{spec: spec, columns: columns}
	for rows.Next() {
		if err := into.next(&rows); err != nil {
			return err
		}
		if err := rows.Scan(into.scanned...); err != nil {
			return err
		}
		if err := spec.Assign(columns, into.values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Count counts the rows of a query, as sqlgraph.CountNodes does, and says how many they are (Counted).
func Count(ctx context.Context, drv dialect.Driver, spec *sqlgraph.QuerySpec, shape *Shape, now Parts) (int, error) {
	text, args, err := shape.statement(ctx, drv, spec, now, "count", func() (string, []any, error) {
		return written(drv, func(drv dialect.Driver) error {
			_, err := sqlgraph.CountNodes(ctx, drv, spec)
			return err
		})
	})
	if err != nil {
		return 0, err
	}
	var rows sql.Rows
	if err := drv.Query(ctx, text, args, &rows); err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }() // as above
	total, err := sql.ScanInt(&rows)
	Counted(ctx, total)
	return total, err
}

// Counted reports a total that a statement returned: counting the rows was work that the result does not show.
func Counted(ctx context.Context, total int) { hint.Counted(ctx, total) }

// Selected returns the statement of a query that selects columns or sums instead of rows, which build writes.
func Selected(ctx context.Context, drv dialect.Driver, table string, of *ent.QueryContext, shape *Shape, now Parts,
	build func() (string, []any),
) (string, []any, error) {
	if shape == nil {
		text, args := build()
		return text, args, nil
	}
	spec := &sqlgraph.QuerySpec{Node: &sqlgraph.NodeSpec{Table: table, Columns: of.Fields}, Unique: of.Unique != nil && *of.Unique}
	if of.Limit != nil {
		spec.Limit = *of.Limit
	}
	if of.Offset != nil {
		spec.Offset = *of.Offset
	}
	return shape.statement(ctx, drv, spec, now, "select", func() (string, []any, error) {
		text, args := build()
		return text, args, nil
	})
}

// values are what the rows of a result are scanned into.
type values struct {
	spec    *sqlgraph.QuerySpec
	columns []string
	values  []any
	scanned []any        // what scans into them
	ids     []*uuid.UUID // among them
	again   bool         // whether the next row may be scanned into the same
}

// next makes the values for the next row, or clears those of the row before. A row's fields are copies
// of its values, but for those of a type that is not known beforehand: these are kept.
func (v *values) next(rows *sql.Rows) (err error) {
	if v.again {
		for _, id := range v.ids { // which NULL would leave as it is
			*id = uuid.Nil
		}
		return nil
	}
	if v.values, err = v.spec.ScanValues(v.columns); err != nil {
		return err
	}
	v.again = true
	v.scanned = slices.Clone(v.values)
	for i, value := range v.values {
		switch value := value.(type) {
		case *uuid.UUID:
			v.ids = append(v.ids, value)
			v.scanned[i] = (*id)(value)
		case *sql.NullScanner:
			if of, ok := value.S.(*uuid.UUID); ok {
				v.scanned[i] = &mayID{value, (*id)(of)}
			}
		case *sql.NullString, *sql.NullInt64, *sql.NullTime, *sql.NullBool, *sql.NullFloat64:
		case *[]byte: // each row gets bytes of its own
		case *sql.UnknownType:
			v.values[i], v.again = sql.ScanTypeOf(rows, i), false
			v.scanned[i] = v.values[i]
		default:
			v.again = false
		}
	}
	return nil
}

// id is a UUID that is scanned from its text as PostgreSQL's driver has it, without a copy of that.
type id uuid.UUID

// Scan implements sql.Scanner.
func (i *id) Scan(value any) (err error) {
	if text, ok := value.([]byte); ok && len(text) > len(i) {
		*(*uuid.UUID)(i), err = uuid.ParseBytes(text)
		return err
	}
	return (*uuid.UUID)(i).Scan(value)
}

// mayID is an id that may be NULL.
type mayID struct {
	value *sql.NullScanner
	id    *id
}

// Scan implements sql.Scanner.
func (m *mayID) Scan(value any) error {
	if m.value.Valid = value != nil; !m.value.Valid {
		return nil
	}
	return m.id.Scan(value)
}

// written returns the statement that send sends through the driver that it is given.
func written(drv dialect.Driver, send func(dialect.Driver) error) (string, []any, error) {
	w := &writing{Driver: drv}
	if err := send(w); !errors.Is(err, errWritten) {
		return "", nil, err
	}
	return w.text, w.args, nil
}

// errWritten ends what would send a statement.
var errWritten = errors.New("entread: the statement is written")

// writing is a driver that sends nothing.
type writing struct {
	dialect.Driver

	text string
	args []any
}

// Query implements dialect.ExecQuerier.
func (w *writing) Query(_ context.Context, text string, args, _ any) error {
	w.text = text
	w.args, _ = args.([]any)
	return errWritten
}
