package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
)

// HideAuthors has a client remove from what a link shows by whom it was written, whichever way it was read: whoever has the link is
// told what happened, and nothing about people.
func HideAuthors(client *ent.Client) {
	client.StatusLog.Intercept(hideFromLinks[*ent.StatusLogQuery](func(row *ent.StatusLog) { row.ActorID, row.Edges.Actor = nil, nil }))
	client.Comment.Intercept(hideFromLinks[*ent.CommentQuery](func(row *ent.Comment) { row.AuthorID, row.Edges.Author = nil, nil }))
	client.Media.Intercept(hideFromLinks[*ent.MediaQuery](func(row *ent.Media) { row.UploadedByID, row.Edges.UploadedBy = nil, nil }))
}

func hideFromLinks[Q ent.Query, Row any](hide func(*Row)) ent.Interceptor {
	return intercept(func(ctx context.Context, q Q, next ent.Querier) (ent.Value, error) {
		found, err := next.Query(ctx, q)
		if rows, ok := found.([]*Row); ok && err == nil && auth.From(ctx).HasLink() {
			for _, row := range rows {
				hide(row)
			}
		}
		return found, err
	})
}
