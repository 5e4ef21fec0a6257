package desk

import (
	"path/filepath"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/store"
)

// TestLookups: SQLite looks the rows up, and scans no table.
func TestLookups(t *testing.T) {
	db, err := store.Open(t.Context(), store.Config{URL: "sqlite://" + filepath.Join(t.TempDir(), "redress.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		table string
		by    func(*sql.Selector)
	}{
		{user.Table, reportersOf(uuid.New())},
		{worktask.Table, hasUpdate(uuid.New())},
		{complaint.Table, hasComment(uuid.New())},
		{user.Table, hasAddress(user.FieldID, "a@example.com")},
		{credential.Table, hasAddress(credential.FieldUserID, "a@example.com")},
	} {
		t.Run(row.table, func(t *testing.T) {
			s := sql.Dialect(dialect.SQLite).Select("*").From(sql.Table(row.table))
			row.by(s)
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
}
