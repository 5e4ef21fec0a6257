package store

import (
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// TestWithoutValues holds that statements that differ in their values only have the same text, in which there are none.
func TestWithoutValues(t *testing.T) {
	for in, want := range map[string]string{
		"SELECT `a`.`id` FROM `a` WHERE `a`.`id` IN (?, ?, ?) LIMIT 20":                    "SELECT `a`.`id` FROM `a` WHERE `a`.`id` IN (…) LIMIT …",
		`SELECT "t1"."id" FROM "t1" WHERE "t1"."id" IN ($1, $2) AND "x" = $3`:              `SELECT "t1"."id" FROM "t1" WHERE "t1"."id" IN (…) AND "x" = ?`,
		`INSERT INTO "a" ("b", "c") VALUES ($1, $2), ($3, $4), ($5, $6) RETURNING "id"`:    `INSERT INTO "a" ("b", "c") VALUES (…) RETURNING "id"`,
		`SELECT 'O''Brien', "b" FROM "a" WHERE "c" = 'jo@example.org' AND "n" >= 17.5`:     `SELECT …, "b" FROM "a" WHERE "c" = … AND "n" >= …`,
		`SELECT "a" FROM "b" WHERE "at" < '2026-01-02 03:04:05+00:00' AND "kind" IN ('A')`: `SELECT "a" FROM "b" WHERE "at" < … AND "kind" IN (…)`,
		"COMMIT": "COMMIT",
	} {
		if got := WithoutValues(in); got != want {
			t.Errorf("%s\n%s\n%s", in, got, want)
		}
	}
}

// TestRecorder holds that an operation's statements are remembered by their kinds, each with its time until the last row was read.
func TestRecorder(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx, counter := CountStatements(auth.System(t.Context(), "a test"))
		outer := counter.Record()
		ctx, counter = CountStatements(ctx)
		recorder := counter.Record()
		for range 3 {
			if _, err := s.Client().Category.Query().All(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Client().User.Query().Count(ctx); err != nil {
			t.Fatal(err)
		}
		kinds, total := recorder.Slowest(10)
		counts := map[string]int{}
		for _, kind := range kinds {
			table := firstTable(kind.Text)
			counts[table] += kind.Count
			if kind.Total <= 0 || kind.Longest > kind.Total || kind.Total > total || len(kind.Fingerprint) != 16 || kind.Statement() == "" {
				t.Errorf("%+v of %v", kind, total)
			}
		}
		if counts["categories"] != 3 || counts["users"] != 1 || len(kinds) != 2 {
			t.Errorf("%v", counts)
		}
		if one, _ := recorder.Slowest(1); len(one) != 1 || one[0].Fingerprint != kinds[0].Fingerprint {
			t.Errorf("the slowest is %v of %v", one, kinds)
		}
		if others, _ := outer.Slowest(10); len(others) != 0 {
			t.Errorf("the outer operation has them too: %v", others)
		}
	})
}

// TestExplain holds that PostgreSQL tells the plan of a statement without its values, and executes nothing.
func TestExplain(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		ctx, counter := CountStatements(auth.System(t.Context(), "a test"))
		recorder := counter.Record()
		id := domain.NewID(domain.KindZone)
		if _, err := s.Client().Zone.Create().SetID(id).SetName("North").SetCreatedAt(time.Now()).Save(ctx); err != nil {
			t.Fatal(err)
		}
		kinds, _ := recorder.Slowest(10)
		var plans []string
		for _, kind := range kinds {
			plan, err := s.Explain(t.Context(), kind.Statement())
			for fault.Is(err, fault.Unavailable) { // on a machine that has too much to do
				plan, err = s.Explain(t.Context(), kind.Statement())
			}
			if err == nil {
				plans = append(plans, plan)
			}
			if s.Dialect() != dialect.Postgres && err != ErrNoPlan { //nolint:errorlint // as it is
				t.Errorf("%s: %v", kind.Text, err)
			}
		}
		if s.Dialect() == dialect.Postgres && !strings.Contains(strings.Join(plans, "\n"), "Insert on zones") {
			t.Errorf("%d statements, plans %q", len(kinds), plans)
		}
		unused := migrated(t, Config{URL: u})
		if err := unused.Close(); err != nil {
			t.Fatal(err)
		}
		if plan, err := unused.Explain(t.Context(), "SELECT 1"); err != ErrNoPlan { //nolint:errorlint // as it is
			t.Errorf("after the end: %q, %v", plan, err)
		}
		if n, err := s.Client().Zone.Query().Count(ctx); err != nil || n != 1 {
			t.Errorf("%d zones, %v", n, err)
		}
		for _, statement := range []string{"DROP TABLE zones", `SELECT 1; DELETE FROM "zones"`, "BEGIN"} {
			if plan, err := s.Explain(t.Context(), statement); err != ErrNoPlan { //nolint:errorlint // as it is
				t.Errorf("%s: %q, %v", statement, plan, err)
			}
		}
	})
}
