package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// ComplaintRows: reporters see what they submitted, solvers what they have or had a task for.
func ComplaintRows(v *auth.Viewer, q *ent.ComplaintQuery) {
	if !v.Admin() {
		q.Where(complaints(v))
	}
}

// ComplaintColumns returns the columns of complaints that ComplaintRows looks at.
func ComplaintColumns(v *auth.Viewer) []string {
	switch v.Role {
	case domain.RoleUser:
		return []string{complaint.FieldSubmittedByID}
	case domain.RoleSolver:
		return []string{complaint.FieldID}
	default:
		return nil
	}
}

// complaints are those a viewer below admin may see.
func complaints(v *auth.Viewer) predicate.Complaint {
	switch v.Role {
	case domain.RoleUser:
		return complaint.SubmittedByID(v.ID)
	case domain.RoleSolver:
		return complaint.HasTasksWith(worktask.SolverID(v.ID))
	default:
		return none
	}
}

// StatusLogRows: the log of each complaint the viewer sees. A reporter whose complaint was merged
// into another one follows that one's log too, unless OwnStatusLogs was asked for.
func StatusLogRows(v *auth.Viewer, q *ent.StatusLogQuery) {
	if !v.Admin() {
		q.Where(statusLogs(v))
	}
}

// OwnStatusLogs returns a context in which a reporter finds only the logs of complaints that they
// submitted themselves. For other roles nothing changes.
func OwnStatusLogs(ctx context.Context) context.Context {
	return narrowed(ctx, func(v *auth.Viewer, q *ent.StatusLogQuery) {
		if !v.Admin() {
			q.Where(ownStatusLogs(v))
		}
	})
}

func statusLogs(v *auth.Viewer) predicate.StatusLog {
	if v.Role == domain.RoleUser {
		return statuslog.Or(ownStatusLogs(v), statuslog.HasComplaintWith(complaint.HasDuplicatesWith(complaint.SubmittedByID(v.ID))))
	}
	return ownStatusLogs(v)
}

func ownStatusLogs(v *auth.Viewer) predicate.StatusLog {
	return statuslog.HasComplaintWith(complaints(v))
}

// CommentRows: public comments on each complaint the viewer sees, and the viewer's own there.
func CommentRows(v *auth.Viewer, q *ent.CommentQuery) {
	if !v.Admin() {
		q.Where(comments(v))
	}
}

func comments(v *auth.Viewer) predicate.Comment {
	return comment.And(
		comment.HasComplaintWith(complaints(v)),
		comment.Or(comment.VisibilityEQ(domain.VisibilityPublic), comment.AuthorID(v.ID)),
	)
}
