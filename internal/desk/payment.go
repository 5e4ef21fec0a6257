package desk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/text/currency"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentclaim"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	maxReference     = 100                 // bytes, as the column holds; invoice numbers too
	maxLedgerRemarks = 2_000               // bytes
	maxAmount        = 100_000_000_000_000 // minor units, so that a ledger's sum stays within 64 bits
	maxPaidTasks     = 100                 // of one settlement
	oldestPayment    = 10                  // years before today
	dateLayout       = time.DateOnly
	noCurrency       = "XXX"
	currencyForTest  = "XTS"
)

// Settlement is money that a service provider was paid.
type Settlement struct {
	Provider    uuid.UUID
	AmountMinor int64  // more than 0, in minor units of the currency
	Currency    string // ISO 4217
	Date        string // YYYY-MM-DD
	Method      domain.PaymentMethod
	Reference   string
	Invoice     string  // may be empty
	From, To    *string // YYYY-MM-DD; either may be absent
	Tasks       []uuid.UUID
	Remarks     string
}

// RecordPayment adds a settlement to a provider's ledger. Administrators. The reference must
// not stand on another settlement of that provider: duplicate_reference. The tasks must be
// completed and the provider's, and no other settlement that stands may pay for them:
// conflict. What a reversal undid claims nothing any more.
func (d *Desk) RecordPayment(ctx context.Context, in Settlement) (*ent.Payment, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	var made uuid.UUID
	err := d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		if err := in.check(tx.now); err != nil {
			return err
		}
		if err := tx.lockPaid(ctx, in); err != nil {
			return err
		}
		row := &ent.Payment{
			ProviderID: in.Provider, Type: domain.PaymentSettlement,
			AmountMinor: in.AmountMinor, Currency: in.Currency,
			PaymentDate: in.Date, PaymentMethod: in.Method, PaymentReference: in.Reference,
			InvoiceNumber: in.Invoice, PeriodFrom: in.From, PeriodTo: in.To,
			Remarks: in.Remarks, RecordedByID: accountOf(ctx), CreatedAt: tx.now,
		}
		if err := tx.desk.ledger.Payments(ctx, tx.Clients, row); err != nil {
			return err
		}
		made = row.ID
		for _, id := range in.Tasks {
			tx.change(domain.EventTaskChange, id, 0, domain.TaskPaymentsChanged)
		}
		if err := tx.claim(ctx, row, in.Tasks); err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: ledger.PaymentRecorded, subjectType: "Payment", subject: made,
			after: values{
				"provider_id": in.Provider, "amount_minor": in.AmountMinor, "currency": in.Currency,
				"payment_date": in.Date, "payment_reference": in.Reference, "task_ids": in.Tasks,
			},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.payment(ctx, made)
}

// check tidies the input and returns all that is wrong with it, as far as no row is needed.
func (in *Settlement) check(now time.Time) error {
	in.Reference, in.Invoice = strings.TrimSpace(in.Reference), strings.TrimSpace(in.Invoice)
	var errs fieldErrors = fault.Between("amountMinor", in.AmountMinor, 1, maxAmount)
	unit, err := currency.ParseISO(in.Currency)
	if err != nil || unit.String() != in.Currency || in.Currency == noCurrency || in.Currency == currencyForTest {
		errs.add("currency", "invalid", "must be the ISO 4217 code of a currency, such as EUR")
	}
	today := now.Format(dateLayout)
	if oldest := now.AddDate(-oldestPayment, 0, 0).Format(dateLayout); in.Date < oldest || in.Date > today {
		errs.add("paymentDate", "out_of_range", "must be %v to %v", oldest, today)
	}
	errs.merge(checkLine("reference", in.Reference, 1, maxReference))
	errs.merge(checkLine("invoiceNumber", in.Invoice, 0, maxReference))
	if in.From != nil && in.To != nil && *in.From > *in.To {
		errs.add("periodTo", "invalid", "must not be before periodFrom")
	}
	if f := checkText("remarks", in.Remarks, maxLedgerRemarks); f != nil {
		errs = append(errs, *f)
	}
	errs = append(errs, checkIDs("taskIds", in.Tasks, maxPaidTasks)...)
	return errs.fault()
}

// lockPaid locks the service provider of a settlement, so that nobody else pays it meanwhile, and returns what is
// wrong with the rows that the settlement names, and with what it would claim.
func (tx *txn) lockPaid(ctx context.Context, in Settlement) error {
	_, err := tx.ServiceProvider.Query().Where(serviceprovider.ID(in.Provider), dbtx.ForUpdate).OnlyID(ctx)
	if ent.IsNotFound(err) {
		return fault.Invalid(fault.Input("providerId", "not_found", "there is no such service provider"))
	}
	if err != nil {
		return err
	}
	if err := tx.checkPaid(ctx, in); err != nil {
		return err
	}
	return tx.checkClaims(ctx, in)
}

// checkPaid returns what is wrong with the tasks that a settlement pays for.
func (tx *txn) checkPaid(ctx context.Context, in Settlement) error {
	if len(in.Tasks) == 0 {
		return nil
	}
	tasks, err := tx.WorkTask.Query().Where(worktask.IDIn(in.Tasks...)).
		Select(worktask.FieldID, worktask.FieldProviderID, worktask.FieldStatus).All(ctx)
	if err != nil {
		return err
	}
	found := make(map[uuid.UUID]*ent.WorkTask, len(tasks))
	for _, t := range tasks {
		found[t.ID] = t
	}
	var errs fieldErrors
	for i, id := range in.Tasks {
		field := fmt.Sprintf("taskIds.%d", i)
		switch t := found[id]; {
		case t == nil:
			errs.add(field, "not_found", "there is no such task")
		case t.ProviderID == nil || *t.ProviderID != in.Provider:
			errs.add(field, "invalid", "is not this service provider's task")
		case t.Status != domain.TaskCompleted: // which no task leaves again
			errs.add(field, "invalid", "is not completed")
		}
	}
	return errs.fault()
}

// checkClaims returns an error where another settlement that stands has the reference, or pays for some of the tasks.
func (tx *txn) checkClaims(ctx context.Context, in Settlement) error {
	reference := domain.ReferenceClaim(in.Provider, in.Reference)
	claimed, keys := map[string]int{}, []string{reference}
	for i, id := range in.Tasks {
		key := domain.TaskClaim(id)
		claimed[key] = i
		keys = append(keys, key)
	}
	taken, err := tx.PaymentClaim.Query().Where(paymentclaim.KeyIn(keys...)).All(auth.System(ctx, "what settlements claim"))
	if err != nil {
		return err
	}
	var paid fieldErrors
	for _, c := range taken {
		if c.Key == reference {
			return duplicateReference()
		}
		paid.add(fmt.Sprintf("taskIds.%d", claimed[c.Key]), "conflict", "is paid by another settlement")
	}
	if len(paid) > 0 {
		return paidAlready(paid...)
	}
	return nil
}

// claim keeps the reference and the tasks of a settlement to it until it is reversed.
func (tx *txn) claim(ctx context.Context, row *ent.Payment, tasks []uuid.UUID) error {
	sys := auth.System(ctx, "what a settlement claims")
	keys := []string{domain.ReferenceClaim(row.ProviderID, row.PaymentReference)}
	for _, id := range tasks {
		keys = append(keys, domain.TaskClaim(id))
	}
	err := tx.Later.PaymentClaim.MapCreateBulk(keys, func(c *ent.PaymentClaimCreate, i int) {
		c.SetPaymentID(row.ID).SetKey(keys[i])
	}).Exec(sys)
	if err != nil || len(tasks) == 0 {
		return err
	}
	return tx.Later.PaymentTask.MapCreateBulk(tasks, func(c *ent.PaymentTaskCreate, i int) {
		c.SetPaymentID(row.ID).SetTaskID(tasks[i])
	}).Exec(sys)
}

func duplicateReference() error {
	f := fault.New(fault.DuplicateReference, "Another settlement of this service provider has this reference.")
	f.Fields = []fault.Field{fault.Input("reference", "duplicate", "stands on another settlement")}
	return f
}

func paidAlready(fields ...fault.Field) error {
	f := fault.New(fault.Conflict, "Another settlement pays for some of these tasks.")
	f.Fields = fields
	return f
}

// ReversePayment undoes a settlement by a row of its own, dated today, which repeats the
// reference with a negative amount and frees what the settlement claimed. Administrators.
// Each settlement is reversed once, and a reversal never: invalid_transition.
func (d *Desk) ReversePayment(ctx context.Context, id uuid.UUID, reason string) (*ent.Payment, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	reason = strings.TrimSpace(reason)
	var errs fieldErrors
	if reason == "" {
		errs.add("reason", "required", "must be given")
	}
	if f := checkText("reason", reason, maxLedgerRemarks); f != nil {
		errs = append(errs, *f)
	}
	if err := errs.fault(); err != nil {
		return nil, err
	}
	var made uuid.UUID
	err := d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		if _, err := tx.ServiceProvider.Query().Where(ofPayment(id), dbtx.ForUpdate).OnlyID(ctx); err != nil {
			return missing(err, "payment")
		}
		p, err := tx.Payment.Query().Where(payment.ID(id)).WithReversedBy().Only(ctx)
		if err != nil {
			return missing(err, "payment")
		}
		if refused := reversible(auth.From(ctx), p, p.Edges.ReversedBy); refused != nil {
			return refused
		}
		row := &ent.Payment{
			ProviderID: p.ProviderID, Type: domain.PaymentReversal, ReversesID: &p.ID,
			AmountMinor: -p.AmountMinor, Currency: p.Currency,
			PaymentDate: tx.now.Format(dateLayout), PaymentMethod: p.PaymentMethod,
			PaymentReference: p.PaymentReference, InvoiceNumber: p.InvoiceNumber,
			PeriodFrom: p.PeriodFrom, PeriodTo: p.PeriodTo,
			Remarks: reason, RecordedByID: accountOf(ctx), CreatedAt: tx.now,
		}
		sys := auth.System(ctx, "a reversal frees what its settlement claimed")
		if _, err := tx.PaymentClaim.Delete().Where(paymentclaim.PaymentID(p.ID)).Exec(sys); err != nil {
			return err
		}
		paid, err := tx.PaymentTask.Query().Where(paymenttask.PaymentID(p.ID)).All(sys)
		if err != nil {
			return err
		}
		for _, of := range paid {
			tx.change(domain.EventTaskChange, of.TaskID, 0, domain.TaskPaymentsChanged)
		}
		if err := tx.desk.ledger.Payments(ctx, tx.Clients, row); err != nil {
			return err
		}
		made = row.ID
		return tx.audit(ctx, auditRecord{
			action: ledger.PaymentReversed, subjectType: "Payment", subject: p.ID,
			before: values{"status": "PAID"}, after: values{"status": "REVERSED", ledger.ReversalID: made},
		})
	})
	if err != nil {
		return nil, err
	}
	return d.payment(ctx, made)
}

// reversible returns nil when the viewer may reverse a payment, whose reversal, if there is one,
// is given. The verb asks it, and availableActions returns it.
func reversible(v *auth.Viewer, p, reversal *ent.Payment) *fault.Error {
	switch {
	case !v.System() && !v.Admin():
		return fault.Denied()
	case p.Type == domain.PaymentReversal:
		return fault.New(fault.InvalidTransition, "A reversal can't be reversed; record a new settlement.")
	case reversal != nil:
		return reversedAlready()
	}
	return nil
}

func reversedAlready() *fault.Error {
	return fault.New(fault.InvalidTransition, "The settlement has been reversed already.")
}

// PaymentActions returns what the viewer may do with a payment now, from the rule that the
// verb itself asks. What the viewer's role never may is left out.
func (d *Desk) PaymentActions(ctx context.Context, p *ent.Payment) ([]Available, error) {
	v := auth.From(ctx)
	if !v.System() && !v.Admin() {
		return nil, nil
	}
	reversal, err := p.ReversedBy(ctx)
	if err != nil {
		return nil, err
	}
	return []Available{available(domain.ActionReverse, []string{"reason"}, reversible(v, p, reversal))}, nil
}

func (d *Desk) payment(ctx context.Context, id uuid.UUID) (*ent.Payment, error) {
	p, err := d.client.Payment.Get(ctx, id)
	return p, missing(err, "payment")
}
