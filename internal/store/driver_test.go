package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// journal records what Observe gets.
type journal struct {
	mu  sync.Mutex
	all []Statement
}

func (j *journal) observe(_ context.Context, s Statement) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.all = append(j.all, s)
}

func (j *journal) verbs() (verbs []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, s := range j.all {
		verbs = append(verbs, s.Verb)
	}
	return verbs
}

func TestStatementsAreCountedAndObserved(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		j := &journal{}
		s := migrated(t, Config{URL: u, Observe: j.observe})
		system := auth.System(t.Context(), "test")
		outer, all := CountStatements(system)
		ctx, some := CountStatements(outer)

		tx, err := s.Client().Tx(ctx)
		if err != nil {
			t.Fatal(err)
		}
		c, err := tx.Counter.Create().SetName("a").Save(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := tx.Counter.Update().Where(counter.ID(c.ID)).AddValue(1).Exec(ctx); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Client().Counter.Query().All(outer); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Client().Counter.Query().All(system); err != nil {
			t.Fatal(err)
		}

		if some.N() != 2 || all.N() != 3 {
			t.Errorf("counted %d and %d statements, want 2 and 3", some.N(), all.N())
		}
		if want := []string{"BEGIN", "INSERT", "UPDATE", "COMMIT", "SELECT", "SELECT"}; !slices.Equal(j.verbs(), want) {
			t.Errorf("observed %v, want %v", j.verbs(), want)
		}
		for _, statement := range j.all {
			if statement.Duration <= 0 || statement.Err != nil {
				t.Errorf("%+v", statement)
			}
		}
	})
}

// TestSQLiteGivesWay: what is ready to run does not wait until a goroutine that reads from SQLite has
// computed for as long as it may.
func TestSQLiteGivesWay(t *testing.T) {
	s, err := Open(t.Context(), Config{URL: "sqlite://" + filepath.Join(t.TempDir(), "redress.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	drv := newDriver(entsql.OpenDB(s.Dialect(), s.DB()), nil, Config{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var waited []int
	for range 20 {
		var rows entsql.Rows
		const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n"
		if err := drv.Query(context.Background(), numbers, []any{}, &rows); err != nil {
			t.Fatal(err)
		}
		var ran atomic.Bool
		go ran.Store(true)
		read := 0
		for rows.Next() && !ran.Load() {
			read++
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		waited = append(waited, read)
	}
	slices.Sort(waited)
	if median := waited[len(waited)/2]; median > 32 {
		t.Errorf("another goroutine ran after so many rows: %d", waited)
	}
}

func TestConstraintsStayEntsErrors(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx := auth.System(t.Context(), "test")
		for range 2 {
			_, err := s.Client().Zone.Create().SetName("North").SetCreatedAt(time.Now()).Save(ctx)
			if err == nil {
				continue
			}
			if _, named := fault.As(err); named || !ent.IsConstraintError(err) {
				t.Errorf("got %v, want a violated constraint", err)
			}
			return
		}
		t.Error("two zones of one name at the top")
	})
}

func TestFailuresAreNamed(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		drv := newDriver(entsql.OpenDB(s.Dialect(), s.DB()), nil, Config{})
		ask := func(ctx context.Context, query string) error {
			var rows entsql.Rows
			if err := drv.Query(ctx, query, []any{}, &rows); err != nil {
				return err
			}
			defer func() { _ = rows.Close() }()
			for rows.Next() {
			}
			return rows.Err()
		}
		slow := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

		t.Run("the caller hangs up", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			err := ask(ctx, slow)
			if _, named := fault.As(err); named || !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want context.Canceled", err)
			}
			ctx, cancel = context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			var n int
			if err := s.Ask(ctx, slow, &n); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want context.Canceled", err)
			}
		})
		t.Run("the deadline passes", func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			err := ask(ctx, slow)
			if !fault.Is(err, fault.Unavailable) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want unavailable", err)
			}
		})
		t.Run("our own mistake", func(t *testing.T) {
			err := ask(t.Context(), "SELECT nothing FROM nowhere")
			if _, named := fault.As(err); named || err == nil {
				t.Errorf("got %v, want the driver's error", err)
			}
		})
		if s.Dialect() == dialect.SQLite {
			t.Run("the disk is full", func(t *testing.T) {
				conn, err := s.DB().Conn(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = conn.Close() }()
				if _, err := conn.ExecContext(t.Context(), "PRAGMA max_page_count = 1"); err != nil {
					t.Fatal(err)
				}
				_, err = conn.ExecContext(t.Context(), "CREATE TABLE big AS SELECT zeroblob(10000000) AS b")
				if !fault.Is(failure(t.Context(), err), fault.Unavailable) {
					t.Errorf("got %v", err)
				}
			})
			return
		}
		t.Run("the statement's own time is over, in the middle of the rows", func(t *testing.T) {
			conn, err := s.DB().Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			if _, err := conn.ExecContext(t.Context(), "SET statement_timeout = '100ms'"); err != nil {
				t.Fatal(err)
			}
			var rows entsql.Rows
			one := newDriver(entsql.NewDriver(dialect.Postgres, entsql.Conn{ExecQuerier: conn}), nil, Config{})
			if err := one.Query(t.Context(), "SELECT i, CASE WHEN i > 500 THEN pg_sleep(1) END FROM generate_series(1, 501) AS i", []any{}, &rows); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = rows.Close() }()
			for rows.Next() {
			}
			if err := rows.Err(); !fault.Is(err, fault.Unavailable) {
				t.Errorf("got %v, want unavailable", err)
			}
		})
		t.Run("a value that is no id", func(t *testing.T) {
			if err := ask(t.Context(), "SELECT * FROM zones WHERE id = 'x'"); !fault.Is(err, fault.Validation) {
				t.Errorf("got %v, want validation_error", err)
			}
		})
		t.Run("a NUL byte", func(t *testing.T) {
			_, err := s.Client().Zone.Query().Where(zone.Name("a\x00")).All(auth.System(t.Context(), "test"))
			if !fault.Is(err, fault.Validation) {
				t.Errorf("got %v, want validation_error", err)
			}
		})
	})
}

// TestADeadlinePassesWhileItConnects: a connection that waits for a server's first answer until the deadline is said to have
// missed it, whether the timer of the socket or that of the context runs first.
func TestADeadlinePassesWhileItConnects(t *testing.T) {
	t.Parallel()
	proxy, u := pgtest.NewProxy(t, pgtest.Database(t, ""))
	s := open(t, Config{URL: u})
	proxy.Silence()
	proxy.Cut()
	proxy.Restore(t)
	drv := newDriver(entsql.OpenDB(s.Dialect(), s.DB()), nil, Config{})
	for range 200 {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Millisecond)
		var rows entsql.Rows
		err := drv.Query(ctx, "SELECT 1", []any{}, &rows)
		cancel()
		if !fault.Is(err, fault.Unavailable) || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %v, want a deadline that has passed", err)
		}
	}
}

func TestFailureOfPostgresByState(t *testing.T) {
	for state, want := range map[string]fault.Code{
		"08006": fault.Unavailable, "57P01": fault.Unavailable, "57P02": fault.Unavailable, "57P03": fault.Unavailable,
		"53100": fault.Unavailable, "53200": fault.Unavailable, "53300": fault.Unavailable, "57014": fault.Unavailable,
		"55P03": fault.Unavailable, "40P01": fault.Unavailable, "40001": fault.Unavailable, "25006": fault.Unavailable,
		"22P02": fault.Validation, "22021": fault.Validation, "23505": "", "42P01": "", "28P01": "", "3D000": "",
	} {
		t.Run(state, func(t *testing.T) {
			err := failure(t.Context(), fmt.Errorf("ent: %w", &pq.Error{Code: pqerror.Code(state)}))
			if f, ok := fault.As(err); ok != (want != "") || ok && f.Code != want {
				t.Errorf("%s became %v, want %q", state, err, want)
			} else if want == fault.Unavailable && f.RetryAfter != retryAfter {
				t.Errorf("%s says nothing about when to try again", state)
			}
		})
	}
	if err := failure(t.Context(), driver.ErrBadConn); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a bad connection became %v", err)
	}
	if err := failure(t.Context(), sql.ErrNoRows); !errors.Is(err, sql.ErrNoRows) || strings.Contains(err.Error(), "unavailable") {
		t.Errorf("no rows became %v", err)
	}
}

// A server that was restarted leaves a pool of dead connections: none of them may be
// answered for by a request.
func TestARestartedServerIsFoundAgain(t *testing.T) {
	t.Parallel()
	u := pgtest.Database(t, "")
	admin := open(t, Config{URL: u})
	s := migrated(t, Config{URL: u, MaxConns: 10})
	ctx := auth.System(t.Context(), "test")
	kill := func() {
		if n := scan[int](t, admin.DB(), `SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`); n < 10 {
			t.Fatalf("only %d connections to end", n)
		}
	}
	fillPool(t, s.DB(), 10)
	kill()
	for i := range 20 {
		if _, err := s.Client().Zone.Query().All(ctx); err != nil {
			t.Errorf("read %d: %v", i, err)
		}
	}
	fillPool(t, s.DB(), 10)
	kill()
	for i := range 20 {
		tx, err := s.Client().Tx(ctx)
		if err != nil {
			t.Errorf("transaction %d: %v", i, err)
			continue
		}
		if _, err := tx.Counter.Create().SetName(fmt.Sprint(i)).Save(ctx); err != nil {
			t.Errorf("write %d: %v", i, err)
		}
		if err := tx.Commit(); err != nil {
			t.Errorf("commit %d: %v", i, err)
		}
	}
	t.Run("in the middle of a transaction", func(t *testing.T) {
		fillPool(t, s.DB(), 10)
		tx, err := s.Client().Tx(ctx)
		if err != nil {
			t.Fatal(err)
		}
		kill()
		if _, err := tx.Zone.Query().All(ctx); !fault.Is(err, fault.Unavailable) {
			t.Errorf("got %v, want unavailable", err)
		}
		if err := tx.Commit(); !fault.Is(err, fault.Unavailable) {
			t.Errorf("committed nothing with %v, want unavailable", err)
		}
		if err := s.Ping(ctx); err != nil {
			t.Errorf("the next one: %v", err)
		}
	})
}

// fillPool leaves n idle connections that work.
func fillPool(t *testing.T, db *sql.DB, n int) {
	t.Helper()
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			if _, err := db.ExecContext(t.Context(), "SELECT pg_sleep(0.2)"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
