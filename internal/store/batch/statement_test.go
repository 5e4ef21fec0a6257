package batch

import (
	"strings"
	"testing"
)

// TestJoined: the arguments keep their statements, however many there are.
func TestJoined(t *testing.T) {
	text, args := joined([]statement{
		{`INSERT INTO "a" ("x", "y") VALUES ($1, $2), ($3, $4)`, []any{1, 2, 3, 4}, false},
		{`UPDATE "b" SET "z" = $1 WHERE "id" = $2`, []any{5, 6}, true},
		{`INSERT INTO "c" ("w") VALUES ($1)`, []any{7}, false},
		{`UPDATE "b" SET "z" = $2 WHERE "id" = $1`, []any{8, 9}, true},
	}, 9)
	want := `WITH w0 AS (INSERT INTO "a" ("x", "y") VALUES ($1, $2), ($3, $4)), w1 AS (UPDATE "b" SET "z" = $5 WHERE "id" = $6 RETURNING 1), ` +
		`w2 AS (INSERT INTO "c" ("w") VALUES ($7)), w3 AS (UPDATE "b" SET "z" = $9 WHERE "id" = $8 RETURNING 1) ` +
		`SELECT 0 + (SELECT count(*) FROM w1) + (SELECT count(*) FROM w3)`
	if text != want || len(args) != 9 || args[8] != 9 {
		t.Errorf("%s\n%v", text, args)
	}
}

// TestGuarded: a statement that is a transaction by itself writes all or nothing, without an error.
func TestGuarded(t *testing.T) {
	text, args, ok := guarded([]statement{
		{`INSERT INTO "a" ("x", "y") VALUES ($1, $2), ($3, NULL)`, []any{1, 2, 3}, false},
		{`UPDATE "b" SET "z" = $1 WHERE "id" = $2 AND "v" = $3`, []any{4, 5, 6}, true},
		{`UPDATE "c" SET "z" = $2 WHERE "id" = $1`, []any{7, 8}, true},
	}, 8)
	want := `WITH locked AS MATERIALIZED (SELECT ` +
		`(SELECT count(*) FROM (SELECT 1 FROM "b" WHERE "id" = $5 AND "v" = $6 FOR NO KEY UPDATE OF "b") AS r) = 1 AND ` +
		`(SELECT count(*) FROM (SELECT 1 FROM "c" WHERE "id" = $7 FOR NO KEY UPDATE OF "c") AS r) = 1 AS unchanged), ` +
		`w0 AS (INSERT INTO "a" ("x", "y") SELECT $1, $2 WHERE (SELECT unchanged FROM locked)), ` +
		`w1 AS (INSERT INTO "a" ("x", "y") SELECT $3, NULL WHERE (SELECT unchanged FROM locked)), ` +
		`w2 AS (UPDATE "b" SET "z" = $4 WHERE ("id" = $5 AND "v" = $6) AND (SELECT unchanged FROM locked)), ` +
		`w3 AS (UPDATE "c" SET "z" = $8 WHERE ("id" = $7) AND (SELECT unchanged FROM locked)) ` +
		`SELECT CASE WHEN (SELECT unchanged FROM locked) THEN 2 ELSE 0 END`
	if text != want || len(args) != 8 || args[7] != 8 || !ok {
		t.Errorf("%s\n%v", text, args)
	}
	text, _, ok = guarded([]statement{
		{`INSERT INTO "a" ("x") VALUES ($1) ON CONFLICT ("x") DO UPDATE SET "x" = "excluded"."x"`, []any{1}, false},
		{`UPDATE "b" SET "z" = $1 WHERE "id" = $2`, []any{2, 3}, true},
	}, 3)
	if want := `INSERT INTO "a" ("x") SELECT $1 WHERE (SELECT unchanged FROM locked) ON CONFLICT ("x") DO UPDATE SET "x" = "excluded"."x")`; !ok || !strings.Contains(text, want) {
		t.Errorf("%s", text)
	}
	for _, other := range []string{
		`INSERT INTO "a" ("x") VALUES (lower($1))`,
		`INSERT INTO "a" ("x", "y") VALUES ($1, DEFAULT)`, `INSERT INTO "a" DEFAULT VALUES`,
	} {
		if text, _, ok := guarded([]statement{{other, []any{1}, false}}, 1); ok {
			t.Errorf("%s became %s", other, text)
		}
	}
}
