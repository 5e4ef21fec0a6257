package csvimport_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// lists in the order in which they refer to each other.
var lists = []csvimport.List{csvimport.Zones, csvimport.Categories, csvimport.ServiceProviders, csvimport.Groups, csvimport.Users}

// administrators are the roles that files of accounts give when they are allowed.
var administrators = []domain.Role{domain.RoleAdmin, domain.RoleSuperAdmin}

func export(t *testing.T, s *testenv.Server, list string) string {
	t.Helper()
	res := s.Do(t, testenv.Request{As: testenv.Admin, Method: http.MethodGet, Path: "/export/" + list + ".csv"})
	if res.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", list, res.Status, res.Body)
	}
	return res.Body
}

// TestOwnListsAreImportedAgain exports the lists of the demo, and imports the files where they came from, which
// adds nothing, and into an empty service, where every row is as it was.
func TestOwnListsAreImportedAgain(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.Start(t, name)
		client := s.Store.Client()
		solver := client.User.Query().Where(user.HasContactWith(contact.Email("solver2@example.com"))).OnlyX(testenv.System())
		if _, err := s.Service.Identity.DisableAccount(testenv.System(), tx.Target{ID: solver.ID}); err != nil {
			t.Fatal(err)
		}
		here := csvimport.Importer{Client: client, Ledger: s.Ledger, Now: s.Clock.Now}
		e := dbtest.New(t, name)
		there := csvimport.Importer{Client: e.Client(), Ledger: e.Ledger, Now: s.Clock.Now}
		for _, list := range lists {
			file := export(t, s, string(list))
			rows := strings.Count(file, "\r\n") - 1
			var report bytes.Buffer
			sum, err := here.List(t.Context(), list, strings.NewReader(file), &report, csvimport.Options{})
			if err != nil || rows == 0 || sum.AlreadyImported != rows || sum.Read != rows {
				t.Errorf("%s at home: %+v %v %s", list, sum, err, report.String())
			}
			for _, run := range []struct {
				dry             bool
				imported, there int
			}{{true, rows, 0}, {false, rows, 0}, {false, 0, rows}} {
				report.Reset()
				sum, err = there.List(t.Context(), list, strings.NewReader(file), &report, csvimport.Options{DryRun: run.dry, AllowRoles: administrators})
				if err != nil || sum.Imported != run.imported || sum.AlreadyImported != run.there || sum.Rejected != 0 || len(sum.Warnings) != 0 {
					t.Fatalf("%s elsewhere: %+v %v %s", list, sum, err, report.String())
				}
			}
		}
		for what, of := range map[string]func(*ent.Client) []string{"zones": zoneRows, "categories": categoryRows, "groups": groupRows, "providers": providerRows, "users": userRows} {
			if got, want := of(e.Client()), of(client); !slices.Equal(got, want) {
				t.Errorf("%s:\n got %q\nwant %q", what, got, want)
			}
		}
		if n := e.Client().AuditEntry.Query().Where(auditentry.Action("user.create")).CountX(testenv.System()); n != len(userRows(client)) {
			t.Errorf("%d accounts are in the audit", n)
		}
		if n := e.Client().Credential.Query().CountX(testenv.System()); n != 0 {
			t.Errorf("%d accounts have a password", n)
		}
	})
}

func zoneRows(client *ent.Client) (rows []string) {
	for _, z := range client.Zone.Query().Order(ent.Asc("id")).AllX(testenv.System()) {
		rows = append(rows, fmt.Sprint(z.ID, z.Name, z.Path, value(z.ParentID), z.CreatedAt.UnixMilli()))
	}
	return rows
}

func categoryRows(client *ent.Client) (rows []string) {
	for _, c := range client.Category.Query().Order(ent.Asc("id")).AllX(testenv.System()) {
		rows = append(rows, fmt.Sprint(c.ID, c.Name, c.Path, value(c.ParentID), value(c.SLAHours), c.DefaultPriority, c.ShownNearby, c.CreatedAt.UnixMilli()))
	}
	return rows
}

func groupRows(client *ent.Client) (rows []string) {
	for _, g := range client.Group.Query().Order(ent.Asc("id")).AllX(testenv.System()) {
		rows = append(rows, fmt.Sprint(g.ID, g.Name, g.Description, g.CreatedAt.UnixMilli()))
	}
	return rows
}

func providerRows(client *ent.Client) (rows []string) {
	for _, p := range client.ServiceProvider.Query().Order(ent.Asc("id")).AllX(testenv.System()) {
		rows = append(rows, fmt.Sprint(p.ID, p.Name, p.Active, p.CreatedAt.UnixMilli()))
	}
	return rows
}

func userRows(client *ent.Client) (rows []string) {
	for _, u := range client.User.Query().WithContact().WithGroups().Order(ent.Asc("id")).AllX(testenv.System()) {
		var groups []string
		for _, g := range u.Edges.Groups {
			groups = append(groups, g.ID.String())
		}
		slices.Sort(groups)
		rows = append(rows, fmt.Sprint(u.ID, u.Name, u.Role, u.State, value(u.ZoneID), value(u.ProviderID), u.DisabledAt != nil,
			u.Edges.Contact.Email, *u.Edges.Contact.EmailKey, u.Edges.Contact.Phone, groups, u.CreatedAt.UnixMilli()))
	}
	return rows
}

func value[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// TestTreesComeBackWithTheirComplaints: 223 categories in three levels, whose names repeat and have signs of paths in
// them, and zones in two, come back by the complaints alone.
func TestTreesComeBackWithTheirComplaints(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		s := testenv.Start(t, name)
		client, ctx := s.Store.Client(), testenv.System()
		city := csvimport.Importer{Client: client, Ledger: s.Ledger, Now: s.Clock.Now}
		var file strings.Builder
		file.WriteString("id,t,a,b,c,z,q\n")
		row := 0
		for top := range 7 {
			for middle := range 4 {
				for low := range 7 {
					row++
					fmt.Fprintf(&file, "%d,x,Department %d > all,Other,Kind %d,District \\%d,Quarter\n", row, top, middle*7+low, top)
				}
			}
			row++
			fmt.Fprintf(&file, "%d,x,Department %d > all,\"Kind, one\",,District \\%d,\n", row, top, top)
		}
		file.WriteString("last,x,Alone,,,,\nlast but one,x,Department 0 > all,Below,Kind 1,,\nmore,x,Other,,,,\nfew,x,>,,,,\nfewer,x,\\,,,,\n")
		columns := map[string]string{"external_ref": "id", "title": "t", "category1": "a", "category2": "b", "category3": "c", "zone1": "z", "zone2": "q"}
		if sum, err := city.Complaints(t.Context(), strings.NewReader(file.String()), new(bytes.Buffer), csvimport.Options{Columns: columns, Prefix: "city"}); err != nil || sum.Rejected > 0 || sum.Categories != 223 {
			t.Fatalf("%+v %v", sum, err)
		}
		res := s.Do(t, testenv.Request{As: testenv.Admin, Method: http.MethodGet, Path: `/export/complaints.csv?where={"externalRefHasPrefix":"city:"}`})
		if res.Status != http.StatusOK {
			t.Fatalf("%d %s", res.Status, res.Body)
		}
		e := dbtest.New(t, name)
		there := csvimport.Importer{Client: e.Client(), Ledger: e.Ledger, Now: s.Clock.Now}
		sum, err := there.Complaints(t.Context(), strings.NewReader(res.Body), new(bytes.Buffer), csvimport.Options{})
		if err != nil || sum.Rejected > 0 || sum.Categories != 223 || sum.Zones != 14 {
			t.Fatalf("%+v %v", sum, err)
		}
		of := func(client *ent.Client) (rows []string) {
			names := map[string]string{}
			for _, c := range client.Category.Query().AllX(ctx) {
				names[c.ID.String()] = c.Name
			}
			for _, z := range client.Zone.Query().AllX(ctx) {
				names[z.ID.String()] = z.Name
			}
			path := func(ids []string) (path []string) {
				for _, id := range ids {
					path = append(path, names[id])
				}
				return path
			}
			for _, c := range client.Complaint.Query().WithCategory().WithZone().AllX(ctx) {
				if c.ExternalRef == nil || !strings.HasPrefix(*c.ExternalRef, "city:") {
					continue
				}
				place := []string(nil)
				if c.Edges.Zone != nil {
					place = path(domain.TreeIDs(c.Edges.Zone.Path))
				}
				rows = append(rows, fmt.Sprintf("%s %q %q", *c.ExternalRef, path(domain.TreeIDs(c.Edges.Category.Path)), place))
			}
			slices.Sort(rows)
			return rows
		}
		if got, want := of(e.Client()), of(client); !slices.Equal(got, want) || len(got) != row+5 {
			t.Errorf("got %q\nwant %q", got, want)
		}
	})
}

// TestListsOfOthers imports lists as other systems have them: rows that can't be imported are listed, the others go in.
func TestListsOfOthers(t *testing.T) {
	cases := []struct {
		name            string
		list            csvimport.List
		file            string
		columns         map[string]string
		imported, there int
		report          []string // field and reason, or the value left out
	}{
		{"Children first", csvimport.Categories, "Bezeichnung;Oberkategorie;SLA;Priority\nLamp out;Lighting;24;HIGH\nLighting;Streets;;\nStreets;;x;none\n", nil, 3, 0, []string{
			`sla_hours: "x" is left out: it must be a number from 1 to 87840`, `default_priority: "none" is left out: it is none of low, normal, high, urgent`,
		}},
		{"Paths", csvimport.Categories, "path,sla_hours\nStreets > Paths > Ice,4\nStreets,\nA \\> B,\n", nil, 2, 1, nil},
		{"Parents twice", csvimport.Zones, "name,parent\nNorth,\nMill,North\nSouth,\nMill,South\nGate,Mill\nGate,Nowhere\n", nil, 4, 0, []string{
			"parent_id: neither the file nor the service has exactly one row that it belongs below", "parent_id: neither the file nor the service has exactly one row that it belongs below",
		}},
		{"Circle", csvimport.Zones, "name,parent\nCirc,Cle\nCle,Circ\n,x\nUp,\n", nil, 1, 0, []string{
			"parent_id: leads in a circle, or through more than 100 rows", "parent_id: leads in a circle, or through more than 100 rows", "name: must not be empty",
		}},
		{"Own names", csvimport.Groups, "team,what\nNight,\nNight,again\n" + strings.Repeat("x", 201) + ",\n", map[string]string{"name": "team", "description": "what"}, 1, 1, []string{
			"name: must be at most 200 characters",
		}},
		{"Lost values", csvimport.Zones, "name\n1.1E+07\n12E4\n####\n", nil, 1, 0, []string{
			`name: "####" is no name: a spreadsheet had no room to show it: widen the column, and save the file again`,
			`name: "1.1E+07" is no name: a spreadsheet has rounded it: format the column as text, and save the file again`,
		}},
		{"JSON", csvimport.ServiceProviders, `[{"name": "Bright", "active": false}, {"name": "Dark", "active": "maybe"}, {"name": "Third", "id": "x"}]`, nil, 2, 0, []string{
			`active: "maybe" is left out: it must be true or false`, `id: "x" is no id of the kind that belongs here`,
		}},
		{"Lost telephone numbers", csvimport.Users, "email,phone\nlea@example.org,4.93012E+12\nleo@example.org,+49 30 12E4\n", nil, 2, 0, []string{
			`phone: "4.93012E+12" is left out: a spreadsheet has rounded it: format the column as text, and save the file again`,
		}},
		{"Mailboxes", csvimport.Users, "email,name\nKim Roe <kim@example.org>,\n\"\"\"Roe, Ben\"\" <ben@example.org>\",\nRoe, <x@example.org>\nmailto:max%2Broe@example.org?subject=Hello,\n" +
			"lou@example.org <LOU@example.org>,Lou\nother@example.org <one@example.org>,\n\"eli@example.org; eli@example.com\",Eli\n\"jo@example.org,\",Jo\n<tom@example.org>,\n", nil, 5, 0, []string{
			`email: "eli@example.org; eli@example.com": must be an e-mail address`, `email: "jo@example.org,": must be an e-mail address`,
			`email: "other@example.org <one@example.org>": must be an e-mail address`, `email: "Roe": must be an e-mail address`,
		}},
		{
			"Accounts", csvimport.Users, "E-Mail,Name,Role,Zone,Provider,Groups,State\n" +
				"ann@example.org,,,North,,Night; Day,\nANN@example.org,Ann again,,,,,\nbob@example.org,Bob,solver,Mill,Bright,,\ncarl@example.org,Carl,provider,,,,\n" +
				"dora@example.org,Dora,provider,,Nobody,,\nemil@example.org,Emil,boss,,,,\nfay,Fay,,,,,\ngus@example.org,Gus,user,,Bright,,\nhal@example.org,Hal,super_admin,,,,disabled\n" +
				"ida@example.org,Ida,,,,,asleep\n", nil, 3, 1, []string{
				`groups: "Day" is left out: there is no such group; import groups first`,
				`zone: "Mill" is left out: there is not exactly one such zone; import zones first`,
				"provider: a provider account needs its service provider", `provider: "Nobody": there is no such service provider; import service providers first`,
				`role: "boss" is none of user, solver, provider, admin, super_admin`, `email: "fay": must be an e-mail address`,
				"provider: only solvers and provider accounts belong to a service provider", `state: "asleep" is neither active nor disabled`,
			},
		},
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				opts := csvimport.Options{Columns: c.columns, Label: "x.csv", AllowRoles: administrators}
				var report, dry bytes.Buffer
				trial := opts
				trial.DryRun = true
				if _, err := d.importer().List(t.Context(), c.list, strings.NewReader(c.file), &dry, trial); err != nil {
					t.Error(err)
				}
				sum, err := d.importer().List(t.Context(), c.list, strings.NewReader(c.file), &report, opts)
				if dry.String() != report.String() {
					t.Errorf("a dry run reports\n%s\nthe import\n%s", dry.String(), report.String())
				}
				if err != nil || sum.Imported != c.imported || sum.AlreadyImported != c.there || sum.Read != sum.Imported+sum.AlreadyImported+sum.Rejected {
					t.Errorf("%+v %v", sum, err)
				}
				rows, _ := csv.NewReader(&report).ReadAll()
				var said []string
				for _, r := range rows[1:] {
					if !strings.HasPrefix(r[1], "role") { // TestImportRoles looks at them
						said = append(said, r[2]+": "+r[3])
					}
				}
				slices.Sort(said)
				slices.Sort(c.report)
				if !slices.Equal(said, c.report) {
					t.Errorf("listed %q, want %q", said, c.report)
				}
			})
		}
		lamp := d.Category.Query().Where(category.Name("Lamp out")).WithParent(func(q *ent.CategoryQuery) { q.WithParent() }).OnlyX(d.ctx)
		if lamp.Edges.Parent.Edges.Parent.Name != "Streets" || *lamp.SLAHours != 24 || lamp.DefaultPriority != domain.PriorityHigh || strings.Count(lamp.Path, "/") != 3 {
			t.Errorf("%v", lamp)
		}
		ann := d.User.Query().Where(user.HasContactWith(contact.Email("ann@example.org"))).WithZone().WithGroups().OnlyX(d.ctx)
		if ann.Name != "ann" || ann.Role != domain.RoleUser || ann.Edges.Zone.Name != "North" || len(ann.Edges.Groups) != 1 {
			t.Errorf("%v", ann)
		}
		for address, name := range map[string]string{
			"kim@example.org": "Kim Roe", "ben@example.org": "Roe, Ben", "max+roe@example.org": "max+roe", "LOU@example.org": "Lou", "tom@example.org": "tom",
		} {
			if u := d.User.Query().Where(user.HasContactWith(contact.Email(address))).OnlyX(d.ctx); u.Name != name {
				t.Errorf("%s is called %q, want %q", address, u.Name, name)
			}
		}
		lea := d.User.Query().Where(user.HasContactWith(contact.Email("lea@example.org"))).WithContact().OnlyX(d.ctx)
		if lea.Edges.Contact.Phone != "" {
			t.Errorf("%v", lea.Edges.Contact)
		}
		hal := d.User.Query().Where(user.HasContactWith(contact.Email("hal@example.org"))).OnlyX(d.ctx)
		if hal.State != domain.AccountDisabled || hal.DisabledAt == nil || hal.Role != domain.RoleSuperAdmin {
			t.Errorf("%v", hal)
		}
		for list, want := range map[csvimport.List]string{
			csvimport.Users: "no column with the email: name it with --map email=COLUMN; it has a", csvimport.Zones: "no column with the name: name it with --map name=COLUMN",
		} {
			if _, err := d.importer().List(t.Context(), list, strings.NewReader("a\n1\n"), new(bytes.Buffer), csvimport.Options{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", list, err)
			}
		}
	})
}
