package graph

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
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
		s.Select(s.C(payment.FieldCurrency), s.C(payment.FieldType),
			sql.As("COUNT(*)", "count"), sql.As("CAST("+sql.Sum(s.C(payment.FieldAmountMinor))+" AS BIGINT)", "total"))
		s.GroupBy(s.C(payment.FieldCurrency), s.C(payment.FieldType))
		s.OrderBy(s.C(payment.FieldCurrency))
	}).Scan(ctx, &sums)
	if err != nil {
		return nil, err
	}
	return toSummary(sums), nil
}

// summarizeDays returns the totals of payments by currency, with one statement over the daily sums.
func summarizeDays(ctx context.Context, q *ent.PaymentDayQuery) (*model.PaymentSummary, error) {
	var sums []paymentSum
	err := q.Modify(func(s *sql.Selector) {
		// A sum of 64-bit numbers is a decimal on PostgreSQL.
		whole := func(column, name string) string {
			return sql.As("CAST("+sql.Sum(s.C(column))+" AS BIGINT)", name)
		}
		s.Select(s.C(paymentday.FieldCurrency), s.C(paymentday.FieldType),
			whole(paymentday.FieldPayments, "count"), whole(paymentday.FieldAmountMinor, "total"))
		s.GroupBy(s.C(paymentday.FieldCurrency), s.C(paymentday.FieldType))
		s.OrderBy(s.C(paymentday.FieldCurrency))
	}).Scan(ctx, &sums)
	if err != nil {
		return nil, err
	}
	return toSummary(sums), nil
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
			t.reversed = -row.Total
		} else {
			t.paid = row.Total
		}
	}
	for _, c := range currencies {
		t := totals[c]
		out.Totals = append(out.Totals, &model.PaymentTotal{
			Currency: c,
			Paid:     model.FormatMinor(t.paid, c),
			Reversed: model.FormatMinor(t.reversed, c),
			Net:      model.FormatMinor(t.paid-t.reversed, c),
		})
	}
	return out
}
