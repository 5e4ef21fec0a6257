package domain

import (
	"errors"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Facts are what statistics count of one complaint.
type Facts struct {
	Status         ComplaintStatus
	Priority       Priority
	Category, Zone string // "" for none
	Solver         string
	Provider       string
	Overdue        bool
	Flagged        bool
	Met, Missed    bool // its deadline; neither while that may still be met, or where there is none
	Ended          bool // it was resolved, closed or rejected at least once
	Reopened       bool
	Rating         int  // 0 for none
	Assigned       *int // seconds until it was first assigned, quantized
	Resolved       *int
	Responded      *int // until the first response
}

// Sums are totals of facts. A difference of two totals is one too, so they may be negative.
type Sums struct {
	Rows     int64     `json:"n,omitempty"`
	Overdue  int64     `json:"o,omitempty"`
	Flagged  int64     `json:"f,omitempty"`
	Met      int64     `json:"m,omitempty"`
	Missed   int64     `json:"x,omitempty"`
	Ended    int64     `json:"e,omitempty"`
	Reopened int64     `json:"r,omitempty"`
	Rated    int64     `json:"k,omitempty"`
	Stars    int64     `json:"s,omitempty"`
	Assigned Histogram `json:"a,omitempty"`
	Resolved Histogram `json:"d,omitempty"`

	// Responded is of sums of facts alone: rollups, which older versions have written, do not have it.
	Responded Histogram `json:"-"`
}

// Rollups are sums by dimension and value, such as STATUS and SUBMITTED.
type Rollups map[string]map[string]*Sums

// Histogram maps quantized seconds to how many took that long.
type Histogram map[int]int64

// Add counts a complaint n times.
func (s *Sums) Add(f Facts, n int64) {
	count := func(to *int64, yes bool) {
		if yes {
			*to += n
		}
	}
	s.Rows += n
	count(&s.Overdue, f.Overdue)
	count(&s.Flagged, f.Flagged)
	count(&s.Met, f.Met)
	count(&s.Missed, f.Missed)
	count(&s.Ended, f.Ended)
	count(&s.Reopened, f.Reopened)
	count(&s.Rated, f.Rating > 0)
	s.Stars += n * int64(f.Rating)
	if f.Assigned != nil {
		s.Assigned.add(*f.Assigned, n, &s.Assigned)
	}
	if f.Resolved != nil {
		s.Resolved.add(*f.Resolved, n, &s.Resolved)
	}
}

// Merge adds other sums to these.
func (s *Sums) Merge(o *Sums) {
	s.Rows += o.Rows
	s.Overdue += o.Overdue
	s.Flagged += o.Flagged
	s.Met += o.Met
	s.Missed += o.Missed
	s.Ended += o.Ended
	s.Reopened += o.Reopened
	s.Rated += o.Rated
	s.Stars += o.Stars
	for took, n := range o.Assigned {
		s.Assigned.add(took, n, &s.Assigned)
	}
	for took, n := range o.Resolved {
		s.Resolved.add(took, n, &s.Resolved)
	}
	for took, n := range o.Responded {
		s.Responded.add(took, n, &s.Responded)
	}
}

// Zero reports whether there is nothing to add.
func (s *Sums) Zero() bool {
	return s.Rows == 0 && s.Overdue == 0 && s.Flagged == 0 && s.Met == 0 && s.Missed == 0 && s.Ended == 0 &&
		s.Reopened == 0 && s.Rated == 0 && s.Stars == 0 && len(s.Assigned) == 0 && len(s.Resolved) == 0
}

func (s Histogram) add(took int, n int64, self *Histogram) {
	if s == nil {
		s = Histogram{}
		*self = s
	}
	if s[took] += n; s[took] == 0 {
		delete(s, took)
	}
}

// MarshalJSON writes pairs of a difference of seconds and a count, in base 36: a rollup of each
// zone is read at once, and objects with numbers for names take five times the space and ten
// times the time.
func (s Histogram) MarshalJSON() ([]byte, error) {
	out, last := []byte{'"'}, 0
	for _, took := range s.values() {
		out = append(strconv.AppendInt(out, int64(took-last), 36), ' ')
		out = append(strconv.AppendInt(out, s[took], 36), ' ')
		last = took
	}
	return append(out, '"'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Histogram) UnmarshalJSON(text []byte) error {
	*s = Histogram{}
	words := strings.Fields(strings.Trim(string(text), `"`))
	if len(words)%2 != 0 {
		return errors.New("domain: a value without a count")
	}
	took := int64(0)
	for i := 0; i < len(words); i += 2 {
		step, err := strconv.ParseInt(words[i], 36, 64)
		if err != nil {
			return err
		}
		took += step
		n, err := strconv.ParseInt(words[i+1], 36, 64)
		if err != nil {
			return err
		}
		(*s)[int(took)] = n
	}
	return nil
}

func (s Histogram) values() []int { return slices.Sorted(maps.Keys(s)) }

// Count returns how many there are.
func (s Histogram) Count() (n int64) {
	for _, of := range s {
		n += of
	}
	return n
}

// Quantile returns the shortest time in which the given share of them were done.
func (s Histogram) Quantile(share float64) int {
	rank := NearestRank(share, s.Count())
	for _, took := range s.values() {
		if rank -= s[took]; rank <= 0 {
			return took
		}
	}
	return 0
}

// Quantize returns the seconds between two instants, rounded so that the error is below 1.6 %
// and a million of them have a few hundred values, which databases count faster than they sort.
func Quantize(from, to time.Time) int {
	seconds := int64(max(0, to.Sub(from)/time.Second))
	width := bits.Len64(uint64(seconds))
	if width <= QuantizedBits {
		return int(seconds)
	}
	// The first bits, and the middle of what they leave open.
	left := width - QuantizedBits
	return int(seconds>>left<<left + 1<<left/2)
}

// QuantizedBits is how many bits of a duration are exact: half of the last one's value is at
// most 1 in 64 of the whole.
const QuantizedBits = 6

// Scale returns the sums n times over.
func (s *Sums) Scale(n int64) *Sums {
	times := func(of Histogram) Histogram {
		out := Histogram{}
		for took, m := range of {
			out[took] = m * n
		}
		return out
	}
	return &Sums{
		Rows: s.Rows * n, Overdue: s.Overdue * n, Flagged: s.Flagged * n, Met: s.Met * n, Missed: s.Missed * n,
		Ended: s.Ended * n, Reopened: s.Reopened * n, Rated: s.Rated * n, Stars: s.Stars * n,
		Assigned: times(s.Assigned), Resolved: times(s.Resolved), Responded: times(s.Responded),
	}
}

// NearestRank returns the rank, from 1, of the last of a share of so many.
func NearestRank(share float64, count int64) int64 {
	return max(1, int64(math.Ceil(share*float64(count))))
}
