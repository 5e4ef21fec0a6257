package reconcile

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintfact"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymentsum"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/search"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/store/dbtx"
)

const (
	sumsByDay = `SELECT provider_id, payment_date, currency, type, COUNT(*) AS payments, CAST(SUM(amount_minor) AS BIGINT) AS amount_minor
		FROM payments GROUP BY provider_id, payment_date, currency, type`
	sumsByMonth = `SELECT provider_id, substr(payment_date, 1, 7) AS period, currency, type,
		COUNT(*) AS payments, CAST(SUM(amount_minor) AS BIGINT) AS amount_minor FROM payments GROUP BY provider_id, substr(payment_date, 1, 7), currency, type
		UNION ALL SELECT provider_id, '` + domain.AllTime + `', currency, type, COUNT(*), CAST(SUM(amount_minor) AS BIGINT)
		FROM payments GROUP BY provider_id, currency, type`
	// unreached is 1 while there are complaints that a job has not come to, which counts so, else 0.
	unreached = `SELECT CASE WHEN EXISTS (SELECT 1 FROM complaint_texts WHERE id > COALESCE((SELECT value FROM counters WHERE name = $1), 0)) THEN 1 ELSE 0 END`
)

// paymentDays checks the sums of payments by day.
func (r Reconciliation) paymentDays(ctx context.Context) (int, error) {
	return r.sums(ctx, paymentday.Table, paymentday.FieldPaymentDate, sumsByDay)
}

// paymentSums checks the sums of payments by month, and those of all payments.
func (r Reconciliation) paymentSums(ctx context.Context) (int, error) {
	return r.sums(ctx, paymentsum.Table, paymentsum.FieldPeriod, sumsByMonth)
}

// sums checks a table of sums of payments, by a statement that returns the right ones. Those of a service provider are made
// anew all at once, after it was locked, as recording a payment locks it.
func (r Reconciliation) sums(ctx context.Context, table, period, right string) (int, error) {
	named := strings.NewReplacer("TABLE", table, "PERIOD", period, "RIGHT", right).Replace
	wrong := named(` FROM (RIGHT) p FULL JOIN TABLE d
		ON d.provider_id = p.provider_id AND d.PERIOD = p.PERIOD AND d.currency = p.currency AND d.type = p.type
		WHERE p.payments IS NULL OR d.payments IS NULL OR p.payments <> d.payments OR p.amount_minor <> d.amount_minor`)
	n, err := number(r.DB.QueryRowContext(ctx, "SELECT COUNT(*)"+wrong))
	if err != nil || n == 0 || !r.Fix {
		return n, err
	}
	_, err = r.eachRow(ctx, "SELECT DISTINCT CAST(COALESCE(p.provider_id, d.provider_id) AS text)"+wrong,
		"SELECT CAST(id AS text) FROM service_providers WHERE id = $1",
		func(ctx context.Context, tx *sql.Tx, provider string) error {
			if _, err := tx.ExecContext(ctx, named(`DELETE FROM TABLE WHERE provider_id = $1`), provider); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, named(`INSERT INTO TABLE (provider_id, PERIOD, currency, type, payments, amount_minor)
				SELECT * FROM (RIGHT) p WHERE provider_id = $1`), provider)
			return err
		})
	return n, err
}

// factColumns are the columns that a complaint's facts are derived from.
var factColumns = []string{
	complaint.FieldCreatedAt, complaint.FieldStatus, complaint.FieldPriority, complaint.FieldSource, complaint.FieldCategoryID, complaint.FieldZoneID,
	complaint.FieldSolverID, complaint.FieldProviderID, complaint.FieldOverdue, complaint.FieldFlagged, complaint.FieldReopenedCount, complaint.FieldDueAt,
	complaint.FieldResolvedAt, complaint.FieldRating, complaint.FieldAssignedTook, complaint.FieldResolvedTook, complaint.FieldFirstResponseTook,
	complaint.FieldLatitude, complaint.FieldLongitude, complaint.FieldReasonCode, complaint.FieldAddress,
}

// facts checks the facts of each complaint. Those that look wrong are read again after the
// complaint was locked, as every change locks it.
func (r Reconciliation) facts(ctx context.Context) (wrong int, err error) {
	unfilled, err := number(r.DB.QueryRowContext(ctx, unreached, stats.AddressKeys))
	if err != nil {
		return 0, err
	}
	sameFacts := func(f *ent.ComplaintFact, c *ent.Complaint) bool {
		if f != nil && unfilled > 0 { // the job of the desk has not come to it
			f.AddressKey = search.AddressKey(c.Address)
		}
		return sameFacts(f, c)
	}
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
			bad := 0
			err := dbtx.InTx(ctx, r.Client, nil, func(tx *ent.Client) error {
				bad = 0
				c, err := tx.Complaint.Query().Where(complaint.ID(c.ID), dbtx.ForUpdate).Only(ctx)
				if err != nil {
					return err
				}
				f, err := tx.ComplaintFact.Get(ctx, c.ID)
				if err != nil && !ent.IsNotFound(err) || sameFacts(f, c) {
					return err
				}
				bad = 1
				if !r.Fix {
					return nil
				}
				return stats.SaveFacts(ctx, tx, c)
			})
			if err != nil {
				return wrong, err
			}
			wrong += bad
		}
	}
	const strays = ` FROM complaint_facts WHERE NOT EXISTS (SELECT 1 FROM complaints WHERE complaints.id = complaint_facts.id)`
	stray, err := number(r.DB.QueryRowContext(ctx, `SELECT COUNT(*)`+strays))
	if err == nil && stray > 0 && r.Fix {
		_, err = r.DB.ExecContext(ctx, `DELETE`+strays)
	}
	return wrong + stray, err
}

// reasonCodes checks the reason code that each complaint has of its latest move. Each is fixed after its row was
// locked, as every move locks it.
func (r Reconciliation) reasonCodes(ctx context.Context) (int, error) {
	const is = `(SELECT NULLIF(l.reason_code, '') FROM status_logs l WHERE l.complaint_id = complaints.id ORDER BY l.seq DESC LIMIT 1)`
	return r.eachRow(ctx,
		`SELECT CAST(id AS text) FROM complaints WHERE reason_code IS DISTINCT FROM `+is,
		`SELECT CAST(id AS text) FROM complaints WHERE id = $1`,
		byStatement(`UPDATE complaints SET reason_code = `+is+` WHERE id = $1`))
}

// milliseconds returns an expression for a time in whole milliseconds: rows of status logs never change, and those of earlier
// versions may have microseconds.
func (r Reconciliation) milliseconds(at string) string {
	if r.Dialect == dialect.Postgres {
		return "date_trunc('milliseconds', " + at + ")"
	}
	return strings.ReplaceAll(`CASE WHEN AT GLOB '*.[0-9][0-9][0-9][0-9]*' THEN rtrim(rtrim(substr(AT, 1, 23), '0'), '.') || substr(AT, -6) ELSE AT END`, "AT", at)
}

// firstResponses checks when each complaint had its first response, by what its reporter reads of others.
func (r Reconciliation) firstResponses(ctx context.Context) (int, error) {
	is := `(SELECT ` + r.milliseconds("MIN(at)") + ` FROM (
		SELECT created_at AS at, author_id AS author FROM comments WHERE complaint_id = complaints.id AND visibility = 'PUBLIC'
		UNION ALL SELECT created_at, actor_id FROM status_logs WHERE complaint_id = complaints.id AND public_note <> '' AND agent <> 'SYSTEM'
		) words WHERE author IS NULL OR complaints.submitted_by_id IS NULL OR author <> complaints.submitted_by_id)`
	anew := strings.Replace(`UPDATE complaints SET first_response_at = WORDS, first_response_took = NULL WHERE id = $1`, "WORDS", is, 1)
	return r.eachRow(ctx,
		`SELECT CAST(id AS text) FROM complaints WHERE first_response_at IS DISTINCT FROM `+is+` OR (first_response_at IS NULL) <> (first_response_took IS NULL)`,
		`SELECT CAST(id AS text) FROM complaints WHERE id = $1`,
		func(ctx context.Context, tx *sql.Tx, id string) error {
			if _, err := tx.ExecContext(ctx, anew, id); err != nil {
				return err
			}
			var submitted time.Time
			var responded sql.NullTime
			err := tx.QueryRowContext(ctx, `SELECT created_at, first_response_at FROM complaints WHERE id = $1`, id).Scan(&submitted, &responded)
			if err != nil || !responded.Valid {
				return err
			}
			_, err = tx.ExecContext(ctx, `UPDATE complaints SET first_response_took = $1 WHERE id = $2`, domain.Quantize(submitted, responded.Time), id)
			return err
		})
}

// fix corrects the row with an id, which the transaction has locked.
type fix func(ctx context.Context, tx *sql.Tx, id string) error

func byStatement(text string) fix {
	return func(ctx context.Context, tx *sql.Tx, id string) error {
		_, err := tx.ExecContext(ctx, text, id)
		return err
	}
}

// eachRow checks the rows whose ids a statement returns. Each is fixed after it was locked.
func (r Reconciliation) eachRow(ctx context.Context, wrong, lock string, repair fix) (int, error) {
	rows, err := r.DB.QueryContext(ctx, wrong)
	if err != nil {
		return 0, err
	}
	ids, err := texts(rows)
	if err != nil || !r.Fix {
		return len(ids), err
	}
	for _, id := range ids {
		err := dbtx.InSQLTx(ctx, r.DB, nil, func(tx *sql.Tx) error {
			var locked string
			if err := tx.QueryRowContext(ctx, dbtx.ForUpdateSQL(r.Dialect, lock), id).Scan(&locked); err != nil {
				return err
			}
			return repair(ctx, tx, id)
		})
		if err != nil {
			return len(ids), err
		}
	}
	return len(ids), nil
}

// sameFacts reports whether facts, or nil, are a complaint's.
func sameFacts(f *ent.ComplaintFact, c *ent.Complaint) bool {
	if f == nil {
		return false
	}
	is := stats.FactRow(c)
	return f.String() == is.String() && // which has seconds
		f.CreatedAt.Equal(is.CreatedAt) && same(f.DueAt, is.DueAt) && same(f.ResolvedAt, is.ResolvedAt)
}

func same(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }

// rollups checks the rollups, in one snapshot.
func (r Reconciliation) rollups(ctx context.Context) (int, error) {
	tx, err := r.Client.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	if err != nil {
		return 0, err
	}
	wrong, err := stats.Mismatches(ctx, tx.Client())
	if err = errors.Join(err, tx.Rollback()); err != nil || len(wrong) == 0 || !r.Fix {
		return len(wrong), err
	}
	return len(wrong), stats.Rebuild(ctx, r.Client)
}

// counters checks a column with the number of rows of another table that belong to each row. Each
// is fixed after its row was locked, as every change locks it.
func (r Reconciliation) counters(table, column, counted, owner string) func(context.Context) (int, error) {
	named := strings.NewReplacer("TABLE", table, "COLUMN", column, "COUNTED", counted, "OWNER", owner).Replace
	return func(ctx context.Context) (int, error) {
		return r.eachRow(ctx,
			named(`SELECT CAST(t.id AS text) FROM TABLE t
			LEFT JOIN (SELECT OWNER, COUNT(*) AS n FROM COUNTED GROUP BY OWNER) c ON c.OWNER = t.id WHERE t.COLUMN <> COALESCE(c.n, 0)`),
			named(`SELECT CAST(id AS text) FROM TABLE WHERE id = $1`),
			byStatement(named(`UPDATE TABLE SET COLUMN = (SELECT COUNT(*) FROM COUNTED WHERE OWNER = $1) WHERE id = $1`)))
	}
}

// listedMedia checks on which complaint each file is listed. A file whose visibility changes meanwhile is
// skipped: the row is compared as it is when it is locked.
func (r Reconciliation) listedMedia(ctx context.Context) (int, error) {
	const is = `CASE WHEN complaint_id IS NOT NULL THEN complaint_id WHEN update_id IS NOT NULL AND visibility = 'PUBLIC' THEN
		(SELECT t.complaint_id FROM task_updates u JOIN tasks t ON t.id = u.task_id WHERE u.id = media.update_id) END`
	const wrong = ` WHERE shown_on_id IS DISTINCT FROM ` + is
	if !r.Fix {
		return number(r.DB.QueryRowContext(ctx, `SELECT COUNT(*) FROM media`+wrong))
	}
	done, err := r.DB.ExecContext(ctx, `UPDATE media SET shown_on_id = `+is+wrong)
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	return int(n), err
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
