package desk

import (
	"testing"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/testenv/dbtest"
)

func TestLookups(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		db := dbtest.New(t, name).Store
		dbtest.CheckLookup(t, db, worktask.Table, hasUpdate(uuid.New()))
		dbtest.CheckLookup(t, db, complaint.Table, hasComment(uuid.New()))
	})
}
