package desk

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/mediastore"
	"github.com/redress/redress/internal/store/dbtx"
)

// checkReason returns what is wrong with the reason of a removal.
func checkReason(reason string) error {
	if err := required([]string{"reason"}, map[string]string{"reason": reason}); err != nil {
		return err
	}
	if f := checkText("reason", reason, domain.MaxNote); f != nil {
		return fault.Invalid(*f)
	}
	return nil
}

// RemoveMedia deletes any file, with its thumbnail and a copy in the trash, whatever state the row
// that it belongs to is in. Administrators, with a reason for the audit.
func (d *Desk) RemoveMedia(ctx context.Context, id uuid.UUID, reason string) error {
	if err := requireAdmin(ctx); err != nil {
		return err
	}
	if err := checkReason(reason); err != nil {
		return err
	}
	err := d.tx(ctx, func(tx *txn) error {
		row, err := tx.Media.Query().Where(media.ID(id), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return missing(err, "media file")
		}
		if err := tx.mediaChanged(ctx, row, row.Visibility); err != nil {
			return err
		}
		if err := tx.Media.DeleteOne(row).Exec(ctx); err != nil {
			return missing(err, "media file")
		}
		return tx.audit(ctx, auditRecord{
			action: mediastore.ActionRemove, subjectType: "Media", subject: id,
			before: values{"sha256": row.Sha256, "size_bytes": row.SizeBytes, "visibility": row.Visibility, "uploaded_by_id": row.UploadedByID},
			after:  values{"reason": strings.TrimSpace(reason)},
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
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := checkReason(reason); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		if _, err := tx.Complaint.Query().Where(hasComment(id), dbtx.ForUpdate).OnlyID(ctx); err != nil {
			return missing(err, "comment")
		}
		row, err := tx.Comment.Get(ctx, id)
		if err != nil {
			return missing(err, "comment")
		}
		if row.Text == "" {
			return nil
		}
		if err := tx.Comment.UpdateOne(row).SetText("").Exec(ctx); err != nil {
			return missing(err, "comment")
		}
		// Notifications of the comment were written in its transaction.
		err = tx.Notification.Update().
			Where(notification.ComplaintID(row.ComplaintID), notification.CreatedAt(row.CreatedAt), notification.Message(row.Text)).
			SetMessage("").Exec(auth.System(ctx, "redact what repeats a comment"))
		if err != nil {
			return err
		}
		what := domain.ComplaintCommentsChanged
		if row.Visibility == domain.VisibilityInternal {
			what = domain.ComplaintNotesChanged
		}
		tx.changeComplaint(row.ComplaintID, 0, what)
		return tx.audit(ctx, auditRecord{
			action: "comment.redact", subjectType: "Comment", subject: id,
			before: values{"visibility": row.Visibility, "author_id": row.AuthorID},
			after:  values{"reason": strings.TrimSpace(reason)},
		})
	})
	if err != nil {
		return nil, err
	}
	row, err := d.client.Comment.Query().Where(comment.ID(id)).Only(ctx)
	return row, missing(err, "comment")
}
