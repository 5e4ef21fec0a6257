package graph

import (
	"context"
	"fmt"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcastevent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/entread"
)

// selectable is a query for rows of one type, as ent generates it.
type selectable[S any] interface {
	Select(columns ...string) S
}

// loaders are the edges that a caller in Go may select from rows of one type, by name.
type loaders[Q any] map[string]func(q Q, s model.Selection) error

// The edges that model.Selection may name. An edge that a caller needs is added here, under the
// type that it leaves from.
var (
	statusLogEdges      = loaders[*ent.StatusLogQuery]{statuslog.EdgeActor: load((*ent.StatusLogQuery).WithActor, nil)}
	taskEdges           = loaders[*ent.WorkTaskQuery]{worktask.EdgeComplaint: load((*ent.WorkTaskQuery).WithComplaint, nil)}
	mediaEdges          = loaders[*ent.MediaQuery]{media.EdgeUploadedBy: load((*ent.MediaQuery).WithUploadedBy, nil)}
	broadcastEventEdges = loaders[*ent.BroadcastEventQuery]{broadcastevent.EdgeActor: load((*ent.BroadcastEventQuery).WithActor, nil)}

	taskUpdateEdges = loaders[*ent.TaskUpdateQuery]{
		taskupdate.EdgeAuthor:     load((*ent.TaskUpdateQuery).WithAuthor, nil),
		taskupdate.EdgeReviewedBy: load((*ent.TaskUpdateQuery).WithReviewedBy, nil),
		taskupdate.EdgeMedia:      load(withMediaByID, mediaEdges),
	}
	paymentEdges = loaders[*ent.PaymentQuery]{
		payment.EdgeRecordedBy:   load((*ent.PaymentQuery).WithRecordedBy, nil),
		payment.EdgeReversedBy:   load((*ent.PaymentQuery).WithReversedBy, nil),
		payment.EdgePaymentTasks: load((*ent.PaymentQuery).WithPaymentTasks, nil),
	}
	broadcastEdges = loaders[*ent.BroadcastQuery]{
		broadcast.EdgeCreatedBy:       load((*ent.BroadcastQuery).WithCreatedBy, nil),
		broadcast.EdgeUpdatedBy:       load((*ent.BroadcastQuery).WithUpdatedBy, nil),
		broadcast.EdgeCancelledBy:     load((*ent.BroadcastQuery).WithCancelledBy, nil),
		broadcast.EdgeChannelCounters: load((*ent.BroadcastQuery).WithChannelCounters, nil),
		broadcast.EdgeEvents:          load((*ent.BroadcastQuery).WithEvents, broadcastEventEdges),
	}
)

// applySelection makes a query read what the caller stated with model.Select of rows of type T,
// if anything: a GraphQL query has its selection set instead, which CollectFields applies.
func applySelection[T any, Q selectable[S], S any](ctx context.Context, q Q, edges loaders[Q]) error {
	s := model.Selected[T](ctx)
	if s == nil {
		return nil
	}
	return selectInto(q, *s, edges)
}

// shapeOf returns the shape of a query for rows of type T that a caller's selection was applied to. It is stated
// where the query is complete, with every value that its conditions compare with (package entread).
func shapeOf[T any](ctx context.Context, shape *entread.Shape) *entread.Shape {
	if model.Selected[T](ctx) != nil { // whose edges are loaded in one way
		shape.Static()
	}
	return shape
}

func selectInto[Q selectable[S], S any](q Q, s model.Selection, edges loaders[Q]) error {
	for name, related := range s.Edges {
		load, known := edges[name]
		if !known {
			return fmt.Errorf("graph: a selection of %T names the edge %q, which has no loader", q, name)
		}
		if err := load(q, related); err != nil {
			return err
		}
	}
	if len(s.Columns) > 0 {
		q.Select(s.Columns...)
	}
	return nil
}

// load returns the loader of an edge from its With method and the edges of the related type.
func load[Q any, R selectable[S], S any](with func(Q, ...func(R)) Q, edges loaders[R]) func(Q, model.Selection) error {
	return func(q Q, s model.Selection) (err error) {
		with(q, func(related R) { err = selectInto(related, s, edges) })
		return err
	}
}

// withMediaByID loads the files of updates in the order in which they were given out.
func withMediaByID(q *ent.TaskUpdateQuery, opts ...func(*ent.MediaQuery)) *ent.TaskUpdateQuery {
	return q.WithMedia(append(opts, func(files *ent.MediaQuery) { files.Order(ent.Asc(media.FieldID)) })...)
}
