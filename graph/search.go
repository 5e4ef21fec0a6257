package graph

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/search"
)

// searchComplaints narrows a filter to what holds a text; no text narrows nothing.
func searchComplaints(where *ent.ComplaintWhereInput, term *string) error {
	if term == nil {
		return nil
	}
	found, err := search.Complaints(*term)
	if err == nil {
		where.AddPredicates(found)
	}
	return err
}

// searchBroadcasts is searchComplaints for broadcasts.
func searchBroadcasts(where *ent.BroadcastWhereInput, term *string) error {
	if term == nil {
		return nil
	}
	found, err := search.Broadcasts(*term)
	if err == nil {
		where.AddPredicates(found)
	}
	return err
}
