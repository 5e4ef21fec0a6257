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

// daySums are the payments of a day.
type daySums struct{ payments, amount int64 }

func (s *daySums) add(p *ent.Payment) {
	s.payments++
	s.amount += p.AmountMinor
}

func daysOf(p *ent.Payment) dayOf { return dayOf{p.ProviderID, p.PaymentDate, p.Currency, p.Type} }

// inOrder is the order of days in which they are written.
func inOrder(days map[dayOf]*daySums) []dayOf {
	return slices.SortedFunc(maps.Keys(days), func(a, b dayOf) int {
		return cmp.Or(slices.Compare(a.provider[:], b.provider[:]), cmp.Compare(a.date, b.date),
			cmp.Compare(a.currency, b.currency), cmp.Compare(a.kind, b.kind))
	})
}

// addToDays adds payments to the sums of their days. Whoever calls it holds the chain of
// payments, so writers do not wait here again.
func addToDays(ctx context.Context, tx *ent.Client, payments []*ent.Payment) error {
	days := map[dayOf]*daySums{}
	for _, p := range payments {
		of := daysOf(p)
		if days[of] == nil {
			days[of] = &daySums{}
		}
		days[of].add(p)
	}
	for part := range slices.Chunk(inOrder(days), rowsPerInsert) {
		err := tx.PaymentDay.MapCreateBulk(part, func(c *ent.PaymentDayCreate, i int) {
			of := part[i]
			c.SetProviderID(of.provider).SetPaymentDate(of.date).SetCurrency(of.currency).SetType(of.kind).
				SetPayments(days[of].payments).SetAmountMinor(days[of].amount)
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
