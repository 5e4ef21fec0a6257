package seed

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
)

// paymentState is what the payments remember. A payment takes its slot beside a complaint; each
// tenth slot is the first provider's.
type paymentState struct {
	unpaid        map[uuid.UUID][]*ent.WorkTask // by provider, bounded
	reversals     map[int]*reversal             // by the slot in which it is
	lastReference map[uuid.UUID]int             // of a provider's references
}

func newPaymentState() paymentState {
	return paymentState{map[uuid.UUID][]*ent.WorkTask{}, map[int]*reversal{}, map[uuid.UUID]int{}}
}

// reversal is a settlement that is going to be reversed, and the tasks that are free again then.
type reversal struct {
	payment *ent.Payment
	tasks   []*ent.WorkTask
}

const (
	maxUnpaid = 50 // tasks that a provider waits for; what goes beyond is never paid
	maxPaid   = 3  // tasks of one settlement
)

// addUnpaid notes a completed task of a provider.
func (g *generator) addUnpaid(t *ent.WorkTask) {
	if t.ProviderID == nil {
		return
	}
	if waiting := g.payments.unpaid[*t.ProviderID]; len(waiting) < maxUnpaid {
		g.payments.unpaid[*t.ProviderID] = append(waiting, t)
	}
}

// addPayment writes the payment of a slot.
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
	back := slot + 10*(1+g.IntN(50)) // a tenth stays a tenth
	if g.oneIn(40) && back < g.Complaints && g.payments.reversals[back] == nil {
		g.payments.reversals[back] = &reversal{p, tasks}
	} else {
		g.addClaims(p, tasks)
	}
	ids := ""
	for i, t := range tasks {
		g.batch.PaidTasks = append(g.batch.PaidTasks, &ent.PaymentTask{PaymentID: p.ID, TaskID: t.ID})
		if i > 0 {
			ids += ","
		}
		ids += `"` + t.ID.String() + `"`
	}
	g.batch.Payments = append(g.batch.Payments, p)
	g.audit(p.RecordedByID, "payment.record", "Payment", p.ID, p.CreatedAt, "", fmt.Sprintf(
		`{"provider_id":%q,"amount_minor":%d,"currency":%q,"payment_date":%q,"payment_reference":%q,"task_ids":[%s]}`,
		p.ProviderID, p.AmountMinor, p.Currency, p.PaymentDate, p.PaymentReference, ids))
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
		p.PeriodFrom, p.PeriodTo = ptr(first.Format(time.DateOnly)), ptr(first.AddDate(0, 1, -1).Format(time.DateOnly))
	}
	if g.oneIn(4) {
		p.Remarks = "Work of the past weeks."
	}
	return p
}

// takeUnpaid takes the tasks that a settlement covers: completed before it, and not paid.
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

// addReversal undoes a settlement: its tasks can be paid again.
func (g *generator) addReversal(was *reversal, at time.Time) {
	s := was.payment
	p := *s
	p.ID, p.Type, p.ReversesID, p.AmountMinor = g.id(domain.KindPayment, at), domain.PaymentReversal, &s.ID, -s.AmountMinor
	p.PaymentDate, p.Remarks, p.CreatedAt = at.Format(time.DateOnly), "Paid to the wrong account.", at
	g.batch.Payments = append(g.batch.Payments, &p)
	g.payments.unpaid[s.ProviderID] = append(was.tasks, g.payments.unpaid[s.ProviderID]...)
	g.audit(p.RecordedByID, "payment.reverse", "Payment", s.ID, at,
		`{"status":"PAID"}`, fmt.Sprintf(`{"status":"REVERSED","reversal_id":%q}`, p.ID))
}

// addClaims keeps the reference and the tasks to the settlement.
func (g *generator) addClaims(p *ent.Payment, tasks []*ent.WorkTask) {
	hold := func(key string) {
		g.batch.Claims = append(g.batch.Claims, &ent.PaymentClaim{
			ID: g.id(domain.KindPaymentClaim, p.CreatedAt), PaymentID: p.ID, Key: key,
		})
	}
	hold(fmt.Sprintf("reference:%s:%s", p.ProviderID, p.PaymentReference))
	for _, t := range tasks {
		hold("task:" + t.ID.String())
	}
}
