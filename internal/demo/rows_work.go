package demo

import (
	"context"
	"fmt"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/batch"
)

func (w *world) storeWork(ctx context.Context, tx *ent.Tx) error {
	err := tx.WorkTask.MapCreateBulk(w.tasks, func(c *ent.WorkTaskCreate, i int) {
		t := w.tasks[i]
		c.SetID(t.ID).SetComplaintID(t.ComplaintID).SetSolverID(t.SolverID).SetNillableProviderID(t.ProviderID).
			SetNillableAssignedByID(t.AssignedByID).SetNillablePreviousID(t.PreviousID).SetStatus(t.Status).
			SetInstructions(t.Instructions).SetNillableDueAt(t.DueAt).SetNillableAcceptedAt(t.AcceptedAt).
			SetNillableStartedAt(t.StartedAt).SetNillableEndedAt(t.EndedAt).SetEndReason(t.EndReason).
			SetEndNote(t.EndNote).SetUpdatesCount(t.UpdatesCount).SetVersion(t.Version).
			SetCreatedAt(t.CreatedAt).SetUpdatedAt(t.UpdatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo tasks: %w", err)
	}
	err = tx.TaskUpdate.MapCreateBulk(w.updates, func(c *ent.TaskUpdateCreate, i int) {
		u := w.updates[i]
		c.SetID(u.ID).SetTaskID(u.TaskID).SetAuthorID(u.AuthorID).SetNillableClientID(u.ClientID).
			SetType(u.Type).SetRemarks(u.Remarks).SetNillablePercentageCompleted(u.PercentageCompleted).
			SetOccurredAt(u.OccurredAt).SetCreatedAt(u.CreatedAt).SetStatus(u.Status).
			SetNillableReviewedByID(u.ReviewedByID).SetNillableReviewedAt(u.ReviewedAt).SetReviewNote(u.ReviewNote)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo updates: %w", err)
	}
	err = tx.Media.MapCreateBulk(w.media, func(c *ent.MediaCreate, i int) {
		m := w.media[i]
		c.SetID(m.ID).SetNillableUpdateID(m.UpdateID).SetNillableComplaintID(m.ComplaintID).
			SetNillableCommentID(m.CommentID).SetNillableUploadedByID(m.UploadedByID).
			SetMediaType(m.MediaType).SetVisibility(m.Visibility).SetFileName(m.FileName).
			SetContentType(m.ContentType).SetSizeBytes(m.SizeBytes).SetSha256(m.Sha256).
			SetReceivedSha256(m.ReceivedSha256).SetNillableWidth(m.Width).SetNillableHeight(m.Height).
			SetBlobKey(m.BlobKey).SetNillableThumbnailKey(m.ThumbnailKey).SetCreatedAt(m.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo media: %w", err)
	}
	return nil
}

func (w *world) storePayments(ctx context.Context, tx *ent.Tx) error {
	err := w.book.Payments(ctx, tx.Client(), w.payments...)
	if err != nil {
		return fmt.Errorf("demo payments: %w", err)
	}
	err = tx.PaymentTask.MapCreateBulk(w.paidTasks, func(c *ent.PaymentTaskCreate, i int) {
		c.SetPaymentID(w.paidTasks[i].PaymentID).SetTaskID(w.paidTasks[i].TaskID)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo paid tasks: %w", err)
	}
	err = tx.PaymentClaim.MapCreateBulk(w.claims, func(c *ent.PaymentClaimCreate, i int) {
		k := w.claims[i]
		c.SetID(k.ID).SetPaymentID(k.PaymentID).SetKey(k.Key)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo claims: %w", err)
	}
	return nil
}

func (w *world) storeBroadcasts(ctx context.Context, tx *ent.Tx) error {
	err := tx.Broadcast.MapCreateBulk(w.broadcasts, func(c *ent.BroadcastCreate, i int) {
		b := w.broadcasts[i]
		c.SetID(b.ID).SetTitle(b.Title).SetMessage(b.Message).SetChannels(b.Channels).SetUrgent(b.Urgent).
			SetTargetType(b.TargetType).SetTargetValue(b.TargetValue).SetTargetLabel(b.TargetLabel).SetStatus(b.Status).
			SetScheduledAt(b.ScheduledAt).SetTimezone(b.Timezone).SetNillableSentAt(b.SentAt).
			SetNillableCancelledAt(b.CancelledAt).SetNillableCancelledByID(b.CancelledByID).
			SetCancelReason(b.CancelReason).SetAudienceFixed(b.StartedAt != nil).SetDeliveryState(b.DeliveryState).
			SetNillableStartedAt(b.StartedAt).SetNillableCompletedAt(b.CompletedAt).
			SetNillableCreatedByID(b.CreatedByID).SetNillableUpdatedByID(b.UpdatedByID).
			SetCreatedAt(b.CreatedAt).SetUpdatedAt(b.UpdatedAt).SetVersion(b.Version).
			SetRecipients(b.Recipients).SetPending(b.Pending).SetSent(b.Sent).SetDelivered(b.Delivered).
			SetRead(b.Read).SetFailed(b.Failed).SetSkipped(b.Skipped).SetCancelled(b.Cancelled)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo broadcasts: %w", err)
	}
	if err := search.AddBroadcasts(ctx, tx.Client(), w.broadcasts...); err != nil {
		return err
	}
	err = tx.BroadcastChannel.MapCreateBulk(w.channels, func(c *ent.BroadcastChannelCreate, i int) {
		b := w.channels[i]
		c.SetID(b.ID).SetBroadcastID(b.BroadcastID).SetChannel(b.Channel).
			SetRecipients(b.Recipients).SetPending(b.Pending).SetSent(b.Sent).SetDelivered(b.Delivered).
			SetRead(b.Read).SetFailed(b.Failed).SetSkipped(b.Skipped).SetCancelled(b.Cancelled)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo broadcast channels: %w", err)
	}
	err = tx.BroadcastEvent.MapCreateBulk(w.events, func(c *ent.BroadcastEventCreate, i int) {
		e := w.events[i]
		c.SetID(e.ID).SetBroadcastID(e.BroadcastID).SetAction(e.Action).SetNillableActorID(e.ActorID).
			SetNote(e.Note).SetCreatedAt(e.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo broadcast events: %w", err)
	}
	return nil
}

func (w *world) storeTraces(ctx context.Context, tx *ent.Tx) error {
	err := tx.Notification.MapCreateBulk(w.notices, func(c *ent.NotificationCreate, i int) {
		n := w.notices[i]
		c.SetID(n.ID).SetRecipientID(n.RecipientID).SetChannel(n.Channel).SetNillableBroadcastID(n.BroadcastID).
			SetNillableComplaintID(n.ComplaintID).SetNillableTaskID(n.TaskID).SetTitle(n.Title).
			SetMessage(n.Message).SetState(n.State).SetAttempts(n.Attempts).SetLastError(n.LastError).
			SetNillableSentAt(n.SentAt).SetNillableDeliveredAt(n.DeliveredAt).SetNillableReadAt(n.ReadAt).
			SetCreatedAt(n.CreatedAt)
	}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("demo notifications: %w", err)
	}
	err = w.book.Audit(ctx, batch.Of(tx), w.audit...)
	if err != nil {
		return fmt.Errorf("demo audit: %w", err)
	}
	return nil
}
