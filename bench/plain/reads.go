package main

import (
	"database/sql"
	"strconv"
	"strings"
	"time"
)

// reads are the statements of all that only reads.
type reads struct {
	db *base

	log                                                               *sql.Stmt
	provider, summary, newest, oldest, newestFrom, oldestFrom, covers *sql.Stmt
	broadcastCount, broadcasts                                        *sql.Stmt
	task, updates, updateMedia                                        *sql.Stmt
	latest, lastLogs, tasks, lastUpdates, files                       *sql.Stmt
}

func newReads(db *base) *reads {
	// A limit that is an argument, and an offset of none, make PostgreSQL's kept plans expect a tenth
	// of the list.
	payments := func(direction, offset string) *sql.Stmt {
		return db.prepare(strings.ReplaceAll(strings.ReplaceAll(`SELECT p.id, p.provider_id, p.type, p.amount_minor, p.currency, p.payment_date, p.payment_method,
				p.payment_reference, p.invoice_number, p.period_from, p.period_to, p.remarks, p.recorded_by_id, u.name, p.reverses_id, r.id, p.created_at
			FROM (SELECT id FROM payments WHERE provider_id = $1 ORDER BY payment_date DIR, id DIR LIMIT 20OFFSET) x
			JOIN payments p ON p.id = x.id LEFT JOIN users u ON u.id = p.recorded_by_id LEFT JOIN payments r ON r.reverses_id = p.id
			ORDER BY p.payment_date DESC, p.id DESC`, "DIR", direction), "OFFSET", offset))
	}
	return &reads{
		db: db,
		log: db.prepare(`SELECT l.id, l.status, l.agent, u.name, l.public_note, l.created_at FROM complaints c
			JOIN status_logs l ON l.complaint_id = c.id LEFT JOIN users u ON u.id = l.actor_id
			WHERE c.id = $1 AND c.submitted_by_id = $2 ORDER BY l.seq`),
		provider: db.prepare(`SELECT name FROM service_providers WHERE id = $1`),
		summary: db.prepare(`SELECT currency, SUM(payments)::bigint, SUM(CASE WHEN type = 'SETTLEMENT' THEN amount_minor ELSE 0 END)::bigint,
			SUM(CASE WHEN type = 'REVERSAL' THEN -amount_minor ELSE 0 END)::bigint FROM payment_days WHERE provider_id = $1 GROUP BY currency ORDER BY currency`),
		newest: payments("DESC", ""), oldest: payments("ASC", ""),
		newestFrom: payments("DESC", " OFFSET $2"), oldestFrom: payments("ASC", " OFFSET $2"),
		covers: db.choose(`SELECT payment_id, task_id FROM payment_tasks WHERE payment_id = ANY($1) ORDER BY task_id`,
			`SELECT payment_id, task_id FROM payment_tasks WHERE payment_id IN (SELECT value FROM json_each($1)) ORDER BY task_id`),
		broadcastCount: db.prepare(`SELECT COUNT(*) FROM broadcasts WHERE lower(title) LIKE $1 ESCAPE '\'`),
		broadcasts: db.prepare(`SELECT b.id, b.title, b.status, b.target_type, b.target_value, b.audience_fixed, b.recipients, b.scheduled_at,
				b.sent_at, b.cancelled_at, b.created_by_id, u.name, b.created_at, b.updated_at
			FROM broadcasts b LEFT JOIN users u ON u.id = b.created_by_id WHERE lower(b.title) LIKE $1 ESCAPE '\'
			ORDER BY b.created_at DESC, b.id DESC LIMIT 20 OFFSET $2`),
		task: db.prepare(`SELECT t.complaint_id, c.title, t.status FROM tasks t JOIN complaints c ON c.id = t.complaint_id
			WHERE t.id = $1 AND t.solver_id = $2`),
		updates: db.prepare(`SELECT t.id, t.type, t.remarks, t.percentage_completed, t.status, t.reviewed_at, r.name, t.review_note,
				t.author_id, a.name, t.occurred_at, t.created_at
			FROM task_updates t LEFT JOIN users a ON a.id = t.author_id LEFT JOIN users r ON r.id = t.reviewed_by_id
			WHERE t.task_id = $1 ORDER BY t.occurred_at, t.created_at, t.id`),
		updateMedia: db.prepare(`SELECT m.id, m.update_id, m.media_type, m.thumbnail_key IS NOT NULL, m.file_name, m.content_type, m.size_bytes, m.sha256,
				m.width, m.height, m.duration_ms, m.uploaded_by_id, u.name, m.created_at
			FROM task_updates t JOIN media m ON m.update_id = t.id LEFT JOIN users u ON u.id = m.uploaded_by_id
			WHERE t.task_id = $1 ORDER BY m.id`),
		latest: db.prepare(`SELECT c.id, c.reference, c.title, c.status, c.created_at, u.id, u.name
			FROM complaints c LEFT JOIN users u ON u.id = c.submitted_by_id ORDER BY c.created_at DESC, c.id DESC LIMIT 50`),
		lastLogs: db.choose(`SELECT l.complaint_id, l.id, l.status, l.agent, u.name, l.public_note, l.created_at FROM unnest($1::uuid[]) c(id)
			CROSS JOIN LATERAL (SELECT * FROM status_logs WHERE complaint_id = c.id ORDER BY id DESC LIMIT 3) l LEFT JOIN users u ON u.id = l.actor_id ORDER BY l.id`,
			`SELECT l.complaint_id, l.id, l.status, l.agent, u.name, l.public_note, l.created_at FROM
			(SELECT *, ROW_NUMBER() OVER (PARTITION BY complaint_id ORDER BY id DESC) AS place FROM status_logs WHERE complaint_id IN (SELECT value FROM json_each($1))) l
			LEFT JOIN users u ON u.id = l.actor_id WHERE l.place <= 3 ORDER BY l.id`),
		tasks: db.choose(`SELECT t.complaint_id, t.id, t.status, u.id, u.name FROM tasks t JOIN users u ON u.id = t.solver_id WHERE t.complaint_id = ANY($1) ORDER BY t.id`,
			`SELECT t.complaint_id, t.id, t.status, u.id, u.name FROM tasks t JOIN users u ON u.id = t.solver_id
			WHERE t.complaint_id IN (SELECT value FROM json_each($1)) ORDER BY t.id`),
		lastUpdates: db.choose(`SELECT u.task_id, u.id, u.type, u.remarks, u.status, u.occurred_at FROM unnest($1::uuid[]) t(id)
			CROSS JOIN LATERAL (SELECT * FROM task_updates WHERE task_id = t.id ORDER BY id DESC LIMIT 2) u ORDER BY u.id`,
			`SELECT u.task_id, u.id, u.type, u.remarks, u.status, u.occurred_at FROM
			(SELECT *, ROW_NUMBER() OVER (PARTITION BY task_id ORDER BY id DESC) AS place FROM task_updates WHERE task_id IN (SELECT value FROM json_each($1))) u
			WHERE u.place <= 2 ORDER BY u.id`),
		files: db.choose(`SELECT update_id, id, file_name, content_type, size_bytes FROM media WHERE update_id = ANY($1) ORDER BY id`,
			`SELECT update_id, id, file_name, content_type, size_bytes FROM media WHERE update_id IN (SELECT value FROM json_each($1)) ORDER BY id`),
	}
}

// stamp is a time as both APIs format it.
type stamp time.Time

// MarshalJSON implements json.Marshaler.
func (s stamp) MarshalJSON() ([]byte, error) { //nolint:unparam // the interface says so
	return time.Time(s).UTC().AppendFormat(make([]byte, 0, 26), `"2006-01-02T15:04:05.000Z"`), nil
}

// Scan implements sql.Scanner.
func (s *stamp) Scan(v any) error {
	var t sql.NullTime
	err := t.Scan(v)
	*s = stamp(t.Time)
	return err
}

// named is who did something: an account's name, or the agent's.
func named(name *string, agent string) string {
	switch {
	case name != nil:
		return *name
	case agent == "IMPORT":
		return "Import"
	default:
		return "System"
	}
}

func lower(p *string) { *p = strings.ToLower(*p) }

// major formats an amount; the data has only currencies of two digits.
func major(minor int64) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	text := strconv.FormatInt(minor, 10)
	for len(text) < 3 {
		text = "0" + text
	}
	return sign + text[:len(text)-2] + "." + text[len(text)-2:]
}

// page reads the number of a page; all have 20 rows.
const pageSize = 20

func pageOf(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

func pattern(search string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToLower(search)) + "%"
}
