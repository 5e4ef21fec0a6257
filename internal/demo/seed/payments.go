package seed

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
)

// paymentState is the state between payments. There is one payment for each complaint, in its
// slot; each tenth slot belongs to the first provider.
type paymentState struct {
	unpaid        map[uuid.UUID][]*ent.WorkTask // by provider, bounded
	reversals     map[int]*reversal             // by slot
	lastReference map[uuid.UUID]int             // number of the last reference, by provider
}

func newPaymentState() paymentState {
	return paymentState{map[uuid.UUID][]*ent.WorkTask{}, map[int]*reversal{}, map[uuid.UUID]int{}}
}

// reversal is a settlement that will be reversed, and the tasks that are unpaid again then.
type reversal struct {
	payment *ent.Payment
	tasks   []*ent.WorkTask
}

const (
	maxUnpaid = 50 // unpaid tasks of a provider; further ones are never paid
	maxPaid   = 3  // tasks of one settlement
)

// addUnpaid adds a completed task to those of its provider.
func (g *generator) addUnpaid(t *ent.WorkTask) {
	if t.ProviderID == nil {
		return
	}
	if waiting := g.payments.unpaid[*t.ProviderID]; len(waiting) < maxUnpaid {
		g.payments.unpaid[*t.ProviderID] = append(waiting, t)
	}
}

// addPayment adds the payment of a slot.
func (g *generator) addPayment(slot int, at time.Time) {
	if was := g.payments.reversals[slot]; was != nil {
		delete(g.payments.reversals, slot)
		g.addReversal(was, at)
		return
	}
	provider := g.town.providers[0]
	if slot%10 != 0 {
		provider = g.town.providers[1+g.IntN(len(g.town.providers)-1)]
	}
	p := g.settlement(provider, at)
	tasks := g.takeUnpaid(provider, at)
	back := slot + 10*(1+g.IntN(50)) // keeps the first provider's share at a tenth
	if g.oneIn(40) && back < g.Complaints && g.payments.reversals[back] == nil {
		g.payments.reversals[back] = &reversal{p, tasks}
	} else {
		g.addClaims(p, tasks)
	}
	var ids strings.Builder
	for i, t := range tasks {
		g.batch.PaidTasks = append(g.batch.PaidTasks, &ent.PaymentTask{PaymentID: p.ID, TaskID: t.ID})
		if i > 0 {
			ids.WriteString(",")
		}
		ids.WriteString(`"` + t.ID.String() + `"`)
	}
	g.batch.Payments = append(g.batch.Payments, p)
	g.audit(p.RecordedByID, ledger.PaymentRecorded, "Payment", p.ID, p.CreatedAt, "", fmt.Sprintf(
		`{"provider_id":%q,"amount_minor":%d,"currency":%q,"payment_date":%q,"payment_reference":%q,"task_ids":[%s]}`,
		p.ProviderID, p.AmountMinor, p.Currency, p.PaymentDate, p.PaymentReference, ids.String()))
}

func (g *generator) settlement(provider uuid.UUID, at time.Time) *ent.Payment {
	g.payments.lastReference[provider]++
	n := g.payments.lastReference[provider]
	p := &ent.Payment{
		ID: g.id(domain.KindPayment, at), ProviderID: provider, Type: domain.PaymentSettlement,
		AmountMinor: int64(1_500 + 40_000*min(g.ExpFloat64(), 8)), Currency: "EUR",
		PaymentDate: at.Format(time.DateOnly), PaymentMethod: pick(g, domain.PaymentMethods),
		PaymentReference: fmt.Sprintf("SEPA-%06d", n), RecordedByID: g.randomAdmin(), CreatedAt: at,
	}
	switch {
	case g.oneIn(12):
		p.Currency, p.AmountMinor = "INR", p.AmountMinor*90
	case g.oneIn(20):
		p.Currency = "USD"
	}
	if !g.oneIn(5) {
		p.InvoiceNumber = fmt.Sprintf("INV-%d-%05d", at.Year(), n)
	}
	if g.oneIn(2) {
		first := time.Date(at.Year(), at.Month()-1, 1, 0, 0, 0, 0, time.UTC)
		p.PeriodFrom, p.PeriodTo = new(first.Format(time.DateOnly)), new(first.AddDate(0, 1, -1).Format(time.DateOnly))
	}
	if g.oneIn(4) {
		p.Remarks = "Work of the past weeks."
	}
	return p
}

// takeUnpaid removes and returns the tasks that a settlement covers: completed before it and unpaid.
func (g *generator) takeUnpaid(provider uuid.UUID, at time.Time) []*ent.WorkTask {
	var covered, waiting []*ent.WorkTask
	for _, t := range g.payments.unpaid[provider] {
		if len(covered) < maxPaid && t.EndedAt.Before(at) {
			covered = append(covered, t)
		} else {
			waiting = append(waiting, t)
		}
	}
	g.payments.unpaid[provider] = waiting
	return covered
}

// addReversal reverses a settlement: its tasks can be paid again.
func (g *generator) addReversal(was *reversal, at time.Time) {
	s := was.payment
	p := *s
	p.ID, p.Type, p.ReversesID, p.AmountMinor = g.id(domain.KindPayment, at), domain.PaymentReversal, &s.ID, -s.AmountMinor
	p.PaymentDate, p.Remarks, p.CreatedAt = at.Format(time.DateOnly), "Paid to the wrong account.", at
	g.batch.Payments = append(g.batch.Payments, &p)
	g.payments.unpaid[s.ProviderID] = append(was.tasks, g.payments.unpaid[s.ProviderID]...)
	g.audit(p.RecordedByID, ledger.PaymentReversed, "Payment", s.ID, at,
		`{"status":"PAID"}`, fmt.Sprintf(`{"status":"REVERSED",%q:%q}`, ledger.ReversalID, p.ID))
}

// addClaims adds the unique claims of a settlement to its reference and tasks.
func (g *generator) addClaims(p *ent.Payment, tasks []*ent.WorkTask) {
	hold := func(key string) {
		g.batch.Claims = append(g.batch.Claims, &ent.PaymentClaim{
			ID: g.id(domain.KindPaymentClaim, p.CreatedAt), PaymentID: p.ID, Key: key,
		})
	}
	hold(domain.ReferenceClaim(p.ProviderID, p.PaymentReference))
	for _, t := range tasks {
		hold(domain.TaskClaim(t.ID))
	}
}
