package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestImportZones: the command lists what it did, says what is wrong with a feature, and fails when
// nothing was imported.
func TestImportZones(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, h installation) {
		h.mustRun(t, "", "migrate")
		write := func(text string) string {
			name := filepath.Join(h.dir, "districts.geojson")
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			return name
		}
		file := write(`{"type":"FeatureCollection","features":[
			{"type":"Feature","properties":{"DISTRICT":"Mill Quarter"},"geometry":{"type":"Polygon","coordinates":[[[10,50],[11,50],[11,51],[10,50]]]}},
			{"type":"Feature","properties":{"DISTRICT":7},"geometry":{"type":"Polygon","coordinates":[[[12,50],[13,50],[13,51],[12,50]]]}},
			{"type":"Feature","properties":{"DISTRICT":"Nowhere"},"geometry":{"type":"Point","coordinates":[1,2]}}]}`)
		if s := h.run(t, "", "import", "zones", file); !strings.Contains(s.err, "choose the one with the zone's name with --name; there are DISTRICT") {
			t.Errorf("without --name: %+v", s)
		}
		dry := h.mustRun(t, "", "import", "zones", file, "--name", "DISTRICT", "--dry-run")
		for _, line := range []string{"        3 features read", "        2 new zones", "        1 rejected", `  feature 3 (Nowhere): its geometry is a "Point", not a Polygon or a MultiPolygon`, "Nothing was written."} {
			if !strings.Contains(dry, line+"\n") {
				t.Errorf("no line %q:\n%s", line, dry)
			}
		}
		if said := h.mustRun(t, "", "import", "zones", file, "--name", "DISTRICT"); !strings.Contains(said, "2 new zones") {
			t.Errorf("%s", said)
		}
		if said := h.mustRun(t, "", "import", "zones", file, "--name", "DISTRICT"); !strings.Contains(said, "0 boundaries changed, 2 unchanged, 0 removed") {
			t.Errorf("again: %s", said)
		}
		h.mustRun(t, "", "verify-ledger")
		h.mustRun(t, "", "verify-counts")
		bad := write(`{"type":"FeatureCollection","features":[{"properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[1,2]}}]}`)
		if s := h.run(t, "", "import", "zones", bad); !strings.Contains(s.err, "no feature of the file could be imported") {
			t.Errorf("nothing: %+v", s)
		}
		if s := h.run(t, "", "import", "zones", file+".missing"); !strings.Contains(s.err, "open the file") {
			t.Errorf("no file: %+v", s)
		}
	})
}
