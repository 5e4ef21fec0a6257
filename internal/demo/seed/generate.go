package seed

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
)

const (
	batchSize = 2_000 // complaints

	years = 3 // that the story lasts
)

// generator makes the rows, batch after batch. What it remembers grows with the accounts, not
// with the complaints.
type generator struct {
	Options
	*rand.Rand

	bits    *rand.ChaCha8 // of ids
	chains  *ledger.Bulk
	album   *album
	tallies stats.Change
	from    time.Time
	batch   *batch
	town    *town
	till    till
	last    *ent.Complaint // that others may be merged into
	files   int
	years   map[int]int64 // the last reference given out
	faults  error
}

func newGenerator(o Options, chains *ledger.Bulk, album *album) *generator {
	o.Until = o.Until.UTC().Truncate(time.Millisecond)
	key := [32]byte{}
	copy(key[:], fmt.Sprintf("redress seed %d", o.Seed))
	bits := rand.NewChaCha8(key)
	return &generator{
		Options: o, Rand: rand.New(rand.NewPCG(o.Seed, uint64(o.Complaints))), bits: bits, chains: chains, album: album, tallies: stats.Change{},
		from: o.Until.AddDate(-years, 0, 0), batch: &batch{}, till: newTill(), years: map[int]int64{},
	}
}

// run gives out all batches, until one is not taken.
func (g *generator) run(take func(*batch) bool) error {
	send := func() bool {
		full := g.batch
		g.batch = &batch{done: full.done}
		return g.faults == nil && take(full)
	}
	if !g.found(send) {
		return g.faults
	}
	var lives []string
	for i := range g.Complaints {
		if i%50 == 0 {
			lives = pack(earlier)
			if i >= g.Complaints/2 {
				lives = pack(later)
			}
			g.Shuffle(len(lives), func(a, b int) { lives[a], lives[b] = lives[b], lives[a] })
		}
		at := g.slot(i)
		g.live(i, at, lives[i%50])
		g.pay(i, at)
		g.batch.done++
		if g.batch.done%batchSize == 0 && !send() {
			return g.faults
		}
	}
	if !send() || !g.announce(send) {
		return g.faults
	}
	for year := g.from.Year(); year <= g.Until.Year(); year++ {
		if n := g.years[year]; n > 0 {
			g.batch.counters = append(g.batch.counters, &ent.Counter{
				ID: g.id(domain.KindCounter, g.Until), Name: fmt.Sprintf("complaint:%d", year), Value: n,
			})
		}
	}
	for days := range slices.Chunk(g.chains.Days(), 4*batchSize) {
		if g.batch.days = days; !send() {
			return g.faults
		}
	}
	send()
	return g.faults
}

// slot is when something happens for the i-th time: more often from year to year, and mostly
// by day. Each slot is later than the one before.
func (g *generator) slot(i int) time.Time {
	// The conversions keep every processor from fusing, and so rounding, another way.
	x := (float64(i) + g.Float64()) / float64(g.Complaints)
	x = float64(1.3*x) - float64(0.3*float64(x*x))
	story := g.Until.Add(-time.Hour).Sub(g.from)
	at := time.Duration(x * float64(story))
	day := at.Truncate(24 * time.Hour)
	return g.from.Add(min(day+byDay(at-day), story)).Truncate(time.Millisecond)
}

// byDay bends a day's hours: eight in ten between seven and eight in the evening.
func byDay(at time.Duration) time.Duration {
	const day = 24 * time.Hour
	switch { // small ratios: the product of two durations is soon more than 64 bits
	case at < day/10:
		return at * 35 / 12
	case at < day*9/10:
		return 7*time.Hour + (at-day/10)*65/96
	default:
		return 20*time.Hour + (at-day*9/10)*5/3
	}
}

// id makes the next id.
func (g *generator) id(k domain.Kind, at time.Time) uuid.UUID {
	var random uuid.UUID
	_, _ = g.bits.Read(random[:]) // never fails
	return domain.IDOf(k, at, random)
}

// admin is somebody who looks after something.
func (g *generator) admin() *uuid.UUID { return &g.town.admins[g.IntN(len(g.town.admins))].id }

// chance is true once in so many times.
func (g *generator) chance(in int) bool { return g.IntN(in) == 0 }

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// record audits a deed.
func (g *generator) record(by *uuid.UUID, action, kind string, subject uuid.UUID, at time.Time, before, after string) {
	e := &ent.AuditEntry{
		ID: g.id(domain.KindAuditEntry, at), ActorID: by, Agent: domain.AgentAccount, Action: action, SubjectType: kind,
		SubjectID: &subject, Address: "192.0.2.10", CreatedAt: at,
	}
	if before != "" {
		e.Before = json.RawMessage(before)
	}
	if after != "" {
		e.After = json.RawMessage(after)
	}
	if err := g.chains.Audit(e); err != nil {
		g.faults = err
	}
	g.batch.audit = append(g.batch.audit, e)
}

func ptr[T any](v T) *T { return &v }
