package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/link"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/internal/auth"
)

// Following is how the reporter of a complaint can follow it by links.
type Following struct {
	Since      time.Time  // when the first link that has not ended was made
	LastUsedAt *time.Time // nil: none was used
}

// Following returns how the reporter of a complaint can follow it by links, or nil without one that is good. It is for administrators, and nil for
// everybody else.
func (r *Room) Following(ctx context.Context, id uuid.UUID) (*Following, error) {
	if !auth.From(ctx).Admin() {
		return nil, nil
	}
	sys := auth.System(ctx, "see the links to a complaint")
	live := []predicate.Link{link.ComplaintID(id), link.EndedAtIsNil()}
	var f *Following
	var good []predicate.Link
	// Those that were sent are of one contact, and good or not together, as are those that were handed over.
	for _, kind := range []predicate.Link{link.ContactIDNotNil(), link.ContactIDIsNil()} {
		first, err := r.links(sys, r.Client.Link.Query().Where(append(live, kind)...).Order(ent.Asc(link.FieldID)).Limit(1))
		if err != nil {
			return nil, err
		}
		if len(first) == 0 || !first[0].alive {
			continue
		}
		good = append(good, kind)
		if f == nil || first[0].created.Before(f.Since) {
			f = &Following{Since: first[0].created}
		}
	}
	if f == nil {
		return nil, nil
	}
	last, err := r.Client.Link.Query().
		Where(append(live, link.Or(good...), link.LastUsedAtNotNil())...).Order(ent.Desc(link.FieldLastUsedAt)).First(sys)
	if err != nil && !ent.IsNotFound(err) {
		return nil, err
	}
	if last != nil {
		f.LastUsedAt = last.LastUsedAt
	}
	return f, nil
}
