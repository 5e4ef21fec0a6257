package policy

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
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
func TaskRows(s Subject, q *ent.WorkTaskQuery) {
	if !s.Admin() {
		q.Where(tasks(s))
	}
}

func tasks(s Subject) predicate.WorkTask {
	switch s.Role {
	case domain.RoleSolver:
		return worktask.SolverID(s.ID)
	case domain.RoleProvider:
		return worktask.ProviderID(s.ProviderID)
	default:
		return none
	}
}

// TaskUpdateRows: solvers see the updates of their tasks.
func TaskUpdateRows(s Subject, q *ent.TaskUpdateQuery) {
	switch {
	case s.Admin():
	case s.Role == domain.RoleSolver:
		q.Where(taskupdate.HasTaskWith(tasks(s)))
	default:
		q.Where(none)
	}
}

// LateEvidenceRows: solvers see what they sent themselves, which reports on their own tasks only.
func LateEvidenceRows(s Subject, q *ent.LateEvidenceQuery) {
	if !s.Admin() {
		q.Where(lateEvidences(s))
	}
}

func lateEvidences(s Subject) predicate.LateEvidence {
	if s.Role == domain.RoleSolver {
		return lateevidence.AuthorID(s.ID)
	}
	return none
}

// MediaRows: solvers see what belongs to their tasks and those tasks' complaints, reporters
// what is public on their complaints and what they uploaded, links both on the complaint. A comment's media follow the comment.
func MediaRows(s Subject, q *ent.MediaQuery) {
	if !s.Admin() {
		q.Where(files(s))
	}
}

// FilesOfComplaints returns the conditions of the files that a viewer may see on complaints that they
// see. It repeats MediaRows for filters of complaints, which don't run it.
func FilesOfComplaints(v *auth.Viewer) []predicate.Media {
	switch {
	case v == nil:
	case v.HasLink():
		return []predicate.Media{media.Or(media.VisibilityEQ(domain.VisibilityPublic), filesOfReporter(subjectOf(v)))}
	case v.Role == domain.RoleUser:
		return []predicate.Media{media.Or(media.VisibilityEQ(domain.VisibilityPublic), media.And(media.UploadedByID(v.ID), media.UpdateIDIsNil()))}
	case v.Role == domain.RoleSolver:
		return []predicate.Media{media.Or(media.UpdateIDIsNil(), media.HasTaskUpdateWith(taskupdate.HasTaskWith(tasks(subjectOf(v)))))}
	}
	return nil
}

func files(s Subject) predicate.Media {
	if s.HasLink() {
		return media.Or(media.HasCommentWith(comments(s)), publicFiles(s), filesOfReporter(s))
	}
	switch s.Role {
	case domain.RoleSolver:
		return media.Or(
			media.HasTaskUpdateWith(taskupdate.HasTaskWith(tasks(s))),
			media.HasLateEvidenceWith(lateEvidences(s)),
			media.HasComplaintWith(complaints(s)),
			media.HasCommentWith(comments(s)),
		)
	case domain.RoleUser:
		return media.Or(
			// What somebody proved as a solver stays with the task when they are none any more.
			media.And(media.UploadedByID(s.ID), media.UpdateIDIsNil(), media.LateEvidenceIDIsNil()),
			media.HasCommentWith(comments(s)),
			publicFiles(s),
		)
	default:
		return none
	}
}

// filesOfReporter are those that the reporter of the complaint that a link leads to uploaded there.
func filesOfReporter(s Subject) predicate.Media {
	return func(files *sql.Selector) {
		c := sql.Table(complaint.Table)
		files.Where(sql.Exists(sql.Select(c.C(complaint.FieldID)).From(c).Where(sql.And(
			sql.EQ(c.C(complaint.FieldID), s.Complaint),
			sql.ColumnsEQ(c.C(complaint.FieldID), files.C(media.FieldComplaintID)),
			sql.Or(sql.ColumnsEQ(c.C(complaint.FieldSubmittedByID), files.C(media.FieldUploadedByID)), sql.EQ(files.C(media.FieldByLink), true)),
		))))
	}
}

// publicFiles are those that anybody may see who sees a complaint as its reporter does, its comments' apart.
func publicFiles(s Subject) predicate.Media {
	return media.And(media.VisibilityEQ(domain.VisibilityPublic), media.Or(
		media.HasComplaintWith(complaints(s)),
		media.HasTaskUpdateWith(taskupdate.HasTaskWith(worktask.HasComplaintWith(complaints(s)))),
	))
}

// MediaWrites lets a solver add a file to an update of a task of theirs or to late evidence that they
// sent, and to nothing else, in their own name.
func MediaWrites() privacy.MutationRule {
	return writes(func(ctx context.Context, s Subject, m *ent.MediaMutation) error {
		if s.Role != domain.RoleSolver || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		update, ofUpdate := m.UpdateID()
		late, ofLate := m.LateEvidenceID()
		by, named := m.UploadedByID()
		_, ofComplaint := m.ComplaintID()
		_, ofComment := m.CommentID()
		if ofUpdate == ofLate || !named || by != s.ID || ofComplaint || ofComment {
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
