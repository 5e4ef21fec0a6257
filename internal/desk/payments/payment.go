// Package payments records what service providers are paid, and checks the ledger in which that stands.
package payments

import (
	"context"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"golang.org/x/text/currency"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentclaim"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/dbtx"
)

// What bounds a payment (docs/product.md, Limits).
const (
	MaxReference = 100                 // bytes, as the column holds; invoice numbers too
	MaxRemarks   = 2_000               // bytes
	MaxAmount    = 100_000_000_000_000 // minor units, so that a ledger's sum stays within 64 bits
	MaxTasks     = 100                 // of one settlement
	OldestYears  = 10                  // years before today, by the organization's calendar
)

const (
	dateLayout      = time.DateOnly
	noCurrency      = "XXX"
	currencyForTest = "XTS"
)

// Room records payments.
type Room struct {
	*tx.Runner
	timeZone      func() *time.Location
	notifications *notifications.Room
	checks        ledgerChecks
}

// New returns the room of payments, which are dated by the calendar of the organization's time zone and told to whom they go.
func New(r *tx.Runner, timeZone func() *time.Location, n *notifications.Room) *Room {
	return &Room{Runner: r, timeZone: timeZone, notifications: n}
}

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

// RecordPayment adds a settlement to a provider's ledger, and returns its id. Administrators. The reference must
// not stand on another settlement of that provider: duplicate_reference. The tasks must be
// completed and the provider's, and no other settlement that stands may pay for them:
// conflict. What a reversal undid claims nothing any more.
func (r *Room) RecordPayment(ctx context.Context, in Settlement) (uuid.UUID, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return uuid.Nil, err
	}
	return r.Make(ctx, func(t *tx.Tx) (uuid.UUID, error) {
		in := in // the check tidies it
		if err := in.check(t.Now, r.timeZone()); err != nil {
			return uuid.Nil, err
		}
		if err := lockPaid(ctx, t, in); err != nil {
			return uuid.Nil, err
		}
		row := &ent.Payment{
			ProviderID: in.Provider, Type: domain.PaymentSettlement,
			AmountMinor: in.AmountMinor, Currency: in.Currency,
			PaymentDate: in.Date, PaymentMethod: in.Method, PaymentReference: in.Reference,
			InvoiceNumber: in.Invoice, PeriodFrom: in.From, PeriodTo: in.To,
			Remarks: in.Remarks, RecordedByID: tx.AccountOf(ctx), CreatedAt: t.Now,
		}
		if err := r.Ledger.Payments(ctx, t.Clients, row); err != nil {
			return uuid.Nil, err
		}
		for _, id := range in.Tasks {
			t.Change(domain.EventTaskChange, id, 0, domain.TaskPaymentsChanged)
		}
		if err := claim(ctx, t, row, in.Tasks); err != nil {
			return uuid.Nil, err
		}
		paid := notifications.About{Payment: row, Message: text.PaidOn(row.PaymentDate)}
		if err := r.notifications.Notify(ctx, t, notifications.PaymentRecorded, paid); err != nil {
			return uuid.Nil, err
		}
		return row.ID, t.Audit(ctx, tx.Record{
			Action: ledger.PaymentRecorded, SubjectType: "Payment", Subject: row.ID,
			After: tx.Values{
				"provider_id": in.Provider, "amount_minor": in.AmountMinor, "currency": in.Currency,
				"payment_date": in.Date, "payment_reference": in.Reference, "task_ids": in.Tasks,
			},
		})
	})
}

// check tidies the input and returns all that is wrong with it, as far as no row is needed.
func (in *Settlement) check(now time.Time, zone *time.Location) error {
	var errs tx.FieldErrors = fault.Between("amountMinor", in.AmountMinor, 1, MaxAmount)
	unit, err := currency.ParseISO(in.Currency)
	if err != nil || unit.String() != in.Currency || in.Currency == noCurrency || in.Currency == currencyForTest {
		errs.Add("currency", "invalid", "must be the ISO 4217 code of a currency, such as EUR")
	}
	today := domain.DayIn(zone, now)
	last, first := today.Format(dateLayout), today.AddDate(-OldestYears, 0, 0).Format(dateLayout)
	switch {
	case in.Date > last:
		errs.Add("paymentDate", "out_of_range", "%s is after today, %s in %s", in.Date, last, zone)
	case in.Date < first:
		errs.Add("paymentDate", "out_of_range", "%s is before %s, %d years ago in %s", in.Date, first, OldestYears, zone)
	}
	errs.Merge(tx.CheckLine("reference", &in.Reference, 1, MaxReference))
	errs.Merge(tx.CheckLine("invoiceNumber", &in.Invoice, 0, MaxReference))
	if in.From != nil && in.To != nil && *in.From > *in.To {
		errs.Add("periodTo", "invalid", "must not be before periodFrom")
	}
	if f := tx.CheckText("remarks", &in.Remarks, MaxRemarks); f != nil {
		errs = append(errs, *f)
	}
	errs = append(errs, tx.CheckIDs("taskIds", in.Tasks, MaxTasks)...)
	return errs.Fault()
}

// lockPaid locks the service provider of a settlement, so that nobody else pays it meanwhile, and returns what is
// wrong with the rows that the settlement names, and with what it would claim.
func lockPaid(ctx context.Context, t *tx.Tx, in Settlement) error {
	_, err := t.ServiceProvider.Query().Where(serviceprovider.ID(in.Provider), dbtx.ForUpdate).OnlyID(ctx)
	if ent.IsNotFound(err) {
		return fault.Invalid(fault.Input("providerId", "not_found", "there is no such service provider"))
	}
	if err != nil {
		return err
	}
	if err := checkPaid(ctx, t, in); err != nil {
		return err
	}
	return checkClaims(ctx, t, in)
}

// checkPaid returns what is wrong with the tasks that a settlement pays for.
func checkPaid(ctx context.Context, t *tx.Tx, in Settlement) error {
	if len(in.Tasks) == 0 {
		return nil
	}
	tasks, err := t.WorkTask.Query().Where(worktask.IDIn(in.Tasks...)).
		Select(worktask.FieldID, worktask.FieldProviderID, worktask.FieldStatus).All(ctx)
	if err != nil {
		return err
	}
	found := make(map[uuid.UUID]*ent.WorkTask, len(tasks))
	for _, task := range tasks {
		found[task.ID] = task
	}
	var errs tx.FieldErrors
	for i, id := range in.Tasks {
		field := fmt.Sprintf("taskIds.%d", i)
		switch task := found[id]; {
		case task == nil:
			errs.Add(field, "not_found", "there is no such task")
		case task.ProviderID == nil || *task.ProviderID != in.Provider:
			errs.Add(field, "invalid", "is not this service provider's task")
		case task.Status != domain.TaskCompleted: // which no task leaves again
			errs.Add(field, "invalid", "is not completed")
		}
	}
	return errs.Fault()
}

// checkClaims returns an error where another settlement that stands has the reference, or pays for some of the tasks.
func checkClaims(ctx context.Context, t *tx.Tx, in Settlement) error {
	reference := domain.ReferenceClaim(in.Provider, in.Reference)
	claimed, keys := map[string]int{}, []string{reference}
	for i, id := range in.Tasks {
		key := domain.TaskClaim(id)
		claimed[key] = i
		keys = append(keys, key)
	}
	taken, err := t.PaymentClaim.Query().Where(paymentclaim.KeyIn(keys...)).All(auth.System(ctx, "what settlements claim"))
	if err != nil {
		return err
	}
	var paid tx.FieldErrors
	for _, c := range taken {
		if c.Key == reference {
			return duplicateReference()
		}
		paid.Add(fmt.Sprintf("taskIds.%d", claimed[c.Key]), "conflict", "is paid by another settlement")
	}
	if len(paid) > 0 {
		return paidAlready(paid...)
	}
	return nil
}

// claim keeps the reference and the tasks of a settlement to it until it is reversed.
func claim(ctx context.Context, t *tx.Tx, row *ent.Payment, tasks []uuid.UUID) error {
	sys := auth.System(ctx, "what a settlement claims")
	keys := []string{domain.ReferenceClaim(row.ProviderID, row.PaymentReference)}
	for _, id := range tasks {
		keys = append(keys, domain.TaskClaim(id))
	}
	err := t.Later.PaymentClaim.MapCreateBulk(keys, func(c *ent.PaymentClaimCreate, i int) {
		c.SetPaymentID(row.ID).SetKey(keys[i])
	}).Exec(sys)
	if err != nil || len(tasks) == 0 {
		return err
	}
	return t.Later.PaymentTask.MapCreateBulk(tasks, func(c *ent.PaymentTaskCreate, i int) {
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

// ReversePayment undoes a settlement by a row of its own, dated today by the organization's calendar, which repeats the
// reference with a negative amount and frees what the settlement claimed, and returns its id. Administrators.
// Each settlement is reversed once, and a reversal never: invalid_transition.
func (r *Room) ReversePayment(ctx context.Context, id uuid.UUID, reason string) (uuid.UUID, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return uuid.Nil, err
	}
	var errs tx.FieldErrors
	errs.RequiredText("reason", &reason, MaxRemarks)
	if err := errs.Fault(); err != nil {
		return uuid.Nil, err
	}
	return r.Make(ctx, func(t *tx.Tx) (uuid.UUID, error) {
		if _, err := t.ServiceProvider.Query().Where(ofPayment(id), dbtx.ForUpdate).OnlyID(ctx); err != nil {
			return uuid.Nil, tx.Missing(err, "payment")
		}
		p, err := t.Payment.Query().Where(payment.ID(id)).WithReversedBy().Only(ctx)
		if err != nil {
			return uuid.Nil, tx.Missing(err, "payment")
		}
		if refused := reversible(auth.From(ctx), p, p.Edges.ReversedBy); refused != nil {
			return uuid.Nil, refused
		}
		row := &ent.Payment{
			ProviderID: p.ProviderID, Type: domain.PaymentReversal, ReversesID: &p.ID,
			AmountMinor: -p.AmountMinor, Currency: p.Currency,
			PaymentDate: domain.DayIn(r.timeZone(), t.Now).Format(dateLayout), PaymentMethod: p.PaymentMethod,
			PaymentReference: p.PaymentReference, InvoiceNumber: p.InvoiceNumber,
			PeriodFrom: p.PeriodFrom, PeriodTo: p.PeriodTo,
			Remarks: reason, RecordedByID: tx.AccountOf(ctx), CreatedAt: t.Now,
		}
		sys := auth.System(ctx, "a reversal frees what its settlement claimed")
		if _, err := t.PaymentClaim.Delete().Where(paymentclaim.PaymentID(p.ID)).Exec(sys); err != nil {
			return uuid.Nil, err
		}
		paid, err := t.PaymentTask.Query().Where(paymenttask.PaymentID(p.ID)).All(sys)
		if err != nil {
			return uuid.Nil, err
		}
		for _, of := range paid {
			t.Change(domain.EventTaskChange, of.TaskID, 0, domain.TaskPaymentsChanged)
		}
		if err := r.Ledger.Payments(ctx, t.Clients, row); err != nil {
			return uuid.Nil, err
		}
		reversed := notifications.About{Payment: p, Message: i18n.Verbatim(reason)}
		if err := r.notifications.Notify(ctx, t, notifications.PaymentReversed, reversed); err != nil {
			return uuid.Nil, err
		}
		return row.ID, t.Audit(ctx, tx.Record{
			Action: ledger.PaymentReversed, SubjectType: "Payment", Subject: p.ID,
			Before: tx.Values{"status": "PAID"}, After: tx.Values{"status": "REVERSED", ledger.ReversalID: row.ID},
		})
	})
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
func (r *Room) PaymentActions(ctx context.Context, p *ent.Payment) ([]tx.Available, error) {
	v := auth.From(ctx)
	if !v.System() && !v.Admin() {
		return nil, nil
	}
	reversal, err := p.ReversedBy(ctx)
	if err != nil {
		return nil, err
	}
	return []tx.Available{tx.NewAvailable(domain.ActionReverse, []string{"reason"}, reversible(v, p, reversal))}, nil
}

// ofPayment finds the service provider of a payment.
func ofPayment(id uuid.UUID) func(*sql.Selector) {
	return tx.InSubquery("id", payment.Table, payment.FieldProviderID, func(t *sql.SelectTable) *sql.Predicate {
		return sql.EQ(t.C(payment.FieldID), id)
	})
}
