package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/graph/model"
)

// paymentPage returns a numbered page of a provider's payments, newest first, and the totals of
// the whole filter.
func (r *Resolver) paymentPage(ctx context.Context, providerID uuid.UUID, from, to *string, page, limit *int) (*model.PaymentPage, error) {
	p, err := pageOf(page, limit)
	if err != nil {
		return nil, err
	}
	if _, _, err := dayRange("fromDate", "toDate", from, to); err != nil {
		return nil, err
	}
	provider, err := r.client.ServiceProvider.Query().Where(serviceprovider.ID(providerID)).Only(ctx)
	if provider, err = orNotFound("service provider", provider, err); err != nil {
		return nil, err
	}
	q := r.client.Payment.Query().Where(payment.ProviderID(providerID))
	sums := r.client.PaymentDay.Query().Where(paymentday.ProviderID(providerID))
	if from != nil {
		q.Where(payment.PaymentDateGTE(*from))
		sums.Where(paymentday.PaymentDateGTE(*from))
	}
	if to != nil {
		q.Where(payment.PaymentDateLTE(*to))
		sums.Where(paymentday.PaymentDateLTE(*to))
	}
	summary, err := summarize(ctx, sums)
	if err != nil {
		return nil, err
	}
	out := &model.PaymentPage{Provider: provider, Payments: []*ent.Payment{}, Summary: summary, Pagination: p}
	w, rows := locate(p, summary.Count)
	if !rows {
		return out, nil
	}
	down := w.direction(entgql.OrderDirectionDesc)
	if q, err = restrict(ctx, q, w, payment.IDIn, payment.ByPaymentDate(down), payment.ByID(down)); err != nil {
		return nil, err
	}
	if err := applySelection[ent.Payment](ctx, q, paymentEdges); err != nil {
		return nil, err
	}
	if q, err = q.CollectFields(withChildField(ctx, "payments")); err != nil {
		return nil, err
	}
	found, err := q.All(ctx)
	out.Payments = restoreOrder(w, found)
	return out, err
}

// taskIDs returns the ids of the tasks that a settlement covers, in the order of their creation.
func taskIDs(ctx context.Context, p *ent.Payment) ([]uuid.UUID, error) {
	pairs, err := p.Edges.PaymentTasksOrErr()
	if ent.IsNotLoaded(err) {
		pairs, err = p.QueryPaymentTasks().All(ctx)
	}
	ids := make([]uuid.UUID, len(pairs))
	for i, pair := range pairs {
		ids[i] = pair.TaskID
	}
	sortIDs(ids)
	return ids, err
}
