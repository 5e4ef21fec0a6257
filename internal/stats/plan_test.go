package stats_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestPlansOfSQLite: what is computed for a row is computed once, with however many spans it is compared, rows are not
// read in the order of an index on a key, and times are compared as the texts that they are.
func TestPlansOfSQLite(t *testing.T) {
	t.Parallel()
	s := dbtest.New(t, "sqlite")
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	from, week := now.AddDate(-2, 0, 0), domain.BucketWeek
	period := stats.TimeRange{From: &from, Bucket: &week, Timezone: "Europe/Lisbon"}
	for name, c := range map[string]struct {
		ask   func(context.Context) error
		once  string // a step of the plan
		never string // another one
	}{
		"backlog": {
			func(ctx context.Context) error {
				_, err := stats.Backlog{Period: period}.Of(ctx, s.Client(), now)
				return err
			},
			"CORRELATED SCALAR SUBQUERY", "SEARCH complaints", // when one ended, and those that began before the end of the period
		},
		"complaints by time": {
			func(ctx context.Context) error {
				_, err := stats.Complaints{
					On: domain.ByCreated, GroupBy: []domain.ComplaintDimension{domain.ByWeekday, domain.ByHour}, CountsOnly: true,
					Period: stats.TimeRange{To: &now, Timezone: "Europe/Lisbon"},
				}.Of(ctx, s.Client(), now)
				return err
			},
			"USE TEMP B-TREE", "SCALAR SUBQUERY",
		},
		"tasks": {
			func(ctx context.Context) error {
				_, err := stats.Tasks{GroupBy: []domain.TaskDimension{domain.TasksBySolver}, Period: stats.TimeRange{From: &from, Timezone: "UTC"}, Durations: true}.Of(ctx, s.Client(), now)
				return err
			},
			"CORRELATED SCALAR SUBQUERY", "INDEX worktask_solver", // the name of a solver
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, counter := store.CountStatements(auth.System(t.Context(), "test"))
			recorder := counter.Record()
			if err := c.ask(ctx); err != nil {
				t.Fatal(err)
			}
			sent, _ := recorder.Slowest(1)
			text := sent[0].Statement()
			if timeAsNumber.MatchString(text) {
				t.Errorf("compares times as numbers: %.300s", text)
			}
			plan := strings.Join(planOf(t, s.Store, text), "\n")
			if n := strings.Count(plan, c.once); n != 1 {
				t.Errorf("%d times %s: %.1000s", n, c.once, plan)
			}
			if strings.Contains(plan, c.never) {
				t.Errorf("%s: %.1000s", c.never, plan)
			}
		})
	}
}

// timeAsNumber finds a column that is compared with a span as what SQLite takes its type to be.
var timeAsNumber = regexp.MustCompile("CASE WHEN `[^ ]+ <")

// planOf returns the steps that SQLite takes for a statement.
func planOf(t *testing.T, s *store.Store, text string) (steps []string) {
	t.Helper()
	rows, err := s.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, make([]any, strings.Count(text, "?"))...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return steps
}
