package stats

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

const (
	// MaxGroups is how many groups are summed up to a level of a tree, or sorted for the first of them.
	MaxGroups = 20_000
	// maxLevel is the lowest level of a tree that can be named.
	maxLevel = 100
)

// treeRow is a row of a tree.
type treeRow struct{ name, path string }

// trees are the dimensions whose values lie below one another.
var trees = map[domain.ComplaintDimension]struct {
	filter string // the condition that finds the rows of a value and of all below it
	read   func(context.Context, *ent.Client) (map[string]treeRow, error)
}{
	domain.ByZone: {"zone", func(ctx context.Context, client *ent.Client) (map[string]treeRow, error) {
		all, err := client.Zone.Query().Select(zone.FieldName, zone.FieldPath).All(ctx)
		rows := make(map[string]treeRow, len(all))
		for _, z := range all {
			rows[z.ID.String()] = treeRow{z.Name, z.Path}
		}
		return rows, err
	}},
	domain.ByCategory: {"category", func(ctx context.Context, client *ent.Client) (map[string]treeRow, error) {
		all, err := client.Category.Query().Select(category.FieldName, category.FieldPath).All(ctx)
		rows := make(map[string]treeRow, len(all))
		for _, c := range all {
			rows[c.ID.String()] = treeRow{c.Name, c.Path}
		}
		return rows, err
	}},
}

// checkLevel returns a fault if there is a level and nothing that has levels.
func (in Complaints) checkLevel() error {
	if in.Level == nil {
		return nil
	}
	if bad := fault.Between("level", *in.Level, 1, maxLevel); bad != nil {
		return fault.Invalid(bad...)
	}
	if !slices.ContainsFunc(in.GroupBy, func(by domain.ComplaintDimension) bool { return trees[by].read != nil }) {
		return invalid("level", "invalid", "needs ZONE or CATEGORY in groupBy")
	}
	return nil
}

// rollUp adds the groups of zones and categories below the level to those that they lie in.
func (in Complaints) rollUp(ctx context.Context, client *ent.Client, groups []*group) ([]*group, error) {
	rows := map[domain.ComplaintDimension]map[string]treeRow{}
	for _, by := range in.GroupBy {
		if t := trees[by]; t.read != nil {
			var err error
			if rows[by], err = t.read(ctx, client); err != nil {
				return nil, err
			}
		}
	}
	joined := map[string]*group{}
	for _, g := range groups {
		for by, tree := range rows {
			g.raise(by, tree, *in.Level)
		}
		var key strings.Builder
		fmt.Fprint(&key, g.span)
		for _, by := range in.GroupBy {
			key.WriteString("\n" + g.value(by))
		}
		if is := joined[key.String()]; is != nil {
			is.sums.Merge(&g.sums)
		} else {
			joined[key.String()] = g
		}
	}
	out := slices.Collect(maps.Values(joined))
	sortGroups(out)
	return out, nil
}

// raise replaces a value by the one above it that lies on a level, if it lies deeper.
func (g *group) raise(by domain.ComplaintDimension, tree map[string]treeRow, level int) {
	above := domain.TreeIDs(tree[g.value(by)].path)
	if len(above) < level {
		if row, ok := tree[g.value(by)]; ok { // the rollups have no names of so many
			g.name(by, row.name)
		}
		return
	}
	id := above[level-1]
	g.set(by, strings.ToLower(id))
	g.name(by, tree[id].name)
	if g.within == nil {
		g.within = map[domain.ComplaintDimension]bool{}
	}
	g.within[by] = true
}

func (g *group) name(by domain.ComplaintDimension, name string) {
	if g.names == nil {
		g.names = map[domain.ComplaintDimension]string{}
	}
	g.names[by] = name
}
