package desk

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// Upload is a file on its way in. Nothing of it is read before Open.
type Upload interface {
	// Open returns the reader and the name that the file has at its sender.
	Open() (io.Reader, string, error)
	// DeclaredType is what the sender says the file is, "" for nothing. It is asked when the file
	// has been read, because it may come after it.
	DeclaredType() (domain.MediaType, error)
	// Resume waits until the service has room for what follows. It is called when the file has been
	// taken in, which may have taken as long as its sender liked.
	Resume(context.Context) error
}

// MediaOwner is what a file is added to: a task update, a complaint, a comment or late evidence.
type MediaOwner struct {
	Kind domain.Kind
	ID   uuid.UUID
}

// AddMedia adds a file to a place and returns its record with the update and the uploader loaded.
// The same bytes again for the same place return the record they have, as a duplicate. An update
// takes files from the solver of its task, late evidence from the solver who sent it; a complaint from its
// reporter and from administrators; a comment from its author, and shows them to whoever sees the comment.
//
// Before a byte of the file is read: permission_denied for other roles, not_found for what is not
// the viewer's, update_locked, invalid_transition for a complaint that has ended, conflict
// and rate_limited beyond what an account may upload in an hour. Afterwards what blob.Ingest returns, conflict for an
// eleventh file, which only its bytes tell from one of the ten again, and the others once more, as others
// may have been faster. What fails leaves neither a row nor bytes.
//
// Under a key (WithIdempotencyKey) a repeated upload is told by its bytes as they were received,
// and is answered as the first time even where the place takes no file any more.
func (d *Desk) AddMedia(ctx context.Context, to MediaOwner, upload Upload) (row *ent.Media, duplicate bool, err error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, false, err
	}
	if !to.mayAdd(v) {
		return nil, false, fault.Denied()
	}
	o := idempotentRequestOf(ctx)
	if o != nil {
		if err := o.check(); err != nil {
			return nil, false, err
		}
	}
	refused := to.checkOpen(ctx, d.client, d.now())
	full := false
	if refused == nil {
		refused = to.checkRoom(ctx, d.client)
		full = fault.Is(refused, fault.Conflict)
	}
	if refused != nil {
		// The first upload under the key may be why, or the file may be one of those that are there. Its bytes tell,
		// once they are here.
		again, unknown := d.repeatsKey(ctx, o, refused)
		switch {
		case unknown != nil:
			return nil, false, unknown
		case again:
			refused = nil
		case !full:
			return nil, false, refused
		}
	}
	if err := d.uploads.take(v); err != nil {
		return nil, false, err
	}
	body, name, err := upload.Open()
	if err != nil {
		return nil, false, err
	}
	var declared domain.MediaType
	file, err := d.intake.Receive(ctx, body, func() (_ domain.MediaType, err error) {
		declared, err = upload.DeclaredType()
		return declared, err
	})
	if _, ours := fault.As(err); ours && refused != nil { // it is none of those that are there
		return nil, false, refused
	}
	if err != nil {
		return nil, false, err
	}
	defer file.Discard()
	if err := upload.Resume(ctx); err != nil {
		return nil, false, err
	}
	if o != nil {
		ctx = WithIdempotencyKey(ctx, IdempotentRequest{o.Key, o.Operation, o.Input, []string{file.ReceivedSHA256, string(declared)}})
	}
	if v.SessionID != uuid.Nil { // a long upload may outlive the right to it
		if _, err := d.Viewer(ctx, v.ID, v.SessionID); err != nil {
			return nil, false, err
		}
	}
	id, duplicate, err := d.storeMedia(ctx, v, to, file, name)
	if err != nil {
		return nil, false, err
	}
	row, err = d.client.Media.Query().Where(media.ID(id)).WithTaskUpdate().WithUploadedBy().Only(ctx)
	if duplicate && ent.IsNotFound(err) {
		return nil, false, fault.New(fault.Conflict, "Somebody else has added this very file.")
	}
	return row, duplicate, missing(err, "media file")
}

// repeatsKey reports whether a place that takes no file may have to answer one all the same,
// because the key of the request is in use. What the viewer does not see stays so.
func (d *Desk) repeatsKey(ctx context.Context, o *IdempotentRequest, refused error) (bool, error) {
	if o == nil || fault.Is(refused, fault.NotFound) {
		return false, nil
	}
	if _, ours := fault.As(refused); !ours {
		return false, nil
	}
	return d.keyUsed(ctx, o)
}

// allFiles is for counting and comparing the files of a place, some of which may be internal
// to people above the viewer.
func allFiles(ctx context.Context) context.Context {
	return auth.System(ctx, "compare a file with all of its place")
}

// mayAdd reports whether a role can ever add a file there.
func (to MediaOwner) mayAdd(v *auth.Viewer) bool {
	if to.Kind == domain.KindTaskUpdate || to.Kind == domain.KindLateEvidence {
		return v.Role == domain.RoleSolver
	}
	return v.Role == domain.RoleUser || v.Admin()
}

// files finds those of the place.
func (to MediaOwner) files() predicate.Media {
	switch to.Kind {
	case domain.KindTaskUpdate:
		return media.UpdateID(to.ID)
	case domain.KindComplaint:
		return media.ComplaintID(to.ID)
	case domain.KindLateEvidence:
		return media.LateEvidenceID(to.ID)
	default:
		return media.CommentID(to.ID)
	}
}

// checkOpen returns why the files of the place stay as they are; nil when they don't.
func (to MediaOwner) checkOpen(ctx context.Context, client *ent.Client, now time.Time) error {
	switch to.Kind {
	case domain.KindTaskUpdate:
		return checkUpdateOpen(ctx, client, to.ID)
	case domain.KindComplaint:
		return checkComplaintOpen(ctx, client.Complaint.Query().Where(complaint.ID(to.ID)), "complaint")
	case domain.KindLateEvidence:
		return checkLateOpen(ctx, client, to.ID, now)
	default:
		return checkComplaintOpen(ctx, client.Comment.Query().
			Where(comment.ID(to.ID), comment.AuthorID(auth.From(ctx).ID)).QueryComplaint(), "comment")
	}
}

// checkRoom returns a conflict when the place has as many files as it may have.
func (to MediaOwner) checkRoom(ctx context.Context, client *ent.Client) error {
	n, err := client.Media.Query().Where(to.files()).Count(allFiles(ctx))
	if err != nil || n < domain.MaxFiles {
		return err
	}
	noun := "update"
	switch to.Kind {
	case domain.KindComplaint:
		noun = "complaint"
	case domain.KindLateEvidence:
		noun = "late evidence"
	case domain.KindComment:
		noun = "comment"
	}
	return fault.New(fault.Conflict, "The %s holds %d files, and no more fit.", i18n.T(noun), domain.MaxFiles)
}

// checkComplaintOpen returns nil unless a complaint has ended: its files stay as they are then.
func checkComplaintOpen(ctx context.Context, q *ent.ComplaintQuery, noun string) error {
	c, err := q.Only(ctx)
	if err != nil {
		return missing(err, noun)
	}
	if !slices.Contains(open, c.Status) {
		return fault.New(fault.InvalidTransition, "The files of a complaint that is %s stay as they are.", statusText(c.Status))
	}
	return nil
}

// lock keeps the place and what decides about it as they are until the transaction ends, and
// makes uploads to it take turns.
func (to MediaOwner) lock(ctx context.Context, tx *txn) error {
	var err error
	switch to.Kind {
	case domain.KindTaskUpdate:
		return tx.lockUpdate(ctx, to.ID)
	case domain.KindComplaint:
		_, err = tx.Complaint.Query().Where(complaint.ID(to.ID), dbtx.ForUpdate).OnlyID(ctx)
		return missing(err, "complaint")
	case domain.KindLateEvidence:
		return tx.lockLate(ctx, to.ID)
	default:
		_, err = tx.Complaint.Query().Where(hasComment(to.ID), dbtx.ForUpdate).OnlyID(ctx)
		return missing(err, "comment")
	}
}

// checkUpdateOpen returns nil unless an update is locked: its files stay as they are then.
func checkUpdateOpen(ctx context.Context, client *ent.Client, updateID uuid.UUID) error {
	update, err := client.TaskUpdate.Query().Where(taskupdate.ID(updateID)).WithTask().Only(ctx)
	if err != nil {
		return missing(err, "task update")
	}
	if task := update.Edges.Task; update.Status != domain.ReviewSubmitted || task == nil || !task.Status.Live() {
		return fault.New(fault.UpdateLocked, "The update is locked: it was reviewed or its task has ended.")
	}
	return nil
}

// storeMedia stores a file that was taken in: first the bytes, then the row, so that no row
// is ever without its bytes.
func (d *Desk) storeMedia(
	ctx context.Context, v *auth.Viewer, to MediaOwner, file *blob.File, name string,
) (id uuid.UUID, duplicate bool, err error) {
	same := media.And(to.files(), media.ReceivedSha256(file.ReceivedSHA256))
	if idempotentRequestOf(ctx) == nil { // whoever gives a key is told what the key stands for
		id, err = d.client.Media.Query().Where(same).OnlyID(allFiles(ctx))
		if err == nil || !ent.IsNotFound(err) {
			return id, err == nil, err
		}
	}
	fresh := domain.NewID(domain.KindMedia)
	if err := file.Commit(ctx, fresh); err != nil {
		return uuid.Nil, false, err
	}
	written := false
	err = d.inIdempotentTxOrFound(ctx, &id, &duplicate, func(tx *txn) error {
		written, duplicate = false, false
		if err := to.lock(ctx, tx); err != nil {
			return err
		}
		id, err = tx.Media.Query().Where(same).OnlyID(allFiles(ctx))
		if err == nil || !ent.IsNotFound(err) {
			duplicate = err == nil
			return err
		}
		if err := to.checkOpen(ctx, tx.Client, tx.now); err != nil {
			return err
		}
		if err := to.checkRoom(ctx, tx.Client); err != nil {
			return err
		}
		id = fresh
		err := tx.writeMedia(ctx, v, fresh, to, file, name)
		written = err == nil
		return err
	})
	if !written {
		// Nothing points at the bytes; what can't be removed now is purged later. Only after a
		// commit that failed nobody knows whether the row is there: then the purge looks.
		if err := blob.Remove(context.WithoutCancel(ctx), d.media, fresh); err != nil {
			slog.WarnContext(ctx, "the bytes of a refused upload stay for now", "media", fresh, "error", err)
		}
	}
	return id, duplicate, err
}

// lockUpdate keeps a task update and its task as they are until the transaction ends, and
// makes uploads to it take turns.
func (tx *txn) lockUpdate(ctx context.Context, id uuid.UUID) error {
	_, err := tx.WorkTask.Query().Where(hasUpdate(id), dbtx.ForUpdate).OnlyID(ctx)
	if err == nil {
		_, err = tx.TaskUpdate.Query().Where(taskupdate.ID(id), dbtx.ForUpdate).OnlyID(ctx)
	}
	return missing(err, "task update")
}

func (tx *txn) writeMedia(
	ctx context.Context, v *auth.Viewer, id uuid.UUID, to MediaOwner, file *blob.File, name string,
) error {
	row := tx.Media.Create().
		SetID(id).SetUploadedByID(v.ID).
		SetMediaType(file.Type).SetContentType(file.ContentType).
		SetFileName(blob.FileName(name, file.ContentType)).
		SetSizeBytes(file.Size).SetSha256(file.SHA256).SetReceivedSha256(file.ReceivedSHA256).
		SetBlobKey(blob.Key(id, blob.Original)).
		SetCreatedAt(tx.now)
	var place string
	switch to.Kind {
	case domain.KindTaskUpdate:
		place = "update_id"
		row.SetUpdateID(to.ID)
	case domain.KindComplaint:
		place = "complaint_id"
		row.SetComplaintID(to.ID).SetShownOnID(to.ID)
	case domain.KindLateEvidence:
		place = "late_evidence_id"
		row.SetLateEvidenceID(to.ID)
	default:
		place = "comment_id"
		about, err := tx.Comment.Get(ctx, to.ID)
		if err != nil {
			return missing(err, "comment")
		}
		row.SetCommentID(to.ID).SetVisibility(about.Visibility)
	}
	if file.HasThumbnail() {
		row.SetThumbnailKey(blob.Key(id, blob.Thumbnail))
	}
	if file.Width > 0 && file.Height > 0 {
		row.SetWidth(file.Width).SetHeight(file.Height)
	}
	if file.Duration > 0 {
		row.SetDurationMs(file.Duration.Milliseconds())
	}
	stored, err := row.Save(ctx)
	if err != nil {
		return err
	}
	if err := tx.mediaChanged(ctx, stored, stored.Visibility); err != nil {
		return err
	}
	return tx.audit(ctx, auditRecord{
		action: "media.upload", subjectType: "Media", subject: id,
		after: values{place: to.ID, "sha256": file.SHA256, "size_bytes": file.Size},
	})
}
