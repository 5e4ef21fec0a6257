package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"entgo.io/ent/dialect"
	"github.com/lib/pq"
	"github.com/pressly/goose/v3/database"

	"github.com/redress/redress/ent/broadcasttext"
	"github.com/redress/redress/ent/complainttext"
	"github.com/redress/redress/ent/paymenttext"
	"github.com/redress/redress/ent/tasktext"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/dbtx"
)

// searched are the tables of texts that are searched, each with a column body under an index
// of trigrams. The generator of migrations knows neither kind of index, and SQLite drops
// triggers when a later migration makes a table anew. So what is missing is made again
// with the last migration, in its transaction.
var searched = []struct {
	table string
	since int64 // the migration that makes the table
}{{complainttext.Table, 1}, {broadcasttext.Table, 1}, {paymenttext.Table, 20}, {tasktext.Table, 21}}

// noted runs a check, or whatever else belongs to a migration, before its version is noted.
// goose notes it in the migration's own transaction, which an error rolls back. Where the migration
// has none, this is one, and the notes of its steps end with it.
type noted struct {
	database.Store
	before []func(context.Context, database.DBTxConn, int64) error
}

func (n noted) Insert(ctx context.Context, db database.DBTxConn, req database.InsertRequest) error {
	if db, ok := db.(dbtx.Beginner); ok {
		return dbtx.InSQLTx(ctx, db, nil, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, "DROP TABLE IF EXISTS "+progressTable); err != nil {
				return err
			}
			return n.Insert(ctx, tx, req)
		})
	}
	for _, do := range n.before {
		if err := do(ctx, db, req.Version); err != nil {
			return err
		}
	}
	return n.Store.Insert(ctx, db, req)
}

// indexTexts makes what searches need, with the last migration of all.
func indexTexts(of string, last int64) func(context.Context, database.DBTxConn, int64) error {
	return func(ctx context.Context, db database.DBTxConn, version int64) error {
		if version != last {
			return nil
		}
		if of == dialect.Postgres {
			return indexOnPostgres(ctx, db, version)
		}
		for _, texts := range searched {
			if texts.since > version {
				continue
			}
			if err := indexOnSQLite(ctx, db, texts.table); err != nil {
				return fmt.Errorf("index %s: %w", texts.table, err)
			}
		}
		return nil
	}
}

// indexOnSQLite makes a full-text index that keeps no copy of the texts, and the triggers that
// keep it true. The program has folded the texts, so the index compares letters as they are.
func indexOnSQLite(ctx context.Context, db database.DBTxConn, table string) error {
	const (
		add    = ` INSERT INTO "INDEX" (rowid, body) VALUES (new.id, new.body);`
		remove = ` INSERT INTO "INDEX" ("INDEX", rowid, body) VALUES ('delete', old.id, old.body);`
	)
	index := search.Index(table)
	var there int
	err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master
		WHERE type = 'trigger' AND tbl_name = $1 AND name IN ($2, $3, $4) OR type = 'table' AND name = $5`,
		table, index+"_insert", index+"_update", index+"_delete", index).Scan(&there)
	if err != nil || there == 4 {
		return err
	}
	for _, step := range []string{
		`CREATE VIRTUAL TABLE IF NOT EXISTS "INDEX" USING fts5(body, content = 'TABLE', content_rowid = 'id',
			tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
		`DROP TRIGGER IF EXISTS "INDEX_insert"`,
		`DROP TRIGGER IF EXISTS "INDEX_update"`,
		`DROP TRIGGER IF EXISTS "INDEX_delete"`,
		`CREATE TRIGGER "INDEX_insert" AFTER INSERT ON "TABLE" BEGIN` + add + ` END`,
		`CREATE TRIGGER "INDEX_update" AFTER UPDATE ON "TABLE" BEGIN` + remove + add + ` END`,
		`CREATE TRIGGER "INDEX_delete" AFTER DELETE ON "TABLE" BEGIN` + remove + ` END`,
		`INSERT INTO "INDEX" ("INDEX") VALUES ('rebuild')`,
	} {
		if _, err := db.ExecContext(ctx, strings.NewReplacer(`"TABLE"`, table, `'TABLE'`, `'`+table+`'`, "INDEX", index).Replace(step)); err != nil {
			return err
		}
	}
	return nil
}

// indexOnPostgres makes an index of trigrams, for which the server needs an extension. Since
// PostgreSQL 13 whoever may create in the database may create this one too.
func indexOnPostgres(ctx context.Context, db database.DBTxConn, version int64) error {
	_, err := db.ExecContext(ctx, "CREATE EXTENSION IF NOT EXISTS pg_trgm")
	if refused, ok := errors.AsType[*pq.Error](err); ok {
		switch refused.Code {
		case "58P01", "0A000": // there is no such file, or the extension is not available
			return fmt.Errorf("searches need the extension pg_trgm, which this PostgreSQL server lacks: "+
				"install the package of its additional modules (postgresql-contrib), then migrate again: %w", err)
		case "42501": // insufficient privilege
			return fmt.Errorf("searches need the extension pg_trgm: let whoever owns the database run "+
				"CREATE EXTENSION pg_trgm in it, then migrate again: %w", err)
		}
	}
	if err != nil {
		return err
	}
	var schema string
	err = db.QueryRowContext(ctx, `SELECT nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
		WHERE extname = 'pg_trgm'`).Scan(&schema)
	if err != nil {
		return err
	}
	for _, texts := range searched {
		if texts.since > version {
			continue
		}
		_, err := db.ExecContext(ctx, fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s ON %s USING gin (body %s.gin_trgm_ops)",
			search.Index(texts.table), texts.table, pq.QuoteIdentifier(schema)))
		if err != nil {
			return fmt.Errorf("index %s: %w", texts.table, err)
		}
	}
	return nil
}
