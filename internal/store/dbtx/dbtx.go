// Package dbtx runs functions in database transactions and locks rows in them. It is the one
// place that knows how a transaction ends and which clauses lock rows: SQLite has no such
// clauses and needs none, because a transaction there locks the whole database.
//
// PostgreSQL ends one of several transactions that wait for each other, or whose order it can't find.
// Nothing of it happened, so it is done again, a few times. What the functions change outside the
// database they must therefore change anew each time, or after the commit.
package dbtx

import (
	"context"
	stdsql "database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/lib/pq"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/store/batch"
)

// InTx runs do in a transaction of ent's. It commits when do returns nil and rolls back
// otherwise, also when do panics. It returns do's error or the commit's. Options may be nil.
func InTx(ctx context.Context, client *ent.Client, options *stdsql.TxOptions, do func(tx *ent.Client) error) error {
	return repeat(ctx, func() error {
		tx, err := client.BeginTx(ctx, options)
		if err != nil {
			return err
		}
		return end(tx, func() error { return do(tx.Client()) })
	})
}

// InBatchTx is InTx for transactions that keep writes pending. An optimistic one is tried with
// batch.Clients.Optimistic first.
func InBatchTx(ctx context.Context, client *ent.Client, optimistic bool, do func(tx batch.Clients) error) error {
	in := ctx
	if optimistic {
		in = batch.Deferred(ctx)
	}
	return repeat(ctx, func() error {
		tx, err := client.BeginTx(in, nil)
		if err != nil {
			return err
		}
		clients := batch.Of(tx)
		clients.Optimistic = optimistic
		err = end(tx, func() error { return do(clients) })
		if optimistic && errors.Is(err, batch.ErrStale) {
			return InBatchTx(ctx, client, false, do)
		}
		return err
	})
}

// Beginner is a pool or a connection.
type Beginner interface {
	BeginTx(context.Context, *stdsql.TxOptions) (*stdsql.Tx, error)
}

// InSQLTx is InTx for statements that are written by hand.
func InSQLTx(ctx context.Context, db Beginner, options *stdsql.TxOptions, do func(tx *stdsql.Tx) error) error {
	return repeat(ctx, func() error {
		tx, err := db.BeginTx(ctx, options)
		if err != nil {
			return err
		}
		return end(tx, func() error { return do(tx) })
	})
}

const (
	// attempts is how often a transaction is tried.
	attempts = 4
	// firstPause is the longest pause after the first attempt; each further one may be twice as long.
	firstPause = 20 * time.Millisecond
)

// repeat does a transaction again that others were in the way of. The last error is returned as it
// is: package store has named it unavailable.
func repeat(ctx context.Context, once func() error) error {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		err := once()
		if err == nil || attempt == attempts || !ChangedMeanwhile(err) {
			return err
		}
		select { // by chance, so that the same ones do not meet again
		case <-time.After(rand.N(pause)):
		case <-ctx.Done():
			return err
		}
		pause *= 2
	}
}

// ChangedMeanwhile reports whether PostgreSQL ended a statement, and rolled its transaction back, because others have
// changed or locked meanwhile what it needed. An error of the connection is none: a commit without an answer may have
// been done.
func ChangedMeanwhile(err error) bool {
	const serializationFailure, deadlock = "40001", "40P01"
	var refused *pq.Error
	return errors.As(err, &refused) && (refused.Code == serializationFailure || refused.Code == deadlock)
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
