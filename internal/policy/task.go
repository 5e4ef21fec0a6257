package policy

import (
	"context"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/lateevidence"
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

// LateEvidenceRows: solvers see what they sent themselves, which reports on their own tasks only.
func LateEvidenceRows(v *auth.Viewer, q *ent.LateEvidenceQuery) {
	if !v.Admin() {
		q.Where(lateEvidences(v))
	}
}

func lateEvidences(v *auth.Viewer) predicate.LateEvidence {
	if v.Role == domain.RoleSolver {
		return lateevidence.AuthorID(v.ID)
	}
	return none
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
			media.HasLateEvidenceWith(lateEvidences(v)),
			media.HasComplaintWith(complaints(v)),
			media.HasCommentWith(comments(v)),
		)
	case domain.RoleUser:
		return media.Or(
			// What somebody proved as a solver stays with the task when they are none any more.
			media.And(media.UploadedByID(v.ID), media.UpdateIDIsNil(), media.LateEvidenceIDIsNil()),
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

// MediaWrites lets a solver add a file to an update of a task of theirs or to late evidence that they
// sent, and to nothing else, in their own name.
func MediaWrites() privacy.MutationRule {
	return privacy.MediaMutationRuleFunc(func(ctx context.Context, m *ent.MediaMutation) error {
		v := auth.From(ctx)
		if v == nil || v.Role != domain.RoleSolver || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		update, ofUpdate := m.UpdateID()
		late, ofLate := m.LateEvidenceID()
		by, named := m.UploadedByID()
		_, ofComplaint := m.ComplaintID()
		_, ofComment := m.CommentID()
		if ofUpdate == ofLate || !named || by != v.ID || ofComplaint || ofComment {
			return privacy.Skip
		}
		var own bool
		var err error
		if ofUpdate {
			own, err = m.Client().TaskUpdate.Query().Where(taskupdate.ID(update)).Exist(ctx)
		} else {
			own, err = m.Client().LateEvidence.Query().Where(lateevidence.ID(late)).Exist(ctx)
		}
		return allowIf(own, err)
	})
}
