package stats

import (
	"context"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/hint"
)

const (
	// medianDays is how many days the median time of a solver looks back.
	medianDays = 30
	// MaxAssignable is how many solvers are proposed at most.
	MaxAssignable = 50
)

// SolverWorkload is the work of a solver.
type SolverWorkload struct {
	Solver                           *ent.User
	Live, Overdue, CompletedThisWeek int
	MedianTime                       *int // seconds

	ID uuid.UUID
}

// AssignableSolver is a solver who could be assigned to a complaint.
type AssignableSolver struct {
	Solver             *ent.User
	Live, Overdue      int
	SameZone, Declined bool

	ID uuid.UUID
}

// Workload is a request for the work of solvers.
type Workload struct {
	By       domain.WorkloadOrderField
	Desc     bool
	Timezone string
}

// workRow is a row of the statement of Workload.
type workRow struct {
	ID            uuid.UUID
	Name          string
	Live, Overdue int64
	Done, Done30  int64
	Median        sql.NullInt64
}

// Of returns the work of so many solvers of a query after some others, by one statement: it reads the
// live tasks of all, and the tasks that changed in the last 30 days.
func (in Workload) Of(ctx context.Context, solvers *ent.UserQuery, now time.Time, skip, take int) ([]*SolverWorkload, error) {
	zone, err := location("timezone", in.Timezone)
	if err != nil {
		return nil, err
	}
	week := calendar{zone, domain.BucketWeek}
	monday := week.start(week.day(now))
	var rows []*workRow
	err = solvers.Aggregate(func(s *sql.Selector) string {
		copied := *s // not its Clone, as in keys.aggregate
		each, of := &copied, s.Dialect()
		queue, done := queues(of, now), completions(of, monday, now.AddDate(0, 0, -medianDays))
		each.LeftJoin(queue).On(s.C(user.FieldID), queue.C(worktask.FieldSolverID))
		each.LeftJoin(done).On(s.C(user.FieldID), done.C(worktask.FieldSolverID))
		each.Select(s.C(user.FieldID), s.C(user.FieldName))
		for column, from := range map[string]*sql.Selector{"live": queue, "overdue": queue, "done": done, "done30": done} {
			each.AppendSelectAs("COALESCE("+from.C(column)+", 0)", column)
		}
		each.AppendSelectAs(done.C("median"), "median")
		*s = *sql.Dialect(of).Select("*").From(each.As("work"))
		in.order(s, each)
		s.Offset(skip).Limit(take)
		return "*"
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, err
	}
	out := make([]*SolverWorkload, len(rows))
	for i, r := range rows {
		hint.Aggregated(ctx, r.Live+r.Done30)
		out[i] = &SolverWorkload{ID: r.ID, Live: int(r.Live), Overdue: int(r.Overdue), CompletedThisWeek: int(r.Done)}
		if r.Median.Valid {
			seconds := int(r.Median.Int64)
			out[i].MedianTime = &seconds
		}
	}
	return out, nil
}

// order sorts the rows by the requested column, then by name and id.
func (in Workload) order(s *sql.Selector, of columnSource) {
	direction := ""
	if in.Desc {
		direction = " DESC"
	}
	key := map[domain.WorkloadOrderField]string{
		domain.WorkloadByLive: "live", domain.WorkloadByOverdue: "overdue", domain.WorkloadByCompleted: "done", domain.WorkloadByMedian: "median",
	}[in.By]
	if key == "median" {
		s.OrderExpr(sql.Raw("CASE WHEN " + of.C(key) + " IS NULL THEN 1 ELSE 0 END"))
	}
	if key != "" {
		s.OrderExpr(sql.Raw(of.C(key) + direction))
		direction = ""
	}
	s.OrderExpr(sql.Raw(of.C(user.FieldName)+direction), sql.Raw(of.C(user.FieldID)+direction))
}

// Assignable is a request for solvers who could be assigned to a complaint.
type Assignable struct {
	Complaint uuid.UUID
	Zones     []uuid.UUID // the complaint's and those that contain it
}

// assignableRow is a row of the statement of Assignable.
type assignableRow struct {
	ID            uuid.UUID
	Name          string
	Live, Overdue int64
	Elsewhere     bool
	Declined      bool
}

// Of returns so many solvers of a query, the best first, by one statement.
func (in Assignable) Of(ctx context.Context, solvers *ent.UserQuery, now time.Time, most int) ([]*AssignableSolver, error) {
	zones := make([]any, len(in.Zones))
	for i, id := range in.Zones {
		zones[i] = id
	}
	var rows []*assignableRow
	err := solvers.Aggregate(func(s *sql.Selector) string {
		copied := *s // not its Clone, as in keys.aggregate
		each, of := &copied, s.Dialect()
		queue, id, home := queues(of, now), s.C(user.FieldID), s.C(user.FieldZoneID)
		each.LeftJoin(queue).On(s.C(user.FieldID), queue.C(worktask.FieldSolverID))
		each.Select(s.C(user.FieldID), s.C(user.FieldName))
		for _, column := range []string{"live", "overdue"} {
			each.AppendSelectAs("COALESCE("+queue.C(column)+", 0)", column)
		}
		each.AppendSelectExprAs(sql.ExprFunc(func(b *sql.Builder) {
			if len(zones) == 0 {
				b.WriteString("TRUE")
				return
			}
			b.WriteString("COALESCE(").WriteString(home).WriteString(" NOT IN (").Args(zones...).WriteString("), TRUE)")
		}), "elsewhere")
		each.AppendSelectExprAs(sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("EXISTS (SELECT 1 FROM ").Ident(worktask.Table).WriteString(" WHERE ").
				Ident(worktask.FieldSolverID).WriteString(" = ").WriteString(id).
				WriteString(" AND ").Ident(worktask.FieldComplaintID).WriteString(" = ").Arg(in.Complaint).
				WriteString(" AND ").Ident(worktask.FieldStatus).WriteString(" IN ('" + string(domain.TaskDeclined) + "', '" + string(domain.TaskReturned) + "'))")
		}), "declined")
		*s = *sql.Dialect(of).Select("*").From(each.As("work"))
		s.OrderBy(each.C("elsewhere"), each.C("declined"), each.C("live"), each.C("overdue"), each.C(user.FieldName), each.C(user.FieldID)).Limit(most)
		return "*"
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, err
	}
	out := make([]*AssignableSolver, len(rows))
	for i, r := range rows {
		hint.Aggregated(ctx, r.Live)
		out[i] = &AssignableSolver{ID: r.ID, Live: int(r.Live), Overdue: int(r.Overdue), SameZone: !r.Elsewhere, Declined: r.Declined}
	}
	return out, nil
}

// queues selects how many live tasks each solver has, and how many of them are overdue.
func queues(of string, now time.Time) *sql.Selector {
	d := sql.Dialect(of)
	t := d.Table(worktask.Table)
	q := d.Select(t.C(worktask.FieldSolverID)).From(t)
	q.Where(sql.In(t.C(worktask.FieldStatus), enumValues(domain.LiveTaskStatuses)...)).GroupBy(t.C(worktask.FieldSolverID))
	q.AppendSelectAs("COUNT(*)", "live")
	q.AppendSelectExprAs(countBy(t.C(worktask.FieldDueAt), " < ", now), "overdue")
	return q.As("queue")
}

// completions selects how many tasks each solver has completed since Monday, and the median time of
// those completed since an earlier instant. A task changes when it ends, so the index of changes finds
// them.
func completions(of string, monday, since time.Time) *sql.Selector {
	d := sql.Dialect(of)
	t := d.Table(worktask.Table)
	solver, ended := t.C(worktask.FieldSolverID), t.C(worktask.FieldEndedAt)
	took := seconds(of, t.C(worktask.FieldCreatedAt), ended)
	each := d.Select(solver, ended).From(t).Where(sql.And(
		sql.EQ(t.C(worktask.FieldStatus), string(domain.TaskCompleted)),
		sql.GTE(t.C(worktask.FieldUpdatedAt), since), sql.GTE(ended, since),
	))
	each.AppendSelectAs(took, "took").
		AppendSelectAs("ROW_NUMBER() OVER (PARTITION BY "+solver+" ORDER BY "+took+")", "place").
		AppendSelectAs("COUNT(*) OVER (PARTITION BY "+solver+")", "n")
	each.As("each")
	q := d.Select(each.C(worktask.FieldSolverID)).From(each).GroupBy(each.C(worktask.FieldSolverID))
	q.AppendSelectExprAs(countBy(each.C(worktask.FieldEndedAt), " >= ", monday), "done")
	q.AppendSelectAs("COUNT(*)", "done30")
	q.AppendSelectAs("MAX(CASE WHEN "+each.C("place")+" = ("+each.C("n")+" + 1) / 2 THEN "+each.C("took")+" END)", "median")
	return q.As("completions")
}

// countBy returns an expression for the number of rows whose time compares with an instant.
func countBy(column, operator string, at time.Time) sql.Querier {
	return sql.ExprFunc(func(b *sql.Builder) {
		b.WriteString("COUNT(CASE WHEN ").WriteString(column).WriteString(operator).Arg(at).WriteString(" THEN 1 END)")
	})
}

// seconds returns an expression for the time between two instants.
func seconds(of, from, to string) string {
	if of == dialect.Postgres {
		return "CAST(ROUND(EXTRACT(EPOCH FROM (" + to + " - " + from + "))) AS BIGINT)"
	}
	return "CAST(ROUND((julianday(" + to + ") - julianday(" + from + ")) * 86400) AS INTEGER)"
}
