package desk

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	// maxNumbers is how many numbers of complaints are drawn ahead at once, at most.
	maxNumbers = 100

	// busyDraws is how soon one draw must follow another to be twice as large.
	busyDraws = time.Second
)

// nextNumber takes the year's next number in the transaction of the complaint. Nobody else gets one until it
// ends, and none is missing: whoever submits should have done by then what can be done before.
func nextNumber(ctx context.Context, t *tx.Tx) (*number, error) {
	n, err := drawNumbers(ctx, t, t.Now.Year(), 1)
	return &number{t.Now.Year(), n}, err
}

// drawNumbers takes the next numbers of a year's complaints and returns the last one.
func drawNumbers(ctx context.Context, t *tx.Tx, year int, count int64) (int64, error) {
	sys := auth.System(ctx, "draw the numbers of complaints")
	c, err := t.LockCounter(sys, domain.ComplaintCounter(year))
	if err != nil {
		return 0, err
	}
	last := c.Value + count
	return last, t.Later.Counter.Update().Where(counter.ID(c.ID)).SetValue(last).Exec(sys)
}

// number is the number of one complaint.
type number struct {
	year int
	n    int64
}

func (n *number) reference() string { return domain.ComplaintReference(n.year, n.n) }

// numbers are those that this instance has drawn ahead for complaints, because several are submitted at once:
// they would wait for each other's commits if each transaction held the year's counter. What is left when the
// instance ends is not used again. So numbers may have gaps then, and with several instances a complaint may
// have a lower number than one that was submitted before it.
type numbers struct {
	drawing chan struct{} // holds one value while somebody draws

	mu         sync.Mutex
	submitting int
	year       int
	ahead      []int64 // ascending
	size       int64   // of the latest draw
	drawnAt    time.Time
}

func newNumbers() *numbers { return &numbers{drawing: make(chan struct{}, 1)} }

// takeNumber returns a number that was drawn ahead, or nil where the transaction of the complaint is to draw its
// own, because no other one is at work.
func (d *Desk) takeNumber(ctx context.Context) (*number, error) {
	if n, alone := d.numbers.take(d.Now()); n != nil || alone {
		return n, nil
	}
	select { // one draws for all who wait
	case d.numbers.drawing <- struct{}{}:
		defer func() { <-d.numbers.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	now := d.Now()
	if n, alone := d.numbers.take(now); n != nil || alone {
		return n, nil
	}
	size := d.numbers.next(now)
	last, err := tx.In(ctx, d.Runner, func(t *tx.Tx) (int64, error) {
		return drawNumbers(ctx, t, now.Year(), size)
	})
	if err != nil {
		return nil, err
	}
	return d.numbers.keep(now, last, size), nil
}

// withNumber lets submit use a number that was drawn ahead, nil where its transaction is to draw its own. One
// that it did not use goes to another complaint, unless the commit may have happened.
func (d *Desk) withNumber(ctx context.Context, submit func(ahead *number) (used bool, err error)) error {
	d.numbers.begin()
	var unused *number
	defer func() { d.numbers.end(unused) }()
	ahead, err := d.takeNumber(ctx)
	if err != nil {
		return err
	}
	used, err := submit(ahead)
	if f, refused := fault.As(err); refused && f.Code != fault.Unavailable || err == nil && !used {
		unused = ahead
	}
	return err
}

// begin notes that a complaint is being submitted.
func (s *numbers) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.submitting++
}

// end notes that it was. A number that it did not use goes to another complaint.
func (s *numbers) end(unused *number) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.submitting--
	if unused != nil && unused.year == s.year {
		s.insert(unused.n)
	}
}

// take returns the lowest number that is left, if any is, and whether no other complaint is being submitted.
func (s *numbers) take(now time.Time) (n *number, alone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.year == now.Year() && len(s.ahead) > 0 {
		n = &number{s.year, s.ahead[0]}
		s.ahead = s.ahead[1:]
	}
	return n, s.submitting <= 1
}

// next returns how many to draw.
func (s *numbers) next(now time.Time) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.year != now.Year() || now.Sub(s.drawnAt) > busyDraws {
		return 2
	}
	return min(2*s.size, maxNumbers)
}

// keep keeps what was drawn, and takes the first of it.
func (s *numbers) keep(now time.Time, last, size int64) *number {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.year != now.Year() {
		s.year, s.ahead = now.Year(), nil
	}
	s.size, s.drawnAt = size, now
	first := last - size + 1
	for n := first + 1; n <= last; n++ {
		s.insert(n)
	}
	return &number{s.year, first}
}

func (s *numbers) insert(n int64) {
	at, _ := slices.BinarySearch(s.ahead, n)
	s.ahead = slices.Insert(s.ahead, at, n)
}
