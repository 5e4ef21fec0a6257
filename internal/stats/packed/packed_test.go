package packed

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/redress/redress/internal/domain"
)

// quantized returns seconds as columns hold them.
func quantized(s int64) *int {
	zero := time.Unix(0, 0)
	q := domain.Quantize(zero, zero.Add(time.Duration(s)*time.Second))
	return &q
}

// roundTrip encodes facts and decodes them again, by themselves and through both databases'
// aggregates.
func roundTrip(t *testing.T, f domain.Facts) {
	t.Helper()
	n := Encode(f)
	if n < 0 {
		t.Fatalf("%+v does not fit the column: %d", f, n)
	}
	if got := Decode(n); !reflect.DeepEqual(got, f) {
		t.Fatalf("%+v is decoded as %+v", f, got)
	}
	var one, binaries, texts Histogram
	one.Add(n)
	if err := binaries.AddBinary(binary.BigEndian.AppendUint64(nil, uint64(n))); err != nil {
		t.Fatal(err)
	}
	if err := texts.AddText(fmt.Sprint(n)); err != nil {
		t.Fatal(err)
	}
	if one != binaries || one != texts {
		t.Fatalf("%+v is counted otherwise by an aggregate", f)
	}
	var want domain.Sums
	want.Add(f, -1)
	got := one.Sums()
	got.Assigned, got.Resolved = one.Assigned().Histogram(), one.Resolved().Histogram()
	if got.Merge(&want); !got.Zero() {
		t.Fatalf("%+v is counted with this difference: %+v", f, got)
	}
	responded := domain.Histogram{}
	if f.Responded != nil {
		responded[*f.Responded] = 1
	}
	if got := one.Responded().Histogram(); !maps.Equal(got, responded) {
		t.Fatalf("%+v is counted with the first response %v", f, got)
	}
}

// TestRoundTrip: what is encoded is decoded: all flags, all ratings, the shortest and the longest
// times, and random facts.
func TestRoundTrip(t *testing.T) {
	t.Run("flags and ratings", func(t *testing.T) {
		for flags := range 1 << flagBits {
			set := func(i int) bool { return flags>>i&1 == 1 }
			for rating := range 6 {
				roundTrip(t, domain.Facts{
					Met: set(0), Missed: set(1), Ended: set(2), Reopened: set(3), Overdue: set(4), Flagged: set(5), Rating: rating,
				})
			}
		}
	})
	t.Run("times", func(t *testing.T) {
		longest := int64(math.MaxInt64 / time.Second) // what time.Duration holds: 292 years
		times := []*int{nil, quantized(0), quantized(1), quantized(longest)}
		for power := range 33 {
			times = append(times, quantized(1<<power-1), quantized(1<<power), quantized(1<<power+1))
		}
		for _, a := range times {
			for _, b := range times {
				roundTrip(t, domain.Facts{Assigned: a, Resolved: b, Responded: a})
			}
		}
	})
	t.Run("random", func(t *testing.T) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewPCG(seed, 0))
		set := func() bool { return r.IntN(2) == 0 }
		some := func() *int {
			if r.IntN(4) == 0 {
				return nil
			}
			return quantized(r.Int64N(1<<r.IntN(34) + 1))
		}
		for range 2_000 {
			roundTrip(t, domain.Facts{
				Met: set(), Missed: set(), Ended: set(), Reopened: set(), Overdue: set(), Flagged: set(),
				Rating: r.IntN(6), Assigned: some(), Resolved: some(), Responded: some(),
			})
		}
	})
}

// TestLastBucket: a time beyond the last bucket is counted there.
func TestLastBucket(t *testing.T) {
	beyond := math.MaxInt
	f := domain.Facts{Assigned: &beyond, Resolved: &beyond, Responded: &beyond, Rating: 5, Flagged: true}
	got := Decode(Encode(f))
	if *got.Assigned != bucketValue(lastBucket) || *got.Resolved != bucketValue(lastBucket) || *got.Responded != bucketValue(lastBucket) || got.Rating != 5 || !got.Flagged {
		t.Errorf("%d %d %+v", *got.Assigned, *got.Resolved, got)
	}
}

// TestStoredNumbers: rows that were stored before are read the same.
func TestStoredNumbers(t *testing.T) {
	for n, want := range map[int64]domain.Facts{
		0:          {},
		0x00800000: {Met: true},
		0x1f800000: {Met: true, Missed: true, Ended: true, Reopened: true, Overdue: true, Flagged: true},
		0x00500000: {Rating: 5},
		0x00000001: {Resolved: quantized(0)},
		0x00000400: {Assigned: quantized(0)},
		0x00000042: {Resolved: quantized(66)},
		0x20000000: {Responded: quantized(0)},
	} {
		t.Run(fmt.Sprintf("%#x", n), func(t *testing.T) {
			if got := Decode(n); !reflect.DeepEqual(got, want) {
				t.Errorf("%#x is %+v, want %+v", n, got, want)
			}
			if got := Encode(want); got != n {
				t.Errorf("%+v is %#x, want %#x", want, got, n)
			}
		})
	}
}

// TestBadAggregates: what is not an aggregate of numbers is an error.
func TestBadAggregates(t *testing.T) {
	var h Histogram
	if err := h.AddBinary([]byte{0, 0, 0, 0, 0, 0, 0, 1, 0}); err == nil {
		t.Error("nine bytes were counted")
	}
	if err := h.AddText("1,x"); err == nil {
		t.Error("a letter was counted")
	}
}
