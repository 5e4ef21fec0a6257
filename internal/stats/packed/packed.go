// Package packed encodes the facts of a complaint, except for its dimensions, as one number, and
// counts such numbers: statistics of a million complaints read nothing else of them.
//
// From the lowest bit on, a number holds the bucket of the time to resolution, the bucket of the
// time to assignment, the rating, one bit for each flag, and the bucket of the time to the first response. It has 64 bits, of which the highest is
// the sign in the databases and stays 0. A constant below stops the compiler when facts are added
// for which the others are too few.
package packed

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/redress/redress/internal/domain"
)

const (
	bucketBits = 10
	ratingBits = 3
	flagBits   = 6

	assignedAt  = bucketBits
	ratingAt    = assignedAt + bucketBits
	flagsAt     = ratingAt + ratingBits
	respondedAt = flagsAt + flagBits
	usedBits    = respondedAt + bucketBits

	lastBucket = 1<<bucketBits - 1
	lastRating = 1<<ratingBits - 1
)

// Width is how many bytes PostgreSQL sends for each number of an aggregate.
const Width = 8

// It does not compile when the numbers do not fit.
const _ = uint(8*Width - 1 - usedBits)

// Encode returns the facts of a complaint as a number.
func Encode(f domain.Facts) int64 {
	n := bucketOf(f.Resolved) | bucketOf(f.Assigned)<<assignedAt | int64(f.Rating&lastRating)<<ratingAt
	for i, set := range []bool{f.Met, f.Missed, f.Ended, f.Reopened, f.Overdue, f.Flagged} {
		if set {
			n |= 1 << (flagsAt + i)
		}
	}
	return n | bucketOf(f.Responded)<<respondedAt
}

// Missed returns an expression that is 1 where a column's facts say that the deadline was missed, else 0,
// for both databases.
func Missed(column string) string { return fmt.Sprintf("((%s >> %d) & 1)", column, flagsAt+1) }

// Decode returns the facts in a number.
func Decode(n int64) domain.Facts {
	flag := func(i int) bool { return n>>(flagsAt+i)&1 == 1 }
	return domain.Facts{
		Met: flag(0), Missed: flag(1), Ended: flag(2), Reopened: flag(3), Overdue: flag(4), Flagged: flag(5),
		Rating:   int(n >> ratingAt & lastRating),
		Assigned: seconds(n >> assignedAt & lastBucket), Resolved: seconds(n & lastBucket),
		Responded: seconds(n >> respondedAt & lastBucket),
	}
}

// exactBits is how many bits of a bucket count within one power of two.
const exactBits = domain.QuantizedBits - 1

// bucketOf returns the index of the bucket of quantized seconds; 0 for none. The last bucket is
// that of two thousand years, and of all that takes longer.
func bucketOf(took *int) int64 {
	if took == nil {
		return 0
	}
	s := int64(*took)
	left := max(0, bits.Len64(uint64(s))-domain.QuantizedBits)
	return min(lastBucket, int64(left)<<exactBits+s>>left+1)
}

// bucketValue returns the quantized seconds of a bucket, from 1 on.
func bucketValue(bucket int64) int {
	bucket--
	left := max(0, bucket>>exactBits-1)
	if left == 0 {
		return int(bucket)
	}
	return int((bucket-left<<exactBits)<<left + 1<<left/2)
}

func seconds(bucket int64) *int {
	if bucket == 0 {
		return nil
	}
	s := bucketValue(bucket)
	return &s
}

// Histogram counts numbers. Its size does not depend on how many they are.
type Histogram struct {
	marks     [1 << (ratingBits + flagBits)]int64 // by rating and flags
	assigned  [lastBucket + 1]int64
	resolved  [lastBucket + 1]int64
	responded [lastBucket + 1]int64
}

// Add counts one number.
func (h *Histogram) Add(n int64) {
	h.marks[n>>ratingAt&(1<<(ratingBits+flagBits)-1)]++
	h.assigned[n>>assignedAt&lastBucket]++
	h.resolved[n&lastBucket]++
	h.responded[n>>respondedAt&lastBucket]++
}

// AddBinary counts numbers of Width bytes each, as PostgreSQL sends them.
func (h *Histogram) AddBinary(all []byte) error {
	if len(all)%Width != 0 {
		return fmt.Errorf("packed: %d bytes of facts", len(all))
	}
	for ; len(all) > 0; all = all[Width:] {
		h.Add(int64(binary.BigEndian.Uint64(all)))
	}
	return nil
}

// AddText counts decimal numbers with commas between them, as SQLite concatenates them.
func (h *Histogram) AddText(all string) error {
	for text := range strings.SplitSeq(all, ",") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return err
		}
		h.Add(n)
	}
	return nil
}

// Merge adds another histogram.
func (h *Histogram) Merge(o *Histogram) {
	for i, n := range o.marks {
		h.marks[i] += n
	}
	for i, n := range o.assigned {
		h.assigned[i] += n
	}
	for i, n := range o.resolved {
		h.resolved[i] += n
	}
	for i, n := range o.responded {
		h.responded[i] += n
	}
}

// Sums returns the totals, without the times.
func (h *Histogram) Sums() (s domain.Sums) {
	for mark, n := range h.marks {
		if n != 0 {
			s.Add(Decode(int64(mark)<<ratingAt), n)
		}
	}
	return s
}

// Assigned returns the times to assignment.
func (h *Histogram) Assigned() Buckets { return h.assigned[1:] }

// Responded returns the times to the first response.
func (h *Histogram) Responded() Buckets { return h.responded[1:] }

// Resolved returns the times to resolution.
func (h *Histogram) Resolved() Buckets { return h.resolved[1:] }

// Buckets are the numbers of durations in each bucket.
type Buckets []int64

// Count returns how many durations there are.
func (b Buckets) Count() (n int64) {
	for _, of := range b {
		n += of
	}
	return n
}

// Quantile returns the shortest duration that the given share of them do not exceed.
func (b Buckets) Quantile(share float64) int {
	rank := domain.NearestRank(share, b.Count())
	for i, n := range b {
		if rank -= n; rank <= 0 {
			return bucketValue(int64(i) + 1)
		}
	}
	return 0
}

// Histogram returns the durations as rollups store them.
func (b Buckets) Histogram() domain.Histogram {
	s := domain.Histogram{}
	for i, n := range b {
		if n > 0 {
			s[bucketValue(int64(i)+1)] = n
		}
	}
	return s
}
