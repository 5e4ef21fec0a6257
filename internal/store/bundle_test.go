package store

import (
	"errors"
	"fmt"
	"testing"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/bundle"
)

// TestBundle: what waits is there when somebody looks, all of it or nothing.
func TestBundle(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx := auth.System(t.Context(), "test")
		later := bundle.Writes(ctx)
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
			counted, n := CountStatements(later)
			a, err := tx.Counter.Create().SetName("a").SetValue(1).Save(counted)
			if err != nil {
				t.Fatal(err)
			}
			bulk := tx.Counter.MapCreateBulk([]string{"b", "c"}, func(c *ent.CounterCreate, i int) { c.SetName([]string{"b", "c"}[i]).SetValue(2) })
			if err := errors.Join(
				bulk.Exec(counted),
				tx.Counter.Update().Where(counter.ID(a.ID)).AddValue(1).Exec(counted),
			); !postgres && err != nil {
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

		t.Run("is there for a question without the mark, and for none with it", func(t *testing.T) {
			tx := begin(t)
			if err := tx.Counter.Create().SetName("d").SetValue(4).Exec(later); err != nil {
				t.Fatal(err)
			}
			there, err := tx.Counter.Query().Where(counter.Name("d")).Exist(later)
			if err != nil || there == postgres {
				t.Errorf("under the mark: %v %v", there, err)
			}
			if got := value(t, tx.Counter, "d"); got != 4 {
				t.Errorf("without it: %d", got)
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
			counted, n := CountStatements(later)
			if err := errors.Join(
				tx.Counter.Create().SetName("e").SetValue(5).Exec(counted),
				tx.Counter.Update().Where(counter.ID(d.ID)).SetValue(44).Exec(counted),
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
			for what, spoil := range map[string]func(tx *ent.Tx) error{
				"a name twice": func(tx *ent.Tx) error { return tx.Counter.Create().SetName("e").SetValue(0).Exec(later) },
				"a row that is not there": func(tx *ent.Tx) error {
					n, err := tx.Counter.Update().Where(counter.Name("nobody")).SetValue(1).Save(later)
					if err == nil && n != 1 { // SQLite tells at once
						err = errors.New("not there")
					}
					return err
				},
			} {
				tx := begin(t)
				err := tx.Counter.Create().SetName("f").SetValue(6).Exec(later)
				if err == nil {
					err = spoil(tx)
				}
				if err == nil {
					err = tx.Commit()
				} else {
					_ = tx.Rollback()
				}
				if err == nil {
					t.Errorf("%s: no error", what)
				}
				if got := value(t, s.Client().Counter, "f"); got != -1 {
					t.Errorf("%s: the row beside it is %d", what, got)
				}
				if err := s.DB().PingContext(ctx); err != nil {
					t.Errorf("%s: the connection is left behind: %v", what, err)
				}
			}
		})

		t.Run("many arguments go alone", func(t *testing.T) {
			tx := begin(t)
			names := make([]string, bundledMost)
			for i := range names {
				names[i] = fmt.Sprintf("many %d", i)
			}
			err := tx.Counter.MapCreateBulk(names, func(c *ent.CounterCreate, i int) { c.SetName(names[i]).SetValue(7) }).Exec(later)
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
			counted, n := CountStatements(bundle.Row(ctx))
			changed, err := tx.Counter.UpdateOne(e).AddValue(1).Save(counted)
			if err != nil || changed.Value != 6 || changed.Name != "e" {
				t.Errorf("%v %v", changed, err)
			}
			if postgres && n.N() != 1 {
				t.Errorf("%d statements", n.N())
			}
			if _, err := tx.Counter.UpdateOne(e).Where(counter.Value(5)).AddValue(1).Save(counted); postgres && !ent.IsNotFound(err) {
				t.Errorf("changed by somebody else meanwhile: %v", err)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
			if got := value(t, s.Client().Counter, "e"); got != 6 {
				t.Errorf("it is %d", got)
			}
		})
	})
}

// TestJoined: the arguments keep their statements, however many there are.
func TestJoined(t *testing.T) {
	text, args, changes := joined([]waiting{
		{`INSERT INTO "a" ("x", "y") VALUES ($1, $2), ($3, $4)`, []any{1, 2, 3, 4}},
		{`UPDATE "b" SET "z" = $1 WHERE "id" = $2`, []any{5, 6}},
		{`INSERT INTO "c" ("w") VALUES ($1)`, []any{7}},
		{`UPDATE "b" SET "z" = $2 WHERE "id" = $1`, []any{8, 9}},
	}, 9)
	want := `WITH w0 AS (INSERT INTO "a" ("x", "y") VALUES ($1, $2), ($3, $4)), w1 AS (UPDATE "b" SET "z" = $5 WHERE "id" = $6 RETURNING 1), ` +
		`w2 AS (INSERT INTO "c" ("w") VALUES ($7)), w3 AS (UPDATE "b" SET "z" = $9 WHERE "id" = $8 RETURNING 1) ` +
		`SELECT 0 + (SELECT count(*) FROM w1) + (SELECT count(*) FROM w3)`
	if text != want || len(args) != 9 || args[8] != 9 || changes != 2 {
		t.Errorf("%s\n%v %d", text, args, changes)
	}
}
