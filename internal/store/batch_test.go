package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/batch"
)

// TestBatch: what is pending is there when somebody looks, all of it or nothing.
func TestBatch(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx := auth.System(t.Context(), "test")
		postgres := s.Dialect() == dialect.Postgres
		begin := func(t *testing.T) *ent.Tx {
			t.Helper()
			tx, err := s.Client().Tx(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return tx
		}
		value := func(t *testing.T, c *ent.CounterClient, name string) int64 {
			t.Helper()
			found, err := c.Query().Where(counter.Name(name)).Only(ctx)
			if ent.IsNotFound(err) {
				return -1
			}
			if err != nil {
				t.Fatal(err)
			}
			return found.Value
		}

		t.Run("goes in one statement", func(t *testing.T) {
			tx := begin(t)
			later := batch.Of(tx).Later
			counted, n := CountStatements(ctx)
			a, err := later.Counter.Create().SetName("a").SetValue(1).Save(counted)
			if err != nil {
				t.Fatal(err)
			}
			bulk := later.Counter.MapCreateBulk([]string{"b", "c"}, func(c *ent.CounterCreate, i int) { c.SetName([]string{"b", "c"}[i]).SetValue(2) })
			if err := errors.Join(
				bulk.Exec(counted),
				later.Counter.Update().Where(counter.ID(a.ID)).AddValue(1).Exec(counted),
			); err != nil {
				t.Fatal(err)
			}
			if postgres && n.N() != 0 {
				t.Errorf("%d statements were sent before anybody looked", n.N())
			}
			_ = tx.Rollback()
			if got := value(t, s.Client().Counter, "a"); got != -1 {
				t.Errorf("rolled back, it is %d", got)
			}
		})

		t.Run("is there for a query of the transaction, and for none that goes ahead", func(t *testing.T) {
			tx := begin(t)
			clients := batch.Of(tx)
			if err := clients.Later.Counter.Create().SetName("d").SetValue(4).Exec(ctx); err != nil {
				t.Fatal(err)
			}
			there, err := clients.Ahead.Counter.Query().Where(counter.Name("d")).Exist(ctx)
			if err != nil || there == postgres {
				t.Errorf("ahead: %v %v", there, err)
			}
			if got := value(t, tx.Counter, "d"); got != 4 {
				t.Errorf("of the transaction: %d", got)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
		})

		t.Run("is committed", func(t *testing.T) {
			tx := begin(t)
			d, err := tx.Counter.Query().Where(counter.Name("d")).Only(ctx)
			if err != nil {
				t.Fatal(err)
			}
			later := batch.Of(tx).Later
			counted, n := CountStatements(ctx)
			if err := errors.Join(
				later.Counter.Create().SetName("e").SetValue(5).Exec(counted),
				later.Counter.Update().Where(counter.ID(d.ID)).SetValue(44).Exec(counted),
				tx.Commit(),
			); err != nil {
				t.Fatal(err)
			}
			if value(t, s.Client().Counter, "d") != 44 || value(t, s.Client().Counter, "e") != 5 {
				t.Error("not all of it")
			}
			if postgres && n.N() != 0 { // the commit has the transaction's context
				t.Errorf("%d statements", n.N())
			}
		})

		t.Run("fails as a whole", func(t *testing.T) {
			for what, spoil := range map[string]func(later *ent.Client) error{
				"a name twice": func(later *ent.Client) error {
					return later.Counter.Create().SetName("e").SetValue(0).Exec(ctx)
				},
				"a row that is not there": func(later *ent.Client) error {
					return later.Counter.Update().Where(counter.Name("nobody")).SetValue(1).Exec(ctx)
				},
				"an update of two rows": func(later *ent.Client) error {
					return later.Counter.Update().Where(counter.NameIn("d", "e")).SetValue(1).Exec(ctx)
				},
			} {
				t.Run(what, func(t *testing.T) {
					tx := begin(t)
					later := batch.Of(tx).Later
					err := later.Counter.Create().SetName("f").SetValue(6).Exec(ctx)
					if err == nil {
						err = spoil(later)
					}
					if err == nil {
						err = tx.Commit()
					} else {
						_ = tx.Rollback()
					}
					if err == nil {
						t.Error("no error")
					}
					if got := value(t, s.Client().Counter, "f"); got != -1 {
						t.Errorf("the row beside it is %d", got)
					}
					if err := s.DB().PingContext(ctx); err != nil {
						t.Errorf("the connection is left behind: %v", err)
					}
				})
			}
		})

		t.Run("has no results yet", func(t *testing.T) {
			d := s.Client().Counter.Query().Where(counter.Name("d")).OnlyX(ctx)
			for what, read := range map[string]func(later *ent.Client) error{
				"the rows that an update changed": func(later *ent.Client) error {
					n, err := later.Counter.Update().Where(counter.Name("d")).SetValue(1).Save(ctx)
					if err == nil && n == batch.Unknown {
						err = errors.New("unknown")
					}
					return err
				},
				"a row after its update": func(later *ent.Client) error {
					row, err := later.Counter.UpdateOneID(d.ID).SetValue(77).Save(ctx)
					if err == nil && row.Value == 0 {
						err = errors.New("without values")
					}
					return err
				},
				"an id that the database draws": func(later *ent.Client) error {
					_, err := later.Event.Create().SetKind(domain.EventTask).SetSubjectID(uuid.New()).SetRowID(uuid.New()).SetCreatedAt(time.Now()).Save(ctx)
					return err
				},
				"whether a row was there": func(later *ent.Client) error {
					_, err := later.Counter.Create().SetName("d").SetValue(1).OnConflict(sql.ConflictColumns(counter.FieldName), sql.ResolveWithIgnore()).Save(ctx)
					return err
				},
				"how many rows were deleted": func(later *ent.Client) error {
					_, err := later.Counter.Delete().Where(counter.Name("d")).Exec(ctx)
					return err
				},
			} {
				t.Run(what, func(t *testing.T) {
					tx := begin(t)
					if err := read(batch.Of(tx).Later); err == nil {
						t.Error("there is one")
					}
					_ = tx.Rollback()
				})
			}
		})

		t.Run("many arguments go alone", func(t *testing.T) {
			tx := begin(t)
			names := make([]string, 500)
			for i := range names {
				names[i] = fmt.Sprintf("many %d", i)
			}
			err := batch.Of(tx).Later.Counter.MapCreateBulk(names, func(c *ent.CounterCreate, i int) { c.SetName(names[i]).SetValue(7) }).Exec(ctx)
			if err = errors.Join(err, tx.Commit()); err != nil {
				t.Fatal(err)
			}
			if n := s.Client().Counter.Query().Where(counter.Value(7)).CountX(ctx); n != len(names) {
				t.Errorf("%d of %d", n, len(names))
			}
		})

		t.Run("a row is changed and read in one", func(t *testing.T) {
			tx := begin(t)
			e, err := tx.Counter.Query().Where(counter.Name("e")).Only(ctx)
			if err != nil {
				t.Fatal(err)
			}
			ahead := batch.Of(tx).Ahead
			counted, n := CountStatements(ctx)
			changed, err := ahead.Counter.UpdateOne(e).AddValue(1).Save(counted)
			if err != nil || changed.Value != 6 || changed.Name != "e" {
				t.Errorf("%v %v", changed, err)
			}
			if postgres && n.N() != 1 {
				t.Errorf("%d statements", n.N())
			}
			if _, err := ahead.Counter.UpdateOne(e).Where(counter.Value(5)).AddValue(1).Save(counted); postgres && !ent.IsNotFound(err) {
				t.Errorf("changed by somebody else meanwhile: %v", err)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
			if got := value(t, s.Client().Counter, "e"); got != 6 {
				t.Errorf("it is %d", got)
			}
		})

		t.Run("what locks nothing and writes later is a statement by itself, deferred", func(t *testing.T) {
			if !postgres {
				t.Skip("SQLite begins at once")
			}
			counted, n := CountStatements(ctx)
			tx, err := s.Client().BeginTx(batch.Deferred(counted), nil)
			if err != nil {
				t.Fatal(err)
			}
			clients, ended := batch.Of(tx), errors.New("not yet")
			clients.AtEnd(func(err error) { ended = err })
			e, err := clients.Ahead.Counter.Query().Where(counter.Name("e")).Only(counted)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(
				clients.Later.Counter.Create().SetName("g").SetValue(7).Exec(ctx),
				clients.Later.Counter.UpdateOne(e).Where(counter.Value(e.Value)).SetValue(8).Exec(ctx),
				tx.Commit(), ended,
			); err != nil {
				t.Fatal(err)
			}
			if a, b := value(t, s.Client().Counter, "e"), value(t, s.Client().Counter, "g"); a != 8 || b != 7 {
				t.Errorf("they are %d and %d", a, b)
			}
			if used := s.DB().Stats().InUse; n.N() != 2 || used != 0 {
				t.Errorf("%d statements were sent, and %d connections are kept", n.N(), used)
			}
		})

		t.Run("what was read has changed meanwhile", func(t *testing.T) {
			for what, first := range map[string]func(batch.Clients) error{
				"deferred": func(batch.Clients) error { return nil },
				"begun": func(c batch.Clients) error {
					_, err := c.Client.Counter.Query().Exist(ctx)
					return err
				},
			} {
				t.Run(what, func(t *testing.T) {
					if !postgres {
						t.Skip("SQLite has one writer")
					}
					tx, err := s.Client().BeginTx(batch.Deferred(ctx), nil)
					if err != nil {
						t.Fatal(err)
					}
					clients, ended := batch.Of(tx), error(nil)
					clients.AtEnd(func(err error) { ended = err })
					if err := first(clients); err != nil {
						t.Fatal(err)
					}
					e, err := clients.Ahead.Counter.Query().Where(counter.Name("e")).Only(ctx)
					if err != nil {
						t.Fatal(err)
					}
					if err := s.Client().Counter.UpdateOne(e).AddValue(1).Exec(ctx); err != nil {
						t.Fatal(err)
					}
					if err := errors.Join(
						clients.Later.Counter.Create().SetName("h").SetValue(9).Exec(ctx),
						clients.Later.Counter.UpdateOne(e).Where(counter.Value(e.Value)).SetValue(0).Exec(ctx),
					); err != nil {
						t.Fatal(err)
					}
					if err := tx.Commit(); !errors.Is(err, batch.ErrStale) || !errors.Is(ended, batch.ErrStale) {
						t.Errorf("%v, %v", err, ended)
					}
					if a, b := value(t, s.Client().Counter, "e"), value(t, s.Client().Counter, "h"); a != e.Value+1 || b != -1 {
						t.Errorf("they are %d and %d", a, b)
					}
				})
			}
		})

		t.Run("rows that are changed ahead and not read fail the transaction", func(t *testing.T) {
			if !postgres {
				t.Skip("SQLite changes them at once")
			}
			tx := begin(t)
			if err := batch.Of(tx).Ahead.Counter.Update().Where(counter.Name("e")).AddValue(1).Exec(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Counter.Query().Exist(ctx); err == nil {
				t.Error("a query")
			}
			if err := tx.Commit(); err == nil {
				t.Error("the commit")
			}
		})
	})
}
