package desk

import (
	"context"
	"io"
	"log/slog"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	maxMedia = 10 // of one task update (PRODUCT section 2)
)

// Upload is a file on its way in. Nothing of it is read before Open.
type Upload interface {
	// Open answers the reader and the name that the file has at its sender.
	Open() (io.Reader, string, error)
	// DeclaredType is what the sender says the file is, "" for nothing. It is asked when
	// the file has been read, because it may stand behind it.
	DeclaredType() (domain.MediaType, error)
}

// AddUpdateMedia adds a file to an update of a task of the viewer, a solver, and answers
// its record with the update and the uploader loaded. The same bytes again for the same
// update answer the record they have, as a duplicate.
//
// Before a byte of the file is read: permission_denied for other roles, not_found for
// what is not the viewer's, update_locked, and conflict for an eleventh file. Afterwards
// what blob.Intake answers, and the two conflicts again, as others may have been faster.
// What fails leaves neither a row nor bytes.
func (d *Desk) AddUpdateMedia(ctx context.Context, updateID uuid.UUID, upload Upload) (row *ent.Media, duplicate bool, err error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, false, err
	}
	if v.Role != domain.RoleSolver {
		return nil, false, fault.Denied()
	}
	if err := takesMedia(ctx, d.client, updateID); err != nil {
		return nil, false, err
	}
	body, name, err := upload.Open()
	if err != nil {
		return nil, false, err
	}
	file, err := d.intake.Receive(ctx, body, upload.DeclaredType)
	if err != nil {
		return nil, false, err
	}
	defer file.Discard()
	if v.SessionID != uuid.Nil { // a long upload may outlive the right to it
		if _, err := d.Viewer(ctx, v.ID, v.SessionID); err != nil {
			return nil, false, err
		}
	}
	id, duplicate, err := d.keepMedia(ctx, v, updateID, file, name)
	if err != nil {
		return nil, false, err
	}
	row, err = d.client.Media.Query().Where(media.ID(id)).WithTaskUpdate().WithUploadedBy().Only(ctx)
	return row, duplicate, missing(err, "media file")
}

// takesMedia answers why an update takes no file; nil when it does.
func takesMedia(ctx context.Context, client *ent.Client, updateID uuid.UUID) error {
	if err := isOpen(ctx, client, updateID); err != nil {
		return err
	}
	n, err := client.Media.Query().Where(media.UpdateID(updateID)).Count(ctx)
	if err != nil {
		return err
	}
	if n >= maxMedia {
		return fault.New(fault.Conflict, "The update holds %d files, and no more fit.", maxMedia)
	}
	return nil
}

// isOpen answers nil unless an update is locked: its files stay as they are then.
func isOpen(ctx context.Context, client *ent.Client, updateID uuid.UUID) error {
	update, err := client.TaskUpdate.Query().Where(taskupdate.ID(updateID)).WithTask().Only(ctx)
	if err != nil {
		return missing(err, "task update")
	}
	if task := update.Edges.Task; update.Status != domain.ReviewSubmitted || task == nil || !task.Status.Live() {
		return fault.New(fault.UpdateLocked, "The update is locked: it was reviewed or its task has ended.")
	}
	return nil
}

// keepMedia stores a file that was taken in: first the bytes, then the row, so that no row
// is ever without its bytes.
func (d *Desk) keepMedia(
	ctx context.Context, v *auth.Viewer, updateID uuid.UUID, file *blob.File, name string,
) (id uuid.UUID, duplicate bool, err error) {
	same := media.And(media.UpdateID(updateID), media.ReceivedSha256(file.ReceivedSHA256))
	id, err = d.client.Media.Query().Where(same).OnlyID(ctx)
	if err == nil || !ent.IsNotFound(err) {
		return id, err == nil, err
	}
	fresh := domain.NewID(domain.KindMedia)
	if err := file.Commit(ctx, fresh); err != nil {
		return uuid.Nil, false, err
	}
	written := false
	err = d.tx(ctx, func(tx *txn) error {
		if err := tx.holdUpdate(ctx, updateID); err != nil {
			return err
		}
		id, err = tx.Media.Query().Where(same).OnlyID(ctx)
		if err == nil || !ent.IsNotFound(err) {
			duplicate = err == nil
			return err
		}
		if err := takesMedia(ctx, tx.Client, updateID); err != nil {
			return err
		}
		id = fresh
		err := tx.writeMedia(ctx, v, fresh, updateID, file, name)
		written = err == nil
		return err
	})
	if !written {
		// Nothing points at the bytes; what can't be removed now is swept later. Only after a
		// commit that failed nobody knows whether the row is there: then the sweep looks.
		if err := blob.Remove(context.WithoutCancel(ctx), d.media, fresh); err != nil {
			slog.WarnContext(ctx, "the bytes of a refused upload stay for now", "media", fresh, "error", err)
		}
	}
	return id, duplicate, err
}

// holdUpdate keeps a task update and its task as they are until the transaction ends, and
// makes uploads to it take turns.
func (tx *txn) holdUpdate(ctx context.Context, id uuid.UUID) error {
	_, err := tx.WorkTask.Query().Where(worktask.HasUpdatesWith(taskupdate.ID(id)), held).OnlyID(ctx)
	if err == nil {
		_, err = tx.TaskUpdate.Query().Where(taskupdate.ID(id), held).OnlyID(ctx)
	}
	return missing(err, "task update")
}

func (tx *txn) writeMedia(
	ctx context.Context, v *auth.Viewer, id, updateID uuid.UUID, file *blob.File, name string,
) error {
	row := tx.Media.Create().
		SetID(id).SetUpdateID(updateID).SetUploadedByID(v.ID).
		SetMediaType(file.Type).SetContentType(file.ContentType).
		SetFileName(blob.FileName(name, file.ContentType)).
		SetSizeBytes(file.Size).SetSha256(file.SHA256).SetReceivedSha256(file.ReceivedSHA256).
		SetBlobKey(blob.Key(id, blob.Original)).
		SetCreatedAt(tx.now)
	if file.HasThumbnail() {
		row.SetThumbnailKey(blob.Key(id, blob.Thumbnail))
	}
	if file.Width > 0 && file.Height > 0 {
		row.SetWidth(file.Width).SetHeight(file.Height)
	}
	if file.Duration > 0 {
		row.SetDurationMs(file.Duration.Milliseconds())
	}
	if err := row.Exec(ctx); err != nil {
		return err
	}
	return tx.audit(ctx, deed{
		action: "media.upload", subjectType: "Media", subject: id,
		after: values{"update_id": updateID, "sha256": file.SHA256, "size_bytes": file.Size},
	})
}
