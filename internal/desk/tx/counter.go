package tx

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/counter"
	"github.com/redress/redress/internal/store/dbtx"
)

// LockCounter locks a counter until the transaction ends. Of many who come first at once one
// makes it.
func (t *Tx) LockCounter(ctx context.Context, name string) (*ent.Counter, error) {
	there := t.Counter.Query().Where(counter.Name(name), dbtx.ForUpdate)
	c, err := there.Clone().Only(ctx)
	if !ent.IsNotFound(err) {
		return c, err
	}
	err = t.Counter.Create().SetName(name).SetValue(0).
		OnConflict(
			sql.ConflictColumns(counter.FieldName),
			sql.ResolveWith(func(u *sql.UpdateSet) { u.Add(counter.FieldValue, 0) }),
		).
		Exec(ctx)
	if err != nil {
		return nil, err
	}
	return there.Only(ctx)
}
