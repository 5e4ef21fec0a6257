package tx

import "entgo.io/ent/dialect/sql"

// InSubquery finds rows that another table names by that table, where they are few. By ent's edges SQLite would
// scan all rows and ask it of each.
func InSubquery(field, table, by string, where func(t *sql.SelectTable) *sql.Predicate) func(*sql.Selector) {
	return func(s *sql.Selector) {
		t := sql.Table(table)
		s.Where(sql.In(s.C(field), sql.Select(t.C(by)).From(t).Where(where(t))))
	}
}
