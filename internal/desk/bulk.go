package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// MaxBulk is how many rows a call may change.
const MaxBulk = 100

// Result is what became of one of several complaints: why it was not changed, or nil.
type Result struct {
	ID  uuid.UUID
	Err error
}

// TriageAll does to up to 100 complaints what Triage does to one, each in a transaction of its
// own: what becomes of one does not touch the others. Results come in the order given. None,
// too many, or one given twice is a validation fault, and nothing is done. When the context
// ends midway, what was done stays done and the rest says so.
func (d *Desk) TriageAll(ctx context.Context, all []tx.Target, in Triage) ([]Result, error) {
	return d.applyToAll(ctx, domain.ActionTriage, all, func(tx.Target) transition { return triageTransition(ctx, in) })
}

// AssignAll is Assign for many, as TriageAll is Triage.
func (d *Desk) AssignAll(ctx context.Context, all []tx.Target, in Assignment, r Remark) ([]Result, error) {
	return d.applyToAll(ctx, domain.ActionAssign, all, func(tx.Target) transition { return assignTransition(ctx, in, r) })
}

// MoveAll does to many what Move does to one, as TriageAll triages them.
func (d *Desk) MoveAll(ctx context.Context, action domain.Action, all []tx.Target, r Remark) ([]Result, error) {
	return d.applyToAll(ctx, action, all, func(tx.Target) transition { return moveTransition(ctx, r) })
}

// MergeAll merges many into one other complaint, as TriageAll triages them.
func (d *Desk) MergeAll(ctx context.Context, all []tx.Target, into uuid.UUID, r Remark) ([]Result, error) {
	return d.applyToAll(ctx, domain.ActionMerge, all, func(target tx.Target) transition { return mergeTransition(ctx, target.ID, into, r) })
}

// ReviewAll does to the completions of many tasks what Review does to one, as TriageAll triages
// complaints.
func (d *Desk) ReviewAll(ctx context.Context, all []tx.Target, in Verdict) ([]Result, error) {
	if err := taskMoveOf(domain.ActionReviewCompletion).checkRole(ctx); err != nil {
		return nil, err
	}
	return applyToEach(ctx, all, func(target tx.Target) error {
		return d.changeTask(ctx, domain.ActionReviewCompletion, target, in.review(ctx))
	})
}

// applyToAll does an action to each of some complaints, by its transition of each.
func (d *Desk) applyToAll(ctx context.Context, action domain.Action, all []tx.Target, of func(tx.Target) transition) ([]Result, error) {
	m := moveOf(action)
	if err := m.checkRole(ctx); err != nil {
		return nil, err
	}
	return applyToEach(ctx, all, func(target tx.Target) error {
		_, err := d.applyInTx(ctx, m, target, of(target))
		return err
	})
}

// applyToEach does something to each of some rows, which may not be none, too many or the same.
func applyToEach(ctx context.Context, all []tx.Target, do func(tx.Target) error) ([]Result, error) {
	ids := make([]uuid.UUID, len(all))
	for i, target := range all {
		ids[i] = target.ID
	}
	errs := tx.CheckIDs("items", ids, MaxBulk)
	if len(all) == 0 {
		errs.Add("items", "required", "must name at least one row")
	}
	if err := errs.Fault(); err != nil {
		return nil, err
	}
	results := make([]Result, len(all))
	for i, target := range all {
		err := ctx.Err()
		if err == nil {
			err = inTime(ctx, do(target))
		}
		results[i] = Result{ID: target.ID, Err: err}
	}
	return results, nil
}

// inTime returns an error, in place of a failure the context's own once that has ended.
func inTime(ctx context.Context, err error) error {
	if _, ours := fault.As(err); err != nil && !ours && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
