package bulk

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/redress/redress/internal/search"
)

// sqliteEngine writes with multi-row INSERTs, on a connection that does not check foreign keys
// until the end.
type sqliteEngine struct{}

func (sqliteEngine) prepare() []string { return []string{"PRAGMA foreign_keys = 0"} }

func (sqliteEngine) release() []string { return []string{"PRAGMA foreign_keys = 1"} }

func (sqliteEngine) begin() []string { return nil }

// indexes also lists the triggers that maintain a full-text index, which is rebuilt at once in the
// end.
func (sqliteEngine) indexes(ctx context.Context, tx *sql.Tx, table string) ([]droppable, error) {
	rows, err := tx.QueryContext(ctx, `SELECT type, name, sql FROM sqlite_master
		WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name = ? ORDER BY type, name`, table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var gone []droppable
	triggers := false
	for rows.Next() {
		var kind, name, text string
		if err := rows.Scan(&kind, &name, &text); err != nil {
			return nil, err
		}
		triggers = triggers || kind == "trigger"
		gone = append(gone, droppable{"DROP " + kind + " " + quoteName(name), text})
	}
	if triggers {
		index := quoteName(search.Index(table))
		gone = append(gone, droppable{restore: "INSERT INTO " + index + " (" + index + ") VALUES ('rebuild')"})
	}
	return gone, rows.Err()
}

// rowsPerInsert is the most rows of a statement: more gain nothing.
const rowsPerInsert = 100

func (sqliteEngine) write(ctx context.Context, _ *sql.Conn, tx *sql.Tx, t Table) error {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = quoteName(c)
	}
	one := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ") + ")"
	insert := func(n int) string {
		return "INSERT INTO " + quoteName(t.Name) + " (" + strings.Join(columns, ", ") + ") VALUES " +
			strings.TrimSuffix(strings.Repeat(one+", ", n), ", ")
	}
	many := min(rowsPerInsert, t.Len)
	in, err := tx.PrepareContext(ctx, insert(many))
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	values := make([]any, many*len(columns))
	for from := 0; from < t.Len; from += many {
		n := min(many, t.Len-from)
		values = values[:n*len(columns)]
		for i := range n {
			t.Values(from+i, values[i*len(columns):(i+1)*len(columns)])
		}
		for c, v := range values {
			if d, ok := v.(JSON); ok {
				values[c] = []byte(d)
			}
		}
		if n == many {
			_, err = in.ExecContext(ctx, values...)
		} else {
			_, err = tx.ExecContext(ctx, insert(n), values...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func quoteName(name string) string { return `"` + name + `"` }

func (sqliteEngine) checkReferences(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if rows.Next() {
		var table, parent string
		var row, key sql.NullInt64
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		return fmt.Errorf("a row of %s references no row of %s", table, parent)
	}
	return rows.Err()
}

func (sqliteEngine) analyze([]string) []string { return []string{"PRAGMA wal_checkpoint(TRUNCATE)"} }
