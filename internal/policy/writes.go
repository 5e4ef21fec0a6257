package policy

import (
	"context"
	"slices"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/privacy"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/domain"
)

// AdminsWrite lets administrators add and change rows of a type; nothing lets anybody delete.
func AdminsWrite() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m ent.Mutation) error {
		if s.Admin() && !m.Op().Is(ent.OpDelete|ent.OpDeleteOne) {
			return privacy.Allow
		}
		return privacy.Skip
	})
}

// AdminsAdd lets administrators add rows to what is never changed.
func AdminsAdd() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m ent.Mutation) error {
		if s.Admin() && m.Op().Is(ent.OpCreate) {
			return privacy.Allow
		}
		return privacy.Skip
	})
}

// AdminsChange lets administrators change rows that others write.
func AdminsChange() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m ent.Mutation) error {
		if s.Admin() && m.Op().Is(ent.OpUpdate|ent.OpUpdateOne) {
			return privacy.Allow
		}
		return privacy.Skip
	})
}

// ComplaintWrites lets users submit in their own name and change their own, and whoever holds a link the complaint that it leads to.
func ComplaintWrites() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m *ent.ComplaintMutation) error {
		switch {
		case s.HasLink() && m.Op().Is(ent.OpUpdate|ent.OpUpdateOne):
			m.Where(complaint.ID(s.Complaint))
			return privacy.Allow
		case s.Role != domain.RoleUser:
			return privacy.Skip
		case m.Op().Is(ent.OpCreate):
			if by, ok := m.SubmittedByID(); ok && by == s.ID {
				return privacy.Allow
			}
		case m.Op().Is(ent.OpUpdate | ent.OpUpdateOne):
			m.Where(complaint.SubmittedByID(s.ID))
			return privacy.Allow
		}
		return privacy.Skip
	})
}

// CommentWrites lets users comment publicly on their own complaints, in their own name, and whoever holds a link in nobody's.
func CommentWrites() privacy.MutationRule {
	return writes(func(ctx context.Context, s Subject, m *ent.CommentMutation) error {
		if !s.Reports() || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		by, _ := m.AuthorID() // zero for nobody, as is the account of a link
		byLink, _ := m.ByLink()
		visibility, _ := m.Visibility()
		about, _ := m.ComplaintID()
		if by != s.ID || byLink != s.HasLink() || visibility != domain.VisibilityPublic {
			return privacy.Skip
		}
		own, err := m.Client().Complaint.Query().Where(complaint.ID(about)).Exist(ctx)
		return allowIf(own, err)
	})
}

// NotificationLevelWrites lets everybody choose for themselves how much they are told of a complaint of which they may read what happens to it.
func NotificationLevelWrites() privacy.MutationRule {
	return writes(func(ctx context.Context, s Subject, m *ent.NotificationLevelMutation) error {
		if !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		by, _ := m.UserID()
		about, _ := m.ComplaintID()
		if by != s.ID {
			return privacy.Skip
		}
		read := m.Client().Complaint.Query().Where(complaint.ID(about))
		if !s.Admin() {
			read.Where(complaints(s))
		}
		own, err := read.Exist(ctx)
		return allowIf(own, err)
	})
}

// MentionWrites lets administrators mention others in notes of their own.
func MentionWrites() privacy.MutationRule {
	return writes(func(ctx context.Context, s Subject, m *ent.MentionMutation) error {
		if !m.Op().Is(ent.OpCreate) || !s.Admin() {
			return privacy.Skip
		}
		id, _ := m.CommentID()
		own, err := m.Client().Comment.Query().Where(comment.ID(id), comment.AuthorID(s.ID), comment.VisibilityEQ(domain.VisibilityInternal)).Exist(ctx)
		return allowIf(own, err)
	})
}

// TaskWrites lets solvers change their own tasks.
func TaskWrites() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m *ent.WorkTaskMutation) error {
		if s.Role != domain.RoleSolver || !m.Op().Is(ent.OpUpdate|ent.OpUpdateOne) {
			return privacy.Skip
		}
		m.Where(worktask.SolverID(s.ID))
		return privacy.Allow
	})
}

// TaskUpdateWrites lets solvers report about their own tasks, in their own name.
func TaskUpdateWrites() privacy.MutationRule {
	return writes(func(ctx context.Context, s Subject, m *ent.TaskUpdateMutation) error {
		if s.Role != domain.RoleSolver || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		by, _ := m.AuthorID()
		about, _ := m.TaskID()
		if by != s.ID {
			return privacy.Skip
		}
		own, err := m.Client().WorkTask.Query().Where(worktask.ID(about)).Exist(ctx)
		return allowIf(own, err)
	})
}

// LateEvidenceWrites lets solvers send late evidence about their own tasks, in their own name.
func LateEvidenceWrites() privacy.MutationRule {
	return writes(func(ctx context.Context, s Subject, m *ent.LateEvidenceMutation) error {
		if s.Role != domain.RoleSolver || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		by, _ := m.AuthorID()
		about, _ := m.TaskID()
		kept, _ := m.ComplaintID()
		if by != s.ID {
			return privacy.Skip
		}
		own, err := m.Client().WorkTask.Query().Where(worktask.ID(about), worktask.ComplaintID(kept)).Exist(ctx)
		return allowIf(own, err)
	})
}

// OwnMediaWrites lets people take back the files that they uploaded and say who sees them,
// and administrators do both with any file.
func OwnMediaWrites() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m *ent.MediaMutation) error {
		switch {
		case !s.Role.Uploads() || m.Op().Is(ent.OpCreate):
			return privacy.Skip
		case !s.Admin():
			m.Where(media.UploadedByID(s.ID))
		}
		return privacy.Allow
	})
}

// PlacedMediaWrites lets reporters, by a link too, add files to their own complaints and administrators to
// any, and both to their own comments, in their own name.
func PlacedMediaWrites() privacy.MutationRule {
	return writes(func(ctx context.Context, s Subject, m *ent.MediaMutation) error {
		if !s.Reports() && !s.Admin() || !m.Op().Is(ent.OpCreate) {
			return privacy.Skip
		}
		by, _ := m.UploadedByID() // zero for nobody, as is the account of a link
		if byLink, _ := m.ByLink(); by != s.ID || byLink != s.HasLink() {
			return privacy.Skip
		}
		var own bool
		var err error
		if id, ok := m.ComplaintID(); ok {
			own, err = m.Client().Complaint.Query().Where(complaint.ID(id)).Exist(ctx)
		} else if id, ok := m.CommentID(); ok {
			mine := comment.AuthorID(s.ID)
			if s.HasLink() {
				mine = comment.ByLink(true)
			}
			own, err = m.Client().Comment.Query().Where(comment.ID(id), mine).Exist(ctx)
		}
		return allowIf(own, err)
	})
}

// UserWrites lets administrators make and change the accounts that they manage, and everybody
// their own name and zone.
func UserWrites() privacy.MutationRule {
	return writes(func(_ context.Context, s Subject, m *ent.UserMutation) error {
		role, given := m.Role()
		switch {
		case m.Op().Is(ent.OpDelete | ent.OpDeleteOne):
			return privacy.Skip
		case s.Role == domain.RoleSuperAdmin:
			return privacy.Allow
		case given && !s.Role.Manages(role):
			return privacy.Skip
		case s.Admin() && m.Op().Is(ent.OpCreate):
			return privacy.Allow
		case m.Op().Is(ent.OpCreate):
			return privacy.Skip
		}
		own := user.ID(s.ID)
		for _, field := range slices.Concat(m.Fields(), m.ClearedFields()) {
			if field != user.FieldName && field != user.FieldZoneID && field != user.FieldVersion {
				own = none
			}
		}
		if s.Admin() {
			m.Where(user.Or(own, user.RoleNotIn(domain.AdminRoles...)))
		} else {
			m.Where(own)
		}
		return privacy.Allow
	})
}
