package notifications

import (
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/testenv/dbtest"
)

func TestLookups(t *testing.T) {
	db := dbtest.New(t, "sqlite").Store
	dbtest.CheckLookup(t, db, user.Table, reportersOf(uuid.New()))
	dbtest.CheckLookup(t, db, user.Table, handlerOf(uuid.New()))
}
