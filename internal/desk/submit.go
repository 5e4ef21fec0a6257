package desk

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/boundary"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/search"
)

// Submission is a new complaint.
type Submission struct {
	Title       string
	Description string
	Category    *uuid.UUID
	Zone        *uuid.UUID // nil: the one whose boundary the position lies in
	Address     string
	Latitude    *float64 // both or neither
	Longitude   *float64
	Source      domain.Source // web or app for the reporter's own

	// The rest is for administrators who write down what somebody else says.
	Reporter *uuid.UUID // an account
	Contact  *Caller    // or somebody without one
	Priority *domain.Priority
}

// Submit takes in a complaint. Users submit for themselves; administrators for an account or
// for a caller without one. The category gives the priority and the deadline. The first row
// of the log is written with it.
func (d *Desk) Submit(ctx context.Context, in Submission) (*ent.Complaint, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	if v.Role != domain.RoleUser && !v.Admin() {
		return nil, fault.Denied()
	}
	if err := in.check(v); err != nil {
		return nil, err
	}
	var made tx.Made[*ent.Complaint]
	err = d.withNumber(ctx, func(ahead *number) (used bool, err error) {
		made, err = tx.Once(ctx, d.Runner, joined(d, func(t *txn) (tx.Made[*ent.Complaint], error) { return t.submit(ctx, in, ahead) }))
		return made.Row != nil, err
	})
	switch {
	case err != nil:
		return nil, err
	case made.Row != nil:
		return made.Row.Unwrap(), nil
	}
	return d.complaint(ctx, made.ID)
}

// submit writes a complaint with the number that was drawn ahead, if one was.
func (t *txn) submit(ctx context.Context, in Submission, ahead *number) (made tx.Made[*ent.Complaint], err error) {
	v := auth.From(ctx)
	if v.Role == domain.RoleUser {
		in.Reporter = &v.ID
	}
	if err := t.checkReporter(ctx, in.Reporter); err != nil {
		return made, err
	}
	c, err := t.insertComplaint(ctx, domain.NewID(domain.KindComplaint), in, ahead)
	if err != nil {
		return made, err
	}
	return tx.Made[*ent.Complaint]{ID: c.ID, Row: c}, t.writeSideRows(ctx, c, in.Contact)
}

// insertComplaint writes the row of a new complaint, which has the number that was drawn ahead, if one was.
func (t *txn) insertComplaint(ctx context.Context, id uuid.UUID, in Submission, ahead *number) (*ent.Complaint, error) {
	category, err := t.CheckRefs(ctx, tx.Refs{Zone: in.Zone, Category: in.Category})
	if err != nil {
		return nil, err
	}
	if in.Zone == nil && in.Latitude != nil {
		if in.Zone, err = boundary.NewFinder(t.Client).Zone(ctx, *in.Latitude, *in.Longitude); err != nil {
			return nil, err
		}
	}
	priority, due := categoryDefaults(category, t.Now)
	if in.Priority != nil {
		priority = *in.Priority
	}
	if ahead == nil {
		if ahead, err = nextNumber(ctx, t.Tx); err != nil {
			return nil, err
		}
	}
	create := t.Later.Complaint.Create().SetID(id).
		SetReference(ahead.reference()).SetTitle(in.Title).SetDescription(in.Description).
		SetStatus(domain.ComplaintSubmitted).SetPriority(priority).SetPriorityOrder(priority.Order()).SetSource(in.Source).
		SetNillableCategoryID(in.Category).SetNillableZoneID(in.Zone).SetAddress(in.Address).
		SetNillableLatitude(in.Latitude).SetNillableLongitude(in.Longitude).
		SetNillableSubmittedByID(in.Reporter).
		SetCreatedAt(t.Now).SetUpdatedAt(t.Now).SetMovedAt(t.Now).SetLogRows(1)
	if due != nil {
		setDeadline(create.Mutation(), *due)
	}
	return create.Save(ctx)
}

// writeSideRows writes the rows of a new complaint in other tables: its search text, the first row of its log, its caller, its audit entry.
func (t *txn) writeSideRows(ctx context.Context, c *ent.Complaint, caller *Caller) error {
	if err := search.AddComplaints(ctx, t.Later, c); err != nil {
		return err
	}
	t.trackComplaint(nil, c)
	sys := auth.System(ctx, "side rows of a new complaint")
	logged, err := t.Later.StatusLog.Create().SetComplaintID(c.ID).SetSeq(1).SetStatus(c.Status).
		SetAgent(tx.AgentOf(auth.From(ctx))).SetNillableActorID(tx.AccountOf(ctx)).SetCreatedAt(t.Now).Save(sys)
	if err != nil {
		return err
	}
	t.RecordEvent(domain.EventComplaintStatus, c.ID, logged.ID)
	about := notifications.About{Complaint: c, Message: i18n.Verbatim(c.Title), Stranger: auth.From(ctx).HasLink()}
	if caller != nil {
		if about.Caller, _, err = t.writeCaller(ctx, c, &ent.Contact{}, *caller); err != nil {
			return err
		}
	}
	if err := t.notify(ctx, notifications.ComplaintReceived, about); err != nil {
		return err
	}
	if c.Priority == domain.PriorityUrgent {
		if err := t.notify(ctx, notifications.UrgentComplaint, about); err != nil {
			return err
		}
	}
	return t.Audit(ctx, tx.Record{
		Action: "complaint.submit", SubjectType: "Complaint", Subject: c.ID,
		After: tx.Values{"status": c.Status, "reference": c.Reference, "source": c.Source},
	})
}

// check returns a validation fault that lists every invalid input.
func (in *Submission) check(v *auth.Viewer) error {
	errs := in.checkWhat()
	own := v.Role == domain.RoleUser
	switch {
	case in.Source == domain.SourceImport:
		errs.Add("source", "invalid", "is for imports")
	case own && in.Source != domain.SourceWeb && in.Source != domain.SourceApp:
		errs.Add("source", "invalid", "must be WEB or APP")
	}
	if own {
		for _, of := range []struct {
			field string
			given bool
		}{{"reporterId", in.Reporter != nil}, {"contact", in.Contact != nil}, {"priority", in.Priority != nil}} {
			if of.given {
				errs.Add(of.field, "invalid", "is for administrators to say")
			}
		}
	} else {
		if in.Reporter != nil && in.Contact != nil {
			errs.Add("contact", "invalid", "can't be given together with an account")
		}
		errs = append(errs, in.Contact.check()...)
	}
	return errs.Fault()
}

// checkWhat returns what is wrong with what a complaint says and where it is.
func (in *Submission) checkWhat() tx.FieldErrors {
	var errs tx.FieldErrors
	errs.RequiredText("title", &in.Title, domain.MaxTitle)
	errs.Text("description", &in.Description, domain.MaxDescription)
	errs.Text("address", &in.Address, domain.MaxAddress)
	return append(errs, checkPosition(in.Latitude, in.Longitude)...)
}

func checkPosition(lat, lng *float64) tx.FieldErrors {
	switch {
	case (lat == nil) != (lng == nil):
		return tx.FieldErrors{fault.Input("latitude", "invalid", "must be given together with longitude, or neither")}
	case lat == nil:
		return nil
	}
	return slices.Concat(fault.Between("latitude", *lat, -90, 90), fault.Between("longitude", *lng, -180, 180))
}

func (t *txn) checkReporter(ctx context.Context, id *uuid.UUID) error {
	if id == nil || *id == auth.From(ctx).ID { // whoever is signed in has an active account
		return nil
	}
	there, err := t.User.Query().Where(user.ID(*id), user.StateEQ(domain.AccountActive)).Exist(ctx)
	if err == nil && !there {
		err = fault.Invalid(fault.Input("reporterId", "not_found", "there is no such active account"))
	}
	return err
}

// categoryDefaults are what a category gives a complaint, nil for none: its priority, and its deadline
// counted from an instant.
func categoryDefaults(c *ent.Category, from time.Time) (domain.Priority, *time.Time) {
	if c == nil {
		return domain.PriorityNormal, nil
	}
	if c.SLAHours == nil {
		return c.DefaultPriority, nil
	}
	due := from.Add(time.Duration(*c.SLAHours) * time.Hour)
	return c.DefaultPriority, &due
}
