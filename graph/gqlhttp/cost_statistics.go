package gqlhttp

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
)

// rollups returns how many rows of the rollups are read for a dimension.
func (w *costEstimator) rollups(dimension string) int {
	return w.tables.rows(rollupTable+" "+dimension) + w.tables.rows(rollupTable+" ") + deltaSlack
}

// complaintCounts returns the price of the numbers of complaints in each status.
func (w *costEstimator) complaintCounts(f askedField) price {
	return w.complaintSums(f, stats.Complaints{GroupBy: []domain.ComplaintDimension{domain.ByStatus}})
}

// complaintStats returns the price of statistics on complaints.
func (w *costEstimator) complaintStats(f askedField) price {
	return w.complaintSums(f, stats.Complaints{CountsOnly: !selectsAnywhere(f.SelectionSet, stats.FieldsBeyondCounts...)})
}

// complaintSums returns the price of statistics on complaints, of which the arguments say the rest: of the rows that are
// summed up, which may be rollups, and of the groups.
func (w *costEstimator) complaintSums(f askedField, in stats.Complaints) price {
	groups, formed := w.groups(f.args)
	inner := w.set(f.SelectionSet, groups)
	if by, ok := f.args["sortBy"].(string); ok && !new(domain.BucketOrder(by)).ByCounts() {
		in.CountsOnly = false
	}
	in.Written, _ = f.args["where"].(map[string]any)
	if len(in.Written) > 0 {
		in.Where = &ent.ComplaintWhereInput{}
	}
	for _, by := range names(f.args["groupBy"]) {
		in.GroupBy = append(in.GroupBy, domain.ComplaintDimension(by))
	}
	if on, _ := f.args["on"].(string); on != "" {
		in.On = domain.ComplaintTime(on)
	}
	if f.args["from"] != nil || f.args["to"] != nil || f.args["bucket"] != nil {
		in.Period.From = &time.Time{}
	}
	if dimension, yes := in.FromRollups(w.ctx); yes {
		names := 0
		if formed > groups { // of more groups than are returned
			names = formed
		}
		return oneNode.plus(inner).plus(price{once: w.rollups(dimension) + names})
	}
	sum := per(w.tables.readable("complaints"), weights.statisticRows)
	statements := 1
	if slices.Contains(in.GroupBy, domain.ByGroup) { // the total is counted by itself
		statements++
	}
	return oneNode.plus(inner).plus(price{once: statements*sum + formed + 1}).plus(w.filters("complaints", f.args, statements))
}

// complaintBacklog returns the price of the open complaints at each point of a period.
func (w *costEstimator) complaintBacklog(f askedField) price {
	groups, _ := w.groups(f.args)
	points := w.object(f).times(groups)
	rows := 2 * (groups + 2) // what began and what ended, also before the first point and after the last one
	return points.plus(price{once: rows + per(w.tables.readable("complaints"), weights.statisticRows)}).plus(w.filters("complaints", f.args, 1))
}

// deliveryFailures returns the price of the most frequent errors of deliveries.
func (w *costEstimator) deliveryFailures(f askedField) price {
	top, _ := toInt(f.args["top"])
	sum := per(w.tables.readable("notifications"), weights.statisticRows)
	return w.object(f).times(max(0, min(top, stats.MaxTop))).plus(price{once: sum + 1})
}

// taskStats returns the price of statistics on tasks.
func (w *costEstimator) taskStats(f askedField) price {
	groups, formed := w.groups(f.args)
	return w.sums(f, "tasks", groups, formed, 0)
}

// broadcastStats returns the price of statistics on broadcasts.
func (w *costEstimator) broadcastStats(f askedField) price {
	groups, formed := w.groups(f.args)
	return w.sums(f, "broadcasts", groups, formed, 0)
}

// paymentStats returns the price of statistics on payments: in each currency, and by category also of each task.
func (w *costEstimator) paymentStats(f askedField) price {
	groups, formed := w.groups(f.args)
	more := 0
	if slices.Contains(names(f.args["groupBy"]), string(domain.PaymentsByCategory)) {
		more = per(w.tables.readable("tasks"), weights.statisticRows)
	}
	return w.sums(f, "payments", min(stats.MaxBuckets, groups*currencies), formed, more)
}

// sums returns the price of a statistic on the rows of a table, of more rows beside them, and of its groups.
func (w *costEstimator) sums(f askedField, table string, groups, formed, more int) price {
	if _, cut := toInt(f.args["top"]); !cut && f.args["page"] == nil {
		formed = 0 // no more than are returned
	}
	sum := per(w.tables.readable(table), weights.statisticRows) + more
	return w.object(f).times(groups).plus(price{once: sum + formed + 1}).plus(w.filters(table, f.args, 1))
}

// complaintMap returns the price of a map: of the rows that it counts, of the cells of its grid, and of
// the complaints that it may have instead.
func (w *costEstimator) complaintMap(f askedField) price {
	zoom, _ := toInt(f.args["zoom"])
	bounds, _ := f.args["bounds"].(map[string]any)
	edge := func(name string) float64 {
		degrees, _ := strconv.ParseFloat(fmt.Sprint(bounds[name]), 64)
		return degrees
	}
	_, cells := stats.Cells(stats.MapBoundsInput{South: edge("south"), West: edge("west"), North: edge("north"), East: edge("east")}, zoom)
	cells = min(cells, w.tables.readable("complaints"))
	counted := per(w.tables.readable("complaints"), weights.statisticRows)
	p := oneNode.plus(w.set(f.SelectionSet, cells)).plus(price{once: counted + cells})
	statements := 1
	if selects(f.SelectionSet, "complaints") {
		statements++
		p.once += stats.MaxSingle
	}
	return p.plus(w.filters("complaints", f.args, statements))
}

// groups returns how many groups a statistic has at most, and of how many they are the first ones and the rest.
func (w *costEstimator) groups(args map[string]any) (n, formed int) {
	n = 1
	most := stats.MaxBuckets
	top, cut := toInt(args["top"])
	if cut || args["page"] != nil {
		most = stats.MaxGroups
	}
	for _, by := range names(args["groupBy"]) {
		values := stats.MaxBuckets
		switch by {
		case "STATUS":
			values = len(domain.ComplaintStatuses)
		case "PRIORITY":
			values = len(domain.Priorities)
		case "CATEGORY":
			values = w.tables.rows("categories")
		case "ZONE":
			values = w.tables.rows("zones")
		case "PROVIDER":
			values = w.tables.rows("service_providers")
		case "ADDRESS":
			values = w.tables.readable("complaints")
		case "SOLVER", "HANDLER", "REPORTER":
			values = w.tables.rows("users")
		case "END_REASON":
			values = domain.MaxReasonCodes
		case "METHOD", "TARGET_TYPE":
			values = 8 // more than these enumerations have
		case "SOURCE", "RATING", "REOPENED", "WEEKDAY":
			values = 7 // more than any of these has
		case "HOUR_OF_DAY":
			values = 24 // hours
		case "GROUP":
			values = w.tables.rows("groups")
		}
		n = min(most, n*(values+1)) // one for rows that have none
	}
	bucket, _ := args["bucket"].(string)
	times := 1
	if bucket != "" {
		times = spanCount(bucket, args)
	}
	formed = min(most, n*times)
	if cut {
		n = min(n, max(0, top)+1)
	}
	return min(stats.MaxBuckets, n*times), formed
}

// spanCount returns into how many spans a statistic divides its period at most.
func spanCount(bucket string, args map[string]any) int {
	from, to := instant(args, "from"), instant(args, "to")
	hours := map[string]int{"HOUR": 1, "DAY": 23, "WEEK": 7 * 24, "MONTH": 28 * 24, "QUARTER": 90 * 24, "YEAR": 365 * 24}[bucket]
	switch {
	case from.IsZero():
		return 49 // 48 hours, or fewer of what is longer
	case to.IsZero() || hours == 0:
		return stats.MaxBuckets
	default:
		return min(stats.MaxBuckets, max(0, int(to.Sub(from).Hours())/hours)+3) // those at both ends are cut
	}
}

// instant returns an end of the period of a statistic, zero if it is not given.
func instant(args map[string]any, name string) time.Time {
	text, _ := args[name].(string)
	if text == "" {
		text, _ = args[name+"Date"].(string)
	}
	if t, err := domain.ParseTime(text); err == nil {
		return t
	}
	t, _ := time.Parse(model.DateLayout, text)
	return t
}

// names returns the elements of a list of names.
func names(v any) (all []string) {
	list, _ := v.([]any)
	for _, e := range list {
		if s, ok := e.(string); ok {
			all = append(all, s)
		}
	}
	return all
}
