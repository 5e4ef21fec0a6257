package desk

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/blob"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
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

// AddMedia adds a file to a place and returns its record with the update's task and the uploader's name.
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
	v, err := auth.RequireViewer(ctx)
	if err != nil {
		return nil, false, err
	}
	if !to.mayAdd(v) {
		return nil, false, fault.Denied()
	}
	o := tx.IdempotentRequestOf(ctx)
	if o != nil {
		if err := o.Check(); err != nil {
			return nil, false, err
		}
	}
	found, refused := to.look(ctx, d.Client)
	if refused == nil {
		refused = found.checkTakes(d.Now())
	}
	full := fault.Is(refused, fault.Conflict)
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
		ctx = tx.WithIdempotencyKey(ctx, o.WithFile(file.ReceivedSHA256, string(declared)))
	}
	if v.SessionID != uuid.Nil { // a long upload may outlive the right to it
		if _, err := d.viewer(ctx, v.ID, v.SessionID); err != nil {
			return nil, false, err
		}
	}
	id, duplicate, err := d.storeMedia(ctx, v, found, file, name)
	if err != nil {
		return nil, false, err
	}
	row, err = d.Client.Media.Query().Where(media.ID(id)).
		WithTaskUpdate(func(q *ent.TaskUpdateQuery) { q.Select(taskupdate.FieldTaskID) }).
		WithUploadedBy(func(q *ent.UserQuery) { q.Select(user.FieldName) }).
		Only(ctx)
	if duplicate && ent.IsNotFound(err) {
		return nil, false, fault.New(fault.Conflict, "Somebody else has added this very file.")
	}
	return row, duplicate, tx.Missing(err, "media file")
}

// repeatsKey reports whether a place that takes no file may have to answer one all the same,
// because the key of the request is in use. What the viewer does not see stays so.
func (d *Desk) repeatsKey(ctx context.Context, o *tx.IdempotentRequest, refused error) (bool, error) {
	if o == nil || fault.Is(refused, fault.NotFound) {
		return false, nil
	}
	if _, ours := fault.As(refused); !ours {
		return false, nil
	}
	return d.KeyUsed(ctx, o)
}

// storeMedia stores a file that was taken in: first the bytes, then the row, so that no row
// is ever without its bytes.
func (d *Desk) storeMedia(
	ctx context.Context, v *auth.Viewer, to *mediaPlace, file *blob.File, name string,
) (id uuid.UUID, duplicate bool, err error) {
	if _, again := to.files[file.ReceivedSHA256]; again && tx.IdempotentRequestOf(ctx) == nil { // whoever gives a key is told what the key stands for
		now, err := to.look(ctx, d.Client)
		if err != nil {
			return uuid.Nil, false, err
		}
		if id, duplicate = now.files[file.ReceivedSHA256]; duplicate {
			return id, true, nil
		}
	}
	fresh := domain.NewID(domain.KindMedia)
	if err := file.Commit(ctx, fresh); err != nil {
		return uuid.Nil, false, err
	}
	made, err := tx.Once(ctx, d.Runner, joined(d, func(t *txn) (made tx.Made[struct{}], err error) {
		if err := to.lock(ctx, t); err != nil {
			return made, err
		}
		now, err := to.look(ctx, t.Client)
		if err != nil {
			return made, err
		}
		if made.ID, made.Found = now.files[file.ReceivedSHA256]; made.Found {
			return made, nil
		}
		if err := now.checkTakes(t.Now); err != nil {
			return made, err
		}
		if err := t.writeMedia(ctx, v, fresh, now, file, name); err != nil {
			return made, err
		}
		return tx.Made[struct{}]{ID: fresh}, nil
	}))
	if made.ID != fresh {
		// Nothing points at the bytes; what can't be removed now is purged later. Only after a
		// commit that failed nobody knows whether the row is there: then the purge looks.
		if err := blob.Remove(context.WithoutCancel(ctx), d.media, fresh); err != nil {
			slog.WarnContext(ctx, "the bytes of a refused upload stay for now", "media", fresh, "error", err)
		}
	}
	return made.ID, made.Found, err
}

func (t *txn) writeMedia(
	ctx context.Context, v *auth.Viewer, id uuid.UUID, to *mediaPlace, file *blob.File, name string,
) error {
	row := t.Later.Media.Create().
		SetID(id).SetNillableUploadedByID(tx.AccountOf(ctx)).SetByLink(v.HasLink()).
		SetMediaType(file.Type).SetContentType(file.ContentType).
		SetFileName(blob.FileName(name, file.ContentType)).
		SetSizeBytes(file.Size).SetSha256(file.SHA256).SetReceivedSha256(file.ReceivedSHA256).
		SetBlobKey(blob.Key(id, blob.Original)).
		SetCreatedAt(t.Now)
	switch to.Kind {
	case domain.KindTaskUpdate:
		row.SetUpdateID(to.ID)
	case domain.KindComplaint:
		row.SetComplaintID(to.ID).SetShownOnID(to.ID)
	case domain.KindLateEvidence:
		row.SetLateEvidenceID(to.ID)
	default:
		row.SetCommentID(to.ID).SetVisibility(to.Visibility)
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
	t.filesChanged(to, stored.Visibility)
	if err := t.tellOfFile(ctx, v, to); err != nil {
		return err
	}
	return t.Audit(ctx, tx.Record{
		Action: "media.upload", SubjectType: "Media", Subject: id,
		After: tx.Values{mediaOwners[to.Kind].column: to.ID, "sha256": file.SHA256, "size_bytes": file.Size},
	})
}

// The files that come with a complaint are told with it.
const (
	sentWithComplaint = 15 * time.Minute // after it came in
	sentTogether      = domain.MailTogetherAtMost
)

// tellOfFile notifies of a file that its reporter added to a complaint after it came in, of one for those that are sent together.
func (t *txn) tellOfFile(ctx context.Context, v *auth.Viewer, to *mediaPlace) error {
	if to.Kind != domain.KindComplaint || !v.Reports() { // who adds to their own complaints only
		return nil
	}
	late := to.CreatedAt.Add(sentWithComplaint)
	if t.Now.Before(late) || !to.last.Before(late) && t.Now.Before(to.last.Add(sentTogether)) {
		return nil
	}
	c, err := t.Complaint.Get(ctx, to.ID)
	if err != nil {
		return err
	}
	return t.notify(ctx, notifications.FilesAdded, notifications.About{Complaint: c, Message: i18n.Verbatim(c.Title)})
}
