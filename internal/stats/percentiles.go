package stats

import (
	"context"
	"strings"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
)

// percentileRow tells the times of a group, or of all of them together.
type percentileRow struct {
	KeyRow
	Whole         bool
	Rows          int64
	P50, P90, P99 *int
}

// percentiles reads both times of all groups, by a statement each. Values are counted first and
// the counts added up in their order, which is faster than sorting rows, and only what is asked
// for leaves the database.
func (p plan) percentiles(ctx context.Context, q *ent.ComplaintQuery, total *group, groups []*group) error {
	k := p.keys()
	found := p.index(groups)
	for _, g := range groups {
		g.assigned, g.resolved = &DurationStats{}, &DurationStats{}
	}
	total.assigned, total.resolved = &DurationStats{}, &DurationStats{}
	for _, of := range []struct {
		column string
		to     func(*group) *DurationStats
	}{
		{complaint.FieldAssignedTook, func(g *group) *DurationStats { return g.assigned }},
		{complaint.FieldResolvedTook, func(g *group) *DurationStats { return g.resolved }},
	} {
		var rows []*percentileRow
		err := q.Clone().Aggregate(func(s *sql.Selector) string {
			*s = *p.ranked(s, of.column)
			return "*"
		}).Scan(ctx, &rows)
		if err != nil {
			return err
		}
		for _, r := range rows {
			g := total
			if !r.Whole {
				g = found[k.id(&r.KeyRow)]
			}
			if g == nil { // it came between two statements
				continue
			}
			*of.to(g) = DurationStats{Count: int(r.Rows), Median: r.P50, P90: r.P90, P99: r.P99}
		}
	}
	return nil
}

// ranked makes of a query for rows, narrowed to the end, one for their percentiles.
func (p plan) ranked(s *sql.Selector, column string) *sql.Selector {
	k := p.keys()
	counted := s.Clone()
	k.choose(counted)
	counted.AppendSelectAs(counted.C(column), "took").AppendSelectAs("COUNT(*)", "n").GroupBy("took")
	counted.Where(sql.NotNull(counted.C(column)))

	d, names := sql.Dialect(s.Dialect()), k.names()
	within := ""
	if len(names) > 0 {
		within = "PARTITION BY " + strings.Join(names, ", ")
	}
	// Ranked where it is counted: another look at it would not know that it is in order.
	with := d.With("ranked").As(rankedIn(d, counted.As("counted"), within))
	if len(names) == 0 {
		return d.Select("*").From(percentilesOf(d, d.Table("ranked"), "true", nil, "").As("told")).Prefix(with)
	}
	groups := percentilesOf(d, d.Table("ranked"), "false", names, "")
	together := d.Select("took").AppendSelectExprAs(sql.Raw("SUM(n)"), "n").From(d.Table("ranked")).GroupBy("took")
	whole := percentilesOf(d, rankedIn(d, together.As("together"), "").As("again"), "true", names, "NULL")
	return d.Select("*").From(groups.GroupBy(names...).UnionAll(whole).As("told")).Prefix(with)
}

// rankedIn adds to counted values how many there are up to each, and how many in all.
func rankedIn(d *sql.DialectBuilder, counted *sql.Selector, within string) *sql.Selector {
	return d.Select("*").
		AppendSelectExprAs(sql.Raw("SUM(n) OVER ("+within+" ORDER BY took)"), "upto").
		AppendSelectExprAs(sql.Raw("SUM(n) OVER ("+within+")"), "total").
		From(counted)
}

// percentilesOf reads them from ranked values by the nearest rank, with the keys by name or
// something in their places.
func percentilesOf(d *sql.DialectBuilder, ranked sql.TableView, whole string, names []string, instead string) *sql.Selector {
	out := d.Select().From(ranked)
	for _, name := range names {
		if instead != "" {
			out.AppendSelectExprAs(sql.Raw(instead), name)
		} else {
			out.AppendSelect(name)
		}
	}
	out.AppendSelectExprAs(sql.Raw(whole), "whole").
		AppendSelectExprAs(sql.Raw("CAST(COALESCE(MAX(total), 0) AS BIGINT)"), "rows")
	for _, percent := range []string{"50", "90", "99"} {
		out.AppendSelectExprAs(sql.Raw("MIN(CASE WHEN upto * 100 >= total * "+percent+" THEN took END)"), "p"+percent)
	}
	return out
}
