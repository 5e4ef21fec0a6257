package stats

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/stats/packed"
	"github.com/redress/redress/internal/store/hint"
)

// plan is how complaints are grouped and what is counted.
type plan struct {
	dimensions  []domain.ComplaintDimension
	on          domain.ComplaintTime // that the spans are of
	spans       spans
	where       map[string]any // the filter of the query, as the caller sent it
	countsOnly  bool           // whether only rows are counted
	overdue     bool           // and of these those that missed their deadline
	cut         *cut           // of counts only
	histograms  bool           // whether the whole histograms are returned, for rollups
	withFlagged bool           // whether flagged ones are counted: for administrators only
	maxGroups   int            // one more is read, to find that there are too many
}

func (p plan) keys() keys {
	on := cmp.Or(p.on, domain.ByCreated)
	k := keys{spans: p.spans, column: times[on].column, required: on != domain.ByCreated, cut: p.cut}
	k.ofRow = !slices.Contains(complaintfact.Columns, k.column)
	for _, by := range p.dimensions {
		d := dimensions[by]
		switch by {
		case domain.ByHour:
			d.of = hourOfDay(p.spans.zone)
		case domain.ByWeekday:
			d.of = weekday(p.spans.zone)
		}
		k.dimensions = append(k.dimensions, d)
	}
	return k
}

// columns returns those that the keys need.
func (p plan) columns() []string {
	k := p.keys()
	columns := []string{k.column}
	for _, d := range k.dimensions {
		if d.ofRow {
			columns = append(columns, d.column)
		}
	}
	return columns
}

// group is the sums of one group of complaints.
type group struct {
	values map[domain.ComplaintDimension]string // "" for none
	names  map[domain.ComplaintDimension]string
	within map[domain.ComplaintDimension]bool // whether it has what lies below the value too
	rest   []*group                           // the groups that it is the rest of; nil for a group of its own
	others bool                               // whether it is of groups that were cut off
	span   int                                // -1 for none
	sums   domain.Sums

	assigned, resolved, responded *DurationStats // nil where the sums have histograms
}

func (g *group) value(by domain.ComplaintDimension) string { return g.values[by] }

func (g *group) set(by domain.ComplaintDimension, value string) {
	if g.values == nil {
		g.values = map[domain.ComplaintDimension]string{}
	}
	g.values[by] = value
}

// complaintRow is a row of an aggregate of complaints.
type complaintRow struct {
	KeyRow
	Rows   int64
	Missed int64  // of counts only
	Facts  []byte // as selectPacked returns them

	// Where groups were cut: the place of this one, and the sums of all.
	Place     int
	AllRows   int64 `sql:"all_rows"`
	AllMissed int64 `sql:"all_missed"`
}

// aggregate counts the rows of a query by group, and all of them together.
func aggregate(ctx context.Context, q *ent.ComplaintQuery, p plan) (total *group, groups []*group, err error) {
	var rows []*complaintRow
	var of string
	err = q.Clone().Aggregate(func(s *sql.Selector) string {
		of = s.Dialect()
		from := withFacts(ctx, s, p.where, p.columns()...)
		switch {
		case p.countsOnly && p.overdue:
			return p.keys().aggregate(s, from, p.maxGroups, []string{complaintfact.FieldFacts}, func(s *sql.Selector, of columnSource) {
				selectCount(s, of)
				selectSum(s, packed.Missed(of.C(complaintfact.FieldFacts)), "missed")
			})
		case p.countsOnly:
			return p.keys().aggregate(s, from, p.maxGroups, nil, selectCount)
		}
		columns, sums := []string{complaintfact.FieldFacts}, func(s *sql.Selector, of columnSource) {
			selectCount(s, of)
			selectPacked(s, of.C(complaintfact.FieldFacts), "facts")
		}
		if p.isIndexed(ctx) {
			return p.keys().aggregateRanges(s, from, columns, sums)
		}
		return p.keys().aggregate(s, from, p.maxGroups, columns, sums)
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, nil, err
	}
	total = &group{span: -1}
	var h, whole packed.Histogram
	groups = make([]*group, 0, len(rows))
	for _, r := range rows {
		if r.Rows == 0 { // an aggregate without groups returns a row even when there is nothing to count
			continue
		}
		hint.Aggregated(ctx, r.Rows)
		g := p.group(&r.KeyRow)
		groups = append(groups, g)
		if p.countsOnly {
			g.sums.Rows, g.sums.Missed = r.Rows, r.Missed
			total.sums.Rows += r.Rows
			total.sums.Missed += r.Missed
			continue
		}
		h = packed.Histogram{}
		if err := decodePacked(of, r.Facts, &h); err != nil {
			return nil, nil, err
		}
		p.fill(g, &h)
		whole.Merge(&h)
	}
	if !p.countsOnly {
		p.fill(total, &whole)
	}
	sortGroups(groups)
	if p.cut == nil || len(rows) == 0 {
		return total, groups, nil
	}
	all, kept := rows[0], total.sums
	total.sums.Rows, total.sums.Missed = all.AllRows, all.AllMissed
	if others := total.sums.Rows - kept.Rows; others > 0 {
		hint.Aggregated(ctx, others)
		groups = append(groups, &group{span: -1, others: true, sums: domain.Sums{Rows: others, Missed: total.sums.Missed - kept.Missed}})
	}
	return total, groups, nil
}

// maxRanges is of how many spans a statement has a part for each.
const maxRanges = 64

// isIndexed reports whether an index holds all that is read: the facts by the time of resolution, of all
// complaints.
func (p plan) isIndexed(ctx context.Context) bool {
	return p.on == domain.ByResolved && len(p.dimensions) == 0 && len(p.where) == 0 && policy.SeesInternal(auth.From(ctx)) &&
		len(p.spans.edges) > 1 && len(p.spans.edges) <= maxRanges
}

func selectCount(s *sql.Selector, _ columnSource) { s.AppendSelectAs("COUNT(*)", "rows") }

// fill sets the sums of a group.
func (p plan) fill(g *group, h *packed.Histogram) {
	g.sums = h.Sums()
	if !p.withFlagged {
		g.sums.Flagged = 0
	}
	if p.histograms {
		g.sums.Assigned, g.sums.Resolved, g.sums.Responded = h.Assigned().Histogram(), h.Resolved().Histogram(), h.Responded().Histogram()
		return
	}
	g.assigned, g.resolved, g.responded = durations(h.Assigned()), durations(h.Resolved()), durations(h.Responded())
}

func (p plan) group(r *KeyRow) *group {
	g := &group{span: r.span(), names: map[domain.ComplaintDimension]string{}}
	for i, by := range p.dimensions {
		g.set(by, r.value(i))
		g.names[by] = r.name(i)
	}
	return g
}

// sortGroups sorts groups by time, then by name, alike on both databases.
func sortGroups(groups []*group) {
	grouped := slices.DeleteFunc(slices.Clone(sortedDimensions), func(by domain.ComplaintDimension) bool {
		return !slices.ContainsFunc(groups, func(g *group) bool { _, is := g.values[by]; return is })
	})
	slices.SortFunc(groups, func(a, b *group) int {
		order := cmp.Compare(a.span, b.span)
		for _, by := range grouped {
			order = cmp.Or(order, cmp.Compare(rank(by, a.value(by)), rank(by, b.value(by))),
				cmp.Compare(a.names[by], b.names[by]), cmp.Compare(a.value(by), b.value(by)))
		}
		return order
	})
}
