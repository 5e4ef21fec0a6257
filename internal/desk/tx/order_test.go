package tx_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"entgo.io/ent/dialect"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/store/batch"
	"github.com/redress/redress/internal/testenv/roomtest"
)

func TestMain(m *testing.M) { roomtest.Main(m) }

// each runs a test on each database, with the context of somebody who is signed in.
func each(t *testing.T, test func(p *roomtest.Fixture, ctx context.Context)) {
	t.Helper()
	roomtest.Each(t, func(p *roomtest.Fixture) {
		p.AddAccount("admin@example.com", domain.RoleAdmin)
		test(p, p.At("192.0.2.1", p.SignIn("admin@example.com").Access))
	})
}

// write leaves one of everything in a transaction: a counter of that name, an event, another counter at its end, an entry of
// the audit.
func write(ctx context.Context, t *tx.Tx, name string) (uuid.UUID, error) {
	sys := auth.System(ctx, "test the order of a write")
	id := uuid.New()
	t.AtEnd(func(context.Context) error { return t.Later.Counter.Create().SetName(name + " at the end").Exec(sys) })
	t.RecordEvent(domain.EventTask, id, id)
	if err := t.Audit(ctx, tx.Record{Action: "test." + name, SubjectType: "Complaint", Subject: id}); err != nil {
		return id, err
	}
	return id, t.Later.Counter.Create().SetName(name).Exec(sys)
}

// names returns the counters and the entries of the audit that tests have left.
func names(p *roomtest.Fixture) (counters, entries []string) {
	p.T.Helper()
	left := counter.NameIn("first", "first at the end", "second", "second at the end")
	for _, c := range p.DB.Client().Counter.Query().Where(left).AllX(p.System()) {
		counters = append(counters, c.Name)
	}
	for _, e := range p.DB.Client().AuditEntry.Query().Where(auditentry.ActionHasPrefix("test.")).AllX(p.System()) {
		entries = append(entries, e.Action)
	}
	slices.Sort(counters)
	return counters, entries
}

// What a transaction leaves is written in one order, however the verb left it: the key, its rows, events, what waits for
// the end, the audit. Streams are told when others can see it.
func TestOrder(t *testing.T) {
	each(t, func(p *roomtest.Fixture, ctx context.Context) {
		var order []string
		p.DB.Client().Use(func(next ent.Mutator) ent.Mutator {
			return ent.MutateFunc(func(ctx context.Context, m ent.Mutation) (ent.Value, error) {
				order = append(order, m.Type())
				return next.Mutate(ctx, m)
			})
		})
		told := 0
		runner := &tx.Runner{Client: p.DB.Client(), Clock: p.Clock.Now, Ledger: p.Desk.Ledger, OnEvents: func() {
			told++
			if _, entries := names(p); len(entries) != 1 {
				p.T.Error("streams are told before the commit")
			}
		}}
		ctx = tx.WithIdempotencyKey(ctx, tx.IdempotentRequest{Key: "k", Operation: "test", Input: map[string]any{}})
		first, err := runner.Make(ctx, func(t *tx.Tx) (uuid.UUID, error) { return write(ctx, t, "first") })
		p.OK(err)
		want := []string{"IdempotencyKey", "Counter", "IdempotencyKey", "Event", "Counter", "ChainHead", "AuditEntry"}
		if !slices.Equal(order, want) || told != 1 {
			p.T.Errorf("written in the order %v, want %v; streams were told %d times", order, want, told)
		}

		// The same request again writes nothing.
		again, err := runner.Make(ctx, func(*tx.Tx) (uuid.UUID, error) { panic("a repeated request is done again") })
		p.OK(err)
		if again != first || told != 1 {
			p.T.Errorf("the repetition is answered with %v, the request was with %v; streams were told %d times", again, first, told)
		}
	})
}

// A transaction that PostgreSQL ended is done again from its beginning, and nothing of the first attempt is left: no row, no
// event, no entry of the audit, no result.
func TestRunsTwice(t *testing.T) {
	each(t, func(p *roomtest.Fixture, ctx context.Context) {
		attempts := []string{"first", "second"}
		type result struct {
			name string
			id   uuid.UUID
		}
		got, err := tx.In(ctx, p.Desk.Runner, func(t *tx.Tx) (result, error) {
			name := attempts[0]
			id, err := write(ctx, t, name)
			if name == "first" {
				attempts = attempts[1:]
				err = &pq.Error{Code: "40P01"} // a deadlock
			}
			return result{name, id}, err
		})
		p.OK(err)
		counters, entries := names(p)
		if got.name != "second" || !slices.Equal(counters, []string{"second", "second at the end"}) || !slices.Equal(entries, []string{"test.second"}) {
			p.T.Errorf("returned %q, left %v and %v", got.name, counters, entries)
		}
		events, err := p.Desk.Outbox().Publish(ctx)
		p.OK(err)
		last := p.DB.Client().Event.Query().AllX(p.System())
		if events == 0 || last[len(last)-1].RowID != got.id {
			p.T.Errorf("%d events, the last one of %v, want it of %v", events, last[len(last)-1].RowID, got.id)
		}
	})
}

// What goes through Later is sent with the commit on PostgreSQL, has no result before, and undoes everything when it fails.
func TestLater(t *testing.T) {
	each(t, func(p *roomtest.Fixture, ctx context.Context) {
		sys := p.System()
		p.OK(p.DB.Client().Counter.Create().SetName("first").SetValue(1).Exec(sys))
		was := p.DB.Client().Counter.Query().Where(counter.Name("first")).AllX(sys)[0]

		p.OK(p.Desk.Do(ctx, func(t *tx.Tx) error {
			counted, sent := store.CountStatements(sys)
			n, err := t.Later.Counter.Update().Where(counter.ID(was.ID), counter.Value(1)).SetValue(2).Save(counted)
			if err != nil || n != batch.Unknown {
				p.T.Errorf("an update of %d rows, %v", n, err)
			}
			if p.DB.Dialect() == dialect.Postgres && sent.N() != 0 {
				p.T.Errorf("%d statements were sent before the commit", sent.N())
			}
			return nil
		}))

		// The value is another one by now: the commit fails, and with it what the transaction wrote besides.
		err := p.Desk.Do(ctx, func(t *tx.Tx) error {
			if _, err := write(ctx, t, "second"); err != nil {
				return err
			}
			return t.Later.Counter.Update().Where(counter.ID(was.ID), counter.Value(1)).SetValue(3).Exec(sys)
		})
		counters, entries := names(p)
		if !errors.Is(err, batch.ErrStale) || !slices.Equal(counters, []string{"first"}) || len(entries) != 0 {
			p.T.Errorf("%v, left %v and %v", err, counters, entries)
		}

		// An optimistic one is done again, with locks.
		var optimistic []bool
		value, err := tx.Optimistic(ctx, p.Desk.Runner, func(t *tx.Tx) (int64, error) {
			optimistic = append(optimistic, t.Optimistic)
			read := int64(1) // as it was
			if !t.Optimistic {
				read = 2
			}
			return read, t.Later.Counter.Update().Where(counter.ID(was.ID), counter.Value(read)).SetValue(read + 10).Exec(sys)
		})
		p.OK(err)
		if now := p.DB.Client().Counter.Query().Where(counter.Name("first")).AllX(sys)[0]; value != 2 || now.Value != 12 || !slices.Equal(optimistic, []bool{true, false}) {
			p.T.Errorf("returned %d, left %d, optimistic %v", value, now.Value, optimistic)
		}
	})
}
