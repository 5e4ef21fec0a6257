package stats

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/stats/packed"
)

// TestSpansAreLocal: the span of each hour over years is the one of its local day, also where midnight is left out, comes twice,
// or the day is left out altogether.
func TestSpansAreLocal(t *testing.T) {
	for _, name := range []string{
		"UTC", "Europe/Lisbon", "America/New_York", "America/Sao_Paulo", "America/Havana", "America/Asuncion", "Asia/Beirut",
		"Asia/Kathmandu", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "America/Scoresbysund",
	} {
		t.Run(name, func(t *testing.T) {
			zone, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			for bucket, label := range map[domain.TimeBucket]func(time.Time) string{
				domain.BucketDay:  func(at time.Time) string { return at.Format(day) },
				domain.BucketWeek: func(at time.Time) string { return at.AddDate(0, 0, -(int(at.Weekday())+6)%7).Format(day) },
				domain.BucketMonth: func(at time.Time) string {
					return at.Format("2006-01")
				},
				domain.BucketQuarter: func(at time.Time) string { return fmt.Sprint(at.Year(), (at.Month()-1)/3) },
				domain.BucketYear:    func(at time.Time) string { return fmt.Sprint(at.Year()) },
			} {
				t.Run(string(bucket), func(t *testing.T) {
					for _, year := range []int{2011, 2018} {
						from := time.Date(year, 1, 1, 13, 7, 0, 0, time.UTC)
						to := from.AddDate(2, 0, 11)
						s, err := TimeRange{From: &from, To: &to, Bucket: &bucket, Timezone: name}.spans(to)
						if err != nil {
							t.Fatal(name, bucket, err)
						}
						if !s.edges[0].Equal(from) || !s.edges[len(s.edges)-1].Equal(to) {
							t.Fatalf("%s %s: from %v to %v", name, bucket, s.edges[0], s.edges[len(s.edges)-1])
						}
						called := map[string]int{}
						n := 0
						for at := from; at.Before(to); at = at.Add(time.Hour) {
							if next := at.Add(time.Hour); !next.Before(to) {
								at = to.Add(-time.Millisecond)
							}
							for !at.Before(s.edges[n+1]) {
								n++
							}
							// The labels' noon is safe from changes of clocks.
							local := at.In(zone)
							is := label(time.Date(local.Year(), local.Month(), local.Day(), 12, 0, 0, 0, time.UTC))
							if was, known := called[is]; known && was != n {
								t.Fatalf("%s %s: %v is in span %d, others of %s in %d", name, bucket, at, n, is, was)
							}
							called[is] = n
						}
						if len(called) != len(s.edges)-1 {
							t.Errorf("%s %s %d: %d spans for %d days, weeks or months", name, bucket, year, len(s.edges)-1, len(called))
						}
					}
				})
			}
		})
	}
}

// TestHours: the span of each minute is the one of its local hour, also where clocks change by half an hour, and an
// hour that comes twice has two spans.
func TestHours(t *testing.T) {
	hour := domain.BucketHour
	for name, from := range map[string]time.Time{
		"UTC": time.Date(2025, 3, 28, 10, 20, 0, 0, time.UTC), "Europe/Berlin": time.Date(2025, 10, 25, 3, 7, 0, 0, time.UTC),
		"Asia/Kathmandu": time.Date(2025, 3, 28, 10, 20, 0, 0, time.UTC), "Australia/Lord_Howe": time.Date(2025, 4, 5, 3, 7, 0, 0, time.UTC),
		"America/New_York": time.Date(2025, 3, 8, 20, 59, 59, 0, time.UTC),
	} {
		t.Run(name, func(t *testing.T) {
			zone, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			to := from.AddDate(0, 0, 3)
			s, err := TimeRange{From: &from, To: &to, Bucket: &hour, Timezone: name}.spans(to)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for at := from; at.Before(to); at = at.Add(time.Minute) {
				for !at.Before(s.edges[n+1]) {
					n++
				}
				begin, end := s.edges[n], s.edges[n+1]
				if begin.In(zone).Hour() != at.In(zone).Hour() || end.Sub(begin) > 90*time.Minute {
					t.Fatalf("%v is in the hour from %v to %v", at.In(zone), begin.In(zone), end.In(zone))
				}
			}
		})
	}
	to := time.Date(2025, 6, 1, 12, 30, 0, 0, time.UTC)
	if s, err := (TimeRange{Bucket: &hour, Timezone: "UTC"}).spans(to); err != nil || len(s.edges)-1 != 48 {
		t.Errorf("%d spans by default, %v", len(s.edges)-1, err)
	}
	from := to.AddDate(0, -2, 0)
	if _, err := (TimeRange{From: &from, Bucket: &hour, Timezone: "UTC"}).spans(to); err == nil {
		t.Error("more than 1,000 hours")
	}
}

// TestQuantizeAndQuantile: quantized durations are within 1.6 %, in their order, and give percentiles
// by the nearest rank.
func TestQuantizeAndQuantile(t *testing.T) {
	zero := time.Unix(0, 0)
	last := 0
	for s := 0; s < 400_000_000; s += 1 + s/1000 {
		took := domain.Quantize(zero, zero.Add(time.Duration(s)*time.Second))
		if off := float64(took-s) / max(1, float64(s)); off > 0.016 || off < -0.016 {
			t.Fatalf("%d becomes %d", s, took)
		}
		if took < last {
			t.Fatalf("%d becomes %d, less than that becomes %d", s, took, last)
		}
		last = took
	}
	if got := domain.Quantize(zero, zero.Add(-time.Hour)); got != 0 {
		t.Errorf("before it began: %d", got)
	}
	many := domain.Histogram{}
	for i := range 1000 {
		many[i+1]++
	}
	few := domain.Histogram{7: 1, 9: 1}
	for _, row := range []struct {
		of    domain.Histogram
		share float64
		want  int
	}{{many, 0.5, 500}, {many, 0.9, 900}, {many, 0.99, 990}, {few, 0.5, 7}, {few, 0.9, 9}, {domain.Histogram{3: 1}, 0.5, 3}} {
		t.Run(fmt.Sprintf("%v of %d", row.share, row.of.Count()), func(t *testing.T) {
			if got := row.of.Quantile(row.share); got != row.want {
				t.Errorf("%v of %d is %d, want %d", row.share, row.of.Count(), got, row.want)
			}
		})
	}
	var s domain.Sums
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	var all []domain.Facts
	for range 100 {
		took := r.IntN(9)
		f := domain.Facts{Overdue: r.IntN(2) == 0, Rating: r.IntN(6), Assigned: &took}
		all = append(all, f)
		s.Add(f, 1)
	}
	for _, f := range all {
		s.Add(f, -1)
	}
	if !s.Zero() {
		t.Errorf("seed %d: what was taken away again leaves %+v", seed, s)
	}
}

// TestPackedFactsCount: sums of packed facts are the sums of the facts themselves, and the times are
// exact, however long.
func TestPackedFactsCount(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	zero := time.Unix(0, 0)
	some := func() *int {
		if r.IntN(4) == 0 {
			return nil
		}
		took := domain.Quantize(zero, zero.Add(time.Duration(r.Int64N(1<<r.IntN(34)+1))*time.Second))
		return &took
	}
	yes := func() bool { return r.IntN(2) == 0 }
	for range 200 {
		var want domain.Sums
		var all packed.Histogram
		responded := domain.Histogram{}
		for range r.IntN(40) {
			f := domain.Facts{
				Met: yes(), Missed: yes(), Ended: yes(), Reopened: yes(), Overdue: yes(), Flagged: yes(),
				Rating: r.IntN(6), Assigned: some(), Resolved: some(), Responded: some(),
			}
			n := packed.Encode(f)
			if n < 0 {
				t.Fatalf("seed %d: %+v does not fit the column: %d", seed, f, n)
			}
			want.Add(f, 1)
			if f.Responded != nil {
				responded[*f.Responded]++
			}
			var h packed.Histogram
			h.Add(n)
			all.Merge(&h)
		}
		got := all.Sums()
		got.Assigned, got.Resolved = all.Assigned().Histogram(), all.Resolved().Histogram()
		got.Merge(want.Scale(-1))
		if !got.Zero() {
			t.Fatalf("seed %d: packed it comes to this much more: %+v", seed, got)
		}
		for _, share := range []float64{0.01, 0.5, 0.9, 0.99, 1} {
			if a, b := all.Assigned().Quantile(share), want.Assigned.Quantile(share); a != b {
				t.Errorf("seed %d: %v are within %d, want %d", seed, share, a, b)
			}
			if a, b := all.Responded().Quantile(share), responded.Quantile(share); a != b {
				t.Errorf("seed %d: %v are answered within %d, want %d", seed, share, a, b)
			}
		}
	}
}

// TestHistogramJSON: a histogram is read as it was written, also a difference of two.
func TestHistogramJSON(t *testing.T) {
	for _, s := range []domain.Histogram{{}, {0: 1}, {7: -2, 12416: 1 << 40, 5046272: 3}} {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var got domain.Histogram
		if err := json.Unmarshal(text, &got); err != nil || !maps.Equal(got, s) {
			t.Errorf("%v is stored as %s, read as %v: %v", s, text, got, err)
		}
	}
	for _, bad := range []string{`"1"`, `"1 ! "`, `"! 1 "`, `"1 1 1"`} {
		if err := json.Unmarshal([]byte(bad), &domain.Histogram{}); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
