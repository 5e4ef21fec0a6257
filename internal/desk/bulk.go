package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const maxBulk = 100 // complaints a call

// Result is what became of one of several complaints: why it was not changed, or nil.
type Result struct {
	ID  uuid.UUID
	Err error
}

// TriageAll does to up to 100 complaints what Triage does to one, each in a transaction of its
// own: what becomes of one does not touch the others. Results come in the order given. None,
// too many, or one given twice is a validation fault, and nothing is done. When the context
// ends midway, what was done stays done and the rest says so.
func (d *Desk) TriageAll(ctx context.Context, all []Target, in Triage) ([]Result, error) {
	return d.applyToAll(ctx, domain.ActionTriage, all, triageTransition(ctx, in))
}

// AssignAll is Assign for many, as TriageAll is Triage.
func (d *Desk) AssignAll(ctx context.Context, all []Target, in Assignment, r Remark) ([]Result, error) {
	return d.applyToAll(ctx, domain.ActionAssign, all, assignTransition(ctx, in, r))
}

// RejectAll rejects many, as TriageAll triages them.
func (d *Desk) RejectAll(ctx context.Context, all []Target, r Remark) ([]Result, error) {
	return d.applyToAll(ctx, domain.ActionReject, all, moveTransition(ctx, r))
}

func (d *Desk) applyToAll(ctx context.Context, action domain.Action, all []Target, tr transition) ([]Result, error) {
	m := moveOf(action)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(all))
	for i, t := range all {
		ids[i] = t.ID
	}
	errs := checkIDs("items", ids, maxBulk)
	if len(all) == 0 {
		errs.add("items", "required", "must name a complaint")
	}
	if err := errs.fault(); err != nil {
		return nil, err
	}
	results := make([]Result, len(all))
	for i, t := range all {
		results[i] = Result{ID: t.ID, Err: d.applyInTime(ctx, m, t, tr)}
	}
	return results, nil
}

// applyInTime is applyInTx, whose failures are the context's own once that has ended.
func (d *Desk) applyInTime(ctx context.Context, m move, t Target, tr transition) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	id := t.ID
	_, err := d.applyInTx(ctx, m, t, &id, tr)
	if _, ours := fault.As(err); err != nil && !ours && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
