package dbtest

import (
	"context"
	dbsql "database/sql"
	"fmt"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/store"
)

// CheckLookup checks that a database finds the rows of a table by a condition on another one with indexes, and scans neither.
func CheckLookup(t *testing.T, db *store.Store, table string, by func(*sql.Selector)) {
	t.Helper()
	t.Run(table, func(t *testing.T) {
		s := sql.Dialect(db.Dialect()).Select("*").From(sql.Table(table))
		by(s)
		query, args := s.Query()
		plan := Plan(t, db, query, args, "seqscan")
		if db.Dialect() == dialect.Postgres { // a subplan is a condition of rows that it reads
			if strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "SubPlan") || !strings.Contains(plan, "Index Cond") {
				t.Errorf("%s:\n%s", query, plan)
			}
			return
		}
		searches := 0
		for step := range strings.SplitSeq(plan, "\n") {
			if strings.HasPrefix(step, "SCAN") {
				t.Errorf("%s: %s", query, step)
			}
			if strings.HasPrefix(step, "SEARCH") {
				searches++
			}
		}
		if searches < 2 {
			t.Errorf("%s: %d searches", query, searches)
		}
	})
}

// Plan returns how a database runs a statement. PostgreSQL does without some methods that it would rather use for the few rows of a test, such
// as seqscan.
func Plan(t *testing.T, db *store.Store, query string, args []any, without ...string) string {
	t.Helper()
	tx, err := db.DB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	explain := "EXPLAIN QUERY PLAN "
	if db.Dialect() == dialect.Postgres {
		explain = "EXPLAIN "
		for _, method := range without {
			if _, err := tx.ExecContext(t.Context(), "SET LOCAL enable_"+method+" = off"); err != nil {
				t.Fatal(err)
			}
		}
	}
	return Explained(t, tx, explain+query, args)
}

// Explained returns what a database says of a statement, which begins with EXPLAIN.
func Explained(t *testing.T, in interface {
	QueryContext(ctx context.Context, query string, args ...any) (*dbsql.Rows, error)
}, statement string, args []any,
) string {
	t.Helper()
	rows, err := in.QueryContext(t.Context(), statement, args...)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var plan []string
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		line := values[len(values)-1]
		if raw, ok := line.([]byte); ok {
			line = string(raw)
		}
		plan = append(plan, fmt.Sprint(line))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}
