package graph_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/export"
	. "github.com/redress/redress/internal/testenv"
)

// TestExportRecipients: the file tells exactly the rows of the broadcast, a spreadsheet takes
// none of them for a formula, and only administrators have it.
func TestExportRecipients(t *testing.T) {
	ForEachDatabaseWithMail(t, func(t *testing.T, s *Server, m *MailServer) {
		m.InjectFault(User2, MailFault{RcptCode: 550, Message: "no such mailbox"})
		const trap = `=HYPERLINK("http://x.example";"x")`
		s.Store.Client().User.Update().Where(user.ID(uuid.MustParse(accountID(t, s, User)))).SetName(trap).ExecX(System())
		id := schedule(t, s, map[string]any{"channels": []string{"EMAIL"}})
		tick(t, s)
		sendDue(t, s)
		path := "/export/broadcasts/" + id + "/recipients.csv"
		read := func(query string) [][]string {
			t.Helper()
			res := s.Do(t, Request{Path: path + query, As: Admin})
			if res.Status != http.StatusOK || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/csv") {
				t.Fatalf("%d %v %s", res.Status, res.Header, res.Body)
			}
			rows, err := csv.NewReader(strings.NewReader(res.Body)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows[1:]
		}
		all := read("")
		_, people := checkTotals(t, s, id)
		var newest []string
		for _, edge := range s.MustExecute(t, Admin, `query($id: ID!) { broadcast(id: $id) { notifications(first: 100) { edges { node { recipientId channel } } } } }`,
			map[string]any{"id": id}).At("broadcast", "notifications", "edges").([]any) {
			node := edge.(map[string]any)["node"].(map[string]any)
			newest = append(newest, fmt.Sprint(node["recipientId"], strings.ToLower(fmt.Sprint(node["channel"]))))
		}
		for i, row := range all {
			if i >= len(newest) || row[0]+row[3] != newest[i] {
				t.Errorf("row %d is of %s, the list has %q", i, row[0]+row[3], newest)
			}
		}
		if len(all) != 2*people["recipients"] {
			t.Errorf("%d rows for %d people over two channels", len(all), people["recipients"])
		}
		if !slices.ContainsFunc(all, func(row []string) bool { return row[1] == "'"+trap }) {
			t.Error("a formula got through")
		}
		failed := read("?state=failed")
		if len(failed) != 1 || failed[0][2] != User2 || !strings.Contains(failed[0][6], "no such mailbox") {
			t.Errorf("failed: %v", failed)
		}
		for as, want := range map[string]int{Anonymous: 401, User: 403, Solver: 403, Provider: 403, SuperAdmin: 200} {
			t.Run(name(as), func(t *testing.T) {
				if res := s.Do(t, Request{Path: path, As: as}); res.Status != want {
					t.Errorf("%q: %d %s", as, res.Status, res.Body)
				}
			})
		}
		for query, want := range map[string]int{"?state=FAILED": 400, "?state=x": 400, "?state=": 200} {
			t.Run(query, func(t *testing.T) {
				if res := s.Do(t, Request{Path: path + query, As: Admin}); res.Status != want {
					t.Errorf("%s: %d", query, res.Status)
				}
			})
		}
		if res := s.Do(t, Request{Path: strings.Replace(path, id, uuid.NewString(), 1), As: Admin}); res.Status != 404 {
			t.Errorf("missing: %d", res.Status)
		}
	})
}

// downloadCSV downloads an export, which must succeed; the first row has the names of the columns.
func downloadCSV(t *testing.T, s *Server, as, path string) [][]string {
	t.Helper()
	res := s.Do(t, Request{Path: path, As: as})
	if res.Status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", name(as), path, res.Status, res.Body)
	}
	rows, err := csv.NewReader(strings.NewReader(res.Body)).ReadAll()
	if err != nil {
		t.Fatal(path, err)
	}
	return rows
}

// inAddress formats an argument of the graph in an address.
func inAddress(arguments map[string]any) string {
	values := url.Values{}
	for name, v := range arguments {
		switch v := v.(type) {
		case string:
			values.Set(name, v)
		case []string:
			values.Set(name, strings.Join(v, ","))
		default:
			raw, _ := json.Marshal(v)
			values.Set(name, string(raw))
		}
	}
	return "?" + values.Encode()
}

// exportOf is the export of a root's list.
func exportOf(root string) *export.Export {
	for _, e := range export.All {
		if strings.Contains(e.Query(), "rows: "+root+"(") && !strings.Contains(e.Query(), "of:") {
			return e
		}
	}
	return nil
}

// TestExportsAreLists: everybody who may ask for a list gets the same rows as a file, and who
// may not is refused the same way.
func TestExportsAreLists(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		for _, f := range schema().Query.Fields {
			if !isConnection(f) {
				continue
			}
			e := exportOf(f.Name)
			if e == nil {
				t.Errorf("%s can't be exported", f.Name)
				continue
			}
			for _, as := range Everyone {
				a := s.Execute(t, as, `{ `+f.Name+` { totalCount } }`, nil)
				if len(a.Errors) > 0 {
					res := s.Do(t, Request{Path: e.Path, As: as})
					if want := map[string]int{"PERMISSION_DENIED": 403, "AUTHENTICATION_REQUIRED": 401}[a.Code()]; res.Status != want || !strings.Contains(res.Body, strings.ToLower(a.Code())) {
						t.Errorf("%s %s: %d %s, want %d", name(as), e.Path, res.Status, res.Body, want)
					}
					continue
				}
				want, _ := allIDs(t, s, as, f.Name, "")
				var got []string
				for _, row := range downloadCSV(t, s, as, e.Path)[1:] {
					got = append(got, row[0])
				}
				var made []string
				for _, edge := range s.MustExecute(t, as, `{ `+f.Name+`(first: 100) { edges { node { createdAt } } } }`, nil).At(f.Name, "edges").([]any) {
					made = append(made, edge.(map[string]any)["node"].(map[string]any)["createdAt"].(string))
				}
				if !slices.IsSortedFunc(made, func(a, b string) int { return strings.Compare(b, a) }) {
					t.Errorf("%s: %s are not newest first, as the documentation of their file says: %q", name(as), f.Name, made)
				}
				if f.Name == "auditEntries" { // of which there are more by now
					got = got[len(got)-len(want):]
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s %s: %d rows, the list has %d, or in another order", name(as), e.Path, len(got), len(want))
				}
			}
		}
	})
}

// TestExportsAreWhole holds the queries of exports against the schema: each is valid, has each
// plain field of its rows, and writes in small letters what is a word there.
func TestExportsAreWhole(t *testing.T) {
	left := []string{"version", "uploadUrl", "recipientCount", "boundary", "notificationLevel"} // a map is no cell
	var kinds []string
	for _, e := range export.All {
		kinds = append(kinds, string(e.Kind))
		doc, err := parser.ParseQuery(&ast.Source{Input: e.Query()})
		if err != nil {
			t.Fatal(e.Kind, err)
		}
		if errs := validator.Validate(schema(), doc); len(errs) > 0 { //nolint:staticcheck // the rules as they come
			t.Errorf("%s: %v", e.Kind, errs)
			continue
		}
		asked := map[string]bool{}
		var rows *ast.Definition
		var walk func(set ast.SelectionSet, within string)
		walk = func(set ast.SelectionSet, within string) {
			for _, one := range set {
				f := one.(*ast.Field)
				if f.Name == "node" && rows == nil { // of the rows, not of lists below them
					rows = schema().Types[f.Definition.Type.Name()]
					asked = map[string]bool{}
				}
				asked[f.Name] = true
				walk(f.SelectionSet, f.Name)
				if f.Name == "node" {
					return
				}
			}
		}
		walk(doc.Operations[0].SelectionSet, "")
		if rows == nil || e.Kind == "BROADCAST_RECIPIENTS" {
			continue
		}
		for _, f := range rows.Fields {
			kind := schema().Types[f.Type.Name()].Kind
			if (kind == ast.Scalar || kind == ast.Enum) && len(f.Arguments) == 0 && !asked[f.Name] && !slices.Contains(left, f.Name) && !strings.HasPrefix(f.Name, "__") {
				t.Errorf("%s leaves out %s", e.Kind, f.Name)
			}
		}
	}
	var offered []string
	for _, v := range schema().Types["Export"].EnumValues {
		offered = append(offered, v.Name)
	}
	slices.Sort(kinds)
	slices.Sort(offered)
	if !slices.Equal(kinds, offered) {
		t.Errorf("the graph offers %v, there are %v", offered, kinds)
	}
}

// TestExportFollowsItsFilter: a file has the rows that a filter finds, in the order that was
// asked for, with the values of the graph.
func TestExportFollowsItsFilter(t *testing.T) {
	seed := rand.Uint64()
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		t.Logf("seed %d", seed)
		createRandomComplaints(t, s, rand.New(rand.NewPCG(seed, 3)), 1_200) // more than a page
		for _, arguments := range []map[string]any{
			{},
			{"orderBy": map[string]any{"field": "CREATED_AT", "direction": "DESC"}},
			{"orderBy": []any{map[string]any{"field": "PRIORITY", "direction": "DESC"}, map[string]any{"field": "DUE_AT", "direction": "ASC"}}},
			{"where": map[string]any{"statusIn": []string{"CLOSED", "SUBMITTED"}, "titleContains": "3"}, "orderBy": map[string]any{"field": "DUE_AT", "direction": "ASC"}},
			{"where": map[string]any{"title": "nothing is called so"}},
		} {
			t.Run(fmt.Sprint(arguments), func(t *testing.T) {
				var want []string
				var after any
				for {
					vars := map[string]any{"after": after, "where": arguments["where"], "orderBy": arguments["orderBy"]}
					a := s.MustExecute(t, Admin, `query($where: ComplaintWhereInput, $orderBy: [ComplaintOrder!], $after: Cursor) { complaints(where: $where, orderBy: $orderBy, first: 100, after: $after) {
						pageInfo { hasNextPage endCursor } edges { node { id title status zone { name } rating dueAt overdue } } } }`, vars)
					for _, e := range a.At("complaints", "edges").([]any) {
						n := e.(map[string]any)["node"].(map[string]any)
						zone, _ := n["zone"].(map[string]any)
						text := func(v any) string {
							if v == nil {
								return ""
							}
							return fmt.Sprint(v)
						}
						want = append(want, strings.Join([]string{text(n["id"]), text(n["title"]), strings.ToLower(text(n["status"])), text(zone["name"]), text(n["rating"]), text(n["dueAt"]), text(n["overdue"])}, "|"))
					}
					if a.At("complaints", "pageInfo", "hasNextPage") != true {
						break
					}
					after = a.At("complaints", "pageInfo", "endCursor")
				}
				rows := downloadCSV(t, s, Admin, "/export/complaints.csv"+inAddress(arguments))
				var got []string
				for _, row := range rows[1:] {
					var cells []string
					for _, column := range []string{"id", "title", "status", "zone_name", "rating", "due_at", "overdue"} {
						cells = append(cells, row[slices.Index(rows[0], column)])
					}
					got = append(got, strings.ReplaceAll(strings.Join(cells, "|"), "|'", "|"))
				}
				if !slices.Equal(got, want) {
					t.Errorf("%v: %d rows, want %d\n%.300s\n%.300s", arguments, len(got), len(want), fmt.Sprint(got), fmt.Sprint(want))
				}
			})
		}
		for _, path := range []string{
			"?wher={}", "?where=x", "?where=[]", "?where={}{}", "?where={%22nothing%22:1}", "?where={%22title%22:5}", "?where={}&where={}", "?first=1", "?after=x",
			"?orderBy={%22field%22:%22COLOR%22}", "?orderBy=[{%22field%22:%22COLOR%22}]", "?orderBy=[null]", "?where=[{}]", "?where={}{}", "?where={%22title%22:%22%5Cu0000%22}",
		} {
			t.Run(path, func(t *testing.T) {
				if res := s.Do(t, Request{Path: "/export/complaints.csv" + path, As: Admin}); res.Status != http.StatusBadRequest || !strings.Contains(res.Body, "validation_error") {
					t.Errorf("%s: %d %s", path, res.Status, res.Body)
				}
			})
		}
	})
}

// TestExportsOfNumbers: a statistic as a file has a row for each bucket, with its numbers.
func TestExportsOfNumbers(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		createRandomComplaints(t, s, rand.New(rand.NewPCG(seed, 4)), 100)
		a := s.MustExecute(t, Admin, `{ complaintStats(groupBy: [ZONE, STATUS], bucket: MONTH, from: "2025-03-01T00:00:00Z", timezone: "Europe/Lisbon") { buckets { count zoneName status } } }`, nil)
		var want []string
		for _, b := range a.At("complaintStats", "buckets").([]any) {
			b := b.(map[string]any)
			zone, _ := b["zoneName"].(string)
			want = append(want, fmt.Sprint(zone, strings.ToLower(b["status"].(string)), b["count"]))
		}
		rows := downloadCSV(t, s, Admin, "/export/complaint-stats.csv?groupBy=ZONE,STATUS&bucket=MONTH&from=2025-03-01T00:00:00Z&timezone=Europe/Lisbon")
		column := func(name string) int { return slices.Index(rows[0], name) }
		var got []string
		for _, row := range rows[1:] {
			got = append(got, row[column("zone_name")]+row[column("status")]+row[column("count")])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		for path, least := range map[string]int{
			"/export/complaint-stats.csv": 2, "/export/payment-stats.csv?groupBy=PROVIDER&bucket=MONTH&fromDate=2020-01-01": 2,
			"/export/complaint-stats.csv?on=RESOLVED&bucket=MONTH&from=2025-01-01T00:00:00Z": 2, "/export/task-stats.csv?groupBy=SOLVER": 2, "/export/broadcast-stats.csv?groupBy=STATUS": 2,
			`/export/complaint-stats.csv?where={"title":"nothing"}`: 2, `/export/complaint-stats.csv?where={"title":"nothing"}&groupBy=ZONE`: 1,
		} {
			t.Run(path, func(t *testing.T) {
				path, query, _ := strings.Cut(path, "?")
				values, _ := url.ParseQuery(query)
				if rows := downloadCSV(t, s, Admin, path+"?"+values.Encode()); len(rows) < least || least == 1 && len(rows) > 1 {
					t.Errorf("%s: %v", path, rows)
				}
			})
		}
		for path, want := range map[string]int{
			"/export/complaint-stats.csv?groupBy=COLOR": 400, "/export/complaint-stats.csv?timezone=Mars": 400, "/export/complaint-stats.csv?bucket=day": 400, "/export/complaint-stats.csv?on=REJECTED": 400,
		} {
			t.Run(path, func(t *testing.T) {
				if res := s.Do(t, Request{Path: path, As: Admin}); res.Status != want {
					t.Errorf("%s: %d %s", path, res.Status, res.Body)
				}
			})
		}
		if res := s.Do(t, Request{Path: "/export/complaint-stats.csv?groupBy=SOLVER", As: User}); res.Status != 403 {
			t.Errorf("a user asks by solver: %d", res.Status)
		}
	})
}

// TestExportLinks: a link opens what it was made for, for whom it was made, while that may
// see it; nothing else.
func TestExportLinks(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		link := func(as, of string, arguments map[string]any) string {
			t.Helper()
			a := s.MustExecute(t, as, `query($of: Export!, $arguments: JSON) { exportLink(of: $of, arguments: $arguments) { url expiresAt } }`, map[string]any{"of": of, "arguments": arguments})
			ends, err := time.Parse(time.RFC3339, a.At("exportLink", "expiresAt").(string))
			if left := ends.Sub(s.Clock.Now()); err != nil || left < 3*time.Minute || left > 5*time.Minute {
				t.Errorf("ends in %v, %v", left, err)
			}
			return a.At("exportLink", "url").(string)
		}
		same := func(as, link, path string) {
			t.Helper()
			if got, want := downloadCSV(t, s, Anonymous, link), downloadCSV(t, s, as, path); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", link, got, want)
			}
		}
		where := map[string]any{"where": map[string]any{"status": "SUBMITTED"}, "orderBy": map[string]any{"field": "CREATED_AT", "direction": "DESC"}}
		own := link(User, "COMPLAINTS", where)
		same(User, own, "/export/complaints.csv"+inAddress(where))
		ordered := map[string]any{"orderBy": []any{map[string]any{"field": "PRIORITY", "direction": "DESC"}, map[string]any{"field": "CREATED_AT", "direction": "DESC"}}}
		same(Admin, link(Admin, "COMPLAINTS", ordered), "/export/complaints.csv"+inAddress(ordered))
		same(Admin, link(Admin, "COMPLAINT_STATS", map[string]any{"groupBy": []string{"ZONE", "STATUS"}}), "/export/complaint-stats.csv?groupBy=ZONE,STATUS")
		same(Admin, link(Admin, "CATEGORIES", nil), "/export/categories.csv")
		broadcast := s.MustExecute(t, Admin, `{ broadcasts(first: 1) { edges { node { id } } } }`, nil).At("broadcasts", "edges", 0, "node", "id").(string)
		recipients := link(Admin, "BROADCAST_RECIPIENTS", map[string]any{"id": broadcast, "state": "sent"})
		same(Admin, recipients, "/export/broadcasts/"+broadcast+"/recipients.csv?state=sent")

		marked := link(User, "COMPLAINTS", map[string]any{"where": where["where"], "bom": true})
		if with, without := s.Do(t, Request{Path: marked}).Body, s.Do(t, Request{Path: own}).Body; !strings.HasPrefix(with, "\ufeffid,") || !strings.HasPrefix(without, "id,") {
			t.Errorf("%.20q with a byte order mark, %.20q without", with, without)
		}

		status := func(path string) int { return s.Do(t, Request{Path: path}).Status }
		signature := own[strings.Index(own, "signature="):]
		for _, forged := range []string{
			"/export/complaints.csv?" + signature, strings.Replace(own, "SUBMITTED", "CLOSED", 1), strings.Replace(own, "complaints.csv", "categories.csv", 1),
			own[:len(own)-1], own + "A", own + "&" + signature, own + "&where={}", own + "&bom=true", strings.Replace(marked, "bom=true", "bom=false", 1), strings.Replace(recipients, broadcast, uuid.NewString(), 1), strings.Replace(recipients, "sent", "failed", 1),
		} {
			t.Run(forged, func(t *testing.T) {
				if got := status(forged); got != http.StatusUnauthorized {
					t.Errorf("%s: %d", forged, got)
				}
			})
		}
		for _, row := range []struct {
			as, of    string
			arguments map[string]any
			code      string
		}{
			{User, "PAYMENTS", nil, "PERMISSION_DENIED"},
			{User, "AUDIT_ENTRIES", nil, "PERMISSION_DENIED"},
			{Anonymous, "CATEGORIES", nil, "AUTHENTICATION_REQUIRED"},
			{User, "COMPLAINT_STATS", map[string]any{"groupBy": "SOLVER"}, "PERMISSION_DENIED"},
			{Admin, "COMPLAINTS", map[string]any{"wher": 1}, "VALIDATION_ERROR"},
			{Admin, "COMPLAINTS", map[string]any{"where": map[string]any{"color": 1}}, "VALIDATION_ERROR"},
			{Admin, "COMPLAINTS", map[string]any{"first": 5}, "VALIDATION_ERROR"},
			{Admin, "COMPLAINTS", map[string]any{"bom": 1}, "VALIDATION_ERROR"},
			{Admin, "COMPLAINTS", map[string]any{"orderBy": []any{1}}, "VALIDATION_ERROR"},
			{Admin, "COMPLAINTS", map[string]any{"orderBy": "CREATED_AT"}, "VALIDATION_ERROR"},
			{Admin, "COMPLAINTS", map[string]any{"where": []any{map[string]any{"status": "CLOSED"}}}, "VALIDATION_ERROR"},
			{Admin, "COMPLAINTS", map[string]any{"where": map[string]any{"title": strings.Repeat("x", 9_000)}}, "VALIDATION_ERROR"},
			{Admin, "BROADCAST_RECIPIENTS", nil, "VALIDATION_ERROR"},
			{Admin, "BROADCAST_RECIPIENTS", map[string]any{"id": uuid.NewString()}, "NOT_FOUND"},
		} {
			t.Run(fmt.Sprintf("%s %.40v", row.of, row.arguments), func(t *testing.T) {
				a := s.Execute(t, row.as, `query($of: Export!, $arguments: JSON) { exportLink(of: $of, arguments: $arguments) { url } }`, map[string]any{"of": row.of, "arguments": row.arguments})
				if a.Code() != row.code {
					t.Errorf("%s asks for %s %.60v: %s", name(row.as), row.of, row.arguments, a.Raw)
				}
			})
		}

		// A demoted administrator's link is judged by what they are now.
		payments := link(Admin, "PAYMENTS", nil)
		if got := status(payments); got != http.StatusOK {
			t.Fatal(got)
		}
		change := s.Store.Client().User.Update().Where(user.ID(uuid.MustParse(accountID(t, s, Admin))))
		change.SetRole(domain.RoleUser).ExecX(System())
		if got := status(payments); got != http.StatusForbidden {
			t.Errorf("after a demotion: %d", got)
		}
		fresh := link(User, "COMPLAINTS", where)
		s.MustExecute(t, User, `mutation { logout { ended } }`, nil)
		if res := s.Do(t, Request{Path: fresh}); res.Status != http.StatusUnauthorized || !strings.Contains(res.Body, "session_revoked") {
			t.Errorf("after signing out: %d %s", res.Status, res.Body)
		}
		late := link(Solver, "TASKS", nil)
		s.Clock.Advance(5 * time.Minute)
		if res := s.Do(t, Request{Path: late}); res.Status != http.StatusUnauthorized || !strings.Contains(res.Body, "token_expired") {
			t.Errorf("five minutes later: %d %s", res.Status, res.Body)
		}
	})
}
