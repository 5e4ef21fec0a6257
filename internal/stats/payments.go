package stats

import (
	"context"
	"encoding/json"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/hint"
)

// Payments is a request for statistics of payments, which are always grouped by currency.
type Payments struct {
	Where   *ent.PaymentWhereInput
	Written map[string]any
	GroupBy []domain.PaymentDimension
	Period  TimeRange // whole days in UTC
	Ranking
	SortBy *domain.PaymentBucketOrder
}

// PaymentStats are the sums of some payments in one currency.
type PaymentStats struct {
	Currency               string
	ProviderID             *uuid.UUID
	ProviderName           *string
	Method                 *domain.PaymentMethod
	CategoryID             *uuid.UUID
	CategoryName           *string
	SeveralCategories      bool
	Rest                   bool
	From, To               *string // days, both included
	Settlements, Reversals int
	Settled, Reversed, Net int64
	Filter                 json.RawMessage
	Selection              *PaymentSelection
}

type paymentRow struct {
	KeyRow
	Settlements, Reversals, Settled, Net int64
}

func mergePayments(a, b *paymentRow) *paymentRow {
	return &paymentRow{a.KeyRow, a.Settlements + b.Settlements, a.Reversals + b.Reversals, a.Settled + b.Settled, a.Net + b.Net}
}

// score returns what groups are sorted by.
func (in Payments) score(r *paymentRow) (float64, bool) {
	switch {
	case r == nil:
		return 0, in.SortBy != nil
	case in.SortBy == nil || *in.SortBy == domain.MostPayments:
		return float64(r.Settlements + r.Reversals), true
	case *in.SortBy == domain.MostSettled:
		return float64(r.Settled), true
	default:
		return float64(r.Net), true
	}
}

// paymentDimensions are what payments can be grouped by, beside the currency.
var paymentDimensions = map[domain.PaymentDimension]dimension{
	domain.PaymentsByProvider: {
		column: payment.FieldProviderID, table: serviceprovider.Table, name: serviceprovider.FieldName,
		filter: "providerId", selected: "providerId",
	},
	domain.PaymentsByMethod: {column: payment.FieldPaymentMethod, filter: "paymentMethod", selected: "method"},
	domain.PaymentsByCategory: {
		column: complaint.FieldCategoryID, complaints: categoriesOfPayments, names: nameOfCategory,
		selected: "categoryId", several: "severalCategories", none: string(domain.PaymentsByCategory),
	},
}

// Of returns the sums, by one statement. The last day of a period without an end is today, of the organization's calendar.
func (in Payments) Of(ctx context.Context, client *ent.Client, today time.Time) ([]*PaymentStats, error) {
	if in.Period.Bucket != nil && *in.Period.Bucket == domain.BucketHour {
		return nil, invalid("bucket", "invalid", "must be DAY or longer, since payments have days")
	}
	q := request{
		written: in.Written, period: in.Period, days: true, from: payment.FieldPaymentDate, filter: "paymentDate", fixed: 1,
		dimensions: []dimension{{column: payment.FieldCurrency, filter: "currency", selected: "currency"}},
	}
	days := in.source() == fromPaymentDays
	q.columns = func(s *sql.Selector) []string {
		columns := []string{payment.FieldType, payment.FieldAmountMinor}
		if days {
			s.From(sql.Dialect(s.Dialect()).Table(paymentday.Table).As(payment.Table))
			columns = append(columns, paymentday.FieldPayments)
		}
		return columns
	}
	for _, by := range in.GroupBy {
		q.dimensions = append(q.dimensions, paymentDimensions[by])
	}
	rows, err := in.Where.Filter(client.Payment.Query())
	if err != nil {
		return nil, err
	}
	found, err := runRequest(q, in.Ranking, today.AddDate(0, 0, 1), summed[*paymentRow]{
		sums: func(s *sql.Selector, of columnSource) {
			settlement := of.C(payment.FieldType) + " = '" + string(domain.PaymentSettlement) + "'"
			payments, amount := "1", of.C(payment.FieldAmountMinor)
			if days {
				payments = of.C(paymentday.FieldPayments)
			}
			selectSum(s, "CASE WHEN "+settlement+" THEN "+payments+" END", "settlements")
			selectSum(s, "CASE WHEN NOT "+settlement+" THEN "+payments+" END", "reversals")
			selectSum(s, "CASE WHEN "+settlement+" THEN "+amount+" END", "settled")
			selectSum(s, amount, "net")
		},
		key:   func(r *paymentRow) *KeyRow { return &r.KeyRow },
		merge: mergePayments, score: in.score,
		scan: func(sum func(*sql.Selector) string, to *[]*paymentRow) error {
			return rows.Aggregate(sum).Scan(hint.Unprepared(ctx), to)
		},
	})
	if err != nil {
		return nil, err
	}
	out := make([]*PaymentStats, len(found))
	for i, f := range found {
		r := f.row
		hint.Aggregated(ctx, r.Settlements+r.Reversals)
		p := &PaymentStats{
			Currency: r.value(0), Rest: f.rest != nil, Settlements: int(r.Settlements), Reversals: int(r.Reversals),
			Settled: r.Settled, Reversed: r.Settled - r.Net, Net: r.Net, Filter: f.filter,
		}
		if f.from != nil {
			from := f.from.Format(day)
			p.From = &from
		}
		if f.to != nil {
			to := f.to.AddDate(0, 0, -1).Format(day)
			p.To = &to
		}
		p.Selection = &PaymentSelection{PaymentValues: PaymentValues{From: p.From, To: p.To}}
		for _, other := range f.rest {
			one := &PaymentSelection{}
			in.selection(one, &PaymentStats{}, &other.KeyRow)
			p.Selection.Except = append(p.Selection.Except, one)
		}
		if p.Selection.Currency = &p.Currency; !p.Rest {
			in.selection(p.Selection, p, &r.KeyRow)
		}
		out[i] = p
	}
	return out, nil
}

// selection sets what selects a group, and its values and names.
func (in Payments) selection(s *PaymentSelection, p *PaymentStats, r *KeyRow) {
	s.Currency = new(r.value(0))
	for i, by := range in.GroupBy {
		n := i + 1 // after the currency
		switch {
		case r.value(n) == "":
			s.None = append(s.None, by)
		case by == domain.PaymentsByProvider:
			p.ProviderID, p.ProviderName = idAndName(r, n)
			s.ProviderID = p.ProviderID
		case by == domain.PaymentsByCategory && r.value(n) == several:
			p.SeveralCategories = true
			s.SeveralCategories = &p.SeveralCategories
		case by == domain.PaymentsByCategory:
			p.CategoryID, p.CategoryName = idAndName(r, n)
			s.CategoryID = p.CategoryID
		default:
			p.Method = new(domain.PaymentMethod(r.value(n)))
			s.Method = p.Method
		}
	}
}
