package catalog

import (
	"context"
	"maps"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// amongSiblings is where names of a tree are unique.
const amongSiblings = "among its siblings"

// tree is namedRows whose rows lie below one another: zones and categories.
type tree[R any] struct {
	namedRows[R]
	parent    func(R) *uuid.UUID
	path      func(R) string
	lockOne   func(ctx context.Context, t *tx.Tx, id uuid.UUID) (R, error)
	lockAll   func(ctx context.Context, t *tx.Tx) ([]R, error) // in the order of ids
	setParent func(ctx context.Context, t *tx.Tx, id uuid.UUID, parent *uuid.UUID) error
	setPath   func(ctx context.Context, t *tx.Tx, id uuid.UUID, path string) error
}

// insertBelow inserts a row below another one; nil is the top. It locks the parent, which a move would
// take elsewhere, and gives do the row's path.
func (n tree[R]) insertBelow(ctx context.Context, t *tx.Tx, kind domain.Kind, row Row, parent *uuid.UUID, do func(row Row, path string) (R, error)) (R, error) {
	var none R
	row, err := row.checked(t, kind)
	if err != nil {
		return none, err
	}
	above := ""
	if parent != nil {
		if above, err = n.hold(ctx, t, *parent, row.Held); err != nil {
			return none, err
		}
	}
	rows := n.namedRows
	rows.values = func(row R) tx.Values {
		all := maps.Clone(n.values(row))
		all["parent_id"] = n.parent(row)
		return all
	}
	path := domain.TreePath(above, row.ID)
	made, err := do(row, path)
	if made, err = rows.inserted(ctx, t, made, err); err == nil {
		row.Held.keep(row.ID, path)
	}
	return made, err
}

// hold locks a row, unless the transaction holds it, and returns its path.
func (n tree[R]) hold(ctx context.Context, t *tx.Tx, id uuid.UUID, held Held) (path string, err error) {
	if path, ok := held[id]; ok {
		return path, nil
	}
	found, err := n.lockOne(ctx, t, id)
	if ent.IsNotFound(err) {
		return "", noParent(n.noun)
	}
	if err != nil {
		return "", err
	}
	path = n.path(found)
	held.keep(id, path)
	return path, nil
}

// move puts a row with all that lie below it below another one; nil is the top. It locks the
// whole tree: two moves at once could close a circle that neither sees.
func (n tree[R]) move(ctx context.Context, r *Room, target tx.Target, parent *uuid.UUID) (R, error) {
	var none R
	if err := tx.RequireAdmin(ctx); err != nil {
		return none, err
	}
	err := r.Do(ctx, func(t *tx.Tx) error {
		all, err := n.lockAll(ctx, t)
		if err != nil {
			return err
		}
		parents := make(map[uuid.UUID]*uuid.UUID, len(all))
		for _, row := range all {
			parents[n.id(row)] = n.parent(row)
			if n.id(row) == target.ID {
				if err := target.CheckVersion(n.version(row)); err != nil {
					return err
				}
			}
		}
		if err := checkMove(parents, target.ID, parent, n.noun); err != nil {
			return err
		}
		err = n.setParent(ctx, t, target.ID, parent)
		if ent.IsConstraintError(err) {
			return nameTaken(err, n.taken+" there")
		}
		if err != nil {
			return err
		}
		if err := n.setPaths(ctx, t, all, target.ID, parent); err != nil {
			return err
		}
		return t.Audit(ctx, tx.Record{
			Action: n.action + ".move", SubjectType: n.subjectType, Subject: target.ID,
			Before: tx.Values{"parent_id": parents[target.ID]}, After: tx.Values{"parent_id": parent},
		})
	})
	if err != nil {
		return none, err
	}
	return n.get(ctx, r.Client, target.ID)
}

// setPaths changes the paths of a row that is put below another one and of all that lie below it.
func (n tree[R]) setPaths(ctx context.Context, t *tx.Tx, all []R, id uuid.UUID, parent *uuid.UUID) error {
	paths := make(map[uuid.UUID]string, len(all))
	for _, row := range all {
		paths[n.id(row)] = n.path(row)
	}
	was, above := paths[id], ""
	if parent != nil {
		above = paths[*parent]
	}
	is := domain.TreePath(above, id)
	if was == "" {
		return n.setPath(ctx, t, id, is)
	}
	for _, row := range all {
		if below, ok := strings.CutPrefix(n.path(row), was); ok {
			if err := n.setPath(ctx, t, n.id(row), is+below); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkMove returns why a node of a tree, given by the parents of all nodes, can't go below
// another one.
func checkMove(parents map[uuid.UUID]*uuid.UUID, id uuid.UUID, parent *uuid.UUID, noun string) error {
	if _, found := parents[id]; !found {
		return fault.Missing(noun)
	}
	if parent == nil {
		return nil
	}
	if _, found := parents[*parent]; !found {
		return noParent(noun)
	}
	for at := parent; at != nil; at = parents[*at] {
		if *at == id {
			return fault.Invalid(fault.Input("parentId", "circle", "must not be the %s itself or lie below it", i18n.T(noun)))
		}
	}
	return nil
}

func noParent(noun string) error {
	return fault.Invalid(fault.Input("parentId", "not_found", "there is no such %s", i18n.T(noun)))
}
