package desk

import (
	"context"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// namedRows is how rows of one type are created and renamed whose names are unique: zones,
// categories, groups and service providers.
type namedRows[R any] struct {
	action      string // prefix of the audit actions
	subjectType string // as the audit calls the type
	noun        string // as people call it
	taken       string // by whom a name is taken
	lock        func(ctx context.Context, tx *txn, id uuid.UUID) (R, error)
	get         func(ctx context.Context, client *ent.Client, id uuid.UUID) (R, error)
	id          func(R) uuid.UUID
	version     func(R) int
	values      func(R) values // that the audit shows of a row
}

// create lets do insert a row, once under an idempotency key, writes the audit entry, and
// returns the row. A name that another row has is a conflict.
func (n namedRows[R]) create(ctx context.Context, d *Desk, do func(tx *txn) (R, error)) (R, error) {
	var id uuid.UUID
	var none R
	err := d.inIdempotentTx(ctx, &id, func(tx *txn) error {
		row, err := do(tx)
		if ent.IsConstraintError(err) {
			return nameTaken(err, n.taken)
		}
		if err != nil {
			return err
		}
		id = n.id(row)
		return tx.audit(ctx, auditRecord{action: n.action + ".create", subjectType: n.subjectType, subject: id, after: n.values(row)})
	})
	if err != nil {
		return none, err
	}
	return n.get(ctx, d.client, id)
}

// update locks a row, lets do change it, writes the audit entry, and returns the row.
func (n namedRows[R]) update(ctx context.Context, d *Desk, t Target, do func(tx *txn, was R) (R, error)) (R, error) {
	var none R
	err := d.tx(ctx, func(tx *txn) error {
		was, err := n.lock(ctx, tx, t.ID)
		if err != nil {
			return missing(err, n.noun)
		}
		if err := t.checkVersion(n.version(was)); err != nil {
			return err
		}
		row, err := do(tx, was)
		if ent.IsConstraintError(err) {
			return nameTaken(err, n.taken)
		}
		if err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{
			action: n.action + ".update", subjectType: n.subjectType, subject: t.ID,
			before: n.values(was), after: n.values(row),
		})
	})
	if err != nil {
		return none, err
	}
	return n.get(ctx, d.client, t.ID)
}

// nameTaken returns the fault of a name that another row has.
func nameTaken(cause error, where string) error {
	f := fault.Wrap(cause, fault.Conflict, "The name is taken.")
	f.Fields = []fault.Field{fault.Input("name", "conflict", "is taken %s", i18n.T(where))}
	return f
}
