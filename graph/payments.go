package graph

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/entread"
)

// paymentFilter selects the payments of a numbered page; nil fields select all.
type paymentFilter struct {
	provider *uuid.UUID
	from, to *string
	where    *ent.PaymentWhereInput
}

// add selects the payments of the service provider and of the days.
func (f paymentFilter) add(q *ent.PaymentQuery) {
	if f.provider != nil {
		q.Where(payment.ProviderID(*f.provider))
	}
	q.Where(paidBetween(f.from, f.to)...)
}

// paidBetween returns the conditions for payments between two days, both included; nil is for no limit.
func paidBetween(from, to *string) (all []predicate.Payment) {
	if from != nil {
		all = append(all, payment.PaymentDateGTE(*from))
	}
	if to != nil {
		all = append(all, payment.PaymentDateLTE(*to))
	}
	return all
}

// list selects the same payments, the first ones of which are read in an order, and returns the terms of the order. Those of a few days in another
// order are sorted: in the order there may be none for long.
func (f paymentFilter) list(q *ent.PaymentQuery, order []*ent.PaymentOrder) func([]*ent.PaymentOrder, bool) []payment.OrderOption {
	first, _ := order[0].Key()
	if f.provider == nil || (f.from != nil || f.to != nil) && first != ent.PaymentOrderFieldPaymentDate.String() {
		f.add(q)
		return ent.PaymentTerms
	}
	q.Where(func(s *sql.Selector) {
		s.Where(entread.UnderBetween(s, payment.FieldProviderID, *f.provider, payment.FieldPaymentDate, f.from, f.to))
	})
	return func(order []*ent.PaymentOrder, reverse bool) []payment.OrderOption {
		last := order[len(order)-1].Direction == entgql.OrderDirectionDesc
		return append([]payment.OrderOption{func(s *sql.Selector) {
			s.OrderBy(entread.UnderTerm(s.C(payment.FieldProviderID), last != reverse))
		}}, ent.PaymentTerms(order, reverse)...)
	}
}

// paymentPage returns a numbered page of payments, without an order the newest first, and the totals of
// the whole filter.
func (r *Resolver) paymentPage(ctx context.Context, f paymentFilter, order []*ent.PaymentOrder, page, limit *int) (*model.PaymentPage, error) {
	p, err := pageOf(page, limit)
	if err != nil {
		return nil, err
	}
	if _, _, err := dayRange("fromDate", "toDate", f.from, f.to); err != nil {
		return nil, err
	}
	out := &model.PaymentPage{Pagination: p}
	q := r.client.Payment.Query()
	if q, err = f.where.Filter(q); err != nil {
		return nil, err
	}
	if out.Provider, out.Summary, err = r.summarize(ctx, f, q); err != nil {
		return nil, err
	}
	order = orDefault(order, ent.PaymentOrder{Direction: entgql.OrderDirectionDesc, Field: ent.PaymentOrderFieldPaymentDate})
	terms := f.list(q, order)
	var shape *entread.Shape
	if f.where == nil {
		shape = shapeOf[ent.Payment](ctx, entread.New("page of payments", f.provider, f.from, f.to))
	}
	if err := applySelection[ent.Payment](ctx, q, paymentEdges); err != nil {
		return nil, err
	}
	out.Payments, err = readPage(ctx, p, out.Summary.Count, q, "Payment", "payments", order, terms, payment.IDIn, shape)
	return out, err
}

// summarize returns the service provider of a page, if it has one, and the totals of the payments of all pages, which are
// those of a query.
func (r *Resolver) summarize(ctx context.Context, f paymentFilter, q *ent.PaymentQuery) (of *ent.ServiceProvider, sums *model.PaymentSummary, err error) {
	switch {
	case f.where == nil && f.provider != nil:
		return r.paidProvider(ctx, *f.provider, f.from, f.to)
	case f.where == nil:
		sums, err = r.summarizeAll(ctx, f.from, f.to)
		return nil, sums, err
	case f.provider != nil:
		of, err = r.client.ServiceProvider.Query().Where(serviceprovider.ID(*f.provider)).
			Shaped(entread.New("provider of payments", *f.provider)).Only(ctx)
		if of, err = orNotFound("service provider", of, err); err != nil {
			return nil, nil, err
		}
	}
	q = q.Clone() // sums have no other columns
	f.add(q)
	sums, err = summarizePayments(ctx, q)
	return of, sums, err
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
