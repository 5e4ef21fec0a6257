package csvimport

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/desk/catalog"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// tree finds nodes of a tree by name and creates missing ones. It caches what it has found.
type tree struct {
	cache   map[treeKey]node
	byID    map[uuid.UUID]node
	created int

	find     func(context.Context, treeKey) (node, error)
	findID   func(context.Context, uuid.UUID) (node, error)
	findName func(context.Context, string) (node, error)
	create   func(ctx context.Context, b treeKey, above string) (node, error)
}

// treeKey is a name below a parent, which is uuid.Nil at the top.
type treeKey struct {
	parent uuid.UUID
	name   string
}

type node struct {
	id       uuid.UUID
	path     string
	priority domain.Priority // of new complaints; categories only
	fresh    bool            // whether the run of a list made it, so that nothing is below it but the run's own
}

// resolve returns the node of the last name, each name being below the one before it, or the
// zero node for no names. It takes a row that is created concurrently as it is.
func (t *tree) resolve(ctx context.Context, names []string) (node, error) {
	var n node
	for _, name := range names {
		b, above := treeKey{n.id, name}, n.path
		var known bool
		if n, known = t.cache[b]; known {
			continue
		}
		var err error
		if n, err = t.find(ctx, b); ent.IsNotFound(err) {
			if n, err = t.create(ctx, b, above); fault.Is(err, fault.Conflict) {
				n, err = t.find(ctx, b)
			} else if err == nil {
				t.created++
			}
		}
		if err != nil {
			return node{}, err
		}
		t.cache[b] = n
	}
	return n, nil
}

// locate returns the node with the id, which a file of this service names, else what resolve returns. Where the
// names are not a whole path, the only one with the last name anywhere in the tree comes first. Without an id it
// is resolve.
func (t *tree) locate(ctx context.Context, id *uuid.UUID, names []string, path bool) (node, error) {
	if id == nil {
		return t.resolve(ctx, names)
	}
	if n, known := t.byID[*id]; known {
		return n, nil
	}
	n, err := t.findID(ctx, *id)
	if ent.IsNotFound(err) && len(names) > 0 {
		if !path {
			n, err = t.findName(ctx, names[len(names)-1])
		}
		if ent.IsNotFound(err) || ent.IsNotSingular(err) {
			n, err = t.resolve(ctx, names)
		}
	}
	if err != nil && !ent.IsNotFound(err) {
		return node{}, err
	}
	t.byID[*id] = n
	return n, nil
}

// parentID returns the parent's id, or nil at the top.
func (b treeKey) parentID() *uuid.UUID {
	if b.parent == uuid.Nil {
		return nil
	}
	return &b.parent
}

func (i *Importer) categories() *tree {
	return &tree{
		cache: map[treeKey]node{}, byID: map[uuid.UUID]node{},
		find: func(ctx context.Context, b treeKey) (node, error) {
			q := i.Client.Category.Query().Where(category.Name(b.name))
			if above := b.parentID(); above != nil {
				q.Where(category.ParentID(*above))
			} else {
				q.Where(category.ParentIDIsNil())
			}
			return categoryNode(q.Only(ctx))
		},
		findID: func(ctx context.Context, id uuid.UUID) (node, error) {
			return categoryNode(i.Client.Category.Get(ctx, id))
		},
		findName: func(ctx context.Context, name string) (node, error) {
			return categoryNode(i.Client.Category.Query().Where(category.Name(name)).Only(ctx))
		},
		create: func(ctx context.Context, b treeKey, _ string) (node, error) {
			return tx.In(ctx, i.runner(), func(t *tx.Tx) (node, error) {
				c, err := catalog.InsertCategory(ctx, t, catalog.Row{Name: b.name}, b.parentID(), catalog.CategoryDefaults{})
				if err != nil {
					return node{}, fmt.Errorf("add category: %w", err)
				}
				return node{id: c.ID, path: c.Path, priority: c.DefaultPriority}, nil
			})
		},
	}
}

func (i *Importer) zones() *tree {
	return &tree{
		cache: map[treeKey]node{}, byID: map[uuid.UUID]node{},
		find: func(ctx context.Context, b treeKey) (node, error) {
			q := i.Client.Zone.Query().Where(zone.Name(b.name))
			if above := b.parentID(); above != nil {
				q.Where(zone.ParentID(*above))
			} else {
				q.Where(zone.ParentIDIsNil())
			}
			return zoneNode(q.Only(ctx))
		},
		findID: func(ctx context.Context, id uuid.UUID) (node, error) { return zoneNode(i.Client.Zone.Get(ctx, id)) },
		findName: func(ctx context.Context, name string) (node, error) {
			return zoneNode(i.Client.Zone.Query().Where(zone.Name(name)).Only(ctx))
		},
		create: func(ctx context.Context, b treeKey, _ string) (node, error) {
			return tx.In(ctx, i.runner(), func(t *tx.Tx) (node, error) {
				z, err := catalog.InsertZone(ctx, t, catalog.Row{Name: b.name}, b.parentID())
				if err != nil {
					return node{}, fmt.Errorf("add zone: %w", err)
				}
				return node{id: z.ID, path: z.Path}, nil
			})
		},
	}
}

func categoryNode(c *ent.Category, err error) (node, error) {
	if err != nil {
		return node{}, fmt.Errorf("find category: %w", err)
	}
	return node{id: c.ID, path: c.Path, priority: c.DefaultPriority}, nil
}

func zoneNode(z *ent.Zone, err error) (node, error) {
	if err != nil {
		return node{}, fmt.Errorf("find zone: %w", err)
	}
	return node{id: z.ID, path: z.Path}, nil
}
