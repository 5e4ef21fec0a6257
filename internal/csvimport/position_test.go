package csvimport_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/redress/redress/internal/csvimport"
)

// TestPositions: a position is read in every way in which it is written without a doubt, and listed in the others.
func TestPositions(t *testing.T) {
	const berlin = "52.520000 13.405000"
	cases := []struct {
		name, cell, lat, lon string
		want                 string // latitude and longitude; "" for none
		listed               string // part of what the report says
	}{
		{name: "Pair", cell: "(52.52, 13.405)", want: berlin},
		{name: "PairWithoutBlank", cell: "52.52,13.405", want: berlin},
		{name: "PairOfWhole", cell: "52, 13", want: "52.000000 13.000000"},
		{name: "Semicolon", cell: "52.52;13.405", want: berlin},
		{name: "Slash", cell: "52.52 / 13.405", want: berlin},
		{name: "Blank", cell: "52.52 13.405", want: berlin},
		{name: "DecimalCommas", cell: "52,52; 13,405", want: berlin},
		{name: "DecimalCommasBlank", cell: "52,52 13,405", want: berlin},
		{name: "DecimalCommasComma", cell: "52,52, 13,405", want: berlin},
		{name: "MinusSign", cell: "−33.8688, 151.2093", want: "-33.868800 151.209300"},
		{name: "WKT", cell: "POINT (13.405 52.52)", want: berlin},
		{name: "WKTTight", cell: "point(13.405 52.52)", want: berlin},
		{name: "WKTWithHeight", cell: "POINT Z (13.405 52.52 34.1)", want: berlin},
		{name: "WKTHeightAndMeasure", cell: "POINT ZM (13.405 52.52 34.1 7)", want: berlin},
		{name: "EWKT", cell: "SRID=4326;POINT(13.405 52.52)", want: berlin},
		{name: "EWKTOfAnother", cell: "SRID=25833;POINT(391779 5820072)", listed: "its reference system is EPSG:25833"},
		{name: "GeoSPARQL", cell: "<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(13.405 52.52)", want: berlin},
		{name: "OnePointOfSeveral", cell: "MULTIPOINT ((13.405 52.52))", want: berlin},
		{name: "SeveralPoints", cell: "MULTIPOINT ((13.405 52.52), (1 2))", listed: "no single point"},
		{name: "Line", cell: "LINESTRING (13.405 52.52, 1 2)", listed: "no single point"},
		{name: "EmptyPoint", cell: "POINT EMPTY"},
		{name: "BrokenWKT", cell: "POINT (13.405)", listed: "no position that can be read"},
		{name: "WKB", cell: "01010000008FC2F5285CCF2A40C3F5285C8F424A40", want: berlin},
		{name: "WKBBigEndian", cell: "0x0000000001402acf5c28f5c28f404a428f5c28f5c3", want: berlin},
		{name: "EWKB", cell: "0101000020E61000008FC2F5285CCF2A40C3F5285C8F424A40", want: berlin},
		{name: "EWKBOfAnother", cell: "0101000020110F00008FC2F5285CCF2A40C3F5285C8F424A40", listed: "EPSG:3857"},
		{name: "GeoJSON", cell: `{"type":"Point","coordinates":[13.405,52.52,34]}`, want: berlin},
		{name: "Socrata", cell: `{"latitude":"52.52","longitude":"13.405","human_address":"{}"}`, want: berlin},
		{name: "SocrataUnderTheAddress", cell: "1 Main St\nBoston, MA\n(42.35, -71.06)", want: "42.350000 -71.060000"},
		{name: "GeoJSONLine", cell: `{"type":"LineString","coordinates":[[13.405,52.52],[1,2]]}`, listed: "no single point"},
		{name: "GeoJSONOnePointOfSeveral", cell: `{"type":"MultiPoint","coordinates":[[13.405,52.52]]}`, want: berlin},
		{name: "GeoJSONArea", cell: `{"type":"Polygon","coordinates":[[[1,2],[1,3],[2,3],[1,2]]]}`, listed: "no single point"},
		{name: "EmptyLine", cell: "LINESTRING EMPTY"},
		{name: "GeoJSONBroken", cell: `{"type":"Point","coordinates":["a"]}`, listed: "no position"},
		{name: "JSONOfSomethingElse", cell: `{"x": 1}`, listed: "no position"},
		{name: "URI", cell: "geo:52.52,13.405", want: berlin},
		{name: "URIWithAll", cell: "geo:52.52,13.405,34;crs=wgs84;u=35", want: berlin},
		{name: "URIOfAnother", cell: "geo:323482,4306480;crs=EPSG:32618", listed: "not WGS 84"},
		{name: "Degrees", cell: "52.52° N, 13.405° E", want: berlin},
		{name: "DegreesWithoutLetters", cell: "52.52°, 13.405°", want: berlin},
		{name: "DegreesLongitudeFirst", cell: "13.405E 52.52N", want: berlin},
		{name: "LettersFirst", cell: "N52.52 E13.405", want: berlin},
		{name: "Minutes", cell: "N 52° 31.2' E 13° 24.3'", want: berlin},
		{name: "Seconds", cell: `52°31'12"N 13°24'18"E`, want: berlin},
		{name: "SecondsWithPrimes", cell: "52° 31′ 12″ N, 13° 24′ 18″ E", want: berlin},
		{name: "SecondsWithBlanks", cell: "52 31 12 N, 13 24 18 E", want: berlin},
		{name: "SouthWest", cell: `33°52'7.68"S 70°40'9.48"W`, want: "-33.868800 -70.669300"},
		{name: "SixtyMinutes", cell: `52°61'12"N 13°24'18"E`, listed: "no position that can be read"},
		{name: "BrokenDegrees", cell: `52.5°31'N 13°24'E`, listed: "no position that can be read"},
		{name: "TwoLatitudes", cell: "52.52N 13.405N", listed: "no position that can be read"},
		{name: "EastOrWest", cell: "N 52.52 O 13.405", listed: "no position that can be read"},
		{name: "Metres", cell: "(391779.3, 5820072.1)", listed: "metres of a grid"},
		{name: "WKTMetres", cell: "POINT (391779 5820072)", listed: "metres of a grid"},
		{name: "UTM", cell: "33U 391779 5820072", listed: "metres of a grid"},
		{name: "MGRS", cell: "33UUU9177920072", listed: "metres of a grid"},
		{name: "OutOfRange", cell: "95.1, 13.4", listed: "latitudes go from -90 to 90"},
		{name: "OneNumber", cell: "52,52", listed: "no position that can be read"},
		{name: "ThreeNumbers", cell: "52.52, 13.405, 34", listed: "no position that can be read"},
		{name: "List", cell: "[13.405, 52.52]", listed: "not said"},
		{name: "PlusCode", cell: "9F4MGC22+22", listed: "no position that can be read"},
		{name: "Words", cell: "behind the church", listed: "no position that can be read"},
		{name: "Zero", cell: "(0, 0)"},
		{name: "ZeroWKT", cell: "POINT (0 0)"},
		{name: "OneZero", cell: "0"},
		{name: "ZeroAlone", cell: "0.0,0.0"},
		{name: "Blank value", cell: "N/A"},
		{name: "ColumnsBesideWords", cell: "behind the church", lat: "52.52", lon: "13.405", want: berlin},
		{name: "ColumnsBesideZero", cell: "(0, 0)", lat: "52.52", lon: "13.405"},
		{name: "ColumnsBesideNothing", cell: "POINT EMPTY", lat: "52.52", lon: "13.405", want: berlin},
		{name: "ColumnsBesideOneZero", cell: "0", lat: "52.52", lon: "13.405", want: berlin},
		{name: "NothingInAnObject", cell: `{"latitude":null,"longitude":null}`},
		{name: "ColumnsWithDegrees", lat: `52°31'12"N`, lon: `13°24'18"E`, want: berlin},
		{name: "ColumnsExchanged", lat: `13°24'18"E`, lon: `52°31'12"N`, listed: "no position that can be read"},
		{name: "ColumnsWithCommas", lat: "52,52", lon: "13,405", want: berlin},
		{name: "ColumnsHalf", lat: "52,52", listed: `longitude ""`},
		{name: "ColumnsInMetres", lat: "5820072", lon: "391779", listed: "metres of a grid"},
	}
	var file strings.Builder
	file.WriteString("id;title;where;lat;lon\n")
	quote := func(cell string) string { return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"` }
	for i, c := range cases {
		fmt.Fprintf(&file, "%d;x;%s;%s;%s\n", i, quote(c.cell), quote(c.lat), quote(c.lon))
	}
	mapping := t.TempDir() + "/place.yaml"
	if err := os.WriteFile(mapping, []byte("name: csv\nblank: N/A\ncolumns: {external_ref: id, title: title, position: where, latitude: lat, longitude: lon}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	forEachDatabase(t, func(t *testing.T, d *env) {
		sum, report := d.importFile(t, file.String(), csvimport.Options{Mapping: mapping})
		listed := map[string]string{}
		for _, r := range report {
			listed[strings.TrimPrefix(r[4], "csv:")] = r[2] + " " + r[3]
		}
		var bad, none int
		for i, c := range cases {
			got := ""
			if stored := d.complaint(t, fmt.Sprintf("csv:%d", i)); stored.Latitude != nil {
				got = fmt.Sprintf("%.6f %.6f", *stored.Latitude, *stored.Longitude)
			}
			said := listed[fmt.Sprint(i)]
			if got != c.want || c.listed == "" && said != "" || c.listed != "" && !strings.Contains(said, c.listed) {
				t.Errorf("%s %q: got %q, want %q; the report says %q", c.name, c.cell, got, c.want, said)
			}
			if c.listed != "" {
				bad++
				if c.lat == "" && !strings.Contains(said, strings.ReplaceAll(fmt.Sprintf("%q", c.cell), "\n", " ")) {
					t.Errorf("%s: the report does not show the cell: %s", c.name, said)
				}
			} else if c.want == "" && c.cell != "N/A" {
				none++
			}
		}
		if sum.Warnings[csvimport.BadPosition] != bad || sum.Warnings[csvimport.NoPosition] != none {
			t.Errorf("%v, want %d that are none and %d placeholders", sum.Warnings, bad, none)
		}
	})
}
