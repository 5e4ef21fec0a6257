package admission

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/redress/redress/internal/auth"
)

// Options are the limits of a Limiter. The first four have to be positive.
type Options struct {
	AtWork    int           // requests at work
	PerCaller int           // of which one caller's at most
	Queued    int           // requests that wait
	Wait      time.Duration // the longest that one waits
	OwnWaits  int           // how many times as long one waits for nothing but requests of its own caller; 0: once

	Alone  int      // one caller's at most while no other has sent any for some seconds; 0: PerCaller
	Within *Limiter // of whose requests these are part, so that its callers are others too; nil: none

	// Callers without an account at most, all of them together: however many network addresses somebody
	// has, they are not the callers who share the rest. 0: no limit of their own.
	Anonymous, AnonymousQueued int

	// Of so many turns that come while several ranks wait, one is for a higher rank than the lowest: for the next one and for the last one
	// by turns, so that whoever goes first never has all of them. 0: the lowest rank has each turn.
	Spared int

	Expected   time.Duration // the longest wait that one is queued for, judged by the last ones; 0: a quarter of Wait
	Of         string        // what is limited, in the plural; "": requests
	RetryAfter time.Duration // when who is refused should try again; 0: in a second
}

// Limiter lets a bounded number of requests work and queues a bounded number of others. Callers take
// turns, whoever has the fewest requests at work first: the requests of one wait for each other, not
// in front of those of others. Callers of a lower rank go before all of a higher one, but for turns that are spared for these. A caller
// who is alone may have more slots than one with others beside it. A nil Limiter lets everything work.
type Limiter struct {
	limits Options

	mu      sync.Mutex
	atWork  int
	queued  int
	refused uint64
	callers map[callerKey]*caller // that have requests at work or waiting
	unknown load                  // of callers without an account
	latest  seen                  // who sent a request last
	before  time.Time             // when anybody else did
	turns   []*caller             // those with waiting requests, whose turn is next first
	several uint64                // turns that came while several ranks waited
	held    time.Duration         // how long a slot is held, a moving average
	warned  time.Time             // when refusals were last logged
	logged  uint64                // how many had been refused then
}

// load is how many requests there are.
type load struct{ atWork, queued int }

// callerKey is for whom requests count, and which go first: each rank of somebody's requests waits for
// itself.
type callerKey struct {
	name string
	rank int
}

// caller is one for whom requests count.
type caller struct {
	callerKey
	unknown bool // has no account
	atWork  int
	waiting []*waiter
}

// seen is a caller and when it sent a request.
type seen struct {
	name string
	at   time.Time
}

// waiter is a request that waits for its turn.
type waiter struct {
	turn    chan struct{} // closed when it has a slot, or is refused to make room
	slot    *Slot         // nil: refused
	patient bool          // it is neither refused nor counted in the queue
}

// New returns a Limiter.
func New(limits Options) *Limiter {
	const share = 4 // well below the longest wait: those before may take longer than the last ones did
	limits.Expected = cmp.Or(limits.Expected, limits.Wait/share)
	limits.Of = cmp.Or(limits.Of, "requests")
	limits.RetryAfter = cmp.Or(limits.RetryAfter, retryAfter)
	limits.Alone = cmp.Or(limits.Alone, limits.PerCaller)
	return &Limiter{limits: limits, callers: map[callerKey]*caller{}}
}

// Slot is what a request holds while it works.
type Slot struct {
	limiter *Limiter
	caller  *caller
	since   time.Time
}

// Enter waits until the context's request may work. It refuses at once when the queue is full or
// the wait would probably be too long, otherwise after the longest wait.
func (l *Limiter) Enter(ctx context.Context) (*Slot, error) { return l.enter(ctx, false) }

// Wait is Enter for a request that has begun and must go on: it waits until the context ends, and
// refuses nothing.
func (l *Limiter) Wait(ctx context.Context) (*Slot, error) { return l.enter(ctx, true) }

func (l *Limiter) enter(ctx context.Context, patient bool) (*Slot, error) {
	if l == nil {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	c := l.caller(ctx)
	l.see(c.name)
	if len(c.waiting) == 0 && l.free(c) {
		defer l.mu.Unlock()
		return l.begin(c), nil
	}
	if !patient && (l.tooLong(c) || !l.room(c)) {
		l.forget(c)
		l.mu.Unlock()
		return nil, l.refuse(ctx)
	}
	w := &waiter{turn: make(chan struct{}), patient: patient}
	if len(c.waiting) == 0 {
		l.turns = append(l.turns, c)
	}
	c.waiting = append(c.waiting, w)
	if !patient {
		l.queued++
		if c.unknown {
			l.unknown.queued++
		}
	}
	l.next() // a caller may have become alone while its requests waited
	l.mu.Unlock()

	if err := l.await(ctx, c, w); err != nil {
		return nil, err
	}
	if w.slot == nil {
		return nil, l.refuse(ctx)
	}
	return w.slot, nil
}

// await waits until a request has its turn, is refused, or has waited for too long. It returns an error when the context ends.
func (l *Limiter) await(ctx context.Context, c *caller, w *waiter) error {
	var late <-chan time.Time
	if !w.patient {
		timer := time.NewTicker(l.limits.Wait)
		defer timer.Stop()
		late = timer.C
	}
	for waits := 1; ; waits++ {
		select {
		case <-w.turn:
			return nil
		case <-late:
			if l.waitsOn(c, waits) {
				continue
			}
			l.leaveQueue(c, w)
			return nil
		case <-ctx.Done():
			l.leaveQueue(c, w)
			w.slot.Leave()
			return ctx.Err()
		}
	}
}

// waitsOn reports whether a request of a caller that has waited for so many times the longest wait goes on: for nothing but others
// of its own caller, since slots are free when all who may have had theirs.
func (l *Limiter) waitsOn(c *caller, waits int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next() // the caller may have become alone while it waited
	return waits < l.limits.OwnWaits && !c.unknown && l.atWork < l.limits.AtWork
}

// Leave gives a slot to whoever is next. Further calls do nothing.
func (p *Slot) Leave() { p.leave() }

// leave is Leave, and reports whether there was a slot to give.
func (p *Slot) leave() bool {
	if p == nil {
		return false
	}
	l := p.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.caller == nil {
		return false
	}
	const weight = 16                                 // a slot counts for so much of the average
	held := min(time.Since(p.since), 2*l.limits.Wait) //nolint:forbidigo // how long, not when
	if l.held == 0 {
		l.held = held
	}
	l.held += (held - l.held) / weight
	l.atWork--
	p.caller.atWork--
	if p.caller.unknown {
		l.unknown.atWork--
	}
	l.forget(p.caller)
	p.caller = nil
	l.next()
	return true
}

// caller returns for whom the context's request counts. The lock is held.
func (l *Limiter) caller(ctx context.Context) *caller {
	key := callerKey{callerOf(ctx), rankOf(ctx)}
	c := l.callers[key]
	if c == nil {
		c = &caller{callerKey: key, unknown: auth.From(ctx) == nil}
		l.callers[key] = c
	}
	return c
}

// free reports whether there is a slot for a request of a caller.
func (l *Limiter) free(c *caller) bool {
	return l.atWork < l.limits.AtWork && c.atWork < l.most(c) &&
		(!c.unknown || l.limits.Anonymous == 0 || l.unknown.atWork < l.limits.Anonymous)
}

// slots returns how many there are for callers like one.
func (l *Limiter) slots(c *caller) int {
	if c.unknown && l.limits.Anonymous > 0 {
		return min(l.limits.Anonymous, l.limits.AtWork)
	}
	return l.limits.AtWork
}

// forget drops a caller that has no requests left.
func (l *Limiter) forget(c *caller) {
	if c.atWork == 0 && len(c.waiting) == 0 {
		delete(l.callers, c.callerKey)
	}
}

// aloneAfter is how long nobody else has sent a request when a caller is alone: longer than a person
// takes between two clicks.
const aloneAfter = 10 * time.Second

// see remembers that a caller sends a request now.
func (l *Limiter) see(name string) {
	if l.latest.name != name {
		l.before = l.latest.at
		l.latest.name = name
	}
	l.latest.at = time.Now() //nolint:forbidigo // how long ago, not when
}

// alone reports whether no other caller has requests, nor has sent any for a while. The lock is held.
func (l *Limiter) alone(key callerKey) bool {
	if len(l.callers) > 1 || len(l.callers) == 1 && l.callers[key] == nil {
		return false
	}
	others := l.before
	if l.latest.name != key.name {
		others = l.latest.at
	}
	return others.IsZero() || time.Since(others) > aloneAfter //nolint:forbidigo // how long ago, not when
}

// most returns how many requests of a caller may be at work. Other callers who come find what one who
// was alone left, and get more as its requests end.
func (l *Limiter) most(c *caller) int {
	if l.limits.Alone == l.limits.PerCaller || !l.alone(c.callerKey) {
		return l.limits.PerCaller
	}
	if outer := l.limits.Within; outer != nil {
		outer.mu.Lock()
		defer outer.mu.Unlock()
		if !outer.alone(c.callerKey) {
			return l.limits.PerCaller
		}
	}
	return l.limits.Alone
}

func (l *Limiter) begin(c *caller) *Slot {
	l.atWork++
	c.atWork++
	if c.unknown {
		l.unknown.atWork++
	}
	return &Slot{l, c, time.Now()} //nolint:forbidigo // how long, not when
}

// tooLong reports whether one more request of a caller would wait for too long: who is refused should
// not have waited first. A few may always wait, however slow those at work are.
func (l *Limiter) tooLong(c *caller) bool {
	before := 0
	for _, other := range l.turns {
		if other.rank <= c.rank {
			before += len(other.waiting)
		}
	}
	return before >= 4*l.slots(c) && l.wait(c) > l.limits.Expected
}

// wait returns how long one more request of a caller would wait for its turn, as slots are held
// now.
func (l *Limiter) wait(c *caller) time.Duration {
	own := len(c.waiting) + 1
	lowest, first := c.rank, 0 // the rank that goes first of those that wait, and how many are of it
	equal, lower, higher := own, 0, 0
	for _, other := range l.turns {
		n := len(other.waiting)
		switch {
		case other == c:
		case other.rank == c.rank:
			equal += min(n, own)
		case other.rank > c.rank:
			higher += n
		default:
			lower += n
			if other.rank < lowest {
				lowest, first = other.rank, 0
			}
			if other.rank == lowest {
				first += n
			}
		}
	}
	all := lower + equal
	if lower > 0 && l.limits.Spared > 0 { // by the turns that are spared for it, from either end
		all = min(all, 2*l.limits.Spared*(equal+min(lower-first, higher)))
	}
	return max(l.held*time.Duration(all)/time.Duration(l.slots(c)), l.held*time.Duration(own)/time.Duration(l.most(c)))
}

// room reports whether the queue takes one more request of a caller. When it is full, the last
// request of whoever has the highest rank, and of these the most, is refused for one of a caller who
// goes before, or has fewer. Callers without an account make room for each other where their part of
// the queue is full.
func (l *Limiter) room(c *caller) bool {
	among := func(*caller) bool { return true }
	switch {
	case c.unknown && l.limits.AnonymousQueued > 0 && l.unknown.queued >= l.limits.AnonymousQueued:
		among = func(other *caller) bool { return other.unknown }
	case l.queued < l.limits.Queued:
		return true
	}
	last := &caller{callerKey: c.callerKey, waiting: make([]*waiter, len(c.waiting)+1)}
	found := false
	for _, other := range l.turns {
		more := cmp.Or(cmp.Compare(other.rank, last.rank), cmp.Compare(len(other.waiting), len(last.waiting)))
		if among(other) && (more > 0 || more == 0 && found) { // of several whoever came last
			last, found = other, true
		}
	}
	if !found {
		return false
	}
	for _, w := range slices.Backward(last.waiting) {
		if !w.patient {
			l.remove(last, w)
			close(w.turn)
			return true
		}
	}
	return false
}

// next gives free slots to those whose turn it is.
func (l *Limiter) next() {
	for l.atWork < l.limits.AtWork {
		c := l.first(l.free)
		if c == nil {
			return
		}
		if l.limits.Spared > 0 {
			c = l.spare(c)
		}
		w := c.waiting[0]
		l.remove(c, w)
		if i := slices.Index(l.turns, c); i >= 0 { // its next turn comes after those of the others
			l.turns = append(slices.Delete(l.turns, i, i+1), c)
		}
		w.slot = l.begin(c)
		close(w.turn)
	}
}

// first returns whose turn is next of some callers, or nil.
func (l *Limiter) first(among func(*caller) bool) (c *caller) {
	for _, other := range l.turns {
		if among(other) && (c == nil || cmp.Or(cmp.Compare(other.rank, c.rank), cmp.Compare(other.atWork, c.atWork)) < 0) {
			c = other
		}
	}
	return c
}

// spare returns who has a turn instead of the first one, when it is spared for others.
func (l *Limiter) spare(first *caller) *caller {
	behind := func(rank int) *caller {
		return l.first(func(c *caller) bool { return l.free(c) && c.rank > rank })
	}
	next := behind(first.rank)
	if next == nil {
		return first
	}
	l.several++
	every := uint64(l.limits.Spared)
	switch {
	case l.several%every != 0:
		return first
	case l.several/every%2 == 0:
		for further := next; further != nil; further = behind(further.rank) {
			next = further
		}
	}
	return next
}

// remove takes a request out of the queue.
func (l *Limiter) remove(c *caller, w *waiter) {
	i := slices.Index(c.waiting, w)
	if i < 0 {
		return
	}
	c.waiting = slices.Delete(c.waiting, i, i+1)
	if !w.patient {
		l.queued--
		if c.unknown {
			l.unknown.queued--
		}
	}
	if len(c.waiting) == 0 {
		l.turns = slices.DeleteFunc(l.turns, func(other *caller) bool { return other == c })
	}
}

// leaveQueue takes a request out of the queue unless it has its slot by now.
func (l *Limiter) leaveQueue(c *caller, w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(c, w)
	l.forget(c)
}

// warnEvery is how often refusals are logged.
const warnEvery = 10 * time.Second

func (l *Limiter) refuse(ctx context.Context) error {
	l.mu.Lock()
	l.refused++
	now := time.Now() //nolint:forbidigo // how often it is logged
	warn, refused, atWork, queued := now.Sub(l.warned) >= warnEvery, l.refused-l.logged, l.atWork, l.queued
	if warn {
		l.warned, l.logged = now, l.refused
	}
	l.mu.Unlock()
	if warn {
		slog.WarnContext(ctx, l.limits.Of+" are refused: there are more than can be handled",
			"refused", refused, "at_work", atWork, "queued", queued)
	}
	return refuse(ctx, l.limits.Of, l.limits.RetryAfter)
}

// Stats are what a Limiter does at one moment.
type Stats struct {
	AtWork, Queued int
	Refused        uint64 // so far
}

// Stats returns the numbers of requests.
func (l *Limiter) Stats() Stats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Stats{AtWork: l.atWork, Queued: l.queued, Refused: l.refused}
}

// Limits returns the limits.
func (l *Limiter) Limits() Options { return l.limits }
