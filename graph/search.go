package graph

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/fault"
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

// maxSearch is how many characters may be searched for.
const maxSearch = 200

// searchColumns adds a condition that columns contain a text; nil and the empty text add none.
func searchColumns(term *string, add func(text string)) error {
	switch {
	case term == nil || *term == "":
		return nil
	case utf8.RuneCountInString(*term) > maxSearch:
		return fault.Invalid(fault.Field{Field: "search", Code: "too_long", Message: fmt.Sprintf("must be at most %d characters long", maxSearch)})
	}
	add(*term)
	return nil
}
