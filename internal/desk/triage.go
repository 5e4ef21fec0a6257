package desk

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/delivery/text"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/store/dbtx"
)

// Triage is what an administrator decides about a complaint before anybody works on it. What
// is nil stays as it is.
type Triage struct {
	Category *uuid.UUID
	Zone     *uuid.UUID
	Priority *domain.Priority
	DueAt    *time.Time

	NoCategory, NoZone, NoDueAt bool // take away what there is
}

// Triage sets category, zone, priority and deadline. Administrators, while the complaint is
// open. Another category brings its own deadline, counted from the submission, unless one
// is given; no category brings none.
func (d *Desk) Triage(ctx context.Context, t Target, in Triage) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionTriage, t, triageTransition(ctx, in))
}

func triageTransition(ctx context.Context, in Triage) transition {
	return transition{apply: func(tx *txn, _ move, c *ent.Complaint) error {
		if in == (Triage{}) {
			return fault.Invalid(fault.Input("input", "required", "must change something"))
		}
		var both fieldErrors
		for _, of := range []struct {
			field       string
			given, none bool
		}{
			{"categoryId", in.Category != nil, in.NoCategory}, {"zoneId", in.Zone != nil, in.NoZone}, {"dueAt", in.DueAt != nil, in.NoDueAt},
		} {
			if of.given && of.none {
				both.add(of.field, "invalid", "can't be given and taken away")
			}
		}
		if err := both.fault(); err != nil {
			return err
		}
		category, err := tx.checkRefs(ctx, refs{zone: in.Zone, category: in.Category})
		if err != nil {
			return err
		}
		u := tx.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version)).
			SetUpdatedAt(tx.now).AddVersion(1).
			SetNillableZoneID(in.Zone).SetNillablePriority(in.Priority)
		if in.Priority != nil {
			u.SetPriorityOrder(in.Priority.Order())
		}
		due, changed := in.DueAt, in.DueAt != nil || in.NoDueAt
		if in.Category != nil && (c.CategoryID == nil || *c.CategoryID != *in.Category) {
			u.SetCategoryID(*in.Category)
			if !changed {
				changed = true
				_, due = categoryDefaults(category, c.CreatedAt)
			}
		}
		if in.NoCategory && c.CategoryID != nil { // as with another category that has no deadline
			u.ClearCategoryID()
			changed = true
		}
		if in.NoZone {
			u.ClearZoneID()
		}
		switch { // once: PostgreSQL takes no column that is both set and cleared
		case changed && due == nil:
			clearDeadline(u.Mutation())
		case changed:
			setDeadline(u.Mutation(), due.UTC().Truncate(time.Millisecond))
		}
		if _, moved := u.Mutation().DueOrder(); moved {
			u.ClearOverdueToldAt() // another deadline, which can be missed anew
		}
		after, err := u.Save(ctx)
		if err != nil {
			return err
		}
		tx.trackComplaint(c, after)
		return tx.audit(ctx, auditRecord{
			action: "complaint.triage", subjectType: "Complaint", subject: c.ID,
			before: values{"category_id": c.CategoryID, "zone_id": c.ZoneID, "priority": c.Priority, "due_at": c.DueAt},
			after:  values{"category_id": after.CategoryID, "zone_id": after.ZoneID, "priority": after.Priority, "due_at": after.DueAt},
		})
	}}
}

const maxComment = 5_000

// Comment adds a comment to a complaint. Reporters comment publicly; administrators also among
// themselves.
func (d *Desk) Comment(ctx context.Context, id uuid.UUID, body string, visibility domain.Visibility) (*ent.Comment, error) {
	m := moveOf(domain.ActionComment)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	var made uuid.UUID
	var left *ent.Comment
	_, err := d.applyInTx(ctx, m, Target{ID: id}, &made, transition{apply: func(tx *txn, m move, c *ent.Complaint) error {
		v := auth.From(ctx)
		if err := m.required(map[string]string{"text": body}); err != nil {
			return err
		}
		if f := checkText("text", body, maxComment); f != nil {
			return fault.Invalid(*f)
		}
		if v.Role == domain.RoleUser && visibility != domain.VisibilityPublic {
			return fault.Invalid(fault.Input("visibility", "invalid", "must be PUBLIC"))
		}
		row, err := tx.Client.Comment.Create().SetComplaintID(c.ID).SetAuthorID(v.ID).
			SetText(strings.TrimSpace(body)).SetVisibility(visibility).SetCreatedAt(tx.now).Save(ctx)
		if err != nil {
			return err
		}
		made, left = row.ID, row
		if visibility == domain.VisibilityInternal {
			tx.changeComplaint(c.ID, c.Version, domain.ComplaintNotesChanged)
		} else {
			tx.changeComplaint(c.ID, c.Version, domain.ComplaintCommentsChanged)
			err := tx.notify(ctx, outgoing{
				to: ownReporter(c), title: text.NewComment(c.Reference), message: i18n.Verbatim(row.Text), complaint: &c.ID,
			})
			if err != nil {
				return err
			}
		}
		return tx.audit(ctx, auditRecord{
			action: "complaint.comment", subjectType: "Comment", subject: row.ID, after: values{"visibility": visibility},
		})
	}})
	switch {
	case err != nil:
		return nil, err
	case left != nil:
		return left.Unwrap(), nil
	}
	row, err := d.client.Comment.Get(ctx, made)
	return row, missing(err, "comment")
}

// Assignment is a task to be.
type Assignment struct {
	Solver       uuid.UUID
	Provider     *uuid.UUID // nil: the solver's own
	Instructions string
	DueAt        *time.Time // nil: the complaint's
}

const maxInstructions = 5_000

// Assign gives a complaint to a solver as a task. Administrators, while nobody has it.
func (d *Desk) Assign(ctx context.Context, t Target, in Assignment, r Remark) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionAssign, t, assignTransition(ctx, in, r))
}

func assignTransition(ctx context.Context, in Assignment, r Remark) transition {
	first := func(tx *txn) error { return tx.lockAccount(ctx, in.Solver) }
	return transition{lock: first, apply: func(tx *txn, m move, c *ent.Complaint) error {
		task, err := tx.createTask(ctx, c, in, nil)
		if err != nil {
			return err
		}
		return tx.move(ctx, c, statusChange{action: m.action, to: m.to, remark: r, change: tx.setAssignee(c, task)})
	}}
}

// lockAccount locks an account, if there is one, before any complaint: whoever disables the
// solver locks them in this order.
func (tx *txn) lockAccount(ctx context.Context, id uuid.UUID) error {
	_, err := tx.User.Query().Where(user.ID(id), dbtx.ForUpdate).IDs(ctx)
	return err
}

// createTask creates a task of a complaint that the transaction has locked, after the one it
// replaces if there is one. The solver's account is locked too, so that it can't be disabled at
// the same time.
func (tx *txn) createTask(ctx context.Context, c *ent.Complaint, in Assignment, previous *uuid.UUID) (*ent.WorkTask, error) {
	if f := checkText("instructions", in.Instructions, maxInstructions); f != nil {
		return nil, fault.Invalid(*f)
	}
	solver, err := tx.User.Query().
		Where(user.ID(in.Solver), user.RoleEQ(domain.RoleSolver), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.Invalid(fault.Input("solverId", "not_found", "there is no such active solver"))
	}
	if err != nil {
		return nil, err
	}
	provider, err := tx.providerOf(ctx, in.Provider, solver)
	if err != nil {
		return nil, err
	}
	due := in.DueAt
	if due == nil {
		due = c.DueAt
	}
	task, err := tx.WorkTask.Create().
		SetComplaintID(c.ID).SetSolverID(solver.ID).SetNillableProviderID(provider).
		SetNillableAssignedByID(accountOf(ctx)).SetNillablePreviousID(previous).
		SetStatus(domain.TaskAssigned).SetInstructions(in.Instructions).SetNillableDueAt(due).
		SetCreatedAt(tx.now).SetUpdatedAt(tx.now).
		Save(ctx)
	if ent.IsConstraintError(err) {
		return nil, fault.New(fault.Conflict, "The complaint has a live task already.")
	}
	if err != nil {
		return nil, err
	}
	tx.recordEvent(domain.EventTask, task.ID, task.ID)
	tx.changeTask(task, task.Version, domain.TaskAssignedNew)
	if err := tx.notifySolver(ctx, task, text.NewTask(c.Reference), i18n.Verbatim(c.Title)); err != nil {
		return nil, err
	}
	return task, tx.audit(ctx, auditRecord{
		action: "task.assign", subjectType: "Task", subject: task.ID,
		after: values{"complaint_id": c.ID, "solver_id": solver.ID, "provider_id": provider, "previous_id": previous},
	})
}

// setAssignee is what a new task changes in its complaint: whose it is, and when it first was
// somebody's.
func (tx *txn) setAssignee(c *ent.Complaint, task *ent.WorkTask) func(*ent.ComplaintUpdateOne) {
	return func(u *ent.ComplaintUpdateOne) {
		u.SetSolverID(task.SolverID)
		if task.ProviderID != nil {
			u.SetProviderID(*task.ProviderID)
		} else {
			u.ClearProviderID()
		}
		if c.AssignedAt == nil {
			u.SetAssignedAt(tx.now).SetAssignedTook(domain.Quantize(c.CreatedAt, tx.now))
		}
	}
}

// providerOf is the service provider of a new task: the one that is named, which must be active,
// or the solver's own while that is.
func (tx *txn) providerOf(ctx context.Context, given *uuid.UUID, solver *ent.User) (*uuid.UUID, error) {
	id := given
	if id == nil {
		id = solver.ProviderID
	}
	if id == nil {
		return nil, nil
	}
	p, err := tx.ServiceProvider.Get(ctx, *id)
	switch {
	case ent.IsNotFound(err) && given != nil:
		return nil, fault.Invalid(fault.Input("providerId", "not_found", "there is no such service provider"))
	case err != nil:
		return nil, err
	case p.Active:
		return id, nil
	case given != nil:
		return nil, fault.Invalid(fault.Input("providerId", "inactive", "takes no new work"))
	default:
		return nil, nil
	}
}

// accountOf is the viewer's account; nil for the service itself.
func accountOf(ctx context.Context) *uuid.UUID {
	if v := auth.From(ctx); v != nil && !v.System() {
		return &v.ID
	}
	return nil
}
