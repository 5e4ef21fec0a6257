package demo

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
)

// settlement is a settlement of a provider's ledger, and its reversal if there was one.
type settlement struct {
	provider       string
	ago            int // days before today of the payment
	minor          int64
	currency       string
	method         domain.PaymentMethod
	ref, invoice   string
	from, to       int // days before today of the period; 0, 0 for none
	tasks          int // how many completed and unpaid tasks it covers at most, oldest first
	remarks        string
	by             person
	reversed       int // days before today of the reversal; 0 when there is none
	reversedReason string
}

// booking is one row of the ledger on its day: a settlement or its reversal.
type booking struct {
	settlement
	ago      int
	reversal bool
}

// addPayments adds the payments day by day, so that each settlement finds the tasks that are
// completed and unpaid by then.
func (w *world) addPayments() {
	var days []booking
	for _, e := range settlements() {
		days = append(days, booking{e, e.ago, false})
		if e.reversed > 0 {
			days = append(days, booking{e, e.reversed, true})
		}
	}
	slices.SortStableFunc(days, func(a, b booking) int { return b.ago - a.ago })

	paid := map[uuid.UUID]uuid.UUID{} // tasks to settlements that are not reversed
	standing := map[string]*ent.Payment{}
	for i, b := range days {
		at := w.day(b.ago).Add(9*time.Hour + time.Duration(i*11%400)*time.Minute)
		row := &ent.Payment{
			ID: domain.NewIDAt(domain.KindPayment, at), ProviderID: w.providers[b.provider].ID,
			Type: domain.PaymentSettlement, AmountMinor: b.minor, Currency: b.currency,
			PaymentDate: w.date(b.ago), PaymentMethod: b.method, PaymentReference: b.ref,
			InvoiceNumber: b.invoice, Remarks: b.remarks, RecordedByID: w.userID(b.by), CreatedAt: at,
		}
		if b.from > 0 {
			from, to := w.date(b.from), w.date(b.to)
			row.PeriodFrom, row.PeriodTo = &from, &to
		}
		w.Payments = append(w.Payments, row)
		account := b.provider + " " + b.ref
		if b.reversal {
			undone := standing[account]
			delete(standing, account)
			for task, payment := range paid {
				if payment == undone.ID {
					delete(paid, task)
				}
			}
			row.Type, row.AmountMinor, row.Remarks, row.ReversesID = domain.PaymentReversal, -b.minor, b.reversedReason, &undone.ID
			w.audit(b.by, ledger.PaymentReversed, "Payment", undone.ID, at, nil, map[string]any{ledger.ReversalID: row.ID})
			continue
		}
		standing[account] = row
		for _, t := range w.unpaid(row, paid, b.tasks) {
			paid[t.ID] = row.ID
			w.PaidTasks = append(w.PaidTasks, &ent.PaymentTask{PaymentID: row.ID, TaskID: t.ID})
		}
	}
	w.addClaims(standing, paid)
}

// unpaid finds tasks that a settlement may cover, oldest first.
func (w *world) unpaid(p *ent.Payment, paid map[uuid.UUID]uuid.UUID, atMost int) []*ent.WorkTask {
	var found []*ent.WorkTask
	for _, t := range w.Tasks {
		done := t.Status == domain.TaskCompleted && t.ProviderID != nil && *t.ProviderID == p.ProviderID &&
			t.EndedAt.Before(p.CreatedAt)
		if _, taken := paid[t.ID]; done && !taken && len(found) < atMost {
			found = append(found, t)
		}
	}
	return found
}

// addClaims adds the unique claims of settlements that are not reversed.
func (w *world) addClaims(standing map[string]*ent.Payment, paid map[uuid.UUID]uuid.UUID) {
	hold := func(payment uuid.UUID, key string) {
		w.Claims = append(w.Claims, &ent.PaymentClaim{
			ID: domain.NewIDAt(domain.KindPaymentClaim, w.now), PaymentID: payment, Key: key,
		})
	}
	for _, p := range standing {
		hold(p.ID, domain.ReferenceClaim(p.ProviderID, p.PaymentReference))
	}
	for task, payment := range paid {
		hold(payment, domain.TaskClaim(task))
	}
}

// day returns the beginning of a UTC day before today.
func (w *world) day(ago int) time.Time {
	return w.now.Truncate(24*time.Hour).AddDate(0, 0, -ago)
}

func (w *world) date(ago int) string { return w.day(ago).Format(time.DateOnly) }
