package stats_test

import (
	"testing"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestStatisticsArePlannedAnew: what groups most of a table is not kept prepared, or it would be
// planned for few rows.
func TestStatisticsArePlannedAnew(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), store.Config{URL: dbtest.MigratedURL(t, "postgres"), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	ctx := auth.System(t.Context(), "test")
	now := time.Now()
	from := now.AddDate(0, -1, 0)
	period := stats.TimeRange{From: &from, Timezone: "UTC"}
	for name, ask := range map[string]func() error{
		"complaints": func() error {
			_, err := stats.Complaints{GroupBy: []domain.ComplaintDimension{domain.ByZone}, Period: period}.Of(ctx, s.Client(), now)
			return err
		},
		"payments": func() error {
			_, err := stats.Payments{Period: period}.Of(ctx, s.Client(), now)
			return err
		},
		"tasks": func() error {
			_, err := stats.Tasks{Period: period}.Of(ctx, s.Client(), now)
			return err
		},
		"broadcasts": func() error {
			_, err := stats.Broadcasts{Period: period}.Of(ctx, s.Client(), now)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			for range 3 {
				if err := ask(); err != nil {
					t.Fatal(err)
				}
			}
			var n int
			err := s.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM pg_prepared_statements").Scan(&n)
			if err != nil || n != 0 {
				t.Errorf("%d prepared statements, %v", n, err)
			}
		})
	}
}
