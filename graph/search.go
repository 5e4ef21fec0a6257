package graph

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/search"
)

// searched adds the condition by which a text finds rows; nil adds none.
func searched[P any](term *string, find func(string) (P, error), add func(...P)) error {
	if term == nil {
		return nil
	}
	found, err := find(*term)
	if err == nil {
		add(found)
	}
	return err
}

// searchComplaints limits a filter to complaints that contain a text.
func (r *Resolver) searchComplaints(ctx context.Context, where *ent.ComplaintWhereInput, term *string) error {
	find := func(text string) (predicate.Complaint, error) { return r.texts.Complaints(ctx, text) }
	return searched(term, find, where.AddPredicates)
}

// searchBroadcasts limits a filter to broadcasts that contain a text.
func (r *Resolver) searchBroadcasts(where *ent.BroadcastWhereInput, term *string) error {
	return searched(term, r.texts.Broadcasts, where.AddPredicates)
}

// searchPayments limits a filter to payments whose reference or invoice number contains a text.
func (r *Resolver) searchPayments(where *ent.PaymentWhereInput, term *string) error {
	return searched(term, r.texts.Payments, where.AddPredicates)
}

// searchText adds the condition that a row contains a text; nil, and a text that says nothing, add none.
func searchText(term *string, add func(text string)) error {
	if term == nil {
		return nil
	}
	if err := search.Check(*term); err != nil {
		return err
	}
	if search.Fold(*term) != "" {
		add(*term)
	}
	return nil
}
