package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
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
func (d *Desk) Triage(ctx context.Context, target tx.Target, in Triage) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionTriage, target, triageTransition(ctx, in))
}

func triageTransition(ctx context.Context, in Triage) transition {
	return transition{apply: func(t *txn, _ move, c *ent.Complaint) error {
		if in == (Triage{}) {
			return fault.Invalid(fault.Input("input", "required", "must change something"))
		}
		var both tx.FieldErrors
		for _, of := range []struct {
			field       string
			given, none bool
		}{
			{"categoryId", in.Category != nil, in.NoCategory}, {"zoneId", in.Zone != nil, in.NoZone}, {"dueAt", in.DueAt != nil, in.NoDueAt},
		} {
			if of.given && of.none {
				both.Add(of.field, "invalid", "can't be given and taken away")
			}
		}
		if err := both.Fault(); err != nil {
			return err
		}
		category, err := t.CheckRefs(ctx, tx.Refs{Zone: in.Zone, Category: in.Category})
		if err != nil {
			return err
		}
		u := t.Ahead.Complaint.UpdateOne(c).Where(complaint.Version(c.Version)).
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
		if err := t.nextVersion(c, u); err != nil {
			return err
		}
		after, err := u.Save(ctx)
		if err != nil {
			return err
		}
		t.trackComplaint(c, after)
		if err := t.notifyOfTriage(ctx, c, after); err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: "complaint.triage", SubjectType: "Complaint", Subject: c.ID,
			Before: tx.Values{"category_id": c.CategoryID, "zone_id": c.ZoneID, "priority": c.Priority, "due_at": c.DueAt},
			After:  tx.Values{"category_id": after.CategoryID, "zone_id": after.ZoneID, "priority": after.Priority, "due_at": after.DueAt},
		})
	}}
}

// Assignment is a task to be.
type Assignment struct {
	Solver       uuid.UUID
	Provider     *uuid.UUID // nil: the solver's own
	Instructions string
	DueAt        *time.Time // nil: the complaint's
}

// MaxInstructions are the longest instructions of a task.
const MaxInstructions = 5_000

// Assign gives a complaint to a solver as a task. Administrators, while nobody has it.
func (d *Desk) Assign(ctx context.Context, target tx.Target, in Assignment, r Remark) (*ent.Complaint, error) {
	return d.applyTransition(ctx, domain.ActionAssign, target, assignTransition(ctx, in, r))
}

func assignTransition(ctx context.Context, in Assignment, r Remark) transition {
	assign := func(t *txn, m move, c *ent.Complaint) error {
		task, err := t.createTask(ctx, c, in, nil)
		if err != nil {
			return err
		}
		return t.move(ctx, c, statusChange{action: m.action, to: m.to, remark: r, change: t.setAssignee(c, task)})
	}
	return transition{lock: func(t *txn) (change, error) { return assign, t.LockAccounts(ctx, in.Solver) }}
}

// createTask creates a task of a complaint that the transaction has locked, after the one it
// replaces if there is one. The solver's account is locked too, so that it can't be disabled at
// the same time.
func (t *txn) createTask(ctx context.Context, c *ent.Complaint, in Assignment, previous *uuid.UUID) (*ent.WorkTask, error) {
	if f := tx.CheckText("instructions", &in.Instructions, MaxInstructions); f != nil {
		return nil, fault.Invalid(*f)
	}
	solver, err := t.User.Query().
		Where(user.ID(in.Solver), user.RoleEQ(domain.RoleSolver), user.StateEQ(domain.AccountActive), dbtx.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.Invalid(fault.Input("solverId", "not_found", "there is no such active solver"))
	}
	if err != nil {
		return nil, err
	}
	provider, err := t.providerOf(ctx, in.Provider, solver)
	if err != nil {
		return nil, err
	}
	due := in.DueAt
	if due == nil {
		due = c.DueAt
	}
	task, err := t.WorkTask.Create().
		SetComplaintID(c.ID).SetSolverID(solver.ID).SetNillableProviderID(provider).
		SetNillableAssignedByID(tx.AccountOf(ctx)).SetNillablePreviousID(previous).
		SetStatus(domain.TaskAssigned).SetInstructions(in.Instructions).SetNillableDueAt(due).
		SetCreatedAt(t.Now).SetUpdatedAt(t.Now).
		Save(ctx)
	if ent.IsConstraintError(err) {
		return nil, fault.New(fault.Conflict, "The complaint has a live task already.")
	}
	if err != nil {
		return nil, err
	}
	t.RecordEvent(domain.EventTask, task.ID, task.ID)
	t.changeTask(task, task.Version, domain.TaskAssignedNew)
	if err := t.notify(ctx, notifications.NewTask, notifications.About{Complaint: c, Task: task, Message: i18n.Verbatim(c.Title)}); err != nil {
		return nil, err
	}
	return task, t.Audit(ctx, tx.Record{
		Action: "task.assign", SubjectType: "Task", Subject: task.ID,
		After: tx.Values{"complaint_id": c.ID, "solver_id": solver.ID, "provider_id": provider, "previous_id": previous},
	})
}

// setAssignee is what a new task changes in its complaint: whose it is, and when it first was
// somebody's.
func (t *txn) setAssignee(c *ent.Complaint, task *ent.WorkTask) func(*ent.ComplaintUpdateOne) {
	return func(u *ent.ComplaintUpdateOne) {
		u.SetSolverID(task.SolverID)
		if task.ProviderID != nil {
			u.SetProviderID(*task.ProviderID)
		} else {
			u.ClearProviderID()
		}
		if c.AssignedAt == nil {
			u.SetAssignedAt(t.Now).SetAssignedTook(domain.Quantize(c.CreatedAt, t.Now))
		}
	}
}

// providerOf is the service provider of a new task: the one that is named, which must be active,
// or the solver's own while that is.
func (t *txn) providerOf(ctx context.Context, given *uuid.UUID, solver *ent.User) (*uuid.UUID, error) {
	id := given
	if id == nil {
		id = solver.ProviderID
	}
	if id == nil {
		return nil, nil
	}
	p, err := t.ServiceProvider.Get(ctx, *id)
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
