package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/stats"
)

// complaintMap returns the complaints in a part of a map: by one statement the clusters, by another
// the complaints where these are few.
func (r *Resolver) complaintMap(ctx context.Context, bounds stats.MapBoundsInput, zoom int, where *ent.ComplaintWhereInput) (*stats.ComplaintMap, error) {
	rows := ""
	if selectsField(ctx, "complaints") {
		rows = uuid.NewString() // which fields of theirs are selected differs, so it is equal to no other
	}
	return sumUp(ctx, r.statistics, rows, func(ctx context.Context, written map[string]any) (*stats.ComplaintMap, error) {
		in := stats.Map{Where: where, Written: written, Bounds: bounds, Zoom: zoom}
		out, err := in.Of(ctx, r.client)
		if err != nil || out.Count == 0 || len(out.Clusters) > 0 || !selectsField(ctx, "complaints") {
			return out, err
		}
		q, err := in.Rows(r.client.Complaint.Query())
		if err != nil {
			return nil, err
		}
		q.Order(ent.Desc(complaint.FieldCreatedAt), ent.Desc(complaint.FieldID)).Limit(stats.MaxSingle)
		if q, err = q.CollectFields(withChildField(ctx, "complaints")); err != nil {
			return nil, err
		}
		out.Complaints, err = q.All(ctx)
		return out, err
	})
}

// nearbyComplaints returns what the viewer may learn of complaints near a place.
func (r *Resolver) nearbyComplaints(ctx context.Context, in stats.Nearby) ([]*stats.NearbyComplaint, error) {
	if auth.From(ctx) == nil && !r.settings.TakesGuestReports() {
		return nil, auth.AuthenticationRequired()
	}
	if err := in.Check(ctx); err != nil {
		return nil, err
	}
	if err := r.identity.CountNearby(ctx); err != nil {
		return nil, err
	}
	out, err := in.Of(ctx, r.client, r.desk.Now())
	if err != nil || len(out) == 0 || !auth.From(ctx).Admin() || !selectsField(ctx, "complaint") {
		return out, err
	}
	ids := make([]uuid.UUID, len(out))
	for i, n := range out {
		ids[i] = n.ID
	}
	q, err := r.client.Complaint.Query().Where(complaint.IDIn(ids...)).CollectFields(withChildField(ctx, "complaint"))
	if err != nil {
		return nil, err
	}
	rows, err := q.All(ctx)
	for _, row := range rows {
		for _, n := range out {
			if n.ID == row.ID {
				n.Complaint = row
			}
		}
	}
	return out, err
}
