package dbtest

import (
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/internal/store"
)

// CheckLookup checks that SQLite finds the rows of a table by a condition on another one with indexes, and scans neither.
func CheckLookup(t *testing.T, db *store.Store, table string, by func(*sql.Selector)) {
	t.Helper()
	t.Run(table, func(t *testing.T) {
		s := sql.Dialect(dialect.SQLite).Select("*").From(sql.Table(table))
		by(s)
		query, args := s.Query()
		rows, err := db.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
		if err != nil {
			t.Fatal(err)
		}
		searches := 0
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(step, "SCAN") {
				t.Errorf("%s: %s", query, step)
			}
			if strings.HasPrefix(step, "SEARCH") {
				searches++
			}
		}
		if err := rows.Close(); err != nil || searches < 2 {
			t.Errorf("%s: %d searches, %v", query, searches, err)
		}
	})
}
