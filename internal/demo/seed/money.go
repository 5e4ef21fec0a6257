package seed

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// till is what the payments remember. A payment takes its slot beside a complaint; each
// tenth slot is the first provider's.
type till struct {
	unpaid   map[uuid.UUID][]*ent.WorkTask // by provider, bounded
	reversed map[int]*undone               // by the slot in which it is
	numbers  map[uuid.UUID]int             // of a provider's references
}

func newTill() till {
	return till{map[uuid.UUID][]*ent.WorkTask{}, map[int]*undone{}, map[uuid.UUID]int{}}
}

// undone is a settlement that is going to be reversed, and the tasks that are free again then.
type undone struct {
	payment *ent.Payment
	tasks   []*ent.WorkTask
}

const (
	maxUnpaid = 50 // tasks that a provider waits for; what goes beyond is never paid
	maxPaid   = 3  // tasks of one settlement
)

// earned notes a completed task of a provider.
func (g *generator) earned(t *ent.WorkTask) {
	if t.ProviderID == nil {
		return
	}
	if waiting := g.till.unpaid[*t.ProviderID]; len(waiting) < maxUnpaid {
		g.till.unpaid[*t.ProviderID] = append(waiting, t)
	}
}

// pay writes the payment of a slot.
func (g *generator) pay(slot int, at time.Time) {
	if was := g.till.reversed[slot]; was != nil {
		delete(g.till.reversed, slot)
		g.reverse(was, at)
		return
	}
	provider := g.town.providers[0]
	if slot%10 != 0 {
		provider = g.town.providers[1+g.IntN(len(g.town.providers)-1)]
	}
	p := g.settlement(provider, at)
	tasks := g.due(provider, at)
	back := slot + 10*(1+g.IntN(50)) // a tenth stays a tenth
	if g.chance(40) && back < g.Complaints && g.till.reversed[back] == nil {
		g.till.reversed[back] = &undone{p, tasks}
	} else {
		g.claim(p, tasks)
	}
	ids := ""
	for i, t := range tasks {
		g.batch.paidTasks = append(g.batch.paidTasks, &ent.PaymentTask{PaymentID: p.ID, TaskID: t.ID})
		if i > 0 {
			ids += ","
		}
		ids += `"` + t.ID.String() + `"`
	}
	g.chains.Payment(p)
	g.batch.payments = append(g.batch.payments, p)
	g.record(p.RecordedByID, "payment.record", "Payment", p.ID, p.CreatedAt, "", fmt.Sprintf(
		`{"provider_id":%q,"amount_minor":%d,"currency":%q,"payment_date":%q,"payment_reference":%q,"task_ids":[%s]}`,
		p.ProviderID, p.AmountMinor, p.Currency, p.PaymentDate, p.PaymentReference, ids))
}

func (g *generator) settlement(provider uuid.UUID, at time.Time) *ent.Payment {
	g.till.numbers[provider]++
	n := g.till.numbers[provider]
	p := &ent.Payment{
		ID: g.id(domain.KindPayment, at), ProviderID: provider, Type: domain.PaymentSettlement,
		AmountMinor: int64(1_500 + 40_000*min(g.ExpFloat64(), 8)), Currency: "EUR",
		PaymentDate: at.Format(time.DateOnly), PaymentMethod: pick(g, domain.PaymentMethods),
		PaymentReference: fmt.Sprintf("SEPA-%06d", n), RecordedByID: g.admin(), CreatedAt: at,
	}
	switch {
	case g.chance(12):
		p.Currency, p.AmountMinor = "INR", p.AmountMinor*90
	case g.chance(20):
		p.Currency = "USD"
	}
	if !g.chance(5) {
		p.InvoiceNumber = fmt.Sprintf("INV-%d-%05d", at.Year(), n)
	}
	if g.chance(2) {
		first := time.Date(at.Year(), at.Month()-1, 1, 0, 0, 0, 0, time.UTC)
		p.PeriodFrom, p.PeriodTo = ptr(first.Format(time.DateOnly)), ptr(first.AddDate(0, 1, -1).Format(time.DateOnly))
	}
	if g.chance(4) {
		p.Remarks = "Work of the past weeks."
	}
	return p
}

// due takes the tasks that a settlement covers: completed before it, and not paid.
func (g *generator) due(provider uuid.UUID, at time.Time) []*ent.WorkTask {
	var covered, waiting []*ent.WorkTask
	for _, t := range g.till.unpaid[provider] {
		if len(covered) < maxPaid && t.EndedAt.Before(at) {
			covered = append(covered, t)
		} else {
			waiting = append(waiting, t)
		}
	}
	g.till.unpaid[provider] = waiting
	return covered
}

// reverse undoes a settlement: its tasks can be paid again.
func (g *generator) reverse(was *undone, at time.Time) {
	s := was.payment
	p := *s
	p.ID, p.Type, p.ReversesID, p.AmountMinor = g.id(domain.KindPayment, at), domain.PaymentReversal, &s.ID, -s.AmountMinor
	p.PaymentDate, p.Remarks, p.CreatedAt = at.Format(time.DateOnly), "Paid to the wrong account.", at
	g.chains.Payment(&p)
	g.batch.payments = append(g.batch.payments, &p)
	g.till.unpaid[s.ProviderID] = append(was.tasks, g.till.unpaid[s.ProviderID]...)
	g.record(p.RecordedByID, "payment.reverse", "Payment", s.ID, at,
		`{"status":"PAID"}`, fmt.Sprintf(`{"status":"REVERSED","reversal_id":%q}`, p.ID))
}

// claim keeps the reference and the tasks to the settlement.
func (g *generator) claim(p *ent.Payment, tasks []*ent.WorkTask) {
	hold := func(key string) {
		g.batch.claims = append(g.batch.claims, &ent.PaymentClaim{
			ID: g.id(domain.KindPaymentClaim, p.CreatedAt), PaymentID: p.ID, Key: key,
		})
	}
	hold(fmt.Sprintf("reference:%s:%s", p.ProviderID, p.PaymentReference))
	for _, t := range tasks {
		hold("task:" + t.ID.String())
	}
}
