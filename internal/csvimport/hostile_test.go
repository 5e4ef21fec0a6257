package csvimport_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/encoding/charmap"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/internal/csvcell"
	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/testenv"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// hostilePieces are what texts are made of that something between two services could change.
var hostilePieces = []string{
	"\r", "\n", "\r\n", "\n\n", "\r\r\n", " ", "  ", "\t", "\v", "\f", "\u0085", "\u00a0", "\u2003", "\u2028", "\u2029", "\u3000", "\x01", "\x1b", "\x7f", "\u009f",
	"=", "+", "-", "@", "＝", "＠", "=1+1", "'", "''", "'=", "'-", `"`, `""`, `",`, `","`, ",", ";", "|", "sep=;", `\`, `\\`, `\"`, `\.`, ">", " > ", `\>`,
	"12.0", "1E+05", "#N/A", "####", "n/a", "-", "NULL", "null", "0", "true", "&amp;", "&quot;", "&#10;", "Ã¤", "â€œ", "Â", "\ufffd", "ä", "a\u0308", "ﬁ", "ß", "中", "😀",
	"\u200d", "\u0301", "a", "Lamp", "straße", "{", "[", "]", "}", "$", "%", "<br>", "\\n",
}

// hostile returns a text of up to a number of characters.
func hostile(draw *rand.Rand, most int) string {
	var b strings.Builder
	for range draw.IntN(12) {
		piece := hostilePieces[draw.IntN(len(hostilePieces))]
		if utf8.RuneCountInString(b.String()+piece) > most {
			break
		}
		b.WriteString(piece)
	}
	return domain.Visible(b.String()) // as the desk stores it
}

// hostileName returns a name as the graph takes it: without blanks around and without control characters. The number makes it unlike
// others.
func hostileName(draw *rand.Rand, n int) string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, hostile(draw, domain.MaxName-10))
	return strings.TrimSpace([]string{fmt.Sprint(n, text), fmt.Sprint(text, n), fmt.Sprint(text, n, text)}[n%3])
}

// TestHostileTextsComeBack holds that every text of complaints and lists that one service exports is in another one, into which the
// files are imported, as it was.
func TestHostileTextsComeBack(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		draw := rand.New(rand.NewPCG(seed, 1))
		s := testenv.Start(t, name)
		from := s.Store.Client()
		hostileLists(t, from, draw, s.Clock.Now())
		count := 1000
		if name == "postgres" {
			count = 200
		}
		hostileComplaints(t, from, draw, s.Clock.Now(), count)

		t.Run("Complaints", func(t *testing.T) {
			e := dbtest.New(t, name)
			var report bytes.Buffer
			importer := csvimport.Importer{Client: e.Client(), Ledger: e.Ledger, Now: s.Clock.Now}
			file := s.Do(t, testenv.Request{As: testenv.Admin, Method: http.MethodGet, Path: "/export/complaints.csv?bom=true"}).Body // for a spreadsheet
			sum, err := importer.Complaints(t.Context(), strings.NewReader(file), &report, csvimport.Options{})
			if err != nil || sum.Rejected > 0 || strings.Count(report.String(), "\n") != 1 {
				t.Fatalf("%+v %v\n%q", sum, err, report.String())
			}
			compareTexts(t, complaintTexts(from), complaintTexts(e.Client()))
			testenv.CheckInvariants(t, e.Store, e.Media)
		})
		t.Run("Lists", func(t *testing.T) {
			e := dbtest.New(t, name)
			importer := csvimport.Importer{Client: e.Client(), Ledger: e.Ledger, Now: s.Clock.Now}
			for _, list := range lists {
				var report bytes.Buffer
				sum, err := importer.List(t.Context(), list, strings.NewReader(export(t, s, string(list))), &report, csvimport.Options{AllowRoles: administrators})
				if err != nil || sum.Rejected > 0 || len(sum.Warnings) > 0 {
					t.Fatalf("%s: %+v %v\n%q", list, sum, err, report.String())
				}
			}
			compareTexts(t, listTexts(from), listTexts(e.Client()))
			testenv.CheckInvariants(t, e.Store, e.Media)
		})
	})
}

// compareTexts fails for each text that is not as it was, and shows some.
func compareTexts(t *testing.T, want, got map[string]string) {
	t.Helper()
	const shown = 10
	wrong := 0
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] == want[key] {
			continue
		}
		if wrong++; wrong <= shown {
			t.Errorf("%s was %.200q and is %.200q", key, want[key], got[key])
		}
	}
	if wrong > 0 || len(got) != len(want) {
		t.Errorf("%d of %d texts changed; there are %d now", wrong, len(want), len(got))
	}
}

// hostileLists adds rows to all lists.
func hostileLists(t *testing.T, client *ent.Client, draw *rand.Rand, now time.Time) {
	t.Helper()
	ctx := testenv.System()
	const rows = 40
	var zones, categories []node
	for n := range rows {
		zone, category := below(draw, zones, domain.KindZone), below(draw, categories, domain.KindCategory)
		zones, categories = append(zones, zone), append(categories, category)
		group, user := domain.NewID(domain.KindGroup), domain.NewID(domain.KindUser)
		email := fmt.Sprintf("hostile%d@example.com", n)
		phone := []rune(hostileName(draw, n))
		for _, err := range []error{
			client.Zone.Create().SetID(zone.id).SetName(hostileName(draw, n)).SetPath(zone.path).SetNillableParentID(zone.parent).SetCreatedAt(now).Exec(ctx),
			client.Category.Create().SetID(category.id).SetName(hostileName(draw, n)).SetPath(category.path).SetNillableParentID(category.parent).
				SetCreatedAt(now).Exec(ctx),
			client.Group.Create().SetID(group).SetName(hostileName(draw, n)).SetDescription(strings.TrimSpace(hostile(draw, domain.MaxGroupText))).
				SetCreatedAt(now).Exec(ctx),
			client.ServiceProvider.Create().SetID(domain.NewID(domain.KindServiceProvider)).SetName(hostileName(draw, n)).SetActive(true).SetCreatedAt(now).Exec(ctx),
			client.User.Create().SetID(user).SetName(hostileName(draw, n)).SetRole(domain.RoleUser).SetZoneID(zone.id).SetCreatedAt(now).Exec(ctx),
			client.Contact.Create().SetUserID(user).SetEmail(email).SetEmailKey(email).SetCreatedAt(now).
				SetPhone(strings.TrimSpace(string(phone[:min(len(phone), domain.MaxPhone)]))).Exec(ctx),
			client.Membership.MapCreateBulk([]int{0}, func(c *ent.MembershipCreate, _ int) { c.SetUserID(user).SetGroupID(group) }).Exec(ctx),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// node is a row of a tree.
type node struct {
	id     uuid.UUID
	path   string
	parent *uuid.UUID
}

// below returns a new row of a tree, below one of those that there are, or at the top.
func below(draw *rand.Rand, there []node, kind domain.Kind) node {
	n := node{id: domain.NewID(kind)}
	if len(there) > 5 {
		above := there[draw.IntN(len(there))]
		n.path, n.parent = above.path, &above.id
	}
	n.path = domain.TreePath(n.path, n.id)
	return n
}

// hostileComplaints adds complaints, the first of which are made of one piece as often as it fits.
func hostileComplaints(t *testing.T, client *ent.Client, draw *rand.Rand, now time.Time, count int) {
	t.Helper()
	ctx := testenv.System()
	zones, categories, users := client.Zone.Query().IDsX(ctx), client.Category.Query().IDsX(ctx), client.User.Query().IDsX(ctx)
	rows := make([]*ent.ComplaintCreate, count)
	for n := range rows {
		text := func(most int) string { return hostile(draw, most) }
		if n < len(hostilePieces) {
			text = func(most int) string {
				return "x" + strings.Repeat(hostilePieces[n], (most-1)/utf8.RuneCountInString(hostilePieces[n]))
			}
		}
		title := strings.TrimSpace(text(domain.MaxTitle))
		if title == "" {
			title = "x"
		}
		status := []domain.ComplaintStatus{domain.ComplaintSubmitted, domain.ComplaintResolved, domain.ComplaintRejected}[draw.IntN(3)]
		opened := now.Add(-time.Duration(count-n) * time.Minute).UTC().Truncate(time.Millisecond)
		c := client.Complaint.Create().SetID(domain.NewIDAt(domain.KindComplaint, opened)).SetReference(fmt.Sprintf("HOST-%06d", n)).
			SetTitle(title).SetDescription(text(domain.MaxDescription)).SetAddress(text(domain.MaxAddress)).
			SetStatus(status).SetSource(domain.SourceWeb).SetCreatedAt(opened).SetUpdatedAt(opened).SetMovedAt(opened).
			SetZoneID(zones[draw.IntN(len(zones))]).SetCategoryID(categories[draw.IntN(len(categories))]).
			SetSubmittedByID(users[draw.IntN(len(users))])
		if status == domain.ComplaintResolved {
			c.SetResolvedAt(opened).SetRating(1 + draw.IntN(5)).SetRatingComment(text(domain.MaxNote))
		}
		switch n % 4 {
		case 0: // in the sea off Africa, where other systems put what has no position
			c.SetLatitude(0).SetLongitude(0)
		case 1:
			c.SetLatitude(180*draw.Float64() - 90).SetLongitude(360*draw.Float64() - 180)
		}
		if n%3 == 0 {
			c.SetExternalRef("town:" + hostileName(draw, n))
		}
		rows[n] = c
	}
	for some := range slices.Chunk(rows, 200) {
		if _, err := client.Complaint.CreateBulk(some...).Save(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// complaintTexts returns the texts of all complaints by id and field.
func complaintTexts(client *ent.Client) map[string]string {
	ctx := testenv.System()
	texts := map[string]string{}
	zones, categories := treePaths(client)
	for _, c := range client.Complaint.Query().WithSubmittedBy().Order(complaint.ByID()).
		WithStatusLog(func(q *ent.StatusLogQuery) { q.Order(statuslog.BySeq()) }).AllX(ctx) {
		note := ""
		switch {
		case c.Edges.SubmittedBy != nil:
			note = "Reporter: " + c.Edges.SubmittedBy.Name
		case len(c.Edges.StatusLog) > 0:
			_, name, found := strings.Cut(c.Edges.StatusLog[0].InternalNote, "Reporter: ")
			if found {
				note = "Reporter: " + name
			}
		}
		for field, text := range map[string]string{
			"title": c.Title, "description": c.Description, "address": c.Address, "rating comment": c.RatingComment, "reporter": note,
		} {
			texts[c.ID.String()+" "+field] = text
		}
		if c.Latitude != nil {
			texts[c.ID.String()+" position"] = fmt.Sprint(*c.Latitude, " ", *c.Longitude)
		}
		if c.CategoryID != nil {
			texts[c.ID.String()+" category"] = categories[*c.CategoryID]
		}
		if c.ZoneID != nil {
			texts[c.ID.String()+" zone"] = zones[*c.ZoneID]
		}
		if c.ExternalRef != nil && strings.HasPrefix(*c.ExternalRef, "town:") {
			texts[c.ID.String()+" external ref"] = *c.ExternalRef
		}
	}
	return texts
}

// treePaths returns the names from the top of the tree down to each zone and category.
func treePaths(client *ent.Client) (zones, categories map[uuid.UUID]string) {
	ctx := testenv.System()
	names, above := map[uuid.UUID]string{}, map[uuid.UUID]*uuid.UUID{}
	zones, categories = map[uuid.UUID]string{}, map[uuid.UUID]string{}
	for _, z := range client.Zone.Query().AllX(ctx) {
		names[z.ID], above[z.ID], zones[z.ID] = z.Name, z.ParentID, ""
	}
	for _, c := range client.Category.Query().AllX(ctx) {
		names[c.ID], above[c.ID], categories[c.ID] = c.Name, c.ParentID, ""
	}
	for _, all := range []map[uuid.UUID]string{zones, categories} {
		for id := range all {
			var path []string
			for at := &id; at != nil; at = above[*at] {
				path = append([]string{names[*at]}, path...)
			}
			all[id] = csvcell.JoinPath(path)
		}
	}
	return zones, categories
}

// listTexts returns the texts of all lists by id and field.
func listTexts(client *ent.Client) map[string]string {
	ctx := testenv.System()
	texts := map[string]string{}
	zones, categories := treePaths(client)
	for id, path := range zones {
		texts[id.String()+" zone"] = path
	}
	for id, path := range categories {
		texts[id.String()+" category"] = path
	}
	for _, g := range client.Group.Query().AllX(ctx) {
		texts[g.ID.String()+" group"], texts[g.ID.String()+" description"] = g.Name, g.Description
	}
	for _, p := range client.ServiceProvider.Query().AllX(ctx) {
		texts[p.ID.String()+" provider"] = p.Name
	}
	for _, u := range client.User.Query().WithContact().WithZone().WithGroups().AllX(ctx) {
		texts[u.ID.String()+" account"] = u.Name
		if u.Edges.Contact != nil {
			texts[u.ID.String()+" address"], texts[u.ID.String()+" telephone"] = u.Edges.Contact.Email, u.Edges.Contact.Phone
		}
		if u.Edges.Zone != nil {
			texts[u.ID.String()+" zone"] = u.Edges.Zone.Name
		}
		for _, g := range u.Edges.Groups {
			texts[fmt.Sprint(u.ID, " group ", g.ID)] = g.Name
		}
	}
	return texts
}

// TestOtherFilesStayTidied holds that texts of files that Redress did not write are tidied as before.
func TestOtherFilesStayTidied(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d *env) {
		file := "no,what,text,opened\r\n7,\" Lamp \t out\r\n\",\" a  b\r\nc\rd\u00a0 \",2026-11-20T08:30:00Z\r\n"
		d.importFile(t, file, csvimport.Options{Prefix: "town", Columns: map[string]string{"external_ref": "no", "title": "what", "description": "text", "opened_at": "opened"}})
		c := d.complaint(t, "town:7")
		if c.Title != "Lamp out" || c.Description != "a b\nc d" {
			t.Errorf("%q, %q", c.Title, c.Description)
		}
	})
}

// TestLineEndsOfExports holds that line ends within the cells of a file of Redress stay as they are, however its lines end, and that
// carriage returns within its cells are not taken for the ends of lines.
func TestLineEndsOfExports(t *testing.T) {
	const header = "id,reference,external_ref,title,description,submitted_by_id,reopened_count,duplicate_of_id,created_at"
	long := "x" + strings.Repeat("\r\n", domain.MaxDescription/2-1)
	for name, tt := range map[string]struct{ end, cell string }{
		"carriage returns alone":      {"\r\n", "a\rb\rc"},
		"both":                        {"\r\n", "a\r\nb"},
		"as an earlier version wrote": {"\r\n", "a\r\n\r\nb"},
		"line feeds":                  {"\r\n", "a\nb\n"},
		"all of them":                 {"\r\n", "x\r\r\n\n\r"},
		"after a program for Unix":    {"\n", "x\r\r\n\n\r"},
		"thousands":                   {"\r\n", long},
		"in Windows-1252":             {"\r\n", "déjà vu à L'Haÿ\r\nles Roses, Château d'été"},
	} {
		t.Run(name, func(t *testing.T) {
			forEachDatabase(t, func(t *testing.T, d *env) {
				var file strings.Builder
				file.WriteString(header + tt.end)
				for n := range 3 {
					fmt.Fprintf(&file, "%s,R-%d,town:%d,\"a\rtitle\",\"%s\",,0,,2026-11-20T08:30:00.000Z%s", domain.NewID(domain.KindComplaint), n, n, tt.cell, tt.end)
				}
				text := file.String()
				if strings.HasPrefix(name, "in Windows") {
					text, _ = charmap.Windows1252.NewEncoder().String(text)
				}
				for _, text := range []string{text, strings.TrimSuffix(text, tt.end)} {
					sum, report := d.importFile(t, text, csvimport.Options{})
					if sum.Imported+sum.AlreadyImported != 3 || len(report) > 0 {
						t.Fatalf("%+v\n%.500q", sum, report)
					}
				}
				for n := range 3 {
					if c := d.complaint(t, fmt.Sprintf("town:%d", n)); c.Title != "a\rtitle" || c.Description != tt.cell {
						t.Errorf("%q, %.100q", c.Title, c.Description)
					}
				}
			})
		})
	}
}
