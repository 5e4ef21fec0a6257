package ledger

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"entgo.io/ent/dialect/sql"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymentsum"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// sumOf is what the payments that are added up have in common.
type sumOf struct {
	provider         uuid.UUID
	period, currency string
	kind             domain.PaymentType
}

// sum is how many payments there are, and their amounts added up.
type sum struct{ payments, amount int64 }

// sums are payments added up.
type sums map[sumOf]sum

func (s sums) add(of sumOf, more sum) {
	s[of] = sum{s[of].payments + more.payments, s[of].amount + more.amount}
}

// inOrder is the order in which they are written.
func (s sums) inOrder() []sumOf {
	return slices.SortedFunc(maps.Keys(s), func(a, b sumOf) int {
		return cmp.Or(slices.Compare(a.provider[:], b.provider[:]), cmp.Compare(a.period, b.period),
			cmp.Compare(a.currency, b.currency), cmp.Compare(a.kind, b.kind))
	})
}

// periods returns the sums by month, and those of all payments, of sums by day.
func (s sums) periods() sums {
	out := sums{}
	for of, day := range s {
		month, all := of, of
		month.period, all.period = domain.MonthOf(of.period), domain.AllTime
		out.add(month, day)
		out.add(all, day)
	}
	return out
}

// dayOf returns what a payment has in common with the others of its day.
func dayOf(p *ent.Payment) sumOf { return sumOf{p.ProviderID, p.PaymentDate, p.Currency, p.Type} }

// addUp adds payments to the sums that they belong to. The transaction holds their service providers, so writers
// do not wait here again.
func addUp(ctx context.Context, tx *ent.Client, payments []*ent.Payment) error {
	ctx = auth.System(ctx, "the sums of payments")
	days := sums{}
	for _, p := range payments {
		days.add(dayOf(p), sum{1, p.AmountMinor})
	}
	for part := range slices.Chunk(days.inOrder(), rowsPerInsert) {
		err := tx.PaymentDay.MapCreateBulk(part, func(c *ent.PaymentDayCreate, i int) {
			of := part[i]
			c.SetProviderID(of.provider).SetPaymentDate(of.period).SetCurrency(of.currency).SetType(of.kind).
				SetPayments(days[of].payments).SetAmountMinor(days[of].amount)
		}).
			OnConflict(
				sql.ConflictColumns(paymentday.FieldProviderID, paymentday.FieldPaymentDate, paymentday.FieldCurrency, paymentday.FieldType),
				added(paymentday.Table, paymentday.FieldPayments, paymentday.FieldAmountMinor),
			).
			Exec(ctx)
		if err != nil {
			return fmt.Errorf("add payments to the sums of their days: %w", err)
		}
	}
	return writePeriods(ctx, tx, days.periods())
}

// writePeriods adds sums to those that are there.
func writePeriods(ctx context.Context, tx *ent.Client, periods sums) error {
	for part := range slices.Chunk(periods.inOrder(), rowsPerInsert) {
		err := tx.PaymentSum.MapCreateBulk(part, func(c *ent.PaymentSumCreate, i int) {
			of := part[i]
			c.SetProviderID(of.provider).SetPeriod(of.period).SetCurrency(of.currency).SetType(of.kind).
				SetPayments(periods[of].payments).SetAmountMinor(periods[of].amount)
		}).
			OnConflict(
				sql.ConflictColumns(paymentsum.FieldProviderID, paymentsum.FieldPeriod, paymentsum.FieldCurrency, paymentsum.FieldType),
				added(paymentsum.Table, paymentsum.FieldPayments, paymentsum.FieldAmountMinor),
			).
			Exec(ctx)
		if err != nil {
			return fmt.Errorf("add payments to the sums of their months: %w", err)
		}
	}
	return nil
}

// added adds the columns of a row that is there already to those of the new one.
func added(table string, columns ...string) sql.ConflictOption {
	return sql.ResolveWith(func(u *sql.UpdateSet) {
		for _, column := range columns {
			u.Set(column, sql.Expr(table+"."+column+" + excluded."+column))
		}
	})
}

// AddUp makes a service provider's sums by month, and of all its payments, what its sums by day add up to, and
// returns how many it changed. The client is a transaction's, which locks the service provider as recording a payment does.
func AddUp(ctx context.Context, tx *ent.Client, provider uuid.UUID) (changed int, err error) {
	ctx = auth.System(ctx, "the sums of payments")
	if _, err := tx.ServiceProvider.Query().Where(serviceprovider.ID(provider), dbtx.ForUpdate).OnlyID(ctx); err != nil {
		return 0, err
	}
	days, err := tx.PaymentDay.Query().Where(paymentday.ProviderID(provider)).All(ctx)
	if err != nil {
		return 0, err
	}
	byDay, there := sums{}, sums{}
	for _, d := range days {
		byDay.add(sumOf{provider, d.PaymentDate, d.Currency, d.Type}, sum{d.Payments, d.AmountMinor})
	}
	rows, err := tx.PaymentSum.Query().Where(paymentsum.ProviderID(provider)).All(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		there[sumOf{provider, r.Period, r.Currency, r.Type}] = sum{r.Payments, r.AmountMinor}
	}
	right := byDay.periods()
	for of, is := range right {
		if there[of] != is {
			changed++
		}
		delete(there, of)
	}
	if changed += len(there); changed == 0 {
		return 0, nil
	}
	if _, err := tx.PaymentSum.Delete().Where(paymentsum.ProviderID(provider)).Exec(ctx); err != nil {
		return 0, err
	}
	return changed, writePeriods(ctx, tx, right)
}
