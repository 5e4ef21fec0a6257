package graph_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/fault"
	. "github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestSeveralKeys pages through lists in orders of several keys: no row is lost or repeated, the pages
// are those of the numbered list, and rows that are equal in the first key are ordered by the next.
func TestSeveralKeys(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, row := range []struct{ list, page, args string }{
			{"complaints", "complaintPage", "[{field: PRIORITY, direction: ASC}, {field: DUE_AT, direction: ASC}]"},
			{"complaints", "complaintPage", "[{field: PRIORITY, direction: DESC}, {field: DUE_AT, direction: ASC}]"},
			{"complaints", "complaintPage", "[{field: ZONE_NAME, direction: ASC}, {field: RATING, direction: DESC}, {field: RESOLVED_AT, direction: ASC}]"},
			{"complaints", "complaintPage", "[{field: RATING, direction: DESC}, {field: CATEGORY_NAME, direction: ASC}]"},
			{"complaints", "complaintPage", "[{field: STATUS, direction: ASC}, {field: CLOSED_AT, direction: DESC}]"},
			{"tasks", "taskPage", "[{field: SOLVER_NAME, direction: DESC}, {field: ACCEPTED_AT, direction: ASC}]"},
			{"tasks", "taskPage", "[{field: DUE_AT, direction: ASC}]"},
			{"tasks", "taskPage", "[{field: DUE_AT, direction: DESC}]"},
			{"users", "userPage", "[{field: ROLE, direction: ASC}, {field: CONTACT_EMAIL, direction: DESC}]"},
			{"payments", "paymentPage", "[{field: PROVIDER_NAME, direction: ASC}, {field: AMOUNT_MINOR, direction: DESC}]"},
			{"auditEntries", "auditEntryPage", "[{field: ACTION, direction: ASC}, {field: CREATED_AT, direction: DESC}]"},
		} {
			t.Run(row.list+row.args, func(t *testing.T) {
				forward, _ := walkPages(t, s, "", row.list, "", ", orderBy: "+row.args, "", false)
				backward, _ := walkPages(t, s, "", row.list, "", ", orderBy: "+row.args, "", true)
				if !slices.Equal(forward, backward) {
					t.Errorf("backward is another list\n%v\n%v", forward, backward)
				}
				once := slices.Clone(forward)
				slices.Sort(once)
				if len(slices.Compact(once)) != len(forward) {
					t.Error("a row comes twice")
				}
				var paged []string
				for n := 1; n < 200; n++ {
					a := s.MustExecute(t, Admin, fmt.Sprintf(`{ p: %s(page: %d, limit: 11, orderBy: %s) { %s { id } pagination { hasNext } } }`, row.page, n, row.args, row.list), nil)
					paged = append(paged, ids(t, a.At("p", row.list))...)
					if a.At("p", "pagination", "hasNext") != true {
						break
					}
				}
				if !slices.Equal(paged, forward) {
					t.Errorf("the pages are another list\n%v\n%v", paged, forward)
				}
			})
		}
	})
}

// TestOrdersAsWritten: one key may be written without brackets, also as a variable of the type of a key,
// on a list of the root and on an edge; an order of too many keys or with one twice is refused.
func TestOrdersAsWritten(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		key := map[string]any{"field": "UPDATED_AT", "direction": "DESC"}
		const rows = `edges { node { id tasks(first: 3, orderBy: %s) { edges { node { id } } } } }`
		want := s.MustExecute(t, Admin, fmt.Sprintf(`{ complaints(orderBy: [{field: UPDATED_AT, direction: DESC}]) { `+rows+` } }`, "[{field: STATUS, direction: DESC}]"), nil).At("complaints")
		status := map[string]any{"field": "STATUS", "direction": "DESC"}
		for _, query := range []string{
			`query { complaints(orderBy: {field: UPDATED_AT, direction: DESC}) { ` + fmt.Sprintf(rows, "{field: STATUS, direction: DESC}") + ` } }`,
			`query($by: ComplaintOrder, $tasks: TaskOrder) { complaints(orderBy: $by) { ` + fmt.Sprintf(rows, "$tasks") + ` } }`,
			`query($by: ComplaintOrder!, $tasks: TaskOrder!) { complaints(orderBy: $by) { ` + fmt.Sprintf(rows, "$tasks") + ` } }`,
			`query($by: [ComplaintOrder!], $tasks: [TaskOrder!]!) { complaints(orderBy: $by) { ` + fmt.Sprintf(rows, "$tasks") + ` } }`,
			`query($by: ComplaintOrder = {field: UPDATED_AT, direction: DESC}) { complaints(orderBy: $by) { ` + fmt.Sprintf(rows, "{field: STATUS, direction: DESC}") + ` } }`,
		} {
			for range 2 { // the second time from the cache of documents
				vars := map[string]any{}
				if strings.Contains(query, "$by") {
					vars["by"] = key
				}
				if strings.Contains(query, "$tasks") {
					vars["tasks"] = status
				}
				if got := s.MustExecute(t, Admin, query, vars).At("complaints"); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s\n%v\nwant %v", query, got, want)
				}
			}
		}
		for _, bad := range []string{
			"[{field: STATUS}, {field: TITLE}, {field: RATING}, {field: DUE_AT}]",
			"[{field: STATUS, direction: ASC}, {field: STATUS, direction: DESC}]",
			"[null]", `[{field: SECRET}]`,
		} {
			for _, list := range []string{"complaints(orderBy: %s) { totalCount }", "complaintPage(orderBy: %s) { pagination { total } }"} {
				if a := s.Execute(t, Admin, `{ `+fmt.Sprintf(list, bad)+` }`, nil); a.Code() != "VALIDATION_ERROR" {
					t.Errorf("%s: %.300s", bad, a.Raw)
				}
			}
		}
		if a := s.MustExecute(t, Admin, `{ complaints(orderBy: []) { totalCount } complaintPage(orderBy: []) { pagination { total } } }`, nil); a.At("complaints", "totalCount") != a.At("complaintPage", "pagination", "total") {
			t.Errorf("%s", a.Raw)
		}
	})
}

// captured is a query of a list whose statement is kept.
type captured[Q, O, T any] interface {
	Order(...O) Q
	Limit(int) Q
	All(context.Context) ([]T, error)
}

// run reads a list in an order of fields that have one direction.
func run[Q captured[Q, O, T], O, T, F any, P interface {
	*F
	UnmarshalGQL(any) error
}, K any](ctx context.Context, q Q, terms func([]K, bool) []O, key func(P, entgql.OrderDirection) K, names []string, d entgql.OrderDirection) error {
	keys := make([]K, len(names))
	for i, name := range names {
		f := P(new(F))
		if err := f.UnmarshalGQL(name); err != nil {
			return err
		}
		keys[i] = key(f, d)
	}
	_, err := q.Order(terms(keys, false)...).Limit(5).All(ctx)
	return err
}

// TestServedOrders asks the databases how they read the lists in the orders of the table: they have an
// index for each, in both directions, and sort nothing.
func TestServedOrders(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		c := s.Store.Client()
		var text string
		var args []any
		keep := func(q *sql.Selector) { text, args = q.Query() }
		lists := map[string]func(context.Context, []string, entgql.OrderDirection) error{
			"Complaint": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.Complaint.Query()
				q.Modify(keep)
				return run(ctx, q, ent.ComplaintTerms, func(f *ent.ComplaintOrderField, d entgql.OrderDirection) *ent.ComplaintOrder {
					return &ent.ComplaintOrder{Field: f, Direction: d}
				}, names, d)
			},
			"Task": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.WorkTask.Query()
				q.Modify(keep)
				return run(ctx, q, ent.TaskTerms, func(f *ent.TaskOrderField, d entgql.OrderDirection) *ent.TaskOrder {
					return &ent.TaskOrder{Field: f, Direction: d}
				}, names, d)
			},
			"User": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.User.Query()
				q.Modify(keep)
				return run(ctx, q, ent.UserTerms, func(f *ent.UserOrderField, d entgql.OrderDirection) *ent.UserOrder {
					return &ent.UserOrder{Field: f, Direction: d}
				}, names, d)
			},
			"Broadcast": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.Broadcast.Query()
				q.Modify(keep)
				return run(ctx, q, ent.BroadcastTerms, func(f *ent.BroadcastOrderField, d entgql.OrderDirection) *ent.BroadcastOrder {
					return &ent.BroadcastOrder{Field: f, Direction: d}
				}, names, d)
			},
			"Payment": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.Payment.Query()
				q.Modify(keep)
				return run(ctx, q, ent.PaymentTerms, func(f *ent.PaymentOrderField, d entgql.OrderDirection) *ent.PaymentOrder {
					return &ent.PaymentOrder{Field: f, Direction: d}
				}, names, d)
			},
			"Zone": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.Zone.Query()
				q.Modify(keep)
				return run(ctx, q, ent.ZoneTerms, func(f *ent.ZoneOrderField, d entgql.OrderDirection) *ent.ZoneOrder {
					return &ent.ZoneOrder{Field: f, Direction: d}
				}, names, d)
			},
			"Category": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.Category.Query()
				q.Modify(keep)
				return run(ctx, q, ent.CategoryTerms, func(f *ent.CategoryOrderField, d entgql.OrderDirection) *ent.CategoryOrder {
					return &ent.CategoryOrder{Field: f, Direction: d}
				}, names, d)
			},
			"Group": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.Group.Query()
				q.Modify(keep)
				return run(ctx, q, ent.GroupTerms, func(f *ent.GroupOrderField, d entgql.OrderDirection) *ent.GroupOrder {
					return &ent.GroupOrder{Field: f, Direction: d}
				}, names, d)
			},
			"ServiceProvider": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.ServiceProvider.Query()
				q.Modify(keep)
				return run(ctx, q, ent.ServiceProviderTerms, func(f *ent.ServiceProviderOrderField, d entgql.OrderDirection) *ent.ServiceProviderOrder {
					return &ent.ServiceProviderOrder{Field: f, Direction: d}
				}, names, d)
			},
			"AuditEntry": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.AuditEntry.Query()
				q.Modify(keep)
				return run(ctx, q, ent.AuditEntryTerms, func(f *ent.AuditEntryOrderField, d entgql.OrderDirection) *ent.AuditEntryOrder {
					return &ent.AuditEntryOrder{Field: f, Direction: d}
				}, names, d)
			},
			"Notification": func(ctx context.Context, names []string, d entgql.OrderDirection) error {
				q := c.Notification.Query()
				q.Modify(keep)
				return run(ctx, q, ent.NotificationTerms, func(f *ent.NotificationOrderField, d entgql.OrderDirection) *ent.NotificationOrder {
					return &ent.NotificationOrder{Field: f, Direction: d}
				}, names, d)
			},
		}
		for of, orders := range model.ServedOrders {
			for _, order := range orders {
				for _, d := range []entgql.OrderDirection{entgql.OrderDirectionAsc, entgql.OrderDirectionDesc} {
					if err := lists[of](System(), order, d); err != nil {
						t.Fatalf("%s by %v: %v", of, order, err)
					}
					if plan := planOf(t, s, text, args); sorts(s.Dialect, plan) {
						t.Errorf("%s by %v %s sorts:\n%s\n%s", of, order, d, text, plan)
					}
				}
			}
		}
		if err := lists["Complaint"](System(), []string{"TITLE"}, entgql.OrderDirectionAsc); err != nil || !sorts(s.Dialect, planOf(t, s, text, args)) {
			t.Errorf("the plan of an order without an index does not show it: %v", err)
		}
	})
}

// TestPagesInTwoParts asks the databases how they read what comes after a cursor in the order of a column that
// may be null: each part enters its index, and sorts nothing.
func TestPagesInTwoParts(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		var text string
		var args []any
		id := uuid.New()
		for _, at := range []any{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), nil} {
			for _, d := range []entgql.OrderDirection{entgql.OrderDirectionAsc, entgql.OrderDirectionDesc} {
				var split entgql.Split
				due := entgql.OrderColumn{Name: worktask.FieldDueAt, Nullable: true, Kind: entgql.OrderTimes}
				where, err := entgql.MultiCursorsPredicate(&entgql.Cursor[uuid.UUID]{ID: id, Value: []any{at}}, nil, &entgql.MultiCursorsOptions{
					FieldID: worktask.FieldID, Fields: []entgql.OrderColumn{due}, Directions: []entgql.OrderDirection{d}, Split: &split,
				})
				if err != nil || len(where) != 1 {
					t.Fatal(where, err)
				}
				parts := 0
				for more := true; more; more = split.Next() {
					parts++
					q := s.Store.Client().WorkTask.Query().Where(where[0])
					q.Modify(func(q *sql.Selector) { text, args = q.Query() })
					terms := ent.TaskTerms([]*ent.TaskOrder{{Field: ent.WorkTaskOrderFieldDueAt, Direction: d}}, false)
					_, _ = q.Order(terms...).Limit(5).All(System()) // built for the second time, it numbers its arguments further on
					plan := planOf(t, s, text, args)
					entered := strings.Contains(plan, "Index Cond: ") || strings.Contains(plan, "SEARCH tasks USING INDEX worktask_due_at_id")
					if sorts(s.Dialect, plan) || !entered || !strings.Contains(plan, "worktask_due_at_id") {
						t.Errorf("after %v, %s, part %d:\n%s\n%s", at, d, parts, text, plan)
					}
				}
				if two := (at != nil) == (d == entgql.OrderDirectionAsc); two != (parts == 2) {
					t.Errorf("after %v, %s: %d parts", at, d, parts)
				}
			}
		}
	})
}

// sortFewer lowers the bound of orders that no index serves. Tests that need it do not run in parallel.
func sortFewer(t *testing.T, rows int) {
	t.Helper()
	was := model.MaxSorted
	model.MaxSorted = rows
	t.Cleanup(func() { model.MaxSorted = was })
}

// sorts reports whether a plan sorts all rows. PostgreSQL sorts rows that are equal in a unique column
// incrementally, which are one at a time.
func sorts(of, plan string) bool {
	if of == dialect.Postgres {
		return strings.Contains(strings.ReplaceAll(plan, "Incremental Sort", ""), "Sort  (")
	}
	return strings.Contains(plan, "USE TEMP B-TREE FOR ORDER BY")
}

// planOf returns how a database runs a statement. PostgreSQL would rather sort the few rows of the test.
func planOf(t *testing.T, s *Server, query string, args []any) string {
	t.Helper()
	return dbtest.Plan(t, s.Store, query, args, "seqscan", "bitmapscan", "sort")
}

// TestBoundedOrders: an order that no index serves is refused where the filter selects more rows than are
// sorted, by the connection and by the numbered page, and says what to do.
func TestBoundedOrders(t *testing.T) {
	keys := []model.OrderKey{{Field: "TITLE"}, {Field: "RATING", Desc: true}}
	err := model.TooManyToSort("Complaint", keys)
	for _, part := range []string{"TITLE and RATING descending", "50000 rows", "filter it further", "PRIORITY with DUE_AT"} {
		if f, ok := fault.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Field != "orderBy" || !strings.Contains(f.Fields[0].Message, part) {
			t.Errorf("%v does not say %q", err, part)
		}
	}
	for of, enum := range schema().Types {
		list, isOrder := strings.CutSuffix(of, "OrderField")
		if !isOrder || model.ServedOrders[list] == nil {
			continue
		}
		for _, served := range model.ServedOrders[list] {
			for _, k := range served {
				if enum.EnumValues.ForName(k) == nil {
					t.Errorf("%s has no order %s", list, k)
				}
			}
		}
	}
	for _, row := range []struct {
		order []model.OrderKey
		want  bool
	}{
		{nil, true},
		{[]model.OrderKey{{Field: "DUE_AT", Desc: true}}, true},
		{[]model.OrderKey{{Field: "PRIORITY"}, {Field: "DUE_AT"}}, true},
		{[]model.OrderKey{{Field: "PRIORITY", Desc: true}, {Field: "DUE_AT", Desc: true}}, true},
		{[]model.OrderKey{{Field: "PRIORITY"}, {Field: "DUE_AT", Desc: true}}, false},
		{[]model.OrderKey{{Field: "DUE_AT"}, {Field: "PRIORITY"}}, false},
		{keys, false},
	} {
		if got := model.Served("Complaint", row.order); got != row.want {
			t.Errorf("%v: %t", row.order, got)
		}
	}
	sortFewer(t, 10) // for both databases, which are tested side by side
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const by = `orderBy: [{field: TITLE, direction: ASC}, {field: RATING, direction: DESC}]`
		for _, query := range []string{
			`{ complaints(` + by + `) { edges { node { id } } } }`,
			`{ complaintPage(` + by + `) { complaints { id } } }`,
			`{ users(orderBy: {field: CONTACT_EMAIL, direction: ASC}) { edges { node { id } } } }`,
			`{ userPage(orderBy: {field: LAST_SIGN_IN_AT, direction: ASC}) { users { id } } }`,
			`{ auditEntries(orderBy: [{field: ACTION, direction: ASC}, {field: CREATED_AT, direction: DESC}]) { edges { node { id } } } }`,
		} {
			if a := s.Execute(t, Admin, query, nil); a.Code() != "VALIDATION_ERROR" || !strings.Contains(a.Raw, "too_many_rows") || !strings.Contains(a.Raw, "10 rows") {
				t.Errorf("%s: %.400s", query, a.Raw)
			}
		}
		for _, query := range []string{
			`{ complaints(where: {ratingGTE: 5, status: RESOLVED}, ` + by + `) { edges { node { id } } } }`,
			`{ complaintPage(where: {status: REJECTED}, ` + by + `) { complaints { id } } }`,
			`{ complaints(orderBy: [{field: PRIORITY, direction: DESC}, {field: DUE_AT, direction: DESC}]) { edges { node { id } } } }`,
		} {
			s.MustExecute(t, Admin, query, nil)
		}
	})
}
