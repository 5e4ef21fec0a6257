package csvimport

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
)

// tree finds the places of names in a tree and makes what is missing. It remembers what it
// has found.
type tree struct {
	known map[branch]node
	made  int

	find func(context.Context, branch) (node, error)
	make func(context.Context, branch) (node, error)
}

// branch is a name below a parent, which is zero at the top.
type branch struct {
	parent uuid.UUID
	name   string
}

type node struct {
	id       uuid.UUID
	priority domain.Priority // of new complaints; categories only
}

// place answers the lowest of the names, each lying below the one before it. Of no name it
// is the zero node. A row that somebody else makes at the same time is taken as it is.
func (t *tree) place(ctx context.Context, names []string) (node, error) {
	var n node
	for _, name := range names {
		b := branch{n.id, name}
		var known bool
		if n, known = t.known[b]; known {
			continue
		}
		var err error
		if n, err = t.find(ctx, b); ent.IsNotFound(err) {
			if n, err = t.make(ctx, b); ent.IsConstraintError(err) {
				n, err = t.find(ctx, b)
			} else if err == nil {
				t.made++
			}
		}
		if err != nil {
			return node{}, err
		}
		t.known[b] = n
	}
	return n, nil
}

// above is the parent as the database has it: absent at the top.
func (b branch) above() *uuid.UUID {
	if b.parent == uuid.Nil {
		return nil
	}
	return &b.parent
}

func (i *Importer) categories() *tree {
	return &tree{
		known: map[branch]node{},
		find: func(ctx context.Context, b branch) (node, error) {
			q := i.Client.Category.Query().Where(category.Name(b.name))
			if above := b.above(); above != nil {
				q.Where(category.ParentID(*above))
			} else {
				q.Where(category.ParentIDIsNil())
			}
			c, err := q.Only(ctx)
			if err != nil {
				return node{}, fmt.Errorf("find category: %w", err)
			}
			return node{c.ID, c.DefaultPriority}, nil
		},
		make: func(ctx context.Context, b branch) (node, error) {
			c, err := i.Client.Category.Create().SetName(b.name).SetNillableParentID(b.above()).
				SetCreatedAt(i.now()).Save(ctx)
			if err != nil {
				return node{}, fmt.Errorf("add category: %w", err)
			}
			return node{c.ID, c.DefaultPriority}, nil
		},
	}
}

func (i *Importer) zones() *tree {
	return &tree{
		known: map[branch]node{},
		find: func(ctx context.Context, b branch) (node, error) {
			q := i.Client.Zone.Query().Where(zone.Name(b.name))
			if above := b.above(); above != nil {
				q.Where(zone.ParentID(*above))
			} else {
				q.Where(zone.ParentIDIsNil())
			}
			z, err := q.Only(ctx)
			if err != nil {
				return node{}, fmt.Errorf("find zone: %w", err)
			}
			return node{id: z.ID}, nil
		},
		make: func(ctx context.Context, b branch) (node, error) {
			z, err := i.Client.Zone.Create().SetName(b.name).SetNillableParentID(b.above()).
				SetCreatedAt(i.now()).Save(ctx)
			if err != nil {
				return node{}, fmt.Errorf("add zone: %w", err)
			}
			return node{id: z.ID}, nil
		},
	}
}
