package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store/dbtx"
)

// RemoveMedia deletes any file, with its thumbnail and a copy in the trash, whatever state the row
// that it belongs to is in. Administrators, with a reason for the audit.
func (d *Desk) RemoveMedia(ctx context.Context, id uuid.UUID, reason string) error {
	if err := tx.RequireAdmin(ctx); err != nil {
		return err
	}
	var errs tx.FieldErrors
	if errs.RequiredText("reason", &reason, domain.MaxNote); len(errs) > 0 {
		return errs.Fault()
	}
	err := d.tx(ctx, func(t *txn) error {
		row, err := t.Media.Query().Where(media.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return tx.Missing(err, "media file")
		}
		if err := t.mediaChanged(ctx, row, row.Visibility); err != nil {
			return err
		}
		if err := t.Media.DeleteOne(row).Exec(ctx); err != nil {
			return tx.Missing(err, "media file")
		}
		return t.Audit(ctx, tx.Record{
			Action: mediastore.ActionRemove, SubjectType: "Media", Subject: id,
			Before: tx.Values{"sha256": row.Sha256, "size_bytes": row.SizeBytes, "visibility": row.Visibility, "uploaded_by_id": row.UploadedByID},
			After:  tx.Values{"reason": reason},
		})
	})
	if err != nil {
		return err
	}
	d.eraseMedia(ctx, id)
	return nil
}

// RedactComment removes the text of a comment, also from the notifications that repeat it.
// Administrators, with a reason for the audit. A comment that was redacted before stays as it is.
func (d *Desk) RedactComment(ctx context.Context, id uuid.UUID, reason string) (*ent.Comment, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	var errs tx.FieldErrors
	if errs.RequiredText("reason", &reason, domain.MaxNote); len(errs) > 0 {
		return nil, errs.Fault()
	}
	err := d.tx(ctx, func(t *txn) error {
		if _, err := t.Complaint.Query().Where(hasComment(id), dbtx.ForUpdate).OnlyID(ctx); err != nil {
			return tx.Missing(err, "comment")
		}
		row, err := t.Comment.Get(ctx, id)
		if err != nil {
			return tx.Missing(err, "comment")
		}
		if row.Text == "" {
			return nil
		}
		if err := t.Comment.UpdateOne(row).SetText("").Exec(ctx); err != nil {
			return tx.Missing(err, "comment")
		}
		// Notifications of the comment were written in its transaction.
		err = t.Notification.Update().
			Where(notification.ComplaintID(row.ComplaintID), notification.CreatedAt(row.CreatedAt), notification.Message(row.Text)).
			SetMessage("").Exec(auth.System(ctx, "redact what repeats a comment"))
		if err != nil {
			return err
		}
		what := domain.ComplaintCommentsChanged
		if row.Visibility == domain.VisibilityInternal {
			what = domain.ComplaintNotesChanged
		}
		t.changeComplaint(row.ComplaintID, 0, what)
		return t.Audit(ctx, tx.Record{
			Action: "comment.redact", SubjectType: "Comment", Subject: id,
			Before: tx.Values{"visibility": row.Visibility, "author_id": row.AuthorID},
			After:  tx.Values{"reason": reason},
		})
	})
	if err != nil {
		return nil, err
	}
	row, err := d.Client.Comment.Query().Where(comment.ID(id)).Only(ctx)
	return row, tx.Missing(err, "comment")
}
