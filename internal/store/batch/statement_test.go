package batch

import "testing"

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
		`SELECT 1 / CASE WHEN 0 + (SELECT count(*) FROM w1) + (SELECT count(*) FROM w3) = 2 THEN 1 ELSE 0 END`
	if text != want || len(args) != 9 || args[8] != 9 {
		t.Errorf("%s\n%v", text, args)
	}
}
