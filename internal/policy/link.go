package policy

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
)

// HideAuthors has a client remove from what a link shows by whom it was written, whichever way it was read: whoever has the link is
// told what happened, and nothing about people.
func HideAuthors(client *ent.Client) {
	client.StatusLog.Intercept(hideFromLinks[*ent.StatusLogQuery](func(_ *auth.Viewer, row *ent.StatusLog) { row.ActorID, row.Edges.Actor = nil, nil }))
	client.Comment.Intercept(hideFromLinks[*ent.CommentQuery](func(v *auth.Viewer, row *ent.Comment) {
		row.ByLink = row.ByLink || byReporter(v, row.AuthorID)
		row.AuthorID, row.Edges.Author = nil, nil
	}))
	client.Media.Intercept(hideFromLinks[*ent.MediaQuery](func(v *auth.Viewer, row *ent.Media) {
		row.ByLink = row.ByLink || byReporter(v, row.UploadedByID)
		row.UploadedByID, row.Edges.UploadedBy = nil, nil
	}))
}

// byReporter reports whether the reporter who holds a link did something with their account: they are shown what they wrote as theirs, either way.
func byReporter(v *auth.Viewer, account *uuid.UUID) bool {
	return account != nil && v.Reporter != nil && *account == *v.Reporter
}

func hideFromLinks[Q ent.Query, Row any](hide func(*auth.Viewer, *Row)) ent.Interceptor {
	return intercept(func(ctx context.Context, q Q, next ent.Querier) (ent.Value, error) {
		found, err := next.Query(ctx, q)
		v := auth.From(ctx)
		if rows, ok := found.([]*Row); ok && err == nil && v.HasLink() {
			for _, row := range rows {
				hide(v, row)
			}
		}
		return found, err
	})
}
