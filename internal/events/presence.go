package events

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

const (
	// presenceLease is how long somebody is present at another instance after that was heard of last.
	presenceLease = 20 * time.Second
	// presenceInterval is how often an instance says who is present at it.
	presenceInterval = 6 * time.Second
	// maxPresent is how many people of other instances are remembered.
	maxPresent = 10_000
	// presentPerMessage keeps a message below the 8,000 bytes that a notification of PostgreSQL may have.
	presentPerMessage = 60
)

// Person is an account that has something open.
type Person struct {
	Account uuid.UUID
	Since   time.Time // when it first opened it
}

// Presence knows who has what open, at this instance and at others. It stores nothing: instances tell
// each other over the Bus, and who is not heard of any more is gone when the lease ends.
type Presence struct {
	bus Bus // nil: there is no other instance
	id  uuid.UUID
	now func() time.Time

	mu     sync.Mutex
	here   map[presenceKey]*stay
	away   map[presenceKey]map[uuid.UUID]lease // by instance
	leases int                                 // how many leases there are
	moved  chan struct{}                       // closed when somebody comes or leaves
	news   chan presenceMessage
}

type presenceKey struct{ Subject, Account uuid.UUID }

type stay struct {
	since time.Time
	open  int // how many times
}

type lease struct{ since, ends time.Time }

// presenceMessage is what an instance tells the others.
type presenceMessage struct {
	Instance uuid.UUID
	Present  []presentAt
}

type presentAt struct {
	Subject, Account uuid.UUID
	Since            int64 // in milliseconds; 0 when they have left
}

func newPresence(bus Bus) *Presence {
	return &Presence{
		bus: bus, id: uuid.New(),
		now:  time.Now, //nolint:forbidigo // how long, not when
		here: map[presenceKey]*stay{}, away: map[presenceKey]map[uuid.UUID]lease{},
		moved: make(chan struct{}), news: make(chan presenceMessage, 64), // what does not fit is told with the next renewal
	}
}

// Enter makes an account present at a subject until leave is called.
func (p *Presence) Enter(subject, account uuid.UUID, at time.Time) (leave func()) {
	key := presenceKey{subject, account}
	p.mu.Lock()
	s := p.here[key]
	if s == nil {
		s = &stay{since: at}
		p.here[key] = s
		p.changed()
		p.tell(key, at.UnixMilli())
	}
	s.open++
	p.mu.Unlock()
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if s.open--; s.open == 0 {
			delete(p.here, key)
			p.changed()
			p.tell(key, 0)
		}
	})
}

// changed wakes who waits. The caller holds the lock.
func (p *Presence) changed() {
	close(p.moved)
	p.moved = make(chan struct{})
}

// tell leaves news for the other instances. The caller holds the lock.
func (p *Presence) tell(key presenceKey, since int64) {
	if p.bus == nil {
		return
	}
	select {
	case p.news <- presenceMessage{p.id, []presentAt{{key.Subject, key.Account, since}}}:
	default:
	}
}

// At returns who is present at a subject, in the order in which they came, a channel that is closed when
// somebody comes or leaves, and when to look again all the same.
func (p *Presence) At(subject uuid.UUID) (people []Person, moved <-chan struct{}, again time.Duration) {
	now := p.now()
	first := map[uuid.UUID]time.Time{}
	note := func(account uuid.UUID, since time.Time) {
		if known, ok := first[account]; !ok || since.Before(known) {
			first[account] = since
		}
	}
	again = presenceLease
	p.mu.Lock()
	for key, s := range p.here {
		if key.Subject == subject {
			note(key.Account, s.since)
		}
	}
	for key, by := range p.away {
		if key.Subject != subject {
			continue
		}
		for _, l := range by {
			if left := l.ends.Sub(now); left > 0 {
				note(key.Account, l.since)
				again = min(again, left)
			}
		}
	}
	moved = p.moved
	p.mu.Unlock()
	for account, since := range first {
		people = append(people, Person{account, since})
	}
	slices.SortFunc(people, func(a, b Person) int {
		if c := a.Since.Compare(b.Since); c != 0 {
			return c
		}
		return slices.Compare(a.Account[:], b.Account[:])
	})
	return people, moved, again
}

// heard takes what another instance tells.
func (p *Presence) heard(message string) {
	var m presenceMessage
	if err := json.Unmarshal([]byte(message), &m); err != nil || m.Instance == p.id {
		return
	}
	ends := p.now().Add(presenceLease)
	p.mu.Lock()
	defer p.mu.Unlock()
	moved := false
	for _, one := range m.Present {
		key := presenceKey{one.Subject, one.Account}
		_, known := p.away[key][m.Instance]
		switch {
		case one.Since == 0 && known:
			p.forget(key, m.Instance)
			moved = true
		case one.Since == 0, !known && p.leases >= maxPresent:
		default:
			if p.away[key] == nil {
				p.away[key] = map[uuid.UUID]lease{}
			}
			if !known {
				p.leases++
				moved = true
			}
			p.away[key][m.Instance] = lease{time.UnixMilli(one.Since).UTC(), ends}
		}
	}
	if moved {
		p.changed()
	}
}

// forget removes a lease. The caller holds the lock.
func (p *Presence) forget(key presenceKey, instance uuid.UUID) {
	delete(p.away[key], instance)
	p.leases--
	if len(p.away[key]) == 0 {
		delete(p.away, key)
	}
}

// expire forgets whose lease has ended.
func (p *Presence) expire() {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	moved := false
	for key, by := range maps.Clone(p.away) {
		for instance, l := range maps.Clone(by) {
			if !l.ends.After(now) {
				p.forget(key, instance)
				moved = true
			}
		}
	}
	if moved {
		p.changed()
	}
}

// renewal returns messages with everybody who is present here.
func (p *Presence) renewal() (all []presenceMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	present := make([]presentAt, 0, len(p.here))
	for key, s := range p.here {
		present = append(present, presentAt{key.Subject, key.Account, s.since.UnixMilli()})
	}
	for part := range slices.Chunk(present, presentPerMessage) {
		all = append(all, presenceMessage{p.id, part})
	}
	return all
}

// run sends the other instances who is present here until the context ends.
func (p *Presence) run(ctx context.Context) {
	ticker := time.NewTicker(presenceInterval)
	defer ticker.Stop()
	for {
		var all []presenceMessage
		select {
		case <-ctx.Done():
			return
		case one := <-p.news:
			all = append(all, one)
		case <-ticker.C:
			p.expire()
			all = p.renewal()
		}
		for _, m := range all {
			if err := p.send(ctx, m); err != nil && ctx.Err() == nil {
				slog.DebugContext(ctx, "other instances don't hear who is present", "error", err)
				break
			}
		}
	}
}

func (p *Presence) send(ctx context.Context, m presenceMessage) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, logTimeout)
	defer cancel()
	return p.bus.Send(ctx, string(text))
}
