package dbtx_test

import (
	"errors"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/store/dbtx"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestInTx: what do writes stays when it returns nil, and is gone when it fails or panics.
func TestInTx(t *testing.T) {
	t.Parallel()
	db := dbtest.New(t, "sqlite")
	ctx := auth.System(t.Context(), "test")
	failed := errors.New("failed")
	for _, c := range []struct {
		name string
		end  func() error
		want int
	}{
		{"commit", func() error { return nil }, 1},
		{"error", func() error { return failed }, 0},
		{"panic", func() error { panic(failed) }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			func() {
				defer func() { _ = recover() }()
				err := dbtx.InTx(ctx, db.Client(), nil, func(tx *ent.Client) error {
					if err := tx.Zone.Create().SetName(c.name).SetCreatedAt(time.Now()).Exec(ctx); err != nil {
						t.Fatal(err)
					}
					return c.end()
				})
				if want := c.end(); !errors.Is(err, want) {
					t.Errorf("error %v, want %v", err, want)
				}
			}()
			if n, err := db.Client().Zone.Query().Where(zone.Name(c.name)).Count(ctx); err != nil || n != c.want {
				t.Errorf("%d rows, %v, want %d", n, err, c.want)
			}
		})
	}
}

func TestLocks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		lock       func(*sql.Selector)
	}{
		{"ForUpdate", `SELECT * FROM "t" FOR NO KEY UPDATE`, dbtx.ForUpdate},
		{"ForKeyShare", `SELECT * FROM "t" FOR KEY SHARE`, dbtx.ForKeyShare},
		{"SkipLocked", `SELECT * FROM "t" FOR NO KEY UPDATE SKIP LOCKED`, dbtx.SkipLocked},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for name, want := range map[string]string{dialect.Postgres: c.want, dialect.SQLite: "SELECT * FROM `t`"} {
				s := sql.Dialect(name).Select("*").From(sql.Table("t"))
				c.lock(s)
				if got, _ := s.Query(); got != want {
					t.Errorf("%s: %s, want %s", name, got, want)
				}
			}
		})
	}
}
