package reconcile

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store/dbtx"
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
	return wrong, dbtx.InSQLTx(ctx, r.DB, nil, func(tx *sql.Tx) error {
		var head string
		if err := tx.QueryRowContext(ctx, dbtx.ForUpdateSQL(r.Dialect, holdPayments)).Scan(&head); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM payment_days"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO payment_days (provider_id, payment_date, currency, type, payments, amount_minor) "+sumsByDay)
		return err
	})
}

// factColumns are what a complaint's facts are made of.
var factColumns = []string{
	complaint.FieldCreatedAt, complaint.FieldStatus, complaint.FieldPriority, complaint.FieldSource, complaint.FieldCategoryID, complaint.FieldZoneID,
	complaint.FieldSolverID, complaint.FieldProviderID, complaint.FieldOverdue, complaint.FieldFlagged, complaint.FieldReopenedCount, complaint.FieldDueAt,
	complaint.FieldResolvedAt, complaint.FieldRating, complaint.FieldAssignedTook, complaint.FieldResolvedTook,
}

// facts looks at what statistics read of each complaint. What looks wrong is looked at again
// while the complaint is held, as deeds hold it.
func (r Recount) facts(ctx context.Context) (wrong int, err error) {
	var last uuid.UUID
	for {
		rows, err := r.Client.Complaint.Query().Where(complaint.IDGT(last)).Order(complaint.ByID()).Limit(rowsAtOnce).Select(factColumns...).All(ctx)
		if err != nil {
			return wrong, err
		}
		if len(rows) == 0 {
			break
		}
		last = rows[len(rows)-1].ID
		kept, err := r.Client.ComplaintFact.Query().Where(complaintfact.IDIn(ids(rows, func(c *ent.Complaint) uuid.UUID { return c.ID })...)).All(ctx)
		if err != nil {
			return wrong, err
		}
		found := make(map[uuid.UUID]*ent.ComplaintFact, len(kept))
		for _, f := range kept {
			found[f.ID] = f
		}
		for _, c := range rows {
			if sameFacts(found[c.ID], c) {
				continue
			}
			err := dbtx.InTx(ctx, r.Client, nil, func(tx *ent.Client) error {
				c, err := tx.Complaint.Query().Where(complaint.ID(c.ID), dbtx.ForUpdate).Only(ctx)
				if err != nil {
					return err
				}
				f, err := tx.ComplaintFact.Get(ctx, c.ID)
				if err != nil && !ent.IsNotFound(err) || sameFacts(f, c) {
					return err
				}
				wrong++
				if !r.Fix {
					return nil
				}
				return stats.Keep(ctx, tx, c)
			})
			if err != nil {
				return wrong, err
			}
		}
	}
	const strays = ` FROM complaint_facts WHERE NOT EXISTS (SELECT 1 FROM complaints WHERE complaints.id = complaint_facts.id)`
	stray, err := number(r.DB.QueryRowContext(ctx, `SELECT COUNT(*)`+strays))
	if err == nil && stray > 0 && r.Fix {
		_, err = r.DB.ExecContext(ctx, `DELETE`+strays)
	}
	return wrong + stray, err
}

// sameFacts reports whether facts, or nil, are a complaint's.
func sameFacts(f *ent.ComplaintFact, c *ent.Complaint) bool {
	if f == nil {
		return false
	}
	is := stats.FactOf(c)
	return f.String() == is.String() && // which tells seconds
		f.CreatedAt.Equal(is.CreatedAt) && same(f.DueAt, is.DueAt) && same(f.ResolvedAt, is.ResolvedAt)
}

func same(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }

// tallies looks at the numbers behind statistics, all of one moment.
func (r Recount) tallies(ctx context.Context) (int, error) {
	tx, err := r.Client.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	if err != nil {
		return 0, err
	}
	wrong, err := stats.Wrong(ctx, tx.Client())
	if err = errors.Join(err, tx.Rollback()); err != nil || len(wrong) == 0 || !r.Fix {
		return len(wrong), err
	}
	return len(wrong), stats.Recount(ctx, r.Client)
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
			err := dbtx.InSQLTx(ctx, r.DB, nil, func(tx *sql.Tx) error {
				var was int
				if err := tx.QueryRowContext(ctx, dbtx.ForUpdateSQL(r.Dialect, named(`SELECT COLUMN FROM TABLE WHERE id = $1`)), id).Scan(&was); err != nil {
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
