package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestImportLists imports lists by the command, each again, and boundaries by the command that zones share.
func TestImportLists(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("REDRESS_DATABASE_URL", "sqlite://redress.db")
	for name, text := range map[string]string{
		"zones.csv":        "name,parent\nNorth,\nMill,North\n",
		"zones.geojson":    `{"type":"FeatureCollection","features":[{"properties":{"name":"Mill"},"geometry":{"type":"Polygon","coordinates":[[[10,50],[11,50],[11,51],[10,50]]]}}]}`,
		"categories.json":  `[{"path": "Streets > Lighting", "sla_hours": 24}]`,
		"companies.csv":    "company\nBright\n",
		"groups.csv":       "name\nNight\n",
		"users.csv":        "email,role,zone,groups\nann@example.org,solver,Mill,Night\nno address,,,\n",
		"nothing.csv":      "name\n",
		"below.csv":        "Name of the city: North\n\nname\nEast\n",
		"without-name.csv": "title of it\nx\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		want []string // of the output, or of the error
		bad  bool
	}{
		{"zones zones.csv --dry-run", []string{"2 rows read (zones)", "2 to be imported"}, false},
		{"zones zones.csv", []string{"2 imported", "No row was rejected or changed"}, false},
		{"zones zones.geojson", []string{"1 features read", "0 new zones", "1 boundaries changed"}, false},
		{"zones zones.geojson --header-line 1", []string{"--header-line is for lists"}, true},
		{"zones below.csv --header-line 0", []string{"a line is a number from 1"}, true},
		{"zones below.csv --header-line 9", []string{"--header-line 9: the file has 4 lines"}, true},
		{"zones below.csv --header-line 3 --dry-run", []string{"The header is line 3", "1 to be imported"}, false},
		{"zones zones.csv --below North", []string{"--name and --below are for GeoJSON"}, true},
		{"categories categories.json", []string{"1 imported"}, false},
		{"service-providers companies.csv", []string{"no column with the name"}, true},
		{"service-providers companies.csv --map name=company", []string{"1 imported"}, false},
		{"groups groups.csv", []string{"1 imported"}, false},
		{"users users.csv", []string{"2 rows read (users)", "1 imported", "1 rejected", "users.csv.report.csv"}, false},
		{"users users.csv", []string{"0 imported", "1 already imported", "1 rejected"}, false},
		{"groups nothing.csv", []string{"the file has no rows after its header"}, true},
		{"groups without-name.csv", []string{"no column with the name: name it with --map name=COLUMN; it has title of it"}, true},
		{"groups missing.csv", []string{"missing.csv"}, true},
	} {
		t.Run(c.args, func(t *testing.T) {
			var out bytes.Buffer
			err := run(t.Context(), append([]string{"import"}, strings.Fields(c.args)...), os.Stdin, &out, &out)
			said := out.String()
			if err != nil {
				said = err.Error()
			}
			if (err != nil) != c.bad {
				t.Fatalf("%v\n%s", err, out.String())
			}
			for _, w := range c.want {
				if !strings.Contains(said, w) {
					t.Errorf("says\n%s\nwithout %q", said, w)
				}
			}
		})
	}
}
