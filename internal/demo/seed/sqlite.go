package seed

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/redress/redress/internal/search"
)

// sqliteEngine inserts many rows with a statement, on a connection that leaves foreign keys
// to be checked in the end.
type sqliteEngine struct{}

func (sqliteEngine) prepare() []string { return []string{"PRAGMA foreign_keys = 0"} }

func (sqliteEngine) release() []string { return []string{"PRAGMA foreign_keys = 1"} }

func (sqliteEngine) begin() []string { return nil }

// bare also takes the triggers away that keep a full-text index, which is filled at once in the
// end.
func (sqliteEngine) bare(ctx context.Context, tx *sql.Tx, table string) ([]removal, error) {
	rows, err := tx.QueryContext(ctx, `SELECT type, name, sql FROM sqlite_master
		WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name = ? ORDER BY type, name`, table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var gone []removal
	triggers := false
	for rows.Next() {
		var kind, name, text string
		if err := rows.Scan(&kind, &name, &text); err != nil {
			return nil, err
		}
		triggers = triggers || kind == "trigger"
		gone = append(gone, removal{"DROP " + kind + " " + quote(name), text})
	}
	if triggers {
		index := quote(search.Index(table))
		gone = append(gone, removal{restore: "INSERT INTO " + index + " (" + index + ") VALUES ('rebuild')"})
	}
	return gone, rows.Err()
}

// rowsPerInsert at most: more make no difference.
const rowsPerInsert = 100

func (sqliteEngine) write(ctx context.Context, _ *sql.Conn, tx *sql.Tx, s sheet) error {
	columns := make([]string, len(s.columns))
	for i, c := range s.columns {
		columns[i] = quote(c)
	}
	one := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ") + ")"
	insert := func(n int) string {
		return "INSERT INTO " + quote(s.table) + " (" + strings.Join(columns, ", ") + ") VALUES " +
			strings.TrimSuffix(strings.Repeat(one+", ", n), ", ")
	}
	many := min(rowsPerInsert, s.rows)
	in, err := tx.PrepareContext(ctx, insert(many))
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	values := make([]any, many*len(columns))
	for from := 0; from < s.rows; from += many {
		n := min(many, s.rows-from)
		values = values[:n*len(columns)]
		for i := range n {
			s.row(from+i, values[i*len(columns):(i+1)*len(columns)])
		}
		for c, v := range values {
			if d, ok := v.(document); ok {
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

func quote(name string) string { return `"` + name + `"` }

func (sqliteEngine) check(ctx context.Context, tx *sql.Tx) error {
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
		return fmt.Errorf("a row of %s points at no row of %s", table, parent)
	}
	return rows.Err()
}

func (sqliteEngine) settle([]string) []string { return []string{"PRAGMA wal_checkpoint(TRUNCATE)"} }
