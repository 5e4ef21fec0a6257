package main

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
)

// sqliteOptions are those of the bench's own connections: times are written as Redress does.
const sqliteOptions = "?_pragma=busy_timeout(5000)&_txlock=immediate&_time_format=sqlite&_timezone=UTC"

// world holds what the requests name: rows of the seeded database, and tokens of accounts that
// may read them.
type world struct {
	db       *sql.DB
	postgres bool
	folders  []string  // of the files of all servers
	key      *auth.Key // that signs tokens

	admins                               []row
	logs                                 []row // complaints of reporters
	providers, largestFirst, largestLast []row
	searches                             []row
	tasks                                []row // of solvers, with updates
	manyLogs, manyTasks                  []row // each with a session of its own
	open                                 []row // updates that take files
	waiting                              []string
	category, zone                       string
	dashboards                           []dashboardDocument
}

// most is how many rows of a kind are asked for. Cells have eight callers, or one for each row.
const most = 2_000

func (w *world) look(ctx context.Context) error {
	if err := w.age(ctx); err != nil {
		return err
	}
	admins, err := w.administrators(ctx)
	if err != nil {
		return err
	}
	w.admins = inTurns(admins, row{})
	w.searches = inTurns(admins, row{id: "water"}, row{id: "Storm"}, row{id: "e"})
	const active = ` JOIN users u ON u.state = 'ACTIVE' AND u.id = `
	if w.logs, err = w.owned(ctx, false, `SELECT c.submitted_by_id, c.id FROM complaints c
		JOIN (SELECT submitted_by_id AS id FROM complaints c`+active+`c.submitted_by_id GROUP BY submitted_by_id ORDER BY COUNT(*) DESC, submitted_by_id LIMIT 8) b
		ON b.id = c.submitted_by_id ORDER BY c.id`); err != nil {
		return err
	}
	if w.manyLogs, err = w.owned(ctx, true,
		`SELECT c.submitted_by_id, c.id FROM complaints c`+active+`c.submitted_by_id ORDER BY c.created_at DESC, c.id`); err != nil {
		return err
	}
	const busy = `(SELECT solver_id AS id FROM tasks WHERE status IN ('IN_PROGRESS', 'COMPLETION_SUBMITTED') GROUP BY solver_id ORDER BY
		COUNT(*) DESC, solver_id LIMIT 8) b`
	if w.tasks, err = w.owned(ctx, false,
		`SELECT t.solver_id, t.id FROM tasks t JOIN `+busy+` ON b.id = t.solver_id WHERE t.updates_count > 0 ORDER BY t.id`); err != nil {
		return err
	}
	if w.manyTasks, err = w.owned(ctx, true,
		`SELECT t.solver_id, t.id FROM tasks t`+active+`t.solver_id WHERE t.updates_count > 0 ORDER BY t.created_at DESC, t.id`); err != nil {
		return err
	}
	// Not by the index of the status, with which SQLite takes minutes.
	if w.open, err = w.owned(ctx, false, `SELECT t.solver_id, x.id FROM task_updates x JOIN tasks t ON t.id = x.task_id JOIN `+busy+`
		ON b.id = t.solver_id WHERE x.status || '' = 'SUBMITTED' AND t.status IN ('IN_PROGRESS', 'COMPLETION_SUBMITTED') ORDER BY x.id`); err != nil {
		return err
	}
	if err := w.payments(ctx, admins); err != nil {
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

// age makes the complaints old that an earlier run submitted, because the newest 50 would be of them:
// without tasks. It deletes the sessions of runs that are over.
func (w *world) age(ctx context.Context) error {
	old := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := w.exec(ctx, w.db, "UPDATE complaints SET created_at = $1 WHERE description = $2 AND created_at > $3", old, description, old); err != nil {
		return err
	}
	return w.exec(ctx, w.db, "DELETE FROM sessions WHERE user_agent = 'bench' AND expires_at < $1", time.Now().UTC().Add(lifetime-12*time.Hour))
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// exec runs a statement in PostgreSQL's syntax.
func (w *world) exec(ctx context.Context, db execer, query string, args ...any) error {
	if !w.postgres {
		query = strings.ReplaceAll(query, "$", "?")
	}
	_, err := db.ExecContext(ctx, query, args...)
	return err
}

// lifetime is that of sessions, longer than any run.
const lifetime = 20 * time.Hour

func (w *world) payments(ctx context.Context, admins []string) error {
	const pageSize = 20
	rows, err := w.db.QueryContext(ctx, `SELECT provider_id, COUNT(*) FROM payments GROUP BY provider_id ORDER BY COUNT(*) DESC, provider_id`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	var all []row
	for rows.Next() {
		r := row{page: 1}
		var n int
		if err := rows.Scan(&r.id, &n); err != nil {
			return err
		}
		switch {
		case w.largestFirst == nil:
			w.largestFirst = inTurns(admins, r)
			r.page = (n + pageSize - 1) / pageSize
			w.largestLast = inTurns(admins, r)
		case len(all) < 50:
			all = append(all, r)
		}
	}
	w.providers = inTurns(admins, all...)
	return rows.Err()
}

// inTurns returns each row for each caller, a caller after the other: one alone has fewer places at a time.
func inTurns(callers []string, rows ...row) (all []row) {
	for i := range len(rows) * len(callers) {
		r := rows[i/len(callers)]
		r.token = callers[i%len(callers)]
		all = append(all, r)
	}
	return all
}

// owned reads rows with their owners, and gets tokens for them: of one session for each owner, or for
// each row.
func (w *world) owned(ctx context.Context, many bool, query string) (all []row, err error) {
	rows, err := w.db.QueryContext(ctx, query+fmt.Sprintf(" LIMIT %d", most))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var owners []string
	for rows.Next() {
		var r row
		var owner string
		if err := rows.Scan(&owner, &r.id); err != nil {
			return nil, err
		}
		all, owners = append(all, r), append(owners, owner)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is nothing to ask for: take more complaints (%s)", query)
	}
	tokens := map[string]string{}
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // after an error
	for i, owner := range owners {
		if many || tokens[owner] == "" {
			if tokens[owner], err = w.token(ctx, tx, owner); err != nil {
				return nil, err
			}
		}
		all[i].token = tokens[owner]
	}
	return all, tx.Commit()
}

// administrators returns tokens of eight accounts, or of as many as there are.
func (w *world) administrators(ctx context.Context) (tokens []string, err error) {
	for n := range 8 {
		token, err := w.administrator(ctx, fmt.Sprintf("admin%d@seed.example", n+1))
		if err != nil && n > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, token)
	}
	return tokens, nil
}

// administrator returns a token for the account with an address.
func (w *world) administrator(ctx context.Context, email string) (string, error) {
	found, err := w.texts(ctx, "SELECT user_id FROM contacts WHERE email = '"+email+"'")
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("there is no %s: %w", email, err)
	}
	return w.token(ctx, w.db, found[0])
}

// token adds a session to an account, as redress token does, and returns a token for it.
func (w *world) token(ctx context.Context, db execer, account string) (string, error) {
	session, now := uuid.Must(uuid.NewV7()), time.Now().UTC()
	if err := w.exec(ctx, db, `INSERT INTO sessions (id, user_id, created_at, last_used_at, expires_at, by_command, user_agent)
		VALUES ($1, $2, $3, $4, $5, $6, 'bench')`, session.String(), account, now, now, now.Add(lifetime), true); err != nil {
		return "", err
	}
	return auth.NewSigner(w.key, auth.Issuer{Name: "redress", Audience: "redress", Now: time.Now}).Sign(uuid.MustParse(account), session, lifetime)
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
	if err := w.exec(context.Background(), w.db, "DELETE FROM media WHERE size_bytes >= $1", size); err != nil {
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
