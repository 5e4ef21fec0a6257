package export

import (
	"encoding/json"

	"github.com/redress/redress/internal/csvcell"
)

// tree holds the categories or the zones by their ids.
type tree map[string]treeRow

type treeRow struct {
	ID       string
	Name     string
	ParentID string
}

// path returns the names from the top down to a row, as internal/csvcell joins them, or "" for one that is not there.
func (t tree) path(id string) string {
	const deepest = 100 // a move in the middle of the reading could make a circle
	var names []string
	for row, there := t[id]; there && len(names) < deepest; row, there = t[row.ParentID] {
		names = append([]string{row.Name}, names...)
	}
	return csvcell.JoinPath(names)
}

// readTrees reads the trees that have rows of this page and are not read yet, or were read before the row was there.
func (d *download) readTrees(rows []map[string]any) error {
	for _, c := range d.export.columns {
		if c.tree == "" {
			continue
		}
		for _, row := range rows {
			id := c.cell(row)
			if _, known := d.trees[c.tree][id]; known || id == "" {
				continue
			}
			read, err := d.readTree(c.tree)
			if err != nil {
				return err
			}
			if d.trees == nil {
				d.trees = map[string]tree{}
			}
			d.trees[c.tree] = read
			break
		}
	}
	return nil
}

// readTree reads all categories or zones, page by page.
func (d *download) readTree(root string) (tree, error) {
	query := "query($first: Int!, $after: Cursor) { rows: " + root +
		"(first: $first, after: $after) { pageInfo { hasNextPage endCursor } edges { node { id name parentId } } } }"
	t := tree{}
	variables := map[string]any{"first": int64(PageSize)}
	for {
		data, err := d.ask(query, variables)
		if err != nil {
			return nil, err
		}
		var response struct{ Rows connection[treeRow] }
		if err := json.Unmarshal(data, &response); err != nil {
			return nil, err
		}
		for _, edge := range response.Rows.Edges {
			t[edge.Node.ID] = edge.Node
		}
		next := response.Rows.next()
		if next == "" {
			return t, nil
		}
		variables["after"] = next
	}
}
