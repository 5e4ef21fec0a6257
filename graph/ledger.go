package graph

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymentsum"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
)

// paymentSum is the number of payments of a type in a currency, and their sum.
type paymentSum struct {
	Currency string             `sql:"currency"`
	Type     domain.PaymentType `sql:"type"`
	Rows     int                `sql:"count"`
	Total    int64              `sql:"total"`
}

// summarizePayments returns the totals of payments by currency, with one statement over the payments.
func summarizePayments(ctx context.Context, q *ent.PaymentQuery) (*model.PaymentSummary, error) {
	var sums []paymentSum
	err := q.Modify(func(s *sql.Selector) {
		selectSums(s, "COUNT(*)", payment.FieldAmountMinor, payment.FieldCurrency, payment.FieldType)
	}).Scan(ctx, &sums)
	summary := toSummary(sums)
	entread.Counted(ctx, summary.Count)
	return summary, err
}

// paidProvider returns a service provider, and the totals of its payments between two days, by one statement.
func (r *Resolver) paidProvider(ctx context.Context, id uuid.UUID, from, to *string) (*ent.ServiceProvider, *model.PaymentSummary, error) {
	in := sumsBetween(from, to)
	q := r.client.ServiceProvider.Query().Where(serviceprovider.ID(id))
	if in.months {
		q.WithPaymentSums(func(q *ent.PaymentSumQuery) {
			q.Where(in.ofMonths()...).Select(paymentsum.FieldCurrency, paymentsum.FieldType, paymentsum.FieldPayments, paymentsum.FieldAmountMinor)
		})
	}
	if in.before != nil || in.after != nil {
		q.WithPaymentDays(func(q *ent.PaymentDayQuery) {
			q.Where(in.ofDays()).Select(paymentday.FieldCurrency, paymentday.FieldType, paymentday.FieldPayments, paymentday.FieldAmountMinor)
		})
	}
	provider, err := q.Shaped(in.state(entread.New("service provider with the sums of its payments", id)).Static()).Only(ctx)
	if provider, err = orNotFound("service provider", provider, err); err != nil {
		return nil, nil, err
	}
	var sums []paymentSum
	for _, of := range provider.Edges.PaymentSums {
		sums = append(sums, paymentSum{of.Currency, of.Type, int(of.Payments), of.AmountMinor})
	}
	for _, of := range provider.Edges.PaymentDays {
		sums = append(sums, paymentSum{of.Currency, of.Type, int(of.Payments), of.AmountMinor})
	}
	return provider, toSummary(sums), nil
}

// summarizeAll returns the totals of all payments between two days that the viewer sees, by one statement.
func (r *Resolver) summarizeAll(ctx context.Context, from, to *string) (*model.PaymentSummary, error) {
	var sums []paymentSum
	if from == nil && to == nil {
		q := r.client.PaymentSum.Query().Where(paymentsum.Period(domain.AllTime))
		selected := q.Modify(func(s *sql.Selector) {
			selectSums(s, wholeSum(s, paymentsum.FieldPayments), paymentsum.FieldAmountMinor, paymentsum.FieldCurrency, paymentsum.FieldType)
		})
		q.Shaped(entread.New("sums of all payments", domain.AllTime))
		err := selected.Scan(ctx, &sums)
		return toSummary(sums), err
	}
	q := r.client.PaymentDay.Query().Where(days{from, to}.all())
	selected := q.Modify(func(s *sql.Selector) {
		selectSums(s, wholeSum(s, paymentday.FieldPayments), paymentday.FieldAmountMinor, paymentday.FieldCurrency, paymentday.FieldType)
	})
	q.Shaped(entread.New("sums of payments by day", from, to))
	err := selected.Scan(ctx, &sums)
	return toSummary(sums), err
}

// selectSums selects paymentSum rows.
func selectSums(s *sql.Selector, count, amount, currency, kind string) {
	s.Select(s.C(currency), s.C(kind), sql.As(count, "count"), sql.As(wholeSum(s, amount), "total"))
	s.GroupBy(s.C(currency), s.C(kind))
	s.OrderBy(s.C(currency))
}

// wholeSum returns the sum of a column of 64-bit numbers, which is a decimal on PostgreSQL.
func wholeSum(s *sql.Selector, column string) string {
	return "CAST(" + sql.Sum(s.C(column)) + " AS BIGINT)"
}

func toSummary(sums []paymentSum) *model.PaymentSummary {
	out := &model.PaymentSummary{Totals: []*model.PaymentTotal{}}
	type pair struct{ paid, reversed int64 }
	totals := map[string]*pair{}
	var currencies []string
	for _, row := range sums {
		out.Count += row.Rows
		t := totals[row.Currency]
		if t == nil {
			t = &pair{}
			totals[row.Currency] = t
			currencies = append(currencies, row.Currency)
		}
		if row.Type == domain.PaymentReversal {
			t.reversed -= row.Total
		} else {
			t.paid += row.Total
		}
	}
	slices.Sort(currencies)
	for _, c := range currencies {
		t := totals[c]
		out.Totals = append(out.Totals, &model.PaymentTotal{
			Currency: c,
			Paid:     domain.FormatMinor(t.paid, c),
			Reversed: domain.FormatMinor(t.reversed, c),
			Net:      domain.FormatMinor(t.paid-t.reversed, c),
		})
	}
	return out
}

// payment returns a payment with what the current field selects, by one statement.
func (r *Resolver) payment(ctx context.Context, id uuid.UUID) (*ent.Payment, error) {
	q, err := r.client.Payment.Query().Where(payment.ID(id)).CollectFields(ctx)
	if err != nil {
		return nil, err
	}
	row, err := q.Shaped(entread.New("payment", id)).Only(ctx)
	return orNotFound("payment", row, err)
}
