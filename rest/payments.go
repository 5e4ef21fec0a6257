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
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/domain"
)

type paymentList struct {
	done
	Provider   providerView   `json:"provider" doc:"The service provider."`
	Payments   []paymentView  `json:"payments" doc:"The rows of this page, newest payment first."`
	Summary    paymentSummary `json:"summary" doc:"Sums over all pages."`
	Pagination pagination     `json:"pagination" doc:"Position of the page in the list."`
}

type providerView struct {
	ID   uuid.UUID `json:"id" doc:"Its id."`
	Name string    `json:"name" doc:"Its name."`
}

type paymentView struct {
	ID                  uuid.UUID                  `json:"id" doc:"Its id."`
	ProviderID          uuid.UUID                  `json:"provider_id" doc:"Service provider that was paid."`
	Type                enum[domain.PaymentType]   `json:"type" doc:"Settlement or reversal."`
	Status              enum[paymentStatus]        `json:"status" doc:"Whether it was reversed. A reversal itself is always paid."`
	Amount              json.Number                `json:"amount" doc:"Amount in major units, exact; negative in a reversal."`
	AmountMinor         int64                      `json:"amount_minor" bounds:"-100000000000000,100000000000000" doc:"Amount in minor units; negative in a reversal."`
	Currency            string                     `json:"currency" doc:"ISO 4217 code."`
	PaymentDate         date                       `json:"payment_date" doc:"Date of the payment."`
	PaymentMethod       enum[domain.PaymentMethod] `json:"payment_method" doc:"Method of the payment."`
	PaymentReference    string                     `json:"payment_reference" doc:"Reference of the transfer."`
	InvoiceNumber       string                     `json:"invoice_number" doc:"Invoice it settles; empty when there is none."`
	Period              *period                    `json:"period" doc:"Period it covers; null when none was given."`
	TaskIDs             []uuid.UUID                `json:"task_ids" doc:"Tasks it pays for."`
	Remarks             string                     `json:"remarks" doc:"Remarks; empty when there are none."`
	RecordedBy          string                     `json:"recorded_by" doc:"Name of the account that recorded it; System when none did."`
	RecordedByID        *uuid.UUID                 `json:"recorded_by_id" doc:"Account that recorded it."`
	ReversesPaymentID   *uuid.UUID                 `json:"reverses_payment_id" doc:"Settlement that this reversal reverses."`
	ReversedByPaymentID *uuid.UUID                 `json:"reversed_by_payment_id" doc:"Reversal that reversed this settlement."`
	CreatedAt           timestamp                  `json:"created_at" doc:"When it was recorded."`
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

// paymentStatus adds the list of its values to the enumeration of the graph.
type paymentStatus model.PaymentStatus

func (paymentStatus) Values() []string {
	return []string{string(model.PaymentStatusPaid), string(model.PaymentStatusReversed)}
}

type period struct {
	From *date `json:"from" doc:"First day."`
	To   *date `json:"to" doc:"Last day."`
}

type paymentSummary struct {
	Count  int            `json:"count" doc:"Number of payments."`
	Totals []paymentTotal `json:"totals" doc:"Sums, one for each currency."`
}

type paymentTotal struct {
	Currency string      `json:"currency" doc:"ISO 4217 code."`
	Paid     json.Number `json:"paid" doc:"Sum of all settlements."`
	Reversed json.Number `json:"reversed" doc:"Sum of all reversals, as a positive amount."`
	Net      json.Number `json:"net" doc:"Paid minus reversed."`
}

// payments serves path 2.
func (a *API) payments(r *http.Request) (any, error) {
	in := decode(r)
	id := in.pathID("provider_id")
	from, to := in.dates("from_date", "to_date")
	page, limit := in.page()
	if err := in.err(); err != nil {
		return nil, err
	}
	if err := budget.Draw(r.Context(), budget.Read); err != nil {
		return nil, err
	}
	ctx := model.Select[ent.Payment](r.Context(), &paymentSelection)
	found, err := a.Resolvers.Query().PaymentPage(ctx, &id, from, to, nil, nil, page, limit)
	if err != nil {
		return nil, err
	}
	return viewPayments(r.Context(), a.Resolvers.Payment(), found)
}

func viewPayments(ctx context.Context, derived generated.PaymentResolver, found *model.PaymentPage) (any, error) {
	out := paymentList{
		done:       ok("Payments retrieved.").in(ctx),
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
		ID: p.ID, ProviderID: p.ProviderID, Type: enumOf(p.Type), Status: enumOf(paymentStatus(status)),
		Amount: json.Number(domain.FormatMinor(p.AmountMinor, p.Currency)), AmountMinor: p.AmountMinor, Currency: p.Currency,
		PaymentDate: date(p.PaymentDate), PaymentMethod: enumOf(p.PaymentMethod), PaymentReference: p.PaymentReference,
		InvoiceNumber: p.InvoiceNumber, TaskIDs: append([]uuid.UUID{}, tasks...), Remarks: p.Remarks,
		RecordedBy: model.ActorName(ctx, p.Edges.RecordedBy, ""), RecordedByID: p.RecordedByID,
		ReversesPaymentID: p.ReversesID, CreatedAt: timestampOf(p.CreatedAt),
	}
	if p.PeriodFrom != nil || p.PeriodTo != nil {
		out.Period = &period{dateOrNil(p.PeriodFrom), dateOrNil(p.PeriodTo)}
	}
	if by := p.Edges.ReversedBy; by != nil {
		out.ReversedByPaymentID = &by.ID
	}
	return out, nil
}

func paymentsDoc() operation {
	from, to := date("2026-10-01"), date("2026-10-31")
	admin := exampleID(1)
	return operation{
		id: "providerPayments", tag: "Payments", summary: "Payment history of a service provider",
		text:  "Returns a numbered page of the provider's ledger, newest payment first. Payments never change: a mistake is corrected by a reversal. " + pageText,
		graph: "paymentPage", graphText: "query `paymentPage(providerId, fromDate, toDate, page, limit)`",
		params: append([]param{
			pathID("provider_id", "The service provider."),
			query("from_date", "Returns only payments on or after this date.", schemaOf[date]()),
			query("to_date", "Returns only payments on or before this date.", schemaOf[date]()),
		}, pageParams()...),
		responses: []response{{
			status: http.StatusOK, text: "The page.",
			example: paymentList{
				done:     ok("Payments retrieved."),
				Provider: providerView{exampleID(2), "Northside Repairs"},
				Payments: []paymentView{{
					ID: exampleID(3), ProviderID: exampleID(2), Type: enumOf(domain.PaymentSettlement), Status: "paid",
					Amount: "1250.00", AmountMinor: 125000, Currency: "INR", PaymentDate: "2026-11-05",
					PaymentMethod: enumOf(domain.MethodBankTransfer), PaymentReference: "NEFT-88120", InvoiceNumber: "INV-41",
					Period: &period{&from, &to}, TaskIDs: []uuid.UUID{exampleID(4)}, Remarks: "October.",
					RecordedBy: "Maya Lind", RecordedByID: &admin, CreatedAt: timestampOf(exampleTime(0)),
				}},
				Summary:    paymentSummary{1, []paymentTotal{{"INR", "1250.00", "0.00", "1250.00"}}},
				Pagination: examplePagination(),
			},
		}},
	}
}
