package csvimport

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// group imports the rows of groups.
func (r *listRun) group() taker {
	return r.byName(domain.KindGroup,
		func(ctx context.Context, id uuid.UUID) error { return existence(r.Client.Group.Get(ctx, id)) },
		func(ctx context.Context, name string) error {
			return existence(r.Client.Group.Query().Where(group.Name(name)).Only(ctx))
		},
		func(ctx context.Context, row *listRow) error {
			text, rest := truncate(row.texts[Description], domain.MaxGroupText)
			if rest != "" {
				if err := r.warn(row, Description, "cut to %d characters", domain.MaxGroupText); err != nil {
					return err
				}
			}
			made := r.row(row)
			return r.write(ctx, func(ctx context.Context, t *tx.Tx, _ catalog.Held) error {
				_, err := catalog.InsertGroup(ctx, t, made, text)
				return added(made.Name, err)
			})
		})
}

// provider imports the rows of service providers.
func (r *listRun) provider() taker {
	return r.byName(domain.KindServiceProvider,
		func(ctx context.Context, id uuid.UUID) error {
			return existence(r.Client.ServiceProvider.Get(ctx, id))
		},
		func(ctx context.Context, name string) error {
			return existence(r.Client.ServiceProvider.Query().Where(serviceprovider.Name(name)).Only(ctx))
		},
		func(ctx context.Context, row *listRow) error {
			active, err := r.truth(row, Active, true)
			if err != nil {
				return err
			}
			made := r.row(row)
			return r.write(ctx, func(ctx context.Context, t *tx.Tx, _ catalog.Held) error {
				_, err := catalog.InsertServiceProvider(ctx, t, made, active)
				return added(made.Name, err)
			})
		})
}

// row returns what a row of the catalog has in common with all others.
func (r *listRun) row(row *listRow) catalog.Row {
	made := catalog.Row{Name: row.texts[Name], CreatedAt: r.createdAt(row)}
	if row.id != nil {
		made.ID = *row.id
	}
	return made
}

// added says which row could not be added. That none has its name was true when it was read.
func added(name string, err error) error {
	switch {
	case fault.Is(err, fault.Conflict):
		return fmt.Errorf("add %s: meanwhile there is one, which another import or an administrator has added", name)
	case err != nil:
		return fmt.Errorf("add %s: %w", name, err)
	}
	return nil
}

// takenRows are what the rows that a run has taken are found by, and their ids: some are not written yet.
type takenRows map[any]bool

func (t takenRows) add(name string, id *uuid.UUID) {
	if t[name] = true; id != nil {
		t[*id] = true
	}
}

func (t takenRows) has(name string, id *uuid.UUID) bool { return t[name] || id != nil && t[*id] }

// byName imports rows whose names are unique. The first two functions return a not-found error for what is not there.
func (r *listRun) byName(
	kind domain.Kind, withID func(context.Context, uuid.UUID) error, withName func(context.Context, string) error,
	create func(context.Context, *listRow) error,
) taker {
	made := takenRows{}
	return func(ctx context.Context, row *listRow) (outcome, *rejection, error) {
		if bad := row.check(kind); bad != nil {
			return 0, bad, nil
		}
		name := row.texts[Name]
		err := withName(ctx, name)
		if ent.IsNotFound(err) && row.id != nil {
			err = withID(ctx, *row.id)
		}
		switch {
		case err == nil || made.has(name, row.id):
			return there, nil, nil
		case !ent.IsNotFound(err):
			return 0, nil, err
		}
		made.add(name, row.id)
		if err := create(ctx, row); err != nil {
			return 0, nil, err
		}
		return taken, nil, nil
	}
}

func existence[T any](_ T, err error) error { return err }
