package graph

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
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

// summarizeDays returns the totals of payments by currency, with one statement over the daily sums.
func summarizeDays(ctx context.Context, q *ent.PaymentDayQuery, shape *entread.Shape) (*model.PaymentSummary, error) {
	var sums []paymentSum
	selected := q.Modify(func(s *sql.Selector) {
		selectSums(s, wholeSum(s, paymentday.FieldPayments), paymentday.FieldAmountMinor, paymentday.FieldCurrency, paymentday.FieldType)
	})
	q.Shaped(shape)
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
