package notifications

import (
	"strings"
	"testing"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// checkFollowers checks that those who follow a complaint are found by indexes, and that whether they may read it is a question of each.
func checkFollowers(t *testing.T, db *store.Store, f followers) {
	t.Helper()
	s := sql.Dialect(db.Dialect()).Select("*").From(sql.Table(user.Table))
	f.either(uuid.New())(s)
	query, args := s.Query()
	plan := dbtest.Plan(t, db, query, args, "seqscan")
	for _, slow := range []string{"SCAN ", "Seq Scan", "hashed SubPlan"} {
		if strings.Contains(plan, slow) {
			t.Errorf("%s: %s in\n%s", query, slow, plan)
		}
	}
}

func TestLookups(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		db := dbtest.New(t, name).Store
		checkFollowers(t, db, ofReports)
		checkFollowers(t, db, ofReport)
		dbtest.CheckLookup(t, db, user.Table, handlerOf(uuid.New()))
		dbtest.CheckLookup(t, db, contact.Table, callersOf(uuid.New()))
	})
}
