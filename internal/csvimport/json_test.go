package csvimport_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/redress/redress/internal/csvimport"
	"github.com/redress/redress/internal/domain"
)

// TestJSONFiles imports the same complaint in the forms of JSON that cities give out.
func TestJSONFiles(t *testing.T) {
	const request = `{"service_request_id": 638344, "status": "closed", "status_notes": "Filled.", "service_name": "Pothole", "service_code": "006",
		"description": "At the \"old\" mill", "agency_responsible": null, "requested_datetime": "2010-04-14T06:37:38-08:00",
		"updated_datetime": "2010-04-15T06:37:38-08:00", "expected_datetime": null, "address": "8TH AVE and JUDAH ST", "lat": 37.762221815, "long": -122.4651145,
		"media_url": null, "tags": ["a", 1], "extended": {"zip": "94122"}}`
	oneLine := strings.Join(strings.Fields(request), " ")
	for name, file := range map[string]string{
		"Open311":       "[" + request + "]",
		"ByteOrderMark": "\ufeff [" + request + "]",
		"OneAfterOther": oneLine + "\n" + strings.Replace(oneLine, "638344", "2", 1) + "\n",
		"InAnObject":    `{"count": 1, "fields": [{"id": "x"}], "result": {"more": [1], "records": [` + request + `], "next": null}, "rest": {}}`,
		"OneLineObject": `{"service_requests": [` + oneLine + `]}`,
		"Single":        oneLine,
	} {
		t.Run(name, func(t *testing.T) {
			forEachDatabase(t, func(t *testing.T, d *env) {
				sum, report := d.importFile(t, file, csvimport.Options{})
				if sum.Mapping != "open311" || sum.Imported != 1+strings.Count(file, "\n{") || len(report) != 0 {
					t.Fatalf("%+v %q", sum, report)
				}
				c := d.complaint(t, "open311:638344")
				if c.Title != "Pothole" || c.Description != `At the "old" mill` || c.Edges.Category.Name != "Pothole" || c.Status != domain.ComplaintClosed ||
					c.Address != "8TH AVE and JUDAH ST" || *c.Latitude != 37.762221815 || *c.Longitude != -122.4651145 || c.DueAt != nil ||
					!c.CreatedAt.Equal(at("2010-04-14T14:37:38Z")) || !c.ClosedAt.Equal(at("2010-04-15T14:37:38Z")) {
					t.Errorf("%v", c)
				}
			})
		})
	}
}

// TestJSONOfOthers reads positions as GeoJSON and Socrata have them, and the members of objects as columns.
func TestJSONOfOthers(t *testing.T) {
	columns := map[string]string{"external_ref": "id", "title": "what.kind", "position": "geometry", "description": "tags"}
	forEachDatabase(t, func(t *testing.T, d *env) {
		d.importFile(t, `{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [7.1, 50.7]},
			"properties": {"id": "1", "what": {"kind": "Noise"}, "tags": ["a", 2, null]}}]}`, csvimport.Options{Columns: columns})
		d.importFile(t, `[{"id": "2", "what": {"kind": "Noise"}, "geometry": {"latitude": "50.7", "longitude": "7.1", "needs_recoding": false}, "tags": true}]`,
			csvimport.Options{Columns: columns})
		for ref, text := range map[string]string{"csv:1": "a, 2,", "csv:2": "true"} {
			if c := d.complaint(t, ref); c.Title != "Noise" || c.Latitude == nil || *c.Latitude != 50.7 || *c.Longitude != 7.1 || c.Description != text {
				t.Errorf("%s: %v", ref, c)
			}
		}
	})
}

// TestLongJSON: a file is read as a stream, a member that no early record has is listed, and a fault in the
// middle leaves what came before it.
func TestLongJSON(t *testing.T) {
	var file strings.Builder
	for i := range 10_050 {
		fmt.Fprintf(&file, `{"number": %d, "title": "x"`, i)
		if i == 10_040 {
			file.WriteString(`, "description": "late"`)
		}
		file.WriteString("}\n")
	}
	file.WriteString(`{"number": `)
	forEachDatabase(t, func(t *testing.T, d *env) {
		var report bytes.Buffer
		sum, err := d.importer().Complaints(t.Context(), strings.NewReader(file.String()), &report,
			csvimport.Options{DryRun: true, Columns: map[string]string{"external_ref": "number", "title": "title"}})
		if err == nil || !strings.Contains(err.Error(), "the JSON of the file ends too early") || sum.Imported != 10_000 ||
			sum.Warnings[csvimport.LateColumn] != 1 || !strings.Contains(report.String(), "10041,warning,,description: no earlier record has this") {
			t.Errorf("%v %+v\n%s", err, sum, report.String())
		}
	})
}

// TestSanFranciscosInterface: the names of that interface are those of Open311, its times are local.
func TestSanFranciscosInterface(t *testing.T) {
	const csv = "service_request_id,requested_datetime,closed_date,updated_datetime,status_description,status_notes,agency_responsible,service_name,service_subtype,service_details," +
		"address,street,supervisor_district,neighborhoods_sffind_boundaries,analysis_neighborhood,police_district,lat,long,point,source,media_url\n" +
		`101000295613,2024-07-01T10:00:00.000,2024-07-02T08:30:00.000,2024-07-02T08:30:00.000,Closed,Case Resolved,PW,Street and Sidewalk Cleaning,Bulky Items,Furniture,"10 MAIN ST",MAIN ST,6,SoMa,SoMa,SOUTHERN,37.78,-122.4,POINT (-122.4 37.78),Mobile/Open311,` + "\n"
	json := `[{"service_request_id":"101000295613","requested_datetime":"2024-07-01T10:00:00.000","closed_date":"2024-07-02T08:30:00.000","status_description":"Closed",` +
		`"status_notes":"Case Resolved","service_name":"Street and Sidewalk Cleaning","service_subtype":"Bulky Items","service_details":"Furniture","address":"10 MAIN ST",` +
		`"supervisor_district":"6","neighborhoods_sffind_boundaries":"SoMa","lat":"37.78","long":"-122.4","point":{"latitude":"37.78","longitude":"-122.4"},"source":"Mobile/Open311"}]`
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, csv, csvimport.Options{})
		if sum.Mapping != "san-francisco-311" || sum.Imported != 1 || len(report) != 0 {
			t.Fatalf("%+v %q", sum, report)
		}
		c := d.complaint(t, "san-francisco-311:101000295613")
		if c.Title != "Bulky Items" || c.Description != "Furniture" || c.Edges.Category.Name != "Bulky Items" || c.Edges.Zone.Name != "SoMa" ||
			c.Status != domain.ComplaintClosed || c.Source != domain.SourceApp || !c.CreatedAt.Equal(at("2024-07-01T17:00:00Z")) || !c.ClosedAt.Equal(at("2024-07-02T15:30:00Z")) {
			t.Errorf("%v", c)
		}
		if sum, _ := d.importFile(t, json, csvimport.Options{}); sum.Mapping != "san-francisco-311" || sum.AlreadyImported != 1 {
			t.Errorf("the same complaint as JSON: %+v", sum)
		}
	})
}

// TestEncodedTwice: what a program encoded once too often is read as people wrote it, and counted; what they may
// have meant is left.
func TestEncodedTwice(t *testing.T) {
	cells := []struct{ cell, want string }{
		{`The &quot;old&quot; one`, `The "old" one`},
		{`The &amp;quot;old&amp;quot; one &#39;x&#x27;`, `The "old" one 'x'`},
		{`He said â€œitâ€™s brokenâ€` + "\u009d" + ` â€“ twice`, `He said “it’s broken” – twice`},
		{`StraÃŸe in KÃ¶ln, 5Â°`, `Straße in Köln, 5°`},
		{`Ã–ffentlich`, `Öffentlich`},
		{`"He said ""hi"""`, `He said "hi"`},
		{`a?x=1&copy=2 AT&T`, `a?x=1&copy=2 AT&T`},
		{`MANHÃ” und „Ä“`, `MANHÃ” und „Ä“`},
		{`5" and 6"" pipes`, `5" and 6"" pipes`},
		{`"a" and "b"`, `"a" and "b"`},
	}
	var file strings.Builder
	file.WriteString("id,title\n")
	twice := 0
	for i, c := range cells {
		fmt.Fprintf(&file, "%d,\"%s\"\n", i, strings.ReplaceAll(c.cell, `"`, `""`))
		if c.cell != c.want {
			twice++
		}
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, _ := d.importFile(t, file.String(), csvimport.Options{Columns: map[string]string{"external_ref": "id", "title": "title"}})
		if sum.Imported != len(cells) || sum.Warnings[csvimport.EncodedTwice] != twice {
			t.Errorf("%+v", sum)
		}
		for i, c := range cells {
			if got := d.complaint(t, fmt.Sprint("csv:", i)).Title; got != c.want {
				t.Errorf("%q is read as %q, want %q", c.cell, got, c.want)
			}
		}
	})
}

// TestGermanFiles imports a file as a German town has it, with its words, in Windows-1252.
func TestGermanFiles(t *testing.T) {
	file := "Vorgang;Betreff;Eingegangen am;Status;Meldeweg\n" +
		"1;Stra\xdfenlampe;23.04.2015 10:00 Uhr;In Bearbeitung;Telefon\n2;Loch;03.04.2015 08:15;gel\xf6st;Webformular\n"
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, file, csvimport.Options{
			Timezone: "Europe/Berlin",
			Columns:  map[string]string{"external_ref": "Vorgang", "title": "Betreff", "opened_at": "Eingegangen am", "status": "Status", "channel": "Meldeweg"},
		})
		if sum.Imported != 2 || sum.Warnings[csvimport.ClosedSometime] != 1 || len(report) != 1 {
			t.Fatalf("%+v %q", sum, report)
		}
		one, two := d.complaint(t, "csv:1"), d.complaint(t, "csv:2")
		if one.Title != "Straßenlampe" || one.Source != domain.SourcePhone || !one.CreatedAt.Equal(at("2015-04-23T08:00:00Z")) ||
			two.Status != domain.ComplaintResolved || two.Source != domain.SourceWeb || !two.CreatedAt.Equal(at("2015-04-03T06:15:00Z")) {
			t.Errorf("%v\n%v", one, two)
		}
	})
}

// TestFeaturesThatAreNoPoints: a street or an area has no position, which is said; its complaint is imported.
func TestFeaturesThatAreNoPoints(t *testing.T) {
	street := `{"type":"LineString","coordinates":[` + strings.Repeat("[7.1,50.2],", 9_000) + `[7.2,50.3]]}`
	feature := func(id int, geometry string) string {
		return fmt.Sprintf(`{"type":"Feature","properties":{"id":%d,"title":"x"},"geometry":%s}`, id, geometry)
	}
	features := []string{feature(1, street), feature(2, `{"type":"Point","coordinates":[7.1,50.2]}`), feature(3, "null"), feature(4, `{"type":"GeometryCollection","geometries":[]}`)}
	columns := map[string]string{"external_ref": "id", "title": "title", "position": "geometry"}
	forEachDatabase(t, func(t *testing.T, d *env) {
		for prefix, file := range map[string]string{
			"collection": `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + "]}",
			"lines":      strings.Join(features, "\n"),
			"sequence":   "\x1e" + strings.Join(features, "\n\x1e") + "\n",
		} {
			sum, report := d.importFile(t, file, csvimport.Options{Columns: columns, Prefix: prefix})
			if sum.Imported != 4 || len(report) != 1 || report[0][0] != "1" || !strings.Contains(report[0][3], "LineString") || !strings.HasSuffix(report[0][3], ": this is no single point") || len(report[0][3]) > 400 {
				t.Errorf("%s: %+v %.9999q", prefix, sum, report)
			}
			if at := d.complaint(t, prefix+":2"); at.Latitude == nil || *at.Latitude != 50.2 {
				t.Errorf("%s: %v", prefix, at.Latitude)
			}
		}
		_, err := d.importer().Complaints(t.Context(), strings.NewReader(strings.Join(features, "\n")), new(bytes.Buffer), csvimport.Options{})
		if err == nil || !strings.Contains(err.Error(), "--map position=geometry") {
			t.Errorf("the geometry is not proposed: %v", err)
		}
	})
}
