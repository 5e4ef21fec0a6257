package stats

import (
	"context"
	"fmt"
	"strconv"
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

	d := sql.Dialect(s.Dialect())
	with := d.With("counted").As(counted)
	ranks := func(from, within string) *sql.Selector {
		if within != "" {
			within = "PARTITION BY " + within
		}
		return d.Select("*").
			AppendSelectExprAs(sql.Raw("SUM(n) OVER ("+within+" ORDER BY took)"), "upto").
			AppendSelectExprAs(sql.Raw("SUM(n) OVER ("+within+")"), "total").
			From(d.Table(from)).As("ranked")
	}
	names := k.names()
	told := func(whole bool, ranks *sql.Selector) *sql.Selector {
		out := d.Select().From(ranks)
		for _, name := range names {
			if whole {
				out.AppendSelectExprAs(sql.Raw("NULL"), name)
			} else {
				out.AppendSelect(name)
			}
		}
		out.AppendSelectExprAs(sql.Raw(fmt.Sprint(whole)), "whole").
			AppendSelectExprAs(sql.Raw("CAST(COALESCE(MAX(total), 0) AS BIGINT)"), "rows")
		for _, percent := range []int{50, 90, 99} {
			out.AppendSelectExprAs(sql.Raw(fmt.Sprintf("MIN(CASE WHEN upto * 100 >= total * %d THEN took END)", percent)), "p"+strconv.Itoa(percent))
		}
		return out
	}
	groups := told(false, ranks("counted", strings.Join(names, ", ")))
	whole := told(true, ranks("whole", ""))
	with.With("whole").As(d.Select("took").AppendSelectExprAs(sql.Raw("SUM(n)"), "n").From(d.Table("counted")).GroupBy("took"))
	all := whole
	if len(names) > 0 {
		all = groups.GroupBy(names...).UnionAll(whole)
	}
	return d.Select("*").From(all.As("told")).Prefix(with)
}
