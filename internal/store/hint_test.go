package store

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/store/hint"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestUnpreparedHint: PostgreSQL keeps a statement prepared that comes again, unless a hint says no.
func TestUnpreparedHint(t *testing.T) {
	t.Parallel()
	u := pgtest.Database(t, "")
	migrated(t, Config{URL: u})
	for _, c := range []struct {
		name     string
		ask      func(ctx context.Context, s *Store) error
		prepared int
	}{
		{"no hint", func(ctx context.Context, s *Store) error {
			_, err := s.Client().Zone.Query().Where(zone.Name("x")).All(ctx)
			return err
		}, 1},
		{"unprepared", func(ctx context.Context, s *Store) error {
			_, err := s.Client().Zone.Query().Where(zone.Name("x")).All(hint.Unprepared(ctx))
			return err
		}, 0},
		{"contains", func(ctx context.Context, s *Store) error {
			_, err := s.Client().Zone.Query().Where(zone.NameContains("x")).All(ctx)
			return err
		}, 0},
		{"begins with", func(ctx context.Context, s *Store) error {
			_, err := s.Client().Complaint.Query().Where(complaint.ReferenceHasPrefix("x")).Limit(1).IDs(ctx)
			return err
		}, 0},
		{"ends with, counted", func(ctx context.Context, s *Store) error {
			_, err := s.Client().Zone.Query().Where(zone.NameHasSuffix("x")).Count(ctx)
			return err
		}, 0},
		{"contains, beside others", func(ctx context.Context, s *Store) error {
			_, err := s.Client().Complaint.Query().Where(complaint.Or(complaint.Title("x"), complaint.Not(complaint.TitleContains("x")))).All(ctx)
			return err
		}, 0},
		{"contains, along an edge", func(ctx context.Context, s *Store) error {
			_, err := s.Client().Complaint.Query().Where(complaint.HasCategoryWith(category.NameContains("x"))).All(ctx)
			return err
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, Config{URL: u, MaxConns: 1})
			for range 3 {
				if err := c.ask(auth.System(t.Context(), "test"), s); err != nil {
					t.Fatal(err)
				}
			}
			if n := scan[int](t, s.DB(), "SELECT count(*) FROM pg_prepared_statements"); n != c.prepared {
				t.Errorf("%d prepared statements, want %d", n, c.prepared)
			}
		})
	}
}

// TestReservedHint: what is reserved goes on while requests hold all connections.
func TestReservedHint(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u, MaxConns: 2})
		held := 2
		if s.Dialect() == dialect.SQLite {
			held = sqliteConns
		}
		for range held {
			conn, err := s.DB().Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
		}
		ask := func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(auth.System(ctx, "test"), 100*time.Millisecond)
			defer cancel()
			tx, err := s.Client().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
			if err != nil {
				return err
			}
			return tx.Rollback()
		}
		if err := ask(t.Context()); err == nil {
			t.Error("there was a connection left")
		}
		for range 3 { // a slow machine may need more than one
			err := ask(hint.Reserved(t.Context()))
			if err == nil {
				_, err = s.Client().Zone.Query().All(auth.System(hint.Reserved(t.Context()), "test"))
			}
			if err == nil {
				return
			}
			t.Log(err)
		}
		t.Error("reserved work has no connection")
	})
}
