package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// world holds what the requests name: rows of the seeded database, and tokens of accounts that
// may read them.
type world struct {
	db       *sql.DB
	postgres bool
	folders  []string // of the files of both servers
	token    func(email string) (string, error)

	admins                               []row // one
	logs                                 []row // complaints of reporters
	providers, largestFirst, largestLast []row
	searches                             []row
	tasks                                []row // of solvers, with updates
	open                                 []row // updates that take files
	waiting                              []string
	category, zone                       string
	dashboards                           []dashboardDocument
}

// the most callers of each kind: each needs a sign-in.
const people = 8

func (w *world) look(ctx context.Context) error {
	admin, err := w.token("admin1@seed.example")
	if err != nil {
		return err
	}
	w.admins = []row{{token: admin}}
	for _, word := range []string{"water", "Storm", "e"} {
		w.searches = append(w.searches, row{token: admin, id: word})
	}
	if w.logs, err = w.owned(ctx, `SELECT k.email, c.id FROM complaints c JOIN contacts k ON k.user_id = c.submitted_by_id
		JOIN (SELECT submitted_by_id AS id FROM complaints WHERE submitted_by_id IS NOT NULL GROUP BY submitted_by_id ORDER BY COUNT(*) DESC, submitted_by_id LIMIT $1) u
		ON u.id = c.submitted_by_id ORDER BY c.id`); err != nil {
		return err
	}
	const busy = `(SELECT solver_id AS id FROM tasks WHERE status IN ('IN_PROGRESS', 'COMPLETION_SUBMITTED') GROUP BY solver_id ORDER BY COUNT(*) DESC, solver_id LIMIT $1) u`
	if w.tasks, err = w.owned(ctx, `SELECT k.email, t.id FROM tasks t JOIN contacts k ON k.user_id = t.solver_id JOIN `+busy+`
		ON u.id = t.solver_id WHERE t.updates_count > 0 ORDER BY t.id`); err != nil {
		return err
	}
	// Not by the index of the status, with which SQLite takes minutes.
	if w.open, err = w.owned(ctx, `SELECT k.email, x.id FROM task_updates x JOIN tasks t ON t.id = x.task_id JOIN contacts k ON k.user_id = t.solver_id JOIN `+busy+`
		ON u.id = t.solver_id WHERE x.status || '' = 'SUBMITTED' AND t.status IN ('IN_PROGRESS', 'COMPLETION_SUBMITTED') ORDER BY x.id`); err != nil {
		return err
	}
	if err := w.payments(ctx, admin); err != nil {
		return err
	}
	if w.waiting, err = w.texts(ctx, `SELECT id FROM complaints WHERE status = 'SUBMITTED' ORDER BY log_rows, id LIMIT 2000`); err != nil {
		return err
	}
	if err := w.db.QueryRowContext(ctx, `SELECT id FROM categories WHERE sla_hours IS NOT NULL ORDER BY id LIMIT 1`).Scan(&w.category); err != nil {
		return err
	}
	return w.db.QueryRowContext(ctx, `SELECT id FROM zones WHERE parent_id IS NOT NULL ORDER BY id DESC LIMIT 1`).Scan(&w.zone)
}

func (w *world) payments(ctx context.Context, admin string) error {
	const pageSize = 20
	rows, err := w.db.QueryContext(ctx, `SELECT provider_id, COUNT(*) FROM payments GROUP BY provider_id ORDER BY COUNT(*) DESC, provider_id`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		r := row{token: admin, page: 1}
		var n int
		if err := rows.Scan(&r.id, &n); err != nil {
			return err
		}
		switch {
		case w.largestFirst == nil:
			w.largestFirst = []row{r}
			r.page = (n + pageSize - 1) / pageSize
			w.largestLast = []row{r}
		case len(w.providers) < 50:
			w.providers = append(w.providers, r)
		}
	}
	return rows.Err()
}

// owned reads rows with the addresses of their owners, and gets tokens for them.
func (w *world) owned(ctx context.Context, query string) (all []row, err error) {
	if !w.postgres {
		query = strings.ReplaceAll(query, "$", "?")
	}
	rows, err := w.db.QueryContext(ctx, query, people)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() && len(all) < 2_000 {
		var r row
		if err := rows.Scan(&r.token, &r.id); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is nothing to ask for: take more complaints (%s)", query)
	}
	tokens := map[string]string{}
	for i, r := range all {
		if tokens[r.token] == "" {
			if tokens[r.token], err = w.token(r.token); err != nil {
				return nil, err
			}
		}
		all[i].token = tokens[r.token]
	}
	return all, nil
}

func (w *world) texts(ctx context.Context, query string) (all []string, err error) {
	rows, err := w.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

// forget removes the files that the bench uploaded, by their size, and their rows.
func (w *world) forget(size int) error {
	query := "DELETE FROM media WHERE size_bytes >= $1"
	if !w.postgres {
		query = "DELETE FROM media WHERE size_bytes >= ?1"
	}
	if _, err := w.db.Exec(query, size); err != nil { //nolint:noctx // between two rounds
		return err
	}
	for _, folder := range w.folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if err == nil && info.Size() >= int64(size) {
				err = os.Remove(path) //nolint:gosec // the folder is the bench's own
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tokenOf returns a function that gets a token from the command.
func tokenOf(ctx context.Context, redress string, settings []string) func(string) (string, error) {
	return func(email string) (string, error) {
		cmd := exec.CommandContext(ctx, redress, append([]string{"token", "--email", email, "--ttl", "20h"}, settings...)...) //nolint:gosec // ours
		var problem bytes.Buffer
		cmd.Stderr = &problem
		out, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("redress token --email %s: %w\n%s", email, err, &problem)
		}
		return strings.TrimSpace(string(out)), nil
	}
}
