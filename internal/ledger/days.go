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
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// dayOf is what the payments that are added up have in common.
type dayOf struct {
	provider       uuid.UUID
	date, currency string
	kind           domain.PaymentType
}

// daySums are how many payments there are, and their amounts added up.
type daySums struct{ payments, amount int64 }

// days are payments added up.
type days map[dayOf]daySums

func (d days) add(p *ent.Payment) {
	of := dayOf{p.ProviderID, p.PaymentDate, p.Currency, p.Type}
	d[of] = daySums{d[of].payments + 1, d[of].amount + p.AmountMinor}
}

// inOrder is the order in which they are written.
func (d days) inOrder() []dayOf {
	return slices.SortedFunc(maps.Keys(d), func(a, b dayOf) int {
		return cmp.Or(slices.Compare(a.provider[:], b.provider[:]), cmp.Compare(a.date, b.date),
			cmp.Compare(a.currency, b.currency), cmp.Compare(a.kind, b.kind))
	})
}

// addToDays adds payments to the sums of their days. The transaction holds their service providers, so writers
// do not wait here again.
func addToDays(ctx context.Context, tx *ent.Client, payments []*ent.Payment) error {
	sums := days{}
	for _, p := range payments {
		sums.add(p)
	}
	for part := range slices.Chunk(sums.inOrder(), rowsPerInsert) {
		err := tx.PaymentDay.MapCreateBulk(part, func(c *ent.PaymentDayCreate, i int) {
			of := part[i]
			c.SetProviderID(of.provider).SetPaymentDate(of.date).SetCurrency(of.currency).SetType(of.kind).
				SetPayments(sums[of].payments).SetAmountMinor(sums[of].amount)
		}).
			OnConflict(
				sql.ConflictColumns(paymentday.FieldProviderID, paymentday.FieldPaymentDate, paymentday.FieldCurrency, paymentday.FieldType),
				sql.ResolveWith(func(u *sql.UpdateSet) {
					for _, column := range []string{paymentday.FieldPayments, paymentday.FieldAmountMinor} {
						u.Set(column, sql.Expr(paymentday.Table+"."+column+" + excluded."+column))
					}
				}),
			).
			Exec(auth.System(ctx, "the sums of payments"))
		if err != nil {
			return fmt.Errorf("add payments to the sums of their days: %w", err)
		}
	}
	return nil
}
