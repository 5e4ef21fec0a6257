package store

import (
	"database/sql"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
)

// What a catalog says of indexes: a row for each column of each, in order. One that only leaves
// out rows without its column serves whoever looks for a value as well as a whole one.
var indexColumns = map[string]string{
	dialect.SQLite: `SELECT t.name, i.name, c.name FROM sqlite_master t
		JOIN pragma_index_list(t.name) i JOIN pragma_index_info(i.name) c
		WHERE t.type = 'table' AND (i.partial = 0 OR
			(SELECT m.sql FROM sqlite_master m WHERE m.name = i.name) LIKE '%) WHERE ' || c.name || ' IS NOT NULL') ORDER BY t.name, i.name, c.seqno`,
	dialect.Postgres: `SELECT t.relname, i.relname, a.attname FROM pg_index x
		JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
		JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
		CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY AS k(attnum, place)
		JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
		WHERE x.indpred IS NULL OR pg_get_expr(x.indpred, x.indrelid) = '(' || a.attname || ' IS NOT NULL)' ORDER BY t.relname, i.relname, k.place`,
}

var foreignKeys = map[string]string{
	dialect.SQLite: `SELECT t.name, f."from", f.on_delete FROM sqlite_master t
		JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
	dialect.Postgres: `SELECT t.relname, a.attname,
		CASE c.confdeltype WHEN 'a' THEN 'NO ACTION' ELSE c.confdeltype::text END
		FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
		JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
		JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (c.conkey) WHERE c.contype = 'f'`,
}

// unindexed are the orders without an index, of which graph/model/orders.go bounds the rows that are
// sorted.
var unindexed = map[string][]string{
	"broadcasts":         {"title", "sent_at", "recipients"},
	"broadcast_channels": {"recipients"}, // no list of its own
	"complaints":         {"title", "reopened_count"},
}

func TestIndexes(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		columns := map[string]map[string][]string{} // table, index
		for _, row := range triples(t, s.DB(), indexColumns[s.Dialect()]) {
			if columns[row[0]] == nil {
				columns[row[0]] = map[string][]string{}
			}
			columns[row[0]][row[1]] = append(columns[row[0]][row[1]], row[2])
			if len(row[1]) > 63 {
				t.Errorf("PostgreSQL cuts the name of index %s", row[1])
			}
		}
		begins := func(table string, with ...string) bool {
			for _, index := range columns[table] {
				if len(index) >= len(with) && slices.Equal(index[:len(with)], with) {
					return true
				}
			}
			return false
		}

		keys := triples(t, s.DB(), foreignKeys[s.Dialect()])
		if len(keys) < 40 {
			t.Fatalf("only %d foreign keys were found", len(keys))
		}
		refs := map[string][]string{}
		for _, key := range keys {
			table, column, onDelete := key[0], key[1], key[2]
			refs[table] = append(refs[table], column)
			if !begins(table, column) {
				t.Errorf("no index of %s begins with the foreign key %s", table, column)
			}
			if onDelete != "NO ACTION" {
				t.Errorf("deleting what %s.%s points at does %s", table, column, onDelete)
			}
		}

		orders := orderFields(t)
		if len(orders) < 20 {
			t.Fatalf("only %d order fields were found", len(orders))
		}
		for _, order := range orders {
			// Either the whole list comes in this order, or that of one parent.
			table, column := order[0], order[1]
			ok := begins(table, column) || slices.Contains(unindexed[table], column)
			for _, ref := range refs[table] {
				ok = ok || begins(table, ref, column)
			}
			if !ok {
				t.Errorf("no index serves %s in the order of %s", table, column)
			}
		}
	})
}

func TestPartialUniqueIndexes(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		s := migrated(t, Config{URL: u})
		query := "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name = $1 AND sql LIKE 'CREATE UNIQUE INDEX% WHERE %'"
		if s.Dialect() == dialect.Postgres {
			query = "SELECT count(*) FROM pg_indexes WHERE indexname = $1 AND indexdef LIKE 'CREATE UNIQUE INDEX% WHERE %'"
		}
		for _, name := range []string{"tasks_one_live", "zones_top_name", "categories_top_name"} {
			if n := scan[int](t, s.DB(), query, name); n != 1 {
				t.Errorf("%s: %d", name, n)
			}
		}
		if s.Dialect() == dialect.Postgres {
			if n := scan[int](t, s.DB(), `SELECT count(*) FROM information_schema.columns WHERE table_schema = current_schema()
				AND table_name <> $1 AND data_type LIKE 'timestamp%' AND data_type <> 'timestamp with time zone'`, versionTable); n != 0 {
				t.Errorf("%d columns hold times without a zone", n)
			}
		}
	})
}

func triples(t *testing.T, db *sql.DB, query string) (all [][3]string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var row [3]string
		if err := rows.Scan(&row[0], &row[1], &row[2]); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// orderFields returns table and column of whatever the graph can order by, as ent keeps it
// in its snapshot of the schema.
func orderFields(t *testing.T) (fields [][2]string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../ent/internal/schema.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var snapshot string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && len(lit.Value) > len(snapshot) {
			snapshot = lit.Value
		}
		return true
	})
	if snapshot, err = strconv.Unquote(snapshot); err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Schemas []struct {
			Annotations struct {
				EntSQL struct {
					Table string `json:"table"`
				}
			} `json:"annotations"`
			Fields []struct {
				Name        string `json:"name"`
				Annotations struct {
					EntGQL struct{ OrderField string }
				} `json:"annotations"`
			} `json:"fields"`
		}
	}
	if err := json.NewDecoder(strings.NewReader(snapshot)).Decode(&schema); err != nil {
		t.Fatal(err)
	}
	for _, s := range schema.Schemas {
		for _, f := range s.Fields {
			if f.Annotations.EntGQL.OrderField != "" {
				fields = append(fields, [2]string{s.Annotations.EntSQL.Table, f.Name})
			}
		}
	}
	return fields
}
