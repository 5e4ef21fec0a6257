package testenv

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store"
)

// AddUsers inserts users with these e-mail addresses directly into the database, as recipients
// of broadcasts.
func AddUsers(t testing.TB, db *store.Store, emails ...string) {
	t.Helper()
	since := time.Now().UTC().Add(-time.Hour).Truncate(time.Millisecond)
	for some := range slices.Chunk(emails, 1_000) {
		ids := make([]uuid.UUID, len(some))
		err := db.Client().User.MapCreateBulk(some, func(c *ent.UserCreate, i int) {
			ids[i] = domain.NewIDAt(domain.KindUser, since)
			c.SetID(ids[i]).SetName("One of many").SetRole(domain.RoleUser).SetCreatedAt(since)
		}).Exec(System())
		if err != nil {
			t.Fatal(err)
		}
		err = db.Client().Contact.MapCreateBulk(some, func(c *ent.ContactCreate, i int) {
			text, digits := search.OfContact("One of many", some[i], "")
			c.SetUserID(ids[i]).SetEmail(some[i]).SetEmailKey(some[i]).SetCreatedAt(since).SetConfirmedAt(since).SetSearchText(text).SetPhoneDigits(digits)
		}).Exec(System())
		if err != nil {
			t.Fatal(err)
		}
	}
}
