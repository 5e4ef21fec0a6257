package stats

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/hint"
)

// Backlog is a request for how many complaints were open, over time.
type Backlog struct {
	Where   *ent.ComplaintWhereInput
	Written map[string]any // Where as the caller sent it
	Period  TimeRange      // with a bucket
}

// BacklogPoint is how many complaints were open at the end of a bucket, and what changed in it.
type BacklogPoint struct {
	From, To               time.Time
	Open, Submitted, Ended int
	Filter                 json.RawMessage
	Selection              *ComplaintSelection
}

// backlogRow is how many complaints began in one span and ended in another.
type backlogRow struct {
	Began int
	Ended int
	Rows  int64
}

// Of returns the points, by one statement. It reads the facts of all complaints submitted before the end
// of the period, and of those that are rejected, withdrawn or merged when that was.
func (in Backlog) Of(ctx context.Context, client *ent.Client, now time.Time) ([]*BacklogPoint, error) {
	s, err := in.Period.spans(now)
	if err != nil {
		return nil, err
	}
	q, err := in.Where.Filter(client.Complaint.Query())
	if err != nil {
		return nil, err
	}
	var rows []*backlogRow
	err = q.Aggregate(func(q *sql.Selector) string {
		in.count(q, withFacts(ctx, q, in.Written), s)
		return "*"
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, err
	}
	// Of each span, and of the time before all and after all.
	began, ended := make([]int64, len(s.edges)+1), make([]int64, len(s.edges)+1)
	for _, r := range rows {
		began[r.Began] += r.Rows
		ended[r.Ended] += r.Rows
		hint.Aggregated(ctx, r.Rows)
	}
	open := began[0]
	points := make([]*BacklogPoint, len(s.edges)-1)
	for i := range points {
		open += began[i+1] - ended[i+1]
		p := &BacklogPoint{From: s.edges[i], To: s.edges[i+1], Open: int(open), Submitted: int(began[i+1]), Ended: int(ended[i+1])}
		p.Selection = &ComplaintSelection{ComplaintValues: ComplaintValues{OpenAt: &p.To}}
		if p.Filter, err = withConditions(in.Written, []condition{{"selection", map[string]any{"openAt": formatInstant(p.To)}}}); err != nil {
			return nil, err
		}
		points[i] = p
	}
	return points, nil
}

// endedOtherwise are the statuses of complaints that ended without being resolved.
var endedOtherwise = []domain.ComplaintStatus{domain.ComplaintRejected, domain.ComplaintWithdrawn, domain.ComplaintMerged}

// count turns a query for complaints, with all its conditions, into one for how many of them began and
// ended in each pair of spans: 0 is the time before the first one, and each of the others one later. Of complaints that
// ended before the first span there is nothing to count.
func (in Backlog) count(s *sql.Selector, from columnSource, over spans) {
	d := sql.Dialect(s.Dialect())
	copied := *s // not its Clone, as in keys.aggregate
	chosen := &copied
	first, last := over.edges[0], over.edges[len(over.edges)-1]
	plain := func(column string) string { return compared(column, s.Dialect()) }
	status, resolved := from.C(complaintfact.FieldStatus), from.C(complaintfact.FieldResolvedAt)
	open := enumValues(domain.OpenComplaintStatuses)
	moved := d.Table(complaint.Table).As("moved")
	// Of what ended otherwise little ended lately: it is found once, rather than each row's time.
	otherwise := d.Select(moved.C(complaint.FieldID)).From(moved).Where(sql.And(
		sql.In(moved.C(complaint.FieldStatus), enumValues(endedOtherwise)...),
		sql.Or(sql.GTE(moved.C(complaint.FieldMovedAt), first), sql.IsNull(moved.C(complaint.FieldMovedAt))),
	))
	// Most have been resolved, which is cheaper to ask than for one of five statuses.
	chosen.Where(sql.And(
		sql.LT(plain(from.C(complaintfact.FieldCreatedAt)), last),
		sql.Or(
			sql.GTE(plain(resolved), first),
			sql.And(sql.IsNull(resolved), sql.Or(sql.In(status, open...), sql.In(from.C(complaintfact.FieldID), otherwise))),
		),
	))
	chosen.Select().AppendSelectAs(from.C(complaintfact.FieldCreatedAt), "began")
	chosen.AppendSelectExprAs(sql.ExprFunc(func(b *sql.Builder) {
		b.WriteString("COALESCE(").WriteString(resolved)
		b.WriteString(", CASE WHEN ").Join(sql.In(status, open...)).WriteString(" THEN ").Arg(domain.NoDeadline).WriteString(" ELSE (")
		latest := "COALESCE(" + moved.C(complaint.FieldMovedAt) + ", " + moved.C(complaint.FieldUpdatedAt) + ")" // as desk does
		b.Join(d.SelectExpr(sql.Raw(latest)).From(moved).Where(sql.ColumnsEQ(moved.C(complaint.FieldID), from.C(complaintfact.FieldID))))
		b.WriteString(") END)")
	}), "ended")
	planApart(chosen) // or SQLite would compute the end at each comparison with a span
	chosen.As("chosen")
	began, ended := chosen.C("began"), chosen.C("ended")
	around := spans{edges: slices.Concat([]time.Time{{}}, over.edges, []time.Time{{}})} // whose outermost ends are not compared
	placed := d.Select().From(chosen).Where(sql.And(sql.GTE(plain(ended), first), sql.P(func(b *sql.Builder) {
		b.WriteString(plain(ended)).WriteString(" >= ").WriteString(plain(began))
	})))
	for _, at := range []struct{ column, name string }{{began, "began"}, {ended, "ended"}} {
		placed.AppendSelectExprAs(sql.ExprFunc(func(b *sql.Builder) { b.Join(around.spanNumber(at.column)) }), at.name)
	}
	placed.As("placed")
	counted := d.Select(sql.As(placed.C("began"), "began"), sql.As(placed.C("ended"), "ended"), sql.As("COUNT(*)", "rows")).
		From(placed).GroupBy(placed.C("began"), placed.C("ended"))
	*s = *d.Select("*").From(counted.As("counted"))
}
