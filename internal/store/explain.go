package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"entgo.io/ent/dialect"
)

// explainTimeout is how long the plan of a statement may take.
const explainTimeout = 2 * time.Second

// ErrNoPlan says that there is no plan of a statement.
var ErrNoPlan = errors.New("only PostgreSQL tells plans, of single statements that read or write rows")

// explainer makes a connection of its own for each plan, so that whatever keeps the others busy does not keep it, and
// what it leaves behind ends with it.
type explainer struct {
	once sync.Once
	db   *sql.DB
	err  error
}

// Explain returns the plan that PostgreSQL makes of a statement for any values. The statement is not executed.
func (s *Store) Explain(ctx context.Context, statement string) (string, error) {
	verb, _, _ := strings.Cut(statement, " ")
	switch verb {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
	default:
		return "", ErrNoPlan
	}
	if s.Dialect() != dialect.Postgres || strings.Contains(statement, ";") { // what follows would be executed
		return "", ErrNoPlan
	}
	s.plans.once.Do(func() {
		if s.plans.db, s.plans.err = s.backend.openReserved(); s.plans.err == nil {
			s.plans.db.SetMaxOpenConns(1)
			s.plans.db.SetMaxIdleConns(-1)
		}
	})
	if s.plans.err != nil {
		return "", s.plans.err
	}
	ctx, cancel := context.WithTimeout(ctx, explainTimeout)
	defer cancel()
	tx, err := s.plans.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return "", failure(ctx, err)
	}
	defer func() { _ = tx.Rollback() }()
	ask := "EXPLAIN " + statement //nolint:gosec // one of ours, with placeholders
	if n := parameters(statement); n > 0 {
		// As the plan for any values, which EXPLAIN itself tells since PostgreSQL 16 only.
		ask = "EXPLAIN EXECUTE explained (NULL" + strings.Repeat(", NULL", n-1) + ")"
		for _, text := range []string{"SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE explained AS " + statement} {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return "", failure(ctx, err)
			}
		}
	}
	rows, err := tx.QueryContext(ctx, ask)
	if err != nil {
		return "", failure(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	var plan strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return "", err
		}
		plan.WriteString(line + "\n")
	}
	return literals.ReplaceAllString(plan.String(), "…"), failure(ctx, rows.Err())
}

// parameters returns how many parameters a statement has.
func parameters(statement string) (n int) {
	for _, name := range numbered.FindAllString(statement, -1) {
		if i, err := strconv.Atoi(name[1:]); err == nil {
			n = max(n, i)
		}
	}
	return n
}

// close closes the connection for plans.
func (e *explainer) close() error {
	e.once.Do(func() { e.err = ErrNoPlan }) // none is opened any more
	if e.db == nil {
		return nil
	}
	return e.db.Close()
}
