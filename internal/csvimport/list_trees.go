package csvimport

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

// listTree imports the rows of a tree.
type listTree struct {
	*listRun
	*tree
	kind   domain.Kind
	ids    map[string]*listRow
	named  map[string][]*listRow
	insert func(ctx context.Context, row catalog.Row, from *listRow, parent *uuid.UUID) error
}

func newListTree(r *listRun, t *tree, kind domain.Kind, rows []*listRow) *listTree {
	l := &listTree{listRun: r, tree: t, kind: kind, ids: map[string]*listRow{}, named: map[string][]*listRow{}}
	for _, row := range rows {
		if names := splitPath(row.texts[Path]); len(names) > 0 && row.texts[Name] == "" {
			row.texts[Name] = names[len(names)-1]
		}
		l.ids[row.texts[ID]] = row
		l.named[row.texts[Name]] = append(l.named[row.texts[Name]], row)
	}
	// Parents that only a path names wait with the rows below them.
	t.create = func(ctx context.Context, b treeKey, above string) (node, error) {
		made := catalog.Row{ID: domain.NewID(kind), Name: b.name}
		return node{id: made.ID, path: domain.TreePath(above, made.ID), fresh: true}, l.insert(ctx, made, &listRow{}, b.parentID())
	}
	return l
}

// parent returns the row of the file that is above a row.
func (l *listTree) parent(row *listRow) *listRow {
	if id := row.texts[ParentID]; id != "" {
		return l.ids[id]
	}
	if above := l.named[row.texts[Parent]]; row.texts[Parent] != "" && len(above) == 1 && above[0] != row {
		return above[0]
	}
	return nil
}

// names returns the names from the top of the tree down to a row, as far as the file has them; whole reports
// whether the first of them is at the top.
func (l *listTree) names(row *listRow) (names []string, whole bool, bad *rejection) {
	if path := splitPath(row.texts[Path]); len(path) > 0 {
		return path, true, nil
	}
	const deepest = 100
	for at := row; ; {
		names = append([]string{at.texts[Name]}, names...)
		above := l.parent(at)
		if above == nil {
			return names, at.texts[ParentID] == "" && at.texts[Parent] == "", nil
		}
		if at = above; len(names) == deepest {
			return nil, false, &rejection{ParentID, fmt.Sprintf("leads in a circle, or through more than %d rows", deepest)}
		}
	}
}

// parentsFirst sorts the rows by their depth.
func (l *listTree) parentsFirst(rows []*listRow) []*listRow {
	depth := map[*listRow]int{}
	for _, row := range rows {
		names, _, _ := l.names(row)
		depth[row] = len(names)
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b *listRow) int { return depth[a] - depth[b] })
	return sorted
}

// above returns the node that a row belongs below.
func (l *listTree) above(ctx context.Context, row *listRow) (node, *rejection, error) {
	names, whole, bad := l.names(row)
	if bad != nil {
		return node{}, bad, nil
	}
	if above := l.parent(row); above != nil {
		if n, known := l.byID[above.key()]; known {
			return n, nil, nil
		}
		return node{}, &rejection{ParentID, "the row that it belongs below was rejected"}, nil
	}
	if whole {
		for _, name := range names[:len(names)-1] {
			if err := tx.CheckName(&name); err != nil {
				bad := refused(err)
				return node{}, &rejection{Path, shown(name) + ": " + bad.reason}, nil
			}
		}
		n, err := l.resolve(ctx, names[:len(names)-1])
		return n, nil, err
	}
	// What is above it is not in the file.
	id, bad := row.ref(ParentID, l.kind)
	if bad != nil {
		return node{}, bad, nil
	}
	var n node
	var err error
	if id != nil {
		n, err = l.findID(ctx, *id)
	} else {
		n, err = l.findName(ctx, row.texts[Parent])
	}
	if ent.IsNotFound(err) || ent.IsNotSingular(err) {
		return node{}, &rejection{ParentID, "neither the file nor the service has exactly one row that it belongs below"}, nil
	}
	return n, nil, err
}

// key returns by what a row is remembered.
func (row *listRow) key() uuid.UUID {
	if row.id == nil {
		id := uuid.New() // of a file without ids; not stored
		row.id = &id
	}
	return *row.id
}

func (l *listTree) take(ctx context.Context, row *listRow) (outcome, *rejection, error) {
	if bad := row.check(l.kind); bad != nil {
		return 0, bad, nil
	}
	given := row.id
	if given != nil {
		n, err := l.located(ctx, *given)
		if err == nil {
			l.remember(row, n, treeKey{})
			return there, nil, nil
		}
		if !ent.IsNotFound(err) {
			return 0, nil, err
		}
	}
	above, bad, err := l.above(ctx, row)
	if bad != nil || err != nil {
		return 0, bad, err
	}
	at := treeKey{above.id, row.texts[Name]}
	n, known := l.cache[at]
	if !known && !above.fresh {
		n, err = l.find(ctx, at)
		if known = err == nil; !known && !ent.IsNotFound(err) {
			return 0, nil, err
		}
	}
	if known {
		l.remember(row, n, at)
		return there, nil, nil
	}
	made := catalog.Row{ID: domain.NewID(l.kind), Name: row.texts[Name], CreatedAt: l.createdAt(row)}
	if given != nil {
		made.ID = *given
	}
	n = node{id: made.ID, path: domain.TreePath(above.path, made.ID), fresh: true}
	if err := l.insert(ctx, made, row, at.parentID()); err != nil {
		return 0, nil, err
	}
	l.remember(row, n, at)
	return taken, nil, nil
}

// located returns the node with an id, which may be one of a row that is not written yet.
func (l *listTree) located(ctx context.Context, id uuid.UUID) (node, error) {
	if n, known := l.byID[id]; known {
		return n, nil
	}
	return l.findID(ctx, id)
}

func (l *listTree) remember(row *listRow, n node, at treeKey) {
	l.byID[row.key()] = n
	if at.name != "" {
		l.cache[at] = n
	}
}

func (l *listTree) insertCategory(ctx context.Context, row catalog.Row, from *listRow, parent *uuid.UUID) error {
	var terms catalog.CategoryDefaults
	if text := from.texts[SLAHours]; text != "" {
		if n, err := strconv.Atoi(trimDecimal(text)); err == nil && n >= 1 && n <= domain.MaxSLAHours {
			terms.SLAHours = &n
		} else if err := l.warn(from, SLAHours, "%s is left out: it must be a number from 1 to %d", shown(text), domain.MaxSLAHours); err != nil {
			return err
		}
	}
	if text := from.texts[DefaultPriority]; text != "" {
		if p := domain.Priority(strings.ToUpper(text)); slices.Contains(domain.Priorities, p) {
			terms.Priority = &p
		} else if err := l.warn(from, DefaultPriority, "%s is left out: it is none of low, normal, high, urgent", shown(text)); err != nil {
			return err
		}
	}
	nearby, err := l.truth(from, ShownNearby, false)
	if err != nil {
		return err
	}
	terms.Nearby = &nearby
	return l.write(ctx, func(ctx context.Context, t *tx.Tx, held catalog.Held) error {
		row := row
		row.Held = held
		_, err := catalog.InsertCategory(ctx, t, row, parent, terms)
		return added(row.Name, err)
	})
}

func (l *listTree) insertZone(ctx context.Context, row catalog.Row, _ *listRow, parent *uuid.UUID) error {
	return l.write(ctx, func(ctx context.Context, t *tx.Tx, held catalog.Held) error {
		row := row
		row.Held = held
		_, err := catalog.InsertZone(ctx, t, row, parent)
		return added(row.Name, err)
	})
}
