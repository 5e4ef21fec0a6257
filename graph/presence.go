package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/events"
	"github.com/redress/redress/internal/fault"
)

// maxPresentShown is how many people a message of presence has.
const maxPresentShown = 50

// presence makes the viewer present at a complaint and follows who else is.
func (r *Resolver) presence(ctx context.Context, complaintID uuid.UUID) (<-chan *model.Presence, error) {
	seen, err := r.client.Complaint.Query().Where(complaint.ID(complaintID)).Exist(ctx)
	if err != nil {
		return nil, err
	}
	if !seen {
		return nil, fault.Missing("complaint")
	}
	return gqlhttp.Attend(ctx, r.streams, complaintID, r.desk.Now, func(ctx context.Context, people []events.Person) (*model.Presence, error) {
		ids := make([]uuid.UUID, len(people))
		for i, p := range people {
			ids[i] = p.Account
		}
		names, err := r.desk.Colleagues(ctx, ids)
		if err != nil {
			return nil, err
		}
		out := &model.Presence{ComplaintID: complaintID, People: []*model.PresentPerson{}}
		for _, p := range people {
			if name, known := names[p.Account]; known && len(out.People) < maxPresentShown {
				out.People = append(out.People, &model.PresentPerson{AccountID: p.Account, Name: name, Since: p.Since})
			}
		}
		return out, nil
	})
}
