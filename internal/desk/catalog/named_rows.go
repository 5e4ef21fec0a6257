// Package catalog keeps what complaints and people are sorted by: zones, categories, groups and service providers.
package catalog

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// Room changes the catalog.
type Room struct{ *tx.Runner }

// New returns the room of the catalog.
func New(r *tx.Runner) *Room { return &Room{r} }

// namedRows is how rows of one type are created and renamed whose names are unique: zones,
// categories, groups and service providers.
type namedRows[R any] struct {
	action      string // prefix of the audit actions
	subjectType string // as the audit calls the type
	noun        string // as people call it
	taken       string // by whom a name is taken
	lock        func(ctx context.Context, t *tx.Tx, id uuid.UUID) (R, error)
	get         func(ctx context.Context, client *ent.Client, id uuid.UUID) (R, error)
	id          func(R) uuid.UUID
	version     func(R) int
	values      func(R) tx.Values // that the audit shows of a row
}

// create lets do insert a row, once under an idempotency key, and returns the row.
func (n namedRows[R]) create(ctx context.Context, r *Room, do func(t *tx.Tx) (R, error)) (R, error) {
	var none R
	id, err := r.Make(ctx, func(t *tx.Tx) (uuid.UUID, error) {
		row, err := do(t)
		if err != nil {
			return uuid.Nil, err
		}
		return n.id(row), nil
	})
	if err != nil {
		return none, err
	}
	return n.get(ctx, r.Client, id)
}

// inserted writes the audit entry of a row that was created, or returns why it was not.
func (n namedRows[R]) inserted(ctx context.Context, t *tx.Tx, row R, err error) (R, error) {
	if ent.IsConstraintError(err) {
		return row, nameTaken(err, n.taken)
	}
	if err != nil {
		return row, err
	}
	return row, t.Audit(ctx, tx.Record{Action: n.action + ".create", SubjectType: n.subjectType, Subject: n.id(row), After: n.values(row)})
}

// Row is what a new row of the catalog has in common with all others.
type Row struct {
	ID        uuid.UUID // zero for a new one
	Name      string
	CreatedAt time.Time // zero for now
	Held      Held      // nil for one row alone
}

// Held are the paths of the rows of trees that a transaction has locked or inserted, by their ids: they stay until it ends, so
// that who inserts many rows in it locks each parent once.
type Held map[uuid.UUID]string

func (h Held) keep(id uuid.UUID, path string) {
	if h != nil {
		h[id] = path
	}
}

// checked returns a row with a tidy name and all that is not given, or what is wrong with its name.
func (row Row) checked(t *tx.Tx, kind domain.Kind) (Row, error) {
	if row.ID == uuid.Nil {
		row.ID = domain.NewID(kind)
	}
	if row.CreatedAt.IsZero() {
		row.CreatedAt = t.Now
	}
	return row, tx.CheckName(&row.Name)
}

// update locks a row, lets do change it, writes the audit entry, and returns the row.
func (n namedRows[R]) update(ctx context.Context, r *Room, target tx.Target, do func(t *tx.Tx, was R) (R, error)) (R, error) {
	var none R
	err := r.Do(ctx, func(t *tx.Tx) error {
		was, err := n.lock(ctx, t, target.ID)
		if err != nil {
			return tx.Missing(err, n.noun)
		}
		if err := target.CheckVersion(n.version(was)); err != nil {
			return err
		}
		row, err := do(t, was)
		if ent.IsConstraintError(err) {
			return nameTaken(err, n.taken)
		}
		if err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: n.action + ".update", SubjectType: n.subjectType, Subject: target.ID,
			Before: n.values(was), After: n.values(row),
		})
	})
	if err != nil {
		return none, err
	}
	return n.get(ctx, r.Client, target.ID)
}

// nameTaken returns the fault of a name that another row has.
func nameTaken(cause error, where string) error {
	f := fault.Wrap(cause, fault.Conflict, "The name is taken.")
	f.Fields = []fault.Field{fault.Input("name", "conflict", "is taken %s", i18n.T(where))}
	return f
}
