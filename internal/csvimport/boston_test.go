package csvimport_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
)

// boston is real: read only where the shared data lies beside the checkout.
const boston = "../../../shared/data/boston-311-2015.csv"

func TestRealComplaintsOfBoston(t *testing.T) {
	file, err := os.ReadFile(boston)
	if err != nil {
		t.Skipf("NOT TESTED with real complaints: %v", err)
	}
	const rows = 19_470
	forEachDatabase(t, func(t *testing.T, d *env) {
		reporter := d.user(t, "user@example.com")
		opts := csvimport.Options{Label: "boston.csv", Reporter: "User@Example.com"}
		start := time.Now()
		sum, report := d.importFile(t, string(file), opts)
		took := time.Since(start)
		t.Logf("%d rows in %s", sum.Read, took.Round(10*time.Millisecond))
		if took > time.Minute {
			t.Errorf("took %s", took)
		}
		if sum.Mapping != "boston-311" || sum.Read != rows || sum.Imported != rows || sum.Categories != 16+55+152 || sum.Zones != 23 {
			t.Errorf("%+v", sum)
		}
		for kind, n := range map[csvimport.Warning]int{
			csvimport.ClosedEarly: 31, csvimport.NoPosition: 2_743, csvimport.DamagedLetters: 67, csvimport.OpenWithText: 17, csvimport.CutText: 3,
		} {
			if sum.Warnings[kind] != n {
				t.Errorf("%d %s, want %d", sum.Warnings[kind], kind, n)
			}
		}
		if len(report) != 31+17+3+67 {
			t.Errorf("%d rows listed", len(report))
		}

		t.Run("AreAsTheFileSays", func(t *testing.T) { compareBoston(t, d, file) })

		t.Run("AreFoundByCategoryZoneAndReporter", func(t *testing.T) {
			mattapan := d.Complaint.Query().Where(complaint.HasZoneWith(zone.Name("Greater Mattapan"))).CountX(d.ctx)
			lights := d.Complaint.Query().Where(complaint.HasCategoryWith(category.Name("Street Light Outages"),
				category.HasParentWith(category.Name("Street Lights")))).CountX(d.ctx)
			own := d.Complaint.Query().Where(complaint.SubmittedByID(reporter.ID)).CountX(d.ctx)
			nowhere := d.Complaint.Query().Where(complaint.LatitudeIsNil(), complaint.LongitudeIsNil()).CountX(d.ctx)
			if mattapan != 851 || lights != 1_255 || own != rows || nowhere != 2_743 {
				t.Error(mattapan, lights, own, nowhere)
			}
		})

		t.Run("KeepTheirStory", func(t *testing.T) {
			c := d.complaint(t, "boston-311:101001252909")
			if c.Status != domain.ComplaintClosed || len(c.Edges.StatusLog) != 3 || c.LogRows != 3 || c.Source == domain.SourceImport {
				t.Fatalf("%v with %d log rows", c, len(c.Edges.StatusLog))
			}
			resolved := c.Edges.StatusLog[1]
			text := strings.TrimSuffix(resolved.PublicNote, "…") + resolved.InternalNote
			if len(text) != 3_286 || strings.Contains(text, "  ") {
				t.Errorf("%d bytes of the closing text: %q", len(text), text)
			}
		})

		t.Run("AreNotTakenTwice", func(t *testing.T) {
			sum, again := d.importFile(t, string(file), opts)
			if sum.AlreadyImported != rows || sum.Imported+sum.Rejected+sum.Categories+sum.Zones != 0 || len(again) != len(report) {
				t.Errorf("%+v", sum)
			}
			last := d.Complaint.Query().Where(complaint.Reference("CMP-2015-019470")).CountX(d.ctx)
			if n := d.Complaint.Query().CountX(d.ctx); n != rows || last != 1 {
				t.Error(n, last)
			}
		})

		var runs []*ent.AuditEntry
		made := map[string]int{}
		for _, e := range d.AuditEntry.Query().Order(auditentry.ByID()).AllX(d.ctx) {
			if e.Agent != domain.AgentImport {
				t.Errorf("%v", e)
			}
			if made[e.Action]++; e.Action == "import.complaints" {
				runs = append(runs, e)
			}
		}
		if want := map[string]int{"category.create": 16 + 55 + 152, "zone.create": 23, "import.complaints": 2}; !maps.Equal(made, want) {
			t.Errorf("audited %v, want %v", made, want)
		} else if first := string(runs[0].After); !strings.Contains(first, "19470") || !strings.Contains(first, "boston.csv") {
			t.Error(first)
		}
		if n := d.Notification.Query().CountX(d.ctx); n != 0 {
			t.Errorf("%d notices", n)
		}
	})
}

// compareBoston fails for each complaint that is not as its row says, which is read here without the importer.
func compareBoston(t *testing.T, d *env, file []byte) {
	t.Helper()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]*ent.Complaint{}
	for _, c := range d.Complaint.Query().WithCategory().WithZone().AllX(d.ctx) {
		stored[*c.ExternalRef] = c
	}
	wrong := 0
	for n, row := range rows[1:] {
		cell := func(column string) string {
			return strings.Join(strings.Fields(row[slices.Index(rows[0], column)]), " ")
		}
		at := func(column string) string {
			if cell(column) == "" {
				return ""
			}
			when, err := time.ParseInLocation("01/02/2006 03:04:05 PM", cell(column), zone)
			if err != nil {
				t.Fatal(err)
			}
			return when.UTC().Format(time.RFC3339)
		}
		opened, closed, status := at("OPEN_DT"), at("CLOSED_DT"), domain.ComplaintSubmitted
		if cell("CASE_STATUS") == "Closed" {
			status, closed = domain.ComplaintClosed, max(closed, opened) // some were closed before they were opened
		}
		position := cell("LATITUDE") + " " + cell("LONGITUDE")
		if cell("Geocoded_Location") == "(0, 0)" {
			position = ""
		}
		want := []string{
			cmp.Or(cell("CASE_TITLE"), cell("TYPE")), opened, at("TARGET_DT"), closed, string(status), cell("TYPE"), cell("neighborhood"),
			cmp.Or(cell("Location"), cell("LOCATION_STREET_NAME")), position,
		}
		c := stored["boston-311:"+cell("CASE_ENQUIRY_ID")]
		if c == nil {
			t.Fatalf("row %d is not there", n+2)
		}
		got := []string{c.Title, c.CreatedAt.UTC().Format(time.RFC3339), "", "", string(c.Status), c.Edges.Category.Name, "", c.Address, ""}
		for i, when := range map[int]*time.Time{2: c.DueAt, 3: c.ClosedAt} {
			if when != nil {
				got[i] = when.UTC().Format(time.RFC3339)
			}
		}
		if c.Edges.Zone != nil {
			got[6] = c.Edges.Zone.Name
		}
		if c.Latitude != nil {
			got[8] = fmt.Sprint(*c.Latitude, " ", *c.Longitude)
		}
		if !slices.Equal(got, want) {
			if wrong++; wrong <= 5 {
				t.Errorf("row %d is %q, want %q", n+2, got, want)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d rows are stored otherwise", wrong)
	}
}
