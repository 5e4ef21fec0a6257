package stats

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/hint"
)

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
	domain.TasksBySolver: {column: worktask.FieldSolverID, table: user.Table, name: user.FieldName, filter: "solverId", selected: "solverId"},
	domain.TasksByProvider: {
		column: worktask.FieldProviderID, table: serviceprovider.Table, name: serviceprovider.FieldName,
		filter: "providerId", selected: "providerId",
	},
	domain.TasksByStatus: {column: worktask.FieldStatus, filter: "status", selected: "status"},
	domain.TasksByZone: {
		column: complaint.FieldZoneID, complaints: complaintsOfTasks, table: zone.Table, name: zone.FieldName,
		filter: "zoneId", selected: "zoneId", none: string(domain.TasksByZone),
	},
	domain.TasksByCategory: {
		column: complaint.FieldCategoryID, complaints: complaintsOfTasks, table: category.Table, name: category.FieldName,
		filter: "categoryId", selected: "categoryId", none: string(domain.TasksByCategory),
	},
	domain.TasksByReason: {column: worktask.FieldEndReason, filter: "endReason", selected: "endReason", none: string(domain.TasksByReason)},
}

// complaintsOfTasks joins the complaints of tasks.
func complaintsOfTasks(s *sql.Selector) columnSource {
	of := sql.Dialect(s.Dialect()).Table(complaint.Table).As("of")
	s.Join(of).On(s.C(worktask.FieldComplaintID), of.C(complaint.FieldID))
	return of
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
				{
					"completed_after",
					"CASE WHEN " + s.C(worktask.FieldStatus) + " = '" + string(domain.TaskCompleted) + "' THEN " + secondsBetween(s.Dialect(), begin, end) + " END",
				},
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
			t.EndReason = new(r.value(n))
			s.EndReason = t.EndReason
		case domain.TasksByStatus:
			t.Status = new(domain.TaskStatus(r.value(n)))
			s.Status = t.Status
		}
	}
}
