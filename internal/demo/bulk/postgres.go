package bulk

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/lib/pq"
)

// postgresEngine writes with COPY. A rollback restores the indexes and foreign keys that were
// dropped.
type postgresEngine struct{}

func (postgresEngine) prepare() []string { return nil }

func (postgresEngine) release() []string { return nil }

// begin also has a second writer wait until this one has ended.
func (postgresEngine) begin() []string {
	return []string{
		"SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = 0", "SET LOCAL idle_in_transaction_session_timeout = 0",
		"SET LOCAL maintenance_work_mem = '256MB'", "LOCK TABLE complaints IN EXCLUSIVE MODE",
	}
}

func (postgresEngine) indexes(ctx context.Context, tx *sql.Tx, table string) ([]droppable, error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
			format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 1 AS turn, conname
		FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass
		UNION ALL
		SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 0, indexrelid::regclass::text
		FROM pg_index WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
		ORDER BY turn, 4`, pq.QuoteIdentifier(table))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var gone []droppable
	for rows.Next() {
		var r droppable
		if err := rows.Scan(&r.drop, &r.restore, new(int), new(string)); err != nil {
			return nil, err
		}
		gone = append(gone, r)
	}
	return gone, rows.Err()
}

// copier is lib/pq's COPY statement. It takes encoded lines at a third of the cost of values,
// of which a million complaints have two hundred million.
type copier interface {
	driver.Stmt
	CopyData(ctx context.Context, lines string) (driver.Result, error)
}

// copyChunk is how many bytes are sent at once, roughly.
const copyChunk = 48 << 10

func (postgresEngine) write(ctx context.Context, conn *sql.Conn, _ *sql.Tx, t Table) error {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = pq.QuoteIdentifier(c)
	}
	into := "COPY " + pq.QuoteIdentifier(t.Name) + " (" + strings.Join(columns, ", ") + ") FROM STDIN"
	// The error is passed beside Raw: given driver.ErrBadConn, Raw would close the connection and
	// wait for the transaction to release it, which waits for this function.
	var failed error
	err := conn.Raw(func(c any) error {
		failed = copyRows(ctx, c.(driver.ConnPrepareContext), into, t)
		return nil
	})
	return errors.Join(err, failed)
}

func copyRows(ctx context.Context, c driver.ConnPrepareContext, into string, t Table) (err error) {
	in, err := c.PrepareContext(ctx, into)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	to, ok := in.(copier)
	if !ok {
		return errors.New("the PostgreSQL driver takes no encoded lines for COPY")
	}
	values := make([]any, len(t.Columns))
	lines := make([]byte, 0, copyChunk+4096)
	for i := range t.Len {
		t.Values(i, values)
		lines = appendLine(lines, values)
		if len(lines) < copyChunk && i < t.Len-1 {
			lines = append(lines, '\n')
			continue
		}
		if _, err := to.CopyData(ctx, string(lines)); err != nil { // which ends the last line
			return err
		}
		lines = lines[:0]
	}
	_, err = to.Exec(nil) // lib/pq has no other way to end a COPY
	return err
}

// appendLine appends a row in the text format of COPY, without the line feed.
func appendLine(line []byte, values []any) []byte {
	for i, value := range values {
		if i > 0 {
			line = append(line, '\t')
		}
		switch v := value.(type) {
		case nil:
			line = append(line, `\N`...)
		case string:
			line = appendEscaped(line, v)
		case JSON:
			line = appendEscaped(line, string(v))
		case int64:
			line = strconv.AppendInt(line, v, 10)
		case float64:
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		case bool:
			line = strconv.AppendBool(line, v)
		case time.Time:
			line = v.AppendFormat(line, "2006-01-02 15:04:05.999999Z07:00")
		case []byte:
			line = hex.AppendEncode(append(line, `\\x`...), v)
		}
	}
	return line
}

func appendEscaped(line []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '\\':
			line = append(line, `\\`...)
		case '\t':
			line = append(line, `\t`...)
		case '\n':
			line = append(line, `\n`...)
		case '\r':
			line = append(line, `\r`...)
		default:
			line = append(line, c)
		}
	}
	return line
}

// checkReferences has nothing to do: foreign keys are checked as rows are written, or when
// they are restored.
func (postgresEngine) checkReferences(context.Context, *sql.Tx) error { return nil }

func (postgresEngine) analyze(tables []string) []string {
	var all []string
	for _, t := range tables {
		all = append(all, "VACUUM (ANALYZE) "+pq.QuoteIdentifier(t))
	}
	return all
}
