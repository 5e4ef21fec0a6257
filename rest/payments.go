package rest

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
)

type paymentList struct {
	done
	Provider   providerView   `json:"provider" doc:"The service provider."`
	Payments   []paymentView  `json:"payments" doc:"The rows of this page, newest payment first."`
	Summary    paymentSummary `json:"summary" doc:"What the whole filter finds, not this page alone."`
	Pagination pagination     `json:"pagination" doc:"Where the page stands."`
}

type providerView struct {
	ID   uuid.UUID `json:"id" doc:"Its id."`
	Name string    `json:"name" doc:"Its name."`
}

type paymentView struct {
	ID                  uuid.UUID                  `json:"id" doc:"Its id."`
	ProviderID          uuid.UUID                  `json:"provider_id" doc:"Service provider that was paid."`
	Type                word[domain.PaymentType]   `json:"type" doc:"Money paid or money taken back."`
	Status              word[paymentStatus]        `json:"status" doc:"Whether it stands. A reversal always does."`
	Amount              json.Number                `json:"amount" doc:"Amount in major units, exact; negative in a reversal."`
	AmountMinor         int64                      `json:"amount_minor" doc:"The same in minor units."`
	Currency            string                     `json:"currency" doc:"ISO 4217 code."`
	PaymentDate         day                        `json:"payment_date" doc:"Day of the payment."`
	PaymentMethod       word[domain.PaymentMethod] `json:"payment_method" doc:"The way the money moved."`
	PaymentReference    string                     `json:"payment_reference" doc:"Reference of the transfer."`
	InvoiceNumber       string                     `json:"invoice_number" doc:"Invoice it settles; empty when there is none."`
	Period              *period                    `json:"period" doc:"The period it covers."`
	TaskIDs             []uuid.UUID                `json:"task_ids" doc:"Tasks it pays for."`
	Remarks             string                     `json:"remarks" doc:"Remarks; empty when there are none."`
	RecordedBy          string                     `json:"recorded_by" doc:"Name of who recorded it; System where no account did."`
	RecordedByID        *uuid.UUID                 `json:"recorded_by_id" doc:"Account that recorded it."`
	ReversesPaymentID   *uuid.UUID                 `json:"reverses_payment_id" doc:"Settlement that this reversal undoes."`
	ReversedByPaymentID *uuid.UUID                 `json:"reversed_by_payment_id" doc:"Reversal that undid this settlement."`
	CreatedAt           stamp                      `json:"created_at" doc:"When it was recorded."`
}

// paymentSelection is what a paymentView reads of its row.
var paymentSelection = model.Selection{
	Columns: []string{
		payment.FieldProviderID, payment.FieldType, payment.FieldAmountMinor, payment.FieldCurrency, payment.FieldPaymentDate,
		payment.FieldPaymentMethod, payment.FieldPaymentReference, payment.FieldInvoiceNumber, payment.FieldPeriodFrom,
		payment.FieldPeriodTo, payment.FieldRemarks, payment.FieldRecordedByID, payment.FieldReversesID, payment.FieldCreatedAt,
	},
	Edges: map[string]model.Selection{
		payment.EdgeRecordedBy:   nameSelection,
		payment.EdgeReversedBy:   {Columns: []string{payment.FieldID}},
		payment.EdgePaymentTasks: {Columns: []string{paymenttask.FieldTaskID}},
	},
}

// paymentStatus gives the graph's enumeration its list of values.
type paymentStatus model.PaymentStatus

func (paymentStatus) Values() []string {
	return []string{string(model.PaymentStatusPaid), string(model.PaymentStatusReversed)}
}

type period struct {
	From *day `json:"from" doc:"First day."`
	To   *day `json:"to" doc:"Last day."`
}

type paymentSummary struct {
	Count  int            `json:"count" doc:"How many rows."`
	Totals []paymentTotal `json:"totals" doc:"Sums, one for each currency."`
}

type paymentTotal struct {
	Currency string      `json:"currency" doc:"ISO 4217 code."`
	Paid     json.Number `json:"paid" doc:"All settlements."`
	Reversed json.Number `json:"reversed" doc:"All reversals, as a positive amount."`
	Net      json.Number `json:"net" doc:"Paid less reversed."`
}

// payments answers path 2.
func (a *API) payments(r *http.Request) (any, error) {
	in := decode(r)
	id := in.pathID("provider_id")
	from, to := in.dates("from_date", "to_date")
	page, limit := in.page()
	if err := in.fault(); err != nil {
		return nil, err
	}
	ctx := model.Select[ent.Payment](r.Context(), &paymentSelection)
	found, err := a.Resolvers.Query().PaymentPage(ctx, id, from, to, page, limit)
	if err != nil {
		return nil, err
	}
	return viewPayments(r.Context(), a.Resolvers.Payment(), found)
}

func viewPayments(ctx context.Context, derived generated.PaymentResolver, found *model.PaymentPage) (any, error) {
	out := paymentList{
		done:       ok("Payments retrieved."),
		Provider:   providerView{found.Provider.ID, found.Provider.Name},
		Payments:   make([]paymentView, len(found.Payments)),
		Summary:    paymentSummary{Count: found.Summary.Count, Totals: make([]paymentTotal, len(found.Summary.Totals))},
		Pagination: viewPagination(found.Pagination),
	}
	for i, t := range found.Summary.Totals {
		out.Summary.Totals[i] = paymentTotal{t.Currency, json.Number(t.Paid), json.Number(t.Reversed), json.Number(t.Net)}
	}
	for i, p := range found.Payments {
		var err error
		if out.Payments[i], err = viewPayment(ctx, derived, p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func viewPayment(ctx context.Context, derived generated.PaymentResolver, p *ent.Payment) (paymentView, error) {
	status, err := derived.Status(ctx, p)
	if err != nil {
		return paymentView{}, err
	}
	tasks, err := derived.TaskIds(ctx, p)
	if err != nil {
		return paymentView{}, err
	}
	out := paymentView{
		ID: p.ID, ProviderID: p.ProviderID, Type: lower(p.Type), Status: lower(paymentStatus(status)),
		Amount: json.Number(model.FormatMinor(p.AmountMinor, p.Currency)), AmountMinor: p.AmountMinor, Currency: p.Currency,
		PaymentDate: day(p.PaymentDate), PaymentMethod: lower(p.PaymentMethod), PaymentReference: p.PaymentReference,
		InvoiceNumber: p.InvoiceNumber, TaskIDs: append([]uuid.UUID{}, tasks...), Remarks: p.Remarks,
		RecordedBy: model.ActorName(p.Edges.RecordedBy, ""), RecordedByID: p.RecordedByID,
		ReversesPaymentID: p.ReversesID, CreatedAt: at(p.CreatedAt),
	}
	if p.PeriodFrom != nil || p.PeriodTo != nil {
		out.Period = &period{maybeDay(p.PeriodFrom), maybeDay(p.PeriodTo)}
	}
	if by := p.Edges.ReversedBy; by != nil {
		out.ReversedByPaymentID = &by.ID
	}
	return out, nil
}

func paymentsDoc() operation {
	from, to := day("2026-10-01"), day("2026-10-31")
	admin := exampleID(1)
	return operation{
		id: "providerPayments", tag: "Payments", summary: "Payment history of a service provider",
		text:  "The provider's ledger by numbered pages, newest payment first. Nothing in it ever changes: a mistake is undone by a reversal.",
		graph: "paymentPage", graphText: "query `paymentPage(providerId, fromDate, toDate, page, limit)`",
		params: append([]param{
			pathID("provider_id", "The service provider."),
			query("from_date", "First day of payment, in UTC.", schemaOf[day]()),
			query("to_date", "Last day of payment, included.", schemaOf[day]()),
		}, pageParams()...),
		answers: []answer{{
			status: http.StatusOK, text: "The page.",
			example: paymentList{
				done:     ok("Payments retrieved."),
				Provider: providerView{exampleID(2), "Northside Repairs"},
				Payments: []paymentView{{
					ID: exampleID(3), ProviderID: exampleID(2), Type: lower(domain.PaymentSettlement), Status: "paid",
					Amount: "1250.00", AmountMinor: 125000, Currency: "INR", PaymentDate: "2026-11-05",
					PaymentMethod: lower(domain.MethodBankTransfer), PaymentReference: "NEFT-88120", InvoiceNumber: "INV-41",
					Period: &period{&from, &to}, TaskIDs: []uuid.UUID{exampleID(4)}, Remarks: "October.",
					RecordedBy: "Maya Lind", RecordedByID: &admin, CreatedAt: at(exampleTime(0)),
				}},
				Summary:    paymentSummary{1, []paymentTotal{{"INR", "1250.00", "0.00", "1250.00"}}},
				Pagination: examplePagination(),
			},
		}},
	}
}
