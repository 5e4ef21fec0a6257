package payments

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymentsum"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/store/dbtx"
)

// providerSum is what a service provider was paid in a currency, by payments of one type.
type providerSum struct {
	ProviderID uuid.UUID          `sql:"provider_id"`
	Currency   string             `sql:"currency"`
	Type       domain.PaymentType `sql:"type"`
	Payments   int64              `sql:"payments"`
	Amount     int64              `sql:"amount_minor"`
}

// AddUpPayments adds to the sums by month what an instance of the version before has recorded, which knows those by day
// alone. Each service provider that lacks some is a transaction of its own. It returns how many sums it changed.
func (r *Room) AddUpPayments(ctx context.Context) (changed int, err error) {
	ctx = auth.System(ctx, "the sums of payments")
	var days []providerSum
	err = r.Client.PaymentDay.Query().Modify(func(s *sql.Selector) {
		sum := func(column string) string { return sql.As("CAST("+sql.Sum(s.C(column))+" AS BIGINT)", column) }
		s.Select(s.C(paymentday.FieldProviderID), s.C(paymentday.FieldCurrency), s.C(paymentday.FieldType),
			sum(paymentday.FieldPayments), sum(paymentday.FieldAmountMinor)).
			GroupBy(s.C(paymentday.FieldProviderID), s.C(paymentday.FieldCurrency), s.C(paymentday.FieldType))
	}).Scan(ctx, &days)
	if err != nil {
		return 0, err
	}
	there, err := r.Client.PaymentSum.Query().Where(paymentsum.Period(domain.AllTime)).All(ctx)
	if err != nil {
		return 0, err
	}
	known := make(map[providerSum]bool, len(there))
	for _, of := range there {
		known[providerSum{of.ProviderID, of.Currency, of.Type, of.Payments, of.AmountMinor}] = true
	}
	done := map[uuid.UUID]bool{}
	for _, of := range days {
		if known[of] || done[of.ProviderID] {
			continue
		}
		done[of.ProviderID] = true
		var n int
		err := dbtx.InTx(ctx, r.Client, nil, func(tx *ent.Client) (err error) {
			n, err = ledger.AddUp(ctx, tx, of.ProviderID)
			return err
		})
		if err != nil {
			return changed, err
		}
		changed += n
	}
	return changed, nil
}
