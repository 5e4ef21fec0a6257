package reconcile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/store/dbtx"
)

// paths checks the paths of a tree. They are fixed after all rows of the tree were locked, as a move
// locks them.
func (r Reconciliation) paths(table string) func(context.Context) (int, error) {
	return func(ctx context.Context) (wrong int, err error) {
		err = dbtx.InSQLTx(ctx, r.DB, nil, func(tx *sql.Tx) error {
			wrong = 0
			all := fmt.Sprintf(`SELECT CAST(id AS text), COALESCE(CAST(parent_id AS text), ''), path FROM %s ORDER BY id`, table)
			if r.Fix {
				all = dbtx.ForUpdateSQL(r.Dialect, all)
			}
			nodes, err := readTree(ctx, tx, all)
			if err != nil {
				return err
			}
			for id, n := range nodes {
				is := nodes.path(id)
				if n.path == is {
					continue
				}
				wrong++
				if !r.Fix {
					continue
				}
				if _, err := tx.ExecContext(ctx, fmt.Sprintf(`UPDATE %s SET path = $1 WHERE id = $2`, table), is, id); err != nil {
					return err
				}
			}
			return nil
		})
		return wrong, err
	}
}

// treeNode is a row of a tree: its parent, "" at the top, and the path that is stored.
type treeNode struct{ parent, path string }

type treeNodes map[string]treeNode

func readTree(ctx context.Context, tx *sql.Tx, query string) (nodes treeNodes, err error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	nodes = treeNodes{}
	for rows.Next() {
		var id string
		var n treeNode
		if err := rows.Scan(&id, &n.parent, &n.path); err != nil {
			return nil, err
		}
		nodes[id] = n
	}
	return nodes, rows.Err()
}

// path returns the path that a row should have. A circle, which no move makes, ends where it began.
func (nodes treeNodes) path(id string) string {
	var ids []string
	seen := map[string]bool{}
	for at := id; at != "" && !seen[at]; at = nodes[at].parent {
		seen[at] = true
		ids = append(ids, at)
	}
	var b strings.Builder
	for _, id := range slices.Backward(ids) {
		if one, err := uuid.Parse(id); err == nil {
			b.WriteString(domain.TreePath("", one))
		}
	}
	return b.String()
}

// priorityOrder checks the sort keys of the priorities of complaints.
func (r Reconciliation) priorityOrder(ctx context.Context) (int, error) {
	cases := make([]string, len(domain.Priorities))
	for i, p := range domain.Priorities {
		cases[i] = fmt.Sprintf("WHEN '%s' THEN %d", p, p.Order())
	}
	is := "CASE priority " + strings.Join(cases, " ") + " END"
	if !r.Fix {
		return number(r.DB.QueryRowContext(ctx, `SELECT COUNT(*) FROM complaints WHERE priority_order <> `+is))
	}
	done, err := r.DB.ExecContext(ctx, `UPDATE complaints SET priority_order = `+is+` WHERE priority_order <> `+is) //nolint:gosec // of the priorities alone
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	return int(n), err
}
