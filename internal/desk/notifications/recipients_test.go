package notifications

import (
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/testenv/dbtest"
)

func TestLookups(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		db := dbtest.New(t, name).Store
		dbtest.CheckLookup(t, db, user.Table, reportersOf(uuid.New()))
		dbtest.CheckLookup(t, db, user.Table, handlerOf(uuid.New()))
		dbtest.CheckLookup(t, db, contact.Table, callersOf(uuid.New()))
	})
}
