package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/redress/redress/internal/domain"
)

const (
	// MaxTop is how many groups are returned beside the rest. The filter of the rest names all of them.
	MaxTop = 50
	// maxDimensions is by how many dimensions complaints are grouped at once.
	maxDimensions = 6
)

// cut returns what the database sorts groups of counts by, as score does.
func (in Complaints) cut() *cut {
	c := &cut{first: *in.Top, by: `"rows"`, sums: []string{"rows"}}
	if in.Overdue {
		c.sums = append(c.sums, "missed")
	}
	if in.SortBy != nil && *in.SortBy == domain.MostOverdue {
		c.by = `CAST("missed" AS DOUBLE PRECISION) / "rows"`
	}
	return c
}

// sortAndCut sorts groups by what is asked for and joins those beyond the first ones into one for each
// time. Groups of the same values at different times are sorted together.
func (in Complaints) sortAndCut(groups []*group) []*group {
	if in.Top == nil && in.SortBy == nil {
		return groups
	}
	together := map[string]*domain.Sums{}
	var values []string
	sample := map[string]*group{}
	keys := make([]string, len(groups))
	for i, g := range groups {
		if g.others {
			continue
		}
		key := in.key(g)
		keys[i] = key
		if together[key] == nil {
			together[key] = &domain.Sums{}
			values = append(values, key)
			sample[key] = g
		}
		together[key].Merge(&g.sums)
	}
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(in.score(together[b]), in.score(together[a])) })
	places := map[string]int{}
	for i, key := range values {
		places[key] = i
	}
	first := len(values)
	var top []*group
	if in.Top != nil {
		first = min(first, *in.Top)
		for _, key := range values[:first] {
			top = append(top, sample[key])
		}
	}
	var out []*group
	rest := map[int]*group{}
	place := map[*group]int{}
	for i, g := range groups {
		at := places[keys[i]]
		switch {
		case at < first && !g.others:
			out = append(out, g)
			place[g] = at
		case rest[g.span] == nil:
			rest[g.span] = &group{span: g.span, rest: top, sums: *g.sums.Scale(1)}
			out = append(out, rest[g.span])
			place[rest[g.span]] = first
		default:
			rest[g.span].sums.Merge(&g.sums)
		}
	}
	slices.SortStableFunc(out, func(a, b *group) int { return cmp.Or(cmp.Compare(a.span, b.span), cmp.Compare(place[a], place[b])) })
	return out
}

// key returns the values of a group in all dimensions.
func (in Complaints) key(g *group) string {
	all := make([]string, len(in.GroupBy))
	for i, by := range in.GroupBy {
		all[i] = g.value(by)
	}
	return strings.Join(all, "\n")
}

// score returns what groups are sorted by, the largest first.
func (in Complaints) score(s *domain.Sums) float64 {
	switch {
	case in.SortBy == nil || *in.SortBy == domain.MostComplaints:
		return float64(s.Rows)
	case *in.SortBy == domain.MostOverdue:
		return float64(s.Missed) / float64(max(1, s.Rows))
	case s.Resolved.Count() == 0:
		return -1
	default:
		return float64(s.Resolved.Quantile(median))
	}
}

const median = 0.5

// except returns the condition that finds the complaints of no such group.
func (in Complaints) except(groups []*group) condition {
	var all []any
	for _, g := range groups {
		one := map[string]any{}
		for _, c := range in.conditions(g) {
			one[c.name] = c.value
		}
		all = append(all, one)
	}
	return condition{"not", map[string]any{"or": all}}
}

// nullable are the dimensions in which a complaint may have no value.
var nullable = map[domain.ComplaintDimension]bool{
	domain.ByCategory: true, domain.ByZone: true, domain.BySolver: true, domain.ByProvider: true, domain.ByRating: true,
	domain.ByReason: true, domain.ByHandler: true, domain.ByReporter: true, domain.ByAddress: true,
}
