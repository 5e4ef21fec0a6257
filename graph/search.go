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

// searchColumns adds a condition that columns contain a text; nil and the empty text add none.
func searchColumns(term *string, add func(text string)) error {
	if term == nil || *term == "" {
		return nil
	}
	if err := search.Check(*term); err != nil {
		return err
	}
	add(*term)
	return nil
}
