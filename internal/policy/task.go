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
			media.UploadedByID(v.ID),
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

// MediaWrites lets a solver add a file to an update of a task of theirs, in their own name.
func MediaWrites() privacy.MutationRule {
	return privacy.MediaMutationRuleFunc(func(ctx context.Context, m *ent.MediaMutation) error {
		v := auth.From(ctx)
		if v == nil || v.Role != domain.RoleSolver || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		update, ok := m.UpdateID()
		by, named := m.UploadedByID()
		if !ok || !named || by != v.ID {
			return privacy.Skip
		}
		own, err := m.Client().TaskUpdate.Query().Where(taskupdate.ID(update)).Exist(ctx)
		switch {
		case err != nil:
			return err
		case own:
			return privacy.Allow
		default:
			return privacy.Skip
		}
	})
}
