package graph

import (
	"context"

	"github.com/redress/redress/ent"
)

// searchComplaints narrows a filter to what holds a text; no text narrows nothing.
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

// searchBroadcasts is searchComplaints for broadcasts.
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
