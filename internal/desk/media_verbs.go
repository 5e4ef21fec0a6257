package desk

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store/dbtx"
)

// DeleteMedia takes back a file that the viewer uploaded, while what it belongs to is open:
// update_locked for an update that was reviewed or whose task has ended, invalid_transition
// for a complaint that has ended. Anybody else's file is not_found. The bytes go once the
// row is gone.
func (d *Desk) DeleteMedia(ctx context.Context, id uuid.UUID) error {
	if err := checkMediaRole(ctx); err != nil {
		return err
	}
	err := d.tx(ctx, func(t *txn) error {
		row, err := t.Media.Query().Where(media.ID(id), media.UploadedByID(auth.From(ctx).ID)).Only(ctx)
		if err != nil {
			return tx.Missing(err, "media file")
		}
		if row.LateEvidenceID != nil {
			return fault.New(fault.InvalidTransition, "The files of late evidence stay as they are.")
		}
		of := mediaOwnerOf(row)
		if err := of.lock(ctx, t); err != nil {
			return err
		}
		place, err := of.look(ctx, t.Client)
		if err != nil {
			return err
		}
		if err := place.checkOpen(t.Now); err != nil {
			return err
		}
		t.filesChanged(place, row.Visibility)
		if err := t.Media.DeleteOne(row).Exec(ctx); err != nil {
			return tx.Missing(err, "media file")
		}
		return t.Audit(ctx, tx.Record{
			Action: mediastore.ActionDelete, SubjectType: "Media", Subject: id,
			Before: tx.Values{"sha256": row.Sha256, "size_bytes": row.SizeBytes, "visibility": row.Visibility},
		})
	})
	if err != nil {
		return err
	}
	d.eraseMedia(ctx, id)
	return nil
}

// eraseMedia deletes the bytes of a file whose row is gone. What the disk refuses, or a crash
// prevents, the next purge does: it finds the operation in the audit.
func (d *Desk) eraseMedia(ctx context.Context, id uuid.UUID) {
	if err := d.media.Erase(context.WithoutCancel(ctx), id); err != nil {
		slog.ErrorContext(ctx, "the bytes of a deleted file stay until the next purge", "media", id, "error", err)
	}
}

// actionSetVisibility is the audit action of SetMediaVisibility.
const actionSetVisibility = "media.set_visibility"

// checkMediaRole refuses the roles that never upload, before any id is read.
func checkMediaRole(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err == nil && !v.Role.Uploads() {
		err = fault.Denied()
	}
	return err
}

// SetMediaVisibility sets whether the reporter may see a file. For whoever uploaded it and for
// administrators. A comment's files follow the comment: invalid_transition; so is what an
// administrator has set to internal, for anybody but administrators.
func (d *Desk) SetMediaVisibility(ctx context.Context, id uuid.UUID, visibility domain.Visibility) (*ent.Media, error) {
	if err := checkMediaRole(ctx); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(t *txn) error {
		q := t.Media.Query().Where(media.ID(id), dbtx.ForUpdate)
		if v := auth.From(ctx); !v.Admin() {
			q.Where(media.UploadedByID(v.ID))
		}
		row, err := q.Only(ctx)
		switch {
		case err != nil:
			return tx.Missing(err, "media file")
		case row.CommentID != nil:
			return fault.New(fault.InvalidTransition, "The files of a comment are seen by whoever sees the comment.")
		case row.LateEvidenceID != nil:
			return fault.New(fault.InvalidTransition, "The files of late evidence are for administrators and the solver who sent it.")
		}
		withheld, err := t.withheld(ctx, row)
		v := auth.From(ctx)
		switch {
		case err != nil:
			return err
		case withheld && !v.Admin() && visibility == domain.VisibilityPublic:
			return fault.New(fault.InvalidTransition, "An administrator has set the file to internal.")
		case row.Visibility == visibility && (withheld || !v.Admin() || visibility == domain.VisibilityPublic):
			return nil // an administrator's INTERNAL is recorded even where the file is internal
		}
		change := t.Media.UpdateOne(row).SetVisibility(visibility)
		if err := t.list(ctx, change, row, visibility); err != nil {
			return err
		}
		if err := change.Exec(ctx); err != nil {
			return tx.Missing(err, "media file")
		}
		if err := t.mediaChanged(ctx, row, row.Visibility, visibility); err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: actionSetVisibility, SubjectType: "Media", Subject: id,
			Before: tx.Values{"visibility": row.Visibility}, After: tx.Values{"visibility": visibility},
		})
	})
	if err != nil {
		return nil, err
	}
	row, err := d.Client.Media.Get(ctx, id)
	return row, tx.Missing(err, "media file")
}

// list lists a file of a task update among the media of the task's complaint while it is public. Those of the
// complaint itself are listed always.
func (t *txn) list(ctx context.Context, change *ent.MediaUpdateOne, row *ent.Media, visibility domain.Visibility) error {
	switch {
	case row.UpdateID == nil:
		return nil
	case visibility != domain.VisibilityPublic:
		change.ClearShownOnID()
		return nil
	}
	task, err := t.WorkTask.Query().Where(hasUpdate(*row.UpdateID)).Only(auth.System(ctx, "find the complaint of a file"))
	if err == nil {
		change.SetShownOnID(task.ComplaintID)
	}
	return err
}

// withheld reports whether it was an administrator who set a file to internal last. The audit tells:
// only administrators and whoever uploaded the file set its visibility.
func (t *txn) withheld(ctx context.Context, row *ent.Media) (bool, error) {
	if row.Visibility != domain.VisibilityInternal {
		return false, nil
	}
	last, err := t.AuditEntry.Query().
		Where(auditentry.SubjectType("Media"), auditentry.SubjectID(row.ID), auditentry.Action(actionSetVisibility)).
		Order(ent.Desc(auditentry.FieldID)).First(auth.System(ctx, "ask who set a file's visibility"))
	if ent.IsNotFound(err) {
		return false, nil
	}
	if err != nil || last.ActorID == nil {
		return false, err
	}
	return row.UploadedByID == nil || *last.ActorID != *row.UploadedByID, nil
}
