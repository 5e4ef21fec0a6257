package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	"github.com/lib/pq"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/redress/redress/internal/store/dbtx"
)

const (
	// noTransaction begins a migration that is applied step by step while others read and write.
	noTransaction = "-- +goose NO TRANSACTION"
	// inBatches precedes the name of a table, above a statement that is to be applied to some of its
	// rows at a time.
	inBatches = "-- in batches of "
	// batchRows is how many rows one transaction may change.
	batchRows = 5_000
	// batchPause is how long others get after a batch that changed rows. It takes about as long.
	batchPause = 50 * time.Millisecond

	// progressTable holds how far a migration has come that is applied step by step. It exists while
	// there is one.
	progressTable = "migration_progress"

	// A step waits this long for a lock at first and at last: everybody else who needs the table
	// waits behind it, requests for up to 5 s.
	firstLockWait, lastLockWait = 250 * time.Millisecond, 4 * time.Second
)

// Progress is what a migration is doing.
type Progress struct {
	Version     int64
	Step, Steps int    // from 1
	Title       string // of the step
	Rows, Of    int    // rows of the table that were looked at; 0, 0 for a step that is not done in batches
	Waiting     bool   // the step is given up for now, because others keep what it needs locked
}

// step is a statement of a migration without a transaction.
type step struct {
	title   string // the comment above it
	batches string // table that it is applied to in batches, "" for at once
	text    string
}

// steps reads a migration without a transaction. Each statement has a comment above it, which is
// its title, and ends at the end of a line.
func steps(content string) ([]step, error) {
	var all []step
	var next step
	for line := range strings.Lines(content) {
		line = strings.TrimSpace(line)
		switch table, batches := strings.CutPrefix(line, inBatches); {
		case line == "" || strings.HasPrefix(line, "-- +goose"):
		case batches:
			next.batches = table
		case strings.HasPrefix(line, "-- "):
			next.title = line[len("-- "):]
		default:
			next.text = strings.TrimSpace(next.text + " " + line)
			if !strings.HasSuffix(line, ";") {
				continue
			}
			next.text = strings.TrimSuffix(next.text, ";")
			if next.title == "" {
				return nil, fmt.Errorf("there is no comment above the statement: %s", next.text)
			}
			if begin, _ := conditionsOf(next.text); next.batches != "" && begin < 0 {
				return nil, fmt.Errorf("a statement in batches must have a WHERE, with nothing behind it but GROUP BY and ON CONFLICT: %s", next.text)
			}
			all, next = append(all, next), step{}
		}
	}
	if next.text != "" {
		return nil, fmt.Errorf("a statement does not end: %s", next.text)
	}
	return all, nil
}

// online returns options that make a provider apply the migrations without a transaction step by
// step.
func (s *Store) online(files fs.FS, report func(Progress)) ([]goose.ProviderOption, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	var found []*goose.Migration
	var versions []int64
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if !bytes.HasPrefix(content, []byte(noTransaction+"\n")) {
			continue
		}
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, err
		}
		all, err := steps(string(content))
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", name, err)
		}
		versions = append(versions, version)
		found = append(found, goose.NewGoMigration(version, &goose.GoFunc{RunDB: func(ctx context.Context, db *sql.DB) error {
			run := stepByStep{db: db, dialect: s.Dialect(), version: version, steps: all, report: report}
			return run.all(ctx)
		}}, nil))
	}
	if len(found) == 0 {
		return nil, nil
	}
	return []goose.ProviderOption{goose.WithExcludeVersions(versions), goose.WithGoMigrations(found...)}, nil
}

// stepByStep applies a migration without a transaction. Each step, and each batch of one, is noted
// in the transaction that applies it, so that it is applied once, also when the process dies.
type stepByStep struct {
	db      *sql.DB
	dialect string
	version int64
	steps   []step
	report  func(Progress)
}

func (m stepByStep) all(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+progressTable+` (
		version bigint NOT NULL, step bigint NOT NULL, finished boolean NOT NULL, position text NOT NULL, looked_at bigint NOT NULL,
		PRIMARY KEY (version, step))`)
	if err != nil {
		return err
	}
	for i, s := range m.steps {
		var finished bool
		var from position
		err := m.db.QueryRowContext(ctx, "SELECT finished, position, looked_at FROM "+progressTable+" WHERE version = $1 AND step = $2",
			m.version, i+1).Scan(&finished, &from.after, &from.rows)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if finished {
			continue
		}
		now := Progress{Version: m.version, Step: i + 1, Steps: len(m.steps), Title: s.title}
		switch {
		case s.batches != "":
			err = m.batches(ctx, s, from, now)
		case concurrently.MatchString(s.text):
			m.report(now)
			err = m.index(ctx, s, now)
		default:
			m.report(now)
			_, err = m.apply(ctx, now, position{}, true, s.text)
		}
		if err != nil {
			return fmt.Errorf("step %d, %s: %w", now.Step, s.title, err)
		}
	}
	return nil
}

// position is how far a step in batches has come: the last id it has looked at, "" at the start.
type position struct {
	after string
	rows  int
}

// batches applies a statement to a table in the order of its ids, some rows in each transaction.
// In between others get their turn.
func (m stepByStep) batches(ctx context.Context, s step, from position, now Progress) error {
	if err := m.db.QueryRowContext(ctx, `SELECT count(*) FROM "`+s.batches+`"`).Scan(&now.Of); err != nil {
		return err
	}
	for {
		now.Rows = min(from.rows, now.Of)
		m.report(now)
		var conditions string
		var args []any
		if from.after != "" {
			conditions, args = ` AND "id" > $1`, []any{from.after}
		}
		next := position{rows: from.rows + batchRows}
		err := m.db.QueryRowContext(ctx, fmt.Sprintf(`SELECT CAST("id" AS text) AS position FROM "%s" WHERE true%s ORDER BY "id" LIMIT 1 OFFSET %d`,
			s.batches, conditions, batchRows-1), args...).Scan(&next.after)
		last := errors.Is(err, sql.ErrNoRows)
		if err != nil && !last {
			return err
		}
		if !last {
			args = append(args, next.after)
			conditions += fmt.Sprintf(` AND "id" <= $%d`, len(args))
		}
		begin, end := conditionsOf(s.text)
		changed, err := m.apply(ctx, now, next, last, s.text[:begin]+"("+s.text[begin:end]+")"+conditions+s.text[end:], args...)
		if err != nil {
			return err
		}
		if last {
			now.Rows = now.Of
			m.report(now)
			return nil
		}
		from = next
		if changed > 0 {
			if err := wait(ctx, batchPause); err != nil {
				return err
			}
		}
	}
}

// conditionsOf returns where the conditions of a statement itself begin and end, behind those in its parentheses; -1 for none.
func conditionsOf(text string) (begin, end int) {
	depth, begin, end := 0, -1, len(text)
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth > 0:
		case strings.HasPrefix(text[i:], " WHERE "):
			begin, end = i+len(" WHERE "), len(text)
		case end == len(text) && (strings.HasPrefix(text[i:], " GROUP BY ") || strings.HasPrefix(text[i:], " ON CONFLICT ")):
			end = i
		}
	}
	return begin, end
}

// apply executes a statement and notes it, in one transaction, and returns how many rows changed.
// While others keep what it needs locked, it gives up soon and tries again later, so that nobody waits
// behind it for long.
func (m stepByStep) apply(ctx context.Context, now Progress, at position, finished bool, text string, args ...any) (changed int64, err error) {
	for lockWait := firstLockWait; ; lockWait = min(2*lockWait, lastLockWait) {
		err := dbtx.InSQLTx(ctx, m.db, nil, func(tx *sql.Tx) error {
			if m.dialect == dialect.Postgres {
				if _, err := tx.ExecContext(ctx, fmt.Sprintf("SET LOCAL lock_timeout = %d", lockWait.Milliseconds())); err != nil {
					return err
				}
			}
			done, err := tx.ExecContext(ctx, text, args...)
			if err != nil {
				return err
			}
			if changed, err = done.RowsAffected(); err != nil {
				return err
			}
			return m.note(ctx, tx, now.Step, at, finished)
		})
		if !lockedOut(err) {
			return changed, err
		}
		now.Waiting = true
		m.report(now)
		if err := wait(ctx, lockWait); err != nil {
			return 0, err
		}
	}
}

func (m stepByStep) note(ctx context.Context, db database.DBTxConn, step int, at position, finished bool) error {
	_, err := db.ExecContext(ctx, "INSERT INTO "+progressTable+` (version, step, finished, position, looked_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (version, step) DO UPDATE SET finished = excluded.finished, position = excluded.position, looked_at = excluded.looked_at`,
		m.version, step, finished, at.after, at.rows)
	return err
}

// concurrently matches a statement that no transaction can hold.
var concurrently = regexp.MustCompile(`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)" ON `)

// index builds an index without locking out writers. What a build leaves that was broken off is
// invalid, and is dropped first.
func (m stepByStep) index(ctx context.Context, s step, now Progress) error {
	name := concurrently.FindStringSubmatch(s.text)[1]
	for {
		var valid, building bool
		err := m.db.QueryRowContext(ctx, `SELECT x.indisvalid, EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = x.indexrelid)
			FROM pg_index x WHERE x.indexrelid = to_regclass($1)`, pq.QuoteIdentifier(name)).Scan(&valid, &building)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			if _, err := m.db.ExecContext(ctx, s.text); err != nil {
				return err
			}
		case err != nil:
			return err
		case valid:
			return m.note(ctx, m.db, now.Step, position{}, true)
		case building: // for a process that died: the server has not noticed yet
			now.Waiting = true
			m.report(now)
			if err := wait(ctx, time.Second); err != nil {
				return err
			}
		default:
			if _, err := m.db.ExecContext(ctx, "DROP INDEX CONCURRENTLY IF EXISTS "+pq.QuoteIdentifier(name)); err != nil {
				return err
			}
		}
	}
}

// lockedOut reports whether a statement failed because of others' locks.
func lockedOut(err error) bool {
	if pg, ok := errors.AsType[*pq.Error](err); ok {
		const lockNotAvailable = "55P03"
		return pg.Code == lockNotAvailable || dbtx.ChangedMeanwhile(err)
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_BUSY
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unfinished returns the version of the migration that was begun step by step and not finished, 0
// for none.
func (s *Store) unfinished(ctx context.Context, after int64) (version int64, err error) {
	exists, err := s.backend.hasTable(ctx, s.db, progressTable)
	if err != nil || !exists {
		return 0, err
	}
	err = s.db.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM "+progressTable+" WHERE version > $1", after).Scan(&version)
	return version, err
}
