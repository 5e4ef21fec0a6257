package graph

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/search"
)

// searchComplaints limits a filter to complaints that contain a text; nil does not limit it.
func (r *Resolver) searchComplaints(ctx context.Context, where *ent.ComplaintWhereInput, term *string) error {
	if term == nil {
		return nil
	}
	found, err := r.texts.Complaints(ctx, *term)
	if err == nil {
		where.AddPredicates(found)
	}
	return err
}

// searchBroadcasts limits a filter to broadcasts that contain a text; nil does not limit it.
func (r *Resolver) searchBroadcasts(where *ent.BroadcastWhereInput, term *string) error {
	if term == nil {
		return nil
	}
	found, err := r.texts.Broadcasts(*term)
	if err == nil {
		where.AddPredicates(found)
	}
	return err
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
