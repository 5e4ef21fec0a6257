package store

import (
	"path/filepath"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
)

// found counts the texts that the index finds, past the table itself on SQLite.
func found(t *testing.T, s *Store, term string) int {
	t.Helper()
	if s.Dialect() == dialect.Postgres {
		return scan[int](t, s.DB(), "SELECT count(*) FROM complaint_texts WHERE body LIKE $1", "%"+term+"%")
	}
	return scan[int](t, s.DB(), "SELECT count(*) FROM complaint_text_index WHERE complaint_text_index MATCH $1", `"`+term+`"`)
}

const (
	lampText  = "INSERT INTO complaint_texts (complaint_id, body) VALUES ('00000000-0000-7000-8000-000000000001', 'broken lamp')"
	benchText = "INSERT INTO complaint_texts (complaint_id, body) VALUES ('00000000-0000-7000-8000-000000000002', 'broken bench')"
)

func TestTextIndexFollowsTheTexts(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		fill(t, s.DB())
		exec(t, s.DB(), lampText, benchText)
		if n := found(t, s, "broken"); n != 2 {
			t.Errorf("%d found, want 2", n)
		}
		exec(t, s.DB(), "UPDATE complaint_texts SET body = 'repaired lamp' WHERE body = 'broken lamp'",
			"DELETE FROM complaint_texts WHERE body = 'broken bench'")
		if b, m := found(t, s, "broken"), found(t, s, "repaired"); b != 0 || m != 1 {
			t.Errorf("%d broken and %d repaired, want 0 and 1", b, m)
		}
	})
}

// TestTextIndexSurvivesATableMadeAnew: SQLite drops the triggers with the old table, and the
// next migration makes them again, also when it is a later one.
func TestTextIndexSurvivesATableMadeAnew(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "redress.db")
	s := migrated(t, Config{URL: "sqlite://" + path})
	fill(t, s.DB())
	exec(t, s.DB(), lampText)
	made := scan[string](t, s.DB(), "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'complaint_texts'")
	anew := strings.Replace(made, "CREATE TABLE `complaint_texts`", "CREATE TABLE `new_texts`", 1)
	if anew == made {
		t.Fatalf("not as expected: %s", made)
	}
	m, err := s.migrate(t.Context(), with(t, s, map[string]string{
		"0900_anew.sql": anew + ";\nINSERT INTO `new_texts` SELECT * FROM `complaint_texts`;\n" +
			"DROP TABLE `complaint_texts`;\nALTER TABLE `new_texts` RENAME TO `complaint_texts`;\n",
		"0901_more.sql": benchText + ";\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if n := found(t, s, "broken"); n != 2 {
		t.Errorf("%d found, want 2: what came while the triggers were away is in the index too", n)
	}
	exec(t, s.DB(), "UPDATE complaint_texts SET body = 'repaired bench' WHERE body = 'broken bench'")
	if b, m := found(t, s, "broken"), found(t, s, "repaired"); b != 1 || m != 1 {
		t.Errorf("%d broken and %d repaired, want 1 and 1", b, m)
	}
	exec(t, s.DB(), "INSERT INTO complaint_text_index (complaint_text_index, rank) VALUES ('integrity-check', 1)")

	t.Run("and so does the copy", func(t *testing.T) { // which numbers rows anew that have no number of their own
		old := open(t, Config{URL: "sqlite://" + m.Backup})
		if n := found(t, old, "lamp"); n != 1 {
			t.Errorf("%d found, want 1", n)
		}
		exec(t, old.DB(), "INSERT INTO complaint_text_index (complaint_text_index, rank) VALUES ('integrity-check', 1)")
	})
}

// TestTextIndexIsUsed: PostgreSQL answers a search from the index of trigrams.
func TestTextIndexIsUsed(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		if s.Dialect() != dialect.Postgres {
			t.Skip("SQLite is asked for its index by name")
		}
		for _, texts := range searched {
			if n := scan[int](t, s.DB(), "SELECT count(*) FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE '%USING gin%gin_trgm_ops%'", texts.table); n != 1 {
				t.Errorf("%s has %d indexes of trigrams", texts.table, n)
			}
		}
	})
}
