package csvimport_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestOwnExportIsImportedAgain exports every complaint of the demo, which has all statuses, and imports
// the file where it came from, which adds nothing, and into an empty service.
func TestOwnExportIsImportedAgain(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.Start(t, name)
		res := s.Do(t, testenv.Request{As: testenv.Admin, Method: http.MethodGet, Path: "/export/complaints.csv"})
		if res.Status != http.StatusOK {
			t.Fatalf("%d %s", res.Status, res.Body)
		}
		ctx := testenv.System()
		exported := s.Store.Client().Complaint.Query().WithCategory().WithZone().Order(complaint.ByID()).AllX(ctx)
		var statuses []domain.ComplaintStatus
		for _, c := range exported {
			statuses = append(statuses, c.Status)
		}
		for _, status := range domain.ComplaintStatuses {
			if !slices.Contains(statuses, status) {
				t.Errorf("the demo has no complaint that is %s", status)
			}
		}

		here := csvimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: s.Clock.Now}
		sum, err := here.Complaints(t.Context(), strings.NewReader(res.Body), new(bytes.Buffer), csvimport.Options{})
		if err != nil || sum.Mapping != "redress" || sum.AlreadyImported != len(exported) || sum.Read != len(exported) {
			t.Errorf("at home: %+v %v", sum, err)
		}

		e := dbtest.New(t, name)
		there := csvimport.Importer{Client: e.Client(), Ledger: e.Ledger, Now: s.Clock.Now}
		for _, dry := range []bool{true, false} {
			var report bytes.Buffer
			sum, err = there.Complaints(t.Context(), strings.NewReader(res.Body), &report, csvimport.Options{DryRun: dry})
			rows, _ := csv.NewReader(&report).ReadAll()
			if err != nil || sum.Imported != len(exported) || len(sum.Unused)+len(sum.Absent) > 0 || len(rows) != 1 {
				t.Fatalf("elsewhere: %+v %v\n%q", sum, err, rows)
			}
		}
		imported := e.Client().Complaint.Query().WithCategory().WithZone().Order(complaint.ByID()).AllX(ctx)
		for i, c := range exported {
			if got, want := summary(imported[i]), summary(c); got != want {
				t.Errorf("exported %s\nimported %s", want, got)
			}
		}
		testenv.CheckInvariants(t, e.Store, e.Media)
	})
}

// TestDeadlinesOfImports holds that administrators hear of deadlines that pass here, not of those that
// passed elsewhere, and that what was resolved elsewhere is not closed.
func TestDeadlinesOfImports(t *testing.T) {
	testenv.ForEachDatabase(t, func(t *testing.T, s *testenv.Server) {
		day := func(n int) string { return s.Clock.Now().AddDate(0, 0, n).UTC().Format(time.RFC3339) }
		file := "id,title,opened,due,closed,status,how\n" +
			"late,x," + day(-9) + "," + day(-5) + ",,open,phone\n" +
			"soon,x," + day(-9) + "," + day(5) + ",,open,phone\n" +
			"done,x," + day(-99) + ",," + day(-98) + ",resolved,phone\n"
		importer := csvimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: s.Clock.Now}
		sum, err := importer.Complaints(t.Context(), strings.NewReader(file), new(bytes.Buffer), csvimport.Options{
			Prefix: "town", Columns: map[string]string{
				"external_ref": "id", "title": "title", "opened_at": "opened", "due_at": "due", "closed_at": "closed", "status": "status", "channel": "how",
			},
		})
		if err != nil || sum.Imported != 3 {
			t.Fatalf("%+v %v", sum, err)
		}
		s.Clock.Advance(6 * 24 * time.Hour)
		if _, err := s.Service.Desk.MarkOverdue(testenv.System()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Service.Desk.CloseResolved(testenv.System()); err != nil {
			t.Fatal(err)
		}
		for ref, want := range map[string]struct {
			notices bool
			overdue bool
			status  domain.ComplaintStatus
		}{
			"late": {false, true, domain.ComplaintSubmitted}, "soon": {true, true, domain.ComplaintSubmitted}, "done": {false, false, domain.ComplaintResolved},
		} {
			t.Run(ref, func(t *testing.T) {
				c := s.Store.Client().Complaint.Query().Where(complaint.ExternalRef("town:" + ref)).OnlyX(testenv.System())
				n := s.Store.Client().Notification.Query().Where(notification.ComplaintID(c.ID)).CountX(testenv.System())
				if n > 0 != want.notices || c.Overdue != want.overdue || c.Status != want.status {
					t.Errorf("%d notifications, overdue %v, %s", n, c.Overdue, c.Status)
				}
			})
		}
	})
}

// TestRejectedRowsOfAnExport holds that the report calls a row by the reference that the file has, with the prefix once.
func TestRejectedRowsOfAnExport(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		const header = "reference,external_ref,title,id,submitted_by_id,reopened_count,duplicate_of_id,created_at\r\n"
		for name, tt := range map[string]struct{ row, want string }{
			"too few cells of a row with a number of its own": {"R-1,town:7,x\r\n", "town:7"},
			"too few cells of a row without":                  {"R-1,,x\r\n", "redress:R-1"},
			"a time that is none":                             {"R-1,town:7,x,,,,,soon\r\n", "town:7"},
			"a number that ends as a decimal":                 {"R-1,7.0,x,,,,,soon\r\n", "7.0"},
		} {
			t.Run(name, func(t *testing.T) {
				sum, report := d.importFile(t, header+tt.row, csvimport.Options{})
				if sum.Mapping != "redress" || sum.Rejected != 1 || len(report) != 1 || report[0][len(report[0])-1] != tt.want {
					t.Errorf("%+v %q, want %s", sum, report, tt.want)
				}
			})
		}
	})
}

// withoutTask returns the status that an import gives a complaint.
func withoutTask(c *ent.Complaint) domain.ComplaintStatus {
	switch {
	case c.Status != domain.ComplaintAssigned && c.Status != domain.ComplaintInProgress:
		return c.Status
	case c.ReopenedCount > 0:
		return domain.ComplaintReopened
	default:
		return domain.ComplaintSubmitted
	}
}

// summary returns what an export must tell of a complaint.
func summary(c *ent.Complaint) string {
	status, reference := withoutTask(c), "redress:"+c.Reference
	if c.ExternalRef != nil {
		reference = *c.ExternalRef
	}
	var text strings.Builder
	add := func(v any) { fmt.Fprintf(&text, "%v|", v) }
	for _, v := range []any{c.ID, reference, c.Title, c.Description, status, c.Priority, c.Source, c.Address, c.RatingComment, c.Flagged, c.ReopenedCount, c.CreatedAt.UTC().Truncate(time.Millisecond)} {
		add(v)
	}
	if c.Edges.Category != nil {
		add(c.Edges.Category.Name)
	}
	if c.Edges.Zone != nil {
		add(c.Edges.Zone.Name)
	}
	for _, at := range []*time.Time{c.DueAt, c.ResolvedAt, c.ClosedAt, c.HeldAt, c.AssignedAt} {
		if at != nil {
			add(at.UTC().Truncate(time.Millisecond)) // as the file has it
		} else {
			add("")
		}
	}
	for _, v := range []any{c.Latitude, c.Longitude, c.Rating, c.DuplicateOfID} {
		out, _ := json.Marshal(v)
		add(string(out))
	}
	return text.String()
}

// TestPeopleAndAnswersComeBack: callers, who looks after a complaint and what its reporter was told at the end are in the file. An
// administrator who is not there is named in an internal note.
func TestPeopleAndAnswersComeBack(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.Start(t, name)
		ctx, client := testenv.System(), s.Store.Client()
		caller := func(title string, steps ...string) {
			id := s.MustExecute(t, testenv.Admin, `mutation($t: String!) { submitComplaint(input: {title: $t, source: PHONE, contact: {name: "Wanda  Roe", email: "wanda@example.org", phone: "+49 30 5550123"}}) { complaint { id } } }`,
				map[string]any{"t": title}).At("submitComplaint", "complaint", "id")
			for _, step := range steps {
				s.MustExecute(t, testenv.Admin, `mutation($id: ID!) { `+step+` { complaint { id } } }`, map[string]any{"id": id})
			}
		}
		const (
			claim   = `claimComplaint(input: {id: $id})`
			resolve = `resolveComplaint(input: {id: $id, publicNote: "The lamp\nburns."})`
			reopen  = `reopenComplaint(input: {id: $id, reasonCode: "not_fixed"})`
			reject  = `rejectComplaint(input: {id: $id, reasonCode: "not_ours", publicNote: "It is the railway's."})`
		)
		caller("Open")
		caller("Claimed", claim)
		caller("Resolved", claim, resolve)
		caller("Closed", resolve, `closeComplaint(input: {id: $id})`)
		caller("Reopened", resolve, reopen)
		caller("Rejected", reject)
		caller("Rejected in the end", resolve, reopen, reject)
		caller("Held", resolve, reopen, `holdComplaint(input: {id: $id, reasonCode: "parts", publicNote: "Not before May."})`)

		answers := func(client *ent.Client) (rows []string) {
			for _, c := range client.Complaint.Query().Where(complaint.HasContact()).WithContact().WithStatusLog().Order(complaint.ByID()).AllX(ctx) {
				told := ""
				for _, step := range c.Edges.StatusLog {
					if step.Status == domain.ComplaintResolved || step.Status == domain.ComplaintRejected {
						told = step.PublicNote
					}
				}
				of := c.Edges.Contact
				handler, _ := json.Marshal(c.HandlerID)
				rows = append(rows, fmt.Sprintf("%s %s %s %s %s %q %s", c.Title, withoutTask(c), of.Name, of.Email, of.Phone, told, handler))
			}
			return rows
		}
		want := answers(client)
		file, users := export(t, s, "complaints"), export(t, s, "users")
		for _, withAccounts := range []bool{true, false} {
			e := dbtest.New(t, name)
			there := csvimport.Importer{Client: e.Client(), Ledger: e.Ledger, Now: s.Clock.Now}
			if withAccounts {
				if _, err := there.List(t.Context(), csvimport.Users, strings.NewReader(users), new(bytes.Buffer), csvimport.Options{AllowRoles: administrators}); err != nil {
					t.Fatal(err)
				}
			}
			sum, err := there.Complaints(t.Context(), strings.NewReader(file), new(bytes.Buffer), csvimport.Options{})
			if err != nil || sum.Rejected > 0 || sum.Warnings[csvimport.OpenWithText] > 0 {
				t.Fatalf("%+v %v", sum, err)
			}
			handled := e.Client().Complaint.Query().Where(complaint.HandlerIDNotNil()).CountX(ctx)
			named := e.Client().StatusLog.Query().Where(statuslog.InternalNoteContains("Handler: ")).CountX(ctx)
			if n := client.Complaint.Query().Where(complaint.HandlerIDNotNil()).CountX(ctx); n < 2 || withAccounts && (handled != n || named > 0) || !withAccounts && (handled > 0 || named != n) {
				t.Errorf("of %d that somebody looks after, %d still are, %d name who did", n, handled, named)
			}
			if got := answers(e.Client()); withAccounts && !slices.Equal(got, want) {
				t.Errorf("\n got %q\nwant %q", got, want)
			}
			testenv.CheckInvariants(t, e.Store, e.Media)
		}
	})
}
