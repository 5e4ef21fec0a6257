package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/boundary"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
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

// Caller is a reporter without an account.
type Caller struct{ Name, Email, Phone string }

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
	d.numbers.begin()
	var unused *number
	defer func() { d.numbers.end(unused) }()
	ahead, err := d.takeNumber(ctx)
	if err != nil {
		return nil, err
	}
	var made uuid.UUID
	var left *ent.Complaint
	err = d.inIdempotentTx(ctx, &made, func(tx *txn) error {
		left = nil
		reporter := in.Reporter
		if v.Role == domain.RoleUser {
			reporter = &v.ID
		}
		if err := tx.checkReporter(ctx, reporter); err != nil {
			return err
		}
		category, err := tx.checkRefs(ctx, refs{zone: in.Zone, category: in.Category})
		if err != nil {
			return err
		}
		inZone := in.Zone
		if inZone == nil && in.Latitude != nil {
			if inZone, err = boundary.NewFinder(tx.Client).Zone(ctx, *in.Latitude, *in.Longitude); err != nil {
				return err
			}
		}
		priority, due := categoryDefaults(category, tx.now)
		if in.Priority != nil {
			priority = *in.Priority
		}
		number := ahead
		if number == nil {
			if number, err = tx.nextNumber(ctx); err != nil {
				return err
			}
		}
		create := tx.Later.Complaint.Create().
			SetReference(number.reference()).SetTitle(strings.TrimSpace(in.Title)).SetDescription(in.Description).
			SetStatus(domain.ComplaintSubmitted).SetPriority(priority).SetPriorityOrder(priority.Order()).SetSource(in.Source).
			SetNillableCategoryID(in.Category).SetNillableZoneID(inZone).SetAddress(in.Address).
			SetNillableLatitude(in.Latitude).SetNillableLongitude(in.Longitude).
			SetNillableSubmittedByID(reporter).
			SetCreatedAt(tx.now).SetUpdatedAt(tx.now).SetMovedAt(tx.now).SetLogRows(1)
		if due != nil {
			setDeadline(create.Mutation(), *due)
		}
		c, err := create.Save(ctx)
		if err != nil {
			return err
		}
		made, left = c.ID, c
		if err := search.AddComplaints(ctx, tx.Later, c); err != nil {
			return err
		}
		tx.trackComplaint(nil, c)
		sys := auth.System(ctx, "what stands beside a new complaint")
		logged, err := tx.Later.StatusLog.Create().SetComplaintID(c.ID).SetSeq(1).SetStatus(c.Status).
			SetActorID(v.ID).SetCreatedAt(tx.now).Save(sys)
		if err != nil {
			return err
		}
		tx.recordEvent(domain.EventComplaintStatus, c.ID, logged.ID)
		if in.Contact != nil {
			err = tx.Later.Contact.Create().SetComplaintID(c.ID).SetName(in.Contact.Name).
				SetEmail(in.Contact.Email).SetPhone(in.Contact.Phone).SetCreatedAt(tx.now).Exec(sys)
			if err != nil {
				return err
			}
		}
		return tx.audit(ctx, auditRecord{
			action: "complaint.submit", subjectType: "Complaint", subject: c.ID,
			after: values{"status": c.Status, "reference": c.Reference, "source": c.Source},
		})
	})
	switch {
	case err != nil:
		if f, ok := fault.As(err); ok && f.Code != fault.Unavailable { // of which the commit may have happened
			unused = ahead
		}
		return nil, err
	case left != nil:
		return left.Unwrap(), nil
	}
	unused = ahead // by a repetition
	return d.complaint(ctx, made)
}

// check returns a validation fault that lists every invalid input.
func (in Submission) check(v *auth.Viewer) error {
	var errs fieldErrors
	if strings.TrimSpace(in.Title) == "" {
		errs.add("title", "required", "must be given")
	} else {
		errs.text("title", in.Title, domain.MaxTitle)
	}
	errs.text("description", in.Description, domain.MaxDescription)
	errs.text("address", in.Address, domain.MaxAddress)
	errs = append(errs, checkPosition(in.Latitude, in.Longitude)...)
	own := v.Role == domain.RoleUser
	switch {
	case in.Source == domain.SourceImport:
		errs.add("source", "invalid", "is for imports")
	case own && in.Source != domain.SourceWeb && in.Source != domain.SourceApp:
		errs.add("source", "invalid", "must be WEB or APP")
	}
	if own {
		for _, of := range []struct {
			field string
			given bool
		}{{"reporterId", in.Reporter != nil}, {"contact", in.Contact != nil}, {"priority", in.Priority != nil}} {
			if of.given {
				errs.add(of.field, "invalid", "is for administrators to say")
			}
		}
	} else {
		if in.Reporter != nil && in.Contact != nil {
			errs.add("contact", "invalid", "can't be given together with an account")
		}
		errs = append(errs, in.Contact.check()...)
	}
	return errs.fault()
}

func (c *Caller) check() fieldErrors {
	if c == nil {
		return nil
	}
	var errs fieldErrors
	if c.Email == "" && c.Phone == "" {
		errs.add("contact", "required", "needs an e-mail address or a telephone number")
	}
	if c.Email != "" {
		if _, err := auth.FoldEmail(c.Email); err != nil {
			errs.add("contact.email", "invalid", "must be an e-mail address")
		}
	}
	errs.text("contact.name", c.Name, domain.MaxName)
	errs.text("contact.phone", c.Phone, domain.MaxPhone)
	return errs
}

func checkPosition(lat, lng *float64) fieldErrors {
	switch {
	case (lat == nil) != (lng == nil):
		return fieldErrors{fault.Input("latitude", "invalid", "must be given together with longitude, or neither")}
	case lat == nil:
		return nil
	}
	return slices.Concat(fault.Between("latitude", *lat, -90, 90), fault.Between("longitude", *lng, -180, 180))
}

func (tx *txn) checkReporter(ctx context.Context, id *uuid.UUID) error {
	if id == nil || *id == auth.From(ctx).ID { // whoever is signed in has an active account
		return nil
	}
	there, err := tx.User.Query().Where(user.ID(*id), user.StateEQ(domain.AccountActive)).Exist(ctx)
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
