package graph_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/redress/redress/internal/domain"
	. "github.com/redress/redress/internal/testenv"
)

// sortKeys are the fields that orders stand for.
var sortKeys = map[string]string{
	"CREATED_AT": "createdAt", "UPDATED_AT": "updatedAt", "DUE_AT": "dueAt", "OCCURRED_AT": "occurredAt",
	"SCHEDULED_AT": "scheduledAt", "NAME": "name", "PAYMENT_DATE": "paymentDate", "AMOUNT_MINOR": "amountMinor",
	"REFERENCE": "reference", "TITLE": "title", "STATUS": "status", "PRIORITY": "priority", "SOURCE": "source", "ASSIGNED_AT": "assignedAt",
	"RESOLVED_AT": "resolvedAt", "CLOSED_AT": "closedAt", "MOVED_AT": "movedAt", "RATING": "rating", "REOPENED_COUNT": "reopenedCount",
	"CATEGORY_NAME": "category.name", "ZONE_NAME": "zone.name", "HANDLER_NAME": "handler.name", "SOLVER_NAME": "solver.name", "PROVIDER_NAME": "provider.name",
	"ACCEPTED_AT": "acceptedAt", "ENDED_AT": "endedAt", "ROLE": "role", "STATE": "state", "CONTACT_EMAIL": "contact.email",
	"LAST_SIGN_IN_AT": "lastSignInAt", "SENT_AT": "sentAt", "RECIPIENTS": "recipientCount", "ACTION": "action",
}

// fieldsAt returns the selection of a path such as zone.name.
func fieldsAt(path string) string {
	if parent, child, nested := strings.Cut(path, "."); nested {
		return parent + " { " + child + " }"
	}
	return path
}

// atPath returns the value at a path such as zone.name.
func atPath(node map[string]any, path string) any {
	parent, child, nested := strings.Cut(path, ".")
	if !nested {
		return node[path]
	}
	inner, _ := node[parent].(map[string]any)
	return inner[child]
}

// walkPages follows a connection to its end, forward or backward, and returns ids and sort keys
// in the order of the list.
func walkPages(t *testing.T, s *Server, open, list, shut, args, key string, backward bool) (found, keys []string) {
	t.Helper()
	size, cursor, more, edge := "first: 7", "after", "hasNextPage", "endCursor"
	if backward {
		size, cursor, more, edge = "last: 7", "before", "hasPreviousPage", "startCursor"
	}
	query := fmt.Sprintf(`query($c: Cursor) { %s list: %s(%s, %s: $c%s) { totalCount pageInfo { more: %s edge: %s } edges { cursor node { id %s } } } %s }`,
		open, list, size, cursor, args, more, edge, fieldsAt(key), shut)
	var at any
	for range 200 {
		a := s.MustExecute(t, Admin, query, map[string]any{"c": at})
		page := a.At("list")
		if page == nil {
			page = a.At("parent", "list")
		}
		rows := page.(map[string]any)["edges"].([]any)
		var pageIDs, pageKeys []string
		for _, row := range rows {
			node := row.(map[string]any)["node"].(map[string]any)
			pageIDs = append(pageIDs, node["id"].(string))
			if key != "" {
				pageKeys = append(pageKeys, fmt.Sprint(atPath(node, key)))
			}
		}
		if backward {
			found, keys = append(pageIDs, found...), append(pageKeys, keys...)
		} else {
			found, keys = append(found, pageIDs...), append(keys, pageKeys...)
		}
		info := page.(map[string]any)["pageInfo"].(map[string]any)
		if info["more"] != true {
			if total := page.(map[string]any)["totalCount"]; total != float64(len(found)) {
				t.Errorf("%s%s: %v counted, %d found", list, args, total, len(found))
			}
			return found, keys
		}
		at = info["edge"]
	}
	t.Fatalf("%s%s has no end", list, args)
	return nil, nil
}

// TestPaging pages through every list in every order, forward and backward: no row is lost or
// repeated and the order holds, also where the key is equal or absent in many rows.
func TestPaging(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		w := newVisibilityModel(t, s)
		for _, statement := range []string{ // columns that ent won't change
			"UPDATE complaints SET created_at = (SELECT max(created_at) FROM complaints), updated_at = (SELECT min(updated_at) FROM complaints) WHERE status IN ('ASSIGNED', 'CLOSED', 'RESOLVED')",
			"UPDATE status_logs SET created_at = (SELECT max(created_at) FROM status_logs)",
			"UPDATE payments SET payment_date = (SELECT max(payment_date) FROM payments) WHERE type = 'SETTLEMENT'",
			"UPDATE payments SET amount_minor = 9007199254740993 WHERE payment_method = 'UPI'",
			"UPDATE users SET name = 'Same Name' WHERE role = 'USER'",
		} {
			if _, err := s.Store.DB().ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		check := func(open, list, shut, orderType string) {
			orders := []string{""}
			for _, v := range schema().Types[orderType].EnumValues {
				orders = append(orders, v.Name)
			}
			for _, order := range orders {
				for _, direction := range []string{"ASC", "DESC"} {
					args, key := fmt.Sprintf(", orderBy: {field: %s, direction: %s}", order, direction), sortKeys[order]
					if order == "" {
						args = ""
					}
					forward, keys := walkPages(t, s, open, list, shut, args, key, false)
					backward, _ := walkPages(t, s, open, list, shut, args, key, true)
					if !slices.Equal(forward, backward) {
						t.Errorf("%s%s: backward is another list\n%v\n%v", list, args, forward, backward)
					}
					once := slices.Clone(forward)
					slices.Sort(once)
					if len(slices.Compact(once)) != len(forward) {
						t.Errorf("%s%s: a row comes twice", list, args)
					}
					if key != "" && !collated(order) && !slices.IsSortedFunc(keys, compare(order, direction)) {
						t.Errorf("%s%s: %v", list, args, keys)
					}
				}
			}
		}
		for _, f := range schema().Query.Fields {
			if isConnection(f) {
				check("", f.Name, "", nodeType(f)+"OrderField")
			}
		}
		rows := w.rows(w.accounts[Admin])
		for kind := range rows {
			own, _ := splitVisible(rows[kind])
			for _, e := range edges(schema().Types[kind]) {
				if isConnection(e) {
					parent := busiest(t, s, kind, e.Name, own)
					check(fmt.Sprintf(`parent: node(id: %q) { ... on %s {`, parent, kind), e.Name, "} }", nodeType(e)+"OrderField")
				}
			}
		}
	})
}

// busiest finds the row with the most others on an edge.
func busiest(t *testing.T, s *Server, kind, edge string, ids []string) string {
	t.Helper()
	best, most := "", -1.0
	for batch := range slices.Chunk(ids, 100) {
		a := s.MustExecute(t, Admin, fmt.Sprintf(`query($ids: [ID!]!) { nodes(ids: $ids) { ... on %s { id e: %s(first: 1) { totalCount } } } }`, kind, edge), map[string]any{"ids": batch})
		for i := range batch {
			if n := a.At("nodes", i, "e", "totalCount").(float64); n > most {
				best, most = batch[i], n
			}
		}
	}
	return best
}

// collated reports whether the databases may have an order of their own for the letters of a key.
func collated(order string) bool {
	return strings.HasSuffix(order, "NAME") || order == "TITLE" || order == "CONTACT_EMAIL"
}

func compare(order, direction string) func(a, b string) int {
	return func(a, b string) int {
		d := 0
		switch absent := "<nil>"; {
		case order == "PRIORITY": // urgent comes first
			d = slices.Index(domain.Priorities, domain.Priority(b)) - slices.Index(domain.Priorities, domain.Priority(a))
		case order == "REOPENED_COUNT", order == "RECIPIENTS", order == "AMOUNT_MINOR":
			var x, y int64
			_, _ = fmt.Sscan(a, &x)
			_, _ = fmt.Sscan(b, &y)
			d = int(min(max(x-y, -1), 1))
		case a == b:
		case a == absent: // no deadline comes behind every deadline
			d = 1
		case b == absent:
			d = -1
		default:
			d = strings.Compare(a, b)
		}
		if direction == "DESC" {
			return -d
		}
		return d
	}
}

// TestNumberedPages follows the numbered pages of every list in every order they know.
func TestNumberedPages(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, page := range []struct{ root, rows, order string }{
			{"complaintPage", "complaints", "ComplaintOrderField"},
			{"taskPage", "tasks", "TaskOrderField"},
			{"paymentPage", "payments", "PaymentOrderField"},
			{"broadcastPage", "broadcasts", "BroadcastOrderField"},
			{"userPage", "users", "UserOrderField"},
			{"zonePage", "zones", "ZoneOrderField"},
			{"groupPage", "groups", "GroupOrderField"},
			{"categoryPage", "categories", "CategoryOrderField"},
			{"serviceProviderPage", "serviceProviders", "ServiceProviderOrderField"},
			{"auditEntryPage", "auditEntries", "AuditEntryOrderField"},
			{"notificationPage", "notifications", "NotificationOrderField"},
		} {
			t.Run(page.root, func(t *testing.T) {
				for _, v := range schema().Types[page.order].EnumValues {
					for _, direction := range []string{"ASC", "DESC"} {
						args := fmt.Sprintf("orderBy: {field: %s, direction: %s}", v.Name, direction)
						var got []string
						for n := 1; n < 50; n++ {
							a := s.MustExecute(t, Admin, fmt.Sprintf(`{ p: %s(page: %d, limit: 9, %s) { %s { id } pagination { hasNext hasPrevious totalPages } } }`, page.root, n, args, page.rows), nil)
							got = append(got, ids(t, a.At("p", page.rows))...)
							if a.At("p", "pagination", "hasPrevious") != (n > 1) {
								t.Errorf("%s: page %d: %s", page.root, n, a.Raw)
							}
							if a.At("p", "pagination", "hasNext") != true {
								break
							}
						}
						want, _ := allIDs(t, s, Admin, page.rows, ", "+args)
						if !slices.Equal(got, want) {
							t.Errorf("%s %s: the pages are another list than %s", page.root, args, page.rows)
						}
					}
				}
			})
		}
	})
}

// TestPageSizes: 20 when nothing is said, whichever way nothing is said, and never more than 100.
func TestPageSizes(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		ctx, c := System(), s.Store.Client()
		row := c.Complaint.GetX(ctx, s.Samples.Complaint)
		for i := range 130 { // on an edge, and notifications of the root
			c.Comment.Create().SetComplaint(row).SetText(fmt.Sprint("comment ", i)).SetVisibility(domain.VisibilityPublic).SetCreatedAt(row.CreatedAt.Add(time.Duration(i/10) * time.Second)).ExecX(ctx)
		}
		id := row.ID.String()
		for _, ask := range []struct {
			query string
			vars  map[string]any
			want  int // rows; 0: refused
		}{
			{`query($id: ID!) { complaint(id: $id) { c: comments { edges { node { id } } } } }`, nil, 20},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: null) { edges { node { id } } } } }`, nil, 20},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: null, last: null) { edges { node { id } } } } }`, nil, 20},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, nil, 20},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": nil}, 20},
			{`query($id: ID!, $n: Int, $m: Int) { complaint(id: $id) { c: comments(first: $n, last: $m) { edges { node { id } } } } }`, nil, 20},
			{`query($id: ID!, $n: Int, $m: Int) { complaint(id: $id) { c: comments(first: $n, last: $m) { edges { node { id } } } } }`, map[string]any{"m": 3}, 3},
			{`query($id: ID!, $n: Int = 4) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, nil, 4},
			{`query($id: ID!, $n: Int = 4) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": 6}, 6},
			{`query($id: ID!, $n: Int = 4) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": nil}, 20},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(last: $n) { edges { node { id } } } } }`, nil, 20},
			{`query($id: ID!) { complaint(id: $id) { ...F } } fragment F on Complaint { c: comments { edges { ...E } } } fragment E on CommentEdge { node { id } }`, nil, 20},
			{`query($id: ID!) { node(id: $id) { ... on Complaint { c: comments { edges { node { id } } } } } }`, nil, 20},
			{`query($id: ID!) { nodes(ids: [$id]) { ... on Complaint { c: comments { edges { node { id } } } } } }`, nil, 20},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: 100) { edges { node { id } } } } }`, nil, 100},
			{`query($id: ID!) { complaint(id: $id) { c: comments(last: 100) { edges { node { id } } } } }`, nil, 100},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: 101) { edges { node { id } } } } }`, nil, 0},
			{`query($id: ID!) { complaint(id: $id) { c: comments(last: 101) { edges { node { id } } } } }`, nil, 0},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: 0) { edges { node { id } } } } }`, nil, 0},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: -1) { edges { node { id } } } } }`, nil, 0},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: 5, last: 5) { edges { node { id } } } } }`, nil, 0},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: 99999999999999999999) { edges { node { id } } } } }`, nil, 0},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": 101}, 0},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": -1}, 0},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": 1 << 40}, 0},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": "7"}, 0},
			{`query($id: ID!, $n: Int) { complaint(id: $id) { c: comments(first: $n) { edges { node { id } } } } }`, map[string]any{"n": 7.5}, 0},
			{`query($id: ID!) { complaint(id: $id) { ...F } } fragment F on Complaint { c: comments(first: 101) { edges { node { id } } } }`, nil, 0},
			{`query($id: ID!) { complaint(id: $id) { c: comments(first: 101) @include(if: false) { edges { node { id } } } } }`, nil, 0},
		} {
			t.Run(fmt.Sprintf("%.60s", ask.query), func(t *testing.T) {
				vars := map[string]any{"id": id}
				maps.Copy(vars, ask.vars)
				a := s.Execute(t, User, ask.query, vars)
				if ask.want == 0 {
					if a.Code() != "VALIDATION_ERROR" || a.Data != nil {
						t.Errorf("%s %v: want a refusal: %.200s", ask.query, ask.vars, a.Raw)
					}
					return
				}
				n := 0
				walkValues(a.Data, "", func(field string, _ any) {
					if field == "id" {
						n++
					}
				})
				if n != ask.want || len(a.Errors) > 0 {
					t.Errorf("%s %v: %d rows, want %d: %.200s", ask.query, ask.vars, n, ask.want, a.Raw)
				}
			})
		}
	})
}

// TestOneVariableInTwoPlaces: the default page size is the page's alone, whatever else the
// same absent variable stands for.
func TestOneVariableInTwoPlaces(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		query := `query($n: Int) { complaints(first: $n, where: {ratingGTE: $n}) { totalCount edges { node { id } } } again: complaints(where: {ratingGTE: $n}, last: $n) { totalCount } }`
		all := s.MustExecute(t, Admin, `{ complaints { totalCount } }`, nil).At("complaints", "totalCount")
		for range 2 { // the second time from the cache of documents
			a := s.MustExecute(t, Admin, query, nil)
			if a.At("complaints", "totalCount") != all || a.At("again", "totalCount") != all || len(a.At("complaints", "edges").([]any)) != 20 {
				t.Errorf("%.300s", a.Raw)
			}
		}
		if a := s.MustExecute(t, Admin, query, map[string]any{"n": 4}); len(a.At("complaints", "edges").([]any)) > 4 || a.At("complaints", "totalCount") == all {
			t.Errorf("%.300s", a.Raw)
		}
	})
}

// TestSameEdgeTwice asks for an edge under two names and through fragments: each answer is what
// it is when asked for alone.
func TestSameEdgeTwice(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		plain := s.MustExecute(t, Admin, `{ complaints(first: 30) { edges { node { id zone { id name } submittedBy { id name contact { email } } statusLog(first: 2) { edges { node { id status actorName } } } tasks { edges { node { id solver { name } } } } } } } }`, nil)
		twice := s.MustExecute(t, Admin, `query($no: Boolean = false, $yes: Boolean = true) { complaints(first: 30) { edges { node { id
			a: zone { id } zone { name } z: zone { ...Z } zone { id }
			submittedBy { id } who: submittedBy { contact { email } } other: submittedBy { name contact { phone } }
			two: statusLog(first: 2) { edges { node { id actorName } } } ...L
			one: statusLog(first: 1) { edges { node { status } } } back: statusLog(last: 1) { edges { node { status actor { name } } } }
			tasks { edges { node { id } } } ... on Complaint { tasks { edges { node { solver { name } } } } }
			never: statusLog @skip(if: $yes) { totalCount } tasks @include(if: $no) { totalCount }
		} } } }
		fragment Z on Zone { name parent { name } }
		fragment L on Complaint { statusLog(first: 2) { edges { node { status actorName } } } }`, nil)
		for i := range plain.At("complaints", "edges").([]any) {
			p := func(path ...any) any { return plain.At(append([]any{"complaints", "edges", i, "node"}, path...)...) }
			q := func(path ...any) any { return twice.At(append([]any{"complaints", "edges", i, "node"}, path...)...) }
			for _, same := range [][2][]any{
				{{"id"}, {"id"}},
				{{"zone", "id"}, {"a", "id"}},
				{{"zone", "id"}, {"zone", "id"}},
				{{"zone", "name"}, {"zone", "name"}},
				{{"zone", "name"}, {"z", "name"}},
				{{"submittedBy", "id"}, {"submittedBy", "id"}},
				{{"submittedBy", "name"}, {"other", "name"}},
				{{"submittedBy", "contact", "email"}, {"who", "contact", "email"}},
				{{"statusLog", "edges", 0, "node", "id"}, {"two", "edges", 0, "node", "id"}},
				{{"statusLog", "edges", 1, "node", "actorName"}, {"two", "edges", 1, "node", "actorName"}},
				{{"statusLog", "edges", 0, "node", "status"}, {"one", "edges", 0, "node", "status"}},
				{{"statusLog", "edges", 1, "node", "actorName"}, {"statusLog", "edges", 1, "node", "actorName"}},
				{{"tasks", "edges", 0, "node", "id"}, {"tasks", "edges", 0, "node", "id"}},
				{{"tasks", "edges", 0, "node", "solver", "name"}, {"tasks", "edges", 0, "node", "solver", "name"}},
			} {
				if p(same[0]...) != q(same[1]...) {
					t.Errorf("%v %v is %v, alone %v", q("id"), same[1], q(same[1]...), p(same[0]...))
				}
			}
			if q("never") != nil || q("one", "edges", 1) != nil || q("back", "edges", 0, "node", "status") == nil {
				t.Errorf("%v", q())
			}
		}
	})
}

// TestCursors gives cursors that are broken, of another order, or made to break something.
// TestBetweenCursors reads what lies after one row and before another, from either end.
func TestBetweenCursors(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, order := range []string{
			"{field: CREATED_AT, direction: DESC}", "{field: DUE_AT, direction: ASC}", "{field: DUE_AT, direction: DESC}",
			"[{field: STATUS, direction: ASC}, {field: DUE_AT, direction: DESC}]",
		} {
			read := func(arguments string) (ids, cursors []string) {
				a := s.MustExecute(t, Admin, "{ tasks("+arguments+", orderBy: "+order+") { edges { cursor node { id } } } }", nil)
				for i := range a.At("tasks", "edges").([]any) {
					ids = append(ids, a.At("tasks", "edges", i, "node", "id").(string))
					cursors = append(cursors, a.At("tasks", "edges", i, "cursor").(string))
				}
				return ids, cursors
			}
			all, at := read("first: 100")
			if len(all) < 6 {
				t.Fatalf("%d tasks", len(all))
			}
			expect := func(arguments string, want []string) {
				t.Helper()
				if got, _ := read(arguments); !slices.Equal(got, want) {
					t.Fatalf("%s, %s, of %d: %d rows, want %d", order, arguments, len(all), len(got), len(want))
				}
			}
			for i := range all {
				expect(fmt.Sprintf("first: 2, before: %q", at[i]), all[:min(2, i)])
				expect(fmt.Sprintf("last: 2, after: %q", at[i]), all[max(i+1, len(all)-2):])
				for j := range all {
					// Nothing, one, two or three rows between two cursors tell everything, and so do cursors the wrong way round.
					if d := j - i; d < -1 && j > 0 || d > 4 && j < len(all)-1 {
						continue
					}
					inside := []string{}
					if i+1 < j {
						inside = all[i+1 : j]
					}
					between := fmt.Sprintf("after: %q, before: %q", at[i], at[j])
					expect("first: 100, "+between, inside)
					expect("last: 100, "+between, inside)
					expect("first: 2, "+between, inside[:min(2, len(inside))])
					expect("last: 2, "+between, inside[max(0, len(inside)-2):])
				}
			}
		}
	})
}

// TestListsOfPagesInTwoParts: a page that is read in two parts, since its order is by a column that is absent in
// some rows, shows the lists and rows below all of its rows.
func TestListsOfPagesInTwoParts(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		const document = `{ complaints(first: 100, %s orderBy: {field: RATING, direction: ASC}) { edges { cursor node { reference rating
			category { name slaHours defaultPriority } statusLog(last: 1) { edges { node { status actorName } } } tasks { edges { node { solver { name } } } } } } } }`
		all := s.MustExecute(t, Admin, fmt.Sprintf(document, ""), nil)
		rows, _ := all.At("complaints", "edges").([]any)
		first := s.MustExecute(t, Admin, fmt.Sprintf(document, fmt.Sprintf("after: %q,", all.At("complaints", "edges", 0, "cursor"))), nil)
		if len(rows) < 2 || all.At("complaints", "edges", 1, "node", "rating") == nil || all.At("complaints", "edges", len(rows)-1, "node", "rating") != nil {
			t.Fatalf("%d complaints, whose page has one part", len(rows))
		}
		if got := first.At("complaints", "edges"); !reflect.DeepEqual(got, rows[1:]) {
			t.Errorf("after the first row %v, not %v", got, rows[1:])
		}
	})
}

// TestAliasesOfPages: the parts of a page may have other names, and several.
func TestAliasesOfPages(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		want := s.MustExecute(t, Admin, `{ complaints(first: 2) { totalCount pageInfo { hasNextPage } edges { cursor node { id title
			statusLog(last: 1) { totalCount pageInfo { hasPreviousPage } edges { node { status actorName } } } tasks { edges { node { solver { name } } } } } } } }`, nil).At("complaints")
		renamed := s.MustExecute(t, Admin, `{ complaints(first: 2) { n: totalCount p: pageInfo { hasNextPage } list: edges { cursor row: node { id title
			statusLog(last: 1) { n: totalCount p: pageInfo { hasPreviousPage } list: edges { row: node { status actorName } } } tasks { list: edges { row: node { solver { name } } } } } } } }`, nil)
		raw, err := json.Marshal(renamed.At("complaints"))
		if err != nil {
			t.Fatal(err)
		}
		var got any
		back := strings.NewReplacer(`"n":`, `"totalCount":`, `"p":`, `"pageInfo":`, `"list":`, `"edges":`, `"row":`, `"node":`)
		if err := json.Unmarshal([]byte(back.Replace(string(raw))), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s instead of %v (%v)", raw, want, err)
		}
		twice := s.MustExecute(t, Admin, `{ complaints(first: 2) { edges: pageInfo { hasNextPage } a: edges { node { id } } b: edges { x: node { title }
			y: node { pageInfo: statusLog(last: 1) { c: edges { node { status } } d: edges { node { actorName } } } } } } }`, nil)
		for of, path := range map[string][]any{
			"id": {"a", 0, "node", "id"}, "title": {"b", 0, "x", "title"},
			"status": {"b", 0, "y", "pageInfo", "c", 0, "node", "status"}, "actorName": {"b", 0, "y", "pageInfo", "d", 0, "node", "actorName"},
		} {
			node := want.(map[string]any)["edges"].([]any)[0].(map[string]any)["node"].(map[string]any)
			if of == "status" || of == "actorName" {
				node = node["statusLog"].(map[string]any)["edges"].([]any)[0].(map[string]any)["node"].(map[string]any)
			}
			if got := twice.At(append([]any{"complaints"}, path...)...); got != node[of] {
				t.Errorf("%s: %v instead of %v: %s", of, got, node[of], twice.Raw)
			}
		}
	})
}

func TestCursors(t *testing.T) {
	pack := func(v any) string {
		raw, err := msgpack.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawStdEncoding.EncodeToString(raw)
	}
	id := uuid.New()
	raw := func(bytes ...byte) string { return base64.RawStdEncoding.EncodeToString(bytes) }
	cursors := map[string]string{
		"empty": "", "no base64": "§§§", "one byte": raw(0), "cut off": pack(map[string]any{"i": id})[:10],
		"a list": pack([]any{1, 2}), "a text": pack("x"), "no id": pack(map[string]any{"v": "x"}),
		"array of 4 billion": raw(0xdd, 0xff, 0xff, 0xff, 0xff), "map of 4 billion": raw(0xdf, 0xff, 0xff, 0xff, 0xff),
		"text of 4 billion": raw(0x81, 0xa1, 'v', 0xdb, 0xff, 0xff, 0xff, 0xff), "bytes of 4 billion": raw(0x81, 0xa1, 'i', 0xc6, 0xff, 0xff, 0xff, 0xff),
		"short id": pack(map[string]any{"i": []byte{1, 2}}), "id of text": pack(map[string]any{"i": "x"}),

		"map of 2 billion": raw(0x81, 0xa1, 'v', 0xdf, 0x7f, 0xff, 0xff, 0xff), "list of 2 billion": raw(0x81, 0xa1, 'v', 0xdd, 0x7f, 0xff, 0xff, 0xff),
		"time of 4 billion": raw(0x81, 0xa1, 'v', 0xc9, 0xff, 0xff, 0xff, 0xff, 0xff), "trailing bytes": pack(map[string]any{"i": id}) + "AAAA",
		"nested deep": raw(append([]byte{0x81, 0xa1, 'v'}, slices.Repeat([]byte{0x91}, 100_000)...)...),
	}
	for name, v := range map[string]any{
		"nothing": nil, "map": map[string]any{"a": 1}, "list": []any{1}, "list of nothing": []any{nil}, "two": []any{nil, nil}, "bytes": []byte("x"), "text": "x", "empty text": "", "NUL": "a\x00b", "no UTF-8": "\xff",
		"SQL": "' OR 1=1 --", "bool": true, "int": 7, "negative": -1, "int64": int64(1) << 62, "uint64": ^uint64(0), "float": 1.5, "infinity": math.Inf(1),
		"time": time.Now(), "year 0": time.Time{}.AddDate(-1, 0, 0), "year 300000": time.Time{}.AddDate(300_000, 0, 0), "day": "2026-11-21",
	} {
		cursors[name] = pack(map[string]any{"i": id, "v": v})
	}
	fits := map[string][]string{ // orders to the values that can be compared in them
		"": {"nothing"}, "CREATED_AT": {"time"}, "UPDATED_AT": {"time"}, "DUE_AT": {"time"}, "SCHEDULED_AT": {"time"},
		"PAYMENT_DATE": {"text", "empty text", "SQL", "day"}, "NAME": {"text", "empty text", "SQL", "day"},
	}
	for _, order := range []string{"AMOUNT_MINOR", "PRIORITY", "RATING", "REOPENED_COUNT", "RECIPIENTS"} {
		fits[order] = []string{"int", "negative", "int64"}
	}
	for _, order := range []string{"ASSIGNED_AT", "RESOLVED_AT", "CLOSED_AT", "MOVED_AT", "ACCEPTED_AT", "ENDED_AT", "LAST_SIGN_IN_AT", "SENT_AT"} {
		fits[order] = []string{"time", "list of nothing"}
	}
	for _, order := range []string{
		"REFERENCE", "TITLE", "STATUS", "SOURCE", "CATEGORY_NAME", "ZONE_NAME", "HANDLER_NAME", "SOLVER_NAME", "PROVIDER_NAME", "ROLE", "STATE", "CONTACT_EMAIL", "ACTION",
	} {
		fits[order] = fits["NAME"]
	}
	for _, order := range []string{"RATING", "CATEGORY_NAME", "ZONE_NAME", "HANDLER_NAME", "CONTACT_EMAIL"} {
		fits[order] = append(slices.Clone(fits[order]), "list of nothing")
	}
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, f := range schema().Query.Fields {
			if !isConnection(f) {
				continue
			}
			orders := []string{""}
			for _, v := range schema().Types[nodeType(f)+"OrderField"].EnumValues {
				orders = append(orders, v.Name)
			}
			for _, order := range orders {
				by, known := "", order
				if order != "" {
					by = fmt.Sprintf(", orderBy: {field: %s, direction: DESC}", order)
				} else if f.Name == "zones" || f.Name == "categories" { // by name when nothing is said
					known = "NAME"
				}
				for name, cursor := range cursors {
					for _, end := range []string{"after", "before"} {
						a := s.Execute(t, Admin, fmt.Sprintf(`query($c: Cursor) { l: %s(%s: $c%s) { edges { node { id } } } }`, f.Name, end, by), map[string]any{"c": cursor})
						want := "VALIDATION_ERROR"
						if slices.Contains(fits[known], name) || f.Name == "tasks" && order == "DUE_AT" && name == "list of nothing" {
							want = ""
						}
						if a.Code() != want {
							t.Errorf("%s by %q %s %s: want %q, got %d %.200s", f.Name, order, end, name, want, a.Status, a.Raw)
						}
					}
				}
			}
		}
	})
}
