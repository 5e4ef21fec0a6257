package stats

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/hint"
)

// request is what the statistics of payments, tasks and broadcasts have in common: the
// filter as the caller sent it, the dimensions and the period.
type request struct {
	written    map[string]any
	dimensions []dimension
	from       string // column of the time
	filter     string // and its condition
	period     TimeRange
	days       bool
	columns    func(*sql.Selector) []string // that are summed; it may make the query read another table
}

// bucketRow is a row with the ends of its span and its filter.
type bucketRow[R any] struct {
	row      R
	from, to *time.Time
	filter   json.RawMessage
}

// runRequest returns a row for each group, sorted. R embeds a KeyRow, which key returns.
func runRequest[R any](q request, now time.Time, sums func(s *sql.Selector, of columnSource), key func(R) *KeyRow, scan func(func(*sql.Selector) string, *[]R) error) ([]bucketRow[R], error) {
	for i, d := range q.dimensions {
		if slices.ContainsFunc(q.dimensions[:i], func(other dimension) bool { return other.column == d.column }) {
			return nil, invalid("groupBy", "duplicate", "names a dimension twice")
		}
	}
	s, err := q.period.spans(now)
	if err != nil {
		return nil, err
	}
	s.days = q.days
	k := keys{dimensions: q.dimensions, spans: s, column: q.from}
	var rows []R
	err = scan(func(s *sql.Selector) string {
		columns := q.columns(s)
		return k.aggregate(s, s, MaxBuckets, columns, sums)
	}, &rows)
	if err != nil {
		return nil, err
	}
	if len(rows) > MaxBuckets {
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
	out := make([]bucketRow[R], len(rows))
	for i, r := range rows {
		a := bucketRow[R]{row: r, from: s.from, to: s.to}
		if n := key(r).span(); n >= 0 {
			a.from, a.to = &s.edges[n], &s.edges[n+1]
		}
		conditions := spanConditions(q.filter, a.from, a.to)
		if q.days {
			for i := range conditions {
				conditions[i].value = conditions[i].value.(string)[:len(day)]
			}
		}
		if a.filter, err = withConditions(q.written, append(conditions, k.conditions(key(r))...)); err != nil {
			return nil, err
		}
		out[i] = a
	}
	return out, nil
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
}

// PaymentStats are the sums of some payments in one currency.
type PaymentStats struct {
	Currency               string
	ProviderID             *uuid.UUID
	ProviderName           *string
	Method                 *domain.PaymentMethod
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

// Of returns the sums, by one statement.
func (in Payments) Of(ctx context.Context, client *ent.Client, now time.Time) ([]*PaymentStats, error) {
	q := request{
		written: in.Written, period: in.Period, days: true, from: payment.FieldPaymentDate, filter: "paymentDate",
		dimensions: []dimension{{column: payment.FieldCurrency, filter: "currency"}},
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
			q.dimensions = append(q.dimensions, dimension{column: payment.FieldProviderID, table: serviceprovider.Table, name: serviceprovider.FieldName, filter: "providerId"})
		case domain.PaymentsByMethod:
			q.dimensions = append(q.dimensions, dimension{column: payment.FieldPaymentMethod, filter: "paymentMethod"})
		}
	}
	rows, err := in.Where.Filter(client.Payment.Query())
	if err != nil {
		return nil, err
	}
	tomorrow := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
	found, err := runRequest(q, tomorrow, func(s *sql.Selector, of columnSource) {
		settlement := of.C(payment.FieldType) + " = '" + string(domain.PaymentSettlement) + "'"
		payments := "1"
		if days {
			payments = of.C(paymentday.FieldPayments)
		}
		selectSum(s, "CASE WHEN "+settlement+" THEN "+payments+" END", "settlements")
		selectSum(s, "CASE WHEN NOT "+settlement+" THEN "+payments+" END", "reversals")
		selectSum(s, "CASE WHEN "+settlement+" THEN "+of.C(payment.FieldAmountMinor)+" END", "settled")
		selectSum(s, of.C(payment.FieldAmountMinor), "net")
	}, func(r *paymentRow) *KeyRow { return &r.KeyRow }, func(sum func(*sql.Selector) string, to *[]*paymentRow) error {
		return rows.Aggregate(sum).Scan(hint.Unprepared(ctx), to)
	})
	if err != nil {
		return nil, err
	}
	out := make([]*PaymentStats, len(found))
	for i, f := range found {
		r := f.row
		hint.Aggregated(ctx, r.Settlements+r.Reversals)
		p := &PaymentStats{
			Currency: r.value(0), Settlements: int(r.Settlements), Reversals: int(r.Reversals),
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
		for n, by := range in.GroupBy {
			if by == domain.PaymentsByProvider {
				p.ProviderID, p.ProviderName = idAndName(&r.KeyRow, n+1)
			} else {
				method := domain.PaymentMethod(r.value(n + 1))
				p.Method = &method
			}
		}
		p.Selection = &PaymentSelection{Currency: &p.Currency, From: p.From, To: p.To, ProviderID: p.ProviderID, Method: p.Method}
		out[i] = p
	}
	return out, nil
}

// Tasks is a request for statistics of tasks.
type Tasks struct {
	Where   *ent.TaskWhereInput
	Written map[string]any
	GroupBy []domain.TaskDimension
	Period  TimeRange
}

// TaskStats are the numbers of some tasks.
type TaskStats struct {
	SolverID       *uuid.UUID
	SolverName     *string
	ProviderID     *uuid.UUID
	ProviderName   *string
	Status         *domain.TaskStatus
	From, To       *time.Time
	Count          int
	Live           int
	Completed      int
	Declined       int
	Returned       int
	Cancelled      int
	CompletionRate *float64
	Filter         json.RawMessage
	Selection      *TaskSelection
}

type taskRow struct {
	KeyRow
	Rows, Completed, Declined, Returned, Cancelled int64
}

// Of returns the statistics, by one statement. Whoever sees a task may see its solver's name, but
// only a service provider's accounts and administrators see its name.
func (in Tasks) Of(ctx context.Context, client *ent.Client, now time.Time) ([]*TaskStats, error) {
	q := request{written: in.Written, period: in.Period, from: worktask.FieldCreatedAt, filter: "createdAt"}
	q.columns = func(*sql.Selector) []string { return []string{worktask.FieldStatus} }
	for _, by := range in.GroupBy {
		switch by {
		case domain.TasksBySolver:
			q.dimensions = append(q.dimensions, dimension{column: worktask.FieldSolverID, table: user.Table, name: user.FieldName, filter: "solverId"})
		case domain.TasksByProvider:
			if err := CheckProviderAccess(ctx); err != nil {
				return nil, err
			}
			q.dimensions = append(q.dimensions, dimension{column: worktask.FieldProviderID, table: serviceprovider.Table, name: serviceprovider.FieldName, filter: "providerId"})
		case domain.TasksByStatus:
			q.dimensions = append(q.dimensions, dimension{column: worktask.FieldStatus, filter: "status"})
		}
	}
	rows, err := in.Where.Filter(client.WorkTask.Query())
	if err != nil {
		return nil, err
	}
	found, err := runRequest(q, now, func(s *sql.Selector, of columnSource) {
		s.AppendSelectAs("COUNT(*)", "rows")
		for status, as := range map[domain.TaskStatus]string{
			domain.TaskCompleted: "completed", domain.TaskDeclined: "declined",
			domain.TaskReturned: "returned", domain.TaskCancelled: "cancelled",
		} {
			countWhere(s, of.C(worktask.FieldStatus)+" = '"+string(status)+"'", as)
		}
	}, func(r *taskRow) *KeyRow { return &r.KeyRow }, func(sum func(*sql.Selector) string, to *[]*taskRow) error {
		return rows.Aggregate(sum).Scan(hint.Unprepared(ctx), to)
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
			From: f.from, To: f.to, Filter: f.filter, Count: int(r.Rows), Live: int(r.Rows - over), Completed: int(r.Completed),
			Declined: int(r.Declined), Returned: int(r.Returned), Cancelled: int(r.Cancelled), CompletionRate: ratio(r.Completed, over),
		}
		for n, by := range in.GroupBy {
			switch by {
			case domain.TasksBySolver:
				t.SolverID, t.SolverName = idAndName(&r.KeyRow, n)
			case domain.TasksByProvider:
				t.ProviderID, t.ProviderName = idAndName(&r.KeyRow, n)
			case domain.TasksByStatus:
				status := domain.TaskStatus(r.value(n))
				t.Status = &status
			}
		}
		t.Selection = &TaskSelection{From: t.From, To: t.To, SolverID: t.SolverID, ProviderID: t.ProviderID, Status: t.Status}
		for n, by := range in.GroupBy {
			if r.value(n) == "" {
				t.Selection.None = append(t.Selection.None, by)
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// Broadcasts is a request for statistics of broadcasts.
type Broadcasts struct {
	Where   *ent.BroadcastWhereInput
	Written map[string]any
	GroupBy []domain.BroadcastDimension
	Period  TimeRange
}

// BroadcastStats are the numbers of some broadcasts and of their recipients.
type BroadcastStats struct {
	Status     *domain.BroadcastStatus
	TargetType *domain.TargetType
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
			q.dimensions = append(q.dimensions, dimension{column: broadcast.FieldStatus, filter: "status"})
		case domain.BroadcastsByTargetType:
			q.dimensions = append(q.dimensions, dimension{column: broadcast.FieldTargetType, filter: "targetType"})
		}
	}
	rows, err := in.Where.Filter(client.Broadcast.Query())
	if err != nil {
		return nil, err
	}
	found, err := runRequest(q, now, func(s *sql.Selector, of columnSource) {
		s.AppendSelectAs("COUNT(*)", "rows")
		for _, column := range counters {
			selectSum(s, of.C(column), column)
		}
	}, func(r *broadcastRow) *KeyRow { return &r.KeyRow }, func(sum func(*sql.Selector) string, to *[]*broadcastRow) error {
		return rows.Aggregate(sum).Scan(hint.Unprepared(ctx), to)
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
			From: f.from, To: f.to, Filter: f.filter, Count: int(r.Rows), Recipients: int(r.Recipients), Pending: int(r.Pending), Sent: int(r.Sent),
			Delivered: int(r.Delivered), Read: int(r.Read), Failed: int(r.Failed), Skipped: int(r.Skipped), Cancelled: int(r.Cancelled),
		}
		for n, by := range in.GroupBy {
			if by == domain.BroadcastsByStatus {
				status := domain.BroadcastStatus(r.value(n))
				b.Status = &status
			} else {
				target := domain.TargetType(r.value(n))
				b.TargetType = &target
			}
		}
		b.Selection = &BroadcastSelection{From: b.From, To: b.To, Status: b.Status, TargetType: b.TargetType}
		out = append(out, b)
	}
	return out, nil
}
