package delivery

import (
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestClaimsUseIndexes: who looks for what is to be sent reads that alone, however many notifications there are.
func TestClaimsUseIndexes(t *testing.T) {
	account := uuid.New()
	mine := mailbox{account: &account, key: "somebody@example.org"}.each()
	for _, tt := range []struct {
		name, index string
		where       predicate.Notification
		order       []string
	}{
		{"due", "notification_own_queue", ownDue(time.Now()), []string{notification.FieldNextTryAt, notification.FieldID}},
		{"an account's that wait", "notification_waiting", waiting(mine[0]), nil},
		{"an address's that wait", "notification_address", waiting(mine[1]), nil},
		{"what an account was sent", "notification_mailed", counted(mine[0], time.Now()), []string{notification.FieldSentAt}},
		{"what an address was sent", "notification_address", counted(mine[1], time.Now()), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dbtest.ForEach(t, func(t *testing.T, name string) {
				db := dbtest.New(t, name).Store
				s := sql.Dialect(db.Dialect()).Select("*").From(sql.Table(notification.Table)).OrderBy(tt.order...).Limit(heads)
				tt.where(s)
				query, args := s.Query()
				plan := dbtest.Plan(t, db, query, args, "sort")
				if tt.index == "notification_own_queue" && db.Dialect() == dialect.Postgres { // to which both are alike then
					plan = strings.Replace(plan, "notification_queue", tt.index, 1)
				}
				if !strings.Contains(plan, tt.index) || strings.Contains(plan, "SCAN") {
					t.Errorf("%s:\n%s", query, plan)
				}
			})
		})
	}
}
