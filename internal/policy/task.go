package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/privacy"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// TaskRows: solvers see the tasks given to them, providers those they are paid for.
func TaskRows(v *auth.Viewer, q *ent.WorkTaskQuery) {
	if !v.Admin() {
		q.Where(tasks(v))
	}
}

func tasks(v *auth.Viewer) predicate.WorkTask {
	switch v.Role {
	case domain.RoleSolver:
		return worktask.SolverID(v.ID)
	case domain.RoleProvider:
		return worktask.ProviderID(v.ProviderID)
	default:
		return none
	}
}

// TaskUpdateRows: solvers see the updates of their tasks.
func TaskUpdateRows(v *auth.Viewer, q *ent.TaskUpdateQuery) {
	switch {
	case v.Admin():
	case v.Role == domain.RoleSolver:
		q.Where(taskupdate.HasTaskWith(tasks(v)))
	default:
		q.Where(none)
	}
}

// MediaRows: solvers see what belongs to their tasks and those tasks' complaints, reporters
// what is public on their complaints and what they uploaded. A comment's media follow the comment.
func MediaRows(v *auth.Viewer, q *ent.MediaQuery) {
	if !v.Admin() {
		q.Where(files(v))
	}
}

// FilesOfComplaints returns the conditions of the files that a viewer may see on complaints that they
// see. It repeats MediaRows for filters of complaints, which don't run it.
func FilesOfComplaints(v *auth.Viewer) []predicate.Media {
	switch {
	case v == nil:
	case v.Role == domain.RoleUser:
		return []predicate.Media{media.Or(media.VisibilityEQ(domain.VisibilityPublic), media.And(media.UploadedByID(v.ID), media.UpdateIDIsNil()))}
	case v.Role == domain.RoleSolver:
		return []predicate.Media{media.Or(media.UpdateIDIsNil(), media.HasTaskUpdateWith(taskupdate.HasTaskWith(tasks(v))))}
	}
	return nil
}

func files(v *auth.Viewer) predicate.Media {
	switch v.Role {
	case domain.RoleSolver:
		return media.Or(
			media.HasTaskUpdateWith(taskupdate.HasTaskWith(tasks(v))),
			media.HasComplaintWith(complaints(v)),
			media.HasCommentWith(comments(v)),
		)
	case domain.RoleUser:
		return media.Or(
			// What somebody proved as a solver stays with the task when they are none any more.
			media.And(media.UploadedByID(v.ID), media.UpdateIDIsNil()),
			media.HasCommentWith(comments(v)),
			media.And(media.VisibilityEQ(domain.VisibilityPublic), media.Or(
				media.HasComplaintWith(complaints(v)),
				media.HasTaskUpdateWith(taskupdate.HasTaskWith(worktask.HasComplaintWith(complaints(v)))),
			)),
		)
	default:
		return none
	}
}

// MediaWrites lets a solver add a file to an update of a task of theirs, and to nothing else,
// in their own name.
func MediaWrites() privacy.MutationRule {
	return privacy.MediaMutationRuleFunc(func(ctx context.Context, m *ent.MediaMutation) error {
		v := auth.From(ctx)
		if v == nil || v.Role != domain.RoleSolver || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		update, ok := m.UpdateID()
		by, named := m.UploadedByID()
		_, ofComplaint := m.ComplaintID()
		_, ofComment := m.CommentID()
		if !ok || !named || by != v.ID || ofComplaint || ofComment {
			return privacy.Skip
		}
		own, err := m.Client().TaskUpdate.Query().Where(taskupdate.ID(update)).Exist(ctx)
		return allowIf(own, err)
	})
}
