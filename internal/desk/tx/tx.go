// Package tx keeps the order of a write, whatever is written. It knows no verb: the rooms of the desk do.
//
// # The order
//
//  1. The idempotency key of the request is claimed, if it has one (Once, Make). Of many that come with a new key one goes
//     on and the others wait for its end, so that this lock comes before every other.
//  2. The verb locks its rows, and then moves the instant of the transaction (Restamp): what is written after a wait is not
//     older than what it waited for, and a log stands in the order of time.
//  3. The verb looks at the rows as they are now: whether this state, this version and this viewer allow it. What was read
//     before the lock only saves a transaction that is refused anyway.
//  4. The verb writes its rows: those that are guarded by their version or read back at once, all others through Later. It
//     leaves events (RecordEvent, Change), what is counted (AtEnd) and audit entries (Audit), which are written in this order:
//  5. Events. They have no position yet: who draws one holds the counter of all until the commit, which is the publisher's
//     business, not that of everybody who writes.
//  6. What was given to AtEnd: facts and statistics of all that the transaction has changed, each row once.
//  7. Audit entries. From here on others who write wait for the end of the chain, so that nothing but the commit comes after.
//
// When all is committed, OnEvents is called.
//
// # What may run twice
//
// All of it, from 1 on: PostgreSQL ends one of two transactions that wait for each other, and an optimistic one that
// found a row changed is done again with locks. Nothing of the attempt before is left in the database, so nothing of it
// may be left elsewhere. A verb sets no variable outside of its function, and returns what it finds out (In, Once, Make).
// It draws no number that must not be lost and sends nothing: e-mails are rows, delivered later; files are stored before
// and deleted after; metrics are counted after. A commit whose answer was lost may have happened: its result is returned
// beside the error.
//
// # What may go through Later
//
// Writes of which the transaction needs no result: rows of logs, notifications, events, facts, audit entries. On PostgreSQL
// they leave together with the commit, in one statement. They may refer to rows of the same batch, to rows that are locked,
// and to such as are never deleted, because by then the end of a chain is held: they must not wait for somebody who waits for
// that. What fails in one of them fails there, and undoes everything. An update through Later changes exactly one row, as it
// was read, or the transaction is stale: an optimistic one is done again, another one fails.
package tx

import (
	"context"
	"errors"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/privacy"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/store/dbtx"
)

// Runner runs transactions.
type Runner struct {
	Client   *ent.Client
	Clock    func() time.Time
	Ledger   *ledger.Book
	OnEvents func() // is called when a transaction that left events was committed, unless nil; it must not wait

	// Agent is who acts where nobody is signed in, as the audit names them; "" for the service itself.
	Agent domain.Agent
}

// Now is the instant in the precision in which all times are stored and spoken, so that
// what was written and what is read back are the same.
func (r *Runner) Now() time.Time { return r.Clock().UTC().Truncate(time.Millisecond) }

// Tx is a transaction, the one instant at which everything in it happens, its events and its audit.
type Tx struct {
	batch.Clients
	Now     time.Time
	runner  *Runner
	entries []*ent.AuditEntry
	events  []pendingEvent
	atEnd   []func(context.Context) error
}

// AtEnd lets do write something after all that the transaction does, before its audit entries.
func (t *Tx) AtEnd(do func(context.Context) error) { t.atEnd = append(t.atEnd, do) }

// Restamp moves the transaction's instant after the locks that it had to wait for, before
// anything is written: the rows of a complaint's log stand in time's order. It never is before the latest change
// of what is locked, which an instance with a clock ahead of this one's may have made.
func (t *Tx) Restamp(latest time.Time) {
	t.Now = t.runner.Now()
	if latest = latest.UTC(); t.Now.Before(latest) {
		t.Now = latest
	}
}

// Do runs do in a transaction: it commits when do returns nil, and rolls back otherwise, on a
// panic too. It returns do's error or the commit's. Rows of the transaction must not leave it, because their edges
// would ask a connection that is gone: read them again afterwards, or Unwrap them.
//
// On SQLite a transaction holds the whole database from its first moment: what only reads needs
// none.
func (r *Runner) Do(ctx context.Context, do func(t *Tx) error) error { return r.do(ctx, false, do) }

func (r *Runner) do(ctx context.Context, optimistic bool, do func(t *Tx) error) error {
	var inner *Tx
	err := dbtx.InBatchTx(ctx, r.Client, optimistic, func(clients batch.Clients) error {
		inner = &Tx{Clients: clients, Now: r.Now(), runner: r}
		if err := do(inner); err != nil {
			return err
		}
		return inner.end(ctx)
	})
	switch {
	case errors.Is(err, privacy.Deny):
		denied := fault.Denied()
		denied.Cause = err
		return denied
	case err != nil:
		return err
	}
	if len(inner.events) > 0 && r.OnEvents != nil {
		r.OnEvents()
	}
	return nil
}

// end writes what the transaction has gathered.
func (t *Tx) end(ctx context.Context) error {
	if err := t.writeEvents(ctx); err != nil {
		return err
	}
	for _, do := range t.atEnd {
		if err := do(ctx); err != nil {
			return err
		}
	}
	// Last, because others who write wait for the end of the chain until the commit.
	return t.runner.Ledger.Audit(ctx, t.Clients, t.entries...)
}

// In is Do for what has a result: that of the attempt which was committed. Where the commit failed it is
// returned beside the error, because the commit may have happened.
func In[T any](ctx context.Context, r *Runner, do func(t *Tx) (T, error)) (T, error) {
	return in(ctx, r, false, do)
}

// Optimistic is In which tries to do without locks first.
func Optimistic[T any](ctx context.Context, r *Runner, do func(t *Tx) (T, error)) (T, error) {
	return in(ctx, r, true, do)
}

func in[T any](ctx context.Context, r *Runner, optimistic bool, do func(t *Tx) (T, error)) (made T, err error) {
	err = r.do(ctx, optimistic, func(t *Tx) (err error) {
		made, err = do(t)
		return err
	})
	return made, err
}
