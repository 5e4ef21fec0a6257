package desk

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintrevision"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/store/dbtx"
)

// maxRevisions bounds the revisions of a complaint (docs/product.md, Limits).
const maxRevisions = 200

// ComplaintEdit is what a complaint is to say from now on. What is nil stays as it is.
type ComplaintEdit struct {
	Title       *string
	Description *string
	Address     *string
	Latitude    *float64 // both or neither
	Longitude   *float64
	NoPosition  bool // takes the position away
}

// UpdateComplaint changes what a complaint says. Administrators may at any time, its reporter while it
// is submitted. What changes stands before and after in a revision; the audit holds digests. An edit
// that changes nothing leaves everything as it is.
func (d *Desk) UpdateComplaint(ctx context.Context, target tx.Target, in ComplaintEdit) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionEdit, target, transition{apply: func(t *txn, _ move, c *ent.Complaint) error {
		in := in // the check tidies it
		if err := in.check(c); err != nil {
			return err
		}
		return t.revise(ctx, c, in)
	}})
}

// check tidies the input and returns a validation fault that lists every invalid part of it. What the complaint says already is fine.
func (in *ComplaintEdit) check(was *ent.Complaint) error {
	if *in == (ComplaintEdit{}) {
		return tx.NothingToChange()
	}
	var errs tx.FieldErrors
	if in.Title != nil {
		errs.RequiredText("title", in.Title, domain.MaxTitle, was.Title)
	}
	if in.Description != nil {
		errs.Text("description", in.Description, domain.MaxDescription, was.Description)
	}
	if in.Address != nil {
		errs.Text("address", in.Address, domain.MaxAddress, was.Address)
	}
	errs = append(errs, checkPosition(in.Latitude, in.Longitude)...)
	if in.NoPosition && (in.Latitude != nil || in.Longitude != nil) {
		errs.Add("noPosition", "invalid", "can't be given together with a position")
	}
	return errs.Fault()
}

// revise changes a complaint that the transaction has locked.
func (t *txn) revise(ctx context.Context, c *ent.Complaint, in ComplaintEdit) error {
	u := t.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version))
	row := t.Later.ComplaintRevision.Create().SetComplaintID(c.ID).SetNillableActorID(tx.AccountOf(ctx)).
		SetComplaintVersion(c.Version + 1).SetInternalChanges(c.InternalChanges).SetCreatedAt(t.Now)
	before, after := tx.Values{}, tx.Values{}
	texts := false
	text := func(name, was string, is *string, set func(was, is string)) {
		if is == nil || *is == was {
			return
		}
		set(was, *is)
		before[name], after[name] = tx.Digest(c.ID, was), tx.Digest(c.ID, *is)
		texts = true
	}
	text(complaint.FieldTitle, c.Title, in.Title, func(was, is string) {
		u.SetTitle(is)
		row.SetTitleBefore(was).SetTitleAfter(is)
	})
	text(complaint.FieldDescription, c.Description, in.Description, func(was, is string) {
		u.SetDescription(is)
		row.SetDescriptionBefore(was).SetDescriptionAfter(is)
	})
	text(complaint.FieldAddress, c.Address, in.Address, func(was, is string) {
		u.SetAddress(is)
		row.SetAddressBefore(was).SetAddressAfter(is)
	})
	was, is := positionText(c.Latitude, c.Longitude), positionText(in.Latitude, in.Longitude)
	if was != is && (is != "" || in.NoPosition) {
		if in.NoPosition {
			u.ClearLatitude().ClearLongitude()
		} else {
			u.SetLatitude(*in.Latitude).SetLongitude(*in.Longitude)
		}
		row.SetNillableLatitudeBefore(c.Latitude).SetNillableLongitudeBefore(c.Longitude).
			SetNillableLatitudeAfter(in.Latitude).SetNillableLongitudeAfter(in.Longitude)
		before["position"], after["position"] = tx.Digest(c.ID, was), tx.Digest(c.ID, is)
	}
	if len(after) == 0 {
		return nil
	}
	sys := auth.System(ctx, "the revision of an edited complaint")
	last, err := t.ComplaintRevision.Query().Where(complaintrevision.ComplaintID(c.ID)).
		Order(ent.Desc(complaintrevision.FieldSeq)).First(sys)
	switch {
	case ent.IsNotFound(err):
		row.SetSeq(1)
	case err != nil:
		return err
	case last.Seq >= maxRevisions:
		return fault.New(fault.Conflict, "The complaint was changed %d times, and no more changes fit.", maxRevisions)
	default:
		row.SetSeq(last.Seq + 1)
	}
	if err := t.nextVersion(c, u); err != nil {
		return err
	}
	changed, err := u.Save(ctx)
	if err != nil {
		return err
	}
	if err := row.Exec(sys); err != nil {
		return err
	}
	if texts {
		if err := search.ReviseComplaint(ctx, t.Later, changed); err != nil {
			return err
		}
	}
	t.trackComplaint(c, changed)
	if err := t.notifyOfChange(ctx, changed); err != nil {
		return err
	}
	before["version"], after["version"] = c.Version, changed.Version
	return t.Audit(ctx, tx.Record{Action: "complaint.update", SubjectType: "Complaint", Subject: c.ID, Before: before, After: after})
}

// positionText returns a position as the audit's digests have it, "" for none.
func positionText(latitude, longitude *float64) string {
	if latitude == nil || longitude == nil {
		return ""
	}
	return fmt.Sprint(*latitude, " ", *longitude)
}

// RedactRevision removes the texts and positions of a revision, also from the notifications that repeat a
// title which the complaint does not have any more. Administrators, with a reason for the audit. A
// revision that was redacted before stays as it is.
func (d *Desk) RedactRevision(ctx context.Context, id uuid.UUID, reason string) (*ent.ComplaintRevision, error) {
	if err := tx.RequireAdmin(ctx); err != nil {
		return nil, err
	}
	var errs tx.FieldErrors
	if errs.RequiredText("reason", &reason, domain.MaxNote); len(errs) > 0 {
		return nil, errs.Fault()
	}
	err := d.tx(ctx, func(t *txn) error {
		c, err := t.Complaint.Query().Where(complaint.HasRevisionsWith(complaintrevision.ID(id)), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return tx.Missing(err, "complaint revision")
		}
		row, err := t.ComplaintRevision.Get(ctx, id)
		if err != nil {
			return tx.Missing(err, "complaint revision")
		}
		if row.RedactedAt != nil {
			return nil
		}
		if err := t.redactRevision(ctx, c, row); err != nil {
			return err
		}
		t.changeComplaint(c.ID, c.Version, domain.ComplaintRevisionsChanged)
		return t.Audit(ctx, tx.Record{
			Action: "complaint_revision.redact", SubjectType: "ComplaintRevision", Subject: id,
			Before: tx.Values{"complaint_id": c.ID, "actor_id": row.ActorID}, After: tx.Values{"reason": reason},
		})
	})
	if err != nil {
		return nil, err
	}
	row, err := d.Client.ComplaintRevision.Get(ctx, id)
	return row, tx.Missing(err, "complaint revision")
}

func (t *txn) redactRevision(ctx context.Context, c *ent.Complaint, row *ent.ComplaintRevision) error {
	u := t.ComplaintRevision.UpdateOne(row).SetRedactedAt(t.Now).
		ClearLatitudeBefore().ClearLongitudeBefore().ClearLatitudeAfter().ClearLongitudeAfter()
	var titles []string
	if row.TitleBefore != nil {
		u.SetTitleBefore("").SetTitleAfter("")
		titles = slices.DeleteFunc([]string{*row.TitleBefore, *row.TitleAfter}, func(title string) bool { return title == c.Title })
	}
	if row.DescriptionBefore != nil {
		u.SetDescriptionBefore("").SetDescriptionAfter("")
	}
	if row.AddressBefore != nil {
		u.SetAddressBefore("").SetAddressAfter("")
	}
	if err := u.Exec(ctx); err != nil || len(titles) == 0 {
		return err
	}
	return t.Notification.Update().Where(notification.ComplaintID(c.ID), notification.MessageIn(titles...)).
		SetMessage("").Exec(auth.System(ctx, "redact what repeats a title"))
}
