package graph

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/entread"
	"github.com/redress/redress/internal/search"
)

// broadcastFilter selects the broadcasts of a numbered page; nil fields select all.
type broadcastFilter struct {
	status     *domain.BroadcastStatus
	targetType *domain.TargetType
	search     *string
	createdBy  *uuid.UUID
	from, to   *string
	where      *ent.BroadcastWhereInput
}

// broadcastPage returns a numbered page of broadcasts, without an order the newest first.
func (r *Resolver) broadcastPage(ctx context.Context, f broadcastFilter, order []*ent.BroadcastOrder, page, limit *int) (*model.BroadcastPage, error) {
	p, err := pageOf(page, limit)
	if err != nil {
		return nil, err
	}
	q, err := r.filterBroadcasts(f, r.client.Broadcast.Query())
	if err != nil {
		return nil, err
	}
	if err := checkOrder(ctx, "Broadcast", order, q.Clone(), everyRow); err != nil {
		return nil, err
	}
	order = orDefault(order, ent.BroadcastOrder{Direction: entgql.OrderDirectionDesc, Field: ent.BroadcastOrderFieldCreatedAt})
	keys, err := keysOf(order)
	if err != nil {
		return nil, err
	}
	rowsIn := func(w window) ([]*ent.Broadcast, error) {
		q, err := restrict(ctx, q.Clone(), w, broadcast.IDIn, ent.BroadcastTerms(order, w.reversed)...)
		if err != nil {
			return nil, err
		}
		if err := applySelection[ent.Broadcast](ctx, q, broadcastEdges); err != nil {
			return nil, err
		}
		if q, err = q.CollectFields(withChildField(ctx, "broadcasts")); err != nil {
			return nil, err
		}
		found, err := q.Shaped(ordered(f.shape(ctx, entread.New("page of broadcasts")), keys, w)).All(ctx)
		return restoreOrder(w, found), err
	}
	out := &model.BroadcastPage{Broadcasts: []*ent.Broadcast{}, Pagination: p}
	if p.Page == 1 { // a list that fits on its first page needs no count
		if out.Broadcasts, err = rowsIn(window{take: p.Limit + 1}); err != nil {
			return nil, err
		}
		if n := len(out.Broadcasts); n <= p.Limit {
			locate(p, n)
			return out, nil
		}
	}
	total, err := q.Clone().Shaped(f.shape(ctx, entread.New("number of broadcasts"))).Count(ctx)
	if err != nil {
		return nil, err
	}
	w, rows := locate(p, total)
	switch {
	case p.Page == 1:
		out.Broadcasts = out.Broadcasts[:p.Limit]
	case rows:
		out.Broadcasts, err = rowsIn(w)
	}
	return out, err
}

// shape completes the shape of a query that the filter was applied to. It returns nil where callers decide its statement.
func (f broadcastFilter) shape(ctx context.Context, shape *entread.Shape) *entread.Shape {
	if f.where != nil {
		return nil
	}
	begin, end, err := dayRange("", "", f.from, f.to)
	if err != nil {
		return nil
	}
	shape.State(f.status, f.targetType, f.createdBy, begin, end)
	if f.search != nil {
		form, compared := search.Shape(*f.search)
		shape.Part(form, true)
		shape.State(compared...)
	}
	return shapeOf[ent.Broadcast](ctx, shape)
}

func everyRow(q *ent.BroadcastQuery) (*ent.BroadcastQuery, error) { return q, nil }

func (r *Resolver) filterBroadcasts(f broadcastFilter, q *ent.BroadcastQuery) (*ent.BroadcastQuery, error) {
	q, err := f.where.Filter(q)
	if err != nil {
		return nil, err
	}
	begin, end, err := dayRange("dateFrom", "dateTo", f.from, f.to)
	if err != nil {
		return nil, err
	}
	if begin != nil {
		q.Where(broadcast.CreatedAtGTE(*begin))
	}
	if end != nil {
		q.Where(broadcast.CreatedAtLT(*end))
	}
	if f.status != nil {
		q.Where(broadcast.StatusEQ(*f.status))
	}
	if f.targetType != nil {
		q.Where(broadcast.TargetTypeEQ(*f.targetType))
	}
	if f.createdBy != nil {
		q.Where(broadcast.CreatedByID(*f.createdBy))
	}
	if f.search != nil {
		found, err := r.texts.Broadcasts(*f.search)
		if err != nil {
			return nil, err
		}
		q.Where(found)
	}
	return q, nil
}

// recipientCount returns the number of recipients of a broadcast, 0 until its audience is fixed.
func recipientCount(b *ent.Broadcast) int {
	if !b.AudienceFixed {
		return 0
	}
	return b.Recipients
}

// toDelivery converts the counters of a broadcast and of its channels.
func toDelivery(ctx context.Context, b *ent.Broadcast) (*model.BroadcastDelivery, error) {
	channels, err := b.Edges.ChannelCountersOrErr()
	if ent.IsNotLoaded(err) {
		channels, err = b.QueryChannelCounters().All(ctx)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(channels, func(a, b *ent.BroadcastChannel) int { return -strings.Compare(string(a.Channel), string(b.Channel)) })
	out := &model.BroadcastDelivery{
		State: b.DeliveryState, Expected: b.Expected, Recipients: b.Recipients, Pending: b.Pending, Sent: b.Sent, Delivered: b.Delivered,
		Read: b.Read, Failed: b.Failed, Skipped: b.Skipped, Cancelled: b.Cancelled,
		ByChannel: make([]*model.ChannelDelivery, len(channels)), StartedAt: b.StartedAt, CompletedAt: b.CompletedAt,
	}
	for i, c := range channels {
		out.ByChannel[i] = &model.ChannelDelivery{
			Channel: c.Channel, Recipients: c.Recipients, Pending: c.Pending, Sent: c.Sent, Delivered: c.Delivered,
			Read: c.Read, Failed: c.Failed, Skipped: c.Skipped, Cancelled: c.Cancelled,
		}
	}
	return out, nil
}

// broadcastHistory returns the events of a broadcast, oldest first.
func broadcastHistory(ctx context.Context, b *ent.Broadcast) ([]*ent.BroadcastEvent, error) {
	events, err := b.Edges.EventsOrErr()
	if ent.IsNotLoaded(err) {
		events, err = b.QueryEvents().WithActor(func(u *ent.UserQuery) { u.Select(user.FieldName) }).All(ctx)
	}
	slices.SortFunc(events, func(a, b *ent.BroadcastEvent) int {
		if d := a.CreatedAt.Compare(b.CreatedAt); d != 0 {
			return d
		}
		return bytes.Compare(a.ID[:], b.ID[:])
	})
	return events, err
}

func sortIDs(ids []uuid.UUID) {
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
}
