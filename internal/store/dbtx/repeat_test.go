package dbtx_test

import (
	"context"
	stdsql "database/sql"
	"errors"
	"sync"
	"testing"

	"github.com/lib/pq"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// counters makes two counters, and returns the database and a context of the service.
func counters(t *testing.T) (*dbtest.Env, context.Context) {
	t.Helper()
	e := dbtest.New(t, "postgres")
	ctx := auth.System(t.Context(), "test")
	for _, name := range []string{"a", "b"} {
		if err := e.Client().Counter.Create().SetName(name).Exec(ctx); err != nil {
			t.Fatal(err)
		}
	}
	return e, ctx
}

func add(ctx context.Context, tx *ent.Client, name string) error {
	return tx.Counter.Update().Where(counter.Name(name)).AddValue(1).Exec(ctx)
}

func value(ctx context.Context, t *testing.T, e *dbtest.Env, name string) int64 {
	t.Helper()
	c, err := e.Client().Counter.Query().Where(counter.Name(name)).Only(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return c.Value
}

// Two transactions that wait for each other are both done in the end.
func TestDeadlockIsRepeated(t *testing.T) {
	t.Parallel()
	e, ctx := counters(t)
	var begun, both sync.WaitGroup
	begun.Add(2)
	attempts := make([]int, 2)
	for i, order := range [][]string{{"a", "b"}, {"b", "a"}} {
		both.Go(func() {
			err := dbtx.InTx(ctx, e.Client(), nil, func(tx *ent.Client) error {
				attempts[i]++
				if err := add(ctx, tx, order[0]); err != nil {
					return err
				}
				if attempts[i] == 1 {
					begun.Done()
					begun.Wait()
				}
				return add(ctx, tx, order[1])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if a, b := value(ctx, t, e, "a"), value(ctx, t, e, "b"); a != 2 || b != 2 || attempts[0]+attempts[1] < 3 {
		t.Errorf("counted %d and %d in %v attempts, want 2 and 2, once more than twice", a, b, attempts)
	}
}

// A transaction whose snapshot was overtaken is repeated a few times, then unavailable.
func TestSerializationFailureIsRepeated(t *testing.T) {
	t.Parallel()
	snapshot := &stdsql.TxOptions{Isolation: stdsql.LevelRepeatableRead}
	for _, c := range []struct {
		name      string
		overtaken int
		want      int64
		attempts  int
	}{{"now and then", 3, 4, 4}, {"always", 100, 4, 4}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e, ctx := counters(t)
			attempts := 0
			err := dbtx.InTx(ctx, e.Client(), snapshot, func(tx *ent.Client) error {
				attempts++
				if _, err := tx.Counter.Query().All(ctx); err != nil {
					return err
				}
				if attempts <= c.overtaken {
					if err := add(ctx, e.Client(), "a"); err != nil {
						return err
					}
				}
				return add(ctx, tx, "a")
			})
			if attempts != c.attempts || value(ctx, t, e, "a") != c.want {
				t.Errorf("counted %d in %d attempts", value(ctx, t, e, "a"), attempts)
			}
			if c.overtaken < attempts && err != nil || c.overtaken > attempts && !fault.Is(err, fault.Unavailable) {
				t.Error(err)
			}
		})
	}
}

// What else fails is done once: a commit whose answer was lost may have been done.
func TestOtherFailuresAreNotRepeated(t *testing.T) {
	t.Parallel()
	e, ctx := counters(t)
	for _, failure := range []error{errors.New("ours"), &pq.Error{Code: "57014"}, &pq.Error{Code: "08006"}, context.DeadlineExceeded} {
		attempts := 0
		err := dbtx.InTx(ctx, e.Client(), nil, func(*ent.Client) error { attempts++; return failure })
		if attempts != 1 || !errors.Is(err, failure) {
			t.Errorf("%v was tried %d times and became %v", failure, attempts, err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	attempts := 0
	err := dbtx.InTx(ended, e.Client(), nil, func(*ent.Client) error {
		attempts++
		cancel()
		return &pq.Error{Code: "40P01"}
	})
	if attempts != 1 || err == nil {
		t.Errorf("%d attempts and %v after the context has ended", attempts, err)
	}
}
