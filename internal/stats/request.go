package stats

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/fault"
)

// request is what the statistics of payments, tasks and broadcasts have in common: the
// filter as the caller sent it, the dimensions and the period.
type request struct {
	written    map[string]any
	dimensions []dimension
	fixed      int    // how many of these, the first ones, are never joined into a rest
	from       string // column of the time
	required   bool   // whether rows without that time are left out
	filter     string // and its condition
	period     TimeRange
	days       bool
	columns    func(*sql.Selector) []string // that are summed; it may make the query read another table
	also       func(*sql.Selector) []column // what else of a row is summed
}

// Ranking says which groups of a statistic are returned: so many of the first ones, or a page of all.
type Ranking struct {
	Top  *int // groups that are returned by themselves; nil for all
	Page *int // of MaxBuckets; nil: all, of which there may be no more
}

// MaxPage is the last page of the groups of a statistic.
const MaxPage = MaxGroups / MaxBuckets

func (r Ranking) check(dimensions int) error {
	if r.Top != nil {
		if dimensions == 0 {
			return invalid("top", "invalid", "needs groupBy")
		}
		if bad := fault.Between("top", *r.Top, 1, MaxTop); bad != nil {
			return fault.Invalid(bad...)
		}
	}
	if r.Page != nil {
		if bad := fault.Between("page", *r.Page, 1, MaxPage); bad != nil {
			return fault.Invalid(bad...)
		}
	}
	return nil
}

// bucketRow is a row with the ends of its span and its filter.
type bucketRow[R any] struct {
	row      R
	from, to *time.Time
	filter   json.RawMessage
	rest     []R // the groups that it is the rest of; nil for a group of its own
}

// summed is what is done with the rows of a statistic, which embed a KeyRow.
type summed[R any] struct {
	key   func(R) *KeyRow
	sums  func(s *sql.Selector, of columnSource)
	scan  func(func(*sql.Selector) string, *[]R) error
	merge func(a, b R) R                    // returns a new row
	score func(R) (of float64, sorted bool) // what groups are sorted by, the largest first
}

// runRequest returns a row for each group, sorted.
func runRequest[R any](q request, rank Ranking, now time.Time, of summed[R]) ([]bucketRow[R], error) {
	key := of.key
	for i, d := range q.dimensions {
		if slices.ContainsFunc(q.dimensions[:i], func(other dimension) bool { return other.selected == d.selected }) {
			return nil, invalid("groupBy", "duplicate", "names a dimension twice")
		}
	}
	if err := rank.check(len(q.dimensions) - q.fixed); err != nil {
		return nil, err
	}
	s, err := q.period.spans(now)
	if err != nil {
		return nil, err
	}
	s.days = q.days
	most := MaxBuckets
	if rank.Top != nil || rank.Page != nil {
		most = MaxGroups
	}
	k := keys{dimensions: q.dimensions, spans: s, column: q.from, ofRow: true, required: q.required, also: q.also}
	var rows []R
	err = of.scan(func(s *sql.Selector) string {
		columns := q.columns(s)
		return k.aggregate(s, s, most, columns, of.sums)
	}, &rows)
	switch {
	case err != nil:
		return nil, err
	case len(rows) > most && most == MaxGroups:
		return nil, tooManyGroups()
	case len(rows) > most:
		return nil, tooMany("groupBy")
	}
	slices.SortFunc(rows, func(a, b R) int {
		x, y := key(a), key(b)
		order := cmp.Compare(x.span(), y.span())
		for i := range q.dimensions {
			order = cmp.Or(order, cmp.Compare(x.name(i), y.name(i)), cmp.Compare(x.value(i), y.value(i)))
		}
		return order
	})
	ranked := rankRows(rows, q, rank, of)
	if rank.Page != nil {
		first := min(len(ranked), (*rank.Page-1)*MaxBuckets)
		ranked = ranked[first:min(len(ranked), first+MaxBuckets)]
	} else if len(ranked) > MaxBuckets {
		return nil, tooMany("groupBy")
	}
	for i := range ranked {
		a := &ranked[i]
		a.from, a.to = s.from, s.to
		if n := key(a.row).span(); n >= 0 {
			a.from, a.to = &s.edges[n], &s.edges[n+1]
		}
		conditions := spanConditions(q.filter, a.from, a.to)
		if q.days {
			for i := range conditions {
				conditions[i].value = conditions[i].value.(string)[:len(day)]
			}
		}
		if q.required && len(conditions) == 0 {
			conditions = append(conditions, condition{q.filter + "NotNil", true})
		}
		one := k
		if a.rest != nil {
			one.dimensions = q.dimensions[:q.fixed]
			var except []any
			for _, r := range a.rest {
				except = append(except, k.selection(key(r)))
			}
			conditions = append(conditions, condition{"selection", map[string]any{"except": except}})
		}
		if a.filter, err = withConditions(q.written, append(conditions, one.conditions(key(a.row))...)); err != nil {
			return nil, err
		}
	}
	return ranked, nil
}

// rankRows sorts groups by what is asked for and joins those beyond the first ones into one for each time. Groups
// of the same values at different times are sorted together, those of different fixed values each by themselves.
func rankRows[R any](rows []R, q request, rank Ranking, of summed[R]) []bucketRow[R] {
	out := make([]bucketRow[R], 0, len(rows))
	var none R
	_, sorted := of.score(none)
	if rank.Top == nil && !sorted {
		for _, r := range rows {
			out = append(out, bucketRow[R]{row: r})
		}
		return out
	}
	valuesOf := func(r R, n int) string {
		var all []string
		for i := range q.dimensions[:n] {
			all = append(all, of.key(r).value(i))
		}
		return strings.Join(all, "\n")
	}
	together := map[string]R{}
	var values []string
	for _, r := range rows {
		v := valuesOf(r, len(q.dimensions))
		if was, seen := together[v]; seen {
			together[v] = of.merge(was, r)
			continue
		}
		together[v] = r
		values = append(values, v)
	}
	slices.SortStableFunc(values, func(a, b string) int {
		x, _ := of.score(together[a])
		y, _ := of.score(together[b])
		return cmp.Compare(y, x)
	})
	places := map[string]int{}
	first := map[string][]R{} // by their fixed values
	for i, v := range values {
		fixed := valuesOf(together[v], q.fixed)
		if places[v] = i; rank.Top == nil || len(first[fixed]) < *rank.Top {
			first[fixed] = append(first[fixed], together[v])
		} else {
			places[v] = len(values) // among the rest
		}
	}
	type place struct {
		span  int
		fixed string
	}
	rest := map[place]int{}
	order := []int{}
	for _, r := range rows {
		at, fixed := places[valuesOf(r, len(q.dimensions))], valuesOf(r, q.fixed)
		here := place{of.key(r).span(), fixed}
		i, begun := rest[here]
		switch {
		case at < len(values):
			out, order = append(out, bucketRow[R]{row: r}), append(order, at)
		case begun:
			out[i].row = of.merge(out[i].row, r)
		default:
			rest[here] = len(out)
			out, order = append(out, bucketRow[R]{row: r, rest: first[fixed]}), append(order, at)
		}
	}
	sortedBy := make([]int, len(out))
	for i := range sortedBy {
		sortedBy[i] = i
	}
	slices.SortStableFunc(sortedBy, func(a, b int) int {
		return cmp.Or(cmp.Compare(of.key(out[a].row).span(), of.key(out[b].row).span()), cmp.Compare(order[a], order[b]))
	})
	ranked := make([]bucketRow[R], len(out))
	for i, from := range sortedBy {
		ranked[i] = out[from]
	}
	return ranked
}

// idAndName returns an id and a name, or nil where there is none.
func idAndName(r *KeyRow, i int) (*uuid.UUID, *string) {
	id, err := uuid.Parse(r.value(i))
	if err != nil {
		return nil, nil
	}
	name := r.name(i)
	return &id, &name
}
