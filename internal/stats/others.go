package stats

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/hint"
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

// Payments is a request for statistics of payments, which are always grouped by currency.
type Payments struct {
	Where   *ent.PaymentWhereInput
	Written map[string]any
	GroupBy []domain.PaymentDimension
	Period  TimeRange // whole days in UTC
	Ranking
	SortBy *domain.PaymentBucketOrder
}

// PaymentStats are the sums of some payments in one currency.
type PaymentStats struct {
	Currency               string
	ProviderID             *uuid.UUID
	ProviderName           *string
	Method                 *domain.PaymentMethod
	Rest                   bool
	From, To               *string // days, both included
	Settlements, Reversals int
	Settled, Reversed, Net int64
	Filter                 json.RawMessage
	Selection              *PaymentSelection
}

type paymentRow struct {
	KeyRow
	Settlements, Reversals, Settled, Net int64
}

func mergePayments(a, b *paymentRow) *paymentRow {
	return &paymentRow{a.KeyRow, a.Settlements + b.Settlements, a.Reversals + b.Reversals, a.Settled + b.Settled, a.Net + b.Net}
}

// score returns what groups are sorted by.
func (in Payments) score(r *paymentRow) (float64, bool) {
	switch {
	case r == nil:
		return 0, in.SortBy != nil
	case in.SortBy == nil || *in.SortBy == domain.MostPayments:
		return float64(r.Settlements + r.Reversals), true
	case *in.SortBy == domain.MostSettled:
		return float64(r.Settled), true
	default:
		return float64(r.Net), true
	}
}

// Of returns the sums, by one statement.
func (in Payments) Of(ctx context.Context, client *ent.Client, now time.Time) ([]*PaymentStats, error) {
	if in.Period.Bucket != nil && *in.Period.Bucket == domain.BucketHour {
		return nil, invalid("bucket", "invalid", "must be DAY or longer, since payments have days")
	}
	q := request{
		written: in.Written, period: in.Period, days: true, from: payment.FieldPaymentDate, filter: "paymentDate", fixed: 1,
		dimensions: []dimension{{column: payment.FieldCurrency, filter: "currency", selected: "currency"}},
	}
	days := in.source() == fromPaymentDays
	q.columns = func(s *sql.Selector) []string {
		columns := []string{payment.FieldType, payment.FieldAmountMinor}
		if days {
			s.From(sql.Dialect(s.Dialect()).Table(paymentday.Table).As(payment.Table))
			columns = append(columns, paymentday.FieldPayments)
		}
		return columns
	}
	for _, by := range in.GroupBy {
		switch by {
		case domain.PaymentsByProvider:
			q.dimensions = append(q.dimensions, dimension{column: payment.FieldProviderID, table: serviceprovider.Table, name: serviceprovider.FieldName, filter: "providerId", selected: "providerId"})
		case domain.PaymentsByMethod:
			q.dimensions = append(q.dimensions, dimension{column: payment.FieldPaymentMethod, filter: "paymentMethod", selected: "method"})
		}
	}
	rows, err := in.Where.Filter(client.Payment.Query())
	if err != nil {
		return nil, err
	}
	tomorrow := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
	found, err := runRequest(q, in.Ranking, tomorrow, summed[*paymentRow]{
		sums: func(s *sql.Selector, of columnSource) {
			settlement := of.C(payment.FieldType) + " = '" + string(domain.PaymentSettlement) + "'"
			payments := "1"
			if days {
				payments = of.C(paymentday.FieldPayments)
			}
			selectSum(s, "CASE WHEN "+settlement+" THEN "+payments+" END", "settlements")
			selectSum(s, "CASE WHEN NOT "+settlement+" THEN "+payments+" END", "reversals")
			selectSum(s, "CASE WHEN "+settlement+" THEN "+of.C(payment.FieldAmountMinor)+" END", "settled")
			selectSum(s, of.C(payment.FieldAmountMinor), "net")
		},
		key:   func(r *paymentRow) *KeyRow { return &r.KeyRow },
		merge: mergePayments, score: in.score,
		scan: func(sum func(*sql.Selector) string, to *[]*paymentRow) error {
			return rows.Aggregate(sum).Scan(hint.Unprepared(ctx), to)
		},
	})
	if err != nil {
		return nil, err
	}
	out := make([]*PaymentStats, len(found))
	for i, f := range found {
		r := f.row
		hint.Aggregated(ctx, r.Settlements+r.Reversals)
		p := &PaymentStats{
			Currency: r.value(0), Rest: f.rest != nil, Settlements: int(r.Settlements), Reversals: int(r.Reversals),
			Settled: r.Settled, Reversed: r.Settled - r.Net, Net: r.Net, Filter: f.filter,
		}
		if f.from != nil {
			from := f.from.Format(day)
			p.From = &from
		}
		if f.to != nil {
			to := f.to.AddDate(0, 0, -1).Format(day)
			p.To = &to
		}
		p.Selection = &PaymentSelection{PaymentValues: PaymentValues{From: p.From, To: p.To}}
		for _, other := range f.rest {
			one := &PaymentSelection{}
			in.selection(one, &other.KeyRow)
			p.Selection.Except = append(p.Selection.Except, one)
		}
		if p.Selection.Currency = &p.Currency; !p.Rest {
			p.ProviderName = in.selection(p.Selection, &r.KeyRow)
			p.ProviderID, p.Method = p.Selection.ProviderID, p.Selection.Method
		}
		out[i] = p
	}
	return out, nil
}

// selection sets what selects a group, and returns the name of its service provider.
func (in Payments) selection(s *PaymentSelection, r *KeyRow) (provider *string) {
	s.Currency = ptr(r.value(0))
	for n, by := range in.GroupBy {
		if by == domain.PaymentsByProvider {
			s.ProviderID, provider = idAndName(r, n+1)
		} else {
			s.Method = ptr(domain.PaymentMethod(r.value(n + 1)))
		}
	}
	return provider
}

// Tasks is a request for statistics of tasks.
type Tasks struct {
	Where   *ent.TaskWhereInput
	Written map[string]any
	GroupBy []domain.TaskDimension
	On      domain.TaskTime // that the period is of
	Period  TimeRange
	Ranking
	SortBy    *domain.TaskBucketOrder
	Durations bool // whether any of TaskDurations is requested
}

// TaskDurations lists the fields of the graph's TaskStats that take more than counts of tasks.
var TaskDurations = []string{"timeToAcceptance", "timeToCompletion"}

// TaskStats are the numbers of some tasks.
type TaskStats struct {
	SolverID         *uuid.UUID
	SolverName       *string
	ProviderID       *uuid.UUID
	ProviderName     *string
	Status           *domain.TaskStatus
	ZoneID           *uuid.UUID
	ZoneName         *string
	CategoryID       *uuid.UUID
	CategoryName     *string
	EndReason        *string
	Rest             bool
	From, To         *time.Time
	Count            int
	Live             int
	Completed        int
	Declined         int
	Returned         int
	Cancelled        int
	CompletionRate   *float64
	TimeToAcceptance *DurationStats
	TimeToCompletion *DurationStats
	Filter           json.RawMessage
	Selection        *TaskSelection
}

type taskRow struct {
	KeyRow
	Rows, Completed, Declined, Returned, Cancelled int64

	// Seconds, separated by commas.
	AcceptedAfter  sql.NullString `sql:"accepted_after"`
	CompletedAfter sql.NullString `sql:"completed_after"`
}

func mergeTasks(a, b *taskRow) *taskRow {
	return &taskRow{
		a.KeyRow, a.Rows + b.Rows, a.Completed + b.Completed, a.Declined + b.Declined, a.Returned + b.Returned, a.Cancelled + b.Cancelled,
		joinSeconds(a.AcceptedAfter, b.AcceptedAfter), joinSeconds(a.CompletedAfter, b.CompletedAfter),
	}
}

// score returns what groups are sorted by.
func (in Tasks) score(r *taskRow) (float64, bool) {
	if r == nil {
		return 0, in.SortBy != nil
	}
	by := domain.MostTasks
	if in.SortBy != nil {
		by = *in.SortBy
	}
	switch by {
	case domain.MostCompleted:
		return float64(r.Completed), true
	case domain.MostDeclined:
		return float64(r.Declined + r.Returned), true
	case domain.SlowestTasks:
		if d := secondsOf(r.CompletedAfter); d.Count() > 0 {
			return float64(d.Quantile(median)), true
		}
		return -1, true
	default:
		return float64(r.Rows), true
	}
}

// taskDimensions are what tasks can be grouped by. Whoever sees a task may see its solver's name, and everybody those
// of zones and categories.
var taskDimensions = map[domain.TaskDimension]dimension{
	domain.TasksBySolver:   {column: worktask.FieldSolverID, table: user.Table, name: user.FieldName, filter: "solverId", selected: "solverId"},
	domain.TasksByProvider: {column: worktask.FieldProviderID, table: serviceprovider.Table, name: serviceprovider.FieldName, filter: "providerId", selected: "providerId"},
	domain.TasksByStatus:   {column: worktask.FieldStatus, filter: "status", selected: "status"},
	domain.TasksByZone:     {column: complaint.FieldZoneID, ofComplaint: true, table: zone.Table, name: zone.FieldName, filter: "zoneId", selected: "zoneId", none: string(domain.TasksByZone)},
	domain.TasksByCategory: {column: complaint.FieldCategoryID, ofComplaint: true, table: category.Table, name: category.FieldName, filter: "categoryId", selected: "categoryId", none: string(domain.TasksByCategory)},
	domain.TasksByReason:   {column: worktask.FieldEndReason, filter: "endReason", selected: "endReason", none: string(domain.TasksByReason)},
}

// taskTimes are the columns of the times that a period may be of, and the filters for them.
var taskTimes = map[domain.TaskTime]struct{ column, filter string }{
	domain.TasksAssigned: {worktask.FieldCreatedAt, "createdAt"},
	domain.TasksEnded:    {worktask.FieldEndedAt, "endedAt"},
}

// Of returns the statistics, by one statement. Only a service provider's accounts and administrators see its name.
func (in Tasks) Of(ctx context.Context, client *ent.Client, now time.Time) ([]*TaskStats, error) {
	in.On = cmp.Or(in.On, domain.TasksAssigned)
	at := taskTimes[in.On]
	q := request{written: in.Written, period: in.Period, from: at.column, filter: at.filter, required: in.On != domain.TasksAssigned}
	q.columns = func(*sql.Selector) []string { return []string{worktask.FieldStatus} }
	durations := in.Durations || in.SortBy != nil && *in.SortBy == domain.SlowestTasks
	if durations {
		q.also = func(s *sql.Selector) []column {
			begin, end := s.C(worktask.FieldCreatedAt), s.C(worktask.FieldEndedAt)
			return []column{
				{"accepted_after", secondsBetween(s.Dialect(), begin, s.C(worktask.FieldAcceptedAt))},
				{"completed_after", "CASE WHEN " + s.C(worktask.FieldStatus) + " = '" + string(domain.TaskCompleted) + "' THEN " + secondsBetween(s.Dialect(), begin, end) + " END"},
			}
		}
	}
	for _, by := range in.GroupBy {
		if by == domain.TasksByProvider {
			if err := CheckProviderAccess(ctx); err != nil {
				return nil, err
			}
		}
		q.dimensions = append(q.dimensions, taskDimensions[by])
	}
	rows, err := in.Where.Filter(client.WorkTask.Query())
	if err != nil {
		return nil, err
	}
	found, err := runRequest(q, in.Ranking, now, summed[*taskRow]{
		sums: func(s *sql.Selector, of columnSource) {
			s.AppendSelectAs("COUNT(*)", "rows")
			for status, as := range map[domain.TaskStatus]string{
				domain.TaskCompleted: "completed", domain.TaskDeclined: "declined",
				domain.TaskReturned: "returned", domain.TaskCancelled: "cancelled",
			} {
				countWhere(s, of.C(worktask.FieldStatus)+" = '"+string(status)+"'", as)
			}
			if durations {
				selectSeconds(s, of.C("accepted_after"), "accepted_after")
				selectSeconds(s, of.C("completed_after"), "completed_after")
			}
		},
		key:   func(r *taskRow) *KeyRow { return &r.KeyRow },
		merge: mergeTasks, score: in.score,
		scan: func(sum func(*sql.Selector) string, to *[]*taskRow) error {
			return rows.Aggregate(sum).Scan(hint.Unprepared(ctx), to)
		},
	})
	if err != nil {
		return nil, err
	}
	out := []*TaskStats{}
	for _, f := range found {
		r := f.row
		if r.Rows == 0 { // an aggregate without groups returns a row even when there is nothing to count
			continue
		}
		hint.Aggregated(ctx, r.Rows)
		over := r.Completed + r.Declined + r.Returned + r.Cancelled
		t := &TaskStats{
			Rest: f.rest != nil, From: f.from, To: f.to, Filter: f.filter, Count: int(r.Rows), Live: int(r.Rows - over), Completed: int(r.Completed),
			Declined: int(r.Declined), Returned: int(r.Returned), Cancelled: int(r.Cancelled), CompletionRate: ratio(r.Completed, over),
			TimeToAcceptance: durationsOf(r.AcceptedAfter), TimeToCompletion: durationsOf(r.CompletedAfter),
		}
		t.Selection = &TaskSelection{TaskValues: TaskValues{From: t.From, To: t.To}}
		if in.On != domain.TasksAssigned {
			t.Selection.On = &in.On
		}
		for _, other := range f.rest {
			one := &TaskSelection{}
			in.selection(one, &TaskStats{}, &other.KeyRow)
			t.Selection.Except = append(t.Selection.Except, one)
		}
		if !t.Rest {
			in.selection(t.Selection, t, &r.KeyRow)
		}
		out = append(out, t)
	}
	return out, nil
}

// selection sets what selects a group, and its values and names.
func (in Tasks) selection(s *TaskSelection, t *TaskStats, r *KeyRow) {
	for n, by := range in.GroupBy {
		if r.value(n) == "" {
			s.None = append(s.None, by)
			continue
		}
		switch by {
		case domain.TasksBySolver:
			t.SolverID, t.SolverName = idAndName(r, n)
			s.SolverID = t.SolverID
		case domain.TasksByProvider:
			t.ProviderID, t.ProviderName = idAndName(r, n)
			s.ProviderID = t.ProviderID
		case domain.TasksByZone:
			t.ZoneID, t.ZoneName = idAndName(r, n)
			s.ZoneID = t.ZoneID
		case domain.TasksByCategory:
			t.CategoryID, t.CategoryName = idAndName(r, n)
			s.CategoryID = t.CategoryID
		case domain.TasksByReason:
			t.EndReason = ptr(r.value(n))
			s.EndReason = t.EndReason
		case domain.TasksByStatus:
			t.Status = ptr(domain.TaskStatus(r.value(n)))
			s.Status = t.Status
		}
	}
}

// Broadcasts is a request for statistics of broadcasts.
type Broadcasts struct {
	Where   *ent.BroadcastWhereInput
	Written map[string]any
	GroupBy []domain.BroadcastDimension
	Period  TimeRange
	Ranking
	SortBy *domain.BroadcastBucketOrder
}

// BroadcastStats are the numbers of some broadcasts and of their recipients.
type BroadcastStats struct {
	Status     *domain.BroadcastStatus
	TargetType *domain.TargetType
	Rest       bool
	From, To   *time.Time
	Count      int
	Recipients int
	Pending    int
	Sent       int
	Delivered  int
	Read       int
	Failed     int
	Skipped    int
	Cancelled  int
	Filter     json.RawMessage
	Selection  *BroadcastSelection
}

type broadcastRow struct {
	KeyRow
	Rows, Recipients, Pending, Sent, Delivered, Read, Failed, Skipped, Cancelled int64
}

func mergeBroadcasts(a, b *broadcastRow) *broadcastRow {
	return &broadcastRow{
		a.KeyRow, a.Rows + b.Rows, a.Recipients + b.Recipients, a.Pending + b.Pending, a.Sent + b.Sent, a.Delivered + b.Delivered,
		a.Read + b.Read, a.Failed + b.Failed, a.Skipped + b.Skipped, a.Cancelled + b.Cancelled,
	}
}

// score returns what groups are sorted by.
func (in Broadcasts) score(r *broadcastRow) (float64, bool) {
	switch {
	case r == nil:
		return 0, in.SortBy != nil
	case in.SortBy == nil || *in.SortBy == domain.MostBroadcasts:
		return float64(r.Rows), true
	case *in.SortBy == domain.MostRecipients:
		return float64(r.Recipients), true
	default:
		return float64(r.Failed), true
	}
}

// Of returns the statistics, by one statement.
func (in Broadcasts) Of(ctx context.Context, client *ent.Client, now time.Time) ([]*BroadcastStats, error) {
	counters := []string{
		broadcast.FieldRecipients, broadcast.FieldPending, broadcast.FieldSent, broadcast.FieldDelivered,
		broadcast.FieldRead, broadcast.FieldFailed, broadcast.FieldSkipped, broadcast.FieldCancelled,
	}
	q := request{written: in.Written, period: in.Period, from: broadcast.FieldCreatedAt, filter: "createdAt"}
	q.columns = func(*sql.Selector) []string { return counters }
	for _, by := range in.GroupBy {
		switch by {
		case domain.BroadcastsByStatus:
			q.dimensions = append(q.dimensions, dimension{column: broadcast.FieldStatus, filter: "status", selected: "status"})
		case domain.BroadcastsByTargetType:
			q.dimensions = append(q.dimensions, dimension{column: broadcast.FieldTargetType, filter: "targetType", selected: "targetType"})
		}
	}
	rows, err := in.Where.Filter(client.Broadcast.Query())
	if err != nil {
		return nil, err
	}
	found, err := runRequest(q, in.Ranking, now, summed[*broadcastRow]{
		sums: func(s *sql.Selector, of columnSource) {
			s.AppendSelectAs("COUNT(*)", "rows")
			for _, column := range counters {
				selectSum(s, of.C(column), column)
			}
		},
		key:   func(r *broadcastRow) *KeyRow { return &r.KeyRow },
		merge: mergeBroadcasts, score: in.score,
		scan: func(sum func(*sql.Selector) string, to *[]*broadcastRow) error {
			return rows.Aggregate(sum).Scan(hint.Unprepared(ctx), to)
		},
	})
	if err != nil {
		return nil, err
	}
	out := []*BroadcastStats{}
	for _, f := range found {
		r := f.row
		if r.Rows == 0 {
			continue
		}
		hint.Aggregated(ctx, r.Rows)
		b := &BroadcastStats{
			Rest: f.rest != nil, From: f.from, To: f.to, Filter: f.filter, Count: int(r.Rows), Recipients: int(r.Recipients), Pending: int(r.Pending), Sent: int(r.Sent),
			Delivered: int(r.Delivered), Read: int(r.Read), Failed: int(r.Failed), Skipped: int(r.Skipped), Cancelled: int(r.Cancelled),
		}
		b.Selection = &BroadcastSelection{BroadcastValues: BroadcastValues{From: b.From, To: b.To}}
		for _, other := range f.rest {
			one := &BroadcastSelection{}
			in.selection(one, &other.KeyRow)
			b.Selection.Except = append(b.Selection.Except, one)
		}
		if !b.Rest {
			in.selection(b.Selection, &r.KeyRow)
			b.Status, b.TargetType = b.Selection.Status, b.Selection.TargetType
		}
		out = append(out, b)
	}
	return out, nil
}

// selection sets what selects a group.
func (in Broadcasts) selection(s *BroadcastSelection, r *KeyRow) {
	for n, by := range in.GroupBy {
		if by == domain.BroadcastsByStatus {
			s.Status = ptr(domain.BroadcastStatus(r.value(n)))
		} else {
			s.TargetType = ptr(domain.TargetType(r.value(n)))
		}
	}
}
