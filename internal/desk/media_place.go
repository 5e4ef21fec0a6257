package desk

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/lateevidence"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// MediaOwner is what a file is added to: a task update, a complaint, a comment or late evidence.
type MediaOwner struct {
	Kind domain.Kind
	ID   uuid.UUID
}

// mediaOwnerOf returns what a file was added to.
func mediaOwnerOf(row *ent.Media) MediaOwner {
	switch {
	case row.UpdateID != nil:
		return MediaOwner{domain.KindTaskUpdate, *row.UpdateID}
	case row.LateEvidenceID != nil:
		return MediaOwner{domain.KindLateEvidence, *row.LateEvidenceID}
	case row.CommentID != nil:
		return MediaOwner{domain.KindComment, *row.CommentID}
	default:
		return MediaOwner{domain.KindComplaint, *row.ComplaintID}
	}
}

// mediaOwners are the kinds of owners: by which column files refer to them, and what they are called where one is
// missing and where one is full.
var mediaOwners = map[domain.Kind]struct{ column, noun, holder string }{
	domain.KindTaskUpdate:   {column: media.FieldUpdateID, noun: "task update", holder: "update"},
	domain.KindComplaint:    {column: media.FieldComplaintID, noun: "complaint", holder: "complaint"},
	domain.KindComment:      {column: media.FieldCommentID, noun: "comment", holder: "comment"},
	domain.KindLateEvidence: {column: media.FieldLateEvidenceID, noun: "late evidence", holder: "late evidence"},
}

// missing returns a fault for a place that is not found, and other errors as they are.
func (to MediaOwner) missing(err error) error {
	of := mediaOwners[to.Kind]
	return tx.Missing(err, of.noun)
}

// mayAdd reports whether a role can ever add a file there.
func (to MediaOwner) mayAdd(v *auth.Viewer) bool {
	if to.Kind == domain.KindTaskUpdate || to.Kind == domain.KindLateEvidence {
		return v.Role == domain.RoleSolver
	}
	return v.Reports() || v.Admin()
}

// mediaPlace is what a file is added to, as it stands: what decides about its files, and which there are.
type mediaPlace struct {
	MediaOwner
	placeRow

	files map[string]uuid.UUID // by the checksum of what was received
	last  time.Time            // when the viewer added the last of theirs
}

// placeRow is a place with one of its files, some of which may be internal to people above the viewer. What
// another kind of place has is zero.
type placeRow struct {
	Complaint uuid.UUID              `sql:"complaint"`
	Status    domain.ComplaintStatus `sql:"status"`

	Review      domain.ReviewStatus `sql:"review"` // of an update
	Task        uuid.UUID           `sql:"task"`
	TaskStatus  domain.TaskStatus   `sql:"task_status"`
	TaskVersion int                 `sql:"task_version"`

	Visibility domain.Visibility `sql:"visibility"` // of a comment
	CreatedAt  time.Time         `sql:"created_at"` // of late evidence or a complaint

	File     uuid.NullUUID `sql:"file"`
	Received *string       `sql:"received"`
	Uploader uuid.NullUUID `sql:"uploader"`
	ByLink   *bool         `sql:"by_link"`
	Added    *time.Time    `sql:"added"`
}

// look returns the place as the viewer sees it, in one statement; a comment must be their own.
func (to MediaOwner) look(ctx context.Context, client *ent.Client) (*mediaPlace, error) {
	var rows []placeRow
	var err error
	withFiles := func(s *sql.Selector, columns ...string) {
		file := sql.Table(media.Table)
		s.LeftJoin(file).On(s.C("id"), file.C(mediaOwners[to.Kind].column)).
			Select(columns...).AppendSelect(sql.As(file.C(media.FieldID), "file"), sql.As(file.C(media.FieldReceivedSha256), "received"),
			sql.As(file.C(media.FieldUploadedByID), "uploader"), sql.As(file.C(media.FieldByLink), "by_link"), sql.As(file.C(media.FieldCreatedAt), "added"))
	}
	switch to.Kind {
	case domain.KindTaskUpdate:
		err = client.TaskUpdate.Query().Where(taskupdate.ID(to.ID), func(s *sql.Selector) {
			task := sql.Table(worktask.Table)
			withFiles(s.Join(task).On(s.C(taskupdate.FieldTaskID), task.C(worktask.FieldID)),
				sql.As(s.C(taskupdate.FieldStatus), "review"), sql.As(task.C(worktask.FieldID), "task"),
				sql.As(task.C(worktask.FieldStatus), "task_status"), sql.As(task.C(worktask.FieldVersion), "task_version"),
				sql.As(task.C(worktask.FieldComplaintID), "complaint"))
		}).Select().Scan(ctx, &rows)
	case domain.KindComplaint:
		err = client.Complaint.Query().Where(complaint.ID(to.ID), func(s *sql.Selector) {
			withFiles(s, sql.As(s.C(complaint.FieldID), "complaint"), s.C(complaint.FieldStatus), s.C(complaint.FieldCreatedAt))
		}).Select().Scan(ctx, &rows)
	case domain.KindLateEvidence:
		err = client.LateEvidence.Query().Where(lateevidence.ID(to.ID), func(s *sql.Selector) {
			withFiles(s, sql.As(s.C(lateevidence.FieldComplaintID), "complaint"), s.C(lateevidence.FieldCreatedAt))
		}).Select().Scan(ctx, &rows)
	default:
		own := client.Comment.Query().Where(comment.ID(to.ID))
		switch v := auth.From(ctx); {
		case v.HasLink():
			own.Where(comment.ByLink(true)) // on the complaint that the link leads to
		case !v.System():
			own.Where(comment.AuthorID(v.ID))
		}
		err = own.Where(func(s *sql.Selector) {
			about := sql.Table(complaint.Table)
			withFiles(s.Join(about).On(s.C(comment.FieldComplaintID), about.C(complaint.FieldID)),
				sql.As(about.C(complaint.FieldID), "complaint"), about.C(complaint.FieldStatus), s.C(comment.FieldVisibility))
		}).Select().Scan(ctx, &rows)
	}
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, to.missing(&ent.NotFoundError{})
	}
	found := &mediaPlace{MediaOwner: to, placeRow: rows[0], files: map[string]uuid.UUID{}}
	for _, row := range rows {
		if row.Received != nil {
			found.files[*row.Received] = row.File.UUID
		}
		own := row.Uploader.Valid && row.Uploader.UUID == auth.From(ctx).ID
		if auth.From(ctx).HasLink() {
			own = row.ByLink != nil && *row.ByLink
		}
		if own && row.Added.After(found.last) {
			found.last = *row.Added
		}
	}
	return found, nil
}

// checkOpen returns why the files of the place stay as they are; nil when they don't.
func (p *mediaPlace) checkOpen(now time.Time) error {
	switch {
	case p.Kind == domain.KindTaskUpdate && (p.Review != domain.ReviewSubmitted || !p.TaskStatus.Live()):
		return fault.New(fault.UpdateLocked, "The update is locked: it was reviewed or its task has ended.")
	case p.Kind == domain.KindLateEvidence && now.After(p.CreatedAt.Add(maxLate)):
		return fault.New(fault.InvalidTransition, "Files of late evidence are taken for %d days after it arrived.", int(maxLate/dayLength))
	case p.Status != "" && !slices.Contains(open, p.Status):
		return fault.New(fault.InvalidTransition, "The files of a complaint that is %s stay as they are.", tx.StatusText(p.Status))
	}
	return nil
}

// checkTakes returns why the place takes no file any more; nil when it does.
func (p *mediaPlace) checkTakes(now time.Time) error {
	if err := p.checkOpen(now); err != nil || len(p.files) < domain.MaxFiles {
		return err
	}
	of := mediaOwners[p.Kind]
	return fault.New(fault.Conflict, "The %s holds %d files, and no more fit.", i18n.T(of.holder), domain.MaxFiles)
}

// lock keeps the place and what decides about it as they are until the transaction ends, and
// makes uploads to it take turns. What it says is read by a statement that follows: the one that waits for
// a lock sees what was there when it began.
func (to MediaOwner) lock(ctx context.Context, t *txn) (err error) {
	switch to.Kind {
	case domain.KindTaskUpdate: // the task, and then the update
		_, err = t.WorkTask.Query().Where(hasUpdate(to.ID), dbtx.ForUpdate).OnlyID(ctx)
	case domain.KindComplaint:
		_, err = t.Complaint.Query().Where(complaint.ID(to.ID), dbtx.ForUpdate).OnlyID(ctx)
	case domain.KindLateEvidence:
		_, err = t.LateEvidence.Query().Where(lateevidence.ID(to.ID), dbtx.ForUpdate).OnlyID(ctx)
	default:
		_, err = t.Complaint.Query().Where(hasComment(to.ID), dbtx.ForUpdate).OnlyID(ctx)
	}
	return to.missing(err)
}
