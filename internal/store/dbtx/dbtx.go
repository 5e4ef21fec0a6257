// Package dbtx runs functions in database transactions and locks rows in them. It is the one
// place that knows how a transaction ends and which clauses lock rows: SQLite has no such
// clauses and needs none, because a transaction there locks the whole database.
package dbtx

import (
	"context"
	stdsql "database/sql"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/store/batch"
)

// InTx runs do in a transaction of ent's. It commits when do returns nil and rolls back
// otherwise, also when do panics. It returns do's error or the commit's. Options may be nil.
func InTx(ctx context.Context, client *ent.Client, options *stdsql.TxOptions, do func(tx *ent.Client) error) error {
	tx, err := client.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	return end(tx, func() error { return do(tx.Client()) })
}

// InBatchTx is InTx for transactions that keep writes pending.
func InBatchTx(ctx context.Context, client *ent.Client, options *stdsql.TxOptions, do func(tx batch.Clients) error) error {
	tx, err := client.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	return end(tx, func() error { return do(batch.Of(tx)) })
}

// InSQLTx is InTx for statements that are written by hand.
func InSQLTx(ctx context.Context, db *stdsql.DB, options *stdsql.TxOptions, do func(tx *stdsql.Tx) error) error {
	tx, err := db.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	return end(tx, func() error { return do(tx) })
}

// end runs do and commits tx, or rolls it back.
func end(tx interface {
	Commit() error
	Rollback() error
}, do func() error,
) error {
	ended := false
	defer func() {
		if !ended {
			_ = tx.Rollback() // the error that led here says more
		}
	}()
	if err := do(); err != nil {
		return err
	}
	ended = true
	return tx.Commit()
}

// ForUpdate is a predicate that locks the rows that a query finds until the transaction ends
// (FOR NO KEY UPDATE). Other transactions may still insert rows that refer to them.
func ForUpdate(s *sql.Selector) {
	if s.Dialect() == dialect.Postgres {
		s.For(sql.LockNoKeyUpdate)
	}
}

// ForKeyShare is a predicate that keeps the rows that a query finds from being deleted until
// the transaction ends (FOR KEY SHARE), as a row that refers to them does.
func ForKeyShare(s *sql.Selector) {
	if s.Dialect() == dialect.Postgres {
		s.For(sql.LockKeyShare)
	}
}

// SkipLocked is ForUpdate that leaves out rows which another transaction has locked (FOR NO
// KEY UPDATE SKIP LOCKED), so that instances do not wait for each other.
func SkipLocked(s *sql.Selector) {
	if s.Dialect() == dialect.Postgres {
		s.For(sql.LockNoKeyUpdate, sql.WithLockAction(sql.SkipLocked))
	}
}

// ForUpdateSQL returns a query that locks as ForUpdate does, for InSQLTx.
func ForUpdateSQL(name, query string) string {
	if name == dialect.Postgres {
		return query + " FOR NO KEY UPDATE"
	}
	return query
}
