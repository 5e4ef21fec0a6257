package identity

import (
	"testing"

	"github.com/redress/redress/ent/credential"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/testenv/dbtest"
)

func TestLookups(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		db := dbtest.New(t, name).Store
		dbtest.CheckLookup(t, db, user.Table, hasAddress(user.FieldID, "a@example.com"))
		dbtest.CheckLookup(t, db, credential.Table, hasAddress(credential.FieldUserID, "a@example.com"))
	})
}
