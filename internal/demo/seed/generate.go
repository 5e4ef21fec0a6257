package seed

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/demo/bulk"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
)

const (
	batchSize = 2_000 // complaints

	years = 3 // that the story lasts
)

// batch is a part of the rows, which is written at once.
type batch struct {
	bulk.Rows

	done int // complaints in this and all earlier batches
}

// generator generates the rows, batch after batch. Its memory grows with the accounts, not with
// the complaints.
type generator struct {
	Options
	*rand.Rand

	bits          *rand.ChaCha8 // random bits of ids
	chains        *ledger.Bulk
	pictures      *pictureSet
	rollups       stats.Delta
	from          time.Time
	batch         *batch
	town          *town
	payments      paymentState
	last          *ent.Complaint // into which the next may be merged
	files         int
	lastReference map[int]int64 // number of the last reference, by year
	err           error
}

func newGenerator(o Options, chains *ledger.Bulk, pictures *pictureSet) *generator {
	o.Until = o.Until.UTC().Truncate(time.Millisecond)
	key := [32]byte{}
	copy(key[:], fmt.Sprintf("redress seed %d", o.Seed))
	bits := rand.NewChaCha8(key)
	return &generator{
		Options: o, Rand: rand.New(rand.NewPCG(o.Seed, uint64(o.Complaints))), bits: bits, chains: chains, pictures: pictures, rollups: stats.Delta{},
		from: o.Until.AddDate(-years, 0, 0), batch: &batch{}, payments: newPaymentState(), lastReference: map[int]int64{},
	}
}

// generate passes all batches to yield, until it returns false.
func (g *generator) generate(yield func(*batch) bool) error {
	send := func() bool {
		full := g.batch
		g.batch = &batch{done: full.done}
		g.err = full.Derive(g.chains, g.rollups)
		return g.err == nil && yield(full)
	}
	if !g.addTown(send) {
		return g.err
	}
	var lives []string
	for i := range g.Complaints {
		if i%50 == 0 {
			lives = expand(earlier)
			if i >= g.Complaints/2 {
				lives = expand(later)
			}
			g.Shuffle(len(lives), func(a, b int) { lives[a], lives[b] = lives[b], lives[a] })
		}
		at := g.timeOf(i)
		g.addComplaint(i, at, lives[i%50])
		g.addPayment(i, at)
		g.batch.done++
		if g.batch.done%batchSize == 0 && !send() {
			return g.err
		}
	}
	if !send() || !g.addBroadcasts(send) {
		return g.err
	}
	for year := g.from.Year(); year <= g.Until.Year(); year++ {
		if n := g.lastReference[year]; n > 0 {
			g.batch.Counters = append(g.batch.Counters, &ent.Counter{
				ID: g.id(domain.KindCounter, g.Until), Name: domain.ComplaintCounter(year), Value: n,
			})
		}
	}
	for days := range slices.Chunk(g.chains.Days(), 4*batchSize) {
		if g.batch.PaymentDays = days; !send() {
			return g.err
		}
	}
	for sums := range slices.Chunk(g.chains.Sums(), 4*batchSize) {
		if g.batch.PaymentSums = sums; !send() {
			return g.err
		}
	}
	send()
	return g.err
}

// timeOf returns the time of the i-th complaint and payment: they become more frequent from
// year to year, and most fall into the daytime. Times ascend with i.
func (g *generator) timeOf(i int) time.Time {
	// The conversions rule out fused multiply-add, which rounds differently on some processors.
	x := (float64(i) + g.Float64()) / float64(g.Complaints)
	x = float64(1.3*x) - float64(0.3*float64(x*x))
	story := g.Until.Add(-time.Hour).Sub(g.from)
	at := time.Duration(x * float64(story))
	day := at.Truncate(24 * time.Hour)
	return g.from.Add(min(day+skewToDaytime(at-day), story)).Truncate(time.Millisecond)
}

// skewToDaytime maps a time of day so that eight in ten fall between 7:00 and 20:00.
func skewToDaytime(at time.Duration) time.Duration {
	const day = 24 * time.Hour
	switch { // small ratios: the product of two durations soon overflows 64 bits
	case at < day/10:
		return at * 35 / 12
	case at < day*9/10:
		return 7*time.Hour + (at-day/10)*65/96
	default:
		return 20*time.Hour + (at-day*9/10)*5/3
	}
}

// id returns the next id.
func (g *generator) id(k domain.Kind, at time.Time) uuid.UUID {
	var random uuid.UUID
	_, _ = g.bits.Read(random[:]) // never fails
	return domain.IDOf(k, at, random)
}

// randomAdmin returns the id of an administrator.
func (g *generator) randomAdmin() *uuid.UUID { return &g.town.admins[g.IntN(len(g.town.admins))].id }

// oneIn reports true with a probability of 1/n.
func (g *generator) oneIn(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// audit adds an audit entry.
func (g *generator) audit(by *uuid.UUID, action, kind string, subject uuid.UUID, at time.Time, before, after string) {
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
	g.batch.AuditEntries = append(g.batch.AuditEntries, e)
}
