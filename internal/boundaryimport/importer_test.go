package boundaryimport_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/redress/redress/internal/boundaryimport"
	. "github.com/redress/redress/internal/testenv"
)

func TestMain(m *testing.M) { Main(m) }

// square returns the GeoJSON of a square around a point.
func square(longitude, latitude, half float64) string {
	w, e, s, n := longitude-half, longitude+half, latitude-half, latitude+half
	return fmt.Sprintf(`{"type":"Polygon","coordinates":[[[%g,%g],[%g,%g],[%g,%g],[%g,%g],[%g,%g]]]}`, w, s, e, s, e, n, w, n, w, s)
}

// feature returns a feature with a name; without a geometry it has null.
func feature(name, geometry string) string {
	if geometry == "" {
		geometry = "null"
	}
	return fmt.Sprintf(`{"type":"Feature","properties":{"Name":%q,"code":7},"geometry":%s}`, name, geometry)
}

func collection(features ...string) string {
	return `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`
}

// importZones imports a file.
func importZones(t *testing.T, s *Server, file string, opts boundaryimport.Options) (boundaryimport.Summary, error) {
	t.Helper()
	i := boundaryimport.Importer{Client: s.Store.Client(), Ledger: s.Ledger, Now: s.Clock.Now}
	opts.Label = "zones.geojson"
	return i.Zones(t.Context(), strings.NewReader(file), opts)
}

// zoneOf submits a complaint and returns the name of its zone.
func zoneOf(t *testing.T, s *Server, where string) string {
	t.Helper()
	a := s.MustExecute(t, User, `mutation { submitComplaint(input: {title: "A lamp", `+where+`}) { complaint { zone { name } } } }`, nil)
	complaint, _ := a.Data["submitComplaint"].(map[string]any)["complaint"].(map[string]any)
	zone, _ := complaint["zone"].(map[string]any)
	name, _ := zone["name"].(string)
	return name
}

// TestZoneOfAPosition: a complaint with a position and without a zone gets the smallest zone around it.
func TestZoneOfAPosition(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		if name := zoneOf(t, s, "latitude: 50, longitude: 10"); name != "" {
			t.Errorf("%q without boundaries", name)
		}
		ring := `{"type":"Polygon","coordinates":[[[20,50],[24,50],[24,54],[20,54],[20,50]],[[21,51],[21,53],[23,53],[23,51],[21,51]]]}`
		file := collection(feature("City", square(10, 50, 2)), feature("Mill Quarter", square(10, 50, 0.5)), feature("Ring", ring))
		if sum, err := importZones(t, s, file, boundaryimport.Options{}); err != nil || sum.Created != 3 || len(sum.Rejected) > 0 {
			t.Fatalf("%+v %v", sum, err)
		}
		for position, want := range map[string]string{
			"latitude: 50.2, longitude: 10.2":   "Mill Quarter",
			"latitude: 50.5, longitude: 10":     "Mill Quarter", // on its edge
			"latitude: 51, longitude: 10":       "City",
			"latitude: 52, longitude: 22":       "", // in the hole
			"latitude: 50.5, longitude: 20.5":   "Ring",
			"latitude: -50, longitude: 10":      "",
			`address: "Mill Lane"`:              "",
			"latitude: 49.99, longitude: 9.999": "Mill Quarter",
		} {
			if name := zoneOf(t, s, position); name != want {
				t.Errorf("%s: %q, want %q", position, name, want)
			}
		}
		// A zone that is named stays.
		a := s.MustExecute(t, User, `{ zones(where: {name: "City"}) { edges { node { id boundary version } } } }`, nil)
		edges, _ := a.Data["zones"].(map[string]any)["edges"].([]any)
		node, _ := edges[0].(map[string]any)["node"].(map[string]any)
		shape, _ := node["boundary"].(map[string]any)
		if shape["type"] != "Polygon" || node["version"] != float64(1) {
			t.Errorf("%v", node)
		}
		if name := zoneOf(t, s, fmt.Sprintf("latitude: 50, longitude: 10, zoneId: %q", node["id"])); name != "City" {
			t.Errorf("%q although a zone was named", name)
		}
	})
}

// TestImportAgain: a file that is imported again changes nothing, one with other boundaries changes
// them, and what can't be imported is said of each feature.
func TestImportAgain(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		created := s.MustExecute(t, Admin, `mutation { createZone(input: {name: "Region"}) { zone { id } } }`, nil)
		region, _ := created.Data["createZone"].(map[string]any)["zone"].(map[string]any)["id"].(string)
		first := collection(feature("A", square(1, 1, 1)), feature("B", square(5, 5, 1)), feature("", square(1, 1, 1)),
			feature("C", square(200, 0, 1)), feature("A", square(9, 9, 1)))
		dry, err := importZones(t, s, first, boundaryimport.Options{Below: "Region", DryRun: true})
		if err != nil || dry.Created != 2 {
			t.Fatalf("%+v %v", dry, err)
		}
		count := func() string {
			return s.MustExecute(t, Admin, `query($r: ID!) { zones(where: {parentId: $r}) { totalCount edges { node { name version } } } a: auditEntries(where: {action: "import.zones"}) { totalCount edges { node { after } } } }`, map[string]any{"r": region}).Raw
		}
		if said := count(); !strings.Contains(said, `"totalCount":0`) || strings.Contains(said, "zones.geojson") {
			t.Errorf("after a dry run: %s", said)
		}
		sum, err := importZones(t, s, first, boundaryimport.Options{Below: "Region"})
		if err != nil || sum.Read != 5 || sum.Created != 2 || len(sum.Rejected) != 3 {
			t.Fatalf("%+v %v", sum, err)
		}
		for i, want := range []string{"property Name is empty", "export it as WGS 84", "another feature of this zone"} {
			if !strings.Contains(sum.Rejected[i].Reason, want) {
				t.Errorf("%+v, want %q", sum.Rejected[i], want)
			}
		}
		if said := count(); !strings.Contains(said, `"totalCount":2`) || !strings.Contains(said, "zones.geojson") {
			t.Errorf("after the import: %s", said)
		}
		sum, err = importZones(t, s, collection(feature("A", square(1, 1, 1)), feature("B", square(6, 6, 1)), feature("D", "")), boundaryimport.Options{})
		if err != nil || sum.Unchanged != 2 || sum.Changed != 1 || sum.Taken() != 3 {
			t.Errorf("again: %+v %v", sum, err)
		}
		sum, err = importZones(t, s, collection(feature("B", "")), boundaryimport.Options{})
		if name := zoneOf(t, s, "latitude: 6, longitude: 6"); err != nil || sum.Removed != 1 || name != "" {
			t.Errorf("removed: %+v %v %q", sum, err, name)
		}
		sum, err = importZones(t, s, collection(feature("\u200bB\u00ad", square(6, 6, 1)), feature("\u200e", square(8, 8, 1)), feature("gpj.\u202eoto", square(9, 9, 1))), boundaryimport.Options{})
		if err != nil || sum.Changed != 1 || len(sum.Rejected) != 2 || !strings.Contains(sum.Rejected[0].Reason, "is empty") || !strings.Contains(sum.Rejected[1].Reason, `"gpj.\u202eoto"`) {
			t.Errorf("letters that nobody sees: %+v %v", sum, err)
		}
		s.MustExecute(t, Admin, `mutation { createZone(input: {name: "A"}) { zone { id } } }`, nil)
		sum, err = importZones(t, s, collection(feature("A", square(1, 1, 1))), boundaryimport.Options{})
		if err != nil || len(sum.Rejected) != 1 || !strings.Contains(sum.Rejected[0].Reason, "several zones") {
			t.Errorf("a name twice: %+v %v", sum, err)
		}
		for name, row := range map[string]struct {
			file, want string
			opts       boundaryimport.Options
		}{
			"no JSON":     {file: "a,b", want: "the file is not GeoJSON"},
			"a geometry":  {file: `{"type":"Polygon","coordinates":[]}`, want: "not a GeoJSON FeatureCollection; its type is \"Polygon\""},
			"empty":       {file: collection(), want: "the file has no features"},
			"projected":   {file: `{"type":"FeatureCollection","crs":{"properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"features":[` + feature("A", "") + `]}`, want: "EPSG::25832"},
			"no name":     {file: `{"type":"FeatureCollection","features":[{"properties":{"DISTRICT":1,"code":2}}]}`, want: "there are DISTRICT, code"},
			"no parent":   {file: first, want: `not exactly one zone named "Nowhere"`, opts: boundaryimport.Options{Below: "Nowhere"}},
			"no property": {file: first, want: "", opts: boundaryimport.Options{Name: "nothing"}},
		} {
			t.Run(name, func(t *testing.T) {
				sum, err := importZones(t, s, row.file, row.opts)
				switch {
				case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
					t.Errorf("%v, want %q", err, row.want)
				case row.want == "" && (err != nil || sum.Taken() != 0):
					t.Errorf("%+v %v", sum, err)
				}
			})
		}
	})
}

// TestNumbersThatAreNames: districts that are numbers are named as people write them, each exactly.
func TestNumbersThatAreNames(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		created := s.MustExecute(t, Admin, `mutation { createZone(input: {name: "Wards"}) { zone { id } } }`, nil)
		wards, _ := created.Data["createZone"].(map[string]any)["zone"].(map[string]any)["id"].(string)
		var features []string
		for i, number := range []string{
			"7", "12.0", "12.50", "1000000", "11000001", "1.1000002e7", "1E3", "-0", "90071992547409931", "0.1", `" Harbor "`, `"007"`, `"12E4"`,
			"1e400", `"1.1E+07"`, `"#N/A"`, "true", "1e99999",
		} {
			features = append(features, fmt.Sprintf(`{"properties":{"WARD":%s},"geometry":%s}`, number, square(float64(i), 10, 0.2)))
		}
		sum, err := importZones(t, s, collection(features...), boundaryimport.Options{Name: "WARD", Below: "Wards"})
		if err != nil {
			t.Fatal(err)
		}
		var refused []int
		for _, r := range sum.Rejected {
			refused = append(refused, r.Feature)
		}
		if want := []int{14, 15, 16, 17}; !slices.Equal(refused, want) {
			t.Errorf("refused %+v, want %v", sum.Rejected, want)
		}
		found := s.MustExecute(t, Admin, `query($w: ID!) { zones(first: 100, where: {parentId: $w}) { edges { node { name } } } }`, map[string]any{"w": wards}).Raw
		for _, name := range []string{
			"7", "12", "12.5", "1000000", "11000001", "11000002", "1000", "0", "90071992547409931", "0.1", "Harbor", "007", "12E4", "1e99999",
		} {
			if strings.Count(found, `{"name":"`+name+`"}`) != 1 {
				t.Errorf("no zone %q in %s", name, found)
			}
		}
		if _, err := importZones(t, s, collection(features[0])+"{}", boundaryimport.Options{Name: "WARD"}); err == nil || !strings.Contains(err.Error(), "not GeoJSON") {
			t.Errorf("something after the end: %v", err)
		}
	})
}

// TestSequences: features may stand one after the other, each on a line of its own or behind the separator of RFC 8142.
func TestSequences(t *testing.T) {
	ForEachDatabase(t, func(t *testing.T, s *Server) {
		feature := func(name string, west float64) string {
			return fmt.Sprintf(`{"type":"Feature","properties":{"name":%q},"geometry":%s}`, name, square(west, 10, 0.2))
		}
		for i, file := range []string{
			feature("A0", 1) + "\n" + feature("B0", 2) + "\n", "\x1e" + feature("A1", 1) + "\n\x1e" + feature("B1", 2) + "\n", "\ufeff" + feature("A2", 1) + "\r\n\r\n" + feature("B2", 2),
		} {
			sum, err := importZones(t, s, file, boundaryimport.Options{})
			if err != nil || sum.Created != 2 || len(sum.Rejected) != 0 {
				t.Errorf("file %d: %+v %v", i, sum, err)
			}
		}
		for file, want := range map[string]string{
			feature("C", 1) + "\n" + collection(feature("D", 2)): `its 2. feature has the type "FeatureCollection"`,
			feature("C", 1) + "\n{\"type\"":                      "the file is not GeoJSON",
			collection(feature("C", 1)) + feature("D", 2):        "something follows its end",
			`{"name": "North"}`:                                  "not a GeoJSON FeatureCollection",
		} {
			if sum, err := importZones(t, s, file, boundaryimport.Options{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %+v %v, want %q", file, sum, err, want)
			}
		}
	})
}
