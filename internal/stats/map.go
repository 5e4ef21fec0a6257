package stats

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/hint"
)

const (
	// MaxSingle is how many complaints a map shows one by one.
	MaxSingle = 100
	// MaxCells is how many cells the grid of a map has in its bounds.
	MaxCells = 1_200
	// MaxZoom is the greatest zoom level of a map.
	MaxZoom = 22
	// blockZoom is the zoom level at which a cell is a block. Below it a cell is several blocks, above
	// it a part of one.
	blockZoom = 15
)

// MapBoundsInput is the part of a map that is requested, in degrees.
type MapBoundsInput struct{ South, West, North, East float64 }

// MapBounds is a part of a map, in degrees.
type MapBounds struct{ South, West, North, East float64 }

// MapPoint is a place, in degrees.
type MapPoint struct{ Latitude, Longitude float64 }

// ComplaintMap is the complaints in a part of a map that the viewer may see.
type ComplaintMap struct {
	Count      int
	Zoom       int
	Clusters   []*ComplaintCluster
	Complaints []*ent.Complaint
}

// ComplaintCluster is the complaints in one cell of a grid.
type ComplaintCluster struct {
	Count  int
	Bounds *MapBounds
	Centre *MapPoint
}

// Map is a request for the complaints in a part of a map.
type Map struct {
	Where   *ent.ComplaintWhereInput
	Written map[string]any // Where as the caller sent it
	Bounds  MapBoundsInput
	Zoom    int
}

// check returns a validation fault that lists every invalid input.
func (in Map) check() error {
	bad := slices.Concat(
		fault.Between("bounds.south", in.Bounds.South, -90, 90), fault.Between("bounds.west", in.Bounds.West, -180, 180),
		fault.Between("bounds.north", in.Bounds.North, -90, 90), fault.Between("bounds.east", in.Bounds.East, -180, 180),
	)
	if in.Bounds.North < in.Bounds.South {
		bad = append(bad, fault.Input("bounds.north", "out_of_range", "must not be less than south"))
	}
	bad = append(bad, fault.Between("zoom", in.Zoom, 0, MaxZoom)...)
	if len(bad) > 0 {
		return fault.Invalid(bad...)
	}
	return nil
}

// corners returns the positions of the south-western and the north-eastern corner.
func (b MapBoundsInput) corners() (from, to domain.Position) {
	return domain.PositionOf(b.South, b.West), domain.PositionOf(b.North, b.East)
}

// cellSize returns the width and the height of a cell, in millionths of a degree.
func cellSize(zoom int) int {
	if zoom <= blockZoom {
		return domain.BlockSize << (blockZoom - zoom)
	}
	return domain.BlockSize >> (zoom - blockZoom)
}

// Cells returns the zoom level by which complaints in some bounds are grouped, and how many cells
// there are: the requested one, or the greatest below it at which there are at most MaxCells.
func Cells(b MapBoundsInput, zoom int) (at, cells int) {
	from, to := b.corners()
	around := 0
	if to.East < from.East {
		around = domain.FullCircle
	}
	for at = min(max(zoom, 0), MaxZoom); ; at-- {
		size := cellSize(at)
		// Those across the antimeridian are two parts, with a cell at each edge.
		cells = max(1, to.North/size-from.North/size+1) * max(1, (to.East+around)/size-from.East/size+1+around/domain.FullCircle)
		if cells <= MaxCells || at == 0 {
			return at, cells
		}
	}
}

// condition returns what is true for facts in the bounds, of a table or query.
func (b MapBoundsInput) condition(of columnSource) *sql.Predicate {
	from, to := b.corners()
	north, east, block := of.C(complaintfact.FieldNorth), of.C(complaintfact.FieldEast), of.C(complaintfact.FieldBlock)
	across := sql.And(sql.GTE(east, from.East), sql.LTE(east, to.East))
	if to.East < from.East {
		across = sql.Or(sql.GTE(east, from.East), sql.LTE(east, to.East))
		from.East, to.East = 0, domain.FullCircle-1
	}
	return sql.And(
		sql.GTE(block, from.Block()), sql.LTE(block, to.Block()),
		sql.GTE(north, from.North), sql.LTE(north, to.North), across,
	)
}

// cellRow is a row of the aggregate of a map, in millionths of a degree.
type cellRow struct {
	N                        int64
	Sumnorth, Sumeast        int64
	South, West, North, East int64
}

// Of returns the map without its complaints, by one statement. Of few complaints there are no
// clusters: the caller reads Rows.
func (in Map) Of(ctx context.Context, client *ent.Client) (*ComplaintMap, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	q, err := in.Where.Filter(client.Complaint.Query())
	if err != nil {
		return nil, err
	}
	out := &ComplaintMap{Clusters: []*ComplaintCluster{}, Complaints: []*ent.Complaint{}}
	out.Zoom, _ = Cells(in.Bounds, in.Zoom)
	var rows []*cellRow
	err = q.Aggregate(func(s *sql.Selector) string {
		in.group(s, withFacts(ctx, s, in.Written), out.Zoom)
		return "*"
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		hint.Aggregated(ctx, r.N)
		out.Count += int(r.N)
	}
	if out.Count <= MaxSingle {
		return out, nil
	}
	for _, r := range rows {
		out.Clusters = append(out.Clusters, r.cluster())
	}
	return out, nil
}

// Rows narrows a query to the complaints of the map.
func (in Map) Rows(q *ent.ComplaintQuery) (*ent.ComplaintQuery, error) {
	q, err := in.Where.Filter(q)
	if err != nil {
		return nil, err
	}
	return q.Where(predicate.Complaint(func(s *sql.Selector) {
		facts := sql.Dialect(s.Dialect()).Table(complaintfact.Table).As("places")
		inside := sql.Dialect(s.Dialect()).Select(facts.C(complaintfact.FieldID)).From(facts).Where(in.Bounds.condition(facts))
		s.Where(sql.In(s.C(complaint.FieldID), inside))
	})), nil
}

// group turns a query for complaints, with all its conditions, into one for the cells of a grid.
//
// PostgreSQL expects an expression of a column to have as many values as the column, and would sort
// all rows to group them by it. So where a cell is several blocks it groups by the column of these
// first, of which it knows that there are few, and by several processes; where a cell is less than a
// block there are few rows, and the expressions are columns of a part that is planned by itself.
func (in Map) group(s *sql.Selector, from columnSource, zoom int) {
	d := sql.Dialect(s.Dialect())
	copied := *s // not its Clone, as in keys.aggregate
	chosen := &copied
	chosen.Where(in.Bounds.condition(from))
	north, east, block := from.C(complaintfact.FieldNorth), from.C(complaintfact.FieldEast), from.C(complaintfact.FieldBlock)
	cells := d.Select()
	var row, column string
	size := cellSize(zoom)
	if zoom <= blockZoom {
		chosen.Select(sql.As(block, "block"), sql.As("COUNT(*)", "n"))
		selectSum(chosen, north, "sumnorth")
		selectSum(chosen, east, "sumeast")
		selectExtent(chosen, north, east, north, east)
		chosen.GroupBy(block)
		cells.From(chosen.As("blocks"))
		blocks, around := strconv.Itoa(size/domain.BlockSize), strconv.Itoa(domain.BlocksAround)
		row = chosen.C("block") + " / " + around + " / " + blocks
		column = chosen.C("block") + " % " + around + " / " + blocks
		selectSum(cells, chosen.C("n"), "n")
		selectSum(cells, chosen.C("sumnorth"), "sumnorth")
		selectSum(cells, chosen.C("sumeast"), "sumeast")
		selectExtent(cells, chosen.C("south"), chosen.C("west"), chosen.C("north"), chosen.C("east"))
	} else {
		chosen.Select(sql.As(north, "north"), sql.As(east, "east"),
			sql.As(north+" / "+strconv.Itoa(size), "cellnorth"), sql.As(east+" / "+strconv.Itoa(size), "celleast"))
		planApart(chosen)
		cells.From(chosen.As("chosen"))
		row, column = chosen.C("cellnorth"), chosen.C("celleast")
		cells.AppendSelectAs("COUNT(*)", "n")
		selectSum(cells, chosen.C("north"), "sumnorth")
		selectSum(cells, chosen.C("east"), "sumeast")
		selectExtent(cells, chosen.C("north"), chosen.C("east"), chosen.C("north"), chosen.C("east"))
	}
	cells.GroupBy(row, column).OrderExpr(sql.Raw(row+" DESC"), sql.Raw(column))
	*s = *d.Select("*").From(cells.As("cells"))
}

// selectExtent selects the smallest bounds of rows.
func selectExtent(s *sql.Selector, south, west, north, east string) {
	s.AppendSelectAs("MIN("+south+")", "south").AppendSelectAs("MIN("+west+")", "west").
		AppendSelectAs("MAX("+north+")", "north").AppendSelectAs("MAX("+east+")", "east")
}

// cluster converts a row to what the graph returns. What was rounded down is within the bounds.
func (r *cellRow) cluster() *ComplaintCluster {
	south, north := domain.Position{North: int(r.South), East: int(r.West)}, domain.Position{North: int(r.North) + 1, East: int(r.East) + 1}
	mean := domain.Position{North: int(r.Sumnorth / r.N), East: int(r.Sumeast / r.N)}
	return &ComplaintCluster{
		Count:  int(r.N),
		Bounds: &MapBounds{South: degrees(south.Latitude()), West: degrees(south.Longitude()), North: degrees(north.Latitude()), East: degrees(north.Longitude())},
		Centre: &MapPoint{Latitude: degrees(mean.Latitude()), Longitude: degrees(mean.Longitude())},
	}
}

// degrees rounds to the six digits that a position has.
func degrees(v float64) float64 {
	return cmp.Or(math.Round(v*domain.MicroDegrees)/domain.MicroDegrees, 0) // never -0
}
