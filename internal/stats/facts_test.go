package stats_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/stats/packed"
	"github.com/redress/redress/internal/testenv/dbtest"
)

// TestFactsHave63Bits: the column and the aggregates have room for more facts than there are.
func TestFactsHave63Bits(t *testing.T) {
	dbtest.ForEach(t, func(t *testing.T, name string) {
		env := dbtest.New(t, name)
		ctx := auth.System(t.Context(), "test")
		now := time.Now().UTC().Truncate(time.Millisecond)
		known := packed.Encode(domain.Facts{Met: true, Rating: 4})
		for _, beyond := range []int64{1 << 31, 1 << 62, 1<<63 - 1<<29} {
			err := env.Client().ComplaintFact.Create().SetID(uuid.New()).SetCreatedAt(now).SetFacts(known | beyond).SetOverdue(false).SetReopenedCount(0).
				SetStatus(domain.ComplaintClosed).SetPriority(domain.PriorityNormal).SetSource(domain.SourceWeb).Exec(ctx)
			if err != nil {
				t.Fatal(err)
			}
		}
		from := now.Add(-time.Hour)
		got, err := stats.Complaints{Period: stats.TimeRange{From: &from, Timezone: "UTC"}}.Of(ctx, env.Client(), now.Add(time.Second))
		if err != nil {
			t.Fatal(err)
		}
		if n := got.Total; n.Count != 3 || n.SLA.Met != 3 || n.Rating.Count != 3 || *n.Rating.Average != 4 {
			t.Errorf("%+v, %+v, %+v", n, n.SLA, n.Rating)
		}
	})
}
