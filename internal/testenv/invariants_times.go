package testenv

import (
	"fmt"
	"strings"
	"testing"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/store"
)

// ownTimes are tables whose times are not the service's: what applies migrations writes them.
const ownTimes = "goose_db_version"

// checkTimes fails the test for every column with a time that is no whole number of milliseconds, as all times are shown: a
// filter for what is shown would not find it.
func checkTimes(t testing.TB, db *store.Store) {
	t.Helper()
	columns := `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type LIKE 'timestamp%'`
	finer := "date_trunc('milliseconds', %[1]s) <> %[1]s"
	if db.Dialect() == dialect.SQLite {
		columns = `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.type = 'datetime'`
		finer = "%s GLOB '*.[0-9][0-9][0-9][0-9]*'"
	}
	found := violations(t, db.DB(), columns)
	if len(found) == 0 {
		t.Fatal("there are no times")
	}
	for _, name := range found {
		table, column, _ := strings.Cut(name, ".")
		if table == ownTimes {
			continue
		}
		query := fmt.Sprintf(`SELECT CAST(%q AS text) FROM %q WHERE `+finer, column, table, `"`+column+`"`)
		if times := violations(t, db.DB(), query); len(times) > 0 {
			t.Errorf("violated: times have milliseconds: %d of %s, such as %s", len(times), name, times[0])
		}
	}
}
