package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintrevision"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/auth"
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
func (d *Desk) UpdateComplaint(ctx context.Context, t Target, in ComplaintEdit) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionEdit, t, transition{apply: func(tx *txn, _ move, c *ent.Complaint) error {
		if err := in.check(); err != nil {
			return err
		}
		return tx.revise(ctx, c, in)
	}})
}

// check tidies the input and returns a validation fault that lists every invalid part of it.
func (in *ComplaintEdit) check() error {
	if *in == (ComplaintEdit{}) {
		return nothingToChange()
	}
	var errs fieldErrors
	if in.Title != nil {
		title := strings.TrimSpace(*in.Title)
		in.Title = &title
		if title == "" {
			errs.add("title", "required", "must be given")
		} else {
			errs.text("title", title, domain.MaxTitle)
		}
	}
	if in.Description != nil {
		errs.text("description", *in.Description, domain.MaxDescription)
	}
	if in.Address != nil {
		errs.text("address", *in.Address, domain.MaxAddress)
	}
	errs = append(errs, checkPosition(in.Latitude, in.Longitude)...)
	if in.NoPosition && (in.Latitude != nil || in.Longitude != nil) {
		errs.add("noPosition", "invalid", "can't be given together with a position")
	}
	return errs.fault()
}

// revise changes a complaint that the transaction has locked.
func (tx *txn) revise(ctx context.Context, c *ent.Complaint, in ComplaintEdit) error {
	u := tx.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version)).SetUpdatedAt(tx.now).AddVersion(1)
	row := tx.Later.ComplaintRevision.Create().SetComplaintID(c.ID).SetNillableActorID(accountOf(ctx)).
		SetComplaintVersion(c.Version + 1).SetCreatedAt(tx.now)
	before, after := values{}, values{}
	texts := false
	text := func(name, was string, is *string, set func(was, is string)) {
		if is == nil || *is == was {
			return
		}
		set(was, *is)
		before[name], after[name] = digest(c.ID, was), digest(c.ID, *is)
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
		before["position"], after["position"] = digest(c.ID, was), digest(c.ID, is)
	}
	if len(after) == 0 {
		return nil
	}
	sys := auth.System(ctx, "the revision of an edited complaint")
	last, err := tx.ComplaintRevision.Query().Where(complaintrevision.ComplaintID(c.ID)).
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
	changed, err := u.Save(ctx)
	if err != nil {
		return err
	}
	if err := row.Exec(sys); err != nil {
		return err
	}
	if texts {
		if err := search.ReviseComplaint(ctx, tx.Later, changed); err != nil {
			return err
		}
	}
	tx.trackComplaint(c, changed)
	before["version"], after["version"] = c.Version, changed.Version
	return tx.audit(ctx, auditRecord{action: "complaint.update", subjectType: "Complaint", subject: c.ID, before: before, after: after})
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
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	if err := checkReason(reason); err != nil {
		return nil, err
	}
	err := d.tx(ctx, func(tx *txn) error {
		c, err := tx.Complaint.Query().Where(complaint.HasRevisionsWith(complaintrevision.ID(id)), dbtx.ForUpdate).Only(ctx)
		if err != nil {
			return missing(err, "complaint revision")
		}
		row, err := tx.ComplaintRevision.Get(ctx, id)
		if err != nil {
			return missing(err, "complaint revision")
		}
		if row.RedactedAt != nil {
			return nil
		}
		if err := tx.redactRevision(ctx, c, row); err != nil {
			return err
		}
		tx.changeComplaint(c.ID, c.Version, domain.ComplaintRevisionsChanged)
		return tx.audit(ctx, auditRecord{
			action: "complaint_revision.redact", subjectType: "ComplaintRevision", subject: id,
			before: values{"complaint_id": c.ID, "actor_id": row.ActorID}, after: values{"reason": strings.TrimSpace(reason)},
		})
	})
	if err != nil {
		return nil, err
	}
	row, err := d.client.ComplaintRevision.Get(ctx, id)
	return row, missing(err, "complaint revision")
}

func (tx *txn) redactRevision(ctx context.Context, c *ent.Complaint, row *ent.ComplaintRevision) error {
	u := tx.ComplaintRevision.UpdateOne(row).SetRedactedAt(tx.now).
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
	return tx.Notification.Update().Where(notification.ComplaintID(c.ID), notification.MessageIn(titles...)).
		SetMessage("").Exec(auth.System(ctx, "redact what repeats a title"))
}
