package csvimport_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/boundaryimport"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
)

const header = "CASE_ENQUIRY_ID,OPEN_DT,TARGET_DT,CLOSED_DT,CASE_STATUS,CLOSURE_REASON,CASE_TITLE,SUBJECT,REASON,TYPE,neighborhood,Location,LATITUDE,LONGITUDE,Geocoded_Location,Source\n"

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func TestRowBecomesComplaintWithItsStory(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		d.Category.Create().SetName("Public Works").SetDefaultPriority(domain.PriorityHigh).SetCreatedAt(now).SaveX(d.ctx)
		sum, report := d.importFile(t, header+
			`7,07/01/2015 08:30:00 AM,07/03/2015 08:30:00 AM,07/02/2015 05:00:00 PM,Closed,Case  Closed. Filled.,,Public Works,Streets,Pothole  Repair,Back Bay,1  Main St   Boston,42.35,-71.08,"(42.35, -71.08)",App`+"\n"+
			`8,12/31/2015 11:00:00 PM,,,Open,Closed by mistake,Light out,Public Works,,,Back Bay,,42.3594,-71.0587,"(0, 0)",`+"\n"+
			`9,07/01/2015 08:30:00 AM,,07/01/2015 08:29:00 AM,Closed,,Early,,,,,,,,,`+"\n", csvimport.Options{})
		if sum.Imported != 3 || sum.Categories != 2 || sum.Zones != 1 || len(report) != 2 ||
			report[0][3] != "the status is open: kept as internal note" ||
			!slices.Equal(report[1][:3], []string{"4", "warning", "closed_at"}) {
			t.Fatalf("%+v\n%q", sum, report)
		}

		closed := d.complaint(t, "boston-311:7")
		opened, ended := at("2015-07-01T12:30:00Z"), at("2015-07-02T21:00:00Z")
		if closed.Reference != "CMP-2015-000001" || closed.Title != "Pothole Repair" || closed.Address != "1 Main St Boston" ||
			closed.Edges.Category.Name != "Pothole Repair" || closed.Edges.Zone.Name != "Back Bay" ||
			closed.Priority != domain.PriorityNormal || closed.SubmittedByID != nil || *closed.Latitude != 42.35 ||
			!closed.CreatedAt.Equal(opened) || !closed.UpdatedAt.Equal(ended) || !closed.ClosedAt.Equal(ended) || !closed.ResolvedAt.Equal(ended) ||
			!closed.DueAt.Equal(at("2015-07-03T12:30:00Z")) || !closed.DueOrder.Equal(*closed.DueAt) {
			t.Errorf("%v", closed)
		}
		story(t, closed, "SUBMITTED 2015-07-01T12:30:00Z  | ",
			"RESOLVED 2015-07-02T21:00:00Z Case Closed. Filled. | ", "CLOSED 2015-07-02T21:00:00Z  | ")

		// Of 2016 by the clock that references count by, high by its category, nowhere by its zero.
		open := d.complaint(t, "boston-311:8")
		if open.Reference != "CMP-2016-000001" || open.Priority != domain.PriorityHigh || open.Latitude != nil || open.DueAt != nil ||
			open.DueOrder.Year() != 9999 || open.ResolvedAt != nil || open.ClosedAt != nil {
			t.Errorf("%v", open)
		}
		story(t, open, "SUBMITTED 2016-01-01T04:00:00Z  | Closing text: Closed by mistake")

		early := d.complaint(t, "boston-311:9")
		story(t, early, "SUBMITTED 2015-07-01T12:30:00Z  | ", "RESOLVED 2015-07-01T12:30:00Z  | ", "CLOSED 2015-07-01T12:30:00Z  | ")
	})
}

// story compares a complaint's log in the order of its ids, which must be that of its places.
func story(t *testing.T, c *ent.Complaint, want ...string) {
	t.Helper()
	rows := slices.Clone(c.Edges.StatusLog)
	slices.SortFunc(rows, func(a, b *ent.StatusLog) int { return strings.Compare(a.ID.String(), b.ID.String()) })
	var got []string
	for i, l := range rows {
		if l.Seq != i+1 || l.Agent != domain.AgentImport || l.ActorID != nil || domain.KindOf(l.ID) != domain.KindStatusLog {
			t.Errorf("log row %d: %v", i+1, l)
		}
		got = append(got, string(l.Status)+" "+l.CreatedAt.UTC().Format(time.RFC3339)+" "+l.PublicNote+" | "+l.InternalNote)
	}
	if !slices.Equal(got, want) || c.LogRows != len(want) {
		t.Errorf("%s:\n got %q\nwant %q", *c.ExternalRef, got, want)
	}
}

func TestNewYorkIsKnownByItsColumns(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, "Unique Key,Created Date,Closed Date,Agency,Agency Name,Complaint Type,Descriptor,Incident Address,Status,Due Date,Resolution Description,Community Board,Borough,Open Data Channel Type,Latitude,Longitude,Location\n"+
			`42254749,04/18/2019 09:55:45 PM,04/19/2019 03:45:24 AM,NYPD,Police,Noise - Residential,Banging/Pounding,3855 SHORE PARKWAY,Closed,04/19/2019 05:55:45 AM,Quiet now.,15 BROOKLYN,BROOKLYN,PHONE,40.58,-73.92,"(40.58, -73.92)"`+"\n"+
			`42254750,04/18/2019 09:55:46 PM,,NYPD,Police,Noise,Music,N/A,In Progress,,,0 Unspecified,Unspecified,ONLINE,,,POINT (-73.92 40.58)`+"\n"+
			`42254751,04/18/2019 09:55:47 PM,,NYPD,Police,Noise,Music,N/A,Teleported,,,,,,,,`+"\n", csvimport.Options{})
		if sum.Mapping != "nyc-311" || sum.Imported != 2 || sum.Rejected != 1 || !strings.Contains(report[0][3], `"Teleported" is not known`) {
			t.Fatalf("%+v %q", sum, report)
		}
		c := d.complaint(t, "nyc-311:42254749")
		if c.Title != "Noise - Residential" || c.Description != "Banging/Pounding" || c.Edges.Zone.Name != "15 BROOKLYN" ||
			c.Edges.Category.Name != "Banging/Pounding" || !c.DueAt.Equal(at("2019-04-19T09:55:45Z")) {
			t.Errorf("%v", c)
		}
		c = d.complaint(t, "nyc-311:42254750")
		if c.Address != "" || c.Edges.Zone != nil || c.Status != domain.ComplaintSubmitted || *c.Latitude != 40.58 || *c.Longitude != -73.92 {
			t.Errorf("%v", c)
		}
	})
}

// TestCitiesAreKnownByTheirColumns imports a row or two of each city as its portal writes them.
func TestCitiesAreKnownByTheirColumns(t *testing.T) {
	cities := []struct {
		mapping, file    string
		imported         int
		ref              string
		title, zone      string
		status           domain.ComplaintStatus
		opened, category string
		source           domain.Source
	}{
		{
			"chicago-311",
			"SR_NUMBER,SR_TYPE,OWNER_DEPARTMENT,STATUS,ORIGIN,CREATED_DATE,CLOSED_DATE,STREET_ADDRESS,WARD,LATITUDE,LONGITUDE,LOCATION\n" +
				`SR19-01209373,Pothole in Street Complaint,CDOT,Completed,Mobile Device,03/23/2019 04:05:12 PM,03/29/2019 08:18:02 AM,2111 W LEXINGTON ST,28,41.872,-87.679,"(41.872, -87.679)"` + "\n" +
				"SR19-01209375,Street Light Out,CDOT,Canceled,Phone Call,03/24/2019 10:15:12 AM,03/25/2019 09:00:00 AM,100 N STATE ST,42,,,\n",
			2, "SR19-01209373", "Pothole in Street Complaint", "28", domain.ComplaintResolved, "2019-03-23T21:05:12Z", "Pothole in Street Complaint", domain.SourceApp,
		},
		{
			"los-angeles-311",
			"SRNumber,CreatedDate,ActionTaken,Owner,RequestType,Status,RequestSource,ServiceDate,ClosedDate,Address,Latitude,Longitude,Location,CD,NCName\n" +
				`1-1540970381,01/02/2020 12:11:00 AM,SR Created,BOS,Bulky Items,Closed,Self Service,01/09/2020 12:00:00 AM,01/08/2020 02:00:00 PM,"1 MAIN ST, 90012",34.05,-118.24,"(34.05, -118.24)",14,DOWNTOWN` + "\n",
			1, "1-1540970381", "Bulky Items", "DOWNTOWN", domain.ComplaintClosed, "2020-01-02T08:11:00Z", "Bulky Items", domain.SourceWeb,
		},
		{
			"san-francisco-311",
			"CaseID,Opened,Closed,Status,Status Notes,Category,Request Type,Request Details,Address,Supervisor District,Neighborhood,Latitude,Longitude,Point,Source\n" +
				`10888922,05/01/2019 12:02:00 AM,,Open,,Graffiti,Graffiti on Pole,Pole,Intersection of A and B,6,Mission,37.76,-122.41,"(37.76, -122.41)",Phone` + "\n",
			1, "10888922", "Graffiti on Pole", "Mission", domain.ComplaintSubmitted, "2019-05-01T07:02:00Z", "Graffiti on Pole", domain.SourcePhone,
		},
		{
			"open311",
			"service_request_id,status,status_notes,service_name,description,requested_datetime,updated_datetime,expected_datetime,address,lat,long\n" +
				"638344,closed,Duplicate request.,Curb Issues,Broken curb,2010-04-14T06:37:38-08:00,2010-04-15T06:37:38-08:00,,8TH AVE,37.76,-122.46\n",
			1, "638344", "Curb Issues", "", domain.ComplaintClosed, "2010-04-14T14:37:38Z", "Curb Issues", domain.SourceImport,
		},
		{
			"toronto-311",
			"Creation Date,Status,First 3 Chars of Postal Code,Intersection Street 1,Intersection Street 2,Ward,Service Request Type,Division,Section\n" +
				"2021-01-01 00:02:31,In-progress,M5V,,,Spadina-Fort York (10),Noise,Municipal Licensing,District Enforcement\n",
			1, "", "Noise", "Spadina-Fort York (10)", domain.ComplaintSubmitted, "2021-01-01T05:02:31Z", "Noise", domain.SourceImport,
		},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, city := range cities {
			t.Run(city.mapping, func(t *testing.T) {
				sum, report := d.importFile(t, city.file, csvimport.Options{})
				if sum.Mapping != city.mapping || sum.Imported != city.imported || sum.Rejected != 0 {
					t.Fatalf("%+v %q", sum, report)
				}
				if city.ref == "" { // found by its values
					return
				}
				c := d.complaint(t, city.mapping+":"+city.ref)
				zone := ""
				if c.Edges.Zone != nil {
					zone = c.Edges.Zone.Name
				}
				if c.Title != city.title || zone != city.zone || c.Status != city.status || c.Edges.Category.Name != city.category ||
					c.Source != city.source || !c.CreatedAt.Equal(at(city.opened)) {
					t.Errorf("%s %s %s %s %s %v", c.Title, zone, c.Status, c.Edges.Category.Name, c.Source, c.CreatedAt)
				}
			})
		}
	})
}

func TestMappingOfOnesOwn(t *testing.T) {
	mapping := filepath.Join(t.TempDir(), "town.yaml")
	if err := os.WriteFile(mapping, []byte(`
name: town
timezone: Europe/Rome
day_first: true
blank: "-"
columns:
  external_ref: "#"
  title: [Subject, Kind]
  category: Kind
  opened_at: Received
  closed_at: Settled
  status: State
  priority: Urgency
  reporter: E-Mail
statuses: {finito: resolved}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		ada := d.user(t, "ada@example.com")
		fallback := d.user(t, "desk@example.com")
		sum, report := d.importFile(t, "#;SUBJECT;Kind;received;Settled;State;Urgency; e-mail ;Notes\n"+
			"1;-;Noise;03/04/2015 10:00;04/04/2015;finito;urgent;ADA@example.com;--\n"+
			"2;Dogs;Noise;3.4.2015;;;dunno;nobody@example.org;\n"+
			"3;Cats;Noise;2015-04-03T08:00:00Z;;;;no address;\n",
			csvimport.Options{Mapping: mapping, Columns: map[string]string{"description": "notes"}, Reporter: "desk@example.com"})
		if sum.Imported != 3 || sum.Warnings[csvimport.UnknownPriority] != 1 || sum.Warnings[csvimport.BadReporter] != 1 || len(report) != 2 {
			t.Fatalf("%+v %q", sum, report)
		}
		c := d.complaint(t, "town:1")
		if c.Title != "Noise" || c.Description != "--" || c.Status != domain.ComplaintResolved || c.ClosedAt != nil ||
			c.Priority != domain.PriorityUrgent || *c.SubmittedByID != ada.ID || !c.CreatedAt.Equal(at("2015-04-03T08:00:00Z")) ||
			!c.ResolvedAt.Equal(at("2015-04-03T22:00:00Z")) {
			t.Errorf("%v", c)
		}
		// Somebody without an account stays reachable.
		c = d.complaint(t, "town:2")
		if c.SubmittedByID != nil || c.Edges.Contact == nil || c.Edges.Contact.Email != "nobody@example.org" ||
			c.Edges.Contact.EmailKey == nil || *c.Edges.Contact.EmailKey != "nobody@example.org" || c.Edges.Contact.ConfirmedAt != nil {
			t.Errorf("%v %v", c, c.Edges.Contact)
		}
		c = d.complaint(t, "town:3")
		if *c.SubmittedByID != fallback.ID || !c.CreatedAt.Equal(at("2015-04-03T08:00:00Z")) {
			t.Errorf("%v", c)
		}
	})
}

func TestTimesWhenClocksChange(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, "id,title,opened\n"+
			"standard,x,03/08/2015 01:59:59 AM\n"+
			"skipped,x,03/08/2015 02:30:00 AM\n"+
			"summer,x,03/08/2015 03:00:00 AM\n"+
			"repeated,x,11/01/2015 01:30:00 AM\n"+
			"after,x,11/01/2015 02:00:00 AM\n"+
			"zoned,x,2015-11-01T01:30:00.123456789-05:00\n",
			csvimport.Options{Timezone: "America/New_York", DayFirst: new(false), Columns: map[string]string{"external_ref": "id", "title": "title", "opened_at": "opened"}})
		if sum.Warnings[csvimport.SkippedTime] != 1 || sum.Warnings[csvimport.RepeatedTime] != 1 || len(report) != 1 || !strings.Contains(report[0][3], "03:30:00 EDT") {
			t.Errorf("%+v %q", sum, report)
		}
		for ref, want := range map[string]string{
			"standard": "2015-03-08T06:59:59Z", "skipped": "2015-03-08T07:30:00Z", "summer": "2015-03-08T07:00:00Z",
			"repeated": "2015-11-01T05:30:00Z", "after": "2015-11-01T07:00:00Z", "zoned": "2015-11-01T06:30:00.123Z",
		} {
			t.Run(ref, func(t *testing.T) {
				if got := d.complaint(t, "csv:"+ref).CreatedAt; !got.Equal(at(want)) {
					t.Errorf("%s: %s, want %s", ref, got, want)
				}
			})
		}
	})
}

// TestZonesByPosition: a row without a zone gets the one that its position lies in, a row with one keeps it.
func TestZonesByPosition(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		i := boundaryimport.Importer{Client: d.Client, Ledger: d.importer().Ledger, Now: d.importer().Now}
		_, err := i.Zones(d.ctx, strings.NewReader(`{"type":"FeatureCollection","features":[{"properties":{"name":"Mill Quarter"},
			"geometry":{"type":"Polygon","coordinates":[[[10,50],[11,50],[11,51],[10,50]]]}}]}`), boundaryimport.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.importFile(t, "id,t,z,lat,lon\nin,x,,50.2,10.9\nout,x,,51,10\nnamed,x,Hills,50.2,10.9\nnowhere,x,,,\n", csvimport.Options{Columns: map[string]string{
			"external_ref": "id", "title": "t", "zone1": "z", "latitude": "lat", "longitude": "lon",
		}})
		for ref, want := range map[string]string{"in": "Mill Quarter", "out": "", "named": "Hills", "nowhere": ""} {
			name := ""
			if z, err := d.complaint(t, "csv:"+ref).QueryZone().Only(d.ctx); err == nil {
				name = z.Name
			}
			if name != want {
				t.Errorf("%s: %q, want %q", ref, name, want)
			}
		}
	})
}

func TestCategoriesOfOneNameStayApart(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		columns := map[string]string{"title": "t", "category1": "a", "category2": "b"}
		d.importFile(t, "t,a,b\nx,Road,Other\nx,Park,Other\nx,Road,Other\nx,,Other\n", csvimport.Options{Columns: columns})
		if n := d.Category.Query().Where(category.Name("Other")).CountX(d.ctx); n != 3 {
			t.Errorf("%d categories Other", n)
		}
		road := d.Complaint.Query().Where(complaint.HasCategoryWith(category.HasParentWith(category.Name("Road")))).CountX(d.ctx)
		if road != 2 {
			t.Errorf("%d complaints below Road", road)
		}
	})
}

// TestEscapedCellsAreReadBack holds that what our exports write with an apostrophe is imported as it was.
func TestEscapedCellsAreReadBack(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, header+
			`7,07/01/2015 08:30:00 AM,,,Open,,"Broken lamp;'=1+1;x",,,,,'@home,'-,-71.08,,App`+"\n", csvimport.Options{})
		if sum.Imported != 1 {
			t.Fatalf("%+v\n%q", sum, report)
		}
		c := d.complaint(t, "boston-311:7")
		if c.Title != "Broken lamp;=1+1;x" || c.Address != "@home" {
			t.Errorf("%q, %q", c.Title, c.Address)
		}
	})
}

func TestTimesAsFilesHaveThem(t *testing.T) {
	cases := map[string]struct{ cell, want, format string }{
		"two digits of the year":       {cell: "10/21/18 0:00", want: "2018-10-21T04:00:00Z"},
		"spreadsheet, a whole day":     {cell: "43394", want: "2018-10-21T04:00:00Z"},
		"spreadsheet, half past four":  {cell: "43394.1875", want: "2018-10-21T08:30:00Z"},
		"spreadsheet, with an error":   {cell: "43394.687499999997", want: "2018-10-21T20:30:00Z"},
		"seconds since 1970":           {cell: "1540125000", want: "2018-10-21T12:30:00Z"},
		"milliseconds since 1970":      {cell: "1540125000000", want: "2018-10-21T12:30:00Z"},
		"a decimal point behind":       {cell: "1540125000.0", want: "2018-10-21T12:30:00Z"},
		"no separators":                {cell: "20181021", want: "2018-10-21T04:00:00Z"},
		"no separators, with the time": {cell: "20181021083000", want: "2018-10-21T12:30:00Z"},
		"a short zone":                 {cell: "2018/10/21 12:30:00+00", want: "2018-10-21T12:30:00Z"},
		"a named zone":                 {cell: "2018-10-21 12:30:00 UTC", want: "2018-10-21T12:30:00Z"},
		"hours of twelve":              {cell: "2018 Oct", want: ""},
		"name of the month":            {cell: "21-Oct-18 8:30 am", want: "2018-10-21T12:30:00Z"},
		"name of the month first":      {cell: "October 21, 2018 8:30 AM", want: "2018-10-21T12:30:00Z"},
		"thousandths":                  {cell: "2018-10-21T08:30:00.500", want: "2018-10-21T12:30:00.5Z"},
		"another format":               {cell: "21|10|18 8h30", format: "%d|%m|%y %Hh%M", want: "2018-10-21T12:30:00Z"},
		"another format, afternoon":    {cell: "21|10|2018 8:30 pm", format: "%d|%m|%Y %I:%M %p", want: "2018-10-22T00:30:00Z"},
		"not in that format":           {cell: "10/21/18 0:00", format: "%d|%m|%y", want: ""},
		"a small number":               {cell: "2018", want: ""},
		"a negative number":            {cell: "-43394", want: ""},
		"no number":                    {cell: "NaN", want: ""},
		"a power":                      {cell: "1e9", want: ""},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		i := 0
		for name, c := range cases {
			i++
			prefix := fmt.Sprint("times", i)
			t.Run(name, func(t *testing.T) {
				sum, report := d.importFile(t, "id,title,opened\n1,x,\""+c.cell+"\"\n", csvimport.Options{
					Timezone: "America/New_York", Prefix: prefix, DateFormat: c.format,
					Columns: map[string]string{"external_ref": "id", "title": "title", "opened_at": "opened"},
				})
				if c.want == "" {
					if sum.Rejected != 1 || report[0][2] != "opened_at" {
						t.Errorf("%+v %q", sum, report)
					}
					return
				}
				if sum.Imported != 1 {
					t.Fatalf("%+v %q", sum, report)
				}
				if got := d.complaint(t, prefix+":1").CreatedAt; !got.Equal(at(c.want)) {
					t.Errorf("%s, want %s", got.UTC().Format(time.RFC3339Nano), c.want)
				}
			})
		}
	})
}

func TestChannelsBecomeSources(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		for cell, want := range map[string]struct {
			source domain.Source
			note   string
		}{
			"Phone": {domain.SourcePhone, ""}, "E-mail": {domain.SourceEmail, ""}, "": {domain.SourceImport, ""},
			"Mobile": {domain.SourceApp, "Channel: Mobile"}, "Pigeon": {domain.SourceImport, "Channel: Pigeon"},
		} {
			t.Run(cell, func(t *testing.T) {
				d.importFile(t, "id,title,how\n1,x,"+cell+"\n", csvimport.Options{
					Prefix: "by" + cell, Columns: map[string]string{"external_ref": "id", "title": "title", "channel": "how"},
				})
				c := d.complaint(t, "by"+cell+":1")
				if c.Source != want.source || c.Edges.StatusLog[0].InternalNote != want.note {
					t.Errorf("%s, %q", c.Source, c.Edges.StatusLog[0].InternalNote)
				}
			})
		}
	})
}

func TestColumnsLeftOutAreNamed(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, _ := d.importFile(t, "id,title,ward,text,mayor\n1,x,7,,me\n", csvimport.Options{Columns: titled})
		if !slices.Equal(sum.Unused, []string{"ward", "mayor"}) {
			t.Errorf("%q", sum.Unused)
		}
	})
}

// TestLettersBesideSigns: a hyphen or a plus in a cell, which may be one that a spreadsheet had to be kept from running,
// costs no letter of Windows-1252, in complaints as in lists.
func TestLettersBesideSigns(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		_, report := d.importFile(t, "id,title,text\n1,Schlagl\xf6cher Stra\xdfe A-B,\n2,+49 f\xfcr R\xfcckfragen,\n", csvimport.Options{Columns: titled})
		for ref, want := range map[string]string{"csv:1": "Schlaglöcher Straße A-B", "csv:2": "+49 für Rückfragen"} {
			if got := d.complaint(t, ref).Title; got != want {
				t.Errorf("%s: %q, want %q", ref, got, want)
			}
		}
		if len(report) > 0 {
			t.Errorf("%q", report)
		}
		var list bytes.Buffer
		if _, err := d.importer().List(t.Context(), csvimport.Groups, strings.NewReader("name\nNachtdienst S\xfcd-Ost\n"), &list, csvimport.Options{}); err != nil {
			t.Fatal(err)
		}
		if all := d.Group.Query().AllX(d.ctx); len(all) != 1 || all[0].Name != "Nachtdienst Süd-Ost" {
			t.Errorf("%v", all)
		}
	})
}
