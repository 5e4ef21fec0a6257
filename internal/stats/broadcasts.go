package stats

import (
	"context"
	"encoding/json"
	"time"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/hint"
)

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
			s.Status = new(domain.BroadcastStatus(r.value(n)))
		} else {
			s.TargetType = new(domain.TargetType(r.value(n)))
		}
	}
}
