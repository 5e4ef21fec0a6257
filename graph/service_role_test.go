package graph_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// TestServiceRole: under a role of PostgreSQL with the printed grants the service does a whole
// day, and the database itself refuses to change or delete what was done.
func TestServiceRole(t *testing.T) {
	owner := Start(t, "postgres")
	db := owner.Store.DB()
	role := `serv'ice "` + domain.NewID(domain.KindUser).String()
	quoted := `"` + strings.ReplaceAll(role, `"`, `""`) + `"`
	sql := func(statement string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	grants, err := store.Grants(role)
	if err != nil {
		t.Fatal(err)
	}
	sql("CREATE ROLE " + quoted + " LOGIN PASSWORD 'x'")
	t.Cleanup(func() { // before its database is dropped
		for _, s := range []string{"DROP OWNED BY ", "DROP ROLE "} {
			if _, err := db.Exec(s + quoted); err != nil {
				t.Error(err)
			}
		}
	})
	sql("GRANT ALL ON ALL TABLES IN SCHEMA public TO " + quoted) // which the script takes back
	sql(grants)
	sql(grants) // again, as after each migration

	var name string
	if err := db.QueryRow("SELECT current_database()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	u.Path, u.User = "/"+name, url.UserPassword(role, "x")
	s := owner.NewInstance(t, u.String())
	if m, err := s.Store.Migrate(t.Context()); err != nil || m.From != m.To {
		t.Fatalf("what serve does first: %+v %v", m, err)
	}

	e := newTaskFixture(t, s)
	for _, step := range []struct{ as, mutation string }{{Solver, "acceptTask"}, {Solver, "startTask"}, {Solver, "postTaskUpdate"}} {
		e.mustDo(t, step.as, step.mutation, nil)
	}
	completion := e.mustDo(t, Solver, "submitCompletion", nil)
	e.attach(t, Solver, completion.At("submitCompletion", "update", "uploadUrl").(string), 1, http.StatusCreated)
	e.mustDo(t, Admin, "reviewCompletion", map[string]any{"approved": true})
	s.MustExecute(t, User, `mutation($id: ID!) { rateComplaint(input: {id: $id, rating: 2, comment: "Late."}) { complaint { id } } }`, map[string]any{"id": e.complaint})
	s.MustExecute(t, User, `mutation($id: ID!) { reopenComplaint(input: {id: $id, reasonCode: "not_fixed"}) { complaint { id } } }`, map[string]any{"id": e.complaint})
	s.MustExecute(t, Admin, `mutation($id: ID!) { commentOnComplaint(input: {complaintId: $id, text: "We look again.", visibility: PUBLIC}) { comment { id } } }`, map[string]any{"id": e.complaint})
	paid := mustMutate(t, s, Admin, "recordPayment", settled, newSettlement(s, "role", completed(t, s, s.Samples.Provider))).At("recordPayment", "payment", "id")
	mustMutate(t, s, Admin, "reversePayment", `reversal { id }`, map[string]any{"id": paid, "reason": "Paid twice."})
	mustMutate(t, s, Admin, "recordPayment", settled, newSettlement(s, "role"))
	group := mustMutate(t, s, Admin, "createGroup", "group { id }", map[string]any{"name": "Gardeners"}).At("createGroup", "group", "id")
	for _, verb := range []string{"addGroupMembers", "removeGroupMembers"} {
		mustMutate(t, s, Admin, verb, "group { id }", map[string]any{"id": group, "userIds": []any{accountID(t, s, User)}})
	}
	s.Clock.Advance(61 * 24 * 60 * 60 * 1e9) // the jobs: tokens, media without a row, closing
	if _, err := s.Service.Desk.CloseResolved(System()); err != nil {
		t.Error(err)
	}
	if _, err := s.Service.Desk.MarkOverdue(System()); err != nil {
		t.Error(err)
	}
	if _, err := s.Service.Desk.PurgeMedia(System()); err != nil {
		t.Error(err)
	}
	found, err := ledger.Verification{Client: s.Store.Client(), KeyFile: s.LedgerKeyFile}.Run(t.Context())
	if err != nil || found.Fault != nil {
		t.Errorf("verify: %+v %v", found, err)
	}

	for _, table := range []string{"status_logs", "audit_entries", "payments", "payment_tasks", "broadcast_events"} {
		t.Run(table, func(t *testing.T) {
			column := "id"
			if table == "payment_tasks" {
				column = "task_id"
			}
			for _, statement := range []string{
				fmt.Sprintf("UPDATE %s SET %s = %s", table, column, column), "DELETE FROM " + table, "TRUNCATE " + table + " CASCADE",
				"DROP TABLE " + table, "ALTER TABLE " + table + " DISABLE TRIGGER ALL",
			} {
				if _, err := s.Store.DB().Exec(statement); err == nil || !strings.Contains(err.Error(), "permission denied") && !strings.Contains(err.Error(), "must be owner") {
					t.Errorf("%s: %v", statement, err)
				}
			}
		})
	}
	for _, statement := range []string{"DELETE FROM chain_heads", "DELETE FROM goose_db_version", "UPDATE goose_db_version SET version_id = 9", "CREATE TABLE mine (id int)"} {
		if _, err := s.Store.DB().Exec(statement); err == nil {
			t.Errorf("%s: done", statement)
		}
	}

	// Whoever owns the tables is held by no grant.
	var me string
	if err := db.QueryRow("SELECT current_user").Scan(&me); err != nil {
		t.Fatal(err)
	}
	if grants, err = store.Grants(me); err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), grants); err == nil || !strings.Contains(err.Error(), "only the service uses") {
		t.Errorf("grants for the owner: %v", err)
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}
