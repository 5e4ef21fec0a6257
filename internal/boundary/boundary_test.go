package boundary_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/redress/redress/internal/boundary"
)

func TestParse(t *testing.T) {
	many := make([]string, boundary.MaxPoints+1)
	for i := range many {
		many[i] = fmt.Sprintf("[%g,0]", float64(i)/boundary.MaxPoints)
	}
	for name, row := range map[string]struct{ geometry, want string }{
		"a square":         {`{"type":"Polygon","coordinates":[[[9,49],[11,49],[11,51],[9,51],[9,49]]]}`, ""},
		"heights":          {`{"type":"Polygon","coordinates":[[[0,0,5],[1,0,5],[1,1,5],[0,0,5]]]}`, ""},
		"several":          {`{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}`, ""},
		"a point":          {`{"type":"Point","coordinates":[1,2]}`, `is a "Point", not a Polygon`},
		"no object":        {`[1]`, "is not a GeoJSON geometry"},
		"empty":            {`{"type":"Polygon","coordinates":[]}`, "is empty"},
		"texts":            {`{"type":"Polygon","coordinates":[["a"]]}`, "coordinates that are not numbers"},
		"metres":           {`{"type":"Polygon","coordinates":[[[690990,5333990],[691010,5333990],[691010,5334010],[690990,5333990]]]}`, "export it as WGS 84"},
		"an open ring":     {`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}`, "is not a valid polygon: the ring is not closed"},
		"a bow tie":        {`{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}`, "is not a valid polygon: the ring touches or crosses itself near longitude and latitude "},
		"too many points":  {`{"type":"Polygon","coordinates":[[` + strings.Join(many, ",") + `,[0,0]]]}`, "at most 20000 are allowed"},
		"no area":          {`{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0],[0,0]]]}`, "is not a valid polygon"},
		"a hole elsewhere": {`{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]],[[5,5],[6,5],[6,6],[5,5]]]}`, "is not a valid polygon"},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := boundary.Parse([]byte(row.geometry))
			switch {
			case row.want == "" && (err != nil || b.Area <= 0 || b.South >= b.North || b.West >= b.East):
				t.Errorf("%+v, %v", b, err)
			case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
				t.Errorf("%v, want %q", err, row.want)
			}
		})
	}
}
