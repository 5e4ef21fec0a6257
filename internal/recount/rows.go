package recount

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/redress/redress/ent/payment"
)

const (
	sumsByDay = `SELECT provider_id, payment_date, currency, type, COUNT(*) AS payments, CAST(SUM(amount_minor) AS BIGINT) AS amount_minor
		FROM payments GROUP BY provider_id, payment_date, currency, type`
	wrongDays = `SELECT COUNT(*) FROM (` + sumsByDay + `) p FULL JOIN payment_days d
		ON d.provider_id = p.provider_id AND d.payment_date = p.payment_date AND d.currency = p.currency AND d.type = p.type
		WHERE p.payments IS NULL OR d.payments IS NULL OR p.payments <> d.payments OR p.amount_minor <> d.amount_minor`
	holdPayments = `SELECT id FROM chain_heads WHERE name = '` + payment.Table + `'`
)

// paymentDays looks at the sums that summaries are read from. They are made anew all at once,
// while the chain of payments is held as whoever records one holds it.
func (r Recount) paymentDays(ctx context.Context) (int, error) {
	wrong, err := number(r.DB.QueryRowContext(ctx, wrongDays))
	if err != nil || wrong == 0 || !r.Fix {
		return wrong, err
	}
	return wrong, r.within(ctx, func(tx *sql.Tx) error {
		var head string
		if err := tx.QueryRowContext(ctx, r.held(holdPayments)).Scan(&head); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM payment_days"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO payment_days (provider_id, payment_date, currency, type, payments, amount_minor) "+sumsByDay)
		return err
	})
}

// counters looks at a column that says how many rows of another table belong to each row. Each
// is made right while its row is held, as deeds hold it.
func (r Recount) counters(table, column, counted, owner string) func(context.Context) (int, error) {
	named := strings.NewReplacer("TABLE", table, "COLUMN", column, "COUNTED", counted, "OWNER", owner).Replace
	return func(ctx context.Context) (int, error) {
		rows, err := r.DB.QueryContext(ctx, named(`SELECT CAST(t.id AS text) FROM TABLE t
			LEFT JOIN (SELECT OWNER, COUNT(*) AS n FROM COUNTED GROUP BY OWNER) c ON c.OWNER = t.id WHERE t.COLUMN <> COALESCE(c.n, 0)`))
		if err != nil {
			return 0, err
		}
		ids, err := texts(rows)
		if err != nil || !r.Fix {
			return len(ids), err
		}
		for _, id := range ids {
			err := r.within(ctx, func(tx *sql.Tx) error {
				var was int
				if err := tx.QueryRowContext(ctx, r.held(named(`SELECT COLUMN FROM TABLE WHERE id = $1`)), id).Scan(&was); err != nil {
					return err
				}
				_, err := tx.ExecContext(ctx, named(`UPDATE TABLE SET COLUMN = (SELECT COUNT(*) FROM COUNTED WHERE OWNER = $1) WHERE id = $1`), id)
				return err
			})
			if err != nil {
				return len(ids), err
			}
		}
		return len(ids), nil
	}
}

func texts(rows *sql.Rows) (all []string, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
